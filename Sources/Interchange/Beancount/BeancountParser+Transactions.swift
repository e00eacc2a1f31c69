internal import Ledger

extension BeancountParser {
    /// Takes a line that says what most say; `false` for any other.
    mutating func takePlain(_ line: Cell) -> Bool {
        let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        guard let first = text.first else {
            close()
            return true
        }
        if first == 0x20 {
            guard case .transaction = block,
                let posting = plain.beancountPosting(text, number: self.line)
            else { return false }
            record?.postings.append(posting)
            return true
        }
        guard first.isDigit, let head = PlainLines.beancountHead(text) else { return false }
        close()
        (isFaulty, block) = (false, .transaction)
        var new = JournalRecord(day: head.day)
        (new.file, new.line, new.status, new.description) = (
            file, self.line, head.status, head.text
        )
        new.postings.reserveCapacity(2)
        record = new
        for tag in pushed.all { mark(tag) }
        return true
    }

    /// Begins a transaction.
    mutating func open(
        _ day: Day, _ flag: String, _ parts: [BeancountLine.Part], _ line: BeancountLine
    ) throws(JournalFailure) {
        guard flag == "txn" || flag.utf8.count == 1, !flag.allSatisfy({ $0.isNumber }) else {
            throw JournalFailure(.unknownDirective(line.words))
        }
        isFaulty = false
        block = .transaction
        var new = JournalRecord(day: day)
        (new.file, new.line) = (file, line.number)
        // `txn` says of a transaction only that it is one.
        new.status = flag.first.flatMap { LineStatus(mark: $0) }
        var texts: [String] = []
        record = new
        for tag in pushed.all { mark(tag) }
        for part in parts.dropFirst() {
            switch part {
            case .text(let text): texts.append(text)
            case .word(let word) where BeancountParser.isMark(word): mark(word)
            case .word("|"): break
            case .word, .mark: throw JournalFailure(.unknownLine(line.words))
            }
        }
        if texts.count > 2 { throw JournalFailure(.unknownLine(line.words)) }
        let said = texts.map { text in
            let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
            return isPlain ? text : text.split(whereSeparator: \.isNewline).joined(separator: " ")
        }
        record?.description = said.filter { !$0.isEmpty }.joined(separator: " | ")
    }

    /// Of its own ledgers a tag that is not legal in beancount is said beside it.
    func tagged(_ record: JournalRecord) -> JournalRecord {
        var record = record
        func said(_ remarks: JournalRemarks) -> [String]? {
            remarks.own[BeancountParser.tags].map { $0.flatMap(JournalText.tags) }
        }
        let hasSides = record.postings.contains { said($0.remarks) != nil }
        record.remarks.tags = said(record.remarks) ?? (hasSides ? [] : record.remarks.tags)
        for index in record.postings.indices {
            record.postings[index].remarks.tags = said(record.postings[index].remarks) ?? []
        }
        return record
    }
}

extension PlainLines {
    private static let pending = LineStatus(mark: "!")
    private static let cleared = LineStatus(mark: "*")

    /// The day, status and texts of `2026-04-01 * "Shop" "Tea"`; `nil` for other lines.
    static func beancountHead(_ line: Cell) -> (day: Day, status: LineStatus?, text: String)? {
        let (bytes, count) = (line.span, line.count)
        guard count > 14, bytes[10] == 0x20, bytes[12] == 0x20,
            bytes[11] == UInt8(ascii: "*") || bytes[11] == UInt8(ascii: "!"), let day = day(bytes)
        else { return nil }
        let status = bytes[11] == UInt8(ascii: "*") ? cleared : pending
        var index = 13
        guard let first = quoted(bytes, &index) else { return nil }
        var text = line[(line.startIndex + first.lowerBound)..<(line.startIndex + first.upperBound)]
            .text
        if index < count {
            guard let range = quoted(bytes, &index), index == count else { return nil }
            let second = line[
                (line.startIndex + range.lowerBound)..<(line.startIndex + range.upperBound)
            ].text
            text = text.isEmpty || second.isEmpty ? text + second : text + " | " + second
        }
        return (day, status, text)
    }

    /// What is between the quotes at an index, which then is behind them and blanks; `nil` for
    /// what is escaped, or may have an end of a line.
    private static func quoted(_ bytes: Span<UInt8>, _ index: inout Int) -> Range<Int>? {
        guard bytes[index] == UInt8(ascii: "\"") else { return nil }
        index += 1
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            let byte = bytes[index]
            // Beyond ASCII, ends of lines begin with these two.
            if byte < 0x20 || byte == UInt8(ascii: "\\") || byte == 0xC2 || byte == 0xE2 {
                return nil
            }
            index += 1
        }
        guard index < bytes.count else { return nil }
        let end = index
        index += 1
        while index < bytes.count, bytes[index] == 0x20 { index += 1 }
        return start..<end
    }

    /// The posting `  Assets:Cash  12.50 EUR` of beancount, or one without an amount; `nil` for
    /// other lines.
    mutating func beancountPosting(_ line: Cell, number: Int) -> JournalPosting? {
        let (bytes, count, first) = (line.span, line.count, line.startIndex)
        var start = 0
        while start < count, bytes[start] == 0x20 { start += 1 }
        guard start < count, PlainLines.isCapital(bytes[start]) else { return nil }
        var (end, isAccount) = (start, false)
        while end < count, bytes[end] != 0x20 {
            if BeancountLine.isEnd(bytes[end]) { return nil }
            if bytes[end] == UInt8(ascii: ":") { isAccount = true }
            end += 1
        }
        guard isAccount else { return nil }
        var posting = JournalPosting(
            line: number, account: name(line[(first + start)..<(first + end)]))
        if end == count { return posting }
        while end < count, bytes[end] == 0x20 { end += 1 }
        guard let value = PlainLines.number(bytes, &end) else { return nil }
        while end < count, bytes[end] == 0x20 { end += 1 }
        guard end < count, PlainLines.isCapital(bytes[end]) else { return nil }
        for index in end..<count where !PlainLines.isCapital(bytes[index]) {
            if !bytes[index].isDigit { return nil }
        }
        posting.amount = JournalAmount(number: value, commodity: line[(first + end)...].text)
        return posting
    }

    private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    /// A number without groups before a blank, of which the index then is.
    private static func number(_ bytes: Span<UInt8>, _ index: inout Int) -> JournalNumber? {
        guard index < bytes.count else { return nil }
        let isNegative = bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        var (value, digits, decimals) = (Int64(0), 0, -1)
        while index < bytes.count, bytes[index] != 0x20 {
            let byte = bytes[index]
            if byte == UInt8(ascii: "."), decimals < 0 {
                decimals = 0
            } else if byte.isDigit, digits < 17 {
                value = value * 10 + Int64(byte - 0x30)
                digits += 1
                if decimals >= 0 { decimals += 1 }
            } else {
                return nil
            }
            index += 1
        }
        guard digits > 0, index < bytes.count else { return nil }
        return JournalNumber(
            digits: Int128(isNegative ? -value : value), scale: max(0, decimals))
    }
}
