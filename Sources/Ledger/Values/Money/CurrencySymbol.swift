/// Signs that people and files write for currencies.
package enum CurrencySymbol {
    /// The codes that a symbol can stand for, the likeliest first; a text that has the form of a
    /// code stands for itself; empty for anything else.
    package static func codes(of unit: some StringProtocol) -> [String] {
        if let codes = table[unit.lowercased()] ?? names[unit.lowercased()] { return codes }
        let isCode =
            unit.utf8.count >= 3
            && unit.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }
        return isCode ? [unit.uppercased()] : []
    }

    /// Whether a word that stands beside an amount is its currency and no word of a title: a code
    /// of ISO 4217 in capitals, or a symbol; small letters where no English word is spelt so.
    package static func isUnit(_ word: some StringProtocol) -> Bool {
        if Currency.iso(word) != nil { return true }
        let folded = word.lowercased()
        if table[folded] != nil || names[folded] != nil { return !words.contains(folded) }
        return Currency.iso(word.uppercased()) != nil && !words.contains(folded)
    }

    /// Whether a word is the name of a currency and something else as well: `pounds`.
    package static func isWord(_ word: some StringProtocol) -> Bool {
        let folded = word.lowercased()
        return names[folded] != nil && words.contains(folded)
    }

    /// Whether a word is the name of a currency, such as `dollars`, and no other word.
    package static func isName(_ word: some StringProtocol) -> Bool {
        let folded = word.lowercased()
        return names[folded] != nil && !words.contains(folded)
    }

    /// Whether a text is a symbol of a currency that no word is spelt like: `€`, `US$`.
    package static func isSign(_ text: some StringProtocol) -> Bool {
        table[text.lowercased()] != nil && !text.allSatisfy { $0.isASCII && $0 != "$" }
    }

    /// Whether a code is a word of English in capitals, too: `ALL`, `TOP`.
    package static func isEnglish(_ code: some StringProtocol) -> Bool {
        english.contains(code.lowercased())
    }

    private static let english: Set = [
        "all", "bam", "bob", "cop", "cup", "gel", "mad", "mop", "pen", "sos", "top", "try",
    ]

    /// Codes and symbols that are words or abbreviations of titles, too.
    private static let words: Set = [
        "all", "ang", "bam", "bob", "cad", "cop", "cup", "ern", "etb", "ft", "gel", "gip", "lak",
        "lei", "mad", "mop", "nad", "pab", "pen", "php", "pound", "pounds", "r", "rand", "real",
        "reais", "rm", "ron", "rub", "s/", "sar", "sol", "sos", "ssp", "top", "try", "won",
    ]

    /// Names that people write.
    private static let names: [String: [String]] = {
        let dollars = table["$"] ?? []
        let crowns = table["kr"] ?? []
        let rupees = table["rs"] ?? []
        return [
            "dollar": dollars, "dollars": dollars, "pound": ["GBP"], "pounds": ["GBP"],
            "yen": ["JPY"], "yuan": ["CNY"], "renminbi": ["CNY"], "rupee": rupees,
            "rupees": rupees, "franken": ["CHF"], "francs": ["CHF"], "krona": ["SEK", "ISK"],
            "kronor": ["SEK"], "krone": ["NOK", "DKK"], "kroner": ["NOK", "DKK"],
            "kronen": crowns, "koruna": ["CZK"], "zloty": ["PLN"], "złoty": ["PLN"],
            "forint": ["HUF"], "rubles": ["RUB"], "roubles": ["RUB"], "rubel": ["RUB"],
            "pesos": ["MXN", "ARS", "CLP", "COP", "PHP"], "rand": ["ZAR"], "real": ["BRL"],
            "reais": ["BRL"], "shekel": ["ILS"], "shekels": ["ILS"], "lira": ["TRY"],
        ]
    }()

    private static let table: [String: [String]] = {
        let dollars = [
            "USD", "CAD", "AUD", "NZD", "HKD", "SGD", "MXN", "TWD", "ARS", "CLP", "COP", "BBD",
            "BMD", "BND", "BSD", "BZD", "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD",
            "TTD", "UYU", "XCD",
        ]
        return [
            "€": ["EUR"], "eur": ["EUR"], "euro": ["EUR"], "euros": ["EUR"],
            "₹": ["INR"], "₺": ["TRY"],
            "tl": ["TRY"], "₽": ["RUB"], "руб": ["RUB"], "руб.": ["RUB"], "₴": ["UAH"],
            "₪": ["ILS"], "₫": ["VND"], "₩": ["KRW"], "₦": ["NGN"], "₱": ["PHP"], "฿": ["THB"],
            "₸": ["KZT"], "₾": ["GEL"], "₡": ["CRC"], "₲": ["PYG"], "₵": ["GHS"], "₭": ["LAK"],
            "zł": ["PLN"], "zl": ["PLN"], "kč": ["CZK"], "ft": ["HUF"], "lei": ["RON", "MDL"],
            "r$": ["BRL"], "us$": ["USD"], "u$s": ["USD"], "ca$": ["CAD"], "c$": ["CAD"],
            "a$": ["AUD"], "au$": ["AUD"], "nz$": ["NZD"], "hk$": ["HKD"], "s$": ["SGD"],
            "nt$": ["TWD"], "mx$": ["MXN"], "rp": ["IDR"], "rm": ["MYR"], "s/": ["PEN"],
            "$": dollars, "£": ["GBP", "EGP", "FKP", "GIP", "LBP", "SDG", "SHP", "SSP", "SYP"],
            "¥": ["JPY", "CNY"], "￥": ["JPY", "CNY"], "円": ["JPY"], "元": ["CNY"],
            "kr": ["SEK", "NOK", "DKK", "ISK"], "kr.": ["DKK", "SEK", "NOK", "ISK"],
            "fr": ["CHF"], "fr.": ["CHF"], "sfr": ["CHF"], "sfr.": ["CHF"],
            "rs": ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"],
            "rs.": ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"], "r": ["ZAR"],
            "د.ا.": ["JOD"], "د.ا": ["JOD"], "د.إ": ["AED"], "د.إ.": ["AED"], "ر.س": ["SAR"],
            "ر.س.": ["SAR"], "د.ك": ["KWD"], "د.ك.": ["KWD"], "ج.م": ["EGP"], "ج.م.": ["EGP"],
        ]
    }()
}
