import EventLog
import Support
import Testing

/// The examples of the format as files: their bytes, and what they say.
@Suite("Examples of the format are files")
struct FormatFixtureTests {
    /// An example, and how many commits it has. That of nodes has revision 2, and lost a name.
    enum Example: String, CaseIterable {
        case easy, hard, nodes

        var commits: Int { self == .hard ? 3 : 2 }

        var file: String { self == .nodes ? "000000000000-0001.log" : FormatExample.file }

        func log(in storage: MemoryStorage) throws -> Log {
            let log = try FormatExample.log(
                in: storage, commits: commits, isOlder: self != .nodes)
            if self == .nodes { #expect(try log.erase([1]).texts == 1) }
            return log
        }
    }

    @Test("their bytes are what the library writes", arguments: Example.allCases)
    func bytes(_ example: Example) throws {
        let storage = MemoryStorage()
        _ = try example.log(in: storage)
        let bytes = try #require(storage.bytes(of: example.file))
        expectGolden(Self.hex(bytes, file: example.file), "format/\(example).hex")
    }

    @Test("what they say is what the library reads", arguments: Example.allCases)
    func events(_ example: Example) throws {
        let log = try example.log(in: MemoryStorage())
        let lines = try Self.lines(log, commits: example.commits)
        expectGolden("[\n\(lines.joined(separator: ",\n"))\n]\n", "format/\(example).json")
    }

    @Test(
        "the independent reader prints the same",
        .enabled(if: IndependentReader.python != nil, "python3 is not there"),
        arguments: Example.allCases)
    func reader(_ example: Example) throws {
        let path = SourceTree.fullPath("Fixtures/format/\(example).hex")
        let result = try IndependentReader.run(["--json", path])
        #expect(result.code == 0, "\(result.errors)")
        let said = try #require(try SourceTree.file("Fixtures/format/\(example).json")).text
        let lines = result.output.split(separator: "\n")
        #expect("[\n\(lines.joined(separator: ",\n"))\n]\n" == said)
    }

    @Test("what the page shows of nodes is in the file") func nodes() throws {
        let storage = MemoryStorage()
        _ = try Example.nodes.log(in: storage)
        let bytes = try #require(storage.bytes(of: Example.nodes.file))
        let blocks = try FormatDocument(page: "FormatExamples").blocks("Example: nodes")
        #expect(blocks.count == 3)
        for block in blocks.dropLast() {
            let (start, shown) = try FormatDocument.dump(block)
            try #require(start + shown.count <= bytes.count)
            #expect(Array(bytes[start..<(start + shown.count)]) == shown, "from \(start) on")
        }
        // The last one shows secrets on the way from the random one to the salt of event 2.
        var secret = FormatExample.seed
        for (level, line) in try #require(blocks.last).enumerated() {
            let first: [UInt8] = [level == 4 ? 2 : 0, 0, 0, 0, 0, 0, 0, 0]
            if level > 0 { secret = SHA256.hash(secret, first).bytes }
            #expect(line.split(separator: " ")[2] == IndependentReader.hex(secret))
        }
        let bytesOfNodes = BlockSeed.whole(FormatExample.seed)
        #expect(try #require(BlockSeed(bytesOfNodes)).salt(of: 2) == secret)
    }

    /// The file's name, then lines of an offset and 16 bytes, without those of zeros.
    private static func hex(_ bytes: [UInt8], file: String) -> String {
        var text = "\(file)\n"
        for start in stride(from: 0, to: bytes.count, by: 16) {
            let line = bytes[start..<min(start + 16, bytes.count)]
            guard line.contains(where: { $0 != 0 }) else { continue }
            let offset = IndependentReader.hex([UInt8(start >> 8), UInt8(start & 0xFF)])
            let shown = line.map { IndependentReader.hex([$0]) }.joined(separator: " ")
            text += "\(offset.uppercased())  \(shown.uppercased())\n"
        }
        return text
    }

    /// A line of JSON for every event, and one for the whole.
    private static func lines(_ log: Log, commits: Int) throws -> [String] {
        let events = try LogSamples.events(log)
        let lines = events.enumerated().map { position, event in
            let (commit, row) = event
            let fields = (row.fields + commit.fields).sorted { $0.column < $1.column }
            let values = fields.map { field in
                let name = IndependentReader.hex([field.column.rawValue]).uppercased()
                return switch field.value {
                case .integer(let value): "\"\(name)\": \(value)"
                case .bytes(let value): "\"\(name)\": \"\(IndependentReader.hex(value))\""
                }
            }
            return "{\"position\": \(position), \"type\": \(row.type), \"schema\": \(row.schema), "
                + "\"critical\": \(row.isCritical), "
                + "\"commit\": \"\(IndependentReader.hex(commit.id.bytes))\", "
                + "\"index\": \(position - Int(commit.firstPosition)), "
                + "\"fields\": {\(values.joined(separator: ", "))}}"
        }
        let root = try log.head().root.hex
        return lines + [
            "{\"events\": \(events.count), \"commits\": \(commits), \"frames\": \(commits), "
                + "\"root\": \"\(root)\", \"torn\": null}"
        ]
    }
}
