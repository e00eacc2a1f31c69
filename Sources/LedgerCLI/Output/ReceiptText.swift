internal import Ledger

/// What an import did, as text.
struct ReceiptText {
    let receipt: ImportReceipt
    let isRehearsal: Bool
    let output: OutputShape

    /// Refused rows that are shown; the others are counted.
    private static let refusalsMax = 20

    var text: String {
        let name = receipt.file.isEmpty ? "standard input" : Screen.plain(receipt.file)
        let rows = counted(receipt.read, "row")
        var text = output.style.bold("\(name): \(rows) read") + "\n\n"
        var table = TextTable(
            columns: [.init(title: ""), .init(title: "", alignment: .right)], style: output.style)
        table.add("new", grouped(receipt.new))
        table.add("known already", grouped(receipt.known))
        table.add("refused", grouped(receipt.refused.count))
        text += table.rendered(columns: nil)
        if !receipt.sums.isEmpty { text += "\n" + sums }
        for note in receipt.notes { text += NoteText.line(note) + "\n" }
        return text + "\n" + outcome + output.footer(receipt.position, receipt.root)
    }

    private var sums: String {
        var table = TextTable(
            columns: [
                .init(title: "New"), .init(title: "Sum", alignment: .right), .init(title: ""),
                .init(title: "Rows", alignment: .right),
            ], style: output.style)
        for total in receipt.sums {
            let name = ReportText.names([total.kind])
            table.add(name, Figure(total.sum).text, total.currency, grouped(total.count))
        }
        return table.rendered(columns: nil)
    }

    private var outcome: String {
        if let id = receipt.id {
            return "Recorded as import \(id).\n"
        }
        if isRehearsal { return "A dry run: nothing was written.\n" }
        if receipt.new == 0 && receipt.refused.isEmpty {
            return "Nothing new: the ledger has every row already.\n"
        }
        return "Nothing was written.\n"
    }

    /// The refused rows by line, for standard error.
    var refusals: String {
        var text = ""
        for refusal in receipt.refused.prefix(ReceiptText.refusalsMax) {
            text += "  line \(refusal.line): \(ErrorText.refusal(refusal))\n"
        }
        let rest = receipt.refused.count - ReceiptText.refusalsMax
        if rest > 0 { text += "  and \(grouped(rest)) more; all of them: --format json\n" }
        return text
    }
}

/// What was understood differently from what was typed.
enum NoteText {
    static func line(_ note: DecisionNote) -> String {
        let given = Screen.plain(note.given)
        let used = Screen.plain(note.used)
        switch note.kind {
        case .categorySpelling: return "note: category \(given) is spelt \(used) in this ledger"
        case .accountOpened: return "note: opened the account \(used)"
        case .wholeEntry:
            return "note: \(given) is one of \(used) lines of an entry; all of them changed"
        }
    }
}
