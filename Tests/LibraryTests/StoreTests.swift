import EventLog
import Foundation
import Ledger
import LedgerTesting
import Synchronization
import Testing

/// An embedded event store in ten minutes.
@Suite("An embedded store")
struct StoreTests {
    private let folder: String = {
        FileManager.default.temporaryDirectory.appending(path: "app-\(UUID().uuidString)").path
    }()

    @Test("keeps events of one's own, and hands them on") func embedded() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try FileEventStore.create(at: "\(folder)/log")
        try store.declare([ParcelSent.self], at: .now)
        #expect(try send("P-1", "Ada", into: store) == 1)
        #expect(try send("P-1", "Ada", into: store) == 1)
        #expect(try sent(to: "Ada", in: store) == ["P-1"])
        #expect(try deliver(from: store) == 2)
        #expect(try deliver(from: store) == 0)
        let checked = try store.verify()
        #expect(checked.root == (try store.head().root))
        #expect(try FileEventStore.open(at: "\(folder)/log").head().count == 2)
    }

    private func send(
        _ number: String, _ receiver: String, into store: any EventStore
    ) throws -> UInt64 {
        let parcel = ParcelSent(number: number, receiver: receiver)
        let commit = NewCommit(
            id: .random(), recordedAt: .now, key: "parcel \(number)",
            events: [try Event(parcel)])
        let done = try store.append(commit, expecting: nil)
        return done.positions.lowerBound
    }

    private func sent(to receiver: String, in store: any EventStore) throws -> [String] {
        var numbers: [String] = []
        try store.forEachEvent(of: ParcelSent.self) { _, parcel in
            if parcel.receiver == receiver { numbers.append(parcel.number) }
        }
        return numbers
    }

    private func deliver(from store: any EventStore) throws -> Int {
        var count = 0
        let reader = EventReader(of: store, keeping: PlaceFile("\(folder)/delivered"))
        while let page = try reader.next() {
            count += page.events.count
            try reader.acknowledge(page)
        }
        return count
    }

    @Test("refuses what was decided on too little") func conflicts() throws {
        let store: any EventStore = MemoryEventStore(makeSeed: Seeds.fixed)
        try store.declare([ParcelSent.self], at: .now)
        _ = try send("P-1", "Ada", into: store)
        let late = NewCommit(
            id: .random(), recordedAt: .now,
            events: [try Event(ParcelSent(number: "P-2", receiver: "Bo"))])
        #expect(throws: StoreError.conflict(expected: 1, actual: 2)) {
            try store.append(late, expecting: 1)
        }
        let query = EventQuery(types: [ParcelSent.type.number])
        #expect(throws: ConditionError.occurred(at: 1)) {
            try store.append(late, unless: [query], behind: 1)
        }
    }

    @Test("a place in a log is whatever is kept of it") func places() throws {
        let store = try Given.store([Given.ledger])
        let notes = Notebook()
        let page = try #require(try EventReader(of: store, keeping: notes).next())
        #expect(try notes.place() == nil)
        try EventReader(of: store, keeping: notes).acknowledge(page)
        #expect(try notes.place()?.count == 4)
        #expect(throws: ReaderError.self) {
            _ = try EventReader(of: MemoryEventStore(), keeping: notes).next()
        }
    }

    private func fixed() throws -> MemoryEventStore {
        let (clock, ids) = (FixedClock(), CountingIDs())
        let store = MemoryEventStore(makeSeed: Seeds.fixed)
        try store.declare([ParcelSent.self], id: ids.next(), at: clock.now)
        return store
    }

    @Test("equal events have equal roots") func equalRoots() throws {
        #expect(try fixed().head().root == fixed().head().root)
    }

    @Test("the disk is full, and then it is not") func fullDisk() throws {
        let faulty = FaultyEventStore(over: MemoryEventStore())
        try faulty.declare([ParcelSent.self], at: .now)
        faulty.fail(.append)
        #expect(throws: FaultyEventStore.full) { try send("P-1", "Ada", into: faulty) }
        faulty.heal()
        #expect(try send("P-1", "Ada", into: faulty) == 1)
    }

    @Test("a repeat is asked for, and answered by the log") func asked() throws {
        let spy = SpyEventStore(over: MemoryEventStore())
        try spy.declare([ParcelSent.self], at: .now)
        spy.forget()
        _ = try send("P-1", "Ada", into: spy)
        _ = try send("P-1", "Ada", into: spy)
        #expect(spy.commits.map(\.key) == ["parcel P-1", "parcel P-1"])
        #expect(try sent(to: "Ada", in: spy) == ["P-1"])
    }

    @Test("a draft lies over a store, and leaves it alone") func drafts() throws {
        let store = try Given.store([Given.ledger])
        let draft = try OverlayEventStore(over: store)
        let stream = CommitStream(
            id: .random(), recordedAt: .now, actor: .position(1),
            events: { emit throws(StoreError) in
                for cents in [100, 200] as [Int64] { try emit(.lineAdded(Given.line(cents))) }
            })
        let done = try (draft as any EventStore).append(stream, expecting: 4)
        #expect(done.positions == 4..<6)
        #expect(store.head().count == 4)
    }

    @Test("texts go, and roots stay") func erasure() throws {
        let seeds: SeedSource = { block in [UInt8](repeating: UInt8(block & 0xFF), count: 32) }
        let store = MemoryEventStore(makeSeed: seeds)
        try store.declare([ParcelSent.self], at: .now)
        let position = try send("P-1", "Ada", into: store)
        let root = store.head().root
        let erased: TextsErased = store.eraseText(at: [position])
        #expect(erased.texts == 1)
        #expect(store.head().root == root)
        #expect(try sent(to: "", in: store) == ["P-1"])
    }

    @Test("history is told without an event") func alternate() throws {
        let store = try Given.store(Given.household)
        do throws(AlternateHistoryError) {
            let other = try AlternateHistory(of: store, without: [5])
            #expect(other.leftOut.map(\.position) == [5])
        } catch { Issue.record("\(error)") }
    }

    @Test("a store of one's own passes on to another") func own() throws {
        let store = CountingStore(over: try Given.store(Given.household))
        #expect(try LedgerSnapshot(store: store).spending().count > 0)
        #expect(try store.head().count == 11)
        #expect(throws: StoreError.log(.readOnly)) { try store.eraseText(at: [5]) }
    }
}

