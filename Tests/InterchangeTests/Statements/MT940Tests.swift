import Interchange
import Ledger
import Testing

/// MT940: the figures are those of the files, added up by hand.
@Suite struct MT940Tests {
    @Test func statementOfAnAccount() throws {
        let parsed = try parsing(statement("giro.sta"))
        let account = "10010010/1234567"
        #expect(
            parsed.summary == [
                "5|2026-03-02|expense 1840 EUR|\(account)|Bakery and Sons of the old town"
                    + "|Card 0417 on 2026-03-01 Bakery|B100",
                "9|2026-03-27|income 245000 EUR|\(account)|Works Ltd|Wages March|-",
                "11|2026-03-31|expense 70000 EUR|\(account)|Rent April flat 7||B102",
            ])
        #expect(parsed.refused == [])
        #expect(
            parsed.statements == [
                StatementNote(
                    account: account, currency: "EUR", entries: 3, opening: "1300.00",
                    closing: "3031.60", day: "2026-03-31", isProven: true)
            ])
    }

    /// A message of one entry whose balances agree.
    private func message(_ entry: String, from opening: String, to closing: String) -> String {
        "{1:F01BANKDEFFXXXX0000000000}{4:\n:20:A\n:25:77\n:60F:\(opening)\n:61:\(entry)\n"
            + ":62F:\(closing)\n-}\n"
    }

    @Test(arguments: [
        ("260302D1,00NMSCA", "C260101EUR10,", "C260331EUR9,", "2026-03-02|expense 100 EUR"),
        ("260302CR1,NMSCA", "C260101EUR10,", "C260331EUR11,", "2026-03-02|income 100 EUR"),
        ("260302RC1,NMSCA", "C260101EUR10,", "C260331EUR9,", "2026-03-02|income -100 EUR"),
        ("260302RDR1,NMSCA", "D260101EUR10,", "D260331EUR9,", "2026-03-02|expense -100 EUR"),
        ("2512310102D1,5NMSCA", "D260101EUR1,", "D260331EUR2,50", "2026-01-02|expense 150 EUR"),
        ("2601021231D1,NMSCA", "C260101EUR1,", "C260331EUR0,", "2025-12-31|expense 100 EUR"),
        ("260302D1,50 NMSCA", "D260101EUR1,", "D260331EUR2,50", "2026-03-02|expense 150 EUR"),
        ("260302D1,NMSCA", "C260101XYZ1,", "C260331XYZ0,", "unknown XYZ"),
    ])
    func entries(_ entry: String, _ opening: String, _ closing: String, _ read: String) throws {
        let parsed = try parsing(message(entry, from: opening, to: closing))
        if read == "unknown XYZ" {
            let reason = RefusalReason.unknownCurrency("XYZ")
            #expect(parsed.refused == [RefusedRow(line: 5, column: "Currency", reason: reason)])
        } else {
            #expect(parsed.summary == ["5|\(read)|77|||-"])
            #expect(parsed.statements.map(\.isProven) == [true])
        }
    }

    /// What is said of an entry, in the ways of several countries.
    @Test(arguments: [
        ("Rent April\nflat 7", "Rent April flat 7||"),
        ("166?00CREDIT?20SVWZ+Rent?2\n1EREF+9?32Ann Lee", "Ann Lee|Rent|CREDIT"),
        ("166?20Is it?what?32Ann Lee?34000", "Ann Lee|Is it?what|"),
        ("/TRTP/SEPA/IBAN/NL01/NAME/ANN L\nEE/REMI/Rent 1/2/EREF/9", "ANN LEE|Rent 1/2|SEPA"),
        ("/EREF/1/BENM//NAME/ANN LEE/REMI//ISDT/2026-03-02", "ANN LEE||"),
        ("/no words", "/no words||"),
    ])
    func information(_ written: String, _ read: String) throws {
        let entry = "260302D1,00NMSCA\n:86:\(written)"
        let file = message(entry, from: "C260101EUR10,", to: "C260331EUR9,")
        let parsed = try parsing(file, CSVImportOptions(tag: ["Posting"]))
        let details = try #require(parsed.rows.first?.details)
        #expect("\(details.title)|\(details.note)|\(details.tags.first ?? "")" == read)
    }

    /// The messages of a day tell their currency, and no balances.
    @Test func messagesOfADay() throws {
        let file =
            ":20:A\n:25:7\n:28C:1\n:34F:USDD0,00\n:13D:2603021730+0000\n"
            + ":61:2603020302D0,42MCI0NONREF//05\n:86:Fee\n:90D:1USD0,42\n"
        let parsed = try parsing(file)
        #expect(parsed.summary == ["6|2026-03-02|expense 42 USD|7|Fee||05"])
        #expect(
            parsed.statements == [StatementNote(account: "7", currency: "USD", entries: 1)])
    }

    @Test func expectedIsAsked() throws {
        let file = message("260302ED1,NMSCA", from: "C260101EUR10,", to: "C260331EUR10,")
        let asked = ImportError.ambiguousRows(
            .state, column: "Status", values: ["pending"],
            samples: [CellSample(line: 5, text: "pending")])
        #expect(throws: asked) { try parsing(file) }
    }

    /// Pages and days follow each other, with what carried them between.
    @Test func messages() throws {
        let one = message("260302D1,00NMSCA", from: "C260301EUR10,", to: "C260302EUR9,00")
        let two = message("260303D2,00NMSCA", from: "C260302EUR9,", to: "C260303EUR7,00")
        let parsed = try parsing(one + "BANKNL2A\n940\n" + two)
        #expect(parsed.rows.map(\.line) == [5, 14])
        #expect(parsed.statements.map(\.closing) == ["9.00", "7.00"])
    }

    /// A page that is missing between two others is a gap, like an entry.
    @Test func pagesProve() throws {
        func page(_ tags: String, _ opening: String, _ entry: String, _ closing: String) -> String {
            ":20:A\n:25:77\n:60\(tags.prefix(1)):C260301EUR\(opening)\n"
                + ":61:260302D\(entry)NMSCA\n:62\(tags.suffix(1)):C260302EUR\(closing)\n-\n"
        }
        let first = page("FM", "10,", "1,00", "9,")
        let (second, third) = (page("MM", "9,", "2,00", "7,"), page("MF", "7,", "3,00", "4,"))
        #expect(try parsing(first + second + third).rows.count == 3)
        let gap = StatementGap(
            account: "77", opening: "9", sum: "0", closing: "7", difference: "-2",
            currency: "EUR")
        #expect(throws: ImportError.incompleteStatement(gap, line: 9)) {
            try parsing(first + third)
        }
        #expect(try parsing(first + third, CSVImportOptions(balance: "")).rows.count == 2)
    }

    @Test func balancesProve() throws {
        let file = message("260302D1,00NMSCA", from: "C260101EUR10,", to: "C260331EUR8,")
        let gap = StatementGap(
            account: "77", opening: "10", sum: "-1.00", closing: "8", difference: "-1.00",
            currency: "EUR")
        #expect(throws: ImportError.incompleteStatement(gap, line: 6)) { try parsing(file) }
        #expect(try parsing(file, CSVImportOptions(balance: "")).rows.count == 1)
    }

    @Test(arguments: [
        (":20:A\n:25:7\n:60F:C260101EUR1,\n", StatementFault.cut(":62F:"), 3),
        (":20:A\n:25:7\n:60F:C260101\n", .malformed(":60F:C260101"), 3),
        (":20:A\n:25:7\n:61:260231D1,NMSC\n:62F:C", .malformed(":61:260231D1,NMSC"), 3),
        (":20:A\n:25:7\n:61:260228D1.50NMSC\n", .malformed(":61:260228D1.50NMSC"), 3),
        (":20:A\n:25:7\n:62F:C260101EUR1,\n:61:260101D1,NMSC\n", .misplaced(":61:"), 4),
        (":25:7\n:20:A\n", .misplaced(":25:"), 1),
    ])
    func faults(_ text: String, _ fault: StatementFault, _ line: Int) {
        #expect(throws: ImportError.badStatement(.mt940, fault, line: line)) { try parsing(text) }
    }

    /// A file that is cut before its last balance is refused as a whole.
    @Test func cuts() throws {
        let file = try statement("giro.sta")
        let text = String(decoding: file, as: UTF8.self)
        let end = try #require(text.firstRange(of: "1,60\n:64:")?.lowerBound)
        let first = try #require(text.firstRange(of: ":61:")?.lowerBound)
        for index in text[first..<end].indices {
            #expect(throws: ImportError.self) { try parsing(String(text[..<index])) }
        }
    }

    @Test func damage() throws {
        #expect(isSound(try statement("giro.sta"), seed: 5, rounds: 2_000))
    }
}
