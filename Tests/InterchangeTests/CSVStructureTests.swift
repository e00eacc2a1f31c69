import Interchange
import Support
import Testing

/// Files of banks and programs as they are, against figures that another CSV reader gave: which
/// encoding and separator they have, where the header is, how many rows follow.
@Suite(.enabled(if: SharedData.has("csv-reckon-dialects"), "csv-reckon-dialects is not there"))
struct CSVStructureTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let path: String
        let separator: CSVSeparator
        let columns: Int
        let rows: Int
        /// What must be said about the file.
        var options = CSVImportOptions()

        init(
            _ path: String, _ columns: Int, _ rows: Int, _ separator: CSVSeparator = .comma,
            _ options: CSVImportOptions = CSVImportOptions()
        ) {
            self.path = path
            self.separator = separator
            self.columns = columns
            self.rows = rows
            self.options = options
        }

        var testDescription: String { path }
    }

    /// The files with a header, all of them on line 1.
    static let withHeader: [Example] = {
        let bank2ynab = "csv-bank2ynab-dialects/test-data/"
        let csv2ofx = "csv-csv2ofx-dialects/data/test/"
        let hledger = "csv-hledger-examples/"
        let cards = "csv-birmingham-pcards/birmingham-pcard-"
        return [
            Example(bank2ynab + "20171001-20171106.csv", 10, 1),
            Example(bank2ynab + "2018-04-14_10-52-13_bunq-transactieoverzicht.csv", 6, 3),
            Example(bank2ynab + "20180226-1000594757-umsatz.CSV", 11, 1, .semicolon),
            Example(bank2ynab + "MonzoDataExport_February2018_2018-02-26_174335.csv", 12, 1),
            Example(bank2ynab + "export_BE11123456789012_20180304_1422.csv", 18, 1, .semicolon),
            Example(bank2ynab + "test_BOI_TransactionExport.csv", 5, 27),
            Example(csv2ofx + "capitalone.csv", 7, 2), Example(csv2ofx + "default.csv", 9, 8),
            Example(csv2ofx + "mint.csv", 9, 4), Example(csv2ofx + "n26-fr.csv", 11, 2),
            Example(csv2ofx + "outbank.csv", 25, 4, .semicolon),
            Example(csv2ofx + "schwab-checking.csv", 8, 4),
            Example(csv2ofx + "stripe-default.csv", 21, 5),
            Example(hledger + "sample.csv", 3, 3), Example(hledger + "sample.fr.utf8.csv", 3, 3),
            Example(
                hledger + "sample.fr.cp1252.csv", 3, 3, .comma, CSVImportOptions(encoding: .cp1252)
            ),
            Example(
                hledger + "sample.fr.iso88591.csv", 3, 3, .comma,
                CSVImportOptions(encoding: .latin1)),
            Example(hledger + "sample.journal.csv", 14, 11),
            Example(hledger + "csv/apps/monefy.csv", 8, 8),
            Example(hledger + "csv/apps/ynab4-rtl.csv", 13, 2),
            Example(hledger + "csv/banking/csb43.csv", 28, 2),
            Example(hledger + "csv/ccexchanges/coinbase2.csv", 22, 6),
            Example(hledger + "csv/cctax/bittytax/_BittyTax-example.csv", 13, 60),
            Example(
                hledger + "csv/cctax/koinly/_Koinly Custom CSV - Advanced - Sheet1.csv", 12, 3),
            Example(hledger + "csv/cctax/rotki/_rotki_generic_events.csv", 8, 7),
            Example(hledger + "csv/cctax/rotki/_rotki_generic_trades.csv", 9, 5),
            Example(hledger + "csv/other/paypal-custom.csv", 19, 7),
            Example(hledger + "csv/other/stripe.csv", 9, 2),
            Example("csv-personal-finance-2dialects/expenditure.csv", 6, 806),
            Example("csv-personal-finance-2dialects/Budget.csv", 2, 8),
            Example("csv-home-office-2020/cleaned_spend.csv", 5, 872),
            Example("csv-home-office-2020/cleaned_agg_spend.csv", 6, 404),
            Example("csv-gla-spend-28k/data/all.csv", 9, 28_145),
            Example("csv-household-inr/Daily Household Transactions.csv", 8, 2_461),
            Example("csv-reckon-dialects/data_fixtures/test_money_column.csv", 3, 2),
            Example(cards + "2014-04.csv", 12, 2_690), Example(cards + "2014-07.csv", 12, 4_015),
            Example(cards + "2014-08.csv", 12, 2_365), Example(cards + "2014-09.csv", 12, 4_154),
            Example(cards + "2014-10.csv", 12, 3_781), Example(cards + "2014-11.csv", 12, 5_023),
            Example(cards + "2014-12.csv", 12, 3_293), Example(cards + "2015-01.csv", 11, 4_791),
            Example(cards + "2015-02.csv", 11, 3_959), Example(cards + "2015-03.csv", 11, 4_586),
            Example(cards + "2016-06.csv", 11, 4_889), Example(cards + "2017-09.csv", 16, 4_598),
        ]
    }()

    /// The files without one, and the columns that seem to hold dates and amounts.
    static let withoutHeader: [(Example, date: Int, amount: Int)] = {
        let reckon = "csv-reckon-dialects/data_fixtures/"
        let hledger = "csv-hledger-examples/csv/"
        return [
            (Example(reckon + "51-sample.csv", 5, 8), 1, 3),
            (Example(reckon + "chase.csv", 4, 9), 2, 4),
            (Example(reckon + "danish_kroner_nordea_example.csv", 5, 6, .semicolon), 1, 4),
            (Example(reckon + "english_date_example.csv", 6, 3), 1, 4),
            (Example(reckon + "french_example.csv", 6, 9, .semicolon), 2, 5),
            (Example(reckon + "german_date_example.csv", 6, 3), 1, 4),
            (Example(reckon + "intuit_mint_example.csv", 9, 7), 1, 4),
            (Example(reckon + "suntrust.csv", 6, 7), 1, 5),
            (Example(reckon + "two_money_columns.csv", 6, 5), 1, 4),
            (Example(reckon + "yyyymmdd_date_example.csv", 4, 1), 2, 4),
            (Example(hledger + "sample.csv", 4, 2), 1, 3),
            (Example(hledger + "sample.ssv", 4, 2, .semicolon), 1, 3),
            (Example(hledger + "sample.tsv", 4, 2, .tab), 1, 3),
        ]
    }()

    private func understood(
        _ example: Example, _ options: CSVImportOptions
    ) throws -> (layout: CSVLayout, widths: [Int], source: MemoryBytes, form: TextForm) {
        let source = MemoryBytes(try #require(SharedData.bytes(example.path)))
        let form = try TextForm.found(in: source, given: options.encoding)
        let layout = try CSVLayout(source, form, options)
        var reader = try layout.reader(source, form)
        var record = CSVRecord()
        var widths: [Int] = []
        while try reader.next(into: &record) {
            #expect(record.fault == nil)
            if !record.isEmpty { widths.append(record.count) }
        }
        return (layout, widths, source, form)
    }

    @Test(arguments: withHeader)
    func findsTheHeader(_ example: Example) throws {
        let (layout, widths, _, form) = try understood(example, example.options)
        #expect(form.encoding == example.options.encoding ?? .utf8)
        #expect(form.isSound)
        #expect(layout.separator == example.separator)
        #expect(layout.headerLine == 1)
        #expect(layout.header.count == example.columns)
        #expect(widths == Array(repeating: example.columns, count: example.rows))
    }

    @Test(arguments: withoutHeader)
    func saysThatThereIsNone(_ example: Example, date: Int, amount: Int) throws {
        let error = #expect(throws: ImportError.self) { try understood(example, example.options) }
        guard case .noHeader(let lines, date, amount, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(lines.map(\.line) == Array(1...min(3, example.rows)))
        let (layout, widths, _, _) = try understood(example, CSVImportOptions(hasHeader: false))
        #expect(layout.separator == example.separator)
        #expect(layout.headerLine == nil)
        #expect(layout.header == (1...example.columns).map { "\($0)" })
        #expect(widths == Array(repeating: example.columns, count: example.rows))
    }

    /// Nothing of the text says which encoding it is, so the user is shown how it reads.
    @Test(arguments: [
        ("sample.fr.cp1252.csv", "\"2012/3/22\",\"DÉPÔT\",\"50.00\""),
        ("sample.fr.iso88591.csv", "\"2012/3/22\",\"DÉPÔT\",\"50.00\""),
    ])
    func asksForTheEncoding(_ name: String, _ line: String) throws {
        let bytes = try #require(SharedData.bytes("csv-hledger-examples/\(name)"))
        let error = #expect(throws: ImportError.self) { try importing(bytes) }
        guard case .notUTF8(line: 2, let readings) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(readings.first?.encoding == .cp1252)
        #expect(readings.first?.text == line)
    }

    /// The same text in two encodings.
    @Test func readsTheSameTextInBothEncodings() throws {
        let bytes = try ["cp1252", "utf8"].map {
            try #require(SharedData.bytes("csv-hledger-examples/sample.fr.\($0).csv"))
        }
        let decoded = records(bytes[0], encoding: .cp1252)
        #expect(decoded.records == records(bytes[1]).records)
        #expect(decoded.records.last?.fields[1] == "CAFÉ — €20 REÇU")
    }
}
