import Ledger
import Support
import Testing

/// Today is Thursday 2026-04-09.
@Suite("Queries as people type them")
struct LineQueryTests {
    private typealias Test = LineQuery.Test

    private static let referenceData = makeChart()

    private static func makeChart() -> ReferenceData {
        let more: [Event] = [
            .personAdded(PersonAdded(name: "Bob Adams")),
            .accountOpened(
                AccountOpened(name: "Bank 2", opening: Given.euros(0), day: Given.day(0))),
        ]
        let store = try? Given.store([Given.ledger + more])
        return store.flatMap { try? LedgerSnapshot(store: $0).referenceData } ?? ReferenceData()
    }

    private func query(_ text: String) throws(LineQueryError) -> LineQuery {
        try LineQuery(
            parsing: text, referenceData: LineQueryTests.referenceData,
            today: Day(daysSince1970: 20_552),
            weekStart: .monday)
    }

    private func made(_ clauses: [Test]...) -> LineQuery {
        var query = LineQuery()
        for clause in clauses { query.require(anyOf: clause) }
        return query
    }

    @Test func readsTerms() throws {
        let food = try CategoryPath("food:lunch")
        let amounts = try #require(AmountRange(">=12.5"))
        let march = DayRange(start: Day(daysSince1970: 20_513), end: Day(daysSince1970: 20_544))
        let cases: [(String, LineQuery)] = [
            ("", made()), ("  \t ", made()), ("lunch", made([.text("lunch")])),
            ("Two words", made([.text("Two")], [.text("words")])),
            ("\"two words\"", made([.text("two words")])),
            ("'cat:food'", made([.text("cat:food")])), ("\"a\"\"b\"", made([.text("a\"b")])),
            ("O'Brien", made([.text("O'Brien")])), ("12:30", made([.text("12:30")])),
            (":)", made([.text(":)")])), ("desc:tea", made([.title("tea")])),
            ("TITLE:'a b'", made([.title("a b")])), ("note:", made([.note("")])),
            ("cat:food:lunch", made([.category(food, exactly: false)])),
            ("cat:\"=food: lunch\"", made([.category(food, exactly: true)])),
            ("cat:", made([.uncategorised])), ("acct:bank", made([.account([3])])),
            ("acct:'BANK 2'", made([.account([5])])), ("acct:an", made([.account([3, 5])])),
            ("acct:", made([.account([])])), ("tag:work", made([.tag("work")])),
            ("kind:Income", made([.kind(.income)])), ("amt:>=12,50", made([.amount(amounts)])),
            ("cur:jpy", made([.currency("JPY")])), ("date:2026-03", made([.days(march)])),
            ("date:'last month'", made([.days(march)])),
            ("date:2026-03-01..2026-04-01", made([.days(march)])),
            ("who:ada", made([.payer([1])])), ("who:ADAM", made([.payer([4])])),
            ("who:", made([.payer([])])), ("by:bob", made([.actor([4])])),
            ("id:#1042", made([.id(1042)])), ("batch:7", made([.batch(7)])),
            // One of several is enough where a line has but one; else all must hold.
            ("kind:income x kind:expense", made([.text("x")], [.kind(.income), .kind(.expense)])),
            ("id:1 id:2", made([.id(1), .id(2)])),
            ("tag:a tag:b", made([.tag("a")], [.tag("b")])),
        ]
        for (text, expected) in cases { #expect(try query(text) == expected, "\(text)") }
    }

    @Test("brackets, or, and, not: the same as clauses worked out by hand") func joins() throws {
        func term(_ text: String, _ isNegated: Bool = false) -> LineQuery.Term {
            LineQuery.Term(.text(text), isNegated: isNegated)
        }
        let (a, b, c, d) = (term("a"), term("b"), term("c"), term("d"))
        let cases: [(String, [[LineQuery.Term]])] = [
            ("a or b", [[a, b]]), ("a OR b c", [[a, b], [a, c]]), ("(a or b) c", [[a, b], [c]]),
            ("a and b or c", [[a, c], [b, c]]), ("not a", [[term("a", true)]]),
            ("not (a or b)", [[term("a", true)], [term("b", true)]]),
            ("not:(a b)", [[term("a", true), term("b", true)]]), ("not not a", [[a]]),
            ("((a)) (b)", [[a], [b]]), ("(a b) or (c d)", [[a, c], [a, d], [b, c], [b, d]]),
            ("\"or\" 'not'", [[term("or")], [term("not")]]), ("(f(x) or a)", [[term("f(x)"), a]]),
            ("(kind:income kind:expense)", made([.kind(.income), .kind(.expense)]).clauses),
            ("kind:income and kind:expense", made([.kind(.income)], [.kind(.expense)]).clauses),
        ]
        for (text, clauses) in cases { #expect(try query(text).clauses == clauses, "\(text)") }
        let arguments = ["(a or b)", "cat:x or tag:y", "a or b", "c d"]
        #expect(
            LineQuery.text(of: arguments) == "(a or b) cat:x or tag:y \"a or b\" \"c d\"")
    }

    @Test("the kinds that terms leave, where any speaks of kinds") func kinds() throws {
        let cases: [(String, [EntryKind]?)] = [
            ("", nil), ("food or tag:a", nil), ("\"kind:income\"", nil),
            ("kind:income", [.income]), ("not kind:expense", [.income, .transfer]),
            ("kind:transfer or kind:income", [.income, .transfer]),
            ("kind:income tea", [.income]), ("kind:income and kind:expense", []),
            ("(kind:income or tea)", [.expense, .income, .transfer]),
            ("(kind:income or tea) not kind:transfer", [.expense, .income]),
        ]
        for (text, kinds) in cases {
            #expect(try query(text).kinds == kinds, "\(text)")
            #expect(LineQuery.saysKinds(in: text) == (kinds != nil), "\(text)")
        }
    }

    @Test func refusesWhatJoinsNothing() {
        let cases = [
            "or", "a or", "or a", "a or or b", "a and", "not", "(a", "a)", "()", "(a or)", "not )",
            "a or (b", "tag:a )", "not and a",
        ]
        for text in cases {
            #expect(throws: LineQueryError.self, "\(text)") { try query(text) }
        }
        let pair = "(a b)"
        let wide = Array(repeating: pair, count: 11).joined(separator: " or ")
        #expect(throws: LineQueryError.self) { try query(wide) }
        let allowed = Array(repeating: pair, count: 10).joined(separator: " or ")
        #expect(throws: Never.self) { try query(allowed) }
    }

    @Test func negates() throws {
        let term = LineQuery.Term(.id(3), isNegated: true)
        #expect(try query("not:id:3").clauses == [[term]])
        #expect(try query("not:not:id:3").clauses == [[LineQuery.Term(.id(3))]])
        #expect(try query("not:id:3 not:id:4").clauses.count == 2)
        let text = LineQuery.Term(.text("a b"), isNegated: true)
        #expect(try query("not:'a b'").clauses == [[text]])
    }

    @Test func saysWhatIsWrongAndWhere() {
        let cases: [(String, String, Int, LineQueryError.Fault)] = [
            ("a title:'b", "title:'b", 3, .unclosedQuote),
            ("\"a\"b c", "\"a\"b", 1, .unclosedQuote),
            ("é tilte:x y", "tilte:x", 3, .unknownPrefix("tilte", suggestions: ["title"])),
            ("food:lunch", "food:lunch", 1, .unknownPrefix("food", suggestions: [])),
            ("not: x", "not:", 1, .noValue(prefix: "not")),
            ("by:", "by:", 1, .noValue(prefix: "by")),
            ("cat:a::b", "cat:a::b", 1, .category(.emptySegment(text: "a::b"))),
            ("amt:1e3", "amt:1e3", 1, .amount("1e3")), ("amt:", "amt:", 1, .amount("")),
            ("amt:20..10", "amt:20..10", 1, .amount("20..10")),
            ("id:-1", "id:-1", 1, .id("-1")), ("id:", "id:", 1, .id("")),
            ("batch:x", "batch:x", 1, .id("x")), ("kind:food", "kind:food", 1, .kind("food")),
            ("acct:Csh", "acct:Csh", 1, .account("Csh", suggestions: ["Cash"])),
            ("x who:Adda", "who:Adda", 3, .person("Adda", suggestions: ["Ada"])),
            (
                "date:2026-02-30", "date:2026-02-30", 1,
                .date("2026-02-30", .noSuchDay(text: "2026-02-30"))
            ),
        ]
        for (text, term, column, fault) in cases {
            let error = LineQueryError(query: text, term: term, column: column, fault: fault)
            #expect(throws: error, "\(text)") { try query(text) }
        }
        let many = Array(repeating: "x", count: LineQuery.termsMax + 1).joined(separator: " ")
        #expect(throws: LineQueryError.self) { try query(many) }
    }

    @Test("what is wrong with an expression is said with its place") func badPatterns() {
        let cases: [(String, TextPatternError.Reason, Int)] = [
            ("/(a/", .bracket, 1), ("/a)/", .bracket, 2), ("/[a/", .bracket, 1),
            ("/*a/", .repetition, 1), ("/a**/", .repetition, 3), ("/a{3,1}/", .range, 2),
            ("/[z-a]/", .range, 3), ("/\\q/", .unknown, 1), ("/(?=a)/", .unknown, 3),
            ("/a{99}/", .tooLong(max: 64), 1),
        ]
        for (text, reason, offset) in cases {
            let fault = LineQueryError.Fault.pattern(TextPatternError(reason, at: offset))
            let error = LineQueryError(query: text, term: text, column: 1, fault: fault)
            #expect(throws: error, "\(text)") { try query(text) }
        }
        #expect(throws: LineQueryError.self) { try query("amt:/1/") }
    }

    @Test("arguments of a shell are one term each") func arguments() throws {
        let cases: [([String], LineQuery)] = [
            (["two words", "x"], made([.text("two words")], [.text("x")])),
            (["date:last month"], try query("date:'last month'")),
            (["not:title:a \"b\" c"], try query("not:title:'a \"b\" c'")),
            (["'tis", ""], made([.text("'tis")])), (["'tis the"], made([.text("'tis the")])),
            (["\"two words\""], made([.text("two words")])), ([], made()),
        ]
        for (arguments, expected) in cases {
            #expect(try query(LineQuery.text(of: arguments)) == expected, "\(arguments)")
        }
    }

    @Test("text cut anywhere, and random text, is understood or refused") func garbage() {
        let text = "not:title:'a \"b' cat:=food:x amt:>=12.50 date:\"last month\" acct:an who:ada é"
        let bytes = Array(text.utf8)
        for length in 0...bytes.count {
            let part = String(decoding: bytes.prefix(length), as: UTF8.self)
            do { _ = try query(part) } catch {
                #expect(error.column >= 1 && error.column <= part.count + 1)
            }
        }
        var random = SeededRandom(seed: 11)
        let pieces = [
            "not:", "cat:", "amt:", "date:", "\"", "'", " ", ":", "=", "..", ">", "2026", "-", "é",
            "\u{301}", "x", "\n", "id:", "9999999999999999999999", "last", "week",
            "(", ")", " or ", " not ", "/", "[", "*", "tag:", "payee:",
        ]
        for _ in 0..<5_000 {
            let count = Int.random(in: 0..<12, using: &random)
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }
                .joined()
            do { _ = try query(text) } catch {
                #expect(text.unicodeScalars.contains(error.term.unicodeScalars))
            }
            _ = LineQuery.text(of: [text])
        }
    }
}

