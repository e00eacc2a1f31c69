import EventLog
import Foundation
import Support
import Testing

/// Every rule that Format.md names has a log that breaks it and no other, made by a writer that
/// shares no code with this library; whoever says of a log that it is whole has to refuse it.
@Suite(
    "Rules of the format", .enabled(if: IndependentReader.python != nil, "python3 is not there"))
struct FormatRuleTests {
    private static let sound = ["sound-small", "sound-tree", "sound-sealed", "sound-two"]

    /// What went wrong with a log: the program's error, and that of the independent reader.
    private func verdicts(_ path: String) throws -> (program: String?, reader: String?) {
        var program: String?
        do {
            _ = try Log.open(in: try DiskStorage(path: path), options: LogSamples.options).verify()
        } catch { program = "\(error)" }
        let result = try IndependentReader.run([path])
        // Without an answer of its own, such as a traceback, it has not refused anything.
        let isAnswer = result.errors.hasPrefix("damaged: ") || result.errors.hasPrefix("cannot be")
        #expect(result.code == 0 || isAnswer && [2, 3].contains(result.code), "\(result.errors)")
        return (program, result.code == 0 ? nil : result.errors)
    }

    private func named() throws -> [String] {
        try FormatDocument().tables("Rules")[0].map { $0[0].filter { $0 != "`" } }
    }

    @Test("each has a log that breaks it, and both readers refuse that") func broken() throws {
        let rules = try named()
        let told = try IndependentReader.run(["--list"], tool: "break-log").output
        #expect(told.split(separator: "\n").map(String.init) == rules)
        try withFolder { path in
            let made = try IndependentReader.run(["--all", path], tool: "break-log")
            try #require(made.code == 0, "\(made.errors)")
            for rule in rules {
                let found = try verdicts("\(path)/\(rule)")
                #expect(found.program != nil, "ledger verify takes \(rule)")
                #expect(found.reader != nil, "tools/read-log takes \(rule)")
            }
            for log in Self.sound {
                let found = try verdicts("\(path)/\(log)")
                #expect(found.program == nil, "\(log): \(found.program ?? "")")
                #expect(found.reader == nil, "\(log): \(found.reader ?? "")")
            }
        }
    }

    @Test("what the library names is in the document") func names() throws {
        let known = Set(try named())
        for rule in FormatRule.allCases { #expect(known.contains(rule.rawValue), "\(rule)") }
    }

    @Test("no two commits have one id, however many there are") func manyCommits() {
        var ids = CommitIDs(commits: 3 * CommitIDs.heldMax)
        var found = 0
        while true {
            for number in 0..<1_000 { ids.add(CommitID(high: 7, low: UInt64(number))) }
            ids.add(CommitID(high: 7, low: 500))
            if ids.isRepeated() { found += 1 }
            guard let next = ids.next else { break }
            ids = next
        }
        #expect(found == 1)
    }
}
