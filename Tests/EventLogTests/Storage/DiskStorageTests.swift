import EventLog
import Foundation
import Testing

/// What only a disk has.
@Suite struct DiskStorageTests {
    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func everythingIsForItsOwnerOnly() throws {
        try withFolder { path in
            let storage = try DiskStorage.create(path: path + "/deeper/still/")
            try storage.fill("a", [])
            try storage.lock(wait: .zero, owner: "a").release()
            for folder in ["", "/deeper", "/deeper/still"] {
                #expect(try mode(path + folder) == 0o700)
            }
            for name in ["a", LockFile.name] {
                #expect(try mode("\(path)/deeper/still/\(name)") == 0o600)
            }
        }
    }

    @Test func opensWhatIsThere() throws {
        try withFolder { path in
            #expect(throws: StorageError.notFound(file: path)) { _ = try DiskStorage(path: path) }
            try DiskStorage.create(path: path).fill("a", [1])
            #expect(try DiskStorage.create(path: path).contents("a") == [1])
            #expect(try DiskStorage(path: path).list() == ["a"])
            let file = path + "/a"
            #expect(throws: StorageError.failed(.open, file: file, code: ENOTDIR)) {
                _ = try DiskStorage(path: file)
            }
            #expect(throws: StorageError.self) { _ = try DiskStorage.create(path: file + "/b") }
        }
    }

    @Test func followsNoLink() throws {
        try withFolder { path in
            let storage = try DiskStorage.create(path: path)
            try storage.fill("a", [1])
            try FileManager.default.createSymbolicLink(
                atPath: path + "/b", withDestinationPath: path + "/a")
            #expect(throws: StorageError.failed(.open, file: "b", code: ELOOP)) {
                _ = try storage.open("b", .readWrite)
            }
            #expect(try storage.identity(of: "b") != storage.identity(of: "a"))
        }
    }

    @Test func goesOnInARenamedFolder() throws {
        try withFolder { path in
            let storage = try DiskStorage.create(path: path + "/old")
            try FileManager.default.moveItem(atPath: path + "/old", toPath: path + "/new")
            try storage.fill("a", [1])
            try storage.syncDirectory()
            #expect(try DiskStorage(path: path + "/new").list() == ["a"])
        }
    }

    @Test func letsNobodyInWhenTheLockFileIsRemoved() throws {
        try withFolder { path in
            let storage = try DiskStorage.create(path: path)
            let lock = try storage.lock(wait: .zero, owner: "first")
            try storage.remove(LockFile.name)
            for other in [storage, try DiskStorage(path: path)] {
                #expect(throws: StorageError.self) {
                    _ = try other.lock(wait: .milliseconds(20), owner: "second")
                }
            }
            lock.release()
            try storage.lock(wait: .zero, owner: "third").release()
        }
    }

    @Test func excludesAnotherOpeningOfTheFolder() throws {
        try withFolder { path in
            let lock = try DiskStorage.create(path: path).lock(wait: .zero, owner: "first")
            let holder = "\(ProcessInfo.processInfo.processIdentifier) first"
            #expect(throws: StorageError.locked(holder: holder)) {
                _ = try DiskStorage(path: path).lock(wait: .zero, owner: "second")
            }
            lock.release()
        }
    }
}

/// What only a folder in memory has.
@Suite struct MemoryStorageTests {
    @Test func copiesAreApart() throws {
        let storage = MemoryStorage()
        try storage.fill("a", [1])
        let file = try storage.open("a", .readWrite)
        let lock = try storage.lock(wait: .zero, owner: "a")
        let copy = storage.copy()
        try file.write([2], at: 0)
        #expect(copy.bytes(of: "a") == [1])
        #expect(storage.bytes(of: "a") == [2])
        #expect(storage.bytes(of: "b") == nil)
        try copy.lock(wait: .zero, owner: "b").release()
        lock.release()
    }

    @Test func replaces() throws {
        let storage = MemoryStorage(["a": [1]])
        let file = try storage.open("a", .read)
        storage.replace("a", bytes: [2])
        #expect(try file.identity() != storage.identity(of: "a"))
        #expect(try file.bytes() == [1])
        #expect(storage.bytes(of: "a") == [2])
    }

    @Test func readOnly() throws {
        let storage = MemoryStorage(["a": [1]]).copy(isWritable: false)
        #expect(!storage.isWritable)
        #expect(storage.bytes(of: "a") == [1])
        let code: Int32 = 30
        #expect(throws: StorageError.failed(.open, file: "a", code: code)) {
            _ = try storage.open("a", .readWrite)
        }
        #expect(throws: StorageError.failed(.remove, file: "a", code: code)) {
            try storage.remove("a")
        }
        #expect(throws: StorageError.failed(.lock, file: "lock", code: code)) {
            _ = try storage.lock(wait: .zero, owner: "a")
        }
    }
}
