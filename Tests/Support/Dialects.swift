import Testing

/// A file of a bank or of another program, how it is imported, and what comes of it.
package struct Dialect: CustomTestStringConvertible, Sendable {
    /// What a file is without.
    package enum Change: Sendable {
        case none
        /// It has no header.
        case header
        /// It is not UTF-8 but ISO 8859-1.
        case latin
    }

    /// The folder of the shared data.
    package let folder: String
    /// The file in it.
    package let file: String
    /// What sort of bank or program it comes from.
    package let kind: String
    /// The base currency of the ledger.
    package let base: String
    /// The options of `ledger import`, each with its value.
    package let options: [(name: String, value: String)]
    package let change: Change
    /// As `DialectTests` sums it up: from `expected.json` of the folder where that has figures,
    /// else worked out apart from this project.
    package let result: String

    package init(
        _ folder: String, _ file: String, _ kind: String, _ base: String,
        _ options: [(String, String)], change: Change = .none, _ result: String
    ) {
        self.folder = "csv-" + folder
        self.file = file
        self.kind = kind
        self.base = base
        self.options = options
        self.change = change
        self.result = result
    }

    /// A file that needs no options.
    package init(
        _ folder: String, _ file: String, _ kind: String, _ base: String, _ result: String
    ) {
        self.init(folder, file, kind, base, [], result)
    }

    package var testDescription: String { "\(folder)/\(file)" }

    /// The options as they are typed.
    package var typed: String {
        let first: [String] =
            switch change {
            case .none: []
            case .header: ["--no-header"]
            case .latin: ["--encoding iso-8859-1"]
            }
        let others = options.map { name, value in
            value.contains { " #".contains($0) } ? "--\(name) '\(value)'" : "--\(name) \(value)"
        }
        return (first + others).joined(separator: " ").replacing(
            "--minor-units yes", with: "--minor-units")
    }

    /// The line of the table in the documentation.
    package var documented: String {
        let command = ["ledger import FILE", typed].filter { !$0.isEmpty }.joined(separator: " ")
        return "| \(kind) | \(folder) | `\(command)` | \(result) |"
    }
}

private typealias Options = [(String, String)]
private let account: Options = [("sign", "account")]

