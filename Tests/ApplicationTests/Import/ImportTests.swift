import Application
import Interchange
import Ledger
import Support
import Testing

@Suite struct ImportTests {
    private func run(
        _ text: String, _ env: Environment, _ options: CSVImportOptions? = nil, key: String? = nil
    ) throws -> ImportReceipt {
        let input = ImportCSV.Input(
            file: FileBytes(bytes(text)), fileName: "bank.csv", options: options)
        return try ImportCSV.run(input, in: env.with { $0.key = key }).receipt
    }

    private static let statement = """
        Date,Amount,Title,Account,Kind
        2026-01-03,12.50,Lunch,Bank,expense
        2026-01-03,12.50,Lunch,Bank,expense
        2026-01-04,0.00,,bank,expense
        2026-01-05,-4,Lunch,Bank,expense
        2026-01-25,2000,Salary,Bank,income
        """

    @Test func importsAllInOneCommit() throws {
        let env = try opened()
        let receipt = try run(ImportTests.statement, env)
        #expect(receipt.read == 5)
        #expect(receipt.new == 5)
        #expect(receipt.known == 0)
        #expect(receipt.refused == [])
        #expect(receipt.id == 2)
        #expect(receipt.sums.map(\.sum) == ["21.00", "2000.00"])
        #expect(receipt.notes == [DecisionNote(.accountOpened, given: "Bank", used: "Bank")])
        // The opening, then one commit: the batch, the account, five lines.
        let info = try LedgerInfo.run(NoInput(), in: env)
        #expect(info.commits == 2)
        #expect(info.events == 9)
        #expect(receipt.position == 8)
        #expect(receipt.root == info.root)
        #expect(try env.sums() == ["expense 21.00 EUR 4", "income 2000.00 EUR 1"])
    }

    @Test func knowsWhatItHas() throws {
        let env = try opened()
        _ = try run(ImportTests.statement, env)
        let root = try env.root()
        let second = try run(ImportTests.statement, env)
        #expect(second.new == 0)
        #expect(second.known == 5)
        #expect(second.id == nil)
        #expect(second.root == root)
        #expect(try env.root() == root)
        // Two equal rows are there; a third one is new, and so is another row of the same day.
        let third = try run(ImportTests.statement + "\n2026-01-03,12.50,Lunch,Bank,expense", env)
        #expect(third.new == 1)
        #expect(third.known == 5)
    }

    @Test func knowsRowsThatWereChangedOrVoidedSince() throws {
        let env = try opened()
        _ = try run(ImportTests.statement, env)
        var change = AmendEntry.Input(id: "4")
        (change.title, change.amount, change.day) = ("Dinner", "13", "2026-01-10")
        _ = try AmendEntry.run(change, in: env)
        _ = try VoidEntry.run(EntriesInput(ids: ["5"]), in: env)
        #expect(try run(ImportTests.statement, env).known == 5)
    }

    @Test func takesLinesOfOtherOriginsForOthers() throws {
        let env = try opened()
        try env.add("12.50", "Lunch", day: "2026-01-03", account: "Bank")
        #expect(try run(ImportTests.statement, env).new == 5)
    }

    @Test func writesNothingWhenARowIsRefused() throws {
        let env = try opened()
        let text = ImportTests.statement + "\n2026-02-30,1,Never,Bank,expense\n"
        let receipt = try run(text, env)
        #expect(
            receipt.refused == [
                ImportReceipt.Refusal(line: 7, reason: "badDate", text: "2026-02-30")
            ])
        #expect(receipt.read == 6)
        #expect(receipt.id == nil)
        #expect(try env.events() == 2)
        #expect(throws: ApplicationError.csv(.empty)) { try run("", env) }
    }

    @Test func keepsNothingOfADraft() throws {
        let env = try opened()
        let receipt = try run(ImportTests.statement, env.dryRun())
        #expect(receipt.new == 5)
        #expect(receipt.id == 2)
        #expect(try env.events() == 2)
        // The same key comes to the earlier result, whatever happened since.
        let first = try run(ImportTests.statement, env, key: "k")
        try env.add("1")
        let events = try env.events()
        let again = try run(ImportTests.statement, env, key: "k")
        #expect(again.id == first.id)
        #expect(again.new == 5)
        #expect(try env.events() == events)
    }

    @Test func saysHowItUnderstood() throws {
        let env = try opened()
        let text = "Datum;Betrag;Text;Kategorie;Extra\n31.01.2026;1,50;Brot;food:bread;x\n"
        let options = CSVImportOptions(
            date: "Datum", amount: "Betrag", title: "Text", category: ["Kategorie"],
            tag: ["=bank"])
        let input = ImportCSV.Input(file: FileBytes(bytes(text)), options: options)
        let understood = try ImportCSV.run(input, in: env).understood
        #expect(understood.separator == ";")
        #expect(understood.dates == "DD.MM.YYYY")
        #expect(understood.decimalMark == ",")
        #expect(understood.columns["title"] == ["Text"])
        #expect(understood.columns["tag"] == ["=bank"])
        #expect(understood.unused == ["Extra"])
        #expect(understood.splitCategoryRows == 1)
    }
}

