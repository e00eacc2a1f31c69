internal import Ledger

/// Reads lines as most are by their bytes: a day and a text, an account and an amount. What says
/// any more is left to who reads all.
struct PlainLines: Sendable {
    /// Names that come again are the same text.
    private var accounts = CellCache<String>()

    /// The day and the text of `2026-04-01 Tea`, a transaction of hledger; `nil` for other lines.
    func head(_ line: Cell) -> (day: Day, text: Cell)? {
        let (bytes, count) = (line.span, line.count)
        guard count > 11, bytes[10] == 0x20, PlainLines.isGraphic(bytes[11]),
            PlainLines.isGraphic(bytes[count - 1]), let day = PlainLines.day(bytes)
        else { return nil }
        // A status, or a code.
        if bytes[11] == 0x2A || bytes[11] == 0x21 || bytes[11] == 0x28 { return nil }
        for index in 12..<count where bytes[index] == 0x3B { return nil }
        if bytes[11] == 0x3B { return nil }
        return (day, line[(line.startIndex + 11)...])
    }

    /// The posting `  account  12.50 EUR` of hledger, or one without an amount; `nil` for other
    /// lines.
    mutating func posting(
        _ line: Cell, number: Int, _ amounts: JournalAmountReader
    ) -> JournalPosting? {
        let (bytes, count) = (line.span, line.count)
        var start = 0
        while start < count, bytes[start] == 0x20 { start += 1 }
        guard start < count, PlainLines.isGraphic(bytes[start]) else { return nil }
        switch bytes[start] {
        case UInt8(ascii: ";"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "("),
            UInt8(ascii: "["):
            return nil
        default: break
        }
        var end = start
        while end < count {
            let byte = bytes[end]
            if byte < 0x20 { return nil }
            // Names have single blanks.
            if byte == 0x20, end + 1 == count || bytes[end + 1] == 0x20 { break }
            end += 1
        }
        guard PlainLines.isGraphic(bytes[end - 1]) else { return nil }
        let first = line.startIndex
        var posting = JournalPosting(
            line: number, account: name(line[(first + start)..<(first + end)]))
        if end == count { return posting }
        while end < count, bytes[end] == 0x20 { end += 1 }
        guard let amount = amounts.plain(line[(first + end)...]) else { return nil }
        posting.amount = amount
        return posting
    }

    /// A name as text.
    mutating func name(_ cell: Cell) -> String { accounts.value(cell) { $0.text } }

    /// Whether a byte is a letter of ASCII that can be seen.
    static func isGraphic(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

    /// The day of `2026-04-01` in front of a line; `nil` for none, and for another form.
    static func day(_ bytes: Span<UInt8>) -> Day? {
        guard bytes.count >= 10 else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var number = 0
            for index in range {
                guard bytes[index].isDigit else { return nil }
                number = number * 10 + Int(bytes[index] - 0x30)
            }
            return number
        }
        guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10)
        else { return nil }
        return Day(year: year, month: month, day: day)?.filledIn
    }
}

extension JournalParser {
    /// Takes a line that says what most say; `false` for any other.
    mutating func takePlain(_ line: Cell) -> Bool {
        guard let first = line.first else {
            close()
            return true
        }
        if first == 0x20 {
            guard case .transaction = block, accounts.arePlain,
                let posting = plain.posting(line, number: self.line, amounts)
            else { return false }
            record?.postings.append(posting)
            return true
        }
        guard first.isDigit, let (day, text) = plain.head(line) else { return false }
        close()
        (isFaulty, block) = (false, .transaction)
        var new = JournalRecord(day: day)
        (new.file, new.line, new.description) = (file, self.line, text.text)
        new.postings.reserveCapacity(2)
        record = new
        return true
    }
}