package let dialects: [Dialect] = [
    Dialect(
        "reckon-dialects", "data_fixtures/51-sample.csv", "card, no header", "CAD",
        [("date", "1"), ("debit", "3"), ("credit", "4"), ("title", "2"), ("balance", "5")],
        change: .header, "8 expense 79.25 CAD, 2015-01-09 to 2015-03-23"),
    Dialect(
        "reckon-dialects", "data_fixtures/chase.csv", "bank, US, no header", "USD",
        [("date", "2"), ("amount", "4"), ("title", "3")] + account, change: .header,
        "6 expense 261.41 USD, 3 income 7183.52 USD, 2009-12-10 to 2009-12-24"),
    Dialect(
        "reckon-dialects", "data_fixtures/danish_kroner_nordea_example.csv",
        "bank, Denmark, no header", "DKK",
        [("date", "1"), ("amount", "4"), ("title", "2")] + account,
        change: .header, "5 expense 5229.90 DKK, 1 income 497.90 DKK, 2012-08-27 to 2012-11-16"),
    Dialect(
        "reckon-dialects", "data_fixtures/english_date_example.csv",
        "bank, day first, no header", "USD",
        [("date", "1"), ("debit", "4"), ("credit", "5"), ("title", "2")], change: .header,
        "2 expense 876.00 USD, 1 income 327.49 USD, 2009-12-24 to 2009-12-24"),
    Dialect(
        "reckon-dialects", "data_fixtures/french_example.csv", "bank, France, no header", "EUR",
        [("date", "2"), ("amount", "5"), ("title", "3")] + account, change: .header,
        "9 expense 337.44 EUR, 2014-01-21 to 2014-01-22"),
    Dialect(
        "reckon-dialects", "data_fixtures/german_date_example.csv", "bank, dots, no header", "USD",
        [("date", "1"), ("debit", "4"), ("credit", "5"), ("title", "2")], change: .header,
        "2 expense 876.00 USD, 1 income 327.49 USD, 2009-12-24 to 2009-12-24"),
    Dialect(
        "reckon-dialects", "data_fixtures/intuit_mint_example.csv", "budget program, no header",
        "CAD",
        [
            ("date", "1"), ("amount", "4"), ("kind", "5"), ("title", "2"), ("category", "6"),
            ("account", "7"),
        ], change: .header,
        "5 expense 1632.31 CAD, 2 income 943.35 CAD, 2014-01-30 to 2014-12-10"),
    Dialect(
        "reckon-dialects", "data_fixtures/simple.csv", "no statement", "USD",
        "refused: missingColumn"),
    Dialect(
        "reckon-dialects", "data_fixtures/suntrust.csv", "bank, zeros on one side, no header",
        "USD",
        [("date", "1"), ("debit", "4"), ("credit", "5"), ("title", "3"), ("balance", "6")],
        change: .header, "5 expense 500.00 USD, 2 income 1200.00 USD, 2014-11-01 to 2014-11-17"),
    Dialect(
        "reckon-dialects", "data_fixtures/test_money_column.csv", "bank, three columns", "USD",
        account, "1 expense 10.00 USD, 1 income 50.00 USD, 2012-03-22 to 2012-03-23"),
    Dialect(
        "reckon-dialects", "data_fixtures/two_money_columns.csv", "bank, signed sides, no header",
        "USD", [("date", "1"), ("debit", "4"), ("credit", "5"), ("title", "2")], change: .header,
        "3 expense 964.55 USD, 2 income 416.04 USD, 2008-03-26 to 2008-04-01"),
    Dialect(
        "reckon-dialects", "data_fixtures/yyyymmdd_date_example.csv",
        "bank, US, one row, no header", "USD",
        [("date", "2"), ("amount", "4"), ("title", "3")] + account, change: .header,
        "1 expense 123.45 USD, 2012-12-31 to 2012-12-31"),

    Dialect(
        "csv2ofx-dialects", "data/test/capitalone.csv", "card, US", "USD",
        "1 expense 1000.00 USD, 1 income 1000.00 USD, 2015-12-31 to 2015-12-31"),
    Dialect(
        "csv2ofx-dialects", "data/test/default.csv", "converter's own", "USD", account,
        "8 income 465000.00 USD, 2015-02-08 to 2015-03-25"),
    Dialect(
        "csv2ofx-dialects", "data/test/mint.csv", "budget program, lines end with CR", "USD",
        "3 expense 5000.00 USD, 1 income 2000.00 USD, 2015-06-12 to 2015-06-14"),
    Dialect(
        "csv2ofx-dialects", "data/test/n26-fr.csv", "online bank, English", "EUR", account,
        "1 expense 328.00 EUR, 1 income 328.00 EUR, 2020-03-07 to 2020-03-07"),
    Dialect(
        "csv2ofx-dialects", "data/test/outbank.csv", "bank program, US dates, decimal comma", "EUR",
        account, "3 expense 135.89 EUR, 1 income 100.00 EUR, 2019-01-05 to 2019-02-20"),
    Dialect(
        "csv2ofx-dialects", "data/test/schwab-checking.csv", "bank, US", "USD",
        "3 expense 235.27 USD, 1 income 20.00 USD, 2022-08-04 to 2022-08-17"),
    Dialect(
        "csv2ofx-dialects", "data/test/stripe-default.csv", "payments, received", "USD", account,
        "5 income 112.50 CAD, 2021-02-02 to 2021-03-16"),

    Dialect(
        "bank2ynab-dialects", "test-data/2018-04-14_10-52-13_bunq-transactieoverzicht.csv",
        "online bank, Dutch", "EUR", account,
        "2 expense 21.46 EUR, 1 income 750.00 EUR, 2018-03-01 to 2018-03-09"),
    Dialect(
        "bank2ynab-dialects", "test-data/20180226-1000594757-umsatz.CSV", "savings bank, Germany",
        "EUR", account, "1 expense 36.99 EUR, 2018-02-22 to 2018-02-22"),
    Dialect(
        "bank2ynab-dialects", "test-data/20171001-20171106.csv", "online bank, German", "EUR",
        account, "1 expense 59.99 EUR, 2017-10-01 to 2017-10-01"),
    Dialect(
        "bank2ynab-dialects", "test-data/MonzoDataExport_February2018_2018-02-26_174335.csv",
        "online bank, amounts in pence", "GBP", account + [("minor-units", "yes")],
        "1 expense 0.10 GBP, 2018-02-25 to 2018-02-25"),
    Dialect(
        "bank2ynab-dialects", "test-data/export_BE11123456789012_20180304_1422.csv",
        "bank, Belgium", "EUR", account, "1 expense 3.40 EUR, 2018-02-28 to 2018-02-28"),
    Dialect(
        "bank2ynab-dialects", "test-data/test_BOI_TransactionExport.csv",
        "bank, Ireland, balance once a day", "EUR",
        "21 expense 4260.83 EUR, 6 income 3841.22 EUR, 2017-09-01 to 2017-09-28"),

    Dialect(
        "personal-finance-2dialects", "expenditure.csv", "budget program", "USD",
        "688 expense 96083.78 USD, 118 income 124269.76 USD, 2018-01-01 to 2019-09-30"),
    Dialect(
        "personal-finance-2dialects", "Budget.csv", "budgets, no statement", "USD",
        "refused: missingColumn"),
    Dialect(
        "home-office-2020", "cleaned_spend.csv", "procurement cards", "GBP",
        "872 expense 2097376.09 GBP, 2020-01-06 to 2020-12-28"),
    Dialect(
        "home-office-2020", "cleaned_agg_spend.csv", "sums, no statement", "GBP",
        "refused: ambiguousColumn"),
]

