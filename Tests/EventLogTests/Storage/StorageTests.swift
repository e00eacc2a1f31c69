import EventLog
import Foundation
import Support
import Testing

/// What every storage promises.
@Suite struct StorageTests {
    @Test(arguments: StorageKind.allCases)
    func listsInOrder(kind: StorageKind) throws {
        try kind.withStorage { storage in
            #expect(storage.isWritable)
            #expect(try storage.list() == [])
            for name in ["b", "10", "a", "9"] { try storage.fill(name, []) }
            try storage.syncDirectory()
            #expect(try storage.list() == ["10", "9", "a", "b"])
        }
    }

    @Test(arguments: StorageKind.allCases)
    func missingFiles(kind: StorageKind) throws {
        try kind.withStorage { storage in
            for mode in [OpenMode.read, .readWrite] {
                #expect(throws: StorageError.notFound(file: "a")) {
                    _ = try storage.open("a", mode)
                }
            }
            #expect(throws: StorageError.notFound(file: "a")) { try storage.remove("a") }
            #expect(throws: StorageError.notFound(file: "a")) {
                try storage.rename("a", to: "b")
            }
            let gone = try storage.identity(of: "a")
            #expect(gone == nil)
        }
    }

    @Test(arguments: StorageKind.allCases)
    func createRefusesTakenNames(kind: StorageKind) throws {
        try kind.withStorage { storage in
            try storage.fill("a", [1])
            #expect(throws: StorageError.exists(file: "a")) { _ = try storage.open("a", .create) }
            #expect(try storage.contents("a") == [1])
        }
    }

    @Test(arguments: StorageKind.allCases)
    func readsShortOnlyAtTheEnd(kind: StorageKind) throws {
        try kind.withStorage { storage in
            try storage.fill("a", [1, 2, 3, 4, 5])
            let file = try storage.open("a", .read)
            var buffer: [UInt8] = [9, 9, 9, 9, 9, 9]
            #expect(try file.read(at: 1, into: &buffer, count: 2) == 2)
            #expect(buffer == [2, 3, 9, 9, 9, 9])
            #expect(try file.read(at: 3, into: &buffer, count: 4) == 2)
            #expect(buffer == [4, 5, 9, 9, 9, 9])
            for offset in [5, 6, 1_000_000, UInt64(Int64.max) - 10] as [UInt64] {
                #expect(try file.read(at: offset, into: &buffer, count: 1) == 0)
            }
            #expect(try file.read(at: 0, into: &buffer, count: 0) == 0)
            var grown: [UInt8] = []
            #expect(try file.read(at: 0, into: &grown, count: 8) == 5)
            #expect(grown.prefix(5) == [1, 2, 3, 4, 5])
            #expect(try file.size() == 5)
        }
    }

    @Test(arguments: StorageKind.allCases)
    func writesAndTruncates(kind: StorageKind) throws {
        try kind.withStorage { storage in
            let file = try storage.open("a", .create)
            try file.write([1, 2, 3], at: 0)
            try file.write([7], at: 5)
            #expect(try file.bytes() == [1, 2, 3, 0, 0, 7])
            try file.write([8, 9], at: 1)
            try file.write([], at: 100)
            #expect(try file.bytes() == [1, 8, 9, 0, 0, 7])
            try file.truncate(to: 2)
            try file.truncate(to: 4)
            try file.sync()
            #expect(try file.bytes() == [1, 8, 0, 0])
            file.preallocate(from: 1, to: 300_000)
            #expect(try file.size() == 300_000)
            #expect(try file.bytes() == [1] + [UInt8](repeating: 0, count: 299_999))
            file.preallocate(from: 5, to: 5)
            file.preallocate(from: 6, to: 5)
            #expect(try file.size() == 300_000)
        }
    }

    @Test(arguments: StorageKind.allCases)
    func refusesToWriteWhatIsOpenForReading(kind: StorageKind) throws {
        try kind.withStorage { storage in
            try storage.fill("a", [1])
            let file = try storage.open("a", .read)
            #expect(throws: StorageError.failed(.write, file: "a", code: 9)) {
                try file.write([2], at: 0)
            }
            #expect(throws: StorageError.self) { try file.truncate(to: 0) }
            file.preallocate(from: 0, to: 10)
            #expect(try file.bytes() == [1])
        }
    }

    @Test(arguments: StorageKind.allCases)
    func refusesTooLargeOffsets(kind: StorageKind) throws {
        try kind.withStorage { storage in
            let file = try storage.open("a", .create)
            for offset in [UInt64(Int64.max) - 1, UInt64.max] {
                #expect(throws: StorageError.self) { try file.write([1, 2], at: offset) }
            }
            #expect(throws: StorageError.self) { try file.truncate(to: .max) }
            #expect(try file.size() == 0)
        }
    }

    @Test(arguments: StorageKind.allCases)
    func renameReplaces(kind: StorageKind) throws {
        try kind.withStorage { storage in
            try storage.fill("a", [1])
            try storage.fill("b", [2])
            let old = try storage.open("b", .readWrite)
            let new = try storage.open("a", .readWrite)
            let identity = try storage.identity(of: "a")
            try storage.rename("a", to: "b")
            try storage.syncDirectory()
            #expect(try storage.list() == ["b"])
            #expect(try storage.contents("b") == [1])
            #expect(try storage.identity(of: "b") == identity)
            #expect(try new.identity() == identity)
            #expect(try old.identity() != identity)
            try old.write([3], at: 0)
            try new.write([4], at: 0)
            #expect(try old.bytes() == [3])
            #expect(try storage.contents("b") == [4])
        }
    }

    @Test(arguments: StorageKind.allCases)
    func removedFilesStayOpen(kind: StorageKind) throws {
        try kind.withStorage { storage in
            try storage.fill("a", [1, 2])
            let file = try storage.open("a", .readWrite)
            let identity = try file.identity()
            #expect(try storage.identity(of: "a") == identity)
            try storage.remove("a")
            #expect(try storage.list() == [])
            let gone = try storage.identity(of: "a")
            #expect(gone == nil)
            try file.write([3], at: 2)
            #expect(try file.bytes() == [1, 2, 3])
            try storage.fill("a", [9])
            #expect(try storage.identity(of: "a") != identity)
            #expect(try file.bytes() == [1, 2, 3])
        }
    }
}

