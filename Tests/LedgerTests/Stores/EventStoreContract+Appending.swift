import EventLog
import Ledger
import Support
import Testing

extension EventStoreContract {
    @Test("commanded append: appends one, two and three events", arguments: StoreKind.allCases)
    func appendsGrowing(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        #expect(try store.append(people(["a"], id: 1), expecting: 0).positions == 0..<1)
        #expect(try store.append(people(["b", "c"], id: 2), expecting: 1).positions == 1..<3)
        #expect(try store.append(people(["d", "e", "f"], id: 3), expecting: 3).positions == 3..<6)
        #expect(try names(store) == ["a", "b", "c", "d", "e", "f"])
    }

    @Test("commanded append: any version appends at the end", arguments: StoreKind.allCases)
    func appendsAnywhere(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        for (id, count) in [(1, 3), (2, 2), (3, 1)] as [(UInt64, Int)] {
            _ = try store.append(crowd(count, "\(id).", id: id), expecting: nil)
        }
        #expect(try names(store) == ["1.0", "1.1", "1.2", "2.0", "2.1", "3.0"])
    }

    @Test("commanded append: no stream, on an empty log", arguments: StoreKind.allCases)
    func appendsToEmpty(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let appended = try store.append(people(["a", "b"]), expecting: 0)
        #expect(appended.positions == 0..<2)
        #expect(!appended.isRepeat)
    }

    @Test("commanded append: no stream fails when there are events", arguments: StoreKind.allCases)
    func refusesEmptyExpectation(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a", "b"]), expecting: 0)
        let error = try refusal(store, people(["c"], id: 2), expecting: 0)
        #expect(error == .conflict(expected: 0, actual: 2))
    }

    @Test("commanded append: fails with wrong expected version", arguments: StoreKind.allCases)
    func refusesStaleExpectation(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a", "b", "c"]), expecting: 0)
        for expected in 0..<3 as Range<UInt64> {
            let error = try refusal(store, people(["d"], id: 2), expecting: expected)
            #expect(error == .conflict(expected: expected, actual: 3))
        }
        #expect(try store.append(people(["d"], id: 2), expecting: 3).positions == 3..<4)
    }

    @Test(
        "commanded append: fails with wrong expected version when no stream",
        arguments: StoreKind.allCases)
    func refusesFutureExpectation(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        for expected in [1, 2, .max] as [UInt64] {
            let error = try refusal(store, people(["a"]), expecting: expected)
            #expect(error == .conflict(expected: expected, actual: 0))
        }
    }

    @Test("ruby_event_store lint: just created is empty", arguments: StoreKind.allCases)
    func startsEmpty(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let head = try store.head()
        #expect(head.count == 0)
        #expect(head.logClock == .min)
        #expect(try names(store).isEmpty)
    }

