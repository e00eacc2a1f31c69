extension Decider {
    mutating func people(_ command: PeopleCommand) throws(DecisionError) {
        try checkOpened()
        switch command {
        case .addPerson(let facts, let unit, let post): try addPerson(facts, unit, post)
        case .changePerson(let id, let changes): try changePerson(id, changes)
        case .addUnit(let name, let parent): try addUnit(name, parent)
        case .renameUnit(let id, let name):
            let unit = try unit(id)
            try change(unit, to: try checkedName(name), parent: unit.parent)
        case .moveUnit(let id, let parent):
            let unit = try unit(id)
            try change(unit, to: unit.name, parent: parent)
        case .join(let persons, let unit, let post): try join(persons, unit, post)
        case .leave(let persons, let unit, let reason): try leave(persons, unit, reason)
        case .grant(let persons, let rights, let unit, let reason):
            try grant(persons, rights, unit, reason)
        case .revoke(let persons, let rights, let unit, let reason):
            try revoke(persons, rights, unit, reason)
        }
    }

    private var organisation: Organisation { state.organisation }

    // MARK: Persons

    private mutating func addPerson(
        _ facts: PersonFacts, _ unit: UInt64?, _ post: String
    ) throws(DecisionError) {
        var facts = facts
        facts.name = try checkedName(facts.name)
        try checkFree(facts.name, but: nil)
        let unit = try unit.map { id throws(DecisionError) in try self.unit(id) }
        decision.events.append(.personAdded(PersonAdded(name: facts.name)))
        if facts != PersonFacts(name: facts.name) {
            decision.events.append(
                .personChanged(
                    PersonChanged(
                        target: .inThisCommit(0), previous: .inThisCommit(0), facts: facts)))
        }
        guard let unit else { return }
        decision.events.append(
            .membershipSet(
                MembershipSet(
                    person: .inThisCommit(0), unit: .position(unit.position), post: post)))
    }

    private mutating func changePerson(
        _ id: UInt64, _ changes: PersonChanges
    ) throws(DecisionError) {
        let person = try person(id)
        var facts = person.facts
        if let name = changes.name {
            facts.name = try checkedName(name)
            try checkFree(facts.name, but: id)
        }
        facts.post = changes.post ?? facts.post
        facts.picture = changes.picture ?? facts.picture
        facts.contact = changes.contact ?? facts.contact
        if facts.isSame(as: person.facts) { throw .nothingChanged }
        decision.events.append(
            .personChanged(
                PersonChanged(
                    target: .position(id), previous: .position(person.version), facts: facts)))
    }

    /// People are known by their names, so no two have the same.
    private func checkFree(_ name: String, but id: UInt64?) throws(DecisionError) {
        let folded = name.lowercased()
        let other = referenceData.persons.first {
            $0.position != id && $0.name.lowercased() == folded
        }
        if let other { throw .duplicatePerson(other.name, other.position) }
    }

    private func person(_ id: UInt64) throws(DecisionError) -> ReferenceData.Person {
        guard let person = referenceData.person(at: id) else { throw .unknownPerson(id) }
        return person
    }

    /// Each once, in the order in which they were named.
    private func known(_ persons: [UInt64]) throws(DecisionError) -> [ReferenceData.Person] {
        if persons.isEmpty { throw .nothingGiven }
        var known: [ReferenceData.Person] = []
        var seen: Set<UInt64> = []
        for id in persons where seen.insert(id).inserted { known.append(try person(id)) }
        return known
    }

    // MARK: Units

    private mutating func addUnit(_ name: String, _ parent: UInt64?) throws(DecisionError) {
        let name = try checkedName(name)
        let parent = try parent.map { id throws(DecisionError) in try unit(id).position }
        try checkFree(name, below: parent, but: nil)
        decision.events.append(
            .unitAdded(UnitAdded(facts: UnitFacts(name: name, parent: parent.reference))))
    }

    private mutating func change(
        _ unit: Organisation.Unit, to name: String, parent: UInt64?
    ) throws(DecisionError) {
        if let parent {
            _ = try self.unit(parent)
            if organisation.isBelow(parent, unit.position) {
                throw .unitCycle(
                    organisation.path(of: unit.position), below: organisation.path(of: parent))
            }
        }
        if parent == unit.parent, name.isSame(as: unit.name) { throw .nothingChanged }
        try checkFree(name, below: parent, but: unit.position)
        decision.events.append(
            .unitChanged(
                UnitChanged(
                    target: .position(unit.position), previous: .position(unit.version),
                    facts: UnitFacts(name: name, parent: parent.reference))))
    }

    /// Siblings have different names, so that a path means one unit.
    private func checkFree(
        _ name: String, below parent: UInt64?, but id: UInt64?
    ) throws(DecisionError) {
        let folded = name.lowercased()
        let other = organisation.units.values.first { unit in
            unit.parent == parent && unit.position != id && !unit.isClosed
                && unit.name.lowercased() == folded
        }
        guard let other else { return }
        throw .duplicateUnit(organisation.path(of: other.position), other.position)
    }

    private func unit(_ id: UInt64) throws(DecisionError) -> Organisation.Unit {
        guard let unit = organisation.units[id], !unit.isClosed else { throw .notAUnit(id) }
        return unit
    }

    // MARK: Memberships

    private mutating func join(
        _ persons: [UInt64], _ unit: UInt64, _ post: String
    ) throws(DecisionError) {
        _ = try self.unit(unit)
        for person in try known(persons) {
            let place = Organisation.Place(person: person.position, unit: unit)
            if let found = organisation.memberships[place], found.isMember,
                found.post.isSame(as: post)
            {
                continue
            }
            decision.events.append(
                .membershipSet(
                    MembershipSet(
                        person: .position(person.position), unit: .position(unit), post: post)))
        }
        if decision.events.isEmpty { throw .nothingChanged }
    }

    private mutating func leave(
        _ persons: [UInt64], _ unit: UInt64, _ reason: String
    ) throws(DecisionError) {
        _ = try self.unit(unit)
        for person in try known(persons) {
            let place = Organisation.Place(person: person.position, unit: unit)
            guard organisation.memberships[place]?.isMember == true else {
                throw .notAMember(person.name, organisation.path(of: unit))
            }
            decision.events.append(
                .membershipEnded(
                    MembershipEnded(
                        person: .position(person.position), unit: .position(unit),
                        reason: reason)))
        }
    }

    // MARK: Rights

    private mutating func grant(
        _ persons: [UInt64], _ rights: Rights, _ unit: UInt64?, _ reason: String
    ) throws(DecisionError) {
        if rights.isEmpty { throw .nothingGiven }
        if let unit { _ = try self.unit(unit) }
        for person in try known(persons) {
            let place = Organisation.Place(person: person.position, unit: unit)
            let new = rights.subtracting(organisation.rights(of: place))
            if new.isEmpty { continue }
            decision.events.append(
                .rightsGranted(
                    RightsChanged(
                        person: .position(person.position), unit: unit.reference, rights: new,
                        reason: reason)))
        }
        if decision.events.isEmpty { throw .nothingChanged }
    }

    private mutating func revoke(
        _ persons: [UInt64], _ rights: Rights, _ unit: UInt64?, _ reason: String
    ) throws(DecisionError) {
        if rights.isEmpty { throw .nothingGiven }
        if let unit { _ = try self.unit(unit) }
        var owners = Set(organisation.owners)
        for person in try known(persons) {
            let place = Organisation.Place(person: person.position, unit: unit)
            let gone = rights.intersection(organisation.rights(of: place))
            if gone.isEmpty { throw notGranted(person, rights, unit) }
            if unit == nil, owners.remove(person.position) != nil, owners.isEmpty {
                throw .lastOwner(person.name)
            }
            decision.events.append(
                .rightsRevoked(
                    RightsChanged(
                        person: .position(person.position), unit: unit.reference, rights: gone,
                        reason: reason)))
        }
    }

    /// What was not granted in a unit itself may be inherited from above.
    private func notGranted(
        _ person: ReferenceData.Person, _ rights: Rights, _ unit: UInt64?
    ) -> DecisionError {
        let answer = RightsTable(organisation).answer(person.position, rights, in: unit)
        return .notGranted(
            person.name, rights, unit: organisation.path(of: unit),
            from: answer.sources.first.map { organisation.path(of: $0.unit) })
    }
}

extension PersonFacts {
    /// Whether it is the same byte for byte.
    func isSame(as other: PersonFacts) -> Bool {
        name.isSame(as: other.name) && post.isSame(as: other.post)
            && picture.isSame(as: other.picture) && contact.isSame(as: other.contact)
    }
}

extension UInt64? {
    /// The reference to a position.
    var reference: Reference? { map { .position($0) } }
}
