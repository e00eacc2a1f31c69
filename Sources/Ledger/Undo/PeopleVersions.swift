internal import EventLog

/// All versions of some entities of the organisation, event by event.
struct PeopleVersions {
    var organisation = Organisation()
    var persons: [UInt64: [Reversion<ReferenceData.Person>.Version]] = [:]
    var units: [UInt64: [Reversion<UnitVersion>.Version]] = [:]
    var memberships: [Organisation.Place: [Reversion<HeldMembership>.Version]] = [:]
    var rights: [Organisation.Place: [Reversion<HeldRights>.Version]] = [:]
    private let entities: Set<PeopleEntity>
    private let undone: PositionRanges
    private let erased: Set<UInt64>

    init(_ entities: Set<PeopleEntity>, _ undone: PositionRanges, erased: Set<UInt64>) {
        self.erased = erased
        self.entities = entities
        self.undone = undone
        for entity in entities {
            switch entity {
            case .membership(let place):
                memberships[place] = [
                    .init(
                        position: 0,
                        entity: .init(place: place, membership: .init(version: 0, isMember: false)),
                        isUndone: false)
                ]
            case .rights(let place):
                let first = HeldRights(place: place, rights: Organisation().rights(of: place))
                rights[place] = [.init(position: 0, entity: first, isUndone: false)]
            default: break
            }
        }
    }

    /// Takes in the persons: what adding one said, which nothing takes back, and every change.
    mutating func takePersons(in snapshot: LedgerSnapshot) throws(StoreError) {
        let ids = entities.compactMap { if case .person(let id) = $0 { id } else { nil } }.sorted()
        try snapshot.store.readEvents(at: ids, [.text]) { position, event, _ in
            guard case .personAdded(let added) = event else { return }
            let person = ReferenceData.Person(
                position: position, version: position, facts: PersonFacts(name: added.name))
            persons[position] = [
                .init(
                    position: position, entity: person, isUndone: false, lost: lost(at: position))
            ]
        }
        for entry in snapshot.referenceData.personChanges {
            guard let id = entry.change.target.position else { continue }
            let person = ReferenceData.Person(
                position: id, version: entry.position, facts: entry.change.facts)
            let isUndone = undone.contains(entry.position)
            let lost = lost(at: entry.position)
            persons[id]?.append(
                .init(
                    position: entry.position, entity: person, isUndone: isUndone, lost: lost))
        }
    }

    private func lost(at position: UInt64) -> FieldSet {
        erased.contains(position) ? ReferenceData.Person.texts : []
    }

    /// Takes in an event of the organisation.
    mutating func take(_ event: Event, at position: UInt64) {
        organisation.apply(event, at: position)
        let isUndone = undone.contains(position)
        guard let entity = PeopleEntity(event, at: position), entities.contains(entity) else {
            return
        }
        switch entity {
        case .unit(let id):
            guard let unit = organisation.units[id] else { return }
            let version = UnitVersion(
                unit: unit, parentName: unit.parent.map { organisation.path(of: $0) } ?? "/")
            units[id, default: []].append(
                .init(position: position, entity: version, isUndone: isUndone))
        case .membership(let place):
            guard let own = organisation.memberships[place] else { return }
            let lost = erased.contains(position) ? HeldMembership.texts : []
            memberships[place]?.append(
                .init(
                    position: position, entity: HeldMembership(place: place, membership: own),
                    isUndone: isUndone, lost: lost))
        case .rights(let place):
            let own = HeldRights(place: place, rights: organisation.rights(of: place))
            rights[place]?.append(.init(position: position, entity: own, isUndone: isUndone))
        case .person: break
        }
    }
}
