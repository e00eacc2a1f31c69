import Interchange
import Ledger
import Testing

@Suite struct CSVColumnsTests {
    private func column(_ index: Int, _ name: String) -> CSVColumns.Source {
        .column(CSVColumns.Column(index: index, name: name))
    }

    @Test func findsUsualNames() throws {
        let header = [
            "Date", "Mode", "Category", "Subcategory", "Note", "Amount", "Income/Expense",
            "Currency",
        ]
        let columns = try CSVColumns(header: header, options: CSVImportOptions())
        #expect(columns.date == CSVColumns.Column(index: 0, name: "Date"))
        #expect(columns.account == column(1, "Mode"))
        #expect(columns.category == [column(2, "Category"), column(3, "Subcategory")])
        #expect(columns.title == nil)
        #expect(columns.note == column(4, "Note"))
        #expect(columns.amount == CSVColumns.Column(index: 5, name: "Amount"))
        #expect(columns.kind == column(6, "Income/Expense"))
        #expect(columns.currency == column(7, "Currency"))
        #expect(columns.tags == [])
        #expect(columns.unused == [])
    }

    @Test func takesWhatIsGivenFirst() throws {
        let options = CSVImportOptions(
            title: "vendor", note: "", category: ["AccountDescription", "=Amounts"],
            currency: "GBP", tag: ["Source", "imported"])
        let columns = try CSVColumns(
            header: ["ID", " Vendor ", "Note", "AccountDescription", "Amount", "Date", "Source"],
            options: options)
        #expect(columns.title == column(1, "Vendor"))
        #expect(columns.note == nil)
        #expect(columns.category == [column(3, "AccountDescription"), .constant("Amounts")])
        #expect(columns.currency == .constant("GBP"))
        #expect(columns.tags == [column(6, "Source"), .constant("imported")])
        #expect(columns.unused.map(\.name) == ["ID", "Note"])
    }

    @Test func aGivenColumnIsNotTakenAgainByAUsualName() throws {
        let options = CSVImportOptions(title: "Note")
        let columns = try CSVColumns(header: ["Date", "Amount", "Note"], options: options)
        #expect(columns.title == column(2, "Note"))
        #expect(columns.note == nil)
    }

    @Test func anExactNameComesBeforeOneInOtherLetters() throws {
        let options = CSVImportOptions(title: "text")
        let columns = try CSVColumns(header: ["Date", "Amount", "Text", "text"], options: options)
        #expect(columns.title == column(3, "text"))
    }

