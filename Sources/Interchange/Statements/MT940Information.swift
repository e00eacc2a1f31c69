internal import Ledger

/// What `:86:` says of an entry: text; or in the German way a code of three digits, a mark, and
/// fields that begin with that mark and two digits; or in the Dutch way fields that begin with a
/// word between slashes.
struct MT940Information {
    /// The fields hold 27 letters, and go on where one is full.
    private static let fieldLength = 27
    /// What the parts of a purpose begin with; `SVWZ+` is the text of who pays.
    private static let words = [
        "EREF+", "KREF+", "MREF+", "CRED+", "DEBT+", "SVWZ+", "ABWA+", "ABWE+", "COAM+", "OAMT+",
        "IBAN+", "BIC+", "PURP+", "SVCL+",
    ].map { Array($0.utf8) }

    /// The other party; empty for none.
    private(set) var name: [UInt8] = []
    /// What the payment is for.
    private(set) var purpose: [UInt8] = []
    /// The account of the other party.
    private(set) var account: [UInt8] = []
    /// What who pays calls the payment.
    private(set) var reference: [UInt8] = []
    /// The kind of the payment, in the bank's words; empty for none.
    private(set) var posting: [UInt8] = []

    init(_ lines: [[UInt8]]) {
        let text = Array(lines.joined())
        if let fields = MT940Information.fields(betweenSlashes: text) {
            name = fields["NAME"] ?? []
            purpose = fields["REMI"] ?? []
            posting = fields["TRTP"] ?? []
            (account, reference) = (fields["IBAN"] ?? [], fields["EREF"] ?? [])
            return
        }
        let mark = text.dropFirst(3).first
        guard text.prefix(3).count == 3, text.prefix(3).allSatisfy(\.isDigit), let mark,
            !mark.isDigit, !mark.isWordByte, mark > 0x20
        else {
            purpose = Array(
                lines.map { Array($0[...].trimmedCell) }.joined(separator: [0x20]))
            return
        }
        var parts: [[UInt8]] = []
        var names: [[UInt8]] = []
        for field in text.split(separator: mark).dropFirst() {
            let code = field.prefix(2)
            guard code.count == 2, code.allSatisfy(\.isDigit) else {
                // The mark was part of a text.
                if let last = parts.popLast() { parts.append(last + [mark] + field) }
                continue
            }
            let value = Array(field.dropFirst(2))
            switch Int(code.text) ?? 0 {
            case 0: posting = Array(value[...].trimmedCell)
            case 20...29, 60...63: parts.append(value)
            case 31, 38: if !value.isEmpty { account = Array(value[...].trimmedCell) }
            case 32, 33: names.append(value)
            default: break
            }
        }
        name = MT940Information.joined(names)
        let whole = MT940Information.joined(parts)
        purpose = MT940Information.part("SVWZ+", of: whole) ?? whole
        reference = MT940Information.part("EREF+", of: whole) ?? []
        if account.isEmpty { account = MT940Information.part("IBAN+", of: whole) ?? [] }
    }

    /// The fields of `/NAME/John Doe/REMI/Rent`; `nil` for other texts.
    private static func fields(betweenSlashes text: [UInt8]) -> [String: [UInt8]]? {
        var fields: [String: [UInt8]] = [:]
        var (word, start) = ("", 0)
        var index = 0
        while index <= text.count {
            let rest = text[index...]
            let letters = rest.dropFirst().prefix { $0 >= 0x41 && $0 <= 0x5A }
            let isWord =
                rest.first == UInt8(ascii: "/") && (3...4).contains(letters.count)
                && rest.dropFirst(letters.count + 1).first == UInt8(ascii: "/")
            guard isWord || index == text.count else {
                if index == 0 { return nil }
                index += 1
                continue
            }
            if !word.isEmpty, fields[word] == nil {
                fields[word] = Array(text[start..<index].trimmedCell)
            }
            if index == text.count { break }
            word = letters.text
            start = index + letters.count + 2
            // The slash behind a word without a value begins the next one.
            index = start
        }
        return fields
    }

    /// Fields as one text: a full one goes on in the next, others are words of their own.
    private static func joined(_ fields: [[UInt8]]) -> [UInt8] {
        var text: [UInt8] = []
        var isFull = true
        for field in fields where !field.isEmpty {
            let isPart = words.contains { field.starts(with: $0) }
            if !isFull || (isPart && !text.isEmpty) { text.append(0x20) }
            text += field
            isFull = field.count >= fieldLength
        }
        return Array(text[...].trimmedCell)
    }

    /// A part of a purpose that has some, such as the text of who pays; `nil` for none.
    private static func part(_ word: String, of text: [UInt8]) -> [UInt8]? {
        guard let place = place(of: [Array(word.utf8)], in: text[...]) else { return nil }
        let rest = text[(place + word.utf8.count)...]
        let end = self.place(of: words, in: rest) ?? rest.endIndex
        return Array(rest[..<end].trimmedCell)
    }

    /// Where the first of some words begins, each of which has a plus at its end and nowhere else;
    /// `nil` where there is none of them.
    private static func place(of words: [[UInt8]], in text: Cell) -> Int? {
        var from = text.startIndex
        var first: Int?
        while let plus = text[from...].firstIndex(of: UInt8(ascii: "+")) {
            for word in words {
                let start = plus + 1 - word.count
                guard start >= text.startIndex, text[start...plus].elementsEqual(word) else {
                    continue
                }
                first = min(first ?? start, start)
            }
            if let first { return first }
            from = plus + 1
        }
        return nil
    }
}
