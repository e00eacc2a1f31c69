/// The parts of a cell that holds an amount, before it is known how its number is to be read.
///
/// Around the number may be, in any order: one sign (`-`, `+`, U+2212, before or after it) or
/// parentheses, which mean minus; a currency, by symbol or code; and the mark of a side (`CR`).
struct AmountCell {
    /// Whether a minus or parentheses are there.
    private(set) var isNegative = false
    /// The side; `nil` if no mark says so.
    private(set) var side: Side?
    /// The symbol or code of the currency; empty for none.
    private(set) var unit: Cell
    /// Digits, and marks between them.
    let number: Cell

    private var hasSign = false

    /// `nil` if a cell has no number, or something else beside it.
    init?(_ cell: Cell) {
        var plain = cell
        if let first = plain.first, first == 0x2D || first == 0x2B { plain = plain.dropFirst() }
        unit = cell[cell.endIndex...]
        if let first = plain.first, first.isDigit, let last = plain.last, last.isDigit {
            // Nearly all cells: a sign or none, and a number.
            number = plain
            isNegative = cell.first == 0x2D
            return
        }
        let cell = cell.trimmedCell
        guard let firstDigit = cell.firstIndex(where: \.isDigit),
            let lastDigit = cell.lastIndex(where: \.isDigit)
        else { return nil }
        var start = firstDigit
        if start > cell.startIndex, cell[start - 1] == 0x2E || cell[start - 1] == 0x2C {
            // The mark of `.99` and `$.99`, but not the point of `Rs.99`.
            let isOfWord = start - 1 > cell.startIndex && cell[start - 2].isLetter
            if !isOfWord { start -= 1 }
        }
        number = cell[start...lastDigit]
        var open = 0
        guard read(cell[..<start], &open), open >= 0 else { return nil }
        let opened = open
        guard read(cell[(lastDigit + 1)...], &open), open == 0, opened <= 1 else { return nil }
        if opened == 1 {
            guard !hasSign else { return nil }
            isNegative = true
        }
    }

    /// Whether the number is zero.
    var isZero: Bool { !number.contains { $0 >= 0x31 && $0 <= 0x39 } }

    /// Reads what is on one side of the number.
    private mutating func read(_ text: Cell, _ open: inout Int) -> Bool {
        var rest = text
        while let byte = rest.first {
            let blank = byte <= 0x20 ? 1 : byte < 0x80 ? 0 : Blank.length(atStartOf: rest)
            if blank > 0 {
                rest = rest.dropFirst(blank)
                continue
            }
            switch AmountCell.sign(rest) {
            case (let length, let isMinus) where length > 0:
                guard !hasSign else { return false }
                (hasSign, isNegative) = (true, isMinus)
                rest = rest.dropFirst(length)
                continue
            default: break
            }
            if byte == 0x28 || byte == 0x29 {
                open += byte == 0x28 ? 1 : -1
                rest = rest.dropFirst()
                continue
            }
            let word = rest.prefix { $0 > 0x20 && $0 != 0x28 && $0 != 0x29 && !$0.isSign }
            let trimmed = AmountCell.untilMinus(word)
            guard !trimmed.isEmpty, take(trimmed.trimmedCell) else { return false }
            rest = rest.dropFirst(trimmed.count)
        }
        return true
    }

    private mutating func take(_ word: Cell) -> Bool {
        if let mark = Side(mark: word) {
            guard side == nil else { return false }
            side = mark
        } else {
            guard unit.isEmpty else { return false }
            unit = word
        }
        return true
    }

    /// How many bytes the sign here has, 0 for none, and whether it is a minus.
    private static func sign(_ text: Cell) -> (length: Int, isMinus: Bool) {
        switch text.first {
        case 0x2D: (1, true)
        case 0x2B: (1, false)
        case 0xE2 where text.starts(with: [0xE2, 0x88, 0x92]): (3, true)
        default: (0, false)
        }
    }

    /// A word up to a blank or minus in it that is not ASCII.
    private static func untilMinus(_ word: Cell) -> Cell {
        for index in word.indices where word[index] == 0xE2 || word[index] == 0xC2 {
            let rest = word[index...]
            if rest.starts(with: [0xE2, 0x88, 0x92])
                || (index > word.startIndex && Blank.length(atStartOf: rest) > 0)
            {
                return word[..<index]
            }
        }
        return word
    }
}

/// On which side of an account an amount is.
enum Side: Hashable, Sendable {
    /// Money out: debit, DR, D, S (Soll).
    case debit
    /// Money in: credit, CR, C, H (Haben).
    case credit

    /// The side that a mark beside a number names; `nil` for any other text. Case does not count.
    init?(mark: Cell) {
        let word = mark.last == UInt8(ascii: ".") ? mark.dropLast() : mark
        guard let first = word.first, word.count <= 2 else { return nil }
        let second = word.dropFirst().first.map { $0 | 0x20 }
        switch (first | 0x20, second) {
        case (UInt8(ascii: "d"), nil), (UInt8(ascii: "s"), nil), (UInt8(ascii: "d"), 0x72),
            (UInt8(ascii: "d"), 0x62):
            self = .debit
        case (UInt8(ascii: "c"), nil), (UInt8(ascii: "h"), nil), (UInt8(ascii: "c"), 0x72):
            self = .credit
        default: return nil
        }
    }
}

extension UInt8 {
    fileprivate var isSign: Bool { self == 0x2D || self == 0x2B }
    var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
}
