import EventLog
import Ledger
import Support
import Testing

/// One root for one history, wherever it is kept.
@Suite("Roots")
struct RootTests {
    /// A history with lines, amendments, a batch, keys and clocks that go back.
    private static func record(into store: some EventStore) throws {
        let settings = Settings(
            baseCurrency: try #require(Currency.iso("EUR")), zoneName: "UTC", weekStart: .monday)
        let opened = Event.ledgerOpened(
            LedgerOpened(ledgerID: Array(repeating: 5, count: 16), settings: settings))
        _ = try store.append(
            commit(0, [opened, .personAdded(PersonAdded(name: "Ada"))]), expecting: 0)
        for number in 1...150 {
            var events = try (0..<(number % 7 == 0 ? 120 : 1)).map {
                Event.lineAdded(
                    LineAdded(facts: try facts(number * 10 + $0), details: details(number)))
            }
            if number % 5 == 0 {
                let target = Reference.position(2)
                events.append(
                    .lineAmended(
                        LineAmended(
                            target: target, previous: target, facts: try facts(number),
                            replaced: try facts(10), changes: .amount, reason: "checked")))
            }
            _ = try store.append(commit(number, events), expecting: nil)
        }
    }

    private static func commit(_ number: Int, _ events: [Event]) -> NewCommit {
        NewCommit(
            id: CommitID(high: 3, low: UInt64(number)),
            recordedAt: Timestamp(millisecondsSince1970: Int64(1_000_000 - number % 9 * 1_000)),
            actor: .position(number == 0 ? 0 : 1), key: number % 4 == 0 ? "key \(number)" : nil,
            events: events)
    }

    private static func facts(_ number: Int) throws -> LineFacts {
        LineFacts(
            kind: number % 11 == 0 ? .income : .expense,
            amount: Money(minor: Int64(number), currency: try #require(Currency.iso("EUR"))),
            day: Day(daysSince1970: Int32(20_000 + number % 40)),
            category: try CategoryPath(number % 2 == 0 ? "food" : "home:rent"))
    }

    private static func details(_ number: Int) -> LineDetails {
        LineDetails(
            time: TimeOfDay(hour: number % 24, minute: 5), title: "Entry \(number)",
            note: number % 3 == 0 ? "später 🌙" : "", tags: number % 2 == 0 ? ["a", "b"] : [])
    }

    @Test("memory, draft, file, sealed file and a file replayed from it have the same root")
    func sameRoot() throws {
        let memory = MemoryEventStore(makeSeed: StoreKind.fixedSeed)
        try RootTests.record(into: memory)
        let root = memory.head().root
        #expect(memory.head().count == 2 + 129 + 21 * 120 + 30)

        let draft = try StoreKind.overlay.makeStore()
        try RootTests.record(into: draft)
        #expect(try draft.head().root == root)

        let folder = try CommandRunner()
        let file = try FileEventStore.create(
            at: "\(folder.folder)/log", id: CommitID(high: 1, low: 2),
            makeSeed: StoreKind.fixedSeed)
        try RootTests.record(into: file)
        #expect(try file.head() == memory.head())
        #expect(try file.verify().root == root)
        // What lies behind the last multiple of 4,096 positions stays as it is, so there is more.
        for number in 1_000..<1_020 {
            let events = try (0..<99).map {
                Event.lineAdded(LineAdded(facts: try RootTests.facts($0)))
            }
            for store in [file, memory] as [any EventStore] {
                _ = try store.append(RootTests.commit(number, events), expecting: nil)
            }
        }
        let head = memory.head()
        #expect(try file.head() == head)
        #expect(try file.seal() == 4_096)
        #expect(try file.head() == head)
        #expect(try file.verify().root == head.root)

        let replayed = try FileEventStore.create(
            at: "\(folder.folder)/again", id: CommitID(high: 9, low: 9),
            makeSeed: { block in (try? file.seed(of: block)) ?? [] })
        try RootTests.replay(file, into: replayed)
        #expect(try replayed.head() == head)
        #expect(try replayed.verify().root == head.root)
    }

    /// Appends every commit of a store to another one.
    private static func replay(_ source: some EventStore, into target: some EventStore) throws {
        var pending: NewCommit?
        for recorded in try source.events(in: 0..<source.head().count) {
            if pending?.id != recorded.commit.id {
                if let pending { _ = try target.append(pending, expecting: nil) }
                pending = NewCommit(
                    id: recorded.commit.id,
                    recordedAt: Timestamp(millisecondsSince1970: recorded.commit.recordedAt),
                    actor: recorded.commit.actor.map { .position($0) },
                    key: recorded.commit.key.map { String(decoding: $0, as: UTF8.self) }, events: []
                )
            }
            pending?.events.append(recorded.event)
        }
        if let pending { _ = try target.append(pending, expecting: nil) }
    }

    @Test("a root of the past is that of the time, before and after sealing")
    func pastRoots() throws {
        let folder = try CommandRunner()
        let file = try FileEventStore.create(
            at: "\(folder.folder)/log", id: CommitID(high: 1, low: 2),
            makeSeed: StoreKind.fixedSeed)
        let memory = MemoryEventStore(makeSeed: StoreKind.fixedSeed)
        for store in [file, memory] as [any EventStore] {
            try RootTests.record(into: store)
            for number in 1_000..<1_060 {
                let events = try (0..<99).map {
                    Event.lineAdded(LineAdded(facts: try RootTests.facts($0)))
                }
                _ = try store.append(RootTests.commit(number, events), expecting: nil)
            }
        }
        // Around the edges of leaves, subtrees, blocks of seeds and frames, and in between.
        let edges: [UInt64] = [256, 4_096, 8_192, 8_448, memory.head().count]
        let counts = Set(edges.flatMap { [$0 - 1, $0, $0 + 1] } + (0..<40).map { $0 * 211 })
        for isSealed in [false, true] {
            if isSealed { #expect(try file.seal() == 8_192) }
            for count in counts.sorted() where count <= memory.head().count {
                #expect(try file.root(at: count) == memory.root(at: count), "\(count)")
            }
        }
    }
}
