package import EventLog

/// The units of the organisation, who is in them, and who may do what in them.
///
/// Whatever an event says is complete, so the last word on a unit, a membership or a right holds:
/// that is all that is kept.
package struct Organisation: Projection, Hashable {
    /// A unit.
    package struct Unit: Hashable, Sendable {
        /// The position of the event that added it: its id.
        package let position: UInt64
        /// The position of the event that last spoke of it.
        package var version: UInt64
        /// Unlike those of its siblings.
        package var name: String
        /// The unit above; `nil` for one right below the ledger.
        package var parent: UInt64?
        /// Whether nothing is in it any more.
        package var isClosed = false
    }

    /// A person and a unit; without one, the whole ledger.
    package struct Place: Hashable, Sendable {
        /// The person, by position.
        package let person: UInt64
        /// The unit, by position; `nil` for the whole ledger.
        package let unit: UInt64?

        /// A person in a unit, or in the whole ledger.
        package init(person: UInt64, unit: UInt64?) {
            self.person = person
            self.unit = unit
        }
    }

    /// Whether a person is in a unit.
    package struct Membership: Hashable, Sendable {
        /// The position of the event that said so last.
        package var version: UInt64
        /// What the person does there.
        package var post = ""
        /// Whether the person is there.
        package var isMember: Bool
    }

    /// What a person may do in a unit and all below, as far as events say.
    package struct Grant: Hashable, Sendable {
        /// What was granted and not revoked since.
        package var rights: Rights = []
        /// What events speak of; that is revoked what was not granted last.
        package var known: Rights = []
        /// The positions of the events that spoke last of each right, in the order of ``Rights``;
        /// 0 for none.
        package var versions: [UInt64] = [0, 0, 0, 0]

        /// The position of the event that spoke last of one right; `nil` for none.
        package func version(of right: Rights) -> UInt64? {
            known.contains(right) ? versions[right.rawValue.trailingZeroBitCount & 3] : nil
        }

        mutating func take(_ change: Rights, isGranted: Bool, at position: UInt64) {
            if isGranted { rights.formUnion(change) } else { rights.subtract(change) }
            known.formUnion(change)
            for right in change.each {
                versions[right.rawValue.trailingZeroBitCount & 3] = position
            }
        }
    }

    /// The units by position.
    package private(set) var units: [UInt64: Unit] = [:]
    /// Who is, or was, in which unit.
    package private(set) var memberships: [Place: Membership] = [:]
    /// Who may do what.
    package private(set) var grants: [Place: Grant] = [:]

    /// An empty organisation.
    package init() {}

    /// `organisation`.
    package static let name = "organisation"
    /// 1.
    package static let version = 1
    /// Everything but commits.
    package static let sections: Sections = [.links, .hot, .facts, .text]

    /// The person who has all rights in the whole ledger without being granted them: the owner, of
    /// whom the second event of every ledger speaks.
    package static let owner: UInt64 = 1

    /// The types of the events that decide who may do what.
    package static let rightTypes: Set<EventType> = [
        .unitAdded, .unitChanged, .rightsGranted, .rightsRevoked,
    ]

    /// The types of the events that say who is in which unit.
    static let memberTypes: Set<EventType> = [
        .unitAdded, .unitChanged, .membershipSet, .membershipEnded,
    ]

    /// The types of the events that an organisation takes in.
    package static let types: Set<EventType> = rightTypes.union(memberTypes)

    /// Takes in the events that follow.
    package mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try apply(batch, Organisation.types)
    }

    /// Takes in those of the events that follow that are of some types.
    ///
    /// What there is most of is read from its columns; whatever does not say what its type needs
    /// goes the long way, which alone decides what is an error.
    ///
    /// - Parameter persons: Memberships and rights of others are left out; `nil` for everyone's.
    mutating func apply(
        _ batch: ColumnBatch, _ types: Set<EventType>, of persons: Set<UInt64>? = nil
    ) throws(StoreError) {
        let known = try batch.knownTypes()
        let isWanted = known.map { $0.map(types.contains) ?? false }
        guard isWanted.contains(true) else { return }
        let columns = PlaceColumns(batch)
        var picker = EventPicker(batch)
        for index in 0..<batch.count where isWanted[Int(batch.keyCodes[index])] {
            let position = batch.firstPosition + UInt64(index)
            let type = known[Int(batch.keyCodes[index])]
            if let persons, type != .unitAdded, type != .unitChanged,
                let person = columns.person(at: index), !persons.contains(person)
            {
                continue
            }
            switch type {
            case .membershipSet:
                if let place = columns.place(at: index), place.unit != nil,
                    let post = columns.post(at: index)
                {
                    memberships[place] = Membership(version: position, post: post, isMember: true)
                    continue
                }
            case .unitAdded:
                if let parent = columns.unit(at: index), let name = columns.name(at: index) {
                    units[position] = Unit(
                        position: position, version: position, name: name, parent: parent.value)
                    continue
                }
            case .rightsGranted, .rightsRevoked:
                if let place = columns.place(at: index), let rights = columns.rights(at: index) {
                    grants[place, default: Grant()].take(
                        rights, isGranted: type == .rightsGranted, at: position)
                    continue
                }
            default: break
            }
            try apply(picker.event(at: index), at: position)
        }
    }

    /// Takes in one event at a position behind all others.
    mutating func apply(_ event: Event, at position: UInt64) {
        switch event {
        case .unitAdded(let unit):
            units[position] = Unit(
                position: position, version: position, name: unit.facts.name,
                parent: unit.facts.parent?.position)
        case .unitChanged(let change):
            guard let id = change.target.position else { return }
            units[id] = Unit(
                position: id, version: position, name: change.facts.name,
                parent: change.facts.parent?.position, isClosed: change.isClosed)
        case .membershipSet(let set):
            guard let place = Place(set.person, set.unit) else { return }
            memberships[place] = Membership(version: position, post: set.post, isMember: true)
        case .membershipEnded(let ended):
            guard let place = Place(ended.person, ended.unit) else { return }
            memberships[place] = Membership(version: position, isMember: false)
        case .rightsGranted(let change): take(change, isGranted: true, at: position)
        case .rightsRevoked(let change): take(change, isGranted: false, at: position)
        default: break
        }
    }

    private mutating func take(_ change: RightsChanged, isGranted: Bool, at position: UInt64) {
        guard let place = Place(change.person, change.unit) else { return }
        grants[place, default: Grant()].take(change.rights, isGranted: isGranted, at: position)
    }

    /// Takes in the organisation of the events that follow.
    package mutating func merge(_ other: Organisation) {
        units.merge(other.units) { $1 }
        memberships.merge(other.memberships) { $1 }
        grants.merge(other.grants) { own, later in
            var merged = own
            for right in later.known.each {
                merged.take(
                    right, isGranted: later.rights.contains(right),
                    at: later.version(of: right) ?? 0)
            }
            return merged
        }
    }
}

