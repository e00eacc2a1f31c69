internal import Application
internal import Interchange
internal import Ledger
internal import LedgerCLI

/// The receipt of an import, and how the file was understood.
struct ImportView {
    /// Rows of a kind that are shown, at most.
    private static let rowsMax = 50

    private let receipt: ImportReceipt
    private let understood: ImportCSV.Understood
    private let file: FileShelf.File

    init(_ done: ImportCSV.Output, file: FileShelf.File) {
        (receipt, understood) = (done.receipt, done.understood)
        self.file = file
    }

    /// What the file is, in a few words.
    private var kind: Phrase {
        if let tasks = understood.tasks {
            switch tasks.format {
            case .taskwarrior: return "tasks of Taskwarrior"
            case .todo: return "tasks of todo.txt"
            case .calendar: return "tasks of a calendar"
            }
        }
        if let journal = understood.journal {
            return "a journal with \(Figure.grouped(journal.transactions)) transactions"
        }
        if let format = understood.format { return "a statement, \(format.uppercased())" }
        let names: [String: Phrase] = [
            ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars",
        ]
        let name = names[understood.separator] ?? Phrase(plain: understood.separator)
        return "a table with \(name) between cells"
    }

    /// What it is, how many rows are new, and what they come to.
    var summary: HTML {
        let size = Figure.grouped((file.bytes.count + 1_023) / 1_024)
        return HTML([
            tag("p", .css("dim")) {
                "\(kind) · \(understood.encoding) · \(size) KiB"
                understood.headerLine > 1 ? " · header on line \(understood.headerLine)" : ""
            },
            tag("p") {
                "\(Figure.grouped(receipt.read)) read · "
                tag("strong") { "\(Figure.grouped(receipt.new)) new" }
                " · \(Figure.grouped(receipt.known)) known already"
                if !receipt.changed.isEmpty {
                    " · \(Figure.grouped(receipt.changed.count)) changed"
                }
                if receipt.missingCount > 0 {
                    " · \(Figure.grouped(receipt.missingCount)) of earlier files missing"
                }
                if receipt.refusedCount > 0 {
                    " · \(Figure.grouped(receipt.refusedCount)) cannot be read"
                }
                if let rows = understood.leftOutRows { " · \(Figure.grouped(rows)) left out" }
                if let held = receipt.held { " · \(Figure.grouped(held)) held back" }
            },
            receipt.sums.isEmpty
                ? .empty
                : tag("p") {
                    for (index, sum) in receipt.sums.enumerated() {
                        index == 0 ? "" : " · "
                        "\(PageContext.name(of: sum.kind)) "
                        tag("strong") { "\(Figure.grouped(sum.sum)) \(sum.currency)" }
                    }
                },
        ])
    }

    /// Which column means what.
    var columns: HTML {
        var rows: [(Phrase, Phrase)] = understood.columns.sorted { $0.key < $1.key }
            .map { role, sources in
                (Phrase(word: role), "\(sources.joined(separator: " : "))\(detail(of: role))")
            }
        if !understood.unused.isEmpty {
            rows.append(("left out", Phrase(plain: understood.unused.joined(separator: ", "))))
        }
        for statement in (understood.statements ?? []).prefix(5) {
            rows.append(("statement", words(of: statement)))
        }
        for sample in understood.encodingSamples {
            rows.append(("reads", "line \(sample.line): \(sample.text)"))
        }
        for footer in understood.footers.prefix(3) {
            rows.append(("behind the rows", Phrase(plain: footer)))
        }
        if let tasks = understood.tasks {
            rows += tasks.kept.sorted { $0.key < $1.key }
                .map { ("in notes", "\($0.key), \($0.value) times") }
            rows += tasks.leftOut.sorted { $0.key < $1.key }
                .map { ("left out", "\($0.key), \($0.value) times") }
        }
        if rows.isEmpty { return .empty }
        return tag("details", .flag("open")) {
            tag("summary") { "What was understood" }
            tag("table") {
                tag("tbody") {
                    for (role, text) in rows {
                        tag("tr") {
                            tag("th", .of("scope", "row")) { role }
                            tag("td", .css("text")) { text }
                        }
                    }
                }
            }
        }
    }

    private func detail(of role: String) -> Phrase {
        switch role {
        case "date":
            return understood.dates.map { "  (\($0))" } ?? ""
        case "amount":
            let mark: Phrase = understood.decimalMark.map { "  (decimals behind \($0))" } ?? ""
            let isSpent = understood.sign.isFound && understood.sign.sign == "account"
            let sign: Phrase = isSpent ? "  (a minus is money spent)" : ""
            return "\(mark)\(sign)"
        case "balance":
            guard let balance = understood.balance else { return "" }
            if let line = balance.firstBreak { return "  (does not follow on line \(line))" }
            return "  (all \(balance.compared) agree)"
        default: return ""
        }
    }

