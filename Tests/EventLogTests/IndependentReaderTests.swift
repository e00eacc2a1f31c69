import EventLog
import Foundation
import Support
import Testing

/// `tools/read-log` knows the format from its document alone. What it makes of a log that this
/// library wrote shows whether the document says all of it.
@Suite(
    "The independent reader agrees",
    .enabled(if: IndependentReader.python != nil, "python3 is not there"))
struct IndependentReaderTests {
    @Test(
        "events and root of logs of every shape",
        arguments: [[2], [1, 3, 1, 100], [3, 300, 2, 9_000, 1], [4_096, 90, 4_000, 20]])
    func agrees(sizes: [Int]) throws {
        try withFolder { path in
            let log = try LogSamples.log(sizes, in: try DiskStorage.create(path: path))
            try expectAgreement(log, path, commits: sizes.count)
            try log.seal()
            try expectAgreement(log, path, commits: sizes.count)
            for number in 0..<3 {
                _ = try log.append(LogSamples.commit(100 + number, rows: [LogSamples.row(number)]))
            }
            try expectAgreement(log, path, commits: sizes.count + 3)
        }
    }

    @Test("many small commits, sealed in the middle of one") func sealedInACommit() throws {
        try withFolder { path in
            let sizes = Array(repeating: 90, count: 50)
            let log = try LogSamples.log(sizes, in: try DiskStorage.create(path: path))
            #expect(try log.seal() == 4_096)
            try expectAgreement(log, path, commits: 50)
        }
    }

    @Test("texts that were erased, in small frames and sealed ones") func erased() throws {
        try withFolder { path in
            let log = try LogSamples.log(
                [3, 300, 2, 9_000, 1], in: try DiskStorage.create(path: path))
            for isSealed in [false, true] {
                if isSealed { try log.seal() }
                _ = try log.erase(isSealed ? [4_200, 9_305] : [1, 7, 304])
                try expectAgreement(log, path, commits: 5)
            }
            // Of a whole block no node is left.
            _ = try log.erase(4_096..<8_192)
            try expectAgreement(log, path, commits: 5)
            _ = try log.append(LogSamples.commit(100, rows: [LogSamples.row(1)]))
            try expectAgreement(log, path, commits: 6)
        }
    }

    @Test("a log of revision 1, gone on with, erased and sealed") func older() throws {
        try withFolder { path in
            let log = try FormatExample.log(in: try DiskStorage.create(path: path))
            try expectAgreement(log, path, commits: 3)
            for number in 0..<90 {
                let rows = (0..<50).map { LogSamples.row(number + $0) }
                _ = try log.append(LogSamples.commit(100 + number, rows: rows))
            }
            _ = try log.erase([1, 4_000, 4_500])
            try expectAgreement(log, path, commits: 93)
            try log.seal()
            _ = try log.append(LogSamples.commit(300, rows: [LogSamples.row(2)]))
            try expectAgreement(log, path, commits: 94)
        }
    }

