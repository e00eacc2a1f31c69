import EventLog
import Ledger
import Support
import Testing

extension EventStoreContract {
    @Test("ruby_event_store lint: the same events twice, told apart", arguments: StoreKind.allCases)
    func repeatsOnce(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let first = try store.append(people(["a", "b"], id: 1, key: "k"), expecting: 0)
        let head = try store.head()
        let again = try store.append(people(["a", "b"], id: 1, key: "k"), expecting: nil)
        #expect(!first.isRepeat)
        #expect(again == Appended(positions: 0..<2, root: head.root, isRepeat: true))
        #expect(try store.head() == head)
    }

    @Test("ledger: a repeat after many commits has the present root", arguments: StoreKind.allCases)
    func repeatsLater(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["x"], id: 1), expecting: 0)
        _ = try store.append(people(["a", "b"], id: 2, key: "k"), expecting: 1)
        for id in 3...40 as ClosedRange<UInt64> {
            _ = try store.append(people(["c"], id: id, key: "k\(id)"), expecting: nil)
        }
        let head = try store.head()
        let again = try store.append(people(["a", "b"], id: 99, key: "k"), expecting: nil)
        #expect(again == Appended(positions: 1..<3, root: head.root, isRepeat: true))
        #expect(try store.head() == head)
    }

    @Test("ledger: one key for two contents is a conflict", arguments: StoreKind.allCases)
    func refusesOtherContent(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["x"], id: 1), expecting: 0)
        _ = try store.append(people(["a", "b"], id: 2, key: "k"), expecting: 1)
        let others = [["a"], ["a", "b", "c"], ["b", "a"], ["a", "B"], ["a", ""]]
        for other in others {
            let error = try refusal(store, people(other, id: 3, key: "k"))
            #expect(error == .keyConflict(key: "k", position: 1))
        }
    }

    @Test("ledger: text is compared by bytes", arguments: StoreKind.allCases)
    func comparesBytes(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["\u{E9}"], id: 1, key: "k"), expecting: 0)
        let error = try refusal(store, people(["e\u{301}"], id: 2, key: "k"))
        #expect(error == .keyConflict(key: "k", position: 0))
    }

    @Test("ledger: keys are compared by bytes", arguments: StoreKind.allCases)
    func comparesKeyBytes(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a"], id: 1, key: "\u{E9}"), expecting: 0)
        let other = try store.append(people(["b"], id: 2, key: "e\u{301}"), expecting: 1)
        #expect(other.positions == 1..<2)
        #expect(try store.positions(ofKey: "\u{E9}") == 0..<1)
        #expect(try store.positions(ofKey: "e\u{301}") == 1..<2)
    }

    @Test("ledger: a repeat may have another id, clock and actor", arguments: StoreKind.allCases)
    func repeatsWithOtherMetadata(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["Ada", "Bob"], id: 1), expecting: 0)
        var again = commit(
            people(["a"]).events, id: 2, actor: .position(0), batch: .position(0), key: "k")
        _ = try store.append(again, expecting: 2)
        again.id = CommitID(high: 1, low: 1)
        again.recordedAt = Timestamp(millisecondsSince1970: 999_999)
        again.actor = .position(1)
        again.batch = nil
        #expect(try store.append(again, expecting: nil).isRepeat)
    }

    @Test(
        "ledger: a repeat is found though its expectation is stale", arguments: StoreKind.allCases)
    func repeatsWhenStale(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a"], id: 1, key: "k"), expecting: 0)
        _ = try store.append(people(["b"], id: 2), expecting: 1)
        #expect(try store.append(people(["a"], id: 3, key: "k"), expecting: 0).positions == 0..<1)
        #expect(try store.append(people(["a"], id: 3, key: "k"), expecting: 77).isRepeat)
        let error = try refusal(store, people(["c"], id: 4, key: "k"), expecting: 0)
        #expect(error == .conflict(expected: 0, actual: 2))
    }

    @Test("ledger: without a key the same is appended again", arguments: StoreKind.allCases)
    func appendsAgainWithoutKey(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a"], id: 1), expecting: 0)
        _ = try store.append(people(["a"], id: 2, key: "k"), expecting: 1)
        _ = try store.append(people(["a"], id: 3, key: "l"), expecting: 2)
        #expect(try names(store) == ["a", "a", "a"])
    }

    @Test("ledger: references into the own commit are the same", arguments: StoreKind.allCases)
    func comparesOwnReferences(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(3), expecting: 0)
        let account = AccountOpened(
            name: "Giro", opening: try Samples.euro(0), day: Day(daysSince1970: 0))
        func entry(_ account: AccountOpened, _ first: Int) throws -> NewCommit {
            let facts = try Samples.facts(account: .inThisCommit(0))
            return commit(
                [
                    .accountOpened(account), .lineAdded(LineAdded(facts: facts)),
                    .lineAdded(LineAdded(facts: facts)),
                    .lineAdded(LineAdded(facts: facts, entry: .inThisCommit(first))),
                ], id: 2, key: "k")
        }
        let first = try store.append(entry(account, 1), expecting: 3)
        _ = try store.append(crowd(3, id: 3), expecting: nil)
        let again = try store.append(entry(account, 1), expecting: nil)
        #expect(again.isRepeat)
        #expect(again.positions == first.positions)
        #expect(
            try refusal(store, entry(account, 2)) == .keyConflict(key: "k", position: 3))
    }

    @Test("ledger: what an amendment replaced is no content", arguments: StoreKind.allCases)
    func ignoresReplacedFacts(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(commit([Samples.line(), Samples.line()]), expecting: 0)
        func amendment(_ cents: Int64, replaced: Int64, previous: UInt64) throws -> NewCommit {
            let amended = LineAmended(
                target: .position(0), previous: .position(previous),
                facts: try Samples.facts(cents: cents),
                replaced: try Samples.facts(cents: replaced), changes: .amount)
            return commit([.lineAmended(amended)], id: 2, key: "k")
        }
        _ = try store.append(amendment(700, replaced: 1_250, previous: 0), expecting: 2)
        #expect(try store.append(amendment(700, replaced: 9, previous: 1), expecting: nil).isRepeat)
        #expect(
            try refusal(store, amendment(701, replaced: 1_250, previous: 0))
                == .keyConflict(key: "k", position: 2))
    }

    @Test("ledger: a refused commit leaves its key free", arguments: StoreKind.allCases)
    func freesKeyOnRefusal(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try refusal(store, people(["a"], key: "k"), expecting: 1)
        _ = try refusal(
            store,
            commit(
                [.taskCompleted(TaskChange(target: .position(9), previous: .position(9)))],
                key: "k"))
        let appended = try store.append(people(["b"], key: "k"), expecting: 0)
        #expect(!appended.isRepeat)
    }

    @Test("ledger: a key finds its commit", arguments: StoreKind.allCases)
    func findsKeys(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        #expect(try store.positions(ofKey: "k") == nil)
        _ = try store.append(crowd(3, id: 1), expecting: 0)
        _ = try store.append(people(["a", "b"], id: 2, key: "k"), expecting: 3)
        _ = try store.append(people(["c"], id: 3, key: ""), expecting: 5)
        #expect(try store.positions(ofKey: "k") == 3..<5)
        #expect(try store.positions(ofKey: "") == 5..<6)
        #expect(try store.positions(ofKey: "K") == nil)
    }

    @Test("ledger: a repeat of 10,000 events", arguments: StoreKind.allCases)
    func repeatsManyAtOnce(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        var big = crowd(10_000)
        big.key = "k"
        _ = try store.append(big, expecting: 0)
        #expect(try store.append(big, expecting: nil).positions == 0..<10_000)
        big.events[9_999] = .personAdded(PersonAdded(name: "other"))
        #expect(try refusal(store, big) == .keyConflict(key: "k", position: 0))
    }
}
