import Interchange
import Ledger
import Testing

/// What a row became: its kind and its amount in cents.
func entries(_ parsed: ParsedImport) -> [String] {
    parsed.rows.map { row in
        let name =
            switch row.facts.kind {
            case .expense: "expense"
            case .income: "income"
            case .transfer: row.facts.flags == .incoming ? "transfer in" : "transfer"
            }
        return "\(name) \(row.facts.amount.minor)"
    }
}

/// What stands around numbers.
@Suite struct AmountCellTests {
    private func amounts(
        _ cells: [String], _ options: CSVImportOptions = CSVImportOptions()
    ) throws -> ParsedImport {
        let rows = cells.map { "2026-01-31\t\($0)" }
        return try importing(
            Array((["Date\tAmount"] + rows).joined(separator: "\n").utf8), options)
    }

    @Test(arguments: [
        ("-5", -500), ("5-", -500), ("5.00 -", -500), ("(5.00)", -500), ("( 5 )", -500),
        ("\u{2212}5", -500), ("5\u{2212}", -500), ("+5", 500), ("- 5", -500), ("-110.7", -11_070),
        ("€5", 500), ("5 €", 500), ("-€5", -500), ("€-5", -500), ("€ -5.10", -510),
        ("(€5)", -500), ("EUR 5", 500), ("5EUR", 500), ("5 eur", 500), ("-5 EUR", -500),
        ("5 EUR-", -500), ("\u{A0}5\u{202F}€", 500), ("€.99", 99), ("€1,234.50", 123_450),
    ])
    func readsSignsAndCurrencies(_ cell: String, _ cents: Int64) throws {
        let parsed = try amounts([cell], CSVImportOptions(decimalMark: .point))
        if cell == "€.99" {
            // Without a letter before it, the point is taken for a part of the number.
            #expect(entries(parsed) == ["expense 99"])
        }
        #expect(parsed.refused == [])
        #expect(parsed.rows.map(\.facts.amount.minor) == [cents])
    }

    @Test(arguments: [
        ("5 DR", "expense 500"), ("5 CR", "income 500"), ("5cr", "income 500"),
        ("CR 5", "income 500"), ("5 D", "expense 500"), ("5 C", "income 500"),
        ("5,00 S", "expense 500"), ("5,00 H", "income 500"), ("5 Dr.", "expense 500"),
        ("€5 CR", "income 500"), ("5.00 DR €", "expense 500"),
    ])
    func readsSides(_ cell: String, _ entry: String) throws {
        let mark: MoneyFormat.DecimalMark = cell.contains(",") ? .comma : .point
        #expect(entries(try amounts([cell], CSVImportOptions(decimalMark: mark))) == [entry])
    }

    @Test func readsWholeColumnsOfCurrencies() throws {
        let swiss = try amounts(["CHF 1'234.50", "CHF 0.05"])
        #expect(swiss.rows.map(\.facts.amount.minor) == [123_450, 5])
        #expect(swiss.rows.allSatisfy { $0.facts.amount.currency.code == "CHF" })
        let german = try amounts(["1.234,50 €", "-0,05 €"])
        #expect(german.rows.map(\.facts.amount.minor) == [123_450, -5])
        let indian = try amounts(["₹1,00,000.00", "Rs. 5"], CSVImportOptions(currency: "INR"))
        #expect(indian.rows.map(\.facts.amount.minor) == [10_000_000, 500])
    }

    @Test func refusesACurrencyThatIsNotTheRows() throws {
        let dollars = ImportError.ambiguousCurrency(
            "$", codes: ["USD", "CAD", "AUD", "NZD"], sample: CellSample(line: 2, text: "$5.10"))
        #expect(throws: dollars) { try amounts(["-$5.10", "$7"]) }
        let mixed = try amounts(["5.10", "$7.10", "USD 7.10", "7.10 XXZ"])
        #expect(
            mixed.refused.map(\.reason) == [
                .otherCurrency("$7.10", own: "EUR"), .unknownCurrency("XXZ"),
            ])
        #expect(mixed.rows.map(\.facts.amount.currency.code) == ["EUR", "USD"])
        let given = try amounts(["$5.10", "CA$7.10", "€7.10"], CSVImportOptions(currency: "USD"))
        #expect(given.rows.map(\.facts.amount.minor) == [510])
        #expect(
            given.refused.map(\.reason) == [
                .otherCurrency("CA$7.10", own: "USD"), .otherCurrency("€7.10", own: "USD"),
            ])
        let codes = try importing(
            Array("Date,Amount,Currency\n2026-01-31,$5,CAD\n2026-01-31,$5,GBP\n2026-01-31,5,".utf8))
        #expect(codes.rows.map(\.facts.amount.currency.code) == ["CAD", "EUR"])
        #expect(codes.refused.map(\.reason) == [.otherCurrency("$5", own: "GBP")])
    }

    @Test func readsMinorUnits() throws {
        let options = CSVImportOptions(minorUnits: true, currency: "GBP")
        let parsed = try amounts(["-10", "1,234", "1.5"], options)
        #expect(parsed.rows.map(\.facts.amount.minor) == [-10, 1_234])
        #expect(parsed.refused.map(\.reason) == [.tooPrecise("1.5", decimalsMax: 0)])
    }
}

