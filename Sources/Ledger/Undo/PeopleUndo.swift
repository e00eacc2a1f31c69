internal import EventLog

/// What becomes of persons, units, memberships and rights when commits are taken back.
struct PeopleUndo: UndoPart {
    /// What cannot be taken back.
    private var conflicts: [UndoConflict] = []
    /// The entities among that.
    private(set) var left: Set<PeopleEntity> = []

    private let names: UndoNames
    private var persons: [UInt64: Reversion<ReferenceData.Person>] = [:]
    private var units: [UInt64: Reversion<UnitVersion>] = [:]
    private var memberships: [Organisation.Place: Reversion<HeldMembership>] = [:]
    private var rights: [Organisation.Place: Reversion<HeldRights>] = [:]

    /// - Complexity: O(*n*) in the events of persons and the organisation.
    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        guard !scope.people.isEmpty else {
            names = UndoNames(snapshot.referenceData)
            return
        }
        var versions = PeopleVersions(scope.people, scope.undone, erased: scope.erased)
        try versions.takePersons(in: snapshot)
        try snapshot.store.readReferenceEvents(in: 0..<snapshot.count, of: Organisation.types) {
            position, event in
            versions.take(event, at: position)
        }
        names = UndoNames(snapshot.referenceData, versions.organisation)
        persons = versions.persons.compactMapValues(Reversion.init)
        units = versions.units.compactMapValues(Reversion.init)
        memberships = versions.memberships.compactMapValues(Reversion.init)
        rights = versions.rights.compactMapValues(Reversion.init)
        for (id, person) in persons where person.conflict != nil { leave(.person(id), person) }
        for (id, unit) in units where unit.conflict != nil { leave(.unit(id), unit) }
        for (place, own) in memberships where own.conflict != nil { leave(.membership(place), own) }
        for (place, own) in rights where own.conflict != nil { leave(.rights(place), own) }
        // What is left as it is may prevent something else.
        while let (entity, clash) = obstacle() { leave(entity, [clash]) }
        conflicts.sort { ($0.id, $0.field) < ($1.id, $1.field) }
    }

    private mutating func leave<Entity>(_ entity: PeopleEntity, _ reversion: Reversion<Entity>) {
        leave(entity, reversion.conflicts(names))
    }

    private mutating func leave(_ entity: PeopleEntity, _ found: [UndoConflict]) {
        conflicts += found
        left.insert(entity)
        switch entity {
        case .person(let id): persons[id] = nil
        case .unit(let id): units[id] = nil
        case .membership(let place): memberships[place] = nil
        case .rights(let place): rights[place] = nil
        }
    }

    // MARK: What it comes to

    /// The organisation as it would be.
    private var outcome: Organisation {
        var outcome = names.organisation
        for event in events(from: 0, reason: "") { outcome.apply(event, at: .max) }
        return outcome
    }

    /// Something that cannot be taken back because of how everything else would be; `nil` when
    /// there is nothing.
    private func obstacle() -> (PeopleEntity, UndoConflict)? {
        if units.isEmpty, memberships.isEmpty, rights.isEmpty { return nil }
        let (organisation, outcome) = (names.organisation, outcome)
        for id in units.keys.sorted() {
            guard let unit = units[id] else { continue }
            let target = unit.target.unit
            if target.isClosed, let by = outcome.user(of: id, in: organisation) {
                return obstacle(.unit(id), unit, "closed", set: nil, now: "in use", by: by)
            }
            guard !target.isClosed, let parent = target.parent else { continue }
            let above = outcome.chain(of: parent)
            if above.contains(where: { $0.position == id || $0.isClosed }) {
                let by = organisation.units[parent]?.version ?? id
                return obstacle(
                    .unit(id), unit, "parent", set: unit.target.parentName,
                    now: unit.now.parentName, by: by)
            }
        }
        for (place, own) in memberships
        where own.target.membership.isMember && outcome.isClosed(place.unit) {
            let by = place.unit.flatMap { organisation.units[$0]?.version } ?? own.lastPosition
            return obstacle(.membership(place), own, "member", set: "yes", now: nil, by: by)
        }
        for (place, own) in rights
        where !own.target.rights.isEmpty && outcome.isClosed(place.unit) {
            let by = place.unit.flatMap { organisation.units[$0]?.version } ?? own.lastPosition
            return obstacle(.rights(place), own, "unit", set: "yes", now: nil, by: by)
        }
        guard outcome.owners.isEmpty, let (place, own) = rights.first(where: { $0.key.unit == nil })
        else { return nil }
        return obstacle(
            .rights(place), own, "owner", set: nil, now: "the last one", by: own.lastPosition)
    }

    private func obstacle<Entity>(
        _ entity: PeopleEntity, _ reversion: Reversion<Entity>, _ field: String, set: String?,
        now: String?, by: UInt64
    ) -> (PeopleEntity, UndoConflict) {
        let label = reversion.now.label(names)
        return (entity, UndoConflict(label, field: field, set: set, now: now, by: by))
    }

    // MARK: What is taken back

    func conflicts(_ names: UndoNames) -> [UndoConflict] { conflicts }

    func changes(_ names: UndoNames) -> [UndoChange] { parts.flatMap { $0.changes(self.names) } }

    func events(from index: Int, reason: String) -> [Event] {
        parts.flatMap { $0.events(from: index, reason: reason) }
    }

    /// What becomes of each, in the order of events and changes.
    private var parts: [any UndoPart] {
        func ordered<Key: Comparable, Entity>(
            _ reversions: [Key: Reversion<Entity>]
        ) -> [any UndoPart] {
            reversions.sorted { $0.key < $1.key }.map(\.value)
        }
        return ordered(persons) + ordered(units) + ordered(memberships) + ordered(rights)
    }
}

