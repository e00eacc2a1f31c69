internal import Ledger

/// Reads the registers of accounts in QIF: a line for each field, by its first letter, and `^`
/// behind each transaction.
///
/// Dates and amounts are written as the program's country does, so the whole columns decide how.
/// A split is so many rows.
struct QIFParser: StatementParser {
    /// Rows that are read at once.
    private static let rowsMax = 256
    private static let splitsMax = 1_000
    /// The lists whose entries are transactions of an account that holds money.
    private static let registers: Set = ["bank", "ccard", "cash", "oth a", "oth l"]
    /// The lists that are no transactions.
    private static let lists: Set = [
        "cat", "class", "memorized", "tag", "security", "prices", "budget", "template",
    ]

    private var lines: TextLines
    /// What the entries that come are.
    private var list = List.none
    private var account: [UInt8] = []
    private var number = 0
    private var transaction: Transaction?
    private var hasStatement = false

    private enum List {
        case none, register, accounts, other
    }

    private struct Transaction {
        let line: Int
        var fields: [UInt8: [UInt8]] = [:]
        var splits: [Split] = []
    }

    private struct Split {
        var category: [UInt8]
        var memo: [UInt8] = []
        var amount: [UInt8] = []
    }

    init(_ source: any ByteSource, _ form: TextForm) {
        lines = TextLines(source, form)
    }

    mutating func read(into output: inout StatementOutput) throws(ImportError) -> Bool {
        while output.rows.count < QIFParser.rowsMax {
            guard let line = try lines.next() else {
                if transaction != nil { throw fault(.cut("^")) }
                guard hasStatement else { throw fault(.noStatement) }
                return false
            }
            number = line.number
            guard line.length <= TextLines.keptBytesMax else { throw fault(.tooLong("line")) }
            let text = line.bytes[...].trimmedCell
            guard let mark = text.first else { continue }
            if mark == UInt8(ascii: "!") {
                try begin(text.dropFirst().text.lowercased())
            } else if mark == UInt8(ascii: "^") {
                try end(&output)
            } else {
                try take(mark, Array(text.dropFirst().trimmedCell))
            }
        }
        return true
    }

    private func fault(_ fault: StatementFault) -> ImportError {
        .badStatement(.qif, fault, line: max(1, number))
    }

    private mutating func begin(_ name: String) throws(ImportError) {
        guard transaction == nil else { throw fault(.misplaced("!\(name)")) }
        if name.hasPrefix("option:") || name.hasPrefix("clear:") { return }
        let type = name.hasPrefix("type:") ? String(name.dropFirst(5)).trimmed : ""
        if QIFParser.registers.contains(type) {
            list = .register
            hasStatement = true
        } else if name == "account" {
            list = .accounts
        } else if QIFParser.lists.contains(type) {
            list = .other
        } else {
            throw fault(.malformed("!\(name)"))
        }
    }

    private mutating func take(_ mark: UInt8, _ text: [UInt8]) throws(ImportError) {
        var open = transaction ?? Transaction(line: number)
        defer { transaction = open }
        switch (list, mark) {
        case (.none, _): throw fault(.misplaced(Cell([mark]).text))
        case (.register, UInt8(ascii: "S")):
            open.splits.append(Split(category: text))
            guard open.splits.count <= QIFParser.splitsMax else { throw fault(.tooLong("split")) }
        case (.register, UInt8(ascii: "E")), (.register, UInt8(ascii: "$")):
            guard let last = open.splits.indices.last else {
                throw fault(.misplaced(Cell([mark]).text))
            }
            if mark == UInt8(ascii: "E") {
                open.splits[last].memo = text
            } else {
                open.splits[last].amount = text
            }
        case (.register, UInt8(ascii: "A")):
            // An address has several lines.
            let known = open.fields[mark] ?? []
            guard known.count + text.count <= TextLines.keptBytesMax else { return }
            open.fields[mark] = known.isEmpty ? text : known + Array(", ".utf8) + text
        case (.register, UInt8(ascii: "D")) where open.fields[mark] != nil,
            (.register, UInt8(ascii: "T")) where open.fields[mark] != nil:
            // Where the line between two transactions is lost, one of them would be, too.
            throw fault(.misplaced(Cell([mark]).text))
        default: open.fields[mark] = text
        }
    }

