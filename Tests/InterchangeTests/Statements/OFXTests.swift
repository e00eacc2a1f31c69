import Interchange
import Ledger
import Testing

/// OFX: the figures are those of the files, added up by hand.
@Suite struct OFXTests {
    @Test func sgmlOfABank() throws {
        let parsed = try parsing(statement("giro.ofx"), zone: try Zone(name: "Europe/Berlin"))
        #expect(
            parsed.summary == [
                "20|2026-03-02|expense 1840 EUR|10010010/1234567|Bakery & Sons|Card 0417|M-1",
                "28|2026-03-27|income 245000 EUR|10010010/1234567|Wages <March>||M-2",
                "35|2026-04-01 06:30|expense 70000 EUR|10010010/1234567|Rent April||M-3",
            ])
        #expect(parsed.rows.first?.details.payee == "Bakery & Sons")
        #expect(parsed.refused == [])
        #expect(parsed.layout.statement?.format == .ofx)
        #expect(
            parsed.statements == [
                StatementNote(
                    account: "10010010/1234567", currency: "EUR", entries: 3, closing: "3031.60",
                    day: "2026-04-01")
            ])
    }

    @Test func xmlOfTwoCards() throws {
        let parsed = try parsing(statement("cards.qfx"))
        #expect(
            parsed.summary == [
                "11|2026-03-04|expense 999 USD|XXXX4111|Music Box||41",
                "28|2026-03-05|income 1250 CHF|XXXX5500|Café Zürich|refund|41",
            ])
        #expect(parsed.statements.map(\.account) == ["XXXX4111", "XXXX5500"])
        #expect(parsed.statements.map(\.closing) == ["-9.99", nil])
    }

    private func one(_ fields: String) -> String {
        "<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>\n"
            + "<STMTTRN>\(fields)</STMTTRN></BANKTRANLIST></STMTRS></OFX>"
    }

    @Test(arguments: [
        ("20260331", "2026-03-31"), ("20260331000000", "2026-03-31"),
        ("20260331000000.000[-8:PST]", "2026-03-31"), ("20260331120000[+12:NZST]", "2026-03-31"),
        ("202603312330", "2026-03-31 23:30"), ("20260331233000.000[-5:EST]", "2026-04-01 06:30"),
        ("20260331013000[5.5:IST]", "2026-03-30 22:00"), ("20260331013000[+9]", "2026-03-30 18:30"),
    ])
    func days(_ written: String, _ told: String) throws {
        let parsed = try parsing(
            one("<DTPOSTED>\(written)<TRNAMT>-1<NAME>a"), zone: try Zone(name: "Europe/Berlin"))
        #expect(parsed.summary == ["2|\(told)|expense 100 EUR|1|a||-"])
    }

    @Test(arguments: [
        ("-1.00", "expense 100"), ("-1,5", "expense 150"), ("+1.0000", "income 100"),
        ("0,100", "income 10"), ("-1,234.56", "expense 123456"), ("-.99", "expense 99"),
        ("-1.234,5", "expense 123450"), ("-7", "expense 700"),
    ])
    func amounts(_ written: String, _ read: String) throws {
        let parsed = try parsing(one("<DTPOSTED>20260331<TRNAMT>\(written)<NAME>a"))
        #expect(parsed.summary == ["2|2026-03-31|\(read) EUR|1|a||-"])
    }

    /// All amounts of a file are read in one way, and the balance with them.
    @Test(arguments: [
        (["-1,234.50", "-1,000"], ["expense 123450", "expense 100000"], "2500.00"),
        (["-1.234,50", "-1.000", "1"], ["expense 123450", "expense 100000", "income 100"], "2.5"),
        (["-1,000", "-0,5", "-0,50"], ["expense 100", "expense 50", "expense 50"], "2.50000"),
    ])
    func oneReading(_ written: [String], _ read: [String], _ closing: String) throws {
        let isComma = closing != "2500.00"
        let text = one(
            written.map { "<DTPOSTED>20260331<TRNAMT>\($0)<NAME>a" }
                .joined(separator: "</STMTTRN>\n<STMTTRN>")
        ).replacing(
            "</STMTRS>",
            with: "<LEDGERBAL><BALAMT>"
                + (isComma ? closing.replacing(".", with: ",") : "2,500.00")
                + "<DTASOF>20260331</LEDGERBAL></STMTRS>")
        let parsed = try parsing(text)
        #expect(
            parsed.rows.map { "\($0.facts.kind) \($0.facts.amount.minor)" } == read)
        #expect(parsed.statements.map(\.closing) == [closing])
    }

    /// Three digits behind the only mark may be decimals or a group: that is asked.
    @Test(arguments: [["-1,000"], ["+1.000", "-2"], ["-1,000", "12,345"]])
    func eitherReading(_ written: [String]) throws {
        let text = one(
            written.map { "<DTPOSTED>20260331<TRNAMT>\($0)" }
                .joined(separator: "</STMTTRN>\n<STMTTRN>"))
        let error = #expect(throws: ImportError.self) { try parsing(text) }
        guard case .ambiguousAmounts(let samples) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(samples.first?.line == 2 && samples.first?.text == written[0])
        let isComma = written[0].contains(",")
        for mark in [MoneyFormat.DecimalMark.point, .comma] {
            let parsed = try parsing(text, CSVImportOptions(decimalMark: mark))
            let isGroup = (mark == .comma) != isComma
            #expect(parsed.rows.first?.facts.amount.minor.magnitude == (isGroup ? 100_000 : 100))
        }
    }

    /// Amounts that can be read in one way only need no others: banks write both marks into one
    /// file. What could be either in such a file is asked about.
    @Test func otherMark() throws {
        func text(_ written: [String]) -> String {
            one(
                written.map { "<DTPOSTED>20260331<TRNAMT>\($0)" }
                    .joined(separator: "</STMTTRN>\n<STMTTRN>"))
        }
        func minors(_ parsed: ParsedImport) -> [Int64] { parsed.rows.map(\.facts.amount.minor) }
        let clear = ["-1.50", "-2.50", "-3,5", "-1.234,50", "-1,234.50", "-2,3400"]
        let told: [Int64] = [150, 250, 350, 123_450, 123_450, 234]
        let marks: [MoneyFormat.DecimalMark?] = [nil, .point, .comma]
        for mark in marks {
            let parsed = try parsing(text(clear), CSVImportOptions(decimalMark: mark))
            #expect(minors(parsed) == told && parsed.refused == [])
            #expect(parsed.amounts.decidedBy == nil)
        }
        let open = text(clear + ["-1,000"])
        let error = #expect(throws: ImportError.self) { try parsing(open) }
        guard case .ambiguousAmounts(let samples) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(samples.first == CellSample(line: 8, text: "-1,000"))
        for (mark, last) in [(MoneyFormat.DecimalMark.point, 100_000), (.comma, 100)] {
            let parsed = try parsing(open, CSVImportOptions(decimalMark: mark))
            #expect(minors(parsed) == told + [Int64(last)])
        }
    }

    /// A row is refused with its line and the name of the element.
    @Test(arguments: [
        ("<TRNAMT>-1", "DTPOSTED", RefusalReason.badDate("")),
        ("<DTPOSTED>20260431<TRNAMT>-1", "DTPOSTED", .badDate("20260431")),
        ("<DTPOSTED>00000331<TRNAMT>-1", "DTPOSTED", .badDate("00000331")),
        ("<DTPOSTED>20260331120000[25]<TRNAMT>-1", "DTPOSTED", .badDate("20260331120000[25]")),
        ("<DTPOSTED>20260331", "TRNAMT", .badAmount("")),
        ("<DTPOSTED>20260331<TRNAMT>0.005", "TRNAMT", .tooPrecise("0.005", decimalsMax: 2)),
        ("<DTPOSTED>20260331<TRNAMT>1x", "TRNAMT", .badAmount("1x")),
    ])
    func refusals(_ fields: String, _ column: String, _ reason: RefusalReason) throws {
        let good = "<DTPOSTED>20260330<TRNAMT>-2</STMTTRN>\n<STMTTRN>"
        let parsed = try parsing(one(good + fields))
        #expect(parsed.rows.count == 1)
        #expect(parsed.refused == [RefusedRow(line: 3, column: column, reason: reason)])
        #expect(parsed.footers == [])
    }

    @Test func pendingIsAsked() throws {
        let text = one("<DTPOSTED>20260330<TRNAMT>-2").replacing(
            "</BANKTRANLIST>",
            with: "</BANKTRANLIST><BANKTRANLISTP><STMTTRNP><DTTRAN>20260401<TRNAMT>-3<NAME>b"
                + "</STMTTRNP></BANKTRANLISTP>")
        let asked = ImportError.ambiguousRows(
            .state, column: "STATUS", values: ["pending"],
            samples: [CellSample(line: 2, text: "pending")])
        #expect(throws: asked) { try parsing(text) }
        let without = CSVImportOptions(leftOut: ["STATUS=pending"])
        #expect(try parsing(text, without).rows.count == 1)
        #expect(try parsing(text, CSVImportOptions(leftOut: ["STATUS="])).rows.count == 2)
    }

    @Test func daysOfPurchase() throws {
        let text = one(
            "<DTPOSTED>20260330<DTUSER>20260328<TRNAMT>-2</STMTTRN><STMTTRN><DTPOSTED>20260331"
                + "<TRNAMT>-3")
        let parsed = try parsing(text, CSVImportOptions(date: "DTUSER"))
        #expect(parsed.rows.map(\.facts.day.description) == ["2026-03-28", "2026-03-31"])
    }

    /// Only positive amounts of types such as CREDIT ask nothing: the format says what came in.
    @Test func incomeAlone() throws {
        let parsed = try parsing(one("<TRNTYPE>CREDIT<DTPOSTED>20260331<TRNAMT>5<NAME>a"))
        #expect(parsed.summary == ["2|2026-03-31|income 500 EUR|1|a||-"])
    }

    @Test func options() throws {
        let file = try statement("giro.ofx")
        let given = CSVImportOptions(title: "MEMO", account: "=checking", tag: ["TRNTYPE"])
        let parsed = try parsing(file, given)
        #expect(parsed.rows.map(\.accountName) == ["checking", "checking", "checking"])
        #expect(parsed.rows.map(\.details.title) == ["Card 0417", "", ""])
        #expect(parsed.rows.map(\.details.payee) == ["", "", ""])
        #expect(parsed.rows.map(\.details.tags) == [["DEBIT"], ["DIRECTDEP"], ["CHECK"]])
    }

    private static let refused: [(String, CSVImportOptions)] = [
        ("sign", CSVImportOptions(sign: .spend)), ("amount", CSVImportOptions(amount: "TRNAMT")),
        ("separator", CSVImportOptions(separator: .comma)),
        ("skip", CSVImportOptions(skippedLines: 1)),
        ("no-header", CSVImportOptions(hasHeader: false)),
        ("minor-units", CSVImportOptions(minorUnits: true)),
        ("balance", CSVImportOptions(balance: "BALAMT")),
        ("in", CSVImportOptions(incoming: "TRNTYPE=CREDIT")),
    ]

    @Test(arguments: refused)
    func optionsOfCSV(_ name: String, _ given: CSVImportOptions) throws {
        let file = try statement("giro.ofx")
        #expect(throws: ImportError.statementOption(.ofx, option: name)) {
            try parsing(file, given)
        }
    }

    /// `é` is one byte in CP1252, as the header says; bytes that are UTF-8 are that.
    @Test func encodings() throws {
        let header = "OFXHEADER:100\nENCODING:USASCII\nCHARSET:1252\n\n"
        let (before, after) = ("<DTPOSTED>20260331<TRNAMT>-1<NAME>Caf", " 1")
        let text = (header + one(before + "é" + after)).utf8
        #expect(try parsing(Array(text)).rows.map(\.details.title) == ["Café 1"])
        let latin = Array(text).flatMap { $0 == 0xC3 ? [] : $0 == 0xA9 ? [0xE9] : [$0] }
        let parsed = try parsing(latin)
        #expect(parsed.rows.map(\.details.title) == ["Café 1"])
        #expect(parsed.text.encoding == .cp1252)
    }

    @Test(arguments: [
        ("<OFX><STMTRS><BANKTRANLIST></STMTRS></OFX>", StatementFault.misplaced("</STMTRS>"), 1),
        ("<OFX>\n</OFX>", .noStatement, 2), ("<OFX>\n<STMTRS>\n</STMTRS>", .cut("</OFX>"), 3),
        ("<OFX>\n<!DOCTYPE x>\n</OFX>", .malformed("<!"), 2),
        ("<OFX>\n<STMTRS><STMTTRN><STMTTRN>", .misplaced("<STMTTRN>"), 2),
        ("<OFX><STMTRS><STMTTRN>\n<TRNAMT>1\n<TRNAMT>2</STMTTRN>", .misplaced("<TRNAMT>"), 3),
        ("<OFX><STMTRS><STMTTRN>\n<FITID>1\n<FITID>1</STMTTRN>", .misplaced("<FITID>"), 3),
        ("<OFX><!-- \n", .cut("-->"), 1),
    ])
    func faults(_ text: String, _ fault: StatementFault, _ line: Int) {
        #expect(throws: ImportError.badStatement(.ofx, fault, line: line)) { try parsing(text) }
    }

    /// A file that is cut anywhere is refused as a whole.
    @Test func cuts() throws {
        for name in ["giro.ofx", "cards.qfx"] {
            let file = try statement(name)
            for count in 0..<file.count - 8 {
                #expect(throws: ImportError.self) { try parsing(Array(file.prefix(count))) }
            }
        }
    }

    @Test func damage() throws {
        #expect(isSound(try statement("giro.ofx"), seed: 1, rounds: 2_000))
        #expect(isSound(try statement("cards.qfx"), seed: 2, rounds: 2_000))
    }
}
