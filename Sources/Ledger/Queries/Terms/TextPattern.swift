/// A regular expression over one text, without regard to case.
///
/// It knows literals, `.`, sets such as `[a-z_]` and `[^0-9]`, `\d \w \s` and their opposites
/// `\D \W \S`, groups, `|`, the repetitions `* + ? {2} {2,} {2,5}`, and `^` and `$` for the ends of
/// the text. A `\` before any other mark takes its meaning.
///
/// It is a position automaton (Glushkov 1961) in the bits of a word: a match takes time in
/// proportion to the text, whatever the expression, and no stack.
package struct TextPattern: Hashable, Sendable {
    /// The expression.
    package let source: String
    /// What is taken at each position.
    let items: [Item]
    /// The positions at which a match may begin.
    let first: UInt64
    /// The positions at which a match may end.
    let last: UInt64
    /// For each position those that may come next.
    let follow: [UInt64]
    /// Whether nothing is a match.
    let isNullable: Bool

    /// What one position takes.
    enum Item: Hashable {
        case start
        case end
        case set(Scalars)
    }

    /// Some of all scalars.
    struct Scalars: Hashable {
        var ranges: [ClosedRange<UInt32>] = []
        var kinds: [Kind] = []
        var isInverted = false

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            let isIn =
                ranges.contains { $0.contains(scalar.value) }
                || kinds.contains { $0.contains(scalar) }
            return isIn != isInverted
        }
    }

    /// `\d`, `\w` or `\s`, or the opposite.
    struct Kind: Hashable {
        let letter: Unicode.Scalar
        let isInverted: Bool

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            let isIn =
                switch letter {
                case "d": ("0"..."9").contains(scalar)
                case "s": scalar.properties.isWhitespace
                default:
                    scalar == "_" || scalar.properties.isAlphabetic
                        || scalar.properties.numericType != nil
                }
            return isIn != isInverted
        }
    }

    /// Whether it occurs in a text.
    ///
    /// - Complexity: O(*n*) in the scalars of the text.
    package func occurs(in text: String) -> Bool {
        if isNullable { return true }
        var states: UInt64 = 0
        let ends = items.count { $0 == .start || $0 == .end }
        // Nothing is between two of them: each may be taken as often as there are any.
        for _ in 0..<ends {
            let isFound = step(&states) { $0 == .start || text.isEmpty && $0 == .end }
            if isFound { return true }
        }
        for scalar in text.lowercased().unicodeScalars {
            let isFound = step(&states) { item in
                if case .set(let scalars) = item { scalars.contains(scalar) } else { false }
            }
            if isFound { return true }
        }
        for _ in 0..<ends where step(&states, { $0 == .end }) { return true }
        return false
    }

    /// Takes one symbol; whether a match ends with it.
    private func step(_ states: inout UInt64, _ takes: (Item) -> Bool) -> Bool {
        var open = first
        while states != 0 {
            open |= follow[states.trailingZeroBitCount]
            states &= states - 1
        }
        while open != 0 {
            let index = open.trailingZeroBitCount
            if takes(items[index]) { states |= 1 << UInt64(index) }
            open &= open - 1
        }
        return states & last != 0
    }
}

/// Why a text is no expression.
package struct TextPatternError: Error, Hashable, Sendable {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// A bracket is not closed, or closes none.
        case bracket
        /// A repetition of nothing, or of another one.
        case repetition
        /// A range of scalars or of counts that is none.
        case range
        /// No such thing can be said with `\` or `(?`.
        case unknown
        /// More than the automaton has room for.
        case tooLong(max: Int)
    }

    /// What is wrong.
    package let reason: Reason
    /// Where, in Unicode scalars of the expression from 1.
    package let offset: Int

    /// An error at a place.
    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
