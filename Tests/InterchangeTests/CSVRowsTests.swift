import Interchange
import Ledger
import Testing

/// What the records behind the header are.
@Suite struct CSVRowsTests {
    /// One word for each record, with its line.
    private func rows(_ lines: [String], whole: Int? = nil) throws -> [String] {
        let source = MemoryBytes(Array(lines.joined(separator: "\n").utf8))
        let euro = try #require(Currency.iso("EUR"))
        let plan = try CSVImport.examine(source, CSVImportOptions(), baseCurrency: euro) {
            Currency.iso($0)
        }
        var words: [String] = []
        let tally = try CSVImport.rows(source, plan) { row in
            switch row {
            case .row(let row): words.append("\(row.line) row")
            case .refused(let row): words.append("\(row.line) refused")
            case .skipped(let line, .empty): words.append("\(line) empty")
            case .skipped(let line, .repeatedHeader): words.append("\(line) header")
            case .skipped(let line, .leftOut): words.append("\(line) left")
            case .skipped(let line, .voided): words.append("\(line) voided")
            case .skipped(let line, .footer(let text)): words.append("\(line) footer \(text)")
            }
            return words.count != whole
        }
        let counts = [
            ("row", tally.rows), ("refused", tally.refused), ("empty", tally.empty),
            ("header", tally.repeatedHeaders), ("footer", tally.footers),
        ]
        for (word, count) in counts {
            #expect(words.filter { $0.split(separator: " ")[1] == word }.count == count)
        }
        return words
    }

    private let header = "Date,Amount,Title"