/// A parcel went out.
struct ParcelSent: CustomEvent {
    var number: String
    var receiver: String

    static let type = CustomEventType(
        0x4001, "parcel", "sent",
        [.text(.customFact(0), "number"), .text(.customText(0), "receiver")])

    init(number: String, receiver: String) { (self.number, self.receiver) = (number, receiver) }

    func write(to writer: inout CustomEventWriter) {
        writer.set(number, in: .customFact(0))
        writer.set(receiver, in: .customText(0))
    }

    init(from reader: CustomEventReader) throws(StoreError) {
        number = try reader.string(.customFact(0))
        receiver = try reader.text(.customText(0))
    }
}

/// Keeps a place in memory.
private final class Notebook: PlaceKeeper {
    private let kept = Mutex<ReaderPlace?>(nil)

    func place() throws -> ReaderPlace? { kept.withLock { $0 } }

    func keep(_ place: ReaderPlace) throws { kept.withLock { $0 = place } }
}

/// The requirements of a store without a default; the others may be made faster.
private struct CountingStore: EventStore {
    let base: any EventStore

    init(over base: any EventStore) { self.base = base }

    func head() throws(StoreError) -> LogHead { try base.head() }

    func append(_ commit: NewCommit, expecting: UInt64?) throws(StoreError) -> Appended {
        try base.append(commit, expecting: expecting)
    }

    func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        try base.readStored(positions, sections, holding: types, body)
    }

    func scan(
        _ positions: Range<UInt64>, _ pick: ScanRequest,
        where isWanted: (ScanResult.Kind) -> Bool,
        _ body: (ScanResult) throws(StoreError) -> Void
    ) throws(StoreError) {
        try base.scan(positions, pick, where: isWanted, body)
    }

    func frontier() throws(StoreError) -> MerkleFrontier { try base.frontier() }

    func seed(of block: UInt64) throws(StoreError) -> [UInt8]? { try base.seed(of: block) }
}