    @Test("every event of the example, field by field") func events() throws {
        try withFolder { path in
            let log = try FormatExample.log(in: try DiskStorage.create(path: path))
            let lines = try IndependentReader.run([path, "--json"]).output
                .split(separator: "\n").map { try #require(JSONValue(parsing: String($0))) }
            let events = try LogSamples.events(log)
            #expect(lines.count == events.count + 1)
            for (position, (line, event)) in zip(lines, events).enumerated() {
                #expect(line["position"]?.integer == position)
                #expect(line["type"]?.integer == Int(event.1.type))
                #expect(line["index"]?.integer == position - Int(event.0.firstPosition))
                var fields: [String: JSONValue] = [:]
                for field in event.1.fields + event.0.fields {
                    let name = IndependentReader.hex([field.column.rawValue]).uppercased()
                    switch field.value {
                    case .integer(let value): fields[name] = .number(String(value))
                    case .bytes(let bytes): fields[name] = .string(IndependentReader.hex(bytes))
                    }
                }
                #expect(line["fields"] == .object(fields))
            }
        }
    }

    @Test("a byte that is not what was written is damage", arguments: [100, 4_097, 4_200, 5_000])
    func damage(offset: Int) throws {
        try withFolder { path in
            _ = try FormatExample.log(in: try DiskStorage.create(path: path))
            let file = URL(filePath: "\(path)/\(FormatExample.file)")
            var bytes = try Data(contentsOf: file)
            bytes[offset] ^= 0x10
            try bytes.write(to: file)
            let result = try IndependentReader.run([path])
            #expect(result.code == 3)
            #expect(result.errors.contains(FormatExample.file))
            #expect(result.errors.contains("offset"))
            #expect(result.errors.contains("position"))
        }
    }

    @Test("what an interrupted writer left is no damage") func torn() throws {
        try withFolder { path in
            let log = try FormatExample.log(in: try DiskStorage.create(path: path))
            let root = try log.head().root.hex
            let file = URL(filePath: "\(path)/\(FormatExample.file)")
            var bytes = try Data(contentsOf: file)
            bytes.replaceSubrange(0x1678..<0x1680, with: Data("LGFRtorn".utf8))
            try bytes.write(to: file)
            let result = try IndependentReader.run([path])
            #expect(result.code == 0)
            #expect(result.output.contains("104 events"))
            #expect(result.output.contains(root))
            #expect(result.output.contains("interrupted"))
        }
    }

    @Test("a section that a crash lost above the durable head is no damage, below it is")
    func lostSection() throws {
        try withFolder { path in
            _ = try FormatExample.log(in: try DiskStorage.create(path: path))
            let file = URL(filePath: "\(path)/\(FormatExample.file)")
            var bytes = try Data(contentsOf: file)
            bytes.replaceSubrange(0x1278..<0x1300, with: Data(count: 0x1300 - 0x1278))
            try bytes.write(to: file)
            #expect(try IndependentReader.run([path]).code == 3)
            // Without slot B the third commit is not known to be durable.
            let slot = 2_048
            bytes.replaceSubrange(slot..<(slot + HeadSlot.bytes), with: Data(count: HeadSlot.bytes))
            try bytes.write(to: file)
            let result = try IndependentReader.run([path])
            #expect(result.code == 0)
            #expect(result.output.hasPrefix("3 events, 2 commits, 2 frames\n"))
        }
    }

    private func expectAgreement(_ log: Log, _ path: String, commits: Int) throws {
        let result = try IndependentReader.run([path])
        #expect(result.errors == "")
        #expect(result.code == 0)
        let statistics = try log.verify()
        let lines = result.output.split(separator: "\n")
        let counts = "\(statistics.events) events, \(commits) commits, \(statistics.frames) frames"
        #expect(lines.first.map(String.init) == counts)
        #expect(lines.last.map(String.init) == "root \(statistics.root.hex)")
    }
}

/// Runs `tools/read-log`.
enum IndependentReader {
    /// Where Python is; `nil` when it is missing.
    static let python: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/python3" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Reads many logs in one program, for its start takes longer than a small log: for
    /// each, how it would exit, and what it says of what it refuses.
    static func answers(of paths: [String]) throws -> [(code: Int?, errors: Substring)] {
        let script = """
            import contextlib, io, runpy, sys
            read = runpy.run_path(sys.argv[1])["main"]
            for path in sys.argv[2:]:
                told = io.StringIO()
                with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(told):
                    code = read([path])
                print(code, told.getvalue(), sep=" ", end="\\0")
            """
        let read = try runPython(["-c", script, SourceTree.fullPath("tools/read-log")] + paths)
        try #require(read.code == 0, "\(read.errors)")
        return read.output.split(separator: "\0").map { answer in
            let code = answer.prefix { $0 != " " }
            return (Int(code), answer.dropFirst(code.count + 1))
        }
    }

    static func run(
        _ arguments: [String], tool: String = "read-log"
    ) throws -> (output: String, errors: String, code: Int32) {
        try runPython([SourceTree.fullPath("tools/\(tool)")] + arguments)
    }

    private static func runPython(
        _ arguments: [String]
    ) throws -> (output: String, errors: String, code: Int32) {
        let process = Process()
        process.executableURL = URL(filePath: try #require(python))
        process.arguments = arguments
        // Files instead of pipes: no output is too long for them.
        let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let output = place.appendingPathExtension("output")
        let errors = place.appendingPathExtension("errors")
        defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return (
            String(decoding: try Data(contentsOf: output), as: UTF8.self),
            String(decoding: try Data(contentsOf: errors), as: UTF8.self),
            process.terminationStatus
        )
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
