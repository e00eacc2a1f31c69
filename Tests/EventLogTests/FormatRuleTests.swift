import EventLog
import Foundation
import Support
import Testing

/// Every rule that Format.md names has a log that breaks it and no other, made by a writer that
/// shares no code with this library; whoever says of a log that it is whole has to refuse it.
@Suite(
    "Rules of the format", .enabled(if: IndependentReader.python != nil, "python3 is not there"))
struct FormatRuleTests {
    private static let sound = [
        "sound-small", "sound-tree", "sound-sealed", "sound-two", "sound-mixed", "sound-erased",
        "sound-flat", "sound-older", "sound-loose", "sound-example",
    ]

    /// What the program says of a log.
    private func verdict(_ path: String) -> LogError? {
        do throws(LogError) {
            let storage: DiskStorage
            do { storage = try DiskStorage(path: path) } catch { throw .storage(error) }
            _ = try Log.open(in: storage, options: LogSamples.options).verify()
            return nil
        } catch { return error }
    }

    /// The rule that an error names.
    private func rule(_ error: LogError?) -> FormatRule? {
        guard case .corrupt(let damage) = error, case .rule(let rule) = damage.reason else {
            return nil
        }
        return rule
    }

    private func named() throws -> [String] {
        try FormatDocument().tables("Rules")[0].map { $0[0].filter { $0 != "`" } }
    }

    @Test(
        "each has a log that breaks it, and both readers refuse that, in either revision",
        arguments: [1, 2])
    func broken(revision: Int) throws {
        let option = ["--revision", String(revision)]
        let told = try IndependentReader.run(option + ["--list"], tool: "break-log").output
        let rules = told.split(separator: "\n").map(String.init)
        // Revision 1 has no nodes.
        let all = try self.named()
        #expect(revision == 2 ? rules == all : Set(rules).isStrictSubset(of: all))
        #expect(rules.count > 100)
        var named: Set<FormatRule> = []
        try withFolder { path in
            let made = try IndependentReader.run(option + ["--all", path], tool: "break-log")
            try #require(made.code == 0, "\(made.errors)")
            let logs = rules + Self.sound
            let answers = try IndependentReader.answers(of: logs.map { "\(path)/\($0)" })
            try #require(answers.count == logs.count)
            for (log, answer) in zip(logs, answers) {
                let error = verdict("\(path)/\(log)")
                let isSound = Self.sound.contains(log)
                #expect((error == nil) == isSound, "\(log): \(String(describing: error))")
                #expect((answer.code == 0) == isSound, "tools/read-log, \(log): \(answer.errors)")
                let isTold = ["damaged: ", "cannot be"].contains { answer.errors.hasPrefix($0) }
                #expect(isSound || isTold && [2, 3].contains(answer.code), "\(answer.errors)")
                guard !isSound, let own = self.rule(error) else { continue }
                #expect(log == own.rawValue || log.hasPrefix(own.rawValue + "-"), "\(own)")
                named.insert(own)
            }
        }
        // Between frames, the walk tells it; that is for commits of a sealed frame.
        let known = Set(FormatRule.allCases).subtracting([.commitGoesOn])
        #expect(revision == 2 ? named == known : named.isSubset(of: known))
    }

    @Test("what the library names is in the document") func names() throws {
        let known = Set(try named())
        for rule in FormatRule.allCases { #expect(known.contains(rule.rawValue), "\(rule)") }
    }

    @Test(
        "no two commits have one id, however many there are",
        arguments: [(1, 10), (1_000, 10), (5_000, 40), (20_000, 1 << 19)])
    func manyCommits(count: Int, suspectsMax: Int) {
        for twice in [nil, 0, count / 2, count - 1] {
            var ids = CommitIDs(commits: UInt64(count), suspectsMax: suspectsMax)
            var all = (0..<count).map { CommitID(high: 7, low: UInt64($0)) }
            if let twice { all.append(all[twice]) }
            repeat {
                for id in all { ids.add(id) }
                for id in all { ids.addAgain(id) }
            } while !ids.isRepeated && ids.advance()
            #expect(ids.isRepeated == (twice != nil))
        }
    }
}
