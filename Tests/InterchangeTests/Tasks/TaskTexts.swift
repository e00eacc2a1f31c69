import Interchange
import Ledger
import Support
import Testing

/// Reads files of tasks.
enum TaskTexts {
    static func read(
        _ bytes: [UInt8], _ format: TaskFormat, zone: Zone = .utc
    ) throws(ImportError) -> TaskImport {
        try TaskImport(MemoryBytes(bytes), encoding: nil, format, zone: zone)
    }

    static func read(
        _ text: String, _ format: TaskFormat, zone: Zone = .utc
    ) throws(ImportError) -> TaskImport {
        try read(Array(text.utf8), format, zone: zone)
    }

    /// A file of the project.
    static func fixture(_ name: String) throws -> [UInt8] {
        try SourceTree.bytes("Fixtures/tasks/\(name)")
    }

    /// What a file is.
    static func format(_ text: String, name: String = "") throws(ImportError) -> TaskFormat? {
        try TaskFormat(MemoryBytes(Array(text.utf8)), given: nil, name: name)
    }

    /// Made-up damage: a file is read or refused, twice in the same way, and nothing traps.
    ///
    /// - Parameter rounds: How many changed files; `nil` for many, and for one cut at every byte.
    static func isSound(
        _ file: [UInt8], _ format: TaskFormat, seed: UInt64, rounds: Int? = nil
    ) -> Bool {
        func outcome(_ bytes: [UInt8]) -> Result<[TaskRecord], ImportError> {
            do throws(ImportError) {
                let read = try read(bytes, format)
                guard read.refused.allSatisfy({ $0.line > 0 }) else { return .failure(.changed) }
                return .success(read.records)
            } catch { return .failure(error) }
        }
        func isSame(_ bytes: [UInt8]) -> Bool {
            let first = outcome(bytes)
            return first == outcome(bytes) && first != .failure(.changed)
        }
        var random = SeededRandom(seed: seed)
        let marks = Array("\n\r\t \"\\{}[],:;()x+@=u0Z-".utf8)
        let cuts = rounds == nil ? 0..<file.count : 0..<0
        for length in cuts where !isSame(Array(file[..<length])) { return false }
        return (0..<(rounds ?? 3_000)).allSatisfy { _ in
            var bytes = file
            for _ in 0..<Int.random(in: 1...5, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: bytes[place] = marks.randomElement(using: &random) ?? 0x20
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 7))
                default: bytes.insert(marks.randomElement(using: &random) ?? 0x20, at: place)
                }
            }
            return isSame(bytes)
        }
    }
}

extension TaskImport {
    /// One line for each task, to compare.
    var summary: [String] {
        records.map { record in
            let facts = record.facts
            let parts: [String] = [
                "\(record.line) \(record.status.rawValue)", facts.title,
                facts.deadline?.description ?? "-", facts.priority.map { "\($0)" } ?? "-",
                facts.project?.text ?? "-", facts.tags.joined(separator: ","),
                facts.note.replacing("\n", with: " / "),
            ]
            return parts.joined(separator: " | ")
        }
    }

    /// The refused tasks.
    var faults: [String] { refused.map { "\($0.line) \($0.words.word) \($0.words.text)" } }
}