/// Debits, credits and signs, by the table of `AmountSign`.
@Suite struct AmountSignTests {
    private func file(
        _ header: String, _ rows: [String], _ options: CSVImportOptions = CSVImportOptions()
    ) throws -> ParsedImport {
        let lines = ["Date," + header] + rows.map { "2026-01-31," + $0 }
        return try importing(Array(lines.joined(separator: "\n").utf8), options)
    }

    @Test(arguments: [
        (nil, ["expense 500", "expense -500", "expense 0"]),
        (AmountSign.spend, ["expense 500", "expense -500", "expense 0"]),
        (AmountSign.account, ["income 500", "expense 500", "expense 0"]),
    ])
    func readsAmountsAlone(_ sign: AmountSign?, _ expected: [String]) throws {
        let parsed = try file("Amount", ["5", "-5", "0"], CSVImportOptions(sign: sign))
        #expect(entries(parsed) == expected)
        #expect(parsed.signs.positive == 1)
        #expect(parsed.signs.negative == 1)
    }

    @Test(arguments: [
        (nil, ["expense 500", "income 500"]), (AmountSign.account, ["expense 500", "income 500"]),
        (AmountSign.spend, ["expense 500", "expense -500"]),
    ])
    func readsSides(_ sign: AmountSign?, _ expected: [String]) throws {
        let options = CSVImportOptions(sign: sign)
        #expect(entries(try file("Debit,Credit", ["5,", ",5"], options)) == expected)
        #expect(entries(try file("Debit,Credit", ["5,0.00", "0,5"], options)) == expected)
        // A side that only has negative amounts is signed.
        #expect(entries(try file("Debit,Credit", ["-5,", ",5"], options)) == expected)
        #expect(entries(try file("Debit,Credit", ["-5,", ",-5"], options)) == expected)
        #expect(entries(try file("Amount,Type", ["5,Debit", "5,credit"], options)) == expected)
        #expect(entries(try file("Amount,Type", ["-5,DR", "5,CR"], options)) == expected)
        #expect(entries(try file("Amount", ["5 DR", "5 CR"], options)) == expected)
    }

