import Foundation
import Ledger
import ReadModels
import Support
import Testing

/// A database that is deleted, cut or damaged anywhere: it is used as it was, found to be damaged,
/// or made anew; never is it an obstacle, and after a rebuild it is as before.
@Suite struct DamageTests {
    /// Every so many bytes one is changed, or the file is cut.
    static let step =
        ProcessInfo.processInfo.environment["LEDGER_SOAK_MODEL_STRIDE"].flatMap { Int($0) } ?? 509

    /// The bytes of a small database, the store that it tells of, and what it says.
    private struct Sound {
        let store: any EventStore
        let bytes: [UInt8]
        let everything: [String: [String]]

        init() throws {
            var program = try RandomProgram(seed: 3, on: .memory)
            for _ in 0..<30 { try program.step() }
            store = program.store
            let folder = try Folder()
            everything = try ModelDatabase(folder, store).everything(but: "event")
            bytes = try [UInt8](Data(contentsOf: URL(filePath: folder.database)))
        }

        /// What becomes of other bytes in the database's place.
        func expectUsable(_ bytes: [UInt8], _ what: Comment) throws {
            let folder = try Folder()
            try Data(bytes).write(to: URL(filePath: folder.database))
            let models = ModelDatabase(folder, store)
            #expect(throws: Never.self, what) {
                _ = try models.list()
                // A value that was damaged shows in a comparison with the log.
                if try said(by: models) != everything {
                    #expect(try models.isFoundOut(), what)
                }
            }
            #expect(throws: Never.self, "\(what), made anew") {
                _ = try models.catchUp(rebuilding: true)
                #expect(try models.everything(but: "event") == everything, what)
                #expect(try models.check().allSatisfy { $0.differing == 0 }, what)
            }
        }

        /// What a database says; `nil` when it cannot be asked.
        private func said(by models: ModelDatabase) throws -> [String: [String]]? {
            do { return try models.everything(but: "event") } catch ModelError.badStatement {
                return nil
            }
        }
    }

    @Test func flips() throws {
        let sound = try Sound()
        for offset in stride(from: 0, to: sound.bytes.count, by: DamageTests.step) {
            var bytes = sound.bytes
            bytes[offset] ^= 0xFF
            try sound.expectUsable(bytes, "byte \(offset)")
        }
    }

    @Test func everyByteOfTheHeader() throws {
        let sound = try Sound()
        for offset in 0..<100 {
            var bytes = sound.bytes
            bytes[offset] ^= 0x5A
            try sound.expectUsable(bytes, "byte \(offset)")
        }
    }

    /// Checkpoints in the wrong order: only the longer of SQLite's two checks finds them.
    @Test func everyNameInTheTableOfCheckpoints() throws {
        let sound = try Sound()
        let table = 4_096..<8_192
        for model in ModelCatalog.all {
            var rest = table
            let page = Data(sound.bytes)
            while let found = page.range(of: Data(model.name.utf8), in: rest) {
                var bytes = sound.bytes
                bytes[found.lowerBound] ^= 0xFF
                try sound.expectUsable(bytes, "byte \(found.lowerBound)")
                rest = found.upperBound..<table.upperBound
            }
        }
    }

    @Test func truncations() throws {
        let sound = try Sound()
        for count in stride(from: 0, to: sound.bytes.count, by: DamageTests.step) {
            try sound.expectUsable(Array(sound.bytes[..<count]), "\(count) bytes")
        }
    }

    /// What was asked for once is built again, whatever became of the database.
    @Test func rememberWhatWasAskedFor() throws {
        let folder = try Folder()
        let models = ModelDatabase(folder, try Given.store([Given.ledger]))
        _ = try models.catchUp(["event"])
        for damage in [Data("something else".utf8), Data(), nil] {
            if let damage {
                try damage.write(to: URL(filePath: folder.database))
            } else {
                try FileManager.default.removeItem(atPath: folder.database)
            }
            #expect(try models.list().allSatisfy { $0.state != .missing || !$0.optional })
            #expect(try models.rows("SELECT count(*) FROM event") == ["4"])
        }
        _ = try models.drop(["event"])
        #expect(try models.catchUp().allSatisfy { $0.name != "event" })
        _ = try models.catchUp(["event"])
        _ = try models.drop(nil)
        #expect(try models.catchUp().allSatisfy { $0.name != "event" })
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["lock", ModelDatabase.fileName])
    }

    @Test func saysSo() throws {
        let store = try Given.store([Given.ledger])
        let folder = try Folder()
        try Data("something else".utf8).write(to: URL(filePath: folder.database))
        let models = ModelDatabase(folder, store)
        #expect(try models.list().allSatisfy { $0.state == .damaged })
        #expect(throws: ModelError.damaged(path: folder.database)) { try models.check() }
        #expect(try models.catchUp().allSatisfy { $0.cause == .damaged })
        #expect(try models.catchUp().allSatisfy { $0.cause == nil })
    }

    @Test func isForItsOwnerOnly() throws {
        let folder = try Folder()
        _ = try ModelDatabase(folder, Given.store([Given.ledger])).catchUp()
        let found = try FileManager.default.attributesOfItem(atPath: folder.database)
        #expect(found[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["lock", ModelDatabase.fileName])
        _ = try ModelDatabase(folder, Given.store([Given.ledger])).catchUp(["event"])
        let wish = try FileManager.default.attributesOfItem(atPath: "\(folder.database).asked")
        #expect(wish[.posixPermissions] as? Int == 0o600)
    }

    @Test func whatIsDeletedIsOverwritten() throws {
        let secret = "a title that nobody may read"
        let folder = try Folder()
        let line = Event.lineAdded(Given.line(1_250, secret))
        func holdsSecret() throws -> Bool {
            try Data(contentsOf: URL(filePath: folder.database)).range(of: Data(secret.utf8)) != nil
        }
        _ = try ModelDatabase(folder, Given.store([Given.ledger, [line]])).catchUp()
        #expect(try holdsSecret())
        _ = try ModelDatabase(folder, Given.store([Given.ledger])).catchUp()
        #expect(try !holdsSecret())
    }
}