    @Test("ruby_event_store lint: adds an initial event", arguments: StoreKind.allCases)
    func readsFirstEvent(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["first"]), expecting: 0)
        let recorded = try #require(try store.event(at: 0))
        #expect(recorded.position == 0)
        #expect(recorded.event == .personAdded(PersonAdded(name: "first")))
    }

    @Test("ruby_event_store lint: adds multiple initial events", arguments: StoreKind.allCases)
    func readsFirstEvents(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a", "b"]), expecting: 0)
        #expect(try store.events(in: 0..<2).map(\.position) == [0, 1])
        #expect(try names(store) == ["a", "b"])
    }

    @Test(
        "ruby_event_store lint: incorrect expected version on second write",
        arguments: StoreKind.allCases)
    func keepsEventsOnConflict(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a", "b"]), expecting: 0)
        let error = try refusal(store, people(["c", "d"], id: 2), expecting: 1)
        #expect(error == .conflict(expected: 1, actual: 2))
        #expect(try names(store) == ["a", "b"])
    }

    @Test("ruby_event_store lint: auto and manual versions mix", arguments: StoreKind.allCases)
    func mixesExpectations(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a", "b"], id: 1), expecting: nil)
        _ = try store.append(people(["c"], id: 2), expecting: 2)
        _ = try store.append(people(["d"], id: 3), expecting: nil)
        _ = try store.append(people(["e"], id: 4), expecting: 4)
        #expect(try names(store) == ["a", "b", "c", "d", "e"])
    }

    @Test("ruby_event_store lint: not persisted if append failed", arguments: StoreKind.allCases)
    func persistsNothingOnFailure(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a"]), expecting: 0)
        _ = try refusal(store, people(["lost"], id: 2, key: "k"), expecting: 0)
        #expect(try names(store) == ["a"])
        #expect(try store.positions(ofKey: "k") == nil)
    }

    @Test("marten compliance: appending nothing is refused", arguments: StoreKind.allCases)
    func refusesEmptyCommit(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        #expect(try refusal(store, people([], key: "k")) == .emptyCommit)
        #expect(try refusal(store, people([]), expecting: 5) == .emptyCommit)
        #expect(try store.append(people(["a"], key: "k"), expecting: 0).positions == 0..<1)
    }

    @Test("marten compliance: versions have no gaps", arguments: StoreKind.allCases)
    func numbersWithoutGaps(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        var next: UInt64 = 0
        for id in 1...60 as ClosedRange<UInt64> {
            let positions = try store.append(crowd(Int(id % 4) + 1, id: id), expecting: nil)
                .positions
            #expect(positions.lowerBound == next)
            #expect(positions.count == Int(id % 4) + 1)
            next = positions.upperBound
        }
        #expect(try store.head().count == next)
        #expect(try store.events(in: 0..<next).map(\.position) == Array(0..<next))
    }

    @Test("marten compliance: a big commit of 10,000 events", arguments: StoreKind.allCases)
    func appendsManyAtOnce(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["before"]), expecting: 0)
        let appended = try store.append(crowd(10_000, id: 2), expecting: 1)
        _ = try store.append(people(["after"], id: 3), expecting: 10_001)
        #expect(appended.positions == 1..<10_001)
        let recorded = try store.events(in: 0..<10_002)
        #expect(recorded.map(\.position) == Array(0..<10_002))
        #expect(recorded[1...10_000].allSatisfy { $0.commit.firstPosition == 1 })
        #expect(recorded[10_000].event == .personAdded(PersonAdded(name: "p9999")))
    }

    @Test("ledger: a bad last event takes back its whole commit", arguments: StoreKind.allCases)
    func appendsWholeCommits(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        var bad = crowd(99)
        bad.events.append(
            .taskCompleted(TaskChange(target: .position(99), previous: .position(0))))
        #expect(try refusal(store, bad) == .badReference(index: 99))
        bad.events[99] = .personAdded(PersonAdded(name: String(repeating: "x", count: 70_000)))
        #expect(try refusal(store, bad) == .log(.tooLarge(.text, index: 99)))
        #expect(try rows(store).isEmpty)
        #expect(try store.seed(of: 0) == nil)
    }

    @Test("ledger: 65,535 bytes of text fit, 65,536 do not", arguments: StoreKind.allCases)
    func limitsText(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        // One byte of column and three of length stand before the text.
        let most = String(repeating: "x", count: 65_531)
        #expect(try refusal(store, people([most + "x"])) == .log(.tooLarge(.text, index: 0)))
        _ = try store.append(people([most]), expecting: 0)
        #expect(try names(store) == [most])
    }

    @Test("ledger: facts of 65,535 bytes do not fit", arguments: StoreKind.allCases)
    func limitsFacts(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let origin = String(repeating: "x", count: 65_535)
        let batch = Event.batchStarted(BatchStarted(origin: origin))
        #expect(try refusal(store, commit([batch])) == .log(.tooLarge(.leaf, index: 0)))
    }

    @Test("ledger: keys have at most 255 bytes", arguments: StoreKind.allCases)
    func limitsKeys(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let key = String(repeating: "é", count: 127) + "x"
        let error = try refusal(store, people(["a"], key: key + "x"))
        #expect(error == .log(.tooLarge(.key, index: 0)))
        _ = try store.append(people(["a"], key: key), expecting: 0)
        #expect(try store.positions(ofKey: key) == 0..<1)
    }
}
