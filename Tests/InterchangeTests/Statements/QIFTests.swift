import Interchange
import Ledger
import Testing

/// QIF: the figures are those of the files, added up by hand.
@Suite struct QIFTests {
    private func summary(_ parsed: ParsedImport) -> [String] {
        parsed.summary.enumerated().map { index, text in
            let facts = parsed.rows[index].facts
            let direction = facts.flags == .incoming ? "<" : ""
            return text + "|\(facts.category?.text ?? "-")\(direction)"
        }
    }

    @Test func register() throws {
        let parsed = try parsing(statement("register.qif"))
        #expect(
            summary(parsed) == [
                "6|2026-01-31|expense 120450 EUR|Giro|Landlord|January|-|Housing:Rent",
                "14|2026-02-02|income 245000 EUR|Giro|Works Ltd||-|Salary",
                "20|2026-02-03|expense 4250 EUR|Giro|Corner shop||-|Food:Groceries",
                "20|2026-02-03|expense 1750 EUR|Giro|Corner shop|soap|-|Household",
                "29|2026-02-04|transfer 20000 EUR|Giro|To savings|[Savings]|-|-",
            ])
        #expect(parsed.refused == [])
        #expect(parsed.dates.form?.rawValue == "DD/MM/YYYY")
        #expect(parsed.statements == [])
    }

    private func one(_ date: String, _ amount: String, _ more: String = "") -> String {
        "!Type:CCard\nD\(date)\nT\(amount)\n\(more)^\n"
    }

    @Test(arguments: [
        ("1/31/2026", "2026-01-31"), ("1/31'26", "2026-01-31"), ("1/31' 6", "2006-01-31"),
        ("31.1.26", "2026-01-31"), ("31.01.1998", "1998-01-31"), ("1/31/98", "1998-01-31"),
        ("31-01-2026", "2026-01-31"), ("2026-01-31", "2026-01-31"), ("31.1'26", "2026-01-31"),
    ])
    func days(_ written: String, _ day: String) throws {
        #expect(try parsing(one(written, "-5")).rows.map(\.facts.day.description) == [day])
    }

    /// What may be read in two ways is asked about, and said as of CSV.
    @Test func asks() throws {
        let file = one("1/2'26", "-5.00") + one("3/4'26", "-1.000")
        let asked = #expect(throws: ImportError.self) { try parsing(file) }
        guard case .ambiguousDates = asked else { throw asked ?? .empty }
        let german = try parsing(
            file,
            CSVImportOptions(
                dateForm: DateForm(rawValue: "DD/MM/YYYY"), decimalMark: .point))
        #expect(german.rows.map(\.facts.day.description) == ["2026-02-01", "2026-04-03"])
        let comma = try parsing(one("31.1.26", "-1.234,50"))
        #expect(comma.rows.map(\.facts.amount.minor) == [123_450])
        let opening = one("1/31/26", "100", "POpening Balance\nL[Giro]\n")
        #expect(
            throws: ImportError.ambiguousRows(
                .balance, column: "P", values: ["Opening Balance"],
                samples: [CellSample(line: 2, text: "Opening Balance")])
        ) { try parsing(opening) }
    }

    /// A minus may be written in any way that CSV knows.
    @Test(arguments: ["-5.00", "5.00-", "(5.00)", "\u{2212}5.00"])
    func minuses(_ amount: String) throws {
        let parsed = try parsing(one("1/31/26", amount, "PTea\n"))
        #expect(parsed.summary == ["2|2026-01-31|expense 500 EUR|-|Tea||-"])
    }

    @Test func transfersIn() throws {
        let parsed = try parsing(one("1/31/26", "20.00", "L[Card]\n"))
        #expect(summary(parsed) == ["2|2026-01-31|transfer 2000 EUR|-|[Card]||-|-<"])
    }

    @Test func options() throws {
        let file = try statement("register.qif")
        let given = CSVImportOptions(account: "=checking", tag: ["N"])
        let parsed = try parsing(file, given)
        #expect(parsed.rows.first?.accountName == "checking")
        #expect(parsed.rows.first?.details.tags == ["101"])
        #expect(throws: ImportError.statementOption(.qif, option: "sign")) {
            try parsing(file, CSVImportOptions(sign: .spend))
        }
    }

    @Test func rowsAreRefused() throws {
        let parsed = try parsing(one("1/31/26", "5") + one("2/30/26", "5") + one("1/30/26", "x"))
        #expect(
            parsed.refused == [
                RefusedRow(line: 6, column: "D", reason: .badDate("2/30/2026")),
                RefusedRow(line: 10, column: "T", reason: .badAmount("x")),
            ])
    }

    @Test(arguments: [
        ("!Type:Bank\nD1/31/26\nT5\n", StatementFault.cut("^"), 3),
        ("!Type:Invst\nD1/31/26\n^\n", .malformed("!type:invst"), 1),
        ("!Type:Bank\nD1/31/26\n!Type:Cash\n", .misplaced("!type:cash"), 3),
        ("!Type:Bank\nD1/31/26\n$5\n^\n", .misplaced("$"), 3),
        ("!Type:Bank\nD1/31/26\nT5\nD2/1/26\nT6\n^\n", .misplaced("D"), 4),
        ("!Type:Bank\nD1/31/26\nT5\nT6\n^\n", .misplaced("T"), 4),
        ("!Type:Bank\nD1/31/26\nT-5\nSa\n$-2\nSb\n$-4\n^\n", .unlikeParts("-5"), 2),
        ("!Type:Cat\nNFood\n^\n", .noStatement, 3), ("!Account\nNGiro\n^\n", .noStatement, 3),
    ])
    func faults(_ text: String, _ fault: StatementFault, _ line: Int) {
        #expect(throws: ImportError.badStatement(.qif, fault, line: line)) { try parsing(text) }
    }

    /// A file that is cut within a transaction is refused as a whole.
    @Test func cuts() throws {
        let text = one("1/31/26", "-5.00", "PTea\n")
        for count in Array(0..<11) + (13..<text.utf8.count - 2) {
            #expect(throws: ImportError.self) { try parsing(String(text.prefix(count))) }
        }
    }

    @Test func damage() throws {
        #expect(isSound(try statement("register.qif"), seed: 4, rounds: 2_000))
    }
}
