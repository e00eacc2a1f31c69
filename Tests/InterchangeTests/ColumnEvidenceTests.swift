import Interchange
import Ledger
import Testing

/// Dates and amounts of made-up columns, read through whole files.
@Suite struct ColumnEvidenceTests {
    private func dates(_ cells: [String], form: DateForm? = nil) throws -> ParsedImport {
        let rows = cells.map { "\"\($0)\",1" }
        return try importing(
            Array((["Date,Amount"] + rows).joined(separator: "\n").utf8),
            CSVImportOptions(dateForm: form))
    }

    private func amounts(
        _ cells: [String], mark: MoneyFormat.DecimalMark? = nil
    ) throws -> ParsedImport {
        let rows = cells.map { "2026-01-02,\"\($0)\"" }
        return try importing(
            Array((["Date,Amount"] + rows).joined(separator: "\n").utf8),
            CSVImportOptions(decimalMark: mark))
    }

    @Test(arguments: [
        (["13-02-2026"], "DD-MM-YYYY", ["2026-02-13"]),
        (["01/02/2026", "31/12/2025"], "DD/MM/YYYY", ["2026-02-01", "2025-12-31"]),
        (["01/02/2026", "12/31/2025"], "MM/DD/YYYY", ["2026-01-02", "2025-12-31"]),
        (["1.2.2026", "29.2.2024"], "DD.MM.YYYY", ["2026-02-01", "2024-02-29"]),
        (["2026-02-01"], "YYYY-MM-DD", ["2026-02-01"]),
        (["2026/2/1 ", " 2026/12/11"], "YYYY/MM/DD", ["2026-02-01", "2026-12-11"]),
        (["03/03/2026", "04/04/2026"], "DD/MM/YYYY", ["2026-03-03", "2026-04-04"]),
    ])
    func decidesTheDateForm(_ cells: [String], _ form: String, _ days: [String]) throws {
        let parsed = try dates(cells)
        #expect(parsed.dates.form?.rawValue == form)
        #expect(parsed.rows.map { "\($0.facts.day)" } == days)
        #expect(parsed.dates.rows == cells.count)
        #expect(!parsed.dates.isGiven)
    }

    @Test func showsTheCellThatDecides() throws {
        let parsed = try dates(["01/02/2026", "11/12/2026", "12/31/2025", "12/30/2025"])
        #expect(parsed.dates.decidedBy?.line == 4)
        #expect(parsed.dates.decidedBy?.text == "12/31/2025")
    }

    @Test(arguments: [
        ("13-02-2026 23:59", 23, 59, 0), ("13-02-2026 0:05", 0, 5, 0),
        ("13-02-2026T12:34:56", 12, 34, 56), ("13-02-2026  00:00", 0, 0, 0),
    ])
    func readsTimes(_ cell: String, _ hour: Int, _ minute: Int, _ second: Int) throws {
        let parsed = try dates([cell, "14-02-2026"])
        let time = TimeOfDay(hour: hour, minute: minute, second: second)
        #expect(parsed.rows.map(\.details.time) == [time, nil])
        #expect(parsed.dates.timedRows == 1)
    }

    @Test(arguments: [
        "30-02-2026", "2026-13-01", "1/2-2026", "01-02-26", "2026-01-02T", "2026-01-02 24:00",
        "2026-01-02 12:60", "2026-01-02 13:00 PM", "2026-01-02 10:00 +1", "2026-01-02 10",
        "2026-01", "", "today",
        "20260-01-02", "2026--01-02", "١٣-٠٢-٢٠٢٦",
    ])
    func refusesWhatIsNoDate(_ cell: String) throws {
        let parsed = try dates(["2026-01-31", cell, "2026-01-30"])
        #expect(parsed.rows.count == 2)
        #expect(parsed.refused.map(\.line) == [3])
        #expect(parsed.refused.first?.column == "Date")
        #expect(parsed.refused.first?.reason == .badDate(cell))
    }

    @Test func refusesTheRowsThatBreakTheBestForm() throws {
        let parsed = try dates(["13/02/2026", "14/02/2026", "02/13/2026", "2026-02-01"])
        #expect(parsed.dates.form?.rawValue == "DD/MM/YYYY")
        #expect(parsed.refused.map(\.line) == [4, 5])
    }

    @Test func asksWhenDatesStayAmbiguous() throws {
        let cells = ["03/03/2026", "01/02/2026", "11/12/2026"]
        let error = #expect(throws: ImportError.self) { try dates(cells) }
        guard case .ambiguousDates(let forms, let samples) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(forms.map(\.rawValue) == ["DD/MM/YYYY", "MM/DD/YYYY"])
        #expect(samples.map(\.line) == [3, 4])
        #expect(samples.map(\.text) == ["01/02/2026", "11/12/2026"])
        let american = try dates(cells, form: DateForm(rawValue: "mm/dd/yyyy"))
        let days = american.rows.map { "\($0.facts.day)" }
        #expect(days == ["2026-03-03", "2026-01-02", "2026-11-12"])
        #expect(american.dates.isGiven)
    }

    /// As many cells that only one form fits as cells that only the other fits.
    @Test func asksWhenDatesContradict() {
        #expect(throws: ImportError.self) { try dates(["13/02/2026", "02/13/2026"]) }
        #expect(throws: ImportError.self) { try dates(["13-02-2026", "2026-02-13"]) }
    }

