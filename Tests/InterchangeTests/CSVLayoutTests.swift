import Interchange
import Ledger
import Testing

/// Where the rows of a file are.
func layout(
    _ text: String, _ options: CSVImportOptions = CSVImportOptions()
) throws(ImportError) -> CSVLayout {
    let source = MemoryBytes(Array(text.utf8))
    return try CSVLayout(source, TextForm.found(in: source, given: nil), options)
}

@Suite struct CSVLayoutTests {
    @Test(arguments: [
        ("a,b\n1,2", CSVSeparator.comma),
        ("Date;Amount;Name, place\n1;2,50;x, y", .semicolon),
        ("a;b\nx,0;y\nz,0;w", .semicolon),
        ("a\tb\tc\nx,y\tz\tw", .tab),
        ("Date|Amount\n2026-01-02|1,5\n2026-01-03|2,5", .pipe),
        ("\"x;y;z\",b\n1,2", .comma),
        ("Date,Amount\n1,2;3;4", .comma),
        ("Datum;Betrag;Text\n1.2.26;-2,56;a, b\n2.2.26;-3,56;c, d", .semicolon),
        // A quote that only the right separator understands.
        ("Name;Text;Sum\n\"a;b\";\"c, d, e\";1,5\n\"a;b\";\"c, d, e\";2,5", .semicolon),
        // More of the lines have one comma than have four semicolons.
        ("Konto 1\nVon\nBis\nStand\n\nTag;Wert;Text;Soll;Haben\n1.1.26;1.1.26;x;1,5;", .semicolon),
        ("one column\nx", .comma),
    ])
    func findsTheSeparator(_ text: String, _ separator: CSVSeparator) throws {
        #expect(try layout(text).separator == separator)
    }

    @Test(arguments: [
        ("sep=;\nDate;Amount\n", CSVSeparator.semicolon, 2),
        ("\u{FEFF}SEP=|\r\nDate|Amount\r\n", .pipe, 2), ("\"sep=\t\"\nDate\tAmount", .tab, 2),
        ("sep=,\n\n\nDate,Amount", .comma, 4),
        ("sep=;\nDate,Amount\n", .comma, 2),
    ])
    func takesTheSeparatorThatTheFileNames(
        _ text: String, _ separator: CSVSeparator, _ headerLine: Int
    ) throws {
        let options = CSVImportOptions(separator: text.hasPrefix("sep=;\nDate,") ? .comma : nil)
        let found = try layout(text, options)
        #expect(found.separator == separator)
        #expect(found.headerLine == headerLine)
        #expect(found.header == ["Date", "Amount"])
        #expect(found.preamble == [])
    }

    private static let preamble = """
        Account;DE12 3456;;
        "Period, of the
        statement";01.01.2026;31.01.2026

        Balance;1.234,56;EUR
        Booking date;Payee;Amount;Currency
        30.01.2026;Rent;-500,00;EUR
        """

    @Test func findsTheHeaderBehindAPreamble() throws {
        let found = try layout(CSVLayoutTests.preamble)
        #expect(found.headerLine == 6)
        #expect(found.header == ["Booking date", "Payee", "Amount", "Currency"])
        #expect(found.preambleLines == 3)
        #expect(
            found.preamble == [
                CellSample(line: 1, text: "Account;DE12 3456;;"),
                CellSample(line: 2, text: "Period, of the\nstatement;01.01.2026;31.01.2026"),
                CellSample(line: 5, text: "Balance;1.234,56;EUR"),
            ])
        let parsed = try importing(Array(CSVLayoutTests.preamble.utf8))
        #expect(parsed.rows.map(\.line) == [7])
        #expect(parsed.refused == [])
    }

    @Test func findsTheHeaderThatTheOptionsName() throws {
        let text = "Konto;1\nStand;2\nTag;Was;Wert\n30.01.2026;Miete;-500,00\n"
        let named = try layout(text, CSVImportOptions(date: "Tag", amount: "Wert"))
        #expect(named.headerLine == 3)
        // Without them, the table begins where its width does.
        #expect(try layout(text).headerLine == 3)
        let parsed = try importing(
            Array(text.utf8), CSVImportOptions(date: "Tag", amount: "Wert", title: "Was"))
        #expect(parsed.rows.map(\.details.title) == ["Miete"])
    }

    @Test func skipsTheLinesThatTheUserCounted() throws {
        // The quote in line 1 would swallow all of the file.
        let text = "\"never closed\nDate,Amount\nDate,Amount\n2026-01-02,5\n"
        #expect(throws: ImportError.unclosedQuote(line: 1)) { try layout(text) }
        let found = try layout(text, CSVImportOptions(skippedLines: 2))
        #expect(found.headerLine == 3)
        #expect(found.preambleLines == 0)
        let none = try layout(text, CSVImportOptions(skippedLines: 3, hasHeader: false))
        #expect(none.headerLine == nil)
        #expect(none.header == ["1", "2"])
        #expect(throws: ImportError.empty) { try layout(text, CSVImportOptions(skippedLines: 9)) }
        let parsed = try importing(
            Array("x\r\ry\n01/31/2026,5\n".utf8),
            CSVImportOptions(date: "1", amount: "2", skippedLines: 3, hasHeader: false))
        #expect(parsed.rows.map(\.line) == [4])
    }

    @Test func namesTheColumnsThatItSees() throws {
        #expect(throws: ImportError.missingColumn(.date, header: ["Tag", "Wert"])) {
            try importing(Array("Konto 1\nTag,Wert\nMontag,5".utf8))
        }
        // The only column of dates has the days; an amount is asked for.
        #expect(throws: ImportError.ambiguousColumn(.amount, names: ["Wert"])) {
            try importing(Array("Konto 1\nTag,Wert\n2026-01-02,5".utf8))
        }
        #expect(throws: ImportError.badHeader(.textAfterQuote(field: 0), line: 1)) {
            try importing(Array("\"Tag\"s,Wert\n2026-01-02,5".utf8))
        }
        for text in ["", "\n\r\n", " , \n,\n", "\u{FEFF}", "\u{FEFF}\n"] {
            #expect(throws: ImportError.empty) { try importing(Array(text.utf8)) }
        }
    }

    @Test func readsAFileWithoutAHeader() throws {
        let text = "1;02.01.2026;Rent;-500,00;\n1;31.01.2026;Bus;-2,80;\n"
        let error = #expect(throws: ImportError.self) { try importing(Array(text.utf8)) }
        let lines = [
            CellSample(line: 1, text: "1;02.01.2026;Rent;-500,00;"),
            CellSample(line: 2, text: "1;31.01.2026;Bus;-2,80;"),
        ]
        #expect(error == .noHeader(lines: lines, date: 2, amount: 4))
        let options = CSVImportOptions(date: "2", amount: "4", title: "3", hasHeader: false)
        let parsed = try importing(Array(text.utf8), options)
        #expect(parsed.rows.map(\.details.title) == ["Rent", "Bus"])
        #expect(parsed.rows.map(\.facts.amount.minor) == [-50_000, -280])
        #expect(parsed.columns.unused.map(\.name) == ["1", "5"])
    }
}
