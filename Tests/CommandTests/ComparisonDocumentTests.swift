import Support
import Testing

/// The page that says what this program and others can do, its commands typed one after the other.
@Suite("Comparison.md is true")
struct ComparisonDocumentTests {
    private struct Row {
        let number: Int
        let feature: Substring
        let ours: Substring
        let how: Substring
    }

    private static let path = "Sources/Application/Application.docc/Comparison.md"

    private func text() throws -> String {
        try #require(try SourceTree.file(ComparisonDocumentTests.path)).text
    }

    private func rows() throws -> [Row] {
        try text().split(separator: "\n").compactMap { line in
            let cells = line.split(separator: " | ", omittingEmptySubsequences: false)
            guard cells.count == 5, line.hasPrefix("| "),
                let number = Int(cells[0].dropFirst(2))
            else { return nil }
            return Row(
                number: number, feature: cells[1], ours: cells[3],
                how: cells[4].hasSuffix(" |") ? cells[4].dropLast(2) : cells[4])
        }
    }

    @Test("every feature has one of four answers, and the sums are those of the page")
    func answers() throws {
        let rows = try rows()
        #expect(rows.map(\.number) == Array(1...291))
        let known: Set<Substring> = ["yes", "partly", "no", "left out"]
        for row in rows where !known.contains(row.ours) || row.how.isEmpty {
            Issue.record("\(row.number): \(row.ours)")
        }
        let counts = Dictionary(grouping: rows, by: \.ours).mapValues(\.count)
        let total =
            "**\(rows.count) features: \(counts["yes"] ?? 0) yes, "
            + "\(counts["partly"] ?? 0) partly, \(counts["no"] ?? 0) no, "
            + "\(counts["left out"] ?? 0) left out on purpose.**"
        #expect(try text().contains(total), "\(total)")
    }

    @Test("every command that the page names does its work") func commands() throws {
        let runner = try CommandRunner()
        try SampleFiles.write(runner)
        let setup = [
            "ledger demo ledger --now 2025-12-31",
            "ledger add 1 First -c food -a Cash --accept-clock",
            "ledger people add Ann", "ledger people add Bo", "ledger add 5 Soap -c household",
            "cp statement.csv bank.csv",
            "printf '!Type:Bank\\nD2026-03-04\\nT-4.00\\nPKiosk\\n^\\n' > bank.qif",
            "printf 'Date,Payee,Amount\\n2026-04-01,B\\xe4cker,-3\\n2026-04-02,Work,7\\n'"
                + " > windows.csv",
            "printf 'Date,Payee,Out,In\\n2026-04-05,Kiosk,2,\\n2026-04-06,Work,,9\\n'"
                + " > two.csv",
            "printf 'Bank;77\\n\\nDate;Payee;Amount\\n2026-04-07;Kiosk;-2.5\\n'"
                + " > head.csv; echo '2026-04-08;Work;9.00' >> head.csv",
        ]
        for command in setup {
            let result = try runner.shell(command)
            #expect(result.code == 0, "\(command): \(result.errors)")
        }
        var count = 0
        for row in try rows() where row.ours != "left out" {
            for command in row.how.matches(of: /`(ledger [^`]+)`/).map(\.1)
            where !command.hasPrefix("ledger serve") {
                let result = try runner.shell(String(command))
                #expect(result.code == 0, "\(row.number): \(command): \(result.errors)")
                count += 1
            }
        }
        #expect(count > 200)
    }
}
