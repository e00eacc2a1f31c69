internal import Ledger

/// Words beside an amount that say how much it is, and that no currency of an amount is: a
/// magnitude, further digits, or a currency that stands elsewhere.
struct AmountWords {
    private let amount: String
    private let title: [String]
    private let hasCurrency: Bool

    init(line: LineOptions) {
        self.init(line.amount, line.title, currency: line.currency)
    }

    /// An amount as it was typed, and the words behind it.
    init(_ amount: String, _ title: [String], currency: String?) {
        self.amount = Arguments.plain(amount)
        self.title = title
        hasCurrency = currency != nil || WrittenAmount(self.amount).unit != nil
    }

    /// - Parameter known: The codes of the currencies that the ledger has.
    func slips(known: () -> Set<String>) -> [TitleSlip] {
        if let slip = wholeLine { return [slip] }
        guard AmountText.isWritten(amount), let first = title.first else { return [] }
        var slips: [TitleSlip] = []
        let isText = Arguments.isMarked(first) || first.contains(where: \.isWhitespace)
        if !isText, let slip = digits(first) ?? magnitude(first) ?? currency(first, known) {
            slips.append(slip)
        }
        if let slip = lastCurrency, slips.first?.word != slip.word { slips.append(slip) }
        return slips
    }

    private func slip(
        at index: Int, _ run: [String], _ meant: [[String]], word: String? = nil
    ) -> TitleSlip {
        TitleSlip(
            kind: .amount, word: word ?? title[index], run: run, meant: meant,
            beside: TitleWords.beside(index, in: title))
    }

    private var isWhole: Bool {
        amount.allSatisfy { $0 == "-" || $0.isASCII && $0.isNumber }
    }

    /// `'12.50 USD Lunch'`: all of it in one argument.
    private var wholeLine: TitleSlip? {
        let words = amount.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count > 1, AmountText.isWritten(words[0]), words.last != words.first,
            words[1...].contains(where: { word in
                word.contains(where: \.isLetter) && CurrencySymbol.codes(of: word).isEmpty
                    || word.contains(where: \.isLetter) && words.count > 2
            })
        else { return nil }
        return TitleSlip(
            kind: .amount, word: amount, run: [amount], meant: [words], beside: nil)
    }

    /// `1 000`, `12 50`, `12 .50`, `12, 50`
    private func digits(_ word: String) -> TitleSlip? {
        let isDigits = word.allSatisfy { $0.isASCII && $0.isNumber }
        if let mark = amount.last, mark == "," || mark == ".", isDigits, word.utf8.count < 3 {
            return TitleSlip(
                kind: .amount, word: word, run: [amount, word],
                meant: [["\(amount.dropLast()).\(word)"]], beside: nil)
        }
        guard isWhole, AmountText.isAmount(word), !word.hasPrefix("-") else { return nil }
        let marks = word.filter { $0 == "." || $0 == "," }
        let isFraction = marks.count == 1 && ".,".contains(word.prefix(1))
        if isFraction {
            return slip(at: 0, [amount, word], [["\(amount).\(word.dropFirst())"]])
        }
        let groups = title.prefix { !Arguments.isMarked($0) && AmountWords.isGroup($0) }
        if !groups.isEmpty {
            let whole = ([amount] + groups).joined()
            return slip(at: 0, [amount] + groups, [[whole]])
        }
        if marks.isEmpty, word.utf8.count == 2 {
            return slip(at: 0, [amount, word], [["\(amount).\(word)"]])
        }
        return nil
    }

    /// `000`, `000.50`
    private static func isGroup(_ word: String) -> Bool {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        return digits.utf8.count == 3 && AmountText.isAmount(word)
    }

    /// How many places the decimal point moves.
    private static let magnitudes = [
        "cent": -2, "cents": -2, "ct": -2, "cts": -2, "k": 3, "tsd": 3, "thousand": 3, "mio": 6,
        "million": 6, "millions": 6,
    ]

    /// `5 cents`, `5 k`
    private func magnitude(_ word: String) -> TitleSlip? {
        let name = word.lowercased().filter { $0 != "." }
        guard let places = AmountWords.magnitudes[name], AmountText.isAmount(amount) else {
            return nil
        }
        let meant = AmountWords.shifted(amount, by: places)
        return slip(at: 0, [amount, word], meant.map { [[$0]] } ?? [])
    }

