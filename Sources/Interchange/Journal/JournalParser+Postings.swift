internal import Ledger

extension JournalParser {
    /// A posting: an account, two blanks, and what there is of amount, price and balance.
    func posting(_ text: Substring) throws(JournalFailure) -> JournalPosting {
        var rest = text
        let status = JournalParser.status(of: rest)
        if status != nil {
            rest = rest.dropFirst().trimming
        }
        var name: Substring = rest
        var tail: Substring = ""
        var last: UInt8 = 0
        let end = rest.utf8.firstIndex { byte in
            if byte == UInt8(ascii: "\t") || byte == 0x20 && last == 0x20 { return true }
            last = byte
            return false
        }
        if let end { (name, tail) = (rest[..<end], rest[end...]) }
        name = name.trimming
        guard !name.isEmpty else { throw JournalFailure(.unknownLine(String(text))) }
        if name.utf8.first == UInt8(ascii: "(") || name.utf8.first == UInt8(ascii: "[") {
            throw JournalFailure(.virtualPosting(String(name)))
        }
        var posting = JournalPosting(line: line, account: accounts.full(name))
        posting.status = status
        tail = tail.trimming
        if let mark = JournalParser.place(of: ";", in: tail) {
            let comment = tail[tail.index(after: mark)...]
            try posting.remarks.add(comment, isOwn: isOwn)
            tail = tail[..<mark].trimming
        }
        if let mark = JournalParser.place(of: "=", in: tail) {
            posting.assertion = try assertion(tail[tail.index(after: mark)...])
            tail = tail[..<mark].trimming
        }
        guard !tail.isEmpty else { return posting }
        guard let mark = JournalParser.place(of: "@", in: tail) else {
            posting.amount = try amounts.amount(tail)
            return posting
        }
        let amount = try amounts.amount(tail[..<mark])
        posting.amount = amount
        posting.cost = try cost(of: amount, tail[tail.index(after: mark)...])
        return posting
    }

    private func assertion(_ text: Substring) throws(JournalFailure) -> JournalPosting.Assertion {
        var rest = text
        let isTotal = rest.first == "="
        if isTotal { rest = rest.dropFirst() }
        let isInclusive = rest.first == "*"
        if isInclusive { rest = rest.dropFirst() }
        // Of a price only the balance matters.
        let end = JournalParser.place(of: "@", in: rest) ?? rest.endIndex
        return JournalPosting.Assertion(
            amount: try amounts.amount(rest[..<end]), isTotal: isTotal, isInclusive: isInclusive)
    }

    /// What an amount comes to at a price for each, or for all.
    private func cost(
        of amount: JournalAmount, _ text: Substring
    ) throws(JournalFailure) -> JournalAmount {
        let isTotal = text.first == "@"
        let price = try amounts.amount(isTotal ? text.dropFirst() : text)
        guard !price.number.isNegative else { throw JournalFailure(.badPrice(price.text)) }
        if isTotal {
            let number = amount.number.isNegative ? price.number.negated : price.number
            return JournalAmount(number: number, commodity: price.commodity)
        }
        guard let number = amount.number.multiplied(by: price.number) else {
            throw JournalFailure(.tooLarge(price.text))
        }
        return JournalAmount(number: number, commodity: price.commodity)
    }

    /// What a mark in front says.
    static func status(of text: Substring) -> LineStatus? {
        switch text.utf8.first {
        case UInt8(ascii: "!"): LineStatus(mark: "!")
        case UInt8(ascii: "*"): LineStatus(mark: "*")
        default: nil
        }
    }

    /// The first place of a mark that is in no quotes.
    static func place(of mark: Character, in text: Substring) -> Substring.Index? {
        guard let mark = mark.asciiValue else { return nil }
        var isQuoted = false
        return text.utf8.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return !isQuoted && byte == mark
        }
    }
}
