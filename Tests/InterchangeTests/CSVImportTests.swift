import Interchange
import Ledger
import Testing

/// Parses a file into a ledger whose base currency is the euro.
func importing(
    _ bytes: [UInt8], _ options: CSVImportOptions = CSVImportOptions()
) throws(ImportError) -> ParsedImport {
    guard let euro = Currency.iso("EUR") else { throw .badConstant(.currency, value: "EUR") }
    return try CSVImport.parse(bytes, options, baseCurrency: euro) { Currency.iso($0) }
}

/// One line for each row, to compare.
private func summary(_ parsed: ParsedImport) -> [String] {
    parsed.rows.map { row in
        let facts = row.facts
        let direction = facts.flags == .incoming ? "<" : ""
        let parts = [
            "\(row.line)", "\(facts.day)", "\(facts.kind)\(direction)",
            "\(facts.amount.minor) \(facts.amount.currency.code)",
            facts.category?.text ?? "-", row.accountName ?? "-", row.details.title,
            row.details.note,
        ]
        return parts.joined(separator: "|")
    }
}

@Suite struct CSVImportTests {
    @Test func readsAHousehold() throws {
        let parsed = try importing(fixture("household.csv"))
        #expect(
            summary(parsed) == [
                "2|2026-02-28|expense|2345 EUR|Food:Groceries|Cash||"
                    + "bread, milk and \"the good\" cheese",
                "3|2026-02-27|income|245000 EUR|Salary|Current account||",
                "4|2026-02-27|transfer|30050 EUR|Savings|Current account||",
                "5|2026-02-27|transfer<|30050 EUR|Savings|Deposit account||",
                "6|2026-02-14|expense|280 EUR|Transport:Bus|Cash||",
                "7|2026-02-14|expense|280 EUR|Transport:Bus|Cash||",
                "8|2026-02-03|expense|-790 EUR|Food:Out:Lunch|Card||soup\nof the day",
            ])
        #expect(parsed.refused == [])
        #expect(parsed.splitCategoryRows == 1)
        #expect(parsed.dates.timedRows == 4)
        #expect(parsed.rows.last?.details.time == TimeOfDay(hour: 12, minute: 0, second: 59))
        #expect(parsed.dates.form?.rawValue == "DD-MM-YYYY")
        #expect(parsed.separator == .comma)
    }

    @Test func readsAStatementWithSemicolons() throws {
        let parsed = try importing(fixture("statement-semicolon.csv"))
        #expect(
            summary(parsed) == [
                "2|2026-01-05|expense|123450 EUR|-|-|Häusser GmbH|rent; January",
                "3|2026-01-17|expense|99 EUR|-|-|Kiosk|",
                "4|2026-01-31|expense|100000 EUR|-|-|Müller, Söhne|deposit",
            ])
        #expect(parsed.emptyRows == 1)
        #expect(parsed.separator == .semicolon)
        #expect(parsed.amounts.decimalMark == .comma)
    }

    @Test func readsAnAmericanCard() throws {
        let options = CSVImportOptions(
            category: ["Card", "Fuel: Car :"], kind: "expense", currency: "USD", account: "Visa",
            tag: ["imported"])
        let parsed = try importing(fixture("card-us.csv"), options)
        #expect(
            summary(parsed) == [
                "2|2026-01-02|expense|120450 USD|Card:Fuel:Car|Visa|Corner Store|",
                "3|2026-01-13|expense|4000 USD|Card:Fuel:Car|Visa|Fuel Stop|",
                "4|2026-02-03|expense|-1250 USD|Card:Fuel:Car|Visa|Fuel Stop refund|",
            ])
        #expect(parsed.rows.allSatisfy { $0.details.tags == ["imported"] })
        #expect(parsed.splitCategoryRows == 0)
    }

    @Test func refusesRowsWithTheirLines() throws {
        let parsed = try importing(fixture("ragged.csv"))
        #expect(
            summary(parsed) == [
                "2|2026-01-02|expense|1250 EUR|-|-|Lunch|with the team",
                "3|2026-01-03|expense|900 EUR|-|-||",
                "5|2026-01-05|expense|420 EUR|-|-|Bus|",
                "14|2026-01-13|income|0 EUR|-|-||",
            ])
        #expect(
            parsed.refused == [
                RefusedRow(line: 4, column: nil, reason: .tooFewFields(found: 2, expected: 5)),
                RefusedRow(line: 6, column: nil, reason: .tooManyFields(found: 6, expected: 5)),
                RefusedRow(line: 7, column: "Type", reason: .unknownKind("Loan")),
                RefusedRow(line: 8, column: "Date", reason: .badDate("2026-02-30")),
                RefusedRow(line: 9, column: "Amount", reason: .badAmount("1e3")),
                RefusedRow(
                    line: 10, column: "Amount", reason: .tooPrecise("0.001", decimalsMax: 2)),
                RefusedRow(
                    line: 11, column: "Amount", reason: .amountOverflow("9223372036854775808")),
                RefusedRow(line: 12, column: "Type", reason: .textAfterQuote),
            ])
        #expect(parsed.emptyRows == 1)
    }

    @Test func refusesWholeFiles() throws {
        #expect(throws: ImportError.unclosedQuote(line: 3)) {
            try importing(fixture("unclosed-quote.csv"))
        }
        #expect(throws: ImportError.self) { try importing(fixture("ambiguous-dates.csv")) }
        #expect(throws: ImportError.self) { try importing(fixture("ambiguous-amounts.csv")) }
        #expect(throws: ImportError.empty) { try importing([]) }
        #expect(throws: ImportError.empty) { try importing(Array("\n , \n".utf8)) }
    }

    @Test func aFileOfAHeaderOnlyHasNoRows() throws {
        let parsed = try importing(Array("\nDate,Amount\n\n".utf8))
        #expect(parsed.rows == [])
        #expect(parsed.refused == [])
        #expect(parsed.emptyRows == 1)
        #expect(parsed.dates.form == nil)
        #expect(parsed.amounts.decimalMark == nil)
    }

    @Test(arguments: [
        (CSVImportOptions(currency: "XXZ"), ImportError.badConstant(.currency, value: "XXZ")),
        (CSVImportOptions(kind: "loan"), .badConstant(.kind, value: "loan")),
        (CSVImportOptions(category: [" : "]), .badConstant(.category, value: ":")),
        (CSVImportOptions(tag: ["a\nb"]), .badConstant(.tag, value: "a\nb")),
    ])
    func refusesConstants(_ options: CSVImportOptions, _ error: ImportError) {
        #expect(throws: error) { try importing(fixture("card-us.csv"), options) }
    }

    @Test(arguments: [
        ("Expense", EntryKind.expense), ("DEBIT", .expense), (" income ", .income),
        ("Credit", .income), ("Transfer", .transfer), ("Transfer-Out", .transfer),
        ("transfer in", .transfer),
    ])
    func readsKinds(_ word: String, _ kind: EntryKind) throws {
        let parsed = try importing(Array("Date,Amount,Kind\n2026-01-02,1,\(word)".utf8))
        #expect(parsed.rows.map(\.facts.kind) == [kind])
        let flags: LineFlags = word == "transfer in" ? .incoming : []
        #expect(parsed.rows.map(\.facts.flags) == [flags])
    }

    @Test func refusesAKindThatIsEmpty() throws {
        let parsed = try importing(Array("Date,Amount,Kind\n2026-01-02,1,".utf8))
        #expect(parsed.refused.map(\.reason) == [.unknownKind("")])
    }

    @Test func readsTags() throws {
        let lines = ["Date,Amount,Tag,Trip", "2026-01-02,1,a b,", "2026-01-02,1,, x "]
        let file = lines.joined(separator: "\n") + "\n2026-01-02,1,\"a\nb\","
        let parsed = try importing(
            Array(file.utf8), CSVImportOptions(tag: ["Tag", "Trip", "all"]))
        #expect(parsed.rows.map(\.details.tags) == [["a b", "all"], ["x", "all"]])
        #expect(parsed.refused.map(\.reason) == [.badTag("a\nb")])
    }

    @Test func refusesMoreTextThanAnEventHolds() throws {
        let title = String(repeating: "é", count: 30_000)
        let file = "Date,Amount,Title,Note\n2026-01-02,1,\(title),\n2026-01-02,1,\(title),x"
        let parsed = try importing(Array(file.utf8))
        #expect(parsed.rows.map(\.details.title.utf8.count) == [60_000])
        #expect(
            parsed.refused.map(\.reason) == [.textTooLong(bytes: 60_001, bytesMax: 60_000)])
    }

    @Test func spacesAroundTitlesAndNotesStay() throws {
        let parsed = try importing(Array("Date,Amount,Title,Note\n2026-01-02,1,  a ,\" \n\"".utf8))
        #expect(parsed.rows.map(\.details.title) == ["  a "])
        #expect(parsed.rows.map(\.details.note) == [" \n"])
    }
}
