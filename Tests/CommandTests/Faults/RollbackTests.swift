import Application
import EventLog
import Foundation
import Ledger
import Support
import Testing

/// Ledgers that were brought back to an earlier state, or written anew from some event on, with
/// every checksum, link and root in them right: only who kept a checkpoint can tell.
@Suite("A rollback or a fork is found by whoever kept a checkpoint")
struct RollbackTests {
    private static let cases = 10_000
    private static let ledgers = 50

    @Test("in 10,000 seeded cases", .enabled(if: PythonTool.isThere))
    func everyCase() throws {
        let runner = try CommandRunner(["TOOL": SourceTree.fullPath("tools/verify-proof")])
        let files = FileManager.default
        var random = SeededRandom(seed: 0x524F_4C4C)
        var expected: [String] = []
        var pairs = ""
        for number in 0..<RollbackTests.ledgers {
            let ledger = try SmallLedger(seed: UInt64(number))
            let checkpoint = try ledger.checkpoint()
            try runner.write(Array(checkpoint.utf8), to: "k\(number)")
            // It agrees with itself.
            #expect(try RollbackTests.verdict(ledger.log, checkpoint) == "agrees")
            for index in 0..<(RollbackTests.cases / RollbackTests.ledgers) {
                let forged = try ledger.forged(&random)
                let found = try RollbackTests.verdict(forged.log, checkpoint)
                #expect(found == forged.kind, "ledger \(number), case \(index)")
                expected.append(forged.kind)
                let folder = "\(number)-\(index)"
                try files.createDirectory(
                    atPath: "\(runner.folder)/\(folder)", withIntermediateDirectories: false)
                for (name, bytes) in try forged.files() {
                    try runner.write(bytes, to: "\(folder)/\(name)")
                }
                pairs += "\(folder) k\(number)\n"
            }
        }
        #expect(expected.count == RollbackTests.cases)
        #expect(expected.count { $0 == "rolled back" } > 2_000)
        #expect(expected.count { $0 == "forked" } > 5_000)
        try runner.write(Array(pairs.utf8), to: "pairs")
        let result = try runner.shell("\"$TOOL\" log - < pairs")
        #expect(result.errors == "")
        #expect(result.output.split(separator: "\n").map(String.init) == expected)
    }

    /// What this program says of a log.
    private static func verdict(_ log: Log, _ checkpoint: String) throws -> String {
        let env = Environment.test.with { $0.home = MemoryHome(FileEventStore(log)) }
        do throws(ApplicationError) {
            let summary = try VerifyLog.run(VerifyLog.Input(against: checkpoint), in: env)
            return summary.against == nil ? "not checked" : "agrees"
        } catch .proof(.rolledBack) {
            return "rolled back"
        } catch .proof(.forked) {
            return "forked"
        } catch {
            return "\(error)"
        }
    }
}

/// Some commits of all kinds.
private struct SmallLedger {
    let log: Log
    private let commits: [CommitDraft]

    init(seed: UInt64) throws {
        log = try SmallLedger.empty(in: MemoryStorage())
        var program = try RandomProgram(seed: seed, on: FileEventStore(log))
        for _ in 0..<(4 + seed % 9) { try program.step() }
        var commits: [CommitDraft] = []
        try log.read(0..<(.max >> 1), .all) { batch throws(LogError) in
            for (index, row) in batch.rows.enumerated() {
                guard let header = batch.commit(at: index) else { continue }
                if commits.last?.id != header.id {
                    commits.append(
                        CommitDraft(
                            id: header.id, recordedAt: header.recordedAt, actor: header.actor,
                            batch: header.batch, key: header.key, rows: []))
                }
                commits[commits.count - 1].rows.append(row)
            }
            return true
        }
        self.commits = commits
    }

    private static func empty(in storage: MemoryStorage) throws -> Log {
        var options = Log.Options()
        options.makeSeed = StoreKind.fixedSeed
        return try Log.create(in: storage, id: CommitID(high: 1, low: 1), options: options)
    }

    func checkpoint() throws -> String {
        let head = try log.head()
        let origin = String(repeating: "07", count: 16)
        return try #require(Checkpoint(origin: origin, size: head.count, root: head.root)).text
    }

    /// Another ledger that was made of this one, in this log's own way.
    struct Forged {
        let kind: String
        let log: Log
        let storage: MemoryStorage

        /// The segments, without the zeros behind the last frame.
        func files() throws -> [(String, [UInt8])] {
            try storage.list().filter { $0.hasSuffix(".log") }.map { name in
                var bytes = storage.bytes(of: name) ?? []
                let used = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
                bytes.removeLast(bytes.count - min(bytes.count, (used + 7) / 8 * 8))
                return (name, bytes)
            }
        }
    }

    /// A rollback to a commit, or a fork at an event: by chance.
    func forged(_ random: inout SeededRandom) throws -> Forged {
        func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
        let storage = MemoryStorage()
        let log = try SmallLedger.empty(in: storage)
        if below(10) < 3 {
            for commit in commits[..<(1 + below(commits.count - 1))] { _ = try log.append(commit) }
            return Forged(kind: "rolled back", log: log, storage: storage)
        }
        var commits = commits
        let place = below(commits.count)
        // The very first event says which ledger it is.
        if place == 0 || below(3) == 0 {
            commits[place].recordedAt += 1
        } else {
            let row = below(commits[place].rows.count)
            commits[place].rows[row] = change(commits[place].rows[row])
        }
        for commit in commits { _ = try log.append(commit) }
        // It may have been gone on with.
        if var more = commits.last, below(2) == 0 {
            more.id = CommitID(high: 77, low: UInt64(below(1 << 30)))
            more.rows = [SmallLedger.person]
            _ = try log.append(more)
        }
        return Forged(kind: "forked", log: log, storage: storage)
    }

    private static let person = Row(
        type: 2, schema: 1, isCritical: true,
        fields: [Field(ColumnID(rawValue: 0x84), .bytes(Array("Eve".utf8)))])

    /// The amount, the text or whatever there is, one more or one letter longer.
    private func change(_ row: Row) -> Row {
        var fields = row.fields
        let wanted = [0x21, 0x80, 0x83, 0x20, 0x81, 0x84].map { ColumnID(rawValue: $0) }
        let places = wanted.compactMap { column in fields.firstIndex { $0.column == column } }
        guard let place = places.first else {
            fields.append(Field(ColumnID(rawValue: 0xF0), .bytes([1])))
            return Row(
                type: row.type, schema: row.schema, isCritical: row.isCritical, fields: fields)
        }
        switch fields[place].value {
        case .integer(let value):
            fields[place] = Field(fields[place].column, .integer(value + 1))
        case .bytes(let bytes):
            fields[place] = Field(fields[place].column, .bytes(bytes + [0x2E]))
        }
        return Row(type: row.type, schema: row.schema, isCritical: row.isCritical, fields: fields)
    }
}
