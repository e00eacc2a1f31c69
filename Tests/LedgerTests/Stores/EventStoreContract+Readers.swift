import EventLog
import Foundation
import Ledger
import Support
import Synchronization
import Testing

/// Keeps a place in memory.
private final class KeptPlace: PlaceKeeper {
    private let kept = Mutex<ReaderPlace?>(nil)

    func place() -> ReaderPlace? { kept.withLock { $0 } }
    func keep(_ place: ReaderPlace) { kept.withLock { $0 = place } }
}

extension EventStoreContract {
    private func positions(
        _ page: EventReader<KeptPlace>.Page?
    ) throws -> [UInt64] {
        try #require(page).events.map(\.position)
    }

    @Test(
        "kurrentdb persistent subscription: what was not acknowledged comes again",
        arguments: StoreKind.allCases)
    func readsOn(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let keeper = KeptPlace()
        let reader = EventReader(of: store, keeping: keeper)
        #expect(try reader.next() == nil)
        _ = try store.append(crowd(5), expecting: 0)
        let first = try #require(try reader.next(2))
        #expect(try positions(first) == [0, 1])
        #expect(try reader.next(2) == first)
        try reader.acknowledge(first)
        #expect(keeper.place()?.count == 2)
        #expect(try keeper.place()?.root == store.root(at: 2))
        // Another process goes on where this one was.
        let next = try EventReader(of: store, keeping: keeper).next()
        #expect(try positions(next) == [2, 3, 4])
        #expect(throws: ReaderError.moved(from: 0, now: 2)) { try reader.acknowledge(first) }
        try reader.acknowledge(try #require(next))
        #expect(try reader.next() == nil)
        _ = try store.append(people(["z"], id: 2), expecting: 5)
        #expect(try positions(try reader.next()) == [5])
        try reader.move(behind: 4)
        #expect(try positions(try reader.next()) == [4, 5])
        #expect(throws: ReaderError.cut(events: 6, read: 7)) { try reader.move(behind: 7) }
    }

    @Test("ledger: a reader of a log that was replaced is told", arguments: StoreKind.allCases)
    func tellsReaders(_ kind: StoreKind) throws {
        let keeper = KeptPlace()
        let store = try kind.makeStore()
        _ = try store.append(crowd(3), expecting: 0)
        let reader = EventReader(of: store, keeping: keeper)
        try reader.acknowledge(try #require(try reader.next()))
        let shorter = try kind.makeStore()
        _ = try shorter.append(crowd(2), expecting: 0)
        let other = try kind.makeStore()
        _ = try other.append(crowd(4, "q"), expecting: 0)
        #expect(throws: ReaderError.cut(events: 2, read: 3)) {
            try EventReader(of: shorter, keeping: keeper).next()
        }
        let replaced = EventReader(of: other, keeping: keeper)
        #expect(throws: ReaderError.replaced(read: 3)) { try replaced.next() }
        try replaced.move(behind: 0)
        #expect(try positions(try replaced.next()) == [0, 1, 2, 3])
    }

    @Test("ledger: a place in a file outlives the process, and is read back or refused")
    func keepsInFile() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { TestFolder.remove(folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let store = try StoreKind.memory.makeStore()
        _ = try store.append(crowd(3), expecting: 0)
        let path = "\(folder)/place"
        #expect(try read(store, path) == [0, 1, 2])
        #expect(try read(store, path) == [])
        let file = PlaceFile(path)
        let place = try #require(try file.place())
        #expect(place.count == 3)
        #expect(ReaderPlace(parsing: place.bytes) == place)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for count in 0..<bytes.count {
            #expect(ReaderPlace(parsing: Array(bytes[..<count])) == nil)
        }
        try Data("no place".utf8).write(to: URL(filePath: path))
        #expect(throws: ReaderError.notAPlace(path: path)) { try file.place() }
        #expect(throws: ReaderError.self) { try PlaceFile("\(folder)/none/place").keep(place) }
    }

    /// What the documentation of readers shows.
    private func read(_ store: any EventStore, _ path: String) throws -> [UInt64] {
        var seen: [UInt64] = []
        func send(_ recorded: RecordedEvent) { seen.append(recorded.position) }
        let reader = EventReader(of: store, keeping: PlaceFile(path))
        while let page = try reader.next() {
            for recorded in page.events { send(recorded) }
            try reader.acknowledge(page)
        }
        return seen
    }

    @Test("ledger: the example of a reader is what the documentation shows") func isShown() throws {
        let tests = "Tests/LedgerTests/Stores/EventStoreContract+Readers.swift"
        let code = try #require(try SourceTree.file(tests)).text
        let first = "        let reader = EventReader(of: store, keeping: PlaceFile"
        let from = try #require(code.range(of: first))
        let end = try #require(code[from.lowerBound...].range(of: "        return seen"))
        let shown = code[from.lowerBound..<end.lowerBound].split(separator: "\n")
            .map { "/// " + $0.dropFirst(8) }.joined(separator: "\n")
        let path = "Sources/Ledger/Stores/EventReader.swift"
        let source = try #require(try SourceTree.file(path)).text
        #expect(source.contains(shown))
    }
}