extension ModelDatabase {
    /// Whether a check says that rows differ, or that the database is damaged.
    fileprivate func isFoundOut() throws -> Bool {
        let found = Result { () throws(ModelError) in try check() }
        switch found {
        case .success(let checks): return checks.contains { $0.differing > 0 }
        case .failure(.damaged), .failure(.outdated): return true
        case .failure(let error): throw error
        }
    }
}

/// One bit of the file is another one: no figure is made of it.
@Suite struct FlippedBitTests {
    /// Every so many bits one is flipped.
    static let step =
        ProcessInfo.processInfo.environment["LEDGER_SOAK_MODEL_BITS"].flatMap { Int($0) } ?? 4_001

    @Test func noFigureIsMadeOfAFlippedBit() throws {
        var program = try RandomProgram(seed: 5, on: .memory)
        for _ in 0..<40 { try program.step() }
        let folder = try Folder()
        let models = ModelDatabase(folder, program.store)
        let right = try models.everything(but: "event")
        let sound = try [UInt8](Data(contentsOf: URL(filePath: folder.database)))
        var noticed = 0
        for bit in stride(from: 0, to: sound.count * 8, by: FlippedBitTests.step) {
            var bytes = sound
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            try Data(bytes).write(to: URL(filePath: folder.database))
            let outcomes = try models.query("SELECT count(*) FROM expense").outcomes
            noticed += outcomes.contains { $0.cause == .damaged } ? 1 : 0
            #expect(try models.everything(but: "event") == right, "bit \(bit)")
        }
        #expect(noticed > 0)
    }

    @Test func rowsThatAnotherProgramWroteAreNotBelieved() throws {
        let folder = try Folder()
        let store = try Given.store([Given.ledger, [.lineAdded(Given.line(1_250, "Lunch"))]])
        let models = ModelDatabase(folder, store)
        let right = try models.everything(but: "event")
        do {
            let other = try SQLConnection(path: folder.database, busyMilliseconds: 0)
            try other.execute("UPDATE expense SET amount = amount + 1")
        }
        let result = try models.query("SELECT amount FROM expense")
        #expect(result.outcomes.contains { $0.cause == .damaged })
        #expect(try models.everything(but: "event") == right)
    }

    @Test func anotherDeviceMakesItsOwnRows() throws {
        let folder = try Folder()
        let store = try Given.store([Given.ledger, [.lineAdded(Given.line(1_250, "Lunch"))]])
        func models(_ byte: UInt8) -> ModelDatabase {
            ModelDatabase(
                folder: folder.path, store: store,
                now: { Timestamp(millisecondsSince1970: 1_768_478_400_000) }, uptime: { .zero },
                secret: Array(repeating: byte, count: 32))
        }
        #expect(try models(1).catchUp().allSatisfy { $0.cause == .missing })
        #expect(try models(1).catchUp().allSatisfy { $0.cause == nil })
        #expect(try models(2).catchUp().allSatisfy { $0.cause == .damaged })
    }
}
