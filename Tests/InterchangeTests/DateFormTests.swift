import Interchange
import Ledger
import Testing

/// Dates of all forms, read through whole files.
@Suite struct DateFormTests {
    private func dates(
        _ cells: [String], form: String? = nil, times: [String] = []
    ) throws -> ParsedImport {
        let rows = cells.indices.map { index in
            "\"\(cells[index])\",1,\(times.isEmpty ? "" : times[index])"
        }
        let given = try form.map { try #require(DateForm(rawValue: $0)) }
        return try importing(
            Array((["Date,Amount,Time"] + rows).joined(separator: "\n").utf8),
            CSVImportOptions(dateForm: given))
    }

    @Test(arguments: [
        (["20260213"], "YYYYMMDD", ["2026-02-13"]),
        (["13/02/26"], "DD/MM/YY", ["2026-02-13"]),
        (["2/13/69", "2/13/70"], "MM/DD/YY", ["2069-02-13", "1970-02-13"]),
        (["22.02.18"], "DD.MM.YY", ["2018-02-22"]),
        (["12 Mar 2026", "1 sept. 2026"], "DD MMM YYYY", ["2026-03-12", "2026-09-01"]),
        (["12-Mar-26", "03-NOV-25"], "DD MMM YY", ["2026-03-12", "2025-11-03"]),
        (["Mar 12, 2026", "December 1st 2025"], "MMM DD YYYY", ["2026-03-12", "2025-12-01"]),
        (["2026-Mar-12"], "YYYY MMM DD", ["2026-03-12"]),
        (["12MAR2026"], "DD MMM YYYY", ["2026-03-12"]),
        (["5. März 2026", "24. Dez. 2025"], "DD MMM YYYY", ["2026-03-05", "2025-12-24"]),
        (["5 février 2026", "1er août 2025"], "DD MMM YYYY", ["2026-02-05", "2025-08-01"]),
        (["5 de enero de 2026"], "DD MMM YYYY", ["2026-01-05"]),
        (["5 gennaio 2026", "mar 10 mar 2026"], "DD MMM YYYY", ["2026-01-05", "2026-03-10"]),
        (["5 mrt 2026", "5 mei 2026"], "DD MMM YYYY", ["2026-03-05", "2026-05-05"]),
        (["5 de março de 2026", "7 out 2025"], "DD MMM YYYY", ["2026-03-05", "2025-10-07"]),
        (["Mon, 13/02/2026", "Di 14/02/2026"], "DD/MM/YYYY", ["2026-02-13", "2026-02-14"]),
        (["2019.04.19.", "2019.04.20. 14:05"], "YYYY.MM.DD", ["2019-04-19", "2019-04-20"]),
        (["5. 3. 2026", "13. 3. 2026"], "DD.MM.YYYY", ["2026-03-05", "2026-03-13"]),
    ])
    func findsTheForm(_ cells: [String], _ form: String, _ days: [String]) throws {
        let parsed = try dates(cells)
        #expect(parsed.refused == [])
        #expect(parsed.dates.form?.rawValue == form)
        #expect(parsed.rows.map { "\($0.facts.day)" } == days)
    }

    /// What is left of a date that nobody filled in.
    @Test(arguments: [
        ("YYYY-MM-DD", "0000-02-13", "2026-02-13"), ("YYYYMMDD", "00000213", "20260213"),
        ("DD.MM.YYYY", "13.02.0000", "13.02.2026"), ("DD MMM YYYY", "13 Feb 0000", "13 Feb 2026"),
    ])
    func refusesTheYearZero(_ form: String, _ cell: String, _ other: String) throws {
        let parsed = try dates([cell, other, other], form: form)
        #expect(
            parsed.refused == [RefusedRow(line: 2, column: "Date", reason: .badDate(cell))])
        #expect(parsed.rows.map { "\($0.facts.day)" } == ["2026-02-13", "2026-02-13"])
        // Two digits are a year of this century.
        #expect(try dates(["13/02/00"]).rows.map { "\($0.facts.day)" } == ["2000-02-13"])
    }

