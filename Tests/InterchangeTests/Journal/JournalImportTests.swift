import Interchange
import Ledger
import Support
import Testing

/// What a journal comes to; all figures are worked out by hand.
@Suite("Journals of hledger become lines")
struct JournalImportTests {
    @Test("a household's journal, with all that it writes in its own way")
    func household() throws {
        let text = try SourceTree.bytes("Fixtures/journal/household.journal")
        let read = try JournalText.read(String(decoding: text, as: UTF8.self))
        #expect(
            read.rows == [
                "2026-01-01 transfer in 1500.00 EUR  bank:giro | opening balances",
                "2026-01-01 transfer in 100.00 EUR  cash | opening balances",
                "2026-01-01 transfer out 40.50 EUR  liabilities:card | opening balances",
                "2026-01-03 expense 7.20 EUR food:fruit cash | Market | Apples | "
                    + "code 17; weekly, size:large, home:; from the wallet | "
                    + "size:large home | 2",
                "2026-01-03 expense 12.80 EUR Haushalt cash | Market | Apples | "
                    + "code 17; weekly, size:large, home:; soap | size:large home | 2",
                "2026-01-05 expense 100.00 EUR rent cash | Rent | | | 2",
                "2026-01-05 expense 700.00 EUR rent bank:giro | Rent | | | 2",
                "2026-01-25 income 2500.00 EUR salary bank:giro | Salary",
                "2026-01-25 expense 400.00 EUR tax bank:giro | Salary",
                "2026-01-25 transfer out 100.00 EUR  bank:giro | Salary | | | 2",
                "2026-01-25 transfer in counterpart 100.00 EUR  savings | Salary | | | 2",
                "2026-01-26 transfer out 50.00 EUR  bank:giro | To the wallet | | | 2",
                "2026-01-26 transfer in counterpart 50.00 EUR  cash | To the wallet | | | 2",
                "2026-01-27 transfer out 100.00 EUR  bank:giro | Dollars | | | 2",
                "2026-01-27 transfer in counterpart 110.00 USD  dollars | Dollars | | | 2",
                "2026-01-28 expense 9.05 EUR books liabilities:card | Book | "
                    + "10.00 USD @@ 9.05 EUR",
                "2026-01-29 expense -2.00 EUR food:fruit cash | Given back",
            ])
        let note = read.note
        #expect(note.transactions == 8)
        #expect([note.assertions, note.prices, note.periodic, note.files] == [1, 1, 1, 1])
    }

    /// Looking each of its levels up by its whole path would take hours.
    @Test("an account of very many levels is read at once") func deep() throws {
        func journal(_ count: Int) -> String {
            let levels = [String](repeating: "a", count: count).joined(separator: ":")
            return "account costs:x  ; type: X\n2026-01-01 Tea\n  expenses:\(levels)  5\n"
                + "  assets:cash\n"
        }
        // More than a line holds.
        #expect(JournalText.faults(journal(500_000)) == ["2 textTooLong"])
        let read = try JournalText.read(journal(25_000))
        #expect(read.rows.count == 1)
        #expect(read.rows.first?.hasPrefix("2026-01-01 expense 5.00 EUR a:a:") == true)
    }

    @Test(
        "amounts in their forms",
        arguments: [
            ("5", "5.00"), ("5 EUR", "5.00"), ("EUR 5", "5.00"), ("€5.5", "5.50"),
            ("5€", "5.00"),
            ("-5", "-5.00"), ("€-5", "-5.00"), ("$ 5", "5.00"), ("$-5", "-5.00"), ("-€5", "-5.00"),
            ("- 5", "-5.00"), ("+5", "5.00"),
            ("1,234.56", "1234.56"), ("1.234,56 EUR", "1234.56"), ("1 234,56", "1234.56"),
            ("1,234,567.80", "1234567.80"), ("1.234.567", "1234567.00"), ("5.", "5.00"),
            ("0.125 KWD", "0.125"), (".5", "0.50"), ("12,34,567.89", "1234567.89"),
            ("\"EUR\" 5", "5.00"), ("5,5", "5.50"),
            ("92233720368547758.07", "92233720368547758.07"),
        ])
    func amounts(_ written: String, _ amount: String) throws {
        let rows = try JournalText.read(
            "2026-04-09 a\n  expenses:a  \(written)\n  assets:b\n"
        ).rows
        #expect(rows.first?.split(separator: " ").dropFirst(2).first.map(String.init) == amount)
    }

    @Test("what is left open beside prices is what the others come to, rounded")
    func openBesidePrices() throws {
        // 10.37 at 0.9134 is 9.471958; 1.05 at 0.91 is 0.9555, twice 1.911.
        let rows = try JournalText.read(
            """
            2026-04-09 a
              expenses:a  10.37 USD @ 0.9134 EUR
              assets:b
            2026-04-10 b
              expenses:a  1.05 USD @ 0.91 EUR
              expenses:c  1.05 USD @ 0.91 EUR
              assets:b
            2026-04-11 c
              assets:dollars  10.37 USD @ 0.9134 EUR
              assets:b
            """
        ).rows
        #expect(
            rows == [
                "2026-04-09 expense 9.47 EUR a b | a | 10.37 USD @@ 9.47 EUR",
                "2026-04-10 expense 0.96 EUR a b | b | 1.05 USD @@ 0.96 EUR | | 2",
                "2026-04-10 expense 0.96 EUR c b | b | 1.05 USD @@ 0.96 EUR | | 2",
                "2026-04-11 transfer out 9.47 EUR  b | c | | | 2",
                "2026-04-11 transfer in counterpart 10.37 USD  dollars | c | | | 2",
            ])
        let faults = JournalText.faults("2026-04-09 a\n  expenses:a  1.0051 EUR\n  assets:b\n")
        #expect(faults == ["2 tooPrecise(\"1.0051 EUR\")"])
    }

    @Test("decimal commas, as a directive says")
    func decimalComma() throws {
        let entry = "\n2026-04-09 a\n  expenses:a  1.000 EUR\n  assets:b\n"
        for (said, amount) in [
            ("commodity 1.000,00 EUR", "1000.00"), ("decimal-mark ,", "1000.00"),
            ("commodity 1,000.000 EUR", "1.00"), ("decimal-mark .", "1.00"),
            ("D 1.000,00 EUR", "1000.00"), ("commodity EUR\n  format 1.000,00 EUR", "1000.00"),
        ] {
            let rows = try? JournalText.read(said + entry).rows
            #expect(rows?.first?.contains(" \(amount) EUR") ?? amount.isEmpty, "\(said)")
        }
    }

    @Test(
        "days in their forms",
        arguments: [
            ("2026-04-09", "2026-04-09"), ("2026/4/9", "2026-04-09"), ("2026.04.09", "2026-04-09"),
            ("4/9", "2031-04-09"), ("04-09=05-01", "2031-04-09"), ("2024-2-29", "2024-02-29"),
        ])
    func days(_ written: String, _ day: String) throws {
        let rows = try JournalText.read("\(written) a\n  expenses:a  1\n  assets:b\n").rows
        #expect(rows.first?.hasPrefix(day) == true)
    }

    @Test("names through aliases, parents and declared types")
    func names() throws {
        let rows = try JournalText.read(
            """
            account x:Aktiva  ; something, type: A
            account x:in
              ; type: Revenue
            alias food=expenses:food:out
            apply account x
            2026-04-09 a
              in:work  -5
              Aktiva:bank
            end apply account
            2026-04-10 b
              food:late  5
              assets
            end aliases
            2026-04-11 c
              expenses  5
              x:Aktiva:bank
            """
        ).rows
        #expect(
            rows == [
                "2026-04-09 income 5.00 EUR work x:Aktiva:bank | a",
                "2026-04-10 expense 5.00 EUR food:out:late assets | b",
                "2026-04-11 expense 5.00 EUR  x:Aktiva:bank | c",
            ])
    }

    @Test("a balance that is set, and balances that are checked in the order of days")
    func balances() throws {
        let rows = try JournalText.read(
            """
            2026-04-10 later
              assets:b  = 40 EUR
              expenses:a
            2026-04-09 earlier
              assets:b:c  3
              assets:b  100 = 100 EUR
              equity:o
            2026-04-11 checked
              assets:b  0 == 40 EUR
              assets:b  0 =* 43 EUR
            """
        ).rows
        #expect(
            rows == [
                "2026-04-09 transfer in 3.00 EUR  b:c | earlier",
                "2026-04-09 transfer in 100.00 EUR  b | earlier",
                "2026-04-10 expense 60.00 EUR a b | later",
            ])
    }

    @Test("other files below the folder")
    func includes() throws {
        let files = [
            "sub/a.journal": "alias b = assets:bank\ninclude ../c.journal\ninclude d.journal\n",
            "c.journal": "account Kosten  ; type: X\n",
            "sub/d.journal": "2026-04-09 d\n  Kosten:a  5\n  b\n",
        ]
        let read = try JournalText.read("include sub/a.journal\n", files)
        #expect(read.rows == ["2026-04-09 expense 5.00 EUR a bank | d"])
        #expect(read.note.files == 4)
        let outside = JournalText.faults(
            "include sub/a.journal", ["sub/a.journal": "include ../../x"])
        #expect(outside == ["sub/a.journal:1 badInclude(\"../../x\", outside)"])
        for path in ["/etc/passwd", "~/x", "../x", "sub/../../x"] {
            #expect(
                JournalText.faults("\ninclude \(path)") == ["2 badInclude(\"\(path)\", outside)"])
        }
        let ring = ["a.journal": "\ninclude b.journal", "b.journal": "include ./a.journal"]
        #expect(
            JournalText.faults("include a.journal", ring)
                == ["b.journal:1 badInclude(\"./a.journal\", ring)"])
        // Each of these includes the next one twice: 2^40 files.
        let many = Dictionary(
            uniqueKeysWithValues: (0..<40).map {
                ("\($0)", "include \($0 + 1)\ninclude \($0 + 1)\n")
            } + [("40", "")])
        #expect(!JournalText.faults("include 0", many).isEmpty)
        let chain = Dictionary(
            uniqueKeysWithValues: (0..<900).map { ("\($0)", "include \($0 + 1)\n") })
        #expect(JournalText.faults("include 0", chain) == ["31:1 badInclude(\"32\", ring)"])
        #expect(JournalText.faults("include *.x") == ["1 badInclude(\"*.x\", pattern)"])
        #expect(JournalText.faults("include x") == ["1 badInclude(\"x\", unreadable)"])
    }

    @Test("all files that a pattern finds, in the order of their names, but the one that has it")
    func patterns() throws {
        func entry(_ day: Int) -> String { "2026-04-0\(day) d\n  expenses:a  \(day)\n  assets:b\n" }
        let files = [
            "sub/all.x": "include ../sub/*.x\n", "sub/b.x": entry(2), "sub/a.x": entry(1),
            "c.x": entry(3),
        ]
        for (text, days) in [
            ("include sub/[!b].x\ninclude ./sub/../?.x\n", [1, 3]),
            ("include sub/all.*\n", [1, 2]), ("include sub/[a-b].x", [1, 2]),
        ] {
            let read = try JournalText.read(text, files)
            #expect(read.rows == days.map { "2026-04-0\($0) expense \($0).00 EUR a b | d" })
        }
        for (path, why) in [
            ("../*.x", "outside"), ("/*.x", "outside"), ("~/*", "outside"), ("sub/*.y", "pattern"),
        ] {
            #expect(
                JournalText.faults("\ninclude \(path)", files)
                    == ["2 badInclude(\"\(path)\", \(why))"])
        }
        // Each names the other.
        let ring = ["a.x": "include ?.x\n", "b.x": "include [ab].x\n"]
        #expect(
            JournalText.faults("include a.x", ring) == ["b.x:1 badInclude(\"[ab].x\", ring)"])
    }

    @Test("its prices are held, or read again where they are many", arguments: JournalForm.allCases)
    func prices(_ form: JournalForm) throws {
        func line(_ day: Int, _ price: String) -> String {
            form == .hledger
                ? "P 2026-01-0\(day) USD \(price) EUR\n"
                : "2026-01-0\(day) price USD \(price) EUR\n"
        }
        let include = form == .hledger ? "include more\n" : "include \"more\"\n"
        let text = line(1, "0.91") + include + line(3, "0,9")
        for (heldMax, isHeld) in [(80 << 20, true), (0, false)] {
            let journal = try JournalText.journal(
                Array(text.utf8), ["more": line(2, "0.92")], form: form, heldMax: heldMax)
            #expect(journal.prices.count == 3 && journal.note.prices == 3)
            // A comma with one digit behind it is before decimals.
            #expect(journal.prices.hasDecimalComma)
            for _ in 0..<2 {
                var (found, parts) = ([String](), 0)
                try journal.prices.visit { prices in
                    found += prices.map { "\($0.day) \($0.from) \($0.price) \($0.to)" }
                    parts += 1
                }
                #expect(
                    found == [
                        "2026-01-01 USD 0.91 EUR", "2026-01-02 USD 0.92 EUR",
                        "2026-01-03 USD 0,9 EUR",
                    ])
                #expect(parts == 1 || !isHeld)
            }
        }
    }

    @Test(
        "patterns are those of shells",
        arguments: [
            ("*.j", "a.j b.j", ".a.j a.jj aj"), (".*", ".a .", "a"), ("?", "a ä", "ab"),
            ("*a*b*", "ab aab xaybz abab", "ba a b"), ("[a-c]x", "ax cx", "dx [a-c]x -x"),
            ("[!a-c]x", "dx -x", "ax .x"), ("[^a]", "b", "a"), ("[]a]", "] a", "b"),
            ("[a-]", "a -", "b"), ("[a", "[a", "a"), ("a**b", "ab axxb", "a"), ("*", "a", ".a"),
        ])
    func namePatterns(_ pattern: String, _ found: String, _ others: String) {
        let pattern = NamePattern(pattern)
        for name in found.split(separator: " ") {
            #expect(pattern.matches(String(name)), "\(name)")
        }
        for name in others.split(separator: " ") {
            #expect(!pattern.matches(String(name)), "\(name)")
        }
    }

    @Test(
        "what cannot be taken over is told with its line, and nothing is left",
        arguments: [
            ("2026-02-30 a\n  expenses:a  1\n  assets:b", "1 badDate(\"2026-02-30\")"),
            ("0000-04-09 a\n  expenses:a  1\n  assets:b", "1 badDate(\"0000-04-09\")"),
            ("P 2026-01-01 USD 1 EUR\n0000/4/9 a\n  expenses:a  1\n", "2 badDate(\"0000/4/9\")"),
            ("2026-04/09 a\n  expenses:a  1\n  assets:b", "1 badDate(\"2026-04/09\")"),
            ("2026-04-09 a\n  food  1\n  assets:b", "2 unknownType(\"food\")"),
            ("2026-04-09 a\n  expenses:a  1\n  (assets:b)  1", "3 virtualPosting(\"(assets:b)\")"),
            ("2026-04-09 a\n  expenses:a  1\n  [assets:b]  1", "3 virtualPosting(\"[assets:b]\")"),
            ("2026-04-09 a\n  expenses:a  1\n  assets:b  -2", "1 unbalanced(\"-1.00 EUR\")"),
            ("2026-04-09 a\n  expenses:a\n  assets:b", "3 severalMissing"),
            ("2026-04-09 a\n  expenses:a  0.005 EUR\n  assets:b", "2 tooPrecise(\"0.005 EUR\")"),
            ("2026-04-09 a\n  expenses:a  1,000\n  assets:b", "2 ambiguousAmount(\"1,000\")"),
            ("2026-04-09 a\n  expenses:a  1x2\n  assets:b", "2 badAmount(\"1x2\")"),
            ("2026-04-09 a\n  expenses:a  1 {2}\n  assets:b", "2 badAmount(\"1 {2}\")"),
            ("2026-04-09 a\n  expenses:a  1 AAA\n  assets:b", "2 unknownCurrency(\"AAA\")"),
            (
                "2026-04-09 a\n  assets:s  1 USD @ 2\n  income:a  -2", "2 priced(\"assets:s\")"
            ),
            ("2026-04-09 a\n  expenses:a  1 USD @ -2\n  assets:b", "2 badPrice(\"-2 EUR\")"),
            (
                "2026-04-09 a\n  expenses:a  1\n  assets:b  -1 = 5",
                "3 badBalance(account: \"assets:b\", stated: \"5 EUR\", found: \"-1 EUR\")"
            ),
            ("2026-04-09 a\n  expenses:a  1  ; date: 4/1\n  assets:b", "2 postingDate"),
            ("2026-04-09 a\n  expenses:a  1  ; [4/1]\n  assets:b", "2 postingDate"),
            (
                "2026-04-09 a\n  expenses:a  99999999999999999999 EUR\n  assets:b",
                "2 tooLarge(\"99999999999999999999 EUR\")"
            ),
            ("alias /a/=b", "1 unknownDirective(\"alias /a/=b\")"),
            ("python x = 1", "1 unknownDirective(\"python x = 1\")"),
            ("  lost  1", "1 unknownLine(\"lost  1\")"),
            ("2026-04-09 a\n  expenses:a:  1\n  assets:b", "2 badCategory(\"a:\")"),
            (
                "2026-04-09 a\n  assets:a  -10 USD @ 0.9\n  assets:b  8 EUR",
                "1 unbalanced(\"-1.0 EUR\")"
            ),
        ])
    func faults(_ text: String, _ fault: String) {
        #expect(
            JournalText.faults(text + "\n\n2026-04-10 b\n  expenses:a  1\n  assets:b\n") == [fault])
    }

    @Test(
        "what was changed in a journal of this program is told with its line, too",
        arguments: [
            ("shares: A01 + B 2", "5 badShares(\"A01 + B 2\")"),
            ("shares: A 1,00 + B 2", "5 badShares(\"A 1,00 + B 2\")"),
            ("shares: A 1.005 + B 2", "5 badShares(\"A 1.005 + B 2\")"),
            ("time: 25:00", "5 badTime(\"25:00\")"), ("time: noon", "5 badTime(\"noon\")"),
            ("shares: A 1.00 + B 2", nil), ("time: 9:30", nil), ("time:", nil), ("shares:", nil),
        ] as [(String, String?)])
    func changedOwn(_ remark: String, _ fault: String?) throws {
        let text =
            "; ledger export hledger: 5 events, root 00\n2026-04-01 a\n  expenses:a  1\n"
            + "  assets:b\n2026-04-02 x\n  ; ledger-id: 3\n  ; \(remark)\n"
            + "  expenses:a  3.00 EUR\n  assets:b\n"
        guard let fault else { return #expect(try JournalText.read(text).rows.count == 2) }
        #expect(JournalText.faults(text) == [fault])
    }

    @Test("a transfer's category that is none is told with its line") func ownCategory() throws {
        func text(_ category: String) -> String {
            "; ledger export hledger: 5 events, root 00\n2026-04-02 x\n  ; category: \(category)\n"
                + "  assets:a  -3.00 EUR  ; ledger-id: 3\n  equity:transfers\n"
        }
        #expect(JournalText.faults(text("a:")) == ["2 badCategory(\"a:\")"])
        #expect(try JournalText.read(text("a:b")).rows.allSatisfy { $0.contains(" EUR a:b ") })
    }

    @Test("thousands of changed journals are read or refused, and never half")
    func changed() throws {
        let sound = try SourceTree.bytes("Fixtures/journal/household.journal")
        var random = SeededRandom(seed: 0x6A6F_7572)
        let marks = Array("\n\t ;=@*!([{}])\"$€-+.,:/0918~".utf8)
        for length in stride(from: 0, to: sound.count, by: 3) {
            try JournalText.tryAny(Array(sound[..<length]))
        }
        for _ in 0..<3_000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<7, using: &random)
                case 1: bytes[place] = marks.randomElement(using: &random) ?? 0x20
                case 2: bytes.remove(at: place)
                default: bytes.insert(marks.randomElement(using: &random) ?? 0x20, at: place)
                }
            }
            try JournalText.tryAny(bytes)
        }
    }
}