    @Test func reversesAgainstTheUsualSignOfASide() throws {
        let plain = try file("Debit,Credit", ["5,", "6,", "-1,", ",7", ",-2"])
        #expect(
            entries(plain)
                == [
                    "expense 500", "expense 600", "expense -100", "income 700", "income -200",
                ].map { $0 == "income -200" ? "income -200" : $0 })
        let signed = try file("Debit,Credit", ["-5,", "-6,", "1,", ",7"])
        #expect(entries(signed) == ["expense 500", "expense 600", "expense -100", "income 700"])
    }

    @Test func refusesBothSidesOrNone() throws {
        let parsed = try file("Debit,Credit", ["5,6", ",", "0,0", "x,"])
        #expect(entries(parsed) == ["expense 0"])
        #expect(
            parsed.refused.map(\.reason) == [
                .bothSides(debit: "5", credit: "6"), .noAmount, .badAmount("x"),
            ])
        #expect(parsed.refused.map(\.column) == ["Debit", "Debit", "Debit"])
        let debitOnly = try file("Out", ["5", ""], CSVImportOptions(debit: "Out"))
        #expect(entries(debitOnly) == ["expense 500"])
        #expect(debitOnly.refused.map(\.reason) == [.noAmount])
    }

    @Test func readsWordsWithSigns() throws {
        let rows = ["-5,Expense", "7,Income", "-3,Expense", "-4,Transfer", "4,Transfer"]
        let signed = try file("Amount,Type", rows)
        #expect(signed.signs.sign == .account)
        #expect(signed.signs.given == nil)
        #expect(
            entries(signed) == [
                "expense 500", "income 700", "expense 300", "transfer 400", "transfer in 400",
            ])
        // Without positive income it may be a file of refunds.
        #expect(entries(try file("Amount,Type", ["-5,Expense"])) == ["expense -500"])
        let spend = try file("Amount,Type", rows, CSVImportOptions(sign: .spend))
        #expect(
            entries(spend) == [
                "expense -500", "income 700", "expense -300", "transfer -400", "transfer 400",
            ])
    }

    @Test func leavesOutAColumnThatHoldsNoKinds() throws {
        let parsed = try file(
            "Amount,Type", ["-5,ATM", "7,DEPOSIT"] + (1...8).map { "-\($0),CHECK" })
        #expect(parsed.columns.kind == nil)
        #expect(parsed.columns.unused.map(\.name) == ["Type"])
        // The words left out, two of three amounts are negative: what went out.
        #expect(entries(parsed).prefix(3) == ["expense 500", "income 700", "expense 100"])
        #expect(parsed.signs.hint == nil)
        let given = try file("Amount,Type", ["-5,ATM"], CSVImportOptions(kind: "Type"))
        #expect(given.refused.map(\.reason) == [.unknownKind("ATM")])
    }

    /// What is certain needs no question: no minus at all, or so many that they cannot be refunds.
    @Test(arguments: [
        (["5", "7", "1"], AmountSign.spend),
        (["-5", "-7", "-2", "-3", "-4", "-6", "-8", "-9", "1", "2"], .account),
        (["-5", "-7", "-1"], .account),
    ])
    func isCertain(_ cells: [String], _ sign: AmountSign) throws {
        let signs = try file("Amount", cells).signs
        #expect(signs.hint == nil)
        #expect(signs.sign == sign)
    }

    @Test(arguments: [
        (["5", "7", "-1"], SignHint.mixed), (["-5", "-7", "1"], .mostlyNegative),
        (["5", "-5"], .mixed), (["-5"], .mostlyNegative),
        (["-5", "-7"], .mostlyNegative), (["-5", "-7", "-1", "3", "4"], .mostlyNegative),
    ])
    func isAsked(_ cells: [String], _ hint: SignHint) throws {
        let signs = try file("Amount", cells).signs
        #expect(signs.hint == hint)
        #expect(signs.samples.contains { $0.isNegative })
        for sign in AmountSign.allCases {
            #expect(try file("Amount", cells, CSVImportOptions(sign: sign)).signs.hint == nil)
        }
    }

    @Test func otherColumnsDecide() throws {
        let wages = try file("Amount,Text", ["5,MAY SALARY", "7,x", "-1,y"])
        #expect(wages.signs.hint == .wages(CellSample(line: 2, text: "MAY SALARY")))
        let balances = try file("Amount,Balance", ["50,50", "20,70", "-10,60"])
        #expect(balances.signs.hint == .balances)
        let falling = try file("Amount,Balance", ["50,50", "20,30", "-10,40"])
        #expect(falling.signs.hint == nil)
        #expect(falling.signs.sign == .spend)
        let shops = try file("Amount,Vendor", ["5,a", "7,b", "9,c", "2,d", "-1,e"])
        #expect(shops.signs.hint == nil)
        #expect(shops.signs.sign == .spend)
        #expect(try file("Amount,Vendor", ["5,a", "7,b", "-1,c"]).signs.hint == .mixed)
        #expect(try file("Amount,Fee,Customer Email", ["5,1,a"]).signs.hint == .received)
        #expect(
            try file("Amount,Type", ["-5,Expense", "-7,Expense"]).signs.hint == .mostlyNegative)
    }

    /// A column of credits alone is income only while nothing in it is negative.
    @Test func asksWhatAMinusIsAmongCredits() throws {
        func credits(_ cells: [String], _ options: CSVImportOptions) throws -> ParsedImport {
            var options = options
            options.credit = "In"
            return try file("In", cells, options)
        }
        let plain = try credits(["5", "7"], CSVImportOptions())
        #expect(entries(plain) == ["income 500", "income 700"])
        #expect(plain.signs.hint == nil)
        #expect(try credits(["5", "-7"], CSVImportOptions()).signs.hint == .negativeCredits)
        let account = try credits(["5", "-7"], CSVImportOptions(sign: .account))
        #expect(entries(account) == ["income 500", "expense 700"])
        let income = try credits(["5", "-7"], CSVImportOptions(kind: "=income"))
        #expect(entries(income) == ["income 500", "income -700"])
        #expect(income.signs.hint == nil)
        let refunds = try credits(["5"], CSVImportOptions(sign: .spend))
        #expect(entries(refunds) == ["expense -500"])
    }

    /// Of several columns that are called so, the one that has the words is the one of kinds.
    @Test func takesTheColumnThatHasTheWords() throws {
        let rows = ["5,POS,CREDIT", "7,WIRE,DEBIT", "3,ATM,DEBIT"]
        for header in ["Amount,Kind,Type", "Amount,Type,Kind", "Amount,Transaction Type,D/C"] {
            let parsed = try file(header, rows)
            #expect(entries(parsed) == ["income 500", "expense 700", "expense 300"])
            #expect(parsed.columns.unused.map(\.name) == [String(header.split(separator: ",")[1])])
        }
        let turned = try file("Amount,Kind,Type", ["5,CREDIT,POS", "7,DEBIT,WIRE"])
        #expect(entries(turned) == ["income 500", "expense 700"])
        let wordless = try file("Amount,Kind,Type", ["5,a,b", "7,c,d"])
        #expect(wordless.columns.kind == nil)
        #expect(Set(wordless.columns.unused.map(\.name)) == ["Kind", "Type"])
    }
}

