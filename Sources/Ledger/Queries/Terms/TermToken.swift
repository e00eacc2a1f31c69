/// A term as it is written: `not:title:"two words"`.
struct TermToken<Prefix: TermPrefix> {
    /// `nil` for a term.
    var mark: TermMark?
    /// Whether the value stood between slashes.
    var isPattern = false
    /// As it is in the text.
    var raw = ""
    /// Where it begins, in characters from 1.
    var column = 1
    /// `nil` for plain text.
    var prefix: Prefix?
    var isNegated = false
    /// Without quotes.
    var value = ""
}

extension TermToken {
    /// Whether it is text without quotes, and not denied.
    var isPlain: Bool {
        mark == nil && prefix == nil && !isNegated && !isPattern && raw.first != "\""
            && raw.first != "'"
    }

    /// Whether it is more than text.
    var isTerm: Bool {
        prefix != nil || isPattern || mark == .open || isPlain && Prefix.isTerm(raw)
    }

    static var quotes: [Unicode.Scalar] { ["\"", "'"] }

    static var words: [String: TermMark] { ["or": .or, "and": .and, "not": .not] }
}

/// What is no term, but joins some.
enum TermMark { case open, close, or, and, not }