/// The twelve months of purchase cards: of each the month, the rows, their sum and days.
private let cardMonths: [(String, String)] = [
    ("2014-04", "2690 expense 526760.25 GBP, 2013-11-12 to 2014-05-02"),
    ("2014-07", "4015 expense 604599.09 GBP, 2014-07-01 to 2014-07-31"),
    ("2014-08", "2365 expense 518860.10 GBP, 2014-06-26 to 2014-09-02"),
    ("2014-09", "4154 expense 615800.99 GBP, 2014-05-23 to 2014-10-02"),
    ("2014-10", "3781 expense 604358.83 GBP, 2014-09-23 to 2014-11-02"),
    ("2014-11", "5023 expense 647210.46 GBP, 2014-10-08 to 2014-12-03"),
    ("2014-12", "3293 expense 877951.86 GBP, 2014-11-26 to 2015-01-01"),
    ("2015-01", "4791 expense 751033.47 GBP, 2014-11-25 to 2015-02-03"),
    ("2015-02", "3959 expense 735975.49 GBP, 2015-01-09 to 2015-03-03"),
    ("2015-03", "4586 expense 480584.29 GBP, 2015-01-17 to 2015-04-02"),
    ("2016-06", "4889 expense 772420.07 GBP, 2016-03-08 to 2016-07-01"),
    ("2017-09", "4598 expense 1229539.21 GBP, 2017-06-23 to 2017-10-03"),
]

package let cardDialects: [Dialect] = cardMonths.map { month, result in
    let amount = month == "2017-09" ? "BILLING GROSS AMT" : "ORIGINAL GROSS AMT"
    return Dialect(
        "birmingham-pcards", "birmingham-pcard-\(month).csv", "city's purchase cards, \(month)",
        "GBP", [("amount", amount)], result)
}