@Suite struct BalanceTests {
    private func balance(_ rows: [String], header: String = "Amount,Balance") throws
        -> BalanceEvidence?
    {
        let lines = ["Date;" + header.split(separator: ",").joined(separator: ";")]
        let file = lines + rows.map { "31.01.2026;" + $0 }
        return try importing(Array(file.joined(separator: "\n").utf8)).balance
    }

    @Test func provesOrderAndCompleteness() throws {
        let oldest = try #require(try balance(["10,00;110,00", "-30,50;79,50", "5,00;84,50"]))
        #expect(oldest.order == .oldestFirst)
        #expect(oldest.compared == 2)
        #expect(oldest.isProven)
        #expect(oldest.sign == .account)
        let newest = try #require(try balance(["5,00;84,50", "-30,50;79,50", "10,00;110,00"]))
        #expect(newest.order == .newestFirst)
        #expect(newest.isProven)
        // What is owed on a card goes up by what is spent, or the balance down.
        let spent = try #require(try balance(["10,00;90,00", "30,50;59,50"]))
        #expect(spent.sign == .spend)
    }

    @Test func namesTheFirstBreak() throws {
        let broken = try #require(
            try balance(["10,00;110,00", "-5,00;105,00", "1,00;116,00", "1,00;117,00"]))
        #expect(broken.compared == 3)
        #expect(broken.agreeing == 2)
        #expect(broken.firstBreak == 4)
        #expect(!broken.isProven)
    }

    @Test func sumsRowsWithoutABalance() throws {
        let daily = try #require(
            try balance(["10,00;100,00", "5,00;", "1,50;106,50", "2,00;", "-1,00;107,50"]))
        #expect(daily.compared == 2)
        #expect(daily.isProven)
        let newest = try #require(try balance(["5,00;115,00", "1,50;", "2,00;108,50"]))
        #expect(newest.compared == 1)
        #expect(newest.order == .newestFirst)
        #expect(newest.isProven)
    }

    @Test func takesDebitsFromIt() throws {
        let sides = try #require(
            try balance([";10,00;110,00", "30,00;;80,00"], header: "Debit,Credit,Balance"))
        #expect(sides.isProven)
        let signed = try #require(
            try balance([";10,00;110,00", "-30,00;;80,00"], header: "Debit,Credit,Balance"))
        #expect(signed.isProven)
    }

    @Test func comparesEachAccountWithItself() throws {
        let two = try #require(
            try balance(
                ["10,00;a;110,00", "1,00;b;8,00", "5,00;a;115,00", "2,00;b;10,00"],
                header: "Amount,Account,Balance"))
        #expect(two.compared == 2)
        #expect(two.isProven)
    }

    @Test func saysNothingWithoutBalances() throws {
        #expect(try balance(["10,00;", "5,00;x"]) == nil)
        #expect(try balance(["10,00;5,00"]) == nil)
    }
}