    @Test func skipsFootersAndSaysSo() throws {
        #expect(
            try rows([
                header, "2026-01-02,5.50,Lunch", "2026-01-03,1.00,Bus", ",,", "Total,6.50,",
                "", ",6.50,", "3 rows; exported on 2026-02-01",
            ]) == [
                "2 row", "3 row", "4 empty", "6 empty", "5 footer Total,6.50,", "7 footer ,6.50,",
                "8 footer 3 rows; exported on 2026-02-01",
            ])
    }

    @Test func refusesInTheMiddleWhatIsAFooterBehindTheLastRow() throws {
        #expect(
            try rows([
                header, "2026-01-02,5.50,Lunch", "Subtotal,5.50,", "2026-01-03,1.00,Bus",
                "Total,6.50,",
            ]) == ["2 row", "3 refused", "4 row", "5 footer Total,6.50,"])
    }

    @Test(arguments: [
        "2026-02-30,1.00,x", "2026-01,1.00,x", "2026-01-04,one,x", "2026-01-04,1.00,x,y",
        "2026-01-04", "2026-01-04T25:00,1.00,x", "2026-01-04,\"1.00\"x,", "Total,\"1.00\"x,",
        "٢٠٢٦-٠١-٠٢,1.00,x",
    ])
    func refusesARowThatIsBrokenWhereverItStands(_ line: String) throws {
        let row = "2026-01-03,1.00,Bus"
        #expect(try rows([header, row, line]) == ["2 row", "3 refused"])
        #expect(
            try rows([header, row, "Total,1.00,", line]) == ["2 row", "3 refused", "4 refused"])
    }

    /// What has an amount and is no sum is a row whose date cannot be read.
    @Test(arguments: [
        "pending,77.00,Hotel", ",77.00,Hotel", "soon,77.00,", "pending,77.00,Total Access",
        "vorgemerkt,77.00,",
    ])
    func refusesTheLastRowWhereItsDateIsNone(_ line: String) throws {
        #expect(try rows([header, "2026-01-03,1.00,Bus", line]) == ["2 row", "3 refused"])
    }

    @Test(arguments: [
        "Total,77.00,", ",77.00,Gesamtsumme", ",77.00,Closing balance", "pending,,Hotel",
        "Kontostand am 3.1.,77.00,", "3 rows,77.00,", "Zwischensumme,77.00,",
    ])
    func leavesOutSums(_ line: String) throws {
        #expect(
            try rows([header, "2026-01-03,1.00,Bus", line]) == ["2 row", "3 footer \(line)"])
    }

    @Test func refusesFootersWithoutAnyRowBefore() throws {
        #expect(
            try rows([header, "Total,1.00,", "2026-01-03,1.00,Bus"]) == ["2 refused", "3 row"])
    }

    /// What goes on and on is no footer.
    @Test func refusesFootersThatAreTooLong() throws {
        let lines = [header, "2026-01-02,5.50,Lunch"] + Array(repeating: "note", count: 65)
        #expect(try rows(lines) == ["2 row"] + (3...67).map { "\($0) refused" })
        #expect(try rows(lines.dropLast()).last == "66 footer note")
    }

    @Test func skipsHeadersThatAreRepeated() throws {
        #expect(
            try rows([
                header, "2026-01-02,5.50,Lunch", header, "2026-01-03,1.00,Bus", "Date,Amount,title",
                "2026-01-04,1.00,Bus", header,
            ]) == ["2 row", "3 header", "4 row", "5 refused", "6 row", "7 header"])
    }

    @Test("files that were put together have a header with a byte order mark before it")
    func skipsMarkedHeaders() throws {
        #expect(
            try rows([
                "\u{FEFF}" + header, "2026-01-02,5.50,Lunch", "\u{FEFF}" + header,
                "2026-01-03,1.00,Bus",
            ]) == ["2 row", "3 header", "4 row"])
    }

    @Test func takesRowsWithoutTheirLastOptionalCells() throws {
        #expect(
            try rows([
                header + ",Note,", "2026-01-02,5.50", "2026-01-03,1.00,Bus,,,,,", "2026-01-04",
                "2026-01-05,1.00,Bus,\"a\nb\",", "2026-01-06,1.00,Bus,,x,y", "2026-01-07,1,",
            ]) == ["2 row", "3 row", "4 refused", "5 row", "7 refused", "8 row"])
    }

    @Test func understandsMixedLineEnds() throws {
        let text = "Date,Amount\r2026-01-02,1\r\n2026-01-03,2\n\r2026-01-04,3"
        #expect(try rows([text]) == ["2 row", "3 row", "4 empty", "5 row"])
    }

    @Test func stopsWhenTheBodySaysSo() throws {
        let lines = [header, "2026-01-02,1,", "2026-01-03,1,", "Sum,1,", "3 rows,1,"]
        for count in 1...3 {
            let words = ["2 row", "3 row", "4 footer Sum,1,", "5 footer 3 rows,1,"]
            #expect(try rows(lines, whole: count) == Array(words.prefix(count)))
        }
    }

    /// Records are looked at in lists by several cores; what is said of each depends on those
    /// before it in other lists, too.
    @Test func saysTheSameOfManyRows() throws {
        var lines = [header] + (0..<9_000).map { "2026-01-02,\($0).50,Shop \($0)" }
        var expected = (2...9_001).map { "\($0) row" }
        for index in [2_048, 2_049, 6_000] {
            (lines[index], expected[index - 1]) = (header, "\(index + 1) header")
        }
        for index in [4_096, 4_097, 8_500] {
            (lines[index], expected[index - 1]) = ("Sum,1.00,", "\(index + 1) refused")
        }
        lines += ["Total,6.50,", "", "3 rows,,"]
        expected += ["9003 empty", "9002 footer Total,6.50,", "9004 footer 3 rows,,"]
        #expect(try rows(lines) == expected)
        for count in [1, 2_049, 4_100] {
            #expect(try rows(lines, whole: count) == Array(expected.prefix(count)))
        }
    }

    /// What is not kept in memory is read again.
    @Test func saysTheSameOfRecordsThatAreReadAgain() throws {
        let text = header + "\n" + (0..<5_000).map { "2026-01-02,\($0).50,S \($0)\n" }.joined()
        for end in ["", "Sum,1,\n", "2026-02-30,1,\n2026-01-03,1,\n", "2026-01-03,1,x,y\n"] {
            let source = MemoryBytes(Array((text + end).utf8))
            let euro = try #require(Currency.iso("EUR"))
            var plan = try CSVImport.examine(source, CSVImportOptions(), baseCurrency: euro) {
                Currency.iso($0)
            }
            var found: [[CSVRow]] = []
            for _ in 0..<2 {
                var rows: [CSVRow] = []
                try CSVImport.rows(source, plan) { row in
                    rows.append(row)
                    return true
                }
                found.append(rows)
                plan.forgetRecords()
            }
            #expect(found[0] == found[1] && found[0].count >= 5_000)
        }
    }

    /// The rows before what stops the reader are given out.
    @Test func stopsBehindTheRowsBeforeAFault() throws {
        let euro = try #require(Currency.iso("EUR"))
        let good = header + "\n" + String(repeating: "2026-01-02,1,a\n", count: 3_000)
        var plan = try CSVImport.examine(
            MemoryBytes(Array(good.utf8)), CSVImportOptions(), baseCurrency: euro
        ) { Currency.iso($0) }
        plan.forgetRecords()
        var count = 0
        #expect(throws: ImportError.unclosedQuote(line: 3_002)) {
            try CSVImport.rows(MemoryBytes(Array((good + "2026-01-02,1,\"a").utf8)), plan) { _ in
                count += 1
                return true
            }
        }
        #expect(count == 3_000)
    }

    /// The sums of footers do not say how the amounts are written.
    @Test func footersAreNoEvidence() throws {
        let parsed = try importing(
            Array("Date;Amount\n2026-01-02;1,5\n2026-01-03;2,5\nTotal;4.00\nSaldo;4.25\n".utf8))
        #expect(parsed.rows.map(\.facts.amount.minor) == [150, 250])
        #expect(parsed.footers.map(\.line) == [4, 5])
        #expect(parsed.amounts.rows == 2)
    }
}
