internal import EventLog

/// Persons: those who were named last by an expense or a task come first, the others by name.
package struct ContactList: Codable, Hashable, Sendable {
    /// The persons; no more than were asked for.
    package let rows: [ContactRow]
    /// How many there are in all.
    package let count: Int
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}

/// A person as lists show it; flat.
package struct ContactRow: Codable, Hashable, Sendable {
    /// The person's id: the position of the event that added the person.
    package let id: UInt64
    /// The name; empty when it was erased.
    package let name: String
    /// The path of the unit that the person joined last, such as `Company/Sales`; empty for none.
    package let unit: String
    /// How many units the person is in.
    package let units: Int
    /// The post in that unit, else the person's own; empty for none.
    package let post: String
    /// How to reach the person; empty when not said.
    package let contact: String
    /// Where a picture is; empty when not said.
    package let picture: String
    /// The position of the last expense or task that names the person as payer or as who is to do
    /// it; `nil` for none, and then left out of JSON.
    package let recent: UInt64?
}

/// Which persons are wanted.
package struct ContactQuery: Hashable, Sendable {
    /// Words that occur in name, post, unit or contact, in any case.
    package var words: [String]
    /// A unit: whoever is in it or in one below.
    package var unit: UInt64?
    /// The persons, by position; `nil` for everyone.
    package var ids: Set<UInt64>?
    /// At most this many; `nil` for all.
    package var limit: Int?
    /// Whether what lies outside of ``unit`` is left out.
    package var isInside = false

    /// A query; without arguments for everyone.
    package init(
        words: [String] = [], unit: UInt64? = nil, ids: Set<UInt64>? = nil, limit: Int? = nil
    ) {
        self.words = words
        self.unit = unit
        self.ids = ids
        self.limit = limit
    }
}

extension LedgerSnapshot {
    /// Persons with their units.
    ///
    /// - Complexity: O(*n*) in the facts of the log, where tables are kept in those behind what was
    ///   asked for before, and in the persons.
    package func contacts(_ query: ContactQuery) throws(StoreError) -> ContactList {
        let recent = try fold { $0.recentPeople }
        var persons = referenceData.persons
        if let ids = query.ids { persons = persons.filter { ids.contains($0.position) } }
        // Without words and a unit, units matter only of those who are listed.
        let isPlain = query.words.isEmpty && query.unit == nil
        let everyone = persons.count
        if isPlain { persons = ReferenceData.Person.first(query.limit, of: persons, recent) }
        let inside = query.isInside ? query.unit : nil
        let members = Set(persons.map(\.position))
        let organisation = try store.organisation(
            Organisation.memberTypes, of: members, upTo: count)
        var directory = Directory(organisation, of: members, inside: inside)
        if let unit = query.unit {
            persons = persons.filter { directory.isMember($0.position, below: unit) }
        }
        var rows: [ContactRow] = []
        if isPlain {
            rows = persons.map { directory.row($0, recent.last[$0.position]) }
        } else {
            let found = persons.filter { person in
                let row = directory.row(person, nil)
                return query.words.allSatisfy(row.has)
            }
            let first = ReferenceData.Person.first(query.limit, of: found, recent)
            rows = first.map {
                directory.row($0, inside == nil ? recent.last[$0.position] : nil)
            }
            persons = found
        }
        let head = try head()
        return ContactList(
            rows: rows, count: isPlain ? everyone : persons.count, position: head.lastPosition,
            root: head.root.hex)
    }
}

extension ContactRow {
    /// Whether a word occurs in it, in any case.
    fileprivate func has(_ word: String) -> Bool {
        let word = word.lowercased()
        return [name, post, unit, contact].contains { $0.lowercased().contains(word) }
    }
}

extension ReferenceData.Person {
    /// The first ones in order, as many as wanted: those who were named last, then the others by
    /// name, in the order of ``NameOrder``; `nil` for all.
    ///
    /// - Complexity: O(*n* · log *k*) comparisons for the first *k* of *n*, most of them of one
    ///   letter.
    fileprivate static func first(
        _ limit: Int?, of persons: [ReferenceData.Person], _ recent: RecentPeople
    ) -> [ReferenceData.Person] {
        let limit = limit ?? persons.count
        let named = persons.filter { recent.last[$0.position] != nil }.sorted {
            (recent.last[$0.position] ?? 0, $1.position)
                > (recent.last[$1.position] ?? 0, $0.position)
        }
        let rest = limit - named.count
        if rest <= 0 { return Array(named.prefix(limit)) }
        let others = named.isEmpty ? persons : persons.filter { recent.last[$0.position] == nil }
        if others.count / 4 <= rest { return named + others.sorted(by: comesBefore).prefix(rest) }
        var best: [ReferenceData.Person] = []
        for person in others {
            if best.count == rest, let last = best.last, !comesBefore(person, last) { continue }
            let next = best.partitioningIndex { !comesBefore($0, person) }
            best.insert(person, at: next)
            if best.count > rest { best.removeLast() }
        }
        return named + best
    }

    private static func comesBefore(_ one: ReferenceData.Person, _ other: ReferenceData.Person)
        -> Bool
    {
        let order = NameOrder.compared(one.name, other.name)
        return order == 0 ? one.position < other.position : order < 0
    }
}

/// An organisation by person.
private struct Directory {
    private let organisation: Organisation
    /// The units of each person, the one joined last first.
    private var units: [UInt64: [(unit: UInt64, membership: Organisation.Membership)]] = [:]
    private var paths: [UInt64: String] = [:]
    private var inside: [UInt64: Bool] = [:]

    /// - Parameters:
    ///   - persons: Of others nothing is kept.
    ///   - inside: Of units that are not below this one nothing is kept; `nil` for all.
    init(_ organisation: Organisation, of persons: Set<UInt64>, inside: UInt64?) {
        self.organisation = organisation
        units.reserveCapacity(persons.count)
        for (place, membership) in organisation.memberships where membership.isMember {
            guard let unit = place.unit, persons.contains(place.person) else { continue }
            if let inside, !organisation.isBelow(unit, inside) { continue }
            units[place.person, default: []].append((unit, membership))
        }
    }

    mutating func row(_ person: ReferenceData.Person, _ recent: UInt64?) -> ContactRow {
        let own = units[person.position] ?? []
        let last = own.max { $0.membership.version < $1.membership.version }
        let post = last?.membership.post ?? ""
        return ContactRow(
            id: person.position, name: person.name, unit: last.map { path($0.unit) } ?? "",
            units: own.count, post: post.isEmpty ? person.facts.post : post,
            contact: person.facts.contact, picture: person.facts.picture, recent: recent)
    }

    mutating func isMember(_ person: UInt64, below unit: UInt64) -> Bool {
        for (own, _) in units[person] ?? [] where isBelow(own, unit) { return true }
        return false
    }

    private mutating func isBelow(_ own: UInt64, _ unit: UInt64) -> Bool {
        if let known = inside[own] { return known }
        let found = organisation.isBelow(own, unit)
        inside[own] = found
        return found
    }

    private mutating func path(_ unit: UInt64) -> String {
        if let known = paths[unit] { return known }
        let path = organisation.path(of: unit)
        paths[unit] = path
        return path
    }
}