    @Test func asksForWhatEveryRowNeeds() {
        #expect(throws: ImportError.missingColumn(.date, header: ["When", "Amount"])) {
            try CSVColumns(header: ["When", "Amount"], options: CSVImportOptions())
        }
        #expect(throws: ImportError.missingColumn(.amount, header: ["Date", "Price"])) {
            try CSVColumns(header: ["Date", "Price"], options: CSVImportOptions())
        }
        let unknown = ImportError.unknownColumn(
            .amount, value: "12", near: nil, header: ["Date", "Price"])
        #expect(throws: unknown) {
            try CSVColumns(header: ["Date", "Price"], options: CSVImportOptions(amount: "12"))
        }
    }

    @Test(arguments: [
        ("Vendro", "Vendor"), ("vendors", "Vendor"), ("Nots", "Note"), ("Catgory", "Category"),
    ])
    func aConstantLikeAColumnIsRefused(_ value: String, _ near: String) {
        let header = ["Date", "Amount", "Vendor", "Note", "Category"]
        let unknown = ImportError.unknownColumn(.title, value: value, near: near, header: header)
        #expect(throws: unknown) {
            try CSVColumns(header: header, options: CSVImportOptions(title: value))
        }
        #expect(throws: Never.self) {
            try CSVColumns(header: header, options: CSVImportOptions(title: "=\(value)"))
        }
    }

    /// Short texts are near to many others by chance.
    @Test func aCurrencyIsNotTakenForAShortName() throws {
        let columns = try CSVColumns(
            header: ["ID", "Date", "Amount", "EURO"], options: CSVImportOptions(currency: "USD"))
        #expect(columns.currency == .constant("USD"))
    }

    @Test func refusesANameThatTwoColumnsHave() {
        #expect(throws: ImportError.repeatedColumn(.date, name: "Date")) {
            try CSVColumns(header: ["Date", "Date", "Amount"], options: CSVImportOptions())
        }
    }

    @Test func takesOneOfEqualNamesAndColumnsByTheirPlace() throws {
        let header = ["Date", "Amount", "Text", "Amount", "3"]
        let second = try CSVColumns(header: header, options: CSVImportOptions(amount: "amount#2"))
        #expect(second.amount == CSVColumns.Column(index: 3, name: "Amount"))
        let byPlace = try CSVColumns(
            header: header, options: CSVImportOptions(amount: "4", title: "3", account: "=4"))
        #expect(byPlace.amount?.index == 3)
        // A column that is called so comes first.
        #expect(byPlace.title == column(4, "3"))
        #expect(byPlace.account == .constant("4"))
        #expect(throws: ImportError.repeatedColumn(.amount, name: "Amount")) {
            try CSVColumns(header: header, options: CSVImportOptions())
        }
        #expect(throws: ImportError.self) {
            try CSVColumns(header: header, options: CSVImportOptions(amount: "Amount#3"))
        }
    }

    @Test func aPayeeIsTheTitleAndTheDescriptionANote() throws {
        let header = ["Date", "Amount", "Payee", "Description"]
        let found = try CSVColumns(header: header, options: CSVImportOptions())
        #expect(found.title == column(2, "Payee"))
        #expect(found.note == column(3, "Description"))
        let noNote = try CSVColumns(header: header, options: CSVImportOptions(note: ""))
        #expect(noNote.note == nil)
        #expect(noNote.unused.map(\.name) == ["Description"])
        let title = try CSVColumns(header: header, options: CSVImportOptions(title: "Description"))
        #expect(title.title == column(3, "Description"))
        #expect(title.note == nil)
        let given = try CSVColumns(
            header: header + ["Text"], options: CSVImportOptions(payee: "Text"))
        #expect(given.title == column(4, "Text"))
        #expect(given.note == column(3, "Description"))
    }

    @Test func findsPairsForMoneyOutAndIn() throws {
        let pair = try CSVColumns(
            header: ["Buchungstag", "Soll", "Haben", "Saldo"], options: CSVImportOptions())
        #expect(pair.debit?.name == "Soll")
        #expect(pair.credit?.name == "Haben")
        #expect(pair.amount == nil)
        #expect(pair.balance?.name == "Saldo")
        // A column of amounts comes before a pair.
        let both = try CSVColumns(
            header: ["Date", "Debit", "Credit", "Amount"], options: CSVImportOptions())
        #expect(both.amount?.name == "Amount")
        #expect(both.debit == nil)
        let given = try CSVColumns(
            header: ["Date", "Debit", "Credit", "Amount"], options: CSVImportOptions(debit: "Debit")
        )
        #expect(given.amount == nil)
        #expect(given.credit == nil)
        #expect(throws: ImportError.amountsTwice) {
            try CSVColumns(
                header: ["Date", "Debit", "Amount"],
                options: CSVImportOptions(amount: "Amount", credit: "Debit"))
        }
    }

    @Test(arguments: [
        ["Date", "Betrag (EUR)"], ["DATE", "amount_(eur)"], ["Booking_Date", "Amount (EUR)"],
        ["Date", "Amount(EUR)"], ["Date", "Amount [EUR]"], ["Date", "Betrag in EUR"],
        ["Date", "Amount EUR"], ["Date", "amount_eur"], ["Date", "Montant(EUROS)"],
        ["Date", "Amount (in EUR):"], ["Date", "Betrag €"], ["Date", "Amount (€)"],
    ])
    func readsACurrencyInAName(_ header: [String]) throws {
        let columns = try CSVColumns(header: header, options: CSVImportOptions())
        #expect(columns.amount?.index == 1)
        #expect(columns.currency == .constant("EUR"))
        let given = try CSVColumns(header: header, options: CSVImportOptions(currency: "USD"))
        #expect(given.currency == .constant("USD"))
    }

    /// Of two columns of amounts, whatever way they are found, and of balances.
    @Test(arguments: [
        "Debit (CHF),Credit (CHF)", "Debit,Credit (CHF)", "Lastschrift in CHF,Gutschrift in CHF",
        "Belastung CHF,Gutschrift CHF", "Debit [CHF],Credit [CHF]", "Debit_CHF,Credit_CHF",
        "Debit (Fr.),Credit (Fr.)", "Debit,Credit,Balance CHF",
    ])
    func readsACurrencyOfTwoColumns(_ names: String) throws {
        let header = names.split(separator: ",").map(String.init)
        for options in [CSVImportOptions(), CSVImportOptions(debit: header[0], credit: header[1])] {
            let file = "Date,\(names)\n2026-10-01,5.00,\n2026-10-02,,7.00\n"
            let parsed = try parsing(file, options)
            let found = parsed.rows.map { row in
                "\(row.facts.kind) \(row.facts.amount) \(row.facts.amount.currency.code)"
            }
            #expect(found == ["expense 5.00 CHF", "income 7.00 CHF"])
        }
    }

    /// A sign in a name is what it is in a cell: the ledger's currency if it can be that, else the
    /// only one, else it is asked about.
    @Test func readsASignInAName() throws {
        func codes(_ name: String, base: String, _ options: CSVImportOptions = .init()) throws
            -> [String]
        {
            let file = Array("\n\nDate,\(name)\n2026-10-01,500\n".utf8)
            let currency = try #require(Currency.iso(base))
            return try CSVImport.parse(file, options, baseCurrency: currency) { Currency.iso($0) }
                .rows.map(\.facts.amount.currency.code)
        }
        #expect(try codes("Amount ($)", base: "CAD") == ["CAD"])
        #expect(try codes("Betrag (Fr.)", base: "JPY") == ["CHF"])
        #expect(try codes("Amount (£)", base: "EUR", .init(currency: "=GBP")) == ["GBP"])
        for (name, sign, likely) in [
            ("Amount ($)", "$", ["USD", "CAD", "AUD", "NZD"]),
            ("Debit (EUR),Credit (CHF)", "EUR, CHF", ["EUR", "CHF"]),
        ] {
            let shown = name.replacing(",", with: ", ")
            #expect(
                throws: ImportError.ambiguousCurrency(
                    sign, codes: likely, sample: CellSample(line: 3, text: shown))
            ) { try codes(name, base: "JPY") }
        }
    }

    /// Words that are no currency stay what they are.
    @Test(arguments: ["Amount (total)", "Amount try", "Amount All", "Amount CR", "Amount pound"])
    func readsNoCurrencyInAWord(_ name: String) throws {
        let columns = try CSVColumns(
            header: ["Date", name], options: CSVImportOptions(amount: name))
        #expect(columns.currency == nil)
    }

    @Test func asksForOneOfTwoCurrencies() {
        let header = ["Date", "Amount EUR", "Amount USD"]
        #expect(throws: ImportError.ambiguousColumn(.amount, names: Array(header.dropFirst()))) {
            try CSVColumns(header: header, options: CSVImportOptions())
        }
    }
}
