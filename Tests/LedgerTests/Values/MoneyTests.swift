import Ledger
import Support
import Testing

extension Currency {
    fileprivate static func named(_ code: String) throws -> Currency {
        try #require(Currency.iso(code) ?? Currency(code: code, exponent: 8))
    }
}

@Suite("Money as typed")
struct MoneyParsingTests {
    @Test(
        arguments: [
            ("12.50", "EUR", 1_250, "12.50"), ("1,50", "EUR", 150, "1.50"),
            ("7", "EUR", 700, "7.00"),
            ("-12,5", "EUR", -1_250, "-12.50"), ("+0.01", "EUR", 1, "0.01"),
            ("-0", "EUR", 0, "0.00"),
            (".5", "EUR", 50, "0.50"), ("-,05", "EUR", -5, "-0.05"), ("007.10", "EUR", 710, "7.10"),
            ("1.0000", "EUR", 100, "1.00"), ("0.100", "EUR", 10, "0.10"),
            ("1234.500", "EUR", 123_450, "1234.50"),
            ("1500", "JPY", 1_500, "1500"), ("15.0", "JPY", 15, "15"), ("0", "JPY", 0, "0"),
            ("1.234", "KWD", 1_234, "1.234"), ("1,2", "KWD", 1_200, "1.200"),
            ("0.001", "KWD", 1, "0.001"),
            ("1.2345", "CLF", 12_345, "1.2345"), ("0.00000001", "BTC", 1, "0.00000001"),
            ("92233720368547758.07", "EUR", .max, "92233720368547758.07"),
            ("-92233720368547758.08", "EUR", .min, "-92233720368547758.08"),
            ("9223372036854775807", "JPY", .max, "9223372036854775807"),
            ("-9223372036854775808", "JPY", .min, "-9223372036854775808"),
            ("000000000000000000000000000001.00", "EUR", 100, "1.00"),
        ] as [(String, String, Int64, String)])
    func accepts(text: String, code: String, minor: Int64, shown: String) throws {
        let money = try Money(parsing: text, currency: .named(code))
        #expect(money.minor == minor)
        #expect(money.description == shown)
        #expect(try Money(parsing: shown, currency: .named(code)) == money)
    }

    @Test(arguments: [
        "1e3", "1E3", "inf", "-inf", "Infinity", "nan", "0x1p4", "1e400", "1.", "1,", ".", "-", "+",
        "--1", "+-1", "1-", "(1)", " 1", "1 ", "1 000", "1.2.3", "1,2,3", "1.000,50", "1,000.50",
        "1'000", "€1", "1€", "EUR 1", "１", "1\u{301}", "1\n", "1\0", "−1", "1_000", "٣",
    ])
    func refusesWhatIsNoPlainNumber(text: String) throws {
        #expect(throws: AmountError.malformed(text: text)) {
            try Money(parsing: text, currency: .named("EUR"))
        }
    }

    @Test(arguments: [
        ("0.001", "EUR", 2), (".001", "EUR", 2), ("1.5", "JPY", 0),
        ("0.0001", "KWD", 3), ("0.000000001", "BTC", 8),
    ])
    func refusesTooManyDigits(text: String, code: String, allowed: Int) throws {
        #expect(throws: AmountError.tooManyFractionDigits(allowed: allowed)) {
            try Money(parsing: text, currency: .named(code))
        }
    }

    @Test(arguments: [
        ("1.000", "EUR"), ("1,000", "EUR"), ("30.100", "EUR"), ("999,000", "JPY"),
        ("-1,000", "EUR"), ("1.005", "EUR"), ("12.345", "EUR"), ("1,234", "KWD"),
        ("1,234", "BTC"),
    ])
    func refusesWhatMayBeThousands(text: String, code: String) throws {
        let currency = try Currency.named(code)
        let error = AmountError.mayBeThousands(text: text, allowed: currency.exponent)
        #expect(throws: error) { try Money(parsing: text, currency: currency) }
    }

    @Test(arguments: [
        ("92233720368547758.08", "EUR"), ("-92233720368547758.09", "EUR"),
        ("9223372036854775808", "JPY"), ("-9223372036854775809", "JPY"),
        ("9223372036854775808", "EUR"), ("-9223372036854775808", "EUR"),
        ("99999999999999999999999999", "EUR"), ("922337203685477580.7", "EUR"),
    ])
    func refusesWhatDoesNotFit(text: String, code: String) throws {
        #expect(throws: AmountError.outOfRange) {
            try Money(parsing: text, currency: .named(code))
        }
    }

    @Test func refusesNothing() throws {
        #expect(throws: AmountError.empty) { try Money(parsing: "", currency: .named("EUR")) }
    }
}