    private func words(of statement: ImportCSV.Statement) -> Phrase {
        let name = Phrase(statement.account, or: "\(statement.entries) entries")
        guard let closing = statement.closing else { return "\(name), without a balance" }
        let end = "\(Figure.grouped(closing)) \(statement.currency)"
        guard let opening = statement.opening else { return "\(name), closes with \(end)" }
        let proof: Phrase = statement.isProven ? "none is missing" : "not compared"
        return "\(name), from \(Figure.grouped(opening)) to \(end), \(proof)"
    }

    /// The rows that cannot be read, each with its line in the file.
    var refusals: HTML {
        if receipt.refused.isEmpty { return .empty }
        let lines = lineTexts(receipt.refused.prefix(ImportView.rowsMax).map(\.line))
        return scrolling {
            tag("table") {
                tag("caption") { "Cannot be read" }
                tag("tbody") {
                    for row in receipt.refused.prefix(ImportView.rowsMax) {
                        tag("tr") {
                            tag("th", .css("day"), .of("scope", "row")) { "line \(row.line)" }
                            tag("td") {
                                ImportAdvice.words(row)
                                if let text = lines[row.line] {
                                    tag("div", .css("sample dim")) { text }
                                }
                            }
                        }
                    }
                }
            }
            let rest = receipt.refusedCount - min(receipt.refused.count, ImportView.rowsMax)
            if rest > 0 { tag("p", .css("dim")) { "and \(Figure.grouped(rest)) more" } }
        }
    }

    /// The lines of the file with some numbers, as they are written; none of a file that is in
    /// another encoding than one of ASCII's family.
    private func lineTexts(_ numbers: [Int]) -> [Int: String] {
        guard let last = numbers.max(), !understood.encoding.hasPrefix("utf-16") else { return [:] }
        let wanted = Set(numbers)
        var result: [Int: String] = [:]
        var (number, start) = (1, file.bytes.startIndex)
        while number <= last, start < file.bytes.endIndex {
            let end = file.bytes[start...].firstIndex(of: 0x0A) ?? file.bytes.endIndex
            if wanted.contains(number) {
                let text = String(
                    decoding: file.bytes[start..<min(end, start + 200)], as: UTF8.self)
                result[number] = String(text.filter { $0 != "\r" })
            }
            (number, start) = (number + 1, end + 1)
        }
        return result
    }

    /// Rows that look like entries that were typed by hand.
    var typed: HTML {
        guard let typed = receipt.typed, !typed.isEmpty else { return .empty }
        let rest = typed.count - min(typed.count, ImportView.rowsMax)
        return tag("p", .css("dim")) {
            typed.count == 1
                ? "1 row looks like an entry that you typed: "
                : "\(Figure.grouped(typed.count)) rows look like entries that you typed: "
            for (index, row) in typed.prefix(ImportView.rowsMax).enumerated() {
                index == 0 ? "" : ", "
                tag("a", .href(Link("/entry", ["id": "\(row.entry)"]))) {
                    Phrase(plain: "\(row.entry)")
                }
            }
            if rest > 0 {
                ", "
                "and \(Figure.grouped(rest)) more"
            }
        }
    }

    /// Rows that restate lines of earlier imports, and lines that the file misses.
    var changes: HTML {
        if receipt.changed.isEmpty, receipt.missing.isEmpty { return .empty }
        return tag("ul", .css("list")) {
            for row in receipt.changed.prefix(ImportView.rowsMax) {
                tag("li") {
                    tag("div", .css("grow")) {
                        tag("strong") { "changed " }
                        tag("a", .href(Link("/entry", ["id": "\(row.id)"]))) {
                            Phrase(row.title, or: "entry \(row.id)")
                        }
                        for change in row.changes {
                            tag("div", .css("dim")) {
                                "\(change.field): \(change.was ?? "–") → \(change.now ?? "–")"
                            }
                        }
                    }
                }
            }
            for row in receipt.missing.prefix(ImportView.rowsMax) {
                tag("li") {
                    tag("div", .css("grow")) {
                        tag("strong") { "missing " }
                        tag("a", .href(Link("/entry", ["id": "\(row.id)"]))) {
                            Phrase(row.title, or: "entry \(row.id)")
                        }
                        tag("div", .css("dim")) {
                            "\(row.day) · \(Figure.grouped(row.amount)) \(row.currency)"
                        }
                    }
                }
            }
        }
    }
}

/// What would come of a file.
struct ImportRehearsal {
    /// `nil` where the file has to be asked about first.
    var done: ImportCSV.Output?
    /// The first of the new lines.
    var lines: [LineRow] = []
    /// What is asked.
    var advice: ImportAdvice?
    /// The names of the columns; empty where they are not known.
    var header: [String] = []
    /// The saved profiles.
    var profiles: [String] = []
}

extension ImportCSV.Understood {
    /// The names of the columns of the file, as far as they are known.
    var header: [String] {
        let used = columns.values.joined().filter { !$0.hasPrefix("=") }
        return (used + unused).filter { !$0.isEmpty }
    }
}

extension ImportError {
    /// The names of the columns of the file, as far as they are known.
    var header: [String] {
        switch self {
        case .missingColumn(_, let header), .unknownColumn(_, _, _, let header): header
        case .ambiguousColumn(_, let names), .ambiguousSides(let names): names
        default: []
        }
    }
}
