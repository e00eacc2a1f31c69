import Support
import Testing

/// What this program lists as CSV, imported into another ledger.
@Suite("The list, imported")
struct OwnListTests {
    private func ledger(_ commands: String...) throws -> CommandRunner {
        let runner = try CommandRunner()
        let opening = ["init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada"]
        try #require(try runner.start(opening).finish().code == 0)
        for command in commands {
            let result = try runner.shell("ledger " + command)
            #expect(result.code == 0, "\(command): \(result.errors)")
        }
        return runner
    }

    @Test("comes back whole")
    func comesBack() throws {
        let old = try ledger(
            "people add Ann",
            "add 12.50 Lunch -c food -t 'two words' -t work --on 2026-03-01 -a bank",
            "add 2000 Pay --income --on 2026-03-02 -a bank",
            "add 420 Save --transfer bank savings --on 2026-03-03",
            "add 30 Dinner --on 2026-03-04 --payer Ann --split me:1,Ann:2")
        let list = try old.shell("ledger list --all -O csv").output
        let new = try ledger("people add Ann")
        try new.write(Array(list.utf8), to: "o.csv")
        let done = try new.shell("ledger import o.csv")
        #expect(done.code == 0, "\(done.errors)")
        for report in ["report", "balance", "people balance"] {
            let command = "ledger \(report) -O csv"
            let (before, after) = (try old.shell(command), try new.shell(command))
            #expect(before.output == after.output, "\(report)")
        }
        func told(_ runner: CommandRunner) throws -> [String] {
            let text = try runner.shell("ledger list --all --sort day -O csv").output
            // All but the ids: id, version, entry.
            return text.split(separator: "\n").map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                return (cells[2..<17] + cells[18...]).joined(separator: ",")
            }.sorted()
        }
        #expect(try told(old) == told(new))
        let again = try new.shell("ledger import o.csv -O json").output
        #expect(JSONValue(parsing: again)?["new"]?.integer == 0)
    }
}
