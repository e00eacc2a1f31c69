import EventLog
import Ledger
import Support
import Testing

@Suite("Persons, units, memberships and rights")
struct PeopleTests {
    /// Owner 1, Bob 4, Company 5, Sales 6 in it, Field 7 in that; Bob is in Sales and may write in
    /// Company.
    private static let given =
        Given.ledger + [
            .personAdded(PersonAdded(name: "Bob")), unit("Company", nil), unit("Sales", 5),
            unit("Field", 6), joined(4, 6, "clerk"), granted(4, .write, 5),
        ]

    private static func unit(_ name: String, _ parent: UInt64?) -> Event {
        .unitAdded(UnitAdded(facts: facts(name, parent)))
    }

    private static func facts(_ name: String, _ parent: UInt64?) -> UnitFacts {
        UnitFacts(name: name, parent: parent.map { .position($0) })
    }

    private static func joined(_ person: UInt64, _ unit: UInt64, _ post: String) -> Event {
        .membershipSet(
            MembershipSet(person: .position(person), unit: .position(unit), post: post))
    }

    private static func change(_ person: UInt64, _ rights: Rights, _ unit: UInt64?) -> RightsChanged
    {
        RightsChanged(
            person: .position(person), unit: unit.map { .position($0) }, rights: rights)
    }

    private static func granted(_ person: UInt64, _ rights: Rights, _ unit: UInt64?) -> Event {
        .rightsGranted(change(person, rights, unit))
    }

    private func expect(_ command: PeopleCommand, then events: [Event]) throws {
        try Support.expect(given: PeopleTests.given, when: .people(command), then: events)
    }

    private func expect(_ command: PeopleCommand, refused error: DecisionError) {
        Support.expect(given: PeopleTests.given, when: .people(command), refused: error)
    }

    @Test("a person is added, with a unit and what is known") func addsPersons() throws {
        try expect(
            .addPerson(PersonFacts(name: " Eve "), unit: nil, post: ""),
            then: [.personAdded(PersonAdded(name: "Eve"))])
        let facts = PersonFacts(name: "Eve", contact: "eve@example.org")
        try expect(
            .addPerson(facts, unit: 6, post: "head"),
            then: [
                .personAdded(PersonAdded(name: "Eve")),
                .personChanged(
                    PersonChanged(
                        target: .inThisCommit(0), previous: .inThisCommit(0), facts: facts)),
                .membershipSet(
                    MembershipSet(person: .inThisCommit(0), unit: .position(6), post: "head")),
            ])
        expect(.addPerson(PersonFacts(name: " "), unit: nil, post: ""), refused: .emptyName)
        expect(
            .addPerson(PersonFacts(name: "BOB"), unit: nil, post: ""),
            refused: .duplicatePerson("Bob", 4))
        expect(.addPerson(PersonFacts(name: "Eve"), unit: 4, post: ""), refused: .notAUnit(4))
    }

    @Test("a person is changed, each version after the one before") func changesPersons() throws {
        func changed(_ facts: PersonFacts, after previous: UInt64) -> Event {
            .personChanged(
                PersonChanged(target: .position(4), previous: .position(previous), facts: facts))
        }
        let named = PersonFacts(name: "Bob Stone")
        try expect(
            .changePerson(4, PersonChanges(name: "Bob Stone")), then: [changed(named, after: 4)])
        try Support.expect(
            given: PeopleTests.given + [changed(named, after: 4)],
            when: .people(.changePerson(4, PersonChanges(post: "clerk", contact: ""))),
            then: [changed(PersonFacts(name: "Bob Stone", post: "clerk"), after: 10)])
        // Another spelling of the own name is no other person's.
        try expect(
            .changePerson(4, PersonChanges(name: "bob")),
            then: [changed(PersonFacts(name: "bob"), after: 4)])
        expect(.changePerson(4, PersonChanges(name: "Bob")), refused: .nothingChanged)
        expect(.changePerson(4, PersonChanges(name: "ada")), refused: .duplicatePerson("Ada", 1))
        expect(.changePerson(5, PersonChanges(name: "X")), refused: .unknownPerson(5))
    }

