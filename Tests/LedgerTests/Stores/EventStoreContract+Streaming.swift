import EventLog
import Ledger
import Support
import Testing

/// A commit handed over event by event must do what the same commit does as a whole. Sizes around
/// 5,000 are too many to be held in memory by a store that need not.
extension EventStoreContract {
    /// A commit as a stream.
    private func stream(_ commit: NewCommit) -> CommitStream {
        CommitStream(
            id: commit.id, recordedAt: commit.recordedAt, actor: commit.actor,
            batch: commit.batch, key: commit.key,
            events: { (emit) throws(StoreError) in
                for event in commit.events { try emit(event) }
            })
    }

    /// What a stream is refused with; nothing may have changed.
    private func refusal(
        _ store: any EventStore, streaming commit: NewCommit, expecting: UInt64? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> StoreError? {
        let before = try store.head()
        do throws(StoreError) {
            let appended = try store.append(stream(commit), expecting: expecting)
            Issue.record("appended at \(appended.positions)", sourceLocation: sourceLocation)
            return nil
        } catch {
            #expect(try store.head() == before, sourceLocation: sourceLocation)
            return error
        }
    }

    private var task: Event { .taskAdded(TaskAdded(facts: TodoFacts(title: "t"))) }

    private func done(_ target: Reference) -> Event {
        .taskCompleted(TaskChange(target: target, previous: target))
    }

    private func unknown(_ column: UInt8) -> Event {
        .unknown(
            Row(
                type: 900, schema: 1, isCritical: false,
                fields: [Field(ColumnID(rawValue: column), .integer(1))]))
    }

    @Test("ledger: a stream is the same commit", arguments: StoreKind.allCases, [1, 150, 5_000])
    func streams(_ kind: StoreKind, count: Int) throws {
        let (whole, streamed) = (try kind.makeStore(), try kind.makeStore())
        for store in [whole, streamed] { _ = try store.append(crowd(7), expecting: 0) }
        var own = crowd(count, id: 2)
        own.events += [task, done(.inThisCommit(count)), done(.position(UInt64(count) + 7))]
        own.actor = .position(3)
        own.batch = .inThisCommit(count)
        own.key = "k"
        let expected = try whole.append(own, expecting: 7)
        #expect(try streamed.append(stream(own), expecting: 7) == expected)
        #expect(try streamed.head() == whole.head())
        #expect(try streamed.events(in: 0 ..< .max) == whole.events(in: 0 ..< .max))
        #expect(try streamed.positions(ofKey: "k") == 7..<UInt64(count) + 10)
        let after = people(["after"], id: 3)
        _ = try whole.append(after, expecting: nil)
        #expect(try streamed.append(stream(after), expecting: nil).root == whole.head().root)
    }

    @Test("ledger: all kinds of stores agree on a stream's root", arguments: StoreKind.allCases)
    func streamsAlike(_ kind: StoreKind) throws {
        let memory = MemoryEventStore(makeSeed: StoreKind.fixedSeed)
        let store = try kind.makeStore()
        for (id, count) in [(1, 10), (2, 9_000), (3, 4_097)] as [(UInt64, Int)] {
            let expected = try memory.append(crowd(count, id: id), expecting: nil)
            #expect(try store.append(stream(crowd(count, id: id)), expecting: nil) == expected)
        }
    }

    @Test(
        "ledger: a stream is refused as the commit is", arguments: StoreKind.allCases, [0, 5_000])
    func refusesStreams(_ kind: StoreKind, padding: Int) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(2), expecting: 0)
        let long = Event.personAdded(
            PersonAdded(name: String(repeating: "x", count: 70_000)))
        let (ahead, column) = (done(.position(1 << 40)), unknown(0x72))
        let bad: [[Event]] = [
            [ahead], [column], [long], [ahead, long], [long, ahead], [ahead, column],
            [column, ahead], [long, column], [long, ahead, column], [unknown(0x01), long],
        ]
        var commits = bad.map { commit(crowd(padding).events + $0, id: 2) }
        for reference in [.position(1 << 40), .inThisCommit(1 << 30), .inThisCommit(-1)]
            as [Reference]
        {
            commits.append(commit(crowd(padding + 1).events, id: 2, actor: reference))
            commits.append(commit(crowd(padding).events + [long], id: 2, batch: reference))
        }
        let key = String(repeating: "k", count: 256)
        commits.append(commit(crowd(padding).events + [column], id: 2, key: key))
        for commit in commits {
            let expected = try refusal(store, commit)
            #expect(try refusal(store, streaming: commit) == expected)
            #expect(
                try refusal(store, streaming: commit, expecting: 1)
                    == refusal(store, commit, expecting: 1))
        }
        #expect(try refusal(store, streaming: people([])) == .emptyCommit)
    }

    @Test("ledger: a stream that saw another end", arguments: StoreKind.allCases, [1, 5_000])
    func refusesStaleStreams(_ kind: StoreKind, count: Int) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(3), expecting: 0)
        for expected in [0, 2, 4, .max] as [UInt64] {
            let error = try refusal(store, streaming: crowd(count, id: 2), expecting: expected)
            #expect(error == .conflict(expected: expected, actual: 3))
        }
    }

    @Test("ledger: a stream that breaks off", arguments: StoreKind.allCases, [1, 5_000, 70_000])
    func breaksOff(_ kind: StoreKind, count: Int) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(3), expecting: 0)
        let before = try store.head()
        let broken = CommitStream(
            id: CommitID(high: 7, low: 2), recordedAt: Timestamp(millisecondsSince1970: 1_000),
            key: "k",
            events: { (emit) throws(StoreError) in
                for event in crowd(count).events { try emit(event) }
                throw .undecodable(position: 1, column: .title)
            })
        #expect(throws: StoreError.undecodable(position: 1, column: .title)) {
            try store.append(broken, expecting: nil)
        }
        #expect(try store.head() == before)
        #expect(try !store.append(stream(people(["a"], id: 3, key: "k")), expecting: 3).isRepeat)
    }

    @Test("ledger: a key repeats a stream", arguments: StoreKind.allCases, [3, 5_000])
    func repeatsStreams(_ kind: StoreKind, count: Int) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(9), expecting: 0)
        var own = crowd(count, id: 2)
        own.events += [task, done(.inThisCommit(count))]
        own.key = "k"
        let first = try store.append(stream(own), expecting: 9)
        #expect(!first.isRepeat)
        _ = try store.append(crowd(20, id: 3), expecting: nil)
        let head = try store.head()
        own.id = CommitID(high: 9, low: 9)
        own.recordedAt = Timestamp(millisecondsSince1970: 5)
        for expecting in [nil, 0, head.count] as [UInt64?] {
            let again = try store.append(stream(own), expecting: expecting)
            let expected = Appended(positions: first.positions, root: head.root, isRepeat: true)
            #expect(again == expected)
            #expect(try store.append(own, expecting: expecting) == expected)
        }
        var others = [own, own, own, own]
        others[0].events.removeLast()
        others[1].events.append(task)
        others[2].events[count - 1] = .personAdded(PersonAdded(name: "other"))
        others[3].events[count + 1] = done(.position(0))
        for other in others {
            #expect(
                try refusal(store, streaming: other) == .keyConflict(key: "k", position: 9))
            #expect(
                try refusal(store, streaming: other, expecting: 1)
                    == .conflict(expected: 1, actual: head.count))
        }
        others[2].events[0] = unknown(0x72)
        #expect(
            try refusal(store, streaming: others[2])
                == .log(.badColumn(ColumnID(rawValue: 0x72), index: 0)))
        #expect(try store.head() == head)
    }

    @Test("ledger: others append while a stream runs", arguments: StoreKind.allCases)
    func outrunsStream(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(3), expecting: 0)
        var left = 1
        var others: UInt64 = 50
        var own = stream(crowd(5_000, id: 2))
        own.events = { (emit) throws(StoreError) in
            for (index, event) in crowd(5_000).events.enumerated() {
                try emit(event)
                guard index == 4_500, left > 0 else { continue }
                left -= 1
                others += 1
                _ = try store.append(people(["meanwhile"], id: others), expecting: nil)
            }
        }
        #expect(throws: StoreError.conflict(expected: 3, actual: 4)) {
            try store.append(own, expecting: 3)
        }
        left = 1
        #expect(try store.append(own, expecting: nil).positions == 5..<5_005)
        #expect(try store.event(at: 4)?.event == .personAdded(PersonAdded(name: "meanwhile")))
    }
}