    @Test(arguments: [
        ("DD/YYYY/MM", "10/2009/09", "2009-09-10"), ("YY-MM-DD", "26-02-13", "2026-02-13"),
        ("DDMMYYYY", "13022026", "2026-02-13"), ("yymmdd", "260213", "2026-02-13"),
        ("%d.%m.%y", "13.02.26", "2026-02-13"), ("%-d %b %Y", "3 Feb 2026", "2026-02-03"),
        ("MMM DD, YYYY", "Feb 3, 2026", "2026-02-03"), ("%F", "2026-02-03", "2026-02-03"),
        ("DD/MM/YYYY HH:MM", "01/02/2026 10:30", "2026-02-01"),
        ("YYYY-MM-DDTHH:MM", "2026-02-01T10:30", "2026-02-01"),
    ])
    func takesAGivenForm(_ form: String, _ cell: String, _ day: String) throws {
        let parsed = try dates([cell], form: form)
        #expect(parsed.refused == [])
        #expect(parsed.rows.map { "\($0.facts.day)" } == [day])
        #expect(parsed.dates.isGiven)
    }

    @Test(arguments: [
        "", "DD/MM", "DD/MM/DD", "MM/MM/YYYY", "DD/MM-YYYY", "DMYYYY", "YYY-MM-DD", "%q/%m/%y",
        "DD/MM/YYYYY", "date", "DD:MM:YYYY",
    ])
    func refusesWhatIsNoForm(_ text: String) {
        #expect(DateForm(rawValue: text) == nil)
    }

    @Test func everyFormHasItsName() {
        for form in DateForm.allCases { #expect(DateForm(rawValue: form.rawValue) == form) }
        #expect(Set(DateForm.allCases.map(\.rawValue)).count == DateForm.allCases.count)
    }

    @Test(arguments: [
        ("2026-02-13T10:00:00Z", "10:00"), ("2026-02-13 10:00:05 +0000", "10:00:05"),
        ("2026-02-13 15:40:00 -0700", "15:40"), ("2026-02-13 23:59:59.999+01:00", "23:59:59"),
        ("2026-02-13 1:05 PM", "13:05"), ("2026-02-13 12:05 am", "00:05"),
        ("2026-02-13 12:05PM", "12:05"), ("2026-02-13, 10:30", "10:30"),
        ("2026-02-13 10:30 UTC", "10:30"), ("2026-02-13 10:30 a.m.", "10:30"),
        ("20260213103000[0:GMT]", "10:30"), ("20260213103000.000[-5:EST]", "10:30"),
    ])
    func takesTheTimeAsWritten(_ cell: String, _ time: String) throws {
        let parsed = try dates([cell])
        #expect(parsed.rows.map { "\($0.facts.day)" } == ["2026-02-13"])
        #expect(parsed.rows.map { $0.details.time?.description } == [time])
    }

    @Test func takesTimesOfAColumnOfTheirOwn() throws {
        let parsed = try dates(
            ["2026-02-13", "2026-02-13 08:00", "2026-02-13"], times: ["9:05 PM", "10:30", ""])
        #expect(parsed.rows.map { $0.details.time?.description } == ["21:05", "10:30", nil])
        let bad = try dates(
            ["2026-02-13", "2026-02-13", "2026-02-13"], times: ["10:30", "25:00", "10:31"])
        #expect(bad.refused.map(\.reason) == [.badTime("25:00")])
        let none = try dates(["2026-02-13", "2026-02-13"], times: ["morning", "evening"])
        #expect(none.columns.time == nil)
        #expect(none.columns.unused.map(\.name) == ["Time"])
        #expect(none.rows.count == 2)
    }

    @Test(arguments: [
        "13/02/6", "32 Jan 2026", "12 Foo 2026", "Jan 2026", "12 Jan", "Mon", "13/02/2026/1",
        "2026021", "202602133", "20260213T", "13 02 2026", "12 Jan Feb", "1st/02/2026x",
        "20260213250000", "00/02/2026",
    ])
    func refusesWhatIsNoDate(_ cell: String) throws {
        let parsed = try dates(["13/02/2026", cell, "14/02/2026"])
        #expect(parsed.refused.map(\.reason) == [.badDate(cell)])
    }

    @Test func asksForTheOrderOfShortYears() throws {
        let error = #expect(throws: ImportError.self) { try dates(["05/04/03", "06/04/03"]) }
        guard case .ambiguousDates(let forms, let samples) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(forms.map(\.rawValue) == ["DD/MM/YY", "MM/DD/YY"])
        #expect(samples.map(\.text) == ["05/04/03", "06/04/03"])
    }
}