    @Test("the owner of a name is who has it now") func findsByPresentName() throws {
        let facts = PersonFacts(name: "Robert")
        let change = PersonChanged(target: .position(4), previous: .position(4), facts: facts)
        let store = try Given.store([PeopleTests.given, [.personChanged(change)]])
        let snapshot = try LedgerSnapshot(store: store)
        #expect(snapshot.referenceData.persons.map(\.name) == ["Ada", "Robert"])
        #expect(snapshot.referenceData.person(at: 4)?.version == 10)
        #expect(
            try LedgerSnapshot(store: store, upTo: 10).referenceData.person(at: 4)?.name == "Bob")
    }

    @Test("units are added, renamed and moved") func changesUnits() throws {
        func changed(_ id: UInt64, _ name: String, _ parent: UInt64?) -> Event {
            .unitChanged(
                UnitChanged(
                    target: .position(id), previous: .position(id),
                    facts: PeopleTests.facts(name, parent)))
        }
        try expect(.addUnit("Field", parent: 5), then: [PeopleTests.unit("Field", 5)])
        try expect(.renameUnit(6, " Trade "), then: [changed(6, "Trade", 5)])
        try expect(.moveUnit(6, to: nil), then: [changed(6, "Sales", nil)])
        try expect(.moveUnit(7, to: 5), then: [changed(7, "Field", 5)])
        expect(.addUnit("SALES", parent: 5), refused: .duplicateUnit("Company/Sales", 6))
        expect(.addUnit("X", parent: 4), refused: .notAUnit(4))
        expect(.addUnit("", parent: nil), refused: .emptyName)
        expect(.renameUnit(6, "Sales"), refused: .nothingChanged)
        expect(.moveUnit(6, to: 5), refused: .nothingChanged)
        expect(.renameUnit(9, "X"), refused: .notAUnit(9))
    }

    @Test("no unit stands below itself") func refusesCycles() {
        expect(.moveUnit(5, to: 5), refused: .unitCycle("Company", below: "Company"))
        expect(
            .moveUnit(5, to: 7), refused: .unitCycle("Company", below: "Company/Sales/Field"))
        expect(
            .moveUnit(6, to: 7),
            refused: .unitCycle("Company/Sales", below: "Company/Sales/Field"))
    }

    @Test("people join and leave") func joinsAndLeaves() throws {
        try expect(
            .join([1, 4], unit: 7, post: ""),
            then: [
                PeopleTests.joined(1, 7, ""), PeopleTests.joined(4, 7, ""),
            ])
        // Who is there with the same post stays as he is.
        try expect(
            .join([4, 1, 1], unit: 6, post: "clerk"), then: [PeopleTests.joined(1, 6, "clerk")])
        try expect(.join([4], unit: 6, post: "head"), then: [PeopleTests.joined(4, 6, "head")])
        try expect(
            .leave([4], unit: 6, reason: "r"),
            then: [
                .membershipEnded(
                    MembershipEnded(person: .position(4), unit: .position(6), reason: "r"))
            ])
        expect(.join([4], unit: 6, post: "clerk"), refused: .nothingChanged)
        expect(.join([], unit: 6, post: ""), refused: .nothingGiven)
        expect(.join([9], unit: 6, post: ""), refused: .unknownPerson(9))
        expect(.leave([1], unit: 6, reason: ""), refused: .notAMember("Ada", "Company/Sales"))
        expect(.leave([4], unit: 7, reason: ""), refused: .notAMember("Bob", "Company/Sales/Field"))
    }

    @Test("rights are granted and revoked where they are said") func grantsAndRevokes() throws {
        let change = PeopleTests.change
        try expect(
            .grant([4], [.read, .write], unit: 5, reason: ""),
            then: [.rightsGranted(change(4, .read, 5))])
        // What is inherited can still be granted by itself.
        try expect(
            .grant([4], .write, unit: 6, reason: ""), then: [.rightsGranted(change(4, .write, 6))])
        try expect(
            .revoke([4], .all, unit: 5, reason: ""), then: [.rightsRevoked(change(4, .write, 5))])
        expect(.grant([4], .write, unit: 5, reason: ""), refused: .nothingChanged)
        expect(.grant([1], .all, unit: nil, reason: ""), refused: .nothingChanged)
        expect(.grant([4], [], unit: 5, reason: ""), refused: .nothingGiven)
        expect(
            .revoke([4], .write, unit: 7, reason: ""),
            refused: .notGranted("Bob", .write, unit: "Company/Sales/Field", from: "Company"))
        expect(
            .revoke([4], .read, unit: 5, reason: ""),
            refused: .notGranted("Bob", .read, unit: "Company", from: nil))
    }

    @Test("the last owner stays one") func keepsAnOwner() throws {
        for rights in Rights.all.each {
            expect(.revoke([1], rights, unit: nil, reason: ""), refused: .lastOwner("Ada"))
        }
        let two = PeopleTests.given + [PeopleTests.granted(4, .all, nil)]
        let change = PeopleTests.change
        try Support.expect(
            given: two, when: .people(.revoke([1], .share, unit: nil, reason: "")),
            then: [.rightsRevoked(change(1, .share, nil))])
        Support.expect(
            given: two, when: .people(.revoke([4, 1], .all, unit: nil, reason: "")),
            refused: .lastOwner("Ada"))
        Support.expect(
            given: two + [.rightsRevoked(change(1, .share, nil))],
            when: .people(.revoke([4], .read, unit: nil, reason: "")), refused: .lastOwner("Bob"))
    }

    @Test("a decision says which grant it comes from", arguments: StoreKind.allCases)
    func explains(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let events =
            PeopleTests.given + [
                PeopleTests.granted(4, [.read, .write], 6), PeopleTests.granted(4, .read, nil),
            ]
        for (index, events) in [Array(events.prefix(2)), Array(events.dropFirst(2))].enumerated() {
            let commit = NewCommit(
                id: CommitID(high: 1, low: UInt64(index)),
                recordedAt: Timestamp(millisecondsSince1970: 0),
                actor: index > 0 ? .position(1) : nil, events: events)
            _ = try store.append(commit, expecting: nil)
        }
        let organisation = try LedgerSnapshot(store: store).organisation()
        let table = RightsTable(organisation)
        func sources(_ unit: UInt64?) -> [String] {
            table.answer(4, .all, in: unit).sources.map {
                "\($0.right.names[0]) \($0.unit.map { "\($0)" } ?? "-") \($0.event ?? 0)"
            }.sorted()
        }
        #expect(sources(nil) == ["read - 11"])
        #expect(sources(5) == ["read - 11", "write 5 9"])
        // The nearest grant counts, and is inherited further down.
        #expect(sources(6) == ["read 6 10", "write 6 10"])
        #expect(sources(7) == ["read 6 10", "write 6 10"])
        #expect(table.answer(4, [.write, .share], in: 7).missing == .share)
        #expect(table.answer(1, .all, in: 7).sources.map(\.event) == [nil, nil, nil, nil])
        #expect(table.answer(1, .all, in: 99).isGranted)
        #expect(!table.answer(9, .read, in: nil).isGranted)
    }

    @Test("a tree that was forged into a ring ends") func survivesRings() throws {
        let ring = Event.unitChanged(
            UnitChanged(
                target: .position(5), previous: .position(5),
                facts: PeopleTests.facts("Company", 7)))
        let organisation = try LedgerSnapshot(store: Given.store([PeopleTests.given + [ring]]))
            .organisation()
        #expect(organisation.chain(of: 7).count == 3)
        let table = RightsTable(organisation)
        // Only what holds in the whole ledger reaches into it.
        #expect(!table.answer(4, .write, in: 6).isGranted)
        #expect(table.answer(1, .write, in: 6).isGranted)
    }

    @Test("those whom expenses and tasks named last come first") func listsRecentFirst() throws {
        var line = Given.line(500)
        line.details.payer = .position(4)
        var todo = TodoFacts(title: "Call")
        todo.assignee = .position(10)
        let store = try Given.store([
            PeopleTests.given,
            [
                .personAdded(PersonAdded(name: "zoe")), .personAdded(PersonAdded(name: "Eve")),
                .taskAdded(TaskAdded(facts: todo)), .lineAdded(line),
            ],
        ])
        func rows(_ query: ContactQuery, upTo count: UInt64? = nil) throws -> [String] {
            try LedgerSnapshot(store: store, upTo: count).contacts(query).rows.map {
                "\($0.id) \($0.name) \($0.unit) \($0.post) \($0.recent ?? 0)"
            }
        }
        let bob = "4 Bob Company/Sales clerk"
        #expect(
            try rows(ContactQuery())
                == ["\(bob) 13", "10 zoe   12", "1 Ada   0", "11 Eve   0"])
        #expect(try rows(ContactQuery(limit: 1)) == ["\(bob) 13"])
        #expect(try rows(ContactQuery(limit: 3)).last == "1 Ada   0")
        #expect(try rows(ContactQuery(words: ["SALES", "cl"])) == ["\(bob) 13"])
        #expect(try rows(ContactQuery(unit: 5)) == ["\(bob) 13"])
        #expect(try rows(ContactQuery(unit: 7)) == [])
        #expect(try rows(ContactQuery(ids: [1])) == ["1 Ada   0"])
        #expect(
            try rows(ContactQuery(), upTo: 12) == [
                "1 Ada   0", "\(bob) 0", "11 Eve   0", "10 zoe   0",
            ])
        let list = try LedgerSnapshot(store: store).contacts(ContactQuery(limit: 2))
        #expect(list.count == 4 && list.position == 13)
        // The projection is the same wherever the log is cut.
        let whole: RecentPeople = try store.project(0..<14)
        for cut in 0...UInt64(14) {
            var left: RecentPeople = try store.project(0..<cut)
            left.merge(try store.project(cut..<14))
            #expect(left == whole)
        }
        #expect(whole.last == [4: 13, 10: 12])
    }

    @Test("a tree and a chain tell who is where") func listsUnits() throws {
        let snapshot = try LedgerSnapshot(
            store: Given.store([
                PeopleTests.given + [PeopleTests.joined(1, 7, ""), PeopleTests.unit("art", nil)]
            ]))
        func rows(_ list: UnitList) -> [String] {
            list.rows.map {
                "\($0.depth) \($0.path) \($0.parent ?? 0) \($0.members) \($0.membersBelow) "
                    + ($0.post ?? "-")
            }
        }
        #expect(
            try rows(snapshot.unitTree())
                == [
                    "0 art 0 0 0 -", "0 Company 0 0 2 -", "1 Company/Sales 5 1 2 -",
                    "2 Company/Sales/Field 6 1 1 -",
                ])
        #expect(try rows(snapshot.unitTree(below: 6)) == Array(rows(snapshot.unitTree()).suffix(2)))
        #expect(
            try rows(snapshot.unitChain(of: 6)) == ["0 Company 0 0 2 -", "1 Company/Sales 5 1 2 -"])
        #expect(
            try rows(snapshot.unitChains(ofPerson: 4))
                == ["0 Company 0 0 2 -", "1 Company/Sales 5 1 2 clerk"])
    }
}
