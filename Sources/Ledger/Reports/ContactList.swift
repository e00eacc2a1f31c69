internal import EventLog

/// A person as lists show it; flat.
public struct ContactRow: Codable, Hashable, Sendable {
    /// The person's id: the position of the event that added the person.
    public let id: UInt64
    /// The name; empty when it was erased.
    public let name: String
    /// The path of the unit that the person joined last, such as `Company/Sales`; empty for none.
    public let unit: String
    /// How many units the person is in.
    public let units: Int
    /// The post in that unit, else the person's own; empty for none.
    public let post: String
    /// How to reach the person; empty when not said.
    public let contact: String
    /// Where a picture is; empty when not said.
    public let picture: String
    /// The position of the last expense or task that names the person as payer or as who is to do
    /// it; `nil` for none, and then left out of JSON.
    public let recent: UInt64?
}

/// Persons: those who were named last by an expense or a task come first, the others by name.
public struct ContactList: Codable, Hashable, Sendable {
    /// The persons; no more than were asked for.
    public let rows: [ContactRow]
    /// How many there are in all.
    public let count: Int
    /// The position of the last event that was taken in.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String
}

/// Which persons are wanted.
public struct ContactQuery: Hashable, Sendable {
    /// Words that occur in name, post, unit or contact, in any case.
    public var words: [String]
    /// A unit: whoever is in it or in one below.
    public var unit: UInt64?
    /// The persons, by position; `nil` for everyone.
    public var ids: Set<UInt64>?
    /// No more than so many; `nil` for all.
    public var limit: Int?

    /// A query; without arguments for everyone.
    public init(
        words: [String] = [], unit: UInt64? = nil, ids: Set<UInt64>? = nil, limit: Int? = nil
    ) {
        self.words = words
        self.unit = unit
        self.ids = ids
        self.limit = limit
    }
}

extension Books {
    /// Persons with their units.
    ///
    /// - Complexity: O(*n*) in the facts of the log, and in the persons.
    public func contacts(_ query: ContactQuery) throws(StoreError) -> ContactList {
        let recent: RecentPeople = try store.project(0..<count, threads: Books.threads(for: count))
        var directory = Directory(try organisation())
        var found: [ContactRow] = []
        for person in chart.persons {
            if let ids = query.ids, !ids.contains(person.position) { continue }
            if let unit = query.unit, !directory.isMember(person.position, below: unit) { continue }
            let row = directory.row(person, recent.last[person.position])
            if query.words.allSatisfy(row.has) { found.append(row) }
        }
        let rows = ContactRow.first(query.limit ?? found.count, of: found)
        let head = try head()
        return ContactList(
            rows: rows, count: found.count, position: head.lastPosition, root: head.root.hex)
    }
}

extension ContactRow {
    /// Whether a word occurs in it, in any case.
    fileprivate func has(_ word: String) -> Bool {
        let word = word.lowercased()
        return [name, post, unit, contact].contains { $0.lowercased().contains(word) }
    }

    /// The first so many in order: the newest first, then by name.
    fileprivate static func first(_ limit: Int, of rows: [ContactRow]) -> [ContactRow] {
        let recent = rows.filter { $0.recent != nil }
            .sorted { ($0.recent ?? 0, $1.id) > ($1.recent ?? 0, $0.id) }
        if recent.count >= limit { return Array(recent.prefix(max(0, limit))) }
        let others = rows.filter { $0.recent == nil }.map { ($0.name.lowercased(), $0) }
            .sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }
        return recent + others.prefix(limit - recent.count).map(\.1)
    }
}

/// An organisation by person.
private struct Directory {
    private let organisation: Organisation
    /// The units of each person, the one joined last first.
    private var units: [UInt64: [(unit: UInt64, membership: Organisation.Membership)]] = [:]
    private var paths: [UInt64: String] = [:]
    private var inside: [UInt64: Bool] = [:]

    init(_ organisation: Organisation) {
        self.organisation = organisation
        units.reserveCapacity(organisation.memberships.count)
        for (place, membership) in organisation.memberships where membership.isMember {
            guard let unit = place.unit else { continue }
            units[place.person, default: []].append((unit, membership))
        }
    }

    mutating func row(_ person: Chart.Person, _ recent: UInt64?) -> ContactRow {
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