/// What of persons and the organisation an event speaks of.
enum PeopleEntity: Hashable, Sendable {
    /// A person, by position.
    case person(UInt64)
    /// A unit, by position.
    case unit(UInt64)
    /// Whether a person is in a unit.
    case membership(Organisation.Place)
    /// What a person may do in a unit, or in the whole ledger.
    case rights(Organisation.Place)

    /// - Parameters:
    ///   - type: Of the event; `nil` comes of any that is about something else.
    ///   - target: What its target is.
    ///   - unit: What its unit is.
    init?(_ type: EventType, at position: UInt64, target: UInt64?, unit: UInt64?) {
        switch (type, target) {
        case (.unitAdded, _): self = .unit(position)
        case (.personChanged, let target?): self = .person(target)
        case (.unitChanged, let target?): self = .unit(target)
        case (.membershipSet, let target?), (.membershipEnded, let target?):
            self = .membership(Organisation.Place(person: target, unit: unit))
        case (.rightsGranted, let target?), (.rightsRevoked, let target?):
            self = .rights(Organisation.Place(person: target, unit: unit))
        default: return nil
        }
    }

    /// What an event of the organisation speaks of.
    init?(_ event: Event, at position: UInt64) {
        switch event {
        case .unitAdded: self = .unit(position)
        case .unitChanged(let change):
            guard let id = change.target.position else { return nil }
            self = .unit(id)
        case .membershipSet(let set):
            guard let place = Organisation.Place(set.person, set.unit) else { return nil }
            self = .membership(place)
        case .membershipEnded(let ended):
            guard let place = Organisation.Place(ended.person, ended.unit) else { return nil }
            self = .membership(place)
        case .rightsGranted(let change), .rightsRevoked(let change):
            guard let place = Organisation.Place(change.person, change.unit) else { return nil }
            self = .rights(place)
        default: return nil
        }
    }
}

extension Organisation {
    fileprivate func isClosed(_ unit: UInt64?) -> Bool {
        unit.map { units[$0]?.isClosed ?? true } ?? false
    }

    /// The event of the organisation as it is that put into a unit what is in it; `nil` where
    /// nothing is.
    fileprivate func user(of unit: UInt64, in now: Organisation) -> UInt64? {
        if let child = units.values.first(where: { $0.parent == unit && !$0.isClosed }) {
            return now.units[child.position]?.version
        }
        if let place = memberships.first(where: { $0.key.unit == unit && $0.value.isMember })?.key {
            return now.memberships[place]?.version
        }
        if let place = grants.first(where: { $0.key.unit == unit && !$0.value.rights.isEmpty })?.key
        {
            return now.grants[place]?.versions.max()
        }
        return nil
    }
}

extension Organisation.Place: Comparable {
    /// By person, then by unit, the whole ledger first.
    package static func < (left: Organisation.Place, right: Organisation.Place) -> Bool {
        (left.person, left.unit ?? 0) < (right.person, right.unit ?? 0)
    }
}
