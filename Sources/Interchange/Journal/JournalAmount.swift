/// An amount of a journal: a number and what it is of.
struct JournalAmount: Hashable, Sendable {
    var number: JournalNumber
    /// Empty for none.
    var commodity: String

    var text: String { commodity.isEmpty ? number.text : "\(number.text) \(commodity)" }
}

/// How amounts are written in a journal, as far as it says so.
struct JournalAmountReader: Sendable {
    /// The mark before decimals in all that follows.
    var decimalMark: Character?
    /// The mark before decimals of a commodity.
    private var marks: [String: Character] = [:]
    /// What amounts without a commodity are of.
    private(set) var defaultCommodity: String

    /// - Parameter commodity: What amounts without one are of, until the journal says another.
    init(_ commodity: String) { defaultCommodity = commodity }

    /// Takes the example of a directive `commodity` or `D`.
    mutating func learn(
        _ text: Substring, isDefault: Bool
    ) throws(JournalFailure) {
        let (number, commodity) = try parts(text)
        let last = number.last { ".,".contains($0) }
        // `1,000` has thousands, `1,000.00` and `1000.` decimals.
        if let last { marks[commodity] = last }
        if isDefault { defaultCommodity = commodity }
    }

    /// Takes back what holds until the end of a file only; the forms of commodities stay.
    mutating func endFile(in outer: JournalAmountReader) {
        (decimalMark, defaultCommodity) = (outer.decimalMark, outer.defaultCommodity)
    }

    /// An amount.
    func amount(_ text: Substring) throws(JournalFailure) -> JournalAmount {
        if let plain = plain(Array(text.trimming.utf8)[...]) { return plain }
        let (number, found) = try parts(text)
        let commodity = found.isEmpty ? defaultCommodity : found
        return JournalAmount(
            number: try read(number, of: commodity, in: text), commodity: commodity)
    }

    /// An amount as most are: `-12.50 EUR`, with a point if any; `nil` for others.
    func plain(_ text: Cell) -> JournalAmount? {
        let (bytes, count) = (text.span, text.count)
        let isNegative = text.first == UInt8(ascii: "-")
        var index = isNegative ? 1 : 0
        var (value, digits, decimals) = (Int64(0), 0, -1)
        while index < count, bytes[index] != 0x20 {
            let byte = bytes[index]
            if byte == UInt8(ascii: "."), decimals < 0, digits > 0 {
                decimals = 0
            } else if (0x30...0x39).contains(byte), digits < 17 {
                value = value * 10 + Int64(byte - 0x30)
                digits += 1
                if decimals >= 0 { decimals += 1 }
            } else {
                return nil
            }
            index += 1
        }
        // Three decimals may be thousands.
        guard digits > 0, decimals != 3, decimals != 0, count - index > 1 else { return nil }
        for place in (index + 1)..<count where !(0x41...0x5A).contains(bytes[place]) {
            return nil
        }
        let commodity = text[(text.startIndex + index + 1)...].text
        let isOpen = decimals < 0 || decimalMark == nil && marks.isEmpty
        guard isOpen || (decimalMark ?? marks[commodity] ?? ".") == "." else { return nil }
        return JournalAmount(
            number: JournalNumber(
                digits: Int128(isNegative ? -value : value), scale: max(0, decimals)),
            commodity: commodity)
    }

    /// The number with its sign, and the commodity on either side of it.
    private func parts(
        _ text: Substring
    ) throws(JournalFailure) -> (number: String, commodity: String) {
        var rest = text.trimming
        var sign = ""
        func takeSign() {
            if let first = rest.first, "+-".contains(first), sign.isEmpty {
                sign = String(first)
                rest = rest.dropFirst().trimming
            }
        }
        takeSign()
        var commodity = ""
        if let first = rest.first, !JournalAmountReader.isOfNumber(first) {
            commodity = try JournalAmountReader.takeCommodity(&rest, in: text)
            rest = rest.trimming
            takeSign()
        }
        let number = JournalAmountReader.takeNumber(&rest)
        rest = rest.trimming
        if commodity.isEmpty, !rest.isEmpty {
            commodity = try JournalAmountReader.takeCommodity(&rest, in: text)
        }
        guard rest.trimming.isEmpty, number.contains(where: { ("0"..."9").contains($0) }) else {
            throw JournalFailure(.badAmount(String(text.trimming)))
        }
        return (sign + number, commodity)
    }

    private static func isOfNumber(_ letter: Character) -> Bool {
        ("0"..."9").contains(letter) || letter == "." || letter == ","
    }