@Suite("Money in files")
struct MoneyFormatTests {
    static let english = MoneyFormat(decimalMark: .point, groupingMarks: ",")
    static let german = MoneyFormat(decimalMark: .comma, groupingMarks: ".")
    static let swiss = MoneyFormat(decimalMark: .point, groupingMarks: "'’")
    static let french = MoneyFormat(decimalMark: .comma, groupingMarks: " \u{A0}\u{202F}")
    static let plain = MoneyFormat(decimalMark: .comma)

    @Test(
        arguments: [
            (english, "1,234.50", 123_450), (english, "1,234,567", 123_456_700),
            (english, "1,000", 100_000),
            (english, "12,34,567.5", 123_456_750), (english, "1,23,45,678.00", 1_234_567_800),
            (english, "-999,999.99", -99_999_999), (english, "1234567.89", 123_456_789),
            (english, "30.100", 3_010), (english, ".5", 50),
            (german, "1.234,50", 123_450), (german, "1.000", 100_000), (german, "30,100", 3_010),
            (swiss, "1'234.50", 123_450), (swiss, "1’234’567.05", 123_456_705),
            (french, "1 234,50", 123_450), (french, "1\u{A0}234\u{A0}567,5", 123_456_750),
            (french, "-1\u{202F}234", -123_400), (plain, "1234,5", 123_450),
        ] as [(MoneyFormat, String, Int64)])
    func accepts(format: MoneyFormat, text: String, minor: Int64) throws {
        let money = try Money(parsing: text, currency: .named("EUR"), format: format)
        #expect(money.minor == minor)
    }

    @Test(arguments: [
        (english, "1,23"), (english, "12,3456"), (english, "1234,567"), (english, ",234"),
        (english, "1,,234"), (english, "1,234,56"), (english, "1,234,56,789"),
        (english, "123,45,678"),
        (english, "1,"), (swiss, "1'234’567"), (french, "1 234\u{A0}567"), (english, "1,.5"),
    ])
    func refusesWrongGroups(format: MoneyFormat, text: String) throws {
        #expect(throws: AmountError.misgrouped(text: text)) {
            try Money(parsing: text, currency: .named("EUR"), format: format)
        }
    }

    @Test(arguments: [
        (english, "1.234,50"), (english, "1.5.0"), (english, "1.234.567"), (german, "1,234.50"),
        (plain, "1.5"), (plain, "1 000,5"), (english, "."), (english, "1,234."),
    ])
    func refusesOtherMarks(format: MoneyFormat, text: String) throws {
        #expect(throws: AmountError.malformed(text: text)) {
            try Money(parsing: text, currency: .named("EUR"), format: format)
        }
    }

    @Test func decimalMarkIsNoGroupingMark() throws {
        let odd = MoneyFormat(decimalMark: .point, groupingMarks: ".,")
        #expect(
            try Money(parsing: "1,234.50", currency: .named("EUR"), format: odd).minor == 123_450)
    }
}