extension Organisation.Place {
    /// `nil` while the person or the unit is not in the log.
    init?(_ person: Reference, _ unit: Reference?) {
        guard let person = person.position else { return nil }
        guard let unit else {
            self.init(person: person, unit: nil)
            return
        }
        guard let unit = unit.position else { return nil }
        self.init(person: person, unit: unit)
    }
}

extension Organisation {
    /// Of a person in the whole ledger or a unit, without what is inherited from above.
    package func rights(of place: Place) -> Rights {
        let grant = grants[place] ?? Grant()
        guard place.unit == nil, place.person == Organisation.owner else { return grant.rights }
        return grant.rights.union(Rights.all.subtracting(grant.known))
    }

    /// Those who have every right in the whole ledger, ascending by position.
    ///
    /// - Complexity: O(*n*) in the grants.
    package var owners: [UInt64] {
        var found = grants.keys.filter { $0.unit == nil }.map(\.person)
        found.append(Organisation.owner)
        return Set(found).filter { rights(of: Place(person: $0, unit: nil)) == .all }.sorted()
    }

    /// Whether a unit is below another one, or is that one.
    ///
    /// - Complexity: O(*d*) in the depth of the tree.
    package func isBelow(_ unit: UInt64, _ other: UInt64) -> Bool {
        chain(of: unit).contains { $0.position == other }
    }

    /// A unit and all above it, the unit itself first; nothing for one that is not known.
    ///
    /// A chain that comes back to itself, which this program does not write, ends there.
    ///
    /// - Complexity: O(*d*) in the depth of the tree.
    package func chain(of unit: UInt64) -> [Unit] {
        var chain: [Unit] = []
        var next: UInt64? = unit
        while let id = next, let found = units[id], chain.count < units.count {
            chain.append(found)
            next = found.parent
        }
        return chain
    }

    /// The names of a unit and all above it, the highest first: `Company/Sales`; `/` for the whole
    /// ledger, `nil` in the place of a unit.
    package func path(of unit: UInt64?) -> String {
        guard let unit else { return "/" }
        return chain(of: unit).reversed().map(\.name).joined(separator: "/")
    }
}
