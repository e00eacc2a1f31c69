/// Signs that files write for currencies.
enum CurrencySymbol {
    /// The codes that a symbol can stand for, the likeliest first; a text that has the form of a
    /// code stands for itself; empty for anything else.
    static func codes(of unit: Cell) -> [String] {
        let text = unit.text
        if let codes = table[text.lowercased()] { return codes }
        let isCode = text.utf8.count >= 3 && text.utf8.allSatisfy { $0 < 0x80 && $0.isWordByte }
        return isCode ? [text.uppercased()] : []
    }

    private static let table: [String: [String]] = {
        let dollars = [
            "USD", "CAD", "AUD", "NZD", "HKD", "SGD", "MXN", "TWD", "ARS", "CLP", "COP", "BBD",
            "BMD", "BND", "BSD", "BZD", "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD",
            "TTD", "UYU", "XCD",
        ]
        return [
            "€": ["EUR"], "eur": ["EUR"], "euro": ["EUR"], "₹": ["INR"], "₺": ["TRY"],
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