@Suite("Money sums")
struct MoneySumTests {
    @Test func aMillionCentsAreTenThousand() throws {
        let cent = try Money(parsing: "0.01", currency: .named("EUR"))
        var total = MoneyTotal(currency: cent.currency)
        for _ in 0..<1_000_000 { try total.add(cent) }
        #expect(total.text == "10000.00")
        #expect(total.money?.minor == 1_000_000)
    }

    @Test func totalsGoBeyond64Bits() throws {
        let most = Money(minor: .max, currency: try .named("EUR"))
        var total = MoneyTotal(currency: most.currency)
        for _ in 0..<10 { try total.add(most) }
        #expect(total.text == "922337203685477580.70")
        #expect(total.money == nil)
        for _ in 0..<10 { try total.subtract(most) }
        #expect(total.money == Money(minor: 0, currency: most.currency))
    }

    @Test func overflowIsAnErrorAndChangesNothing() throws {
        let euro = try Currency.named("EUR")
        var total = MoneyTotal(minor: .max, currency: euro)
        #expect(throws: AmountError.outOfRange) { try total.add(Money(minor: 1, currency: euro)) }
        #expect(total.text == "1701411834604692317316873037158841057.27")
        total = MoneyTotal(minor: .min, currency: euro)
        #expect(throws: AmountError.outOfRange) {
            try total.subtract(Money(minor: 1, currency: euro))
        }
        #expect(total.text == "-1701411834604692317316873037158841057.28")
        let most = Money(minor: .max, currency: euro)
        #expect(throws: AmountError.outOfRange) { try most.adding(Money(minor: 1, currency: euro)) }
        #expect(throws: AmountError.outOfRange) { try Money(minor: .min, currency: euro).negated() }
        #expect(try most.negated().minor == -.max)
    }

    @Test func currenciesDoNotMix() throws {
        let (euro, yen) = try (Currency.named("EUR"), Currency.named("JPY"))
        let one = Money(minor: 1, currency: euro)
        #expect(throws: AmountError.differentCurrencies(euro, yen)) {
            try one.subtracting(Money(minor: 1, currency: yen))
        }
        // The same code with other digits is another currency.
        let mill = try #require(Currency(code: "EUR", exponent: 3))
        var total = MoneyTotal(currency: euro)
        #expect(throws: AmountError.differentCurrencies(euro, mill)) {
            try total.add(Money(minor: 1, currency: mill))
        }
    }

    @Test(
        arguments: [
            (0, 2, "0.00", "0.00"), (-5, 2, "-0.05", "-0.05"),
            (123_456_789, 2, "1234567.89", "1,234,567.89"),
            (-100_000, 2, "-1000.00", "-1,000.00"), (99_999, 2, "999.99", "999.99"),
            (1_234_567, 0, "1234567", "1,234,567"), (1, 8, "0.00000001", "0.00000001"),
        ] as [(Int64, Int, String, String)])
    func prints(minor: Int64, exponent: Int, plain: String, grouped: String) throws {
        let currency = try #require(Currency(code: "X", exponent: exponent))
        let money = Money(minor: minor, currency: currency)
        #expect(money.description == plain)
        #expect(money.formatted(grouping: false) == plain)
        #expect(money.formatted(grouping: true) == grouped)
    }

    /// The ends of 128 bits, as powers of two are known.
    @Test func printsLargestTotals() {
        let most = "170141183460469231731687303715884105727"
        let least = "-170141183460469231731687303715884105728"
        #expect(decimalText(.max, exponent: 0) == most)
        #expect(decimalText(.min, exponent: 0) == least)
        #expect(decimalText(Int128(UInt64.max), exponent: 2) == "184467440737095516.15")
        #expect(decimalText(Int128(UInt64.max) + 1, exponent: 2) == "184467440737095516.16")
        #expect(decimalText(.max, exponent: 39) == "0.\(most)")
        #expect(decimalText(-1, exponent: 40) == "-0.\(String(repeating: "0", count: 39))1")
        #expect(
            decimalText(.min, exponent: 3, grouping: true)
                == "-170,141,183,460,469,231,731,687,303,715,884,105.728")
        #expect(decimalText(1_000, exponent: -2, grouping: true) == "1,000")
    }

    @Test func codes() throws {
        let total = MoneyTotal(minor: Int128(Int64.max) * 10, currency: try .named("JPY"))
        let json = try JSONCoding.text(of: total)
        #expect(json == #"{"currency":{"code":"JPY","exponent":0},"minor":"92233720368547758070"}"#)
        #expect(try JSONCoding.value(MoneyTotal.self, of: json) == total)
        let money = Money(minor: .min, currency: try .named("KWD"))
        #expect(try JSONCoding.value(Money.self, of: JSONCoding.text(of: money)) == money)
    }
}

