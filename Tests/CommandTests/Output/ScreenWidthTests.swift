import Support
import Testing

/// The tables of a day's work on a narrow screen and on a wide one, in colour and without.
@Suite("Tables at 80 and at 200 columns")
struct ScreenWidthTests {
    private static let commands = [
        "ledger today", "ledger report -M --by category", "ledger report --by category --tree -%",
        "ledger report -M --by category -1 -A -T -S -p 2025-06..2026-05 -E",
        "ledger report -M --by category -1 --bars --net", "ledger report this month --compare",
        "ledger chart -M", "ledger list", "ledger areg wallet", "ledger find lunch or rent",
        "ledger show 5", "ledger history bicycle", "ledger balance -M", "ledger bs",
        "ledger budget set food 40 --rollover --from 2026-03", "ledger budget",
        "ledger report --budget", "ledger task add Order bulbs due:fri project:home +shop",
        "ledger task add Call Bo due:2026-04-08 priority:H", "ledger task", "ledger next",
        "ledger agenda 2w", "ledger log -n 6", "ledger report -M foood", "ledger reprot",
    ]

    @Test("are as recorded", arguments: [80, 200], ["plain", "colour"])
    func look(_ columns: Int, _ style: String) throws {
        let runner = try CommandRunner(["COLUMNS": "\(columns)"])
        let ready = try runner.shell(OutputTests.entries)
        try #require(ready.errors == "")
        let color = style == "plain" ? "" : " --color always"
        var text = ""
        for command in Self.commands {
            let result = try runner.shell("\(OutputTests.clock)\nexec 2>&1\n\(command)\(color)")
            let shown = result.output.replacing("\u{1B}", with: "^[")
            #expect(shown.contains("^[") == false || style == "colour", "\(command)")
            text += "$ \(command)\n\(shown)[exit \(result.code)]\n\n"
            let widest =
                result.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
                .split(separator: "\n").map(\.count).max() ?? 0
            #expect(widest <= columns, "\(command): \(widest) of \(columns) columns")
        }
        expectGolden(masked(text, folder: runner.folder), "cli/screen-\(columns)-\(style).txt")
    }
}