    /// Digits, marks, and blanks between digits.
    private static func takeNumber(_ rest: inout Substring) -> String {
        var number = ""
        while let first = rest.first {
            if isOfNumber(first) {
                number.append(first)
            } else if " \u{A0}\u{202F}".contains(first),
                let next = rest.dropFirst().first, ("0"..."9").contains(next)
            {
                number.append(" ")
            } else {
                break
            }
            rest = rest.dropFirst()
        }
        return number
    }

    private static func takeCommodity(
        _ rest: inout Substring, in text: Substring
    ) throws(JournalFailure) -> String {
        if rest.first == "\"" {
            let inside = rest.dropFirst()
            guard let end = inside.firstIndex(of: "\"") else {
                throw JournalFailure(.badAmount(String(text.trimming)))
            }
            rest = inside[inside.index(after: end)...]
            return String(inside[..<end])
        }
        let word = rest.prefix { !isOfNumber($0) && !" \t+-\"{}[]()@=;*!".contains($0) }
        guard !word.isEmpty else { throw JournalFailure(.badAmount(String(text.trimming))) }
        rest = rest[word.endIndex...]
        return String(word)
    }

    /// Digits with groups and decimals.
    private func read(
        _ number: String, of commodity: String, in text: Substring
    ) throws(JournalFailure) -> JournalNumber {
        let bad = JournalFailure(.badAmount(String(text.trimming)))
        let isNegative = number.first == "-"
        let plain = number.drop { "+-".contains($0) }
        let mark = try mark(plain, of: commodity, in: text)
        let pieces = plain.split(separator: mark ?? "\0", omittingEmptySubsequences: false)
        guard pieces.count <= 2, let whole = pieces.first else { throw bad }
        let decimals = pieces.count == 2 ? pieces[1] : ""
        guard decimals.allSatisfy({ ("0"..."9").contains($0) }) else { throw bad }
        // Groups are of two or three digits, the last of three.
        let groups = whole.split(omittingEmptySubsequences: false) { " .,".contains($0) }
        if groups.count > 1 {
            let isSound =
                groups.last?.count == 3 && groups.first?.isEmpty == false
                && groups.dropFirst().allSatisfy { (2...3).contains($0.count) }
            guard isSound else { throw bad }
        }
        let digits = groups.joined() + decimals
        guard !digits.isEmpty else { throw bad }
        guard digits.count <= JournalNumber.digitsMax, let value = Int128(digits) else {
            throw JournalFailure(.tooLarge(String(text.trimming)))
        }
        return JournalNumber(digits: isNegative ? -value : value, scale: decimals.count)
    }

    /// The mark before the decimals; `nil` where there are none.
    private func mark(
        _ number: Substring, of commodity: String, in text: Substring
    ) throws(JournalFailure) -> Character? {
        let marks = number.filter { ".,".contains($0) }
        if let known = decimalMark ?? self.marks[commodity] { return known }
        guard let last = marks.last else { return nil }
        if Set(marks).count == 2 { return last }
        if marks.count > 1 { return nil }
        let pieces = number.split(separator: last, omittingEmptySubsequences: false)
        guard pieces.count == 2, pieces[1].count == 3, (1...3).contains(pieces[0].count),
            pieces[0].first != "0"
        else { return last }
        throw JournalFailure(.ambiguousAmount(String(text.trimming)))
    }
}

/// Why a line cannot be taken over; where it is, is known one step further out.
struct JournalFailure: Error, Hashable, Sendable {
    let reason: JournalFault.Reason

    init(_ reason: JournalFault.Reason) { self.reason = reason }
}

extension Substring {
    /// Without blanks and tabs at both ends.
    var trimming: Substring {
        // By bytes where the ends are ASCII: there are as many as words.
        let bytes = utf8
        let graphic: ClosedRange<UInt8> = 0x21...0x7E
        if let first = bytes.first, let last = bytes.last, graphic ~= first, graphic ~= last {
            return self
        }
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
            let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return isEmpty ? self : trimmingLetters }
        if bytes[first] < 0x7F, bytes[last] < 0x7F, isPlain(before: first, behind: last) {
            return self[first...last]
        }
        return trimmingLetters
    }

    /// Whether white space is all that is around a part.
    private func isPlain(before first: Index, behind last: Index) -> Bool {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        return utf8[..<first].allSatisfy(isBlank)
            && utf8[utf8.index(after: last)...].allSatisfy(isBlank)
    }

    private var trimmingLetters: Substring {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...last]
    }
}
