import EventLog
import Ledger
import LedgerTesting
import Support
import Testing

extension EventStoreContract {
    private var named: EventQuery { EventQuery(of: [.unitAdded]) }

    private func unit(_ name: String) -> Event {
        .unitAdded(UnitAdded(facts: UnitFacts(name: name)))
    }

    @Test(
        "axon dynamic consistency boundary: what the condition is not about may come",
        arguments: StoreKind.allCases)
    func passesOthers(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(commit([unit("Sales")]), expecting: 0)
        let count = try store.head().count
        _ = try store.append(people(["a", "b"], id: 2), expecting: nil)
        let appended = try store.append(
            commit([unit("Field")], id: 3), unless: [named], behind: count)
        #expect(appended.positions == 3..<4)
        // Nothing is asked for, and nothing is in the way.
        #expect(try store.append(crowd(1, id: 4), unless: [], behind: 0).positions == 4..<5)
        #expect(try store.firstPosition(of: [named], in: 1 ..< .max) == 3)
    }

    @Test(
        "axon dynamic consistency boundary: what it is about is found, and nothing is appended",
        arguments: StoreKind.allCases)
    func refusesFound(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a"]), expecting: 0)
        _ = try store.append(commit([unit("Sales")], id: 2), expecting: nil)
        _ = try store.append(people(["b"], id: 3), expecting: nil)
        let before = try store.head()
        for queries in [[named], [EventQuery()], [EventQuery(of: [.lineAdded]), named]] {
            #expect(throws: ConditionError.occurred(at: 1)) {
                try store.append(self.people(["c"], id: 4), unless: queries, behind: 1)
            }
        }
        #expect(try store.head() == before)
        // Behind it the way is free.
        #expect(
            try store.append(people(["c"], id: 4), unless: [named], behind: 2).positions == 3..<4)
    }

    @Test(
        "ledger: a condition is about an entity, or about what stands in a column",
        arguments: StoreKind.allCases)
    func looksAtEntities(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(commit(Given.ledger), expecting: 0)
        let lines = [Given.line(1, "Tea"), Given.line(2, "Tea")]
        let first = try store.append(
            commit(lines.map(Event.lineAdded), id: 2), expecting: nil
        ).positions.lowerBound
        let count = try store.head().count
        let void = Event.lineVoided(
            LineVoided(
                target: .position(first), previous: .position(first), replaced: lines[0].facts,
                reason: "twice"))
        let voided = try store.append(commit([void], id: 3), expecting: nil).positions.lowerBound
        let (one, other) = (
            EventQuery(of: [.lineAmended, .lineVoided], pointingAt: first),
            EventQuery(of: [.lineAmended, .lineVoided], pointingAt: first + 1)
        )
        #expect(try store.firstPosition(of: [one], in: count ..< .max) == voided)
        #expect(try store.firstPosition(of: [other], in: count ..< .max) == nil)
        let reason = FieldValue.bytes(Array("twice".utf8))
        #expect(
            try store.firstPosition(of: [EventQuery(with: [.reason: reason])], in: 0 ..< .max)
                == voided)
        #expect(throws: ConditionError.occurred(at: voided)) {
            try store.append(self.people(["x"], id: 4), unless: [one], behind: count)
        }
        _ = try store.append(people(["x"], id: 4), unless: [other], behind: count)
    }

    @Test(
        "ledger: a repeat of a commit under a condition is a repeat, whatever came since",
        arguments: StoreKind.allCases)
    func repeatsUnderConditions(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let once = commit([unit("Sales")], key: "once")
        #expect(try store.append(once, unless: [named], behind: 0).positions == 0..<1)
        let again = try store.append(once, unless: [named], behind: 0)
        #expect(again.positions == 0..<1 && again.isRepeat)
        let other = commit([unit("Field")], id: 2, key: "once")
        #expect(throws: ConditionError.occurred(at: 0)) {
            try store.append(other, unless: [named], behind: 0)
        }
        #expect(throws: ConditionError.store(.keyConflict(key: "once", position: 0))) {
            try store.append(other, unless: [named], behind: 1)
        }
    }

    @Test(
        "ledger: of those who append under one condition at the same time one gets through",
        arguments: StoreKind.allCases)
    func oneGetsThrough(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        let query = named
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 as Range<UInt64> {
                let mine = commit([unit("\(number)")], id: 10 + number)
                let aside = people(["p\(number)"], id: 100 + number)
                group.addTask {
                    _ = try? store.append(aside, expecting: nil)
                    return (try? store.append(mine, unless: [query], behind: 0)) != nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
        #expect(try store.head().count == 9)
    }
}