    /// Digits with the decimal point moved, exactly.
    private static func shifted(_ amount: String, by places: Int) -> String? {
        let sign = amount.hasPrefix("-") ? "-" : ""
        let parts = amount.dropFirst(sign.count)
            .split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }.map(String.init)
        guard let whole = parts.first, parts.count <= 2 else { return nil }
        var digits = whole + (parts.count > 1 ? parts[1] : "")
        var point = whole.count + places
        if point < 1 {
            digits = String(repeating: "0", count: 1 - point) + digits
            point = 1
        }
        if point > digits.count {
            digits += String(repeating: "0", count: point - digits.count)
        }
        let head = digits.prefix(point).drop { $0 == "0" }
        let tail = digits.dropFirst(point)
        return sign + (head.isEmpty ? "0" : head) + (tail.isEmpty ? "" : ".\(tail)")
    }

    /// `us dollars`, `usd.`, `pounds`, `BTC`, `ALL you can eat`, `USD EUR`
    private func currency(_ word: String, _ known: () -> Set<String>) -> TitleSlip? {
        let second = title.dropFirst().first { !Arguments.isMarked($0) } ?? ""
        let pair = "\(word) \(second)".lowercased().filter { $0 != "." }
        if let code = AmountWords.pairs[pair] {
            return slip(at: 0, [word, second], [["--currency", code]], word: "\(word) \(second)")
        }
        let plain = word.hasSuffix(".") ? String(word.dropLast()) : word
        let isOwn = plain.utf8.count > 1 && plain.allSatisfy { $0.isUppercase || $0.isNumber }
        if isOwn, title.count > 1, !CurrencySymbol.isUnit(word), known().contains(plain) {
            return slip(at: 0, [word], [["--currency", plain]])
        }
        if AmountWords.foreign.contains(plain) { return slip(at: 0, [word], []) }
        let isUnit = CurrencySymbol.isUnit(word)
        if !isUnit, plain != word, CurrencySymbol.isUnit(plain) {
            return slip(at: 0, [word], [["--currency", plain.uppercased()]])
        }
        if !isUnit, CurrencySymbol.isWord(word) {
            let codes = CurrencySymbol.codes(of: word)
            return slip(at: 0, [word], codes.prefix(2).map { ["--currency", $0] })
        }
        let isProse = CurrencySymbol.isEnglish(word) && title.count > 1
        if isUnit, isProse, !known().contains(word) {
            return slip(at: 0, [word], [["--currency", word]])
        }
        guard isUnit, title.count > 1, !Arguments.isMarked(second), isCode(second) else {
            return nil
        }
        return slip(at: 1, [word, second], [[word], [second]])
    }

    /// `5 Tea USD`
    private var lastCurrency: TitleSlip? {
        guard let last = title.last, title.count > 1, !Arguments.isMarked(last) else { return nil }
        let isName = CurrencySymbol.isName(last)
        guard isCode(last) || isName else { return nil }
        let hasOne = hasCurrency || title.first.map(CurrencySymbol.isUnit) == true
        let meant = CurrencySymbol.codes(of: last).prefix(2).map { ["--currency", $0] }
        return slip(at: title.count - 1, [last], hasOne ? [] : Array(meant))
    }

    /// Whether a word is a code or a sign of a currency, and no word of a title.
    private func isCode(_ word: String) -> Bool {
        if CurrencySymbol.isEnglish(word) { return false }
        return Currency.iso(word) != nil || CurrencySymbol.isSign(word)
    }

    /// Two words for one currency.
    private static let pairs = [
        "us dollar": "USD", "us dollars": "USD", "canadian dollars": "CAD",
        "australian dollars": "AUD", "swiss francs": "CHF", "schweizer franken": "CHF",
        "british pounds": "GBP", "pounds sterling": "GBP",
    ]

    /// What is money elsewhere, and no currency of ISO 4217.
    private static let foreign: Set = ["BTC", "ETH", "LTC", "USDC", "USDT", "XBT"]
}
