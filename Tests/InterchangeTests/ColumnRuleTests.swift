import Interchange
import Ledger
import Testing

/// What rows become by what is in their columns.
@Suite struct ColumnRuleTests {
    private static let file = """
        Date,Text,Amount,Type
        2026-04-01,Account fee,-3.00,FEE
        2026-04-02,ATM 12 Berlin,-50.00,Card
        2026-04-03,Kiosk and more,-2.50,Card
        2026-04-04,Employer,1900.00,
        """

    private func rows(_ when: String...) throws -> [ImportRow] {
        let options = CSVImportOptions(sign: .account, title: "Text", when: when)
        let base = try #require(Currency.iso("EUR"))
        let parsed = try CSVImport.parse(
            Array(ColumnRuleTests.file.utf8), options, baseCurrency: base
        ) { Currency.iso($0) }
        #expect(parsed.refused.isEmpty)
        return parsed.rows
    }

    @Test(
        "a condition holds of these rows, from 1",
        arguments: [
            ("Type=fee", [1]), ("type=Card,Fee", [1, 2, 3]), ("Type=", [4]), ("4=Card", [2, 3]),
            ("Text~kiosk", [3]), ("Text~/^atm \\d+/", [2]), ("Type!=Card", [1, 4]),
            ("Text!~/o/", [2]), ("Type=Card and Text~ATM", [2]), ("Text=Kiosk and more", [3]),
            ("Type=Loan", []),
        ])
    func conditions(_ condition: String, _ expected: [Int]) throws {
        let found = try rows("\(condition) then tag=x").enumerated()
            .filter { $0.element.details.tags == ["x"] }.map { $0.offset + 1 }
        #expect(found == expected)
    }

    @Test("every field can be given") func fields() throws {
        let row = try rows(
            "Type=FEE then category=bank:fees; payee=Bank; title=April; note=auto; account=Giro; "
                + "tag=a; tag=b; kind=transfer")[0]
        #expect(row.facts.category?.text == "bank:fees" && row.facts.kind == .transfer)
        #expect(row.details.payee == "Bank" && row.details.description == "April")
        #expect(row.details.note == "auto" && row.details.tags == ["a", "b"])
        #expect(row.accountName == "Giro")
        #expect(row.facts.amount.minor == 300)
    }

    @Test("of several the first goes first, and the tags of all are given") func several() throws {
        let row = try rows(
            "Text~atm then category=cash; tag=a",
            "Type=Card then category=card; note=by card; tag=b"
        )[1]
        #expect(row.facts.category?.text == "cash" && row.details.note == "by card")
        #expect(row.details.tags == ["a", "b"])
        #expect(row.details.description == "ATM 12 Berlin")
    }

    @Test(
        "what is not understood is told",
        arguments: [
            ("Type=Fee", ColumnRuleFault.noThen), ("Type=Fee then ", .noThen),
            ("Type then tag=x", .noCondition("Type")), (" then tag=x", .noCondition("")),
            ("Text~/(/ then tag=x", .badPattern("/(/")),
            ("Type=Fee then categry=x", .unknownField("categry", near: "category")),
            ("Type=Fee then x", .unknownField("x", near: nil)),
            ("Type=Fee then kind=loan", .badValue(field: "kind", "loan")),
            ("Type=Fee then category=a::b", .badValue(field: "category", "a::b")),
        ])
    func faults(_ text: String, _ fault: ColumnRuleFault) {
        #expect(throws: ImportError.badColumnRule(text, fault)) { try rows(text) }
    }

    @Test("a column that is not there is told with the one that is meant") func unknown() {
        #expect(
            throws: ImportError.unknownColumn(
                .kind, value: "Typ=Fee then tag=x", near: "Type=Fee then tag=x",
                header: ["Date", "Text", "Amount", "Type"])
        ) { try rows("Typ=Fee then tag=x") }
    }

    @Test("profiles keep it, and what is typed goes first") func profiles() throws {
        let kept = CSVImportOptions(when: ["Type=Fee then tag=x"])
        let typed = CSVImportOptions(when: ["Text~a then tag=y", "Type=Fee then tag=x"])
        #expect(typed.over(kept).when == typed.when)
        #expect(CSVImportOptions(when: ["Text~a then tag=y"]).over(kept).when == typed.when)
    }
}
