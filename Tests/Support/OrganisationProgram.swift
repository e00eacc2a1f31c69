internal import EventLog
package import Ledger

/// Commands at random about persons, units, memberships and rights, with a plain account of what
/// they come to.
package struct OrganisationProgram {
    /// What is kept of the organisation, told apart by nothing but its own account.
    package struct Account: Equatable {
        /// Units that are there: name and unit above.
        package var units: [UInt64: Unit] = [:]
        /// The posts of those who are in a unit, by person and unit.
        package var posts: [Organisation.Place: String] = [:]
        /// What was granted and not revoked, by person and unit.
        package var rights: [Organisation.Place: Rights] = [
            Organisation.Place(person: 1, unit: nil): .all
        ]

        /// A unit.
        package struct Unit: Equatable {
            var name: String
            var parent: UInt64?
        }

        /// Whether someone may do something: a walk up to the whole ledger.
        package func allows(_ person: UInt64, _ right: Rights, in unit: UInt64?) -> Bool {
            var next = unit
            while true {
                let place = Organisation.Place(person: person, unit: next)
                if rights[place]?.contains(right) == true { return true }
                guard let id = next else { return false }
                next = units[id]?.parent
            }
        }

        /// Who has all rights in the whole ledger.
        package var owners: Int { rights.count { $0.key.unit == nil && $0.value == .all } }
    }

    /// Where it records.
    package let store: any EventStore
    /// What it comes to.
    package private(set) var account = Account()
    /// The persons.
    package private(set) var persons: [UInt64] = [1]
    private var random: SeededRandom
    private var names = 0

    /// A program on an empty store.
    package init(seed: UInt64, on kind: StoreKind) throws {
        store = try kind.makeStore()
        random = SeededRandom(seed: seed)
        try append(Given.ledger, actor: nil)
    }

    /// The ledger as it is.
    package var snapshot: LedgerSnapshot { get throws { try LedgerSnapshot(store: store) } }

    /// A number below another.
    package mutating func number(below end: Int) -> Int { random.below(end) }

    /// Records something; what makes no sense is tried again as something else.
    ///
    /// - Throws: What the store throws: what is decided can be appended.
    package mutating func step() throws {
        let snapshot = try snapshot
        while true {
            let command = command()
            do {
                let decision = try decide(.people(command), snapshot.state(for: .people(command)))
                try append(decision.events)
                take(command, at: snapshot.count)
                return
            } catch is DecisionError {
                continue
            }
        }
    }

    /// Takes back the newest commit, or the newest undo.
    package func undo(_ target: UndoTarget) throws {
        let snapshot = try snapshot
        let plan = try UndoPlan(
            of: snapshot.commits(toUndo: target, by: 1), in: snapshot, reason: "", limit: 5)
        var events: [Event] = []
        try plan.events { events.append($0) }
        try append(events)
    }

    /// Appends a commit, a second after the one before.
    package func append(_ events: [Event], actor: UInt64? = 1) throws {
        let count = try store.head().count
        let commit = NewCommit(
            id: CommitID(high: 9, low: count),
            recordedAt: Timestamp(millisecondsSince1970: 1_767_225_600_000 + Int64(count) * 1_000),
            actor: actor.map { .position($0) }, events: events)
        _ = try store.append(commit, expecting: nil)
    }

    private mutating func person() -> UInt64 { persons[number(below: persons.count)] }

    private mutating func unit() -> UInt64? {
        let units = account.units.keys.sorted()
        return units.isEmpty || number(below: 5) == 0 ? nil : units[number(below: units.count)]
    }

    private mutating func command() -> PeopleCommand {
        names += 1
        switch number(below: 12) {
        case 0: return .addPerson(PersonFacts(name: "P\(names)", contact: "c"), unit: nil, post: "")
        case 1: return .changePerson(person(), PersonChanges(name: "Q\(names)"))
        case 2, 3: return .addUnit("U\(names)", parent: unit())
        case 4: return .renameUnit(unit() ?? 0, "V\(names)")
        case 5, 6: return .moveUnit(unit() ?? 0, to: unit())
        case 7:
            return .join([person(), person()], unit: unit() ?? 0, post: "\(number(below: 3))")
        case 8: return .leave([person()], unit: unit() ?? 0, reason: "")
        case 9, 10:
            let rights = Rights(rawValue: UInt8(1 + number(below: 15)))
            return .grant([person()], rights, unit: unit(), reason: "")
        default:
            let rights = Rights(rawValue: UInt8(1 + number(below: 15)))
            return .revoke([person()], rights, unit: unit(), reason: "")
        }
    }

    private mutating func take(_ command: PeopleCommand, at position: UInt64) {
        switch command {
        case .addPerson: persons.append(position)
        case .changePerson: break
        case .addUnit(let name, let parent):
            account.units[position] = Account.Unit(name: name, parent: parent)
        case .renameUnit(let id, let name): account.units[id]?.name = name
        case .moveUnit(let id, let parent): account.units[id]?.parent = parent
        case .join(let persons, let unit, let post):
            for person in persons {
                account.posts[Organisation.Place(person: person, unit: unit)] = post
            }
        case .leave(let persons, let unit, _):
            for person in persons {
                account.posts[Organisation.Place(person: person, unit: unit)] = nil
            }
        case .grant(let persons, let rights, let unit, _):
            for person in persons {
                account.rights[Organisation.Place(person: person, unit: unit), default: []]
                    .formUnion(rights)
            }
        case .revoke(let persons, let rights, let unit, _):
            for person in persons {
                let place = Organisation.Place(person: person, unit: unit)
                let left = (account.rights[place] ?? []).subtracting(rights)
                account.rights[place] = left.isEmpty ? nil : left
            }
        }
    }
}

extension OrganisationProgram.Account {
    /// What a projection says.
    package init(_ organisation: Organisation) {
        for unit in organisation.units.values where !unit.isClosed {
            units[unit.position] = Unit(name: unit.name, parent: unit.parent)
        }
        for (place, membership) in organisation.memberships where membership.isMember {
            posts[place] = membership.post
        }
        rights = [:]
        let owner = Organisation.Place(person: Organisation.owner, unit: nil)
        for place in Set(organisation.grants.keys).union([owner]) {
            let held = organisation.rights(of: place)
            if !held.isEmpty { rights[place] = held }
        }
    }
}
