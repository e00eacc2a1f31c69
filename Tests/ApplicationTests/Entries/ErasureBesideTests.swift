import Application
import EventLog
import Foundation
import Ledger
import Support
import Synchronization
import Testing

/// What others are told while text is being erased.
@Suite("Looking while text is erased")
struct ErasureBesideTests {
    /// Erases a line, and does something between what is recorded and what is done, and something
    /// before the ledger goes.
    private func erasing(
        _ body: @escaping @Sendable (Environment) -> Void, after end: () -> Void = {}
    ) throws -> (id: UInt64, check: ErasureCheck?) {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "erasing-\(UUID().uuidString)").path
        defer { TestFolder.remove(folder) }
        let env = try opened { $0.home = FileHome(folder) }
        let id = try env.add("12.50", "Doctor")
        let other = env.with { $0.home = FileHome(folder) }
        _ = try EraseText.run(
            EraseText.Input(ids: ["\(id)"]), in: env.with { $0.recorded = { _ in body(other) } })
        end()
        return (id, try VerifyLog.run(VerifyLog.Input(), in: other).erasures)
    }

    private static func check(_ env: Environment) -> ErasureCheck? {
        try? VerifyLog.run(VerifyLog.Input(), in: env).erasures
    }

    @Test("verify says that somebody writes where the erasure does not end")
    func tells() throws {
        let found = Mutex<ErasureCheck?>(nil)
        let (id, after) = try erasing { other in
            let check = Self.check(other)
            found.withLock { $0 = check }
        }
        let check = try #require(found.withLock { $0 })
        #expect(check.pending == [id])
        #expect(check.writer?.contains("ledger") == true)
        #expect(after?.holds == true && after?.writer == nil)
    }

    @Test("verify waits for an erasure that ends, and finds nothing wrong")
    func waits() throws {
        let found = Mutex<ErasureCheck?>(nil)
        let done = DispatchSemaphore(value: 0)
        _ = try erasing(
            { other in
                Thread.detachNewThread {
                    let check = Self.check(other)
                    found.withLock { $0 = check }
                    done.signal()
                }
                // It has looked for the first time by then, or looks when all is done.
                DiskStorage.sleep(.milliseconds(300))
            }, after: { done.wait() })
        let check = try #require(found.withLock { $0 })
        #expect(check.holds && check.erased == 1, "\(check)")
    }

    @Test("a doctor finds no writer at fault who is done within a moment")
    func doctor() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "doctor-\(UUID().uuidString)").path
        defer { TestFolder.remove(folder) }
        let env = try opened { $0.home = FileHome(folder) }
        let storage = try DiskStorage(path: "\(folder)/log")
        let lock = try storage.lock(wait: .zero, owner: "somebody")
        // What a writer that seals has on disk for a moment, and what one that records has.
        let half = "000000000000-0001.log.tmp"
        #expect(FileManager.default.createFile(atPath: "\(folder)/log/\(half)", contents: nil))
        let passing = "\(folder)/settings.json.123456"
        #expect(FileManager.default.createFile(atPath: passing, contents: nil))
        Thread.detachNewThread {
            DiskStorage.sleep(.milliseconds(400))
            try? storage.remove(half)
            lock.release()
            DiskStorage.sleep(.milliseconds(100))
            try? FileManager.default.removeItem(atPath: passing)
        }
        let found = try Doctor.run(NoInput(), in: env)
        #expect(found.leftovers == [] && found.lockedBy == nil)
    }
}
