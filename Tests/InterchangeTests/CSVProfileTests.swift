import Interchange
import Ledger
import Support
import Testing

@Suite struct CSVProfileTests {
    /// Every field says something.
    private static let full = CSVImportOptions(
        date: "a", time: "b", amount: "c", debit: "d", credit: "e", sign: .account,
        minorUnits: true, title: "f", payee: "g", note: "h", category: ["i"], kind: "j",
        incoming: "p=q", leftOut: ["r=s"], when: ["t=u then tag=v"],
        currency: "k", account: "l", tag: ["m"], externalID: "n", balance: "o",
        dateForm: DateForm(rawValue: "DD/MM/YYYY"), decimalMark: .comma, separator: .semicolon,
        encoding: .cp1252, skippedLines: 3, hasHeader: false)

    @Test("a profile fills in every option that is left open, and no other")
    func merges() throws {
        let keys = CSVImportOptions.CodingKeys.allCases
        let json = try #require(JSONValue(parsing: JSONCoding.text(of: CSVProfileTests.full)))
        for key in keys { #expect(json[key.rawValue] != nil, "\(key)") }
        #expect(CSVImportOptions().over(CSVProfileTests.full) == CSVProfileTests.full)
        #expect(CSVProfileTests.full.over(CSVImportOptions()) == CSVProfileTests.full)
        let other = CSVImportOptions(
            date: "A", time: "B", amount: "C", debit: "D", credit: "E", sign: .spend,
            minorUnits: false, title: "F", payee: "G", note: "H", category: ["I"], kind: "J",
            incoming: "P=Q", leftOut: ["R=S"], when: ["t=u then tag=v"],
            currency: "K", account: "L", tag: ["M"], externalID: "N", balance: "O",
            dateForm: DateForm(rawValue: "MM/DD/YYYY"), decimalMark: .point, separator: .comma,
            encoding: .utf8, skippedLines: 0, hasHeader: true)
        #expect(other.over(CSVProfileTests.full) == other)
    }

    @Test("amounts are in one column or in two: who names the one does without the other")
    func amounts() {
        let one = CSVImportOptions(amount: "Sum")
        let two = CSVImportOptions(debit: "Out", credit: "In")
        #expect(one.over(two) == one)
        #expect(two.over(one) == two)
        #expect(CSVImportOptions(credit: "In").over(one).amount == nil)
        #expect(CSVImportOptions(credit: "In").over(two).debit == "Out")
    }

    @Test(
        "a file is looked at as the profile says",
        arguments: [
            ("Date;Amount;Café\n1;2;3\n", CSVImportOptions(), CSVImportOptions(), true),
            (
                "Bank\n1;2;3;4\nCafé ; Amount;Date\n", CSVImportOptions(skippedLines: 2), .init(),
                true
            ),
            ("Date,Amount,Café\n", CSVImportOptions(separator: .semicolon), .init(), false),
            (
                "Date,Amount,Café\n", CSVImportOptions(separator: .semicolon),
                CSVImportOptions(separator: .comma), true
            ),
            ("Date;Amount\n", CSVImportOptions(), .init(), false),
            ("Date;Amount;Café\n", CSVImportOptions(hasHeader: false), .init(), false),
        ])
    func findsItsFiles(
        _ text: String, _ options: CSVImportOptions, _ given: CSVImportOptions, _ isOne: Bool
    ) {
        let header = options.hasHeader == false ? ["1", "2", "3"] : ["Date", "Amount", "Café"]
        let profile = CSVProfile(name: "x", header: header, options: options)
        #expect(profile.matches(MemoryBytes(Array(text.utf8)), given) == isOne)
    }

    @Test func findsFilesInItsEncoding() {
        let bytes: [UInt8] = Array("Date,Caf".utf8) + [0xE9, 0x0A]
        let header = ["Date", "Café"]
        let known = CSVProfile(
            name: "x", header: header, options: CSVImportOptions(encoding: .cp1252))
        #expect(known.matches(MemoryBytes(bytes), .init()))
        let other = CSVProfile(name: "x", header: header, options: CSVImportOptions())
        #expect(!other.matches(MemoryBytes(bytes), .init()))
    }

    @Test("what the columns decide is said for the next file; what they leave open is not")
    func decides() throws {
        func decided(_ text: String) throws -> CSVImportOptions {
            let euro = try #require(Currency.iso("EUR"))
            let options = CSVImportOptions(sign: .account)
            return try CSVImport.examine(
                MemoryBytes(Array(text.utf8)), options, baseCurrency: euro
            ) { Currency.iso($0) }.decided(options)
        }
        #expect(
            try decided("Date;Amount\n31/01/2026;1.234,50\n")
                == CSVImportOptions(
                    sign: .account, dateForm: DateForm(rawValue: "DD/MM/YYYY"),
                    decimalMark: .comma))
        #expect(
            try decided("Date;Amount\n2026-01-02;5\n")
                == CSVImportOptions(sign: .account, dateForm: DateForm(rawValue: "YYYY-MM-DD")))
        #expect(try decided("Date;Amount\n") == CSVImportOptions(sign: .account))
    }
}