/// The storages that have to behave alike.
enum StorageKind: CaseIterable {
    case disk
    case memory

    /// Runs a body with an empty folder, that is removed afterwards.
    func withStorage(_ body: (any LogStorage) throws -> Void) throws {
        switch self {
        case .memory: try body(MemoryStorage())
        case .disk: try withFolder { path in try body(DiskStorage.create(path: path)) }
        }
    }
}

/// Runs a body with the path of a folder that is not there yet.
func withFolder(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory
        .appending(path: "storage-\(UUID().uuidString)").path
    defer { TestFolder.remove(path) }
    try body(path)
}

extension LogStorage {
    func fill(_ name: String, _ bytes: [UInt8]) throws {
        try open(name, .create).write(bytes, at: 0)
    }

    func contents(_ name: String) throws -> [UInt8] { try open(name, .read).bytes() }
}

extension LogFile {
    func bytes() throws -> [UInt8] {
        var buffer: [UInt8] = []
        let count = try read(at: 0, into: &buffer, count: Int(try size()) + 1)
        return Array(buffer.prefix(count))
    }
}

/// What every storage promises about its lock.
@Suite struct StorageLockTests {
    @Test(arguments: StorageKind.allCases)
    func excludesAndNamesTheHolder(kind: StorageKind) throws {
        try kind.withStorage { storage in
            let lock = try storage.lock(wait: .zero, owner: "anna@home")
            #expect(try lock.isStillHeld())
            #expect(try storage.list() == [LockFile.name])
            let error = #expect(throws: StorageError.self) {
                _ = try storage.lock(wait: .milliseconds(20), owner: "bob")
            }
            guard case .locked(let holder?) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(holder.hasSuffix("anna@home"))
            lock.release()
            lock.release()
            #expect(try !lock.isStillHeld())
            let next = try storage.lock(wait: .zero, owner: "bob")
            #expect(try next.isStillHeld())
            lock.release()
            #expect(throws: StorageError.self) { _ = try storage.lock(wait: .zero, owner: "c") }
            next.release()
        }
    }

    @Test(arguments: StorageKind.allCases)
    func isReleasedWithItsLastReference(kind: StorageKind) throws {
        try kind.withStorage { storage in
            func lockOnce() throws -> Bool {
                try storage.lock(wait: .zero, owner: "a").isStillHeld()
            }
            for _ in 0..<3 {
                let isHeld = try lockOnce()
                #expect(isHeld)
            }
        }
    }

    @Test(arguments: StorageKind.allCases)
    func noticesAReplacedLockFile(kind: StorageKind) throws {
        try kind.withStorage { storage in
            let lock = try storage.lock(wait: .zero, owner: "a")
            try storage.remove(LockFile.name)
            #expect(try !lock.isStillHeld())
            // On a disk the folder is locked, too.
            if kind == .disk { lock.release() }
            let other = try storage.lock(wait: .zero, owner: "b")
            #expect(try other.isStillHeld())
            #expect(try !lock.isStillHeld())
            lock.release()
            #expect(throws: StorageError.self) { _ = try storage.lock(wait: .zero, owner: "c") }
            other.release()
        }
    }

    @Test(arguments: StorageKind.allCases)
    func waits(kind: StorageKind) throws {
        try kind.withStorage { storage in
            let lock = try storage.lock(wait: .zero, owner: "a")
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.03)
                lock.release()
            }
            let next = try storage.lock(wait: .seconds(60), owner: "b")
            #expect(try next.isStillHeld())
            #expect(try !lock.isStillHeld())
        }
    }

    @Test(arguments: StorageKind.allCases)
    func tellsNoStaleHolder(kind: StorageKind) throws {
        try kind.withStorage { storage in
            try storage.lock(wait: .zero, owner: "a much longer name than the next").release()
            let lock = try storage.lock(wait: .zero, owner: "b")
            let text = String(decoding: try storage.contents(LockFile.name), as: UTF8.self)
            #expect(text.hasSuffix("b") || text.hasSuffix("b\n"))
            #expect(!text.contains("longer"))
            lock.release()
        }
    }
}
