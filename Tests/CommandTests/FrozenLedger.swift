import Foundation
import Support

/// A ledger of `Fixtures/log-v1`: its log as it was written when the format was frozen, and what
/// was told of it then.
struct FrozenLedger: CustomStringConvertible {
    /// The folder's name.
    let name: String
    /// Files with what commands tell of it.
    let requests: [(file: String, command: String)]

    var description: String { name }

    static let all = [
        FrozenLedger(name: "events", requests: []),
        FrozenLedger(
            name: "household",
            requests: [
                ("report", "report -M --by category"), ("report-day", "report -D --by account"),
                ("report-early", "report -M --by category --as-of 60"),
                ("list", "list --voided -n 120"), ("oldest", "list --all | tail -n 80"),
                ("history", "history bicycle"), ("log", "log -n 120"), ("tasks", "task list --all"),
                ("balance", "balance"), ("statements", "assert --list"),
                ("people", "people list"), ("person", "people show bob"),
                ("shares", "people balance"), ("units", "unit tree"), ("closings", "closings"),
                ("diff", "diff --from 60 --to 4300 -M --by category"),
            ]),
        FrozenLedger(
            name: "large",
            requests: [
                ("report", "report -M --by category"), ("list", "list -n 12"),
                ("old", "list -n 12 --skip 262130"),
            ]),
        FrozenLedger(
            name: "salvaged",
            requests: [("list", "list"), ("report", "report -M"), ("log", "log")]),
    ]

    /// Its folder, from the package's.
    var folder: String { "Fixtures/log-v1/\(name)" }

    private func path(_ name: String) -> String { SourceTree.fullPath("\(folder)/\(name)") }

    /// What was told of it when it was written; `nil` where there is nothing yet.
    func told(_ name: String) throws -> String? {
        guard FileManager.default.fileExists(atPath: path(name)) else { return nil }
        return try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// A runner whose ledger is a copy of it; what was signed lies beside.
    func opened() throws -> CommandRunner {
        let runner = try CommandRunner(["FROZEN": path("")])
        let copied = try runner.shell("mkdir ledger && cp -r \"$FROZEN\"/* . && mv log ledger")
        guard copied.code == 0 else { throw Unmade(errors: copied.errors) }
        return runner
    }

    /// What a command tells of the ledger of a runner, in CSV.
    func tell(_ command: String, _ runner: CommandRunner) throws -> CommandResult {
        let parts = command.split(separator: " | ")
        let rest = parts.dropFirst().map { " | \($0)" }.joined()
        return try runner.shell("ledger \(parts[0]) -O csv --now 2026-07-01\(rest)")
    }

    // MARK: Recording

    private static let signed = [
        "early.checkpoint", "late.checkpoint", "bicycle.tlog-proof", "account.tlog-proof",
        "report.receipt", "key",
    ]

    /// Makes it by its script, and writes down what is told of it, where that is not done yet and
    /// recording is asked for. What was written once is never written again.
    ///
    /// - Returns: Whether anything was written.
    func record() throws -> Bool {
        guard Recording.isOn, try told("verified.csv") == nil else { return false }
        if let script = try told("made-by.sh") { try make(by: script) }
        let copy = try opened()
        for (file, command) in requests + [("verified", "verify")] {
            let result = try tell(command, copy)
            try Data(result.output.utf8).write(to: URL(filePath: path("\(file).csv")))
        }
        return true
    }

    private func make(by script: String) throws {
        let runner = try CommandRunner()
        let made = try runner.shell(script)
        guard made.code == 0 else { throw Unmade(errors: made.errors) }
        try Recording.keep(log: "\(runner.home)/log", in: path("log"))
        for file in FrozenLedger.signed {
            let bytes = try? Data(contentsOf: URL(filePath: "\(runner.folder)/\(file)"))
            try bytes?.write(to: URL(filePath: path(file)))
        }
    }

    struct Unmade: Error {
        let errors: String
    }
}
