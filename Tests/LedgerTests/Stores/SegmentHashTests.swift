import EventLog
import Ledger
import Support
import Testing

/// The same events make the same files: what is rebuilt in the code changes no byte of a log.
@Suite("Twenty programs write the files that they always wrote")
struct SegmentHashTests {
    @Test("files and roots of twenty seeds are as recorded") func files() throws {
        var lines: [String] = []
        for seed in UInt64(1)...20 { lines += try Self.files(of: seed) }
        expectGolden(lines.joined(separator: "\n") + "\n", "segments/hashes.txt")
    }

    /// Name, size and hash of each file of a log that a program wrote, and its root. Every fourth
    /// goes past a block of 4,096 events, and is sealed before it goes on.
    private static func files(of seed: UInt64) throws -> [String] {
        let storage = MemoryStorage()
        var options = Log.Options()
        options.makeSeed = StoreKind.fixedSeed
        options.makeSalt = { 7 }
        let log = try Log.create(in: storage, id: CommitID(high: 1, low: seed), options: options)
        let store = FileEventStore(log)
        var program = try RandomProgram(seed: seed, on: store, splits: seed.isMultiple(of: 2))
        for _ in 0..<60 { try program.step() }
        if seed.isMultiple(of: 4) {
            try program.append(try manyLines(seed))
            _ = try store.seal()
            for _ in 0..<20 { try program.step() }
        }
        let names = try storage.list().filter { $0.hasSuffix(".log") }.sorted()
        let files = names.map { name in
            let bytes = storage.bytes(of: name) ?? []
            return "seed \(seed): \(name) \(bytes.count) bytes \(SHA256.hash(bytes).hex)"
        }
        return files + [
            "seed \(seed): \(try store.head().count) events, root "
                + "\(try store.head().root.hex)"
        ]
    }

    private static func manyLines(_ seed: UInt64) throws -> [Event] {
        var random = SeededRandom(seed: seed)
        return try (0..<4_200).map { index in
            let facts = try Samples.facts()
            let title = "Line \(index) \(Int.random(in: 0..<500, using: &random))"
            return .lineAdded(LineAdded(facts: facts, details: LineDetails(title: title)))
        }
    }
}