/// What a file of other people's figures has, by the keys of its expectations.
private struct Figures {
    let json: JSONValue
    let decimals: Int

    /// Sum in the smallest units and count of each label.
    func cells(_ value: JSONValue?) throws -> [String: [Int]] {
        try #require(value?.object).mapValues { cell in
            let parts = try #require(cell["sum"]?.string).split(separator: ".")
            let fraction = parts.count > 1 ? String(parts[1]) : ""
            let padding = String(repeating: "0", count: decimals - fraction.count)
            return [
                try #require(Int(parts[0] + fraction + padding)),
                try #require(cell["count"]?.integer),
            ]
        }
    }
}

/// The rows of a report of one kind, with a label for each bucket.
private func cells(
    _ report: SpendingReport, _ kind: EntryKind, _ label: (SpendingReport.Row) -> String
) throws -> [String: [Int]] {
    var cells: [String: [Int]] = [:]
    for row in report.rows where row.kind == kind {
        let digits = String(row.sum.filter { $0 != "." })
        cells[label(row)] = [try #require(Int(digits)), Int(row.count)]
    }
    return cells
}

private func isoWeek(_ row: SpendingReport.Row) -> String {
    let week = row.start.isoWeek
    return "\(week.year)-W\(week.week < 10 ? "0" : "")\(week.week)"
}

@Suite(.enabled(if: SharedData.has("csv-household-inr"), "csv-household-inr is not there"))
struct HouseholdImportTests {
    @Test func hasEveryExpectedFigure() throws {
        let env = try opened { $0.defaults.currency = "INR" }
        let file = "csv-household-inr/Daily Household Transactions.csv"
        let input = ImportCSV.Input(file: FileBytes(try #require(SharedData.bytes(file))))
        let receipt = try ImportCSV.run(input, in: env).receipt
        #expect(receipt.read == 2_461)
        #expect(receipt.new == 2_461)
        #expect(receipt.refused == [])
        #expect(
            receipt.sums.map { "\($0.kind.name) \($0.sum) \($0.count)" } == [
                "expense 1957390.53 2176", "income 3042397.35 125", "transfer 1770780.90 160",
            ])

        let json = try #require(SharedData.json("csv-household-inr/expected.json"))
        let figures = Figures(json: json, decimals: 2)
        let kinds: [(EntryKind, String)] = [
            (.expense, "Expense"), (.income, "Income"), (.transfer, "Transfer-Out"),
        ]
        typealias Label = (SpendingReport.Row) -> String
        let periods: [(String, String, String?, Label)] = [
            ("daily", "by_day", nil, { "\($0.start)" }),
            ("weekly", "by_iso_week", nil, isoWeek),
            ("weekly", "by_week_starting_sunday", "sunday", { "\($0.start)" }),
            ("monthly", "by_month", nil, { String("\($0.start)".prefix(7)) }),
        ]
        for (period, key, weekStart, label) in periods {
            let report = try SpendingReportEndpoint.run(
                .init(period: period, weekStart: weekStart), in: env)
            for (kind, name) in kinds {
                let expected = try figures.cells(json[key]?[name])
                #expect(try cells(report, kind, label) == expected, "\(key) \(name)")
            }
        }

        let info = try LedgerInfo.run(NoInput(), in: env)
        let second = try ImportCSV.run(input, in: env).receipt
        #expect(second.new == 0)
        #expect(second.known == 2_461)
        #expect(try LedgerInfo.run(NoInput(), in: env) == info)
        #expect(info.commits == 2)
        let lines = try ListEntries.run(ListEntries.Input(), in: env).rows
        #expect(lines.filter(\.note.isEmpty).count == 521)
    }
}

@Suite(.enabled(if: SharedData.has("csv-gla-spend-28k"), "csv-gla-spend-28k is not there"))
struct PaymentsImportTests {
    @Test func hasEveryExpectedFigure() throws {
        let env = try opened { $0.defaults.currency = "GBP" }
        let file = try #require(SharedData.bytes("csv-gla-spend-28k/data/all.csv"))
        let options = CSVImportOptions(title: "Vendor", category: ["AccountDescription"])
        let input = ImportCSV.Input(file: FileBytes(file), options: options)
        #expect(try ImportCSV.run(input, in: env).receipt.new == 28_145)
        #expect(try env.sums() == ["expense 1000083306.00 GBP 28145"])
        let json = try #require(SharedData.json("csv-gla-spend-28k/expected.json"))
        let report = try SpendingReportEndpoint.run(.init(period: "monthly"), in: env)
        let months = try Figures(json: json, decimals: 2).cells(json["by_month"])
        #expect(try cells(report, .expense) { String("\($0.start)".prefix(7)) } == months)
        let refunds = try ListEntries.run(ListEntries.Input(amount: "<0"), in: env)
        #expect(refunds.rows.count == 1_209)
        #expect(try ImportCSV.run(input, in: env).receipt.new == 0)
    }
}