    private mutating func end(_ output: inout StatementOutput) throws(ImportError) {
        guard let transaction else { return }
        self.transaction = nil
        switch list {
        case .accounts: account = transaction.fields[UInt8(ascii: "N")] ?? []
        case .register: output.rows += try rows(transaction)
        case .none, .other: break
        }
    }

    private func rows(_ transaction: Transaction) throws(ImportError) -> [StatementOutput.Row] {
        func field(_ letter: Unicode.Scalar) -> [UInt8] {
            transaction.fields[UInt8(ascii: letter)] ?? []
        }
        let total = field("T").isEmpty ? field("U") : field("T")
        if transaction.splits.isEmpty {
            return [row(transaction, total, category: field("L"), memo: field("M"))]
        }
        guard QIFParser.isSum(transaction.splits.map(\.amount), total) else {
            throw .badStatement(
                .qif, .unlikeParts(total[...].text), line: transaction.line)
        }
        return transaction.splits.map { split in
            row(
                transaction, split.amount, category: split.category,
                memo: split.memo.isEmpty ? field("M") : split.memo)
        }
    }

    private func row(
        _ transaction: Transaction, _ amount: [UInt8], category: [UInt8], memo: [UInt8]
    ) -> StatementOutput.Row {
        func field(_ letter: Unicode.Scalar) -> [UInt8] {
            transaction.fields[UInt8(ascii: letter)] ?? []
        }
        let isOut = AmountCell(amount[...])?.isNegative ?? false
        // Behind a slash is a class.
        var path = category.prefix { $0 != UInt8(ascii: "/") }[...]
        let group = category.dropFirst(path.count + 1)
        let isTransfer = path.first == UInt8(ascii: "[")
        let other = isTransfer ? Array(path) : []
        if isTransfer { path = [] }
        let kind =
            isTransfer ? isOut ? "transfer-out" : "transfer-in" : isOut ? "expense" : "income"
        let names = [field("P"), memo, other].filter { !$0.isEmpty }
        let status = field("C")
        return StatementOutput.Row(
            line: transaction.line,
            cells: [
                QIFParser.date(field("D")), amount, Array(kind.utf8), names.first ?? [],
                names.count > 1 ? names[1] : [], Array(path), account, field("N"), status,
                Array(group), field("A"),
            ])
    }

    /// Whether amounts are another one together, read with either decimal mark.
    private static func isSum(_ parts: [[UInt8]], _ total: [UInt8]) -> Bool {
        [false, true].contains { isComma in
            func value(_ text: [UInt8]) -> Int64? {
                AmountCell(text[...]).flatMap { BalanceCollector.value(of: $0, isComma: isComma) }
            }
            let values = parts.compactMap(value)
            guard values.count == parts.count, let total = value(total) else { return false }
            return values.reduce(0, &+) == total
        }
    }

    /// A date with four digits for the year and no blanks: behind an apostrophe years begin with
    /// 2000.
    private static func date(_ text: [UInt8]) -> [UInt8] {
        let marks: Set<UInt8> = [0x2F, 0x2D, 0x2E, 0x27]
        let plain = text.filter { $0 != 0x20 }
        let parts = plain.split(omittingEmptySubsequences: false, whereSeparator: marks.contains)
        guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy(\.isDigit) }),
            let year = parts.last, (1...2).contains(year.count),
            (1...2).contains(parts[0].count), (1...2).contains(parts[1].count)
        else { return plain.map { $0 == 0x27 ? 0x2F : $0 } }
        let value = year.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        let isNew = plain.contains(0x27)
        let mark: UInt8 = plain.contains(0x2E) ? 0x2E : plain.contains(0x2D) ? 0x2D : 0x2F
        let whole = "\(isNew || value < 70 ? 2_000 + value : 1_900 + value)"
        return Array(parts[0]) + [mark] + Array(parts[1]) + [mark] + Array(whole.utf8)
    }
}
