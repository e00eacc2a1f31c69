import EventLog
import Ledger
import Support
import Testing

@Suite("Undo of persons and the organisation")
struct UndoPeopleTests {
    private func facts(_ name: String, _ parent: UInt64? = nil) -> UnitFacts {
        UnitFacts(name: name, parent: parent.map { .position($0) })
    }

    private func unit(_ name: String, _ parent: UInt64? = nil) -> Event {
        .unitAdded(UnitAdded(facts: facts(name, parent)))
    }

    private func moved(_ id: UInt64, _ name: String, _ parent: UInt64?, after: UInt64) -> Event {
        .unitChanged(
            UnitChanged(
                target: .position(id), previous: .position(after), facts: facts(name, parent)))
    }

    private func rights(_ person: UInt64, _ rights: Rights, _ unit: UInt64? = nil) -> RightsChanged
    {
        RightsChanged(
            person: .position(person), unit: unit.map { .position($0) }, rights: rights)
    }

    private func joined(_ person: UInt64, _ unit: UInt64, _ post: String) -> MembershipSet {
        MembershipSet(person: .position(person), unit: .position(unit), post: post)
    }

    @Test("each event has its inverse") func inverts() throws {
        let named = PersonChanged(
            target: .position(1), previous: .position(1),
            facts: PersonFacts(name: "Ada L.", post: "head"))
        let undoing = try Undoing([
            [unit("A")], [unit("B", 4)], [.personChanged(named)],
            [.membershipSet(joined(1, 5, "x"))], [.membershipSet(joined(1, 5, "y"))],
            [
                .membershipEnded(MembershipEnded(person: .position(1), unit: .position(5)))
            ], [.rightsGranted(rights(1, [.read, .write], 5))],
            [.rightsRevoked(rights(1, .write, 5))], [moved(5, "C", nil, after: 5)],
        ])
        #expect(
            try undoing.events(.events([12])) == [
                .unitChanged(
                    UnitChanged(
                        target: .position(5), previous: .position(12), facts: facts("B", 4)))
            ])
        #expect(
            try undoing.events(.events([11]), reason: "r")
                == [
                    .rightsGranted(
                        RightsChanged(
                            person: .position(1), unit: .position(5), rights: .write, reason: "r"))
                ])
        #expect(
            try undoing.events(.events([10, 11])) == [.rightsRevoked(rights(1, .read, 5))])
        #expect(try undoing.events(.events([9])) == [.membershipSet(joined(1, 5, "y"))])
        #expect(
            try undoing.events(.events([9, 8])) == [.membershipSet(joined(1, 5, "x"))])
        #expect(try undoing.events(.events([7, 8, 9])) == [])
        #expect(
            try undoing.events(.events([6])) == [
                .personChanged(
                    PersonChanged(
                        target: .position(1), previous: .position(6),
                        facts: PersonFacts(name: "Ada")))
            ])
        #expect(
            try undoing.changes(.events([6]))
                == ["person 1 name: Ada L. → Ada", "person 1 post: head → -"])
        #expect(
            try undoing.changes(.events([12]))
                == ["unit 5 name: C → B", "unit 5 parent: / → A"])
        #expect(try undoing.changes(.events([11])) == ["rights 1 write: - → yes"])
    }

    @Test("a unit that is in use stays") func keepsUnitsInUse() throws {
        let undoing = try Undoing([
            [unit("A")], [unit("B", 4)], [.membershipSet(joined(1, 5, ""))],
            [unit("C")], [.rightsGranted(rights(1, .read, 7))], [unit("D")],
        ])
        #expect(try undoing.conflicts(.events([4])) == ["unit 4 closed: -, now in use, by 5"])
        #expect(try undoing.conflicts(.events([5])) == ["unit 5 closed: -, now in use, by 6"])
        #expect(try undoing.conflicts(.events([7])) == ["unit 7 closed: -, now in use, by 8"])
        // All of it together goes.
        #expect(
            try undoing.events(.events([4, 5, 6])) == [
                .unitChanged(
                    UnitChanged(
                        target: .position(4), previous: .position(4), facts: facts("A"),
                        isClosed: true)),
                .unitChanged(
                    UnitChanged(
                        target: .position(5), previous: .position(5), facts: facts("B", 4),
                        isClosed: true)),
                .membershipEnded(MembershipEnded(person: .position(1), unit: .position(5))),
            ])
        #expect(try undoing.changes(.events([9])) == ["unit 9 closed: - → yes"])
        try undoing.undo(.events([9]))
        #expect(try undoing.snapshot.organisation().units[9]?.isClosed == true)
        // Nobody can join what is closed, and its name is free again.
        let snapshot = try undoing.snapshot
        let join = Command.people(.join([1], unit: 9, post: ""))
        #expect(throws: DecisionError.notAUnit(9)) { try decide(join, snapshot.state(for: join)) }
        let add = Command.people(.addUnit("D", parent: nil))
        #expect(try decide(add, snapshot.state(for: add)).events.count == 1)
    }

    @Test("a move is not taken back into a ring") func refusesRings() throws {
        // B was below A; it moved out, then A moved below B.
        let undoing = try Undoing([
            [unit("A")], [unit("B", 4)], [moved(5, "B", nil, after: 5)],
            [moved(4, "A", 5, after: 4)],
        ])
        #expect(try undoing.conflicts(.events([6])) == ["unit 5 parent: A, now /, by 7"])
        #expect(try undoing.conflicts(.events([6, 7])) == [])
    }

    @Test("what was changed since stays") func findsConflicts() throws {
        let undoing = try Undoing([
            [unit("A")], [moved(4, "B", nil, after: 4)], [moved(4, "C", nil, after: 5)],
            [.membershipSet(joined(1, 4, "x"))], [.membershipSet(joined(1, 4, "y"))],
            [.rightsGranted(rights(1, .read, 4))], [.rightsRevoked(rights(1, .read, 4))],
        ])
        #expect(try undoing.conflicts(.events([5])) == ["unit 4 name: B, now C, by 6"])
        #expect(try undoing.conflicts(.events([7])) == ["membership 1 post: x, now y, by 8"])
        #expect(try undoing.conflicts(.events([9])) == ["rights 1 read: yes, now -, by 10"])
    }

    @Test("the last owner is not undone") func keepsAnOwner() throws {
        let undoing = try Undoing([
            [.personAdded(PersonAdded(name: "Bob"))], [.rightsGranted(rights(4, .all))],
            [.rightsRevoked(rights(1, .share))],
        ])
        #expect(
            try undoing.conflicts(.events([5]))
                == ["rights 4 owner: -, now the last one, by 5"])
        #expect(try undoing.conflicts(.events([5, 6])) == [])
        #expect(try undoing.snapshot.organisation().owners == [4])
    }

    @Test("a person stays known, the unit is left") func personsStay() throws {
        let undoing = try Undoing([
            [unit("A")],
            [
                .personAdded(PersonAdded(name: "Bob")),
                .membershipSet(
                    MembershipSet(person: .inThisCommit(0), unit: .position(4), post: "p")),
            ],
        ])
        let plan = try undoing.plan(.newest)
        #expect(plan.notes.map(\.kind) == [.personStays])
        #expect(
            try undoing.events(.newest) == [
                .membershipEnded(MembershipEnded(person: .position(5), unit: .position(4)))
            ])
    }
}