@Suite("Ranges of amounts")
struct AmountRangeTests {
    @Test(
        arguments: [
            ("12.50", [1250], [1249, 1251, -1250]), (">12,5", [1251, 5000], [1250, -9999]),
            (">=12.5", [1250], [1249]), ("<0", [-1], [0, 1]), ("<=-.5", [-50, -51], [-49, 50]),
            ("10..20", [1000, 2000], [999, 2001]), ("..-1", [-100], [-99]),
            ("-1..", [-100, 0], [-101]),
            ("92233720368547758.07", [.max], [.min]), ("1.0000000000", [100], [101]),
            ("12.5050", [], [1250, 1251]), (">12.5050", [1251], [1250]), ("+3", [300], [-300]),
        ] as [(String, [Int64], [Int64])])
    func contains(_ text: String, _ inside: [Int64], _ outside: [Int64]) throws {
        let range = try #require(AmountRange(text))
        for cents in inside { #expect(range.contains(Given.euros(cents)), "\(cents)") }
        for cents in outside { #expect(!range.contains(Given.euros(cents)), "\(cents)") }
    }

    @Test("the same figure of each currency") func digits() throws {
        let range = try #require(AmountRange("5"))
        let yen = Money(minor: 5, currency: Given.currency("JPY"))
        let dinar = Money(minor: 5_000, currency: Given.currency("KWD"))
        #expect(range.contains(yen) && range.contains(dinar) && range.contains(Given.euros(500)))
        let large = Money(minor: .max, currency: Given.currency("JPY"))
        #expect(try #require(AmountRange("9223372036854775807")).contains(large))
    }

    @Test(arguments: [
        "", "-", ".", "..", "> ", ">", ">=", "=5", "1e3", "5.", "1.2.3", "1..2..3", "10..5", "1 2",
        "１", "0x1", "1.0000000000001", "99999999999999999999999999", "<>5", "--1", "..x",
    ])
    func refuses(_ text: String) { #expect(AmountRange(text) == nil) }
}
