/// A person stays known.
extension ReferenceData.Person: FieldwiseRevertible {
    static let fields: [RevertibleField<ReferenceData.Person>] = [
        RevertibleField("name", text: \.facts.name, isErasable: true),
        RevertibleField("post", text: \.facts.post, isErasable: true),
        RevertibleField("picture", text: \.facts.picture, isErasable: true),
        RevertibleField("contact", text: \.facts.contact, isErasable: true),
    ]

    func label(_ names: UndoNames) -> EntityLabel {
        let name = names.referenceData.person(at: position)?.name ?? ""
        return EntityLabel(id: position, type: "person", title: name)
    }

    func events(
        toBecome target: ReferenceData.Person, leavesNothing: Bool, from index: Int,
        reason: String
    ) -> [Event] {
        [
            .personChanged(
                PersonChanged(
                    target: .position(position), previous: .position(version),
                    facts: target.facts))
        ]
    }
}

/// A version of a unit with what the unit above is called.
struct UnitVersion: FieldwiseRevertible {
    var unit: Organisation.Unit
    var parentName: String

    static let fields: [RevertibleField<UnitVersion>] = [
        RevertibleField("name", text: \.unit.name),
        RevertibleField("parent", parent) { unit, _ in unit.parentName },
        RevertibleField(goneField, flag: \.unit.isClosed),
    ]

    private static let parent = FieldAccess<UnitVersion>(
        isSame: { $0.unit.parent == $1.unit.parent },
        take: {
            $0.unit.parent = $1.unit.parent
            $0.parentName = $1.parentName
        })

    static var goneField: String { "closed" }

    var isInactive: Bool { unit.isClosed }

    mutating func leave() { unit.isClosed = true }

    func label(_ names: UndoNames) -> EntityLabel {
        let path = names.organisation.path(of: unit.position)
        return EntityLabel(id: unit.position, type: "unit", title: path)
    }

    func events(
        toBecome target: UnitVersion, leavesNothing: Bool, from index: Int, reason: String
    ) -> [Event] {
        let facts = UnitFacts(name: target.unit.name, parent: target.unit.parent.reference)
        return [
            .unitChanged(
                UnitChanged(
                    target: .position(unit.position), previous: .position(unit.version),
                    facts: facts, isClosed: target.unit.isClosed))
        ]
    }
}

/// Whether a person is in a unit.
struct HeldMembership: FieldwiseRevertible {
    let place: Organisation.Place
    var membership: Organisation.Membership

    static let fields: [RevertibleField<HeldMembership>] = [
        RevertibleField(goneField, flag: \.membership.isMember),
        RevertibleField("post", text: \.membership.post, isErasable: true),
    ]

    static var goneField: String { "member" }

    var isInactive: Bool { !membership.isMember }

    mutating func leave() { membership.isMember = false }

    func label(_ names: UndoNames) -> EntityLabel { place.label("membership", names) }

    func events(
        toBecome target: HeldMembership, leavesNothing: Bool, from index: Int, reason: String
    ) -> [Event] {
        guard let unit = place.unit.reference else { return [] }
        let person = Reference.position(place.person)
        if target.membership.isMember {
            let set = MembershipSet(person: person, unit: unit, post: target.membership.post)
            return [.membershipSet(set)]
        }
        // Of someone who is not there, the post does not matter.
        guard membership.isMember else { return [] }
        return [.membershipEnded(MembershipEnded(person: person, unit: unit, reason: reason))]
    }
}

/// The rights of a person in a unit, or in the whole ledger.
struct HeldRights: Revertible {
    let place: Organisation.Place
    var rights: Rights

    func fields(unlike other: HeldRights) -> Rights { rights.symmetricDifference(other.rights) }

    mutating func take(_ fields: Rights, from other: HeldRights) {
        rights = rights.subtracting(fields).union(other.rights.intersection(fields))
    }

    static var goneFields: Rights { [] }

    mutating func leave() { rights = [] }

    func texts(_ referenceData: ReferenceData) -> [FieldText] {
        Rights.all.each.map { FieldText($0.names[0], rights.contains($0) ? "yes" : nil) }
    }

    func label(_ names: UndoNames) -> EntityLabel { place.label("rights", names) }

    func events(
        toBecome target: HeldRights, leavesNothing: Bool, from index: Int, reason: String
    ) -> [Event] {
        func change(_ rights: Rights) -> RightsChanged {
            RightsChanged(
                person: .position(place.person), unit: place.unit.reference, rights: rights,
                reason: reason)
        }
        var events: [Event] = []
        let lost = rights.subtracting(target.rights)
        let won = target.rights.subtracting(rights)
        if !lost.isEmpty { events.append(.rightsRevoked(change(lost))) }
        if !won.isEmpty { events.append(.rightsGranted(change(won))) }
        return events
    }
}

extension Organisation.Place {
    /// What a person is called together with a unit.
    fileprivate func label(_ type: String, _ names: UndoNames) -> EntityLabel {
        let name = names.referenceData.person(at: person)?.name ?? ""
        let title = "\(name) in \(names.organisation.path(of: unit))"
        return EntityLabel(id: person, type: type, title: title)
    }
}
