import Application
import Interchange
import Ledger
import Support
import Testing

/// Twelve monthly statements of purchase cards, whose headers differ, and whose days overlap.
@Suite(.enabled(if: SharedData.has("csv-birmingham-pcards"), "csv-birmingham-pcards is not there"))
struct CardStatementTests {
    private static let folder = "csv-birmingham-pcards"

    /// The files and what they hold, as counted elsewhere.
    private func files() throws -> [(name: String, rows: Int, months: [String: String])] {
        let json = try #require(SharedData.json("\(CardStatementTests.folder)/expected.json"))
        return try #require(json["files"]?.object).map { name, file in
            let months = try #require(file["by_month_billing"]?.object)
            return (
                name, try #require(file["parsed_rows"]?.integer),
                try months.mapValues { try #require($0.string) }
            )
        }.sorted { $0.0 < $1.0 }
    }

    private func run(_ name: String, _ env: Environment) throws -> ImportReceipt {
        let file = try #require(SharedData.bytes("\(CardStatementTests.folder)/\(name)"))
        let isBilled = name.contains("2017-09")
        let options = CSVImportOptions(
            date: "TRANS DATE", amount: isBilled ? "BILLING GROSS AMT" : "ORIGINAL GROSS AMT",
            title: "MERCHANT NAME", note: "", category: ["TRANS CAC DESC 1"], currency: "=GBP",
            account: "CARD NUMBER")
        let input = ImportCSV.Input(file: FileBytes(file), fileName: name, options: options)
        return try ImportCSV.run(input, in: env).receipt
    }

    /// Pence of `476223.42`, `-594` or `87.7`.
    private func pence(_ text: String) throws -> Int {
        let parts = text.split(separator: ".")
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        let digits = parts[0] + fraction + String(repeating: "0", count: 2 - fraction.count)
        return try #require(Int(digits))
    }

    @Test(arguments: ["forwards", "backwards", "mixed"])
    func anyOrderEndsWithTheSameMonths(_ order: String) throws {
        var files = try files()
        if order == "backwards" { files.reverse() }
        if order == "mixed" { files = files.indices.map { files[$0 * 5 % 12] } }
        let env = try opened()
        for file in files {
            let first = try run(file.name, env)
            #expect(first.new == file.rows, "\(file.name)")
            #expect((first.known, first.changed.count, first.missingCount) == (0, 0, 0))
            let second = try run(file.name, env)
            #expect((second.new, second.known) == (0, file.rows), "\(file.name)")
        }
        for file in files.prefix(3) { #expect(try run(file.name, env).new == 0) }
        var expected: [String: Int] = [:]
        for file in files {
            for (month, sum) in file.months { expected[month, default: 0] += try pence(sum) }
        }
        let report = try env.snapshot().report(
            ReportParameters(period: .monthly), now: Day(daysSince1970: 20_000))
        var found: [String: Int] = [:]
        for row in report.rows {
            found[String("\(row.start)".prefix(7))] = try pence(row.sum)
            #expect(row.currency == "GBP")
        }
        #expect(found == expected)
        #expect(report.rows.reduce(0) { $0 + Int($1.count) } == 48_144)
    }
}