@Suite("Currency")
struct CurrencyTests {
    @Test(arguments: [
        ("EUR", 2), ("USD", 2), ("JPY", 0), ("KRW", 0), ("XOF", 0), ("ISK", 0), ("KWD", 3),
        ("BHD", 3), ("TND", 3), ("CLF", 4), ("UYW", 4), ("SLE", 2), ("XCG", 2), ("ZWG", 2),
    ])
    func knowsISO4217(code: String, exponent: Int) {
        #expect(Currency.iso(code)?.exponent == exponent)
    }

    @Test func tableIsWhole() {
        let all = Currency.isoAll
        #expect(all.allSatisfy { Currency.isValid(code: $0.code) && $0.code.count == 3 })
        #expect(all.map(\.code) == all.map(\.code).sorted())
        #expect(Set(all.map(\.exponent)) == [0, 2, 3, 4])
        #expect(all.count { $0.exponent == 3 } == 7)
        #expect(all.count { $0.exponent == 0 } == 17)
        #expect(all.count == 165)
    }

    @Test(arguments: ["eur", "", "EURO", "XXX", "DEM", "EU", "ＥＵＲ"])
    func refusesOthers(code: String) {
        #expect(Currency.iso(code) == nil)
    }

    @Test(arguments: [
        "A", "BTC", "VHT-2026", "A.B_C'D", "X1", "ABCDEFGHIJKLMNOPQRSTUVWX",
    ])
    func acceptsOnesOwn(code: String) {
        #expect(Currency(code: code, exponent: 8)?.code == code)
    }

    @Test(arguments: [
        "", "1A", "a", "Eur", "A-", "A.", "-A", "A B", "A:B", "É", "ABCDEFGHIJKLMNOPQRSTUVWXY",
        "A\n", "A\"", "A/B",
    ])
    func refusesCode(code: String) {
        #expect(Currency(code: code, exponent: 2) == nil)
    }

    @Test func exponentHasLimits() {
        #expect(Currency(code: "X", exponent: -1) == nil)
        #expect(Currency(code: "X", exponent: 13) == nil)
    }

    @Test(arguments: [
        ("EURO", "EUR"), ("eur", "EUR"), ("UDS", "USD"), ("usd", "USD"), ("JPN", "JPY"),
    ])
    func suggests(text: String, code: String) {
        #expect(Currency.nearest(to: text).contains(code))
        #expect(Currency.nearest(to: text).count <= 3)
    }

    @Test func suggestsNothingForNonsense() {
        #expect(Currency.nearest(to: "").isEmpty)
        #expect(Currency.nearest(to: "dollars please").isEmpty)
        #expect(Currency.nearest(to: String(repeating: "EUR", count: 1_000)).isEmpty)
    }

    @Test func decodesLegalOnesOnly() {
        #expect(throws: DecodingError.self) {
            try JSONCoding.value(Currency.self, of: #"{"code":"eur","exponent":2}"#)
        }
        #expect(throws: DecodingError.self) {
            try JSONCoding.value(Currency.self, of: #"{"code":"EUR","exponent":99}"#)
        }
    }
}