package let hledgerDialects: [Dialect] = [
    Dialect(
        "hledger-examples", "sample.csv", "example, three columns", "USD", account,
        "2 expense 30.00 USD, 1 income 50.00 USD, 2012-03-22 to 2012-03-24"),
    Dialect(
        "hledger-examples", "sample.fr.utf8.csv", "example, French", "EUR", account,
        "2 expense 30.00 EUR, 1 income 50.00 EUR, 2012-03-22 to 2012-03-24"),
    Dialect(
        "hledger-examples", "sample.fr.cp1252.csv", "example, French, CP1252", "EUR", account,
        change: .latin, "2 expense 30.00 EUR, 1 income 50.00 EUR, 2012-03-22 to 2012-03-24"),
    Dialect(
        "hledger-examples", "sample.fr.iso88591.csv", "example, French, ISO 8859-1", "EUR", account,
        change: .latin, "2 expense 30.00 EUR, 1 income 50.00 EUR, 2012-03-22 to 2012-03-24"),
    Dialect(
        "hledger-examples", "sample.journal.csv", "postings of a journal", "USD", account,
        "refused: otherFormat"),
    Dialect(
        "hledger-examples", "csv/sample.csv", "odd dates, no header", "USD", odd, change: .header,
        oddResult),
    Dialect(
        "hledger-examples", "csv/sample.ssv", "odd dates, semicolons, no header", "USD", odd,
        change: .header, oddResult),
    Dialect(
        "hledger-examples", "csv/sample.tsv", "odd dates, tabs, no header", "USD", odd,
        change: .header, oddResult),
    Dialect(
        "hledger-examples", "csv/apps/monefy.csv", "expense app", "USD",
        account + [("currency", "currency#1"), ("date-form", "DD/MM/YYYY")],
        "5 expense 472.00 USD, 3 income 6364.80 USD, 2021-12-06 to 2021-12-06"),
    Dialect(
        "hledger-examples", "csv/apps/ynab4-rtl.csv", "budget program, Arabic symbols", "USD",
        "2 expense 97.960 JOD, 2022-11-07 to 2022-12-11"),
    Dialect(
        "hledger-examples", "csv/banking/csb43.csv", "bank, Spain", "EUR",
        [("title", "item1")] + account,
        "1 expense 500.00 EUR, 1 income 1500.00 EUR, 2019-11-02 to 2019-11-10"),
    Dialect(
        "hledger-examples", "csv/other/paypal-custom.csv", "payment service", "USD",
        [("amount", "Net")] + account + [("leave-out", "Status=")],
        "3 expense 15.99 USD, 4 income 25.40 USD, 2019-10-01 to 2019-10-22"),
    Dialect(
        "hledger-examples", "csv/other/stripe.csv", "payments, balance", "USD",
        [("amount", "net")] + account,
        "1 expense 0.77 USD, 1 income 12.00 USD, 2020-01-23 to 2020-01-23"),
    Dialect(
        "hledger-examples", "csv/ccexchanges/coinbase2.csv", "coins", "GBP", account,
        "refused: 3 badAmount, 3 unknownCurrency"),
    Dialect(
        "hledger-examples", "csv/cctax/bittytax/_BittyTax-example.csv", "trades of coins", "GBP",
        "refused: ambiguousColumn"),
    Dialect(
        "hledger-examples", "csv/cctax/koinly/_Koinly Custom CSV - Advanced - Sheet1.csv",
        "trades of coins", "USD", "refused: ambiguousColumn"),
    Dialect(
        "hledger-examples", "csv/cctax/rotki/_rotki_generic_trades.csv", "trades of coins", "USD",
        "refused: ambiguousColumn"),
    Dialect(
        "hledger-examples", "csv/cctax/rotki/_rotki_generic_events.csv", "moves of coins", "USD",
        "refused: unknownDates"),
    Dialect(
        "hledger-examples", "csv/cctax/rotki/_address_book_entries.csv", "addresses", "USD",
        "refused: missingColumn"),
    Dialect(
        "hledger-examples", "csv/cctax/rotki/_blockchain-accounts.csv", "addresses", "USD",
        "refused: missingColumn"),
]

private let odd: Options = [
    ("date", "1"), ("credit", "3"), ("debit", "4"), ("title", "2"), ("date-form", "DD/YYYY/MM"),
]
private let oddResult = "1 expense 50.00 USD, 1 income 50.00 USD, 2009-09-10 to 2009-09-11"
