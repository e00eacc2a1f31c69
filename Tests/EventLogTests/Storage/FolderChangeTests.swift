import EventLog
import Foundation
import Support
import Testing

/// A look at a log lists the folder only where names in it may have changed.
@Suite struct FolderChangeTests {
    /// A folder on disk that has not changed for so long that it says so.
    private func settled(_ storage: any LogStorage) async throws -> FolderChange? {
        for _ in 0..<600 {
            if let change = storage.lastChange() { return change }
            try await Task.sleep(for: .milliseconds(100))
        }
        return nil
    }

    private func withStorage(
        _ kind: StorageKind, _ body: (any LogStorage) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "change-\(UUID().uuidString)").path
        defer { TestFolder.remove(folder) }
        switch kind {
        case .disk: try await body(DiskStorage.create(path: folder))
        case .memory: try await body(MemoryStorage())
        }
    }

    @Test("names that change are told, bytes that change are not", arguments: StorageKind.allCases)
    func tellsNames(kind: StorageKind) async throws {
        try await withStorage(kind) { storage in
            try storage.fill("a", [1])
            let before = try await settled(storage)
            #expect(before != nil)
            try storage.open("a", .readWrite).write([2, 3], at: 0)
            #expect(storage.lastChange() == before)
            let changes: [() throws -> Void] = [
                { try storage.fill("b", []) }, { try storage.rename("a", to: "c") },
                { try storage.rename("c", to: "b") }, { try storage.remove("b") },
                { try storage.lock(wait: .zero, owner: "first").release() },
            ]
            for change in changes {
                try change()
                #expect(storage.lastChange() != before)
            }
        }
    }

    @Test("a folder that just changed does not say when")
    func isSilentAtFirst() async throws {
        try await withStorage(.disk) { storage in
            try storage.fill("a", [])
            #expect(storage.lastChange() == nil)
        }
    }

    @Test("one look more lists the folder after a change of names, none before")
    func listsOnce() throws {
        let disk = SimulatedDisk()
        let log = try LogSamples.log([1, 2, 3], in: disk)
        func calls() throws -> Int {
            let before = disk.calls
            _ = try log.head()
            return disk.calls - before
        }
        _ = try calls()
        let known = try calls()
        #expect(try calls() == known)
        try disk.fill("other", [])
        #expect(try calls() == known + 1)
        #expect(try calls() == known)
    }

    @Test("what others do shows behind a look that listed nothing", arguments: StorageKind.allCases)
    func seesOthers(kind: StorageKind) async throws {
        try await withStorage(kind) { storage in
            let other = try LogSamples.log([1, 1], in: storage)
            let log = try Log.open(in: storage, options: LogSamples.options)
            #expect(try await settled(storage) != nil)
            for _ in 0..<2 { #expect(try log.head().count == 2) }
            _ = try other.append(LogSamples.commit(5, rows: [LogSamples.row(5)]))
            #expect(try log.head() == other.head())
            _ = try other.seal()
            #expect(try log.verify().root == other.verify().root)

            let foreign = MemoryStorage()
            _ = try Log.create(
                in: foreign, id: CommitID(high: 1, low: 1), options: LogSamples.options)
            #expect(try await settled(storage) != nil)
            for _ in 0..<2 { #expect(try log.head().count == 3) }
            let name = try #require(storage.list().first { $0.hasSuffix(".log") })
            try storage.fill("x", try foreign.contents(LogDamageTests.file))
            try storage.rename("x", to: name)
            #expect(throws: LogError.self) { try log.head() }
        }
    }
}
