internal import Ledger

/// Reads statements of accounts in the format of SWIFT, MT940: fields that begin with a tag between
/// colons, such as `:61:` for an entry and `:86:` for what it is for.
struct MT940Parser: StatementParser {
    /// Rows that are read at once.
    private static let rowsMax = 256
    private static let fieldBytesMax = 1 << 14

    private var lines: TextLines
    private let shape: StatementShape
    private var number = 0
    private var field: Field?
    private var statement: MT940Statement?
    private var entry: MT940Entry?
    private var hasStatement = false
    /// The last balance of a page after which another one comes, by account.
    private var pages: [[UInt8]: MT940Balance] = [:]

    private struct Field {
        let tag: String
        let line: Int
        var lines: [[UInt8]]
        var bytes: Int
    }

    init(_ source: any ByteSource, _ form: TextForm, _ shape: StatementShape) {
        lines = TextLines(source, form)
        self.shape = shape
    }

    mutating func read(into output: inout StatementOutput) throws(ImportError) -> Bool {
        while output.rows.count < MT940Parser.rowsMax {
            guard let line = try lines.next() else {
                try endField(&output)
                try endStatement(&output)
                guard hasStatement else { throw fault(.noStatement, line: number) }
                return false
            }
            number = line.number
            guard line.length <= TextLines.keptBytesMax else {
                throw fault(.tooLong("line"), line: number)
            }
            try take(line.bytes, &output)
        }
        return true
    }

    private func fault(_ fault: StatementFault, line: Int) -> ImportError {
        .badStatement(.mt940, fault, line: max(1, line))
    }

    private mutating func take(
        _ bytes: [UInt8], _ output: inout StatementOutput
    ) throws(ImportError) {
        let text = bytes[...]
        if let (tag, rest) = MT940Parser.tag(text) {
            try endField(&output)
            field = Field(tag: tag, line: number, lines: [Array(rest)], bytes: rest.count)
        } else if text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "}")
            || text.trimmedCell.elementsEqual("-".utf8) || text.starts(with: "-}".utf8)
        {
            try endField(&output)
        } else if field != nil {
            // Between two messages, and before the first, is what carried them.
            field?.lines.append(bytes)
            field?.bytes += bytes.count
            guard field?.bytes ?? 0 <= MT940Parser.fieldBytesMax else {
                throw fault(.tooLong("field"), line: number)
            }
        }
    }

    /// The tag of a line, such as `60F`, and what is behind it.
    private static func tag(_ text: Cell) -> (String, Cell)? {
        guard text.first == UInt8(ascii: ":"),
            let end = text.dropFirst().firstIndex(of: UInt8(ascii: ":")),
            (3...4).contains(end - text.startIndex)
        else { return nil }
        let tag = text[(text.startIndex + 1)..<end]
        guard tag.prefix(2).allSatisfy(\.isDigit),
            tag.dropFirst(2).allSatisfy({ $0 >= 0x41 && $0 <= 0x5A })
        else { return nil }
        return (tag.text, text[(end + 1)...])
    }

    private mutating func endField(_ output: inout StatementOutput) throws(ImportError) {
        guard let done = field else { return }
        field = nil
        let text = done.lines[0][...].trimmedCell
        if done.tag == "20" {
            try endStatement(&output)
            statement = MT940Statement(line: done.line)
            hasStatement = true
            return
        }
        guard statement != nil else { throw fault(.misplaced(":\(done.tag):"), line: done.line) }
        if done.tag != "86" { endEntry(&output) }
        switch done.tag {
        case "25": statement?.account = Array(text)
        case "34F": statement?.currency = Array(text.prefix(3))
        case "60F", "60M", "62F", "62M":
            guard let balance = MT940Balance(text) else {
                throw fault(.malformed(":\(done.tag):\(text.text)"), line: done.line)
            }
            if done.tag.hasPrefix("60") {
                try take(opening: balance, isPage: done.tag == "60M", line: done.line)
            } else {
                statement?.closing = balance
                let account = statement?.account ?? []
                pages[account] = done.tag == "62M" ? balance : nil
                try endStatement(&output, line: done.line)
            }
        case "61":
            guard let found = MT940Entry(text, line: done.line) else {
                throw fault(.malformed(":61:\(text.text)"), line: done.line)
            }
            guard statement?.closing == nil else {
                throw fault(.misplaced(":61:"), line: done.line)
            }
            entry = found
            entry?.supplement = Array(done.lines.dropFirst().joined())
        case "86": entry?.information = MT940Information(done.lines)
        default: break
        }
    }

    /// A page begins with what the one before it ended with, or one between them is missing.
    private mutating func take(
        opening: MT940Balance, isPage: Bool, line: Int
    ) throws(ImportError) {
        statement?.opening = opening
        guard let account = statement?.account, isPage, let last = pages[account],
            last.currency == opening.currency
        else { return }
        _ = try shape.proves(
            last.value, .zero, opening.value, account: account, currency: opening.currency,
            line: line)
    }

    private mutating func endEntry(_ output: inout StatementOutput) {
        guard let done = entry, let known = statement else { return }
        entry = nil
        statement?.add(done)
        output.rows.append(
            done.row(account: known.account, currency: known.opening?.currency ?? known.currency))
    }

    /// Compares the balances where the last one comes.
    private mutating func endStatement(
        _ output: inout StatementOutput, line: Int
    ) throws(ImportError) {
        guard let statement else { return }
        output.add(try statement.note(shape, line: line))
    }

    /// Nothing more of the statement comes; it must have had its last balance.
    private mutating func endStatement(_ output: inout StatementOutput) throws(ImportError) {
        endEntry(&output)
        guard let done = statement else { return }
        statement = nil
        if done.closing != nil { return }
        guard done.opening == nil else { throw fault(.cut(":62F:"), line: max(number, done.line)) }
        output.add(try done.note(shape, line: done.line))
    }
}