    @Test func saysWhenNoDateFits() throws {
        let form = DateForm(rawValue: "YYYY-MM-DD")
        for error in [
            #expect(throws: ImportError.self) { try dates(["yesterday"]) },
            #expect(throws: ImportError.self) { try dates(["13/02/2026"], form: form) },
        ] {
            guard case .unknownDates(let samples) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(samples.map(\.line) == [2])
        }
    }

    @Test(arguments: [
        (["12.50", "3", "-0.5", "+7"], [1_250, 300, -50, 700]),
        (["12,50", "1.234,00", "1.234"], [1_250, 123_400, 123_400]),
        (["12.50", "1,234", "1,234,567.8"], [1_250, 123_400, 123_456_780]),
        (["1,00,000.00", "12,34,567", "1,234"], [10_000_000, 123_456_700, 123_400]),
        (["1'234.50", "1’000"], [123_450, 100_000]),
        (["1 234,50", "1 000,00", "2\u{A0}000"], [123_450, 100_000, 200_000]),
        (["1\u{202F}234\u{202F}567,5"], [123_456_750]),
        (["0.500", "1.000"], [50, 100]),
        (["1234.500", "1.000"], [123_450, 100]),
        (["1.000,5", "1.000"], [100_050, 100_000]),
        ([".99", "5"], [99, 500]),
        (["100", "0", "-0"], [10_000, 0, 0]),
        (["92233720368547758.07", "-92233720368547758.08"], [Int64.max, Int64.min]),
    ])
    func decidesTheDecimalMark(_ cells: [String], _ cents: [Int64]) throws {
        let parsed = try amounts(cells)
        #expect(parsed.refused == [])
        #expect(parsed.rows.map(\.facts.amount.minor) == cents)
    }

    @Test(arguments: [
        "1e3", "inf", "nan", "", "-", "12.5.0", "1,23", "--5", "-5-", "(5.00", "5.00)", "-(5)",
        "0x10", "1_000",
        "12.", "1,,000", "1,0000", "0,500", ",500", "1 000", "٣", "5 EUR EUR", "5 XY", "5 CR DR",
    ])
    func refusesWhatIsNoAmount(_ cell: String) throws {
        let parsed = try amounts(["12.50", "1.5", "1,000.00", cell])
        #expect(parsed.amounts.decimalMark == .point)
        #expect(parsed.rows.count == 3)
        #expect(parsed.refused.map(\.line) == [5])
        #expect(parsed.refused.first?.reason == .badAmount(cell))
        #expect(parsed.refused.first?.column == "Amount")
    }

    @Test func showsTheAmountThatDecides() throws {
        let parsed = try amounts(["1,000", "7", "2.50", "3.10"])
        #expect(parsed.amounts.decidedBy?.line == 4)
        #expect(parsed.amounts.decidedBy?.text == "2.50")
        #expect(parsed.amounts.rows == 4)
    }

    @Test(arguments: [["1.000", "2"], ["1,000"], ["-12.345", "1.000"], ["1.5", "1,5"]])
    func asksWhenAmountsStayAmbiguous(_ cells: [String]) throws {
        let error = #expect(throws: ImportError.self) { try amounts(cells) }
        guard case .ambiguousAmounts(let samples) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(samples.first?.text == cells[0])
    }

    @Test func takesAGivenDecimalMark() throws {
        let point = try amounts(["1.000"], mark: .point)
        #expect(point.rows.map(\.facts.amount.minor) == [100])
        let comma = try amounts(["1.000"], mark: .comma)
        #expect(comma.rows.map(\.facts.amount.minor) == [100_000])
        #expect(comma.amounts.isGiven)
    }

    @Test(arguments: [
        ("JPY", "100", 100), ("JPY", "100.00", 100), ("KWD", "1.234", 1_234), ("KWD", "1.5", 1_500),
    ])
    func scalesByTheCurrency(_ code: String, _ text: String, _ units: Int64) throws {
        let file = "Date,Amount,Currency\n2026-01-02,\(text),\(code)"
        let parsed = try importing(Array(file.utf8), CSVImportOptions(decimalMark: .point))
        #expect(parsed.rows.map(\.facts.amount.minor) == [units])
        #expect(parsed.rows.map(\.facts.amount.currency.code) == [code])
    }

    @Test(arguments: [
        ("JPY", "0.5", RefusalReason.tooPrecise("0.5", decimalsMax: 0)),
        ("EUR", "0.001", .tooPrecise("0.001", decimalsMax: 2)),
        ("KWD", "0.0001", .tooPrecise("0.0001", decimalsMax: 3)),
        ("JPY", "9223372036854775808", .amountOverflow("9223372036854775808")),
        ("EUR", "9223372036854775807", .amountOverflow("9223372036854775807")),
        ("EUR", "99999999999999999999999999", .amountOverflow("99999999999999999999999999")),
        ("XXZ", "1", .unknownCurrency("XXZ")),
    ])
    func refusesWhatTheCurrencyCannotHold(
        _ code: String, _ text: String, _ reason: RefusalReason
    ) throws {
        let file = "Date,Amount,Currency\n2026-01-02,\(text),\(code)\n2026-01-02,2.5,EUR"
        let parsed = try importing(Array(file.utf8))
        #expect(parsed.refused.map(\.reason) == [reason])
        #expect(parsed.rows.count == 1)
    }
}
