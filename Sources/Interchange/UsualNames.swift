import Ledger

extension ImportRole {
    /// What columns of this role are usually called, the likeliest first; an entry of several names
    /// stands for several columns that belong together, of which the first must be there.
    var usualNames: [[String]] {
        switch self {
        case .date:
            [
                ["date"], ["transaction date"], ["booking date"], ["posting date"],
                ["posted date"], ["value date"], ["day"],
            ]
        case .amount: [["amount"], ["value"], ["sum"], ["total"]]
        case .title:
            [
                ["title"], ["description"], ["payee"], ["vendor"], ["merchant"], ["narration"],
                ["details"], ["name"],
            ]
        case .note: [["note"], ["notes"], ["memo"], ["comment"], ["comments"]]
        case .category:
            [["category", "subcategory"], ["category", "sub-category"], ["categories"]]
        case .kind: [["income/expense"], ["kind"], ["type"], ["transaction type"]]
        case .currency: [["currency"], ["currency code"], ["ccy"]]
        case .account:
            [["account"], ["account name"], ["mode"], ["payment method"], ["payment mode"]]
        case .tag: []
        }
    }

    /// Whether a text is surely a constant of this role, whatever columns are called like it.
    func isKnown(constant text: String) -> Bool {
        switch self {
        case .kind: KindWord(text) != nil
        case .currency: Currency.iso(text) != nil
        default: false
        }
    }
}

/// A word for a kind of entry.
struct KindWord {
    let kind: EntryKind
    let flags: LineFlags

    /// `nil` for any other word; case does not count, nor do spaces around it.
    init?(_ text: String) {
        guard let word = KindWord.table[text.trimmed.lowercased()] else { return nil }
        self = word
    }

    private init(_ kind: EntryKind, _ flags: LineFlags = []) {
        self.kind = kind
        self.flags = flags
    }

    private static let table: [String: KindWord] = {
        let words: [(KindWord, [String])] = [
            (
                KindWord(.expense),
                ["expense", "expenses", "exp", "debit", "dr", "withdrawal", "spending", "payment"]
            ),
            (KindWord(.income), ["income", "inc", "credit", "cr", "deposit"]),
            (KindWord(.transfer), ["transfer", "transfer-out", "transfer out"]),
            (KindWord(.transfer, .incoming), ["transfer-in", "transfer in"]),
        ]
        return Dictionary(
            uniqueKeysWithValues: words.flatMap { kind, texts in texts.map { ($0, kind) } })
    }()
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        if let first = utf8.first, let last = utf8.last, first.isASCIIGraphic, last.isASCIIGraphic {
            return self
        }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.isBlank }),
            let last = scalars.lastIndex(where: { !$0.isBlank })
        else { return "" }
        return String(scalars[first...last])
    }
}

extension UInt8 {
    fileprivate var isASCIIGraphic: Bool { self > 0x20 && self < 0x7F }
}

extension Unicode.Scalar {
    var isBlank: Bool { properties.isWhitespace }
}
