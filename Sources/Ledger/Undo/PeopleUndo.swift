internal import EventLog

/// What becomes of persons, units, memberships and rights when commits are taken back.
struct PeopleUndo: Sendable {
    /// What cannot be taken back.
    private(set) var conflicts: [UndoConflict] = []
    /// The things among that.
    private(set) var left: Set<PeopleThing> = []

    private let referenceData: ReferenceData
    private let organisation: Organisation
    private var persons: [UInt64: Reversion<ReferenceData.Person>] = [:]
    private var units: [UInt64: Reversion<UnitVersion>] = [:]
    private var memberships: [Organisation.Place: Reversion<Organisation.Membership>] = [:]
    private var rights: [Organisation.Place: Reversion<HeldRights>] = [:]

    /// - Complexity: O(*n*) in the events of persons and the organisation.
    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        referenceData = snapshot.referenceData
        guard !scope.people.isEmpty else {
            organisation = Organisation()
            return
        }
        var versions = PeopleVersions(scope.people, scope.undone, erased: scope.erased)
        try versions.takePersons(in: snapshot)
        try snapshot.store.readReferenceEvents(in: 0..<snapshot.count, of: Organisation.types) {
            position, event in
            versions.take(event, at: position)
        }
        organisation = versions.organisation
        persons = versions.persons.compactMapValues(Reversion.init)
        units = versions.units.compactMapValues(Reversion.init)
        memberships = versions.memberships.compactMapValues(Reversion.init)
        rights = versions.rights.compactMapValues(Reversion.init)
        for (id, person) in persons where person.conflict != nil { leave(.person(id), person) }
        for (id, unit) in units where unit.conflict != nil { leave(.unit(id), unit) }
        for (place, own) in memberships where own.conflict != nil { leave(.membership(place), own) }
        for (place, own) in rights where own.conflict != nil { leave(.rights(place), own) }
        // What is left as it is may stand in the way of something else.
        while let (thing, clash) = obstacle() { leave(thing, [clash]) }
        conflicts.sort { ($0.id, $0.field) < ($1.id, $1.field) }
    }

    private mutating func leave<Thing>(_ thing: PeopleThing, _ unwinding: Reversion<Thing>) {
        leave(thing, unwinding.clashes(referenceData))
    }

    private mutating func leave<Thing>(
        _ thing: PeopleThing, _ clashes: [Reversion<Thing>.Clash]
    ) {
        leave(
            thing,
            clashes.map { clash in
                UndoConflict(
                    id: id(thing), type: word(thing), title: title(thing),
                    field: clash.change.field, set: clash.change.was, now: clash.change.now,
                    by: clash.by)
            })
    }

    private mutating func leave(_ thing: PeopleThing, _ found: [UndoConflict]) {
        conflicts += found
        left.insert(thing)
        switch thing {
        case .person(let id): persons[id] = nil
        case .unit(let id): units[id] = nil
        case .membership(let place): memberships[place] = nil
        case .rights(let place): rights[place] = nil
        }
    }

    // MARK: What it comes to

    /// The organisation as it would be.
    private var outcome: Organisation {
        var outcome = organisation
        for event in events(reason: "") { outcome.apply(event, at: .max) }
        return outcome
    }

    /// Something that cannot be taken back because of how everything else would be; `nil` when
    /// there is nothing.
    private func obstacle() -> (PeopleThing, UndoConflict)? {
        if units.isEmpty, memberships.isEmpty, rights.isEmpty { return nil }
        let outcome = outcome
        for id in units.keys.sorted() {
            guard let unit = units[id] else { continue }
            let target = unit.target.unit
            if target.isClosed, let by = outcome.user(of: id, in: organisation) {
                return obstacle(.unit(id), "closed", set: nil, now: "in use", by: by)
            }
            guard !target.isClosed, let parent = target.parent else { continue }
            let above = outcome.chain(of: parent)
            if above.contains(where: { $0.position == id || $0.isClosed }) {
                let by = organisation.units[parent]?.version ?? id
                return obstacle(
                    .unit(id), "parent", set: unit.target.parentName,
                    now: unit.now.parentName, by: by)
            }
        }
        for (place, own) in memberships
        where own.target.isMember && outcome.isClosed(place.unit) {
            let by = place.unit.flatMap { organisation.units[$0]?.version } ?? own.lastPosition
            return obstacle(.membership(place), "member", set: "yes", now: nil, by: by)
        }
        for (place, own) in rights
        where !own.target.rights.isEmpty && outcome.isClosed(place.unit) {
            let by = place.unit.flatMap { organisation.units[$0]?.version } ?? own.lastPosition
            return obstacle(.rights(place), "unit", set: "yes", now: nil, by: by)
        }
        guard outcome.owners.isEmpty, let place = rights.keys.first(where: { $0.unit == nil })
        else {
            return nil
        }
        return obstacle(
            .rights(place), "owner", set: nil, now: "the last one",
            by: rights[place]?.lastPosition ?? 0)
    }

    private func obstacle(
        _ thing: PeopleThing, _ field: String, set: String?, now: String?, by: UInt64
    ) -> (PeopleThing, UndoConflict) {
        (
            thing,
            UndoConflict(
                id: id(thing), type: word(thing), title: title(thing), field: field, set: set,
                now: now, by: by)
        )
    }

    /// The events that take everything back.
    func events(reason: String) -> [Event] {
        var events: [Event] = []
        for id in persons.keys.sorted() {
            guard let person = persons[id], !person.now.fields(unlike: person.target).isEmpty
            else { continue }
            events.append(
                .personChanged(
                    PersonChanged(
                        target: .position(id), previous: .position(person.now.version),
                        facts: person.target.facts)))
        }
        for id in units.keys.sorted() {
            guard let unit = units[id], !unit.now.fields(unlike: unit.target).isEmpty else {
                continue
            }
            let target = unit.target.unit
            events.append(
                .unitChanged(
                    UnitChanged(
                        target: .position(id), previous: .position(unit.now.unit.version),
                        facts: UnitFacts(name: target.name, parent: target.parent.reference),
                        isClosed: target.isClosed)))
        }
        return events + memberEvents(reason) + rightEvents(reason)
    }

    private func memberEvents(_ reason: String) -> [Event] {
        memberships.keys.sorted().compactMap { place in
            guard let own = memberships[place], let unit = place.unit.reference,
                !own.now.fields(unlike: own.target).isEmpty
            else { return nil }
            let person = Reference.position(place.person)
            if own.target.isMember {
                return .membershipSet(
                    MembershipSet(person: person, unit: unit, post: own.target.post))
            }
            // Of someone who is not there, the post does not matter.
            guard own.now.isMember else { return nil }
            return .membershipEnded(MembershipEnded(person: person, unit: unit, reason: reason))
        }
    }

    private func rightEvents(_ reason: String) -> [Event] {
        rights.keys.sorted().flatMap { place -> [Event] in
            guard let own = rights[place] else { return [] }
            func change(_ rights: Rights) -> RightsChanged {
                RightsChanged(
                    person: .position(place.person), unit: place.unit.reference, rights: rights,
                    reason: reason)
            }
            var events: [Event] = []
            let lost = own.now.rights.subtracting(own.target.rights)
            let won = own.target.rights.subtracting(own.now.rights)
            if !lost.isEmpty { events.append(.rightsRevoked(change(lost))) }
            if !won.isEmpty { events.append(.rightsGranted(change(won))) }
            return events
        }
    }

    /// What changes.
    var changes: [UndoChange] {
        var changes: [UndoChange] = []
        func add<Thing>(_ thing: PeopleThing, _ unwinding: Reversion<Thing>?) {
            changes += (unwinding?.changes(referenceData) ?? []).map {
                UndoChange($0, id: id(thing), type: word(thing), title: title(thing))
            }
        }
        for id in persons.keys.sorted() { add(.person(id), persons[id]) }
        for id in units.keys.sorted() { add(.unit(id), units[id]) }
        for place in memberships.keys.sorted() { add(.membership(place), memberships[place]) }
        for place in rights.keys.sorted() { add(.rights(place), rights[place]) }
        return changes
    }

    // MARK: What things are called

    private func id(_ thing: PeopleThing) -> UInt64 {
        switch thing {
        case .person(let id), .unit(let id): id
        case .membership(let place), .rights(let place): place.person
        }
    }

    private func word(_ thing: PeopleThing) -> String {
        switch thing {
        case .person: "person"
        case .unit: "unit"
        case .membership: "membership"
        case .rights: "rights"
        }
    }

    private func title(_ thing: PeopleThing) -> String {
        switch thing {
        case .person(let id): referenceData.person(at: id)?.name ?? ""
        case .unit(let id): organisation.path(of: id)
        case .membership(let place), .rights(let place):
            [referenceData.person(at: place.person)?.name ?? "", organisation.path(of: place.unit)]
                .joined(separator: " in ")
        }
    }
}

/// What of persons and the organisation an event speaks of.
enum PeopleThing: Hashable, Sendable {
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
    public static func < (left: Organisation.Place, right: Organisation.Place) -> Bool {
        (left.person, left.unit ?? 0) < (right.person, right.unit ?? 0)
    }
}
