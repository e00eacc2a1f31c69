internal import Application
internal import Ledger

/// What an import did, as text.
struct ReceiptText {
    private let receipt: ImportReceipt
    private let understood: ImportCSV.Understood
    private let path: String
    private let isRehearsal: Bool
    private let output: OutputShape

    /// - Parameter path: The file as it was typed.
    init(_ done: ImportCSV.Output, path: String, isRehearsal: Bool, output: OutputShape) {
        receipt = done.receipt
        understood = done.understood
        self.path = path
        self.isRehearsal = isRehearsal
        self.output = output
    }

    var text: String {
        let name = receipt.file.isEmpty ? "Standard input" : Screen.plain(receipt.file)
        let unit = understood.tasks == nil ? "row" : "task"
        var text = output.style.bold("\(name): \(counted(receipt.read, unit)) read") + "\n\n"
        text += counts + "\n" + columns
        if !receipt.sums.isEmpty { text += "\n" + sums }
        text +=
            ProposalText(
                receipt, isOfTasks: understood.tasks != nil, output: output
            ).text
        text += "\n"
        text += NoteText.lines(receipt.notes, columns: output.columns)
        if understood.splitCategoryRows > 0 {
            let rows = counted(understood.splitCategoryRows, "row")
            text += "note: a colon inside a category made a level in \(rows)\n"
        }
        if receipt.id != nil { text += skipped }
        text += sign
        text += rules
        text += TypedText(receipt, output: output).text
        text += LearnedText(understood, isRehearsal: isRehearsal, output: output).text
        text += profileNotes
        text += outcome
        return isRehearsal ? text : text + output.footer(receipt.position, receipt.root)
    }

    private var counts: String {
        var table = TextTable(
            columns: [.init(title: ""), .init(title: "", alignment: .right), .init(title: "")])
        let late =
            receipt.late > 0 ? "\(grouped(receipt.late)) of them older than the account's last" : ""
        table.add("  new", grouped(receipt.new), late)
        table.add("  known already", grouped(receipt.known))
        if !receipt.changed.isEmpty { table.add("  changed", grouped(receipt.changed.count)) }
        table.add("  refused", grouped(receipt.refusedCount))
        if receipt.missingCount > 0 {
            table.add("  missing", grouped(receipt.missingCount), "of earlier files")
        }
        if let rows = understood.leftOutRows { table.add("  left out", grouped(rows)) }
        if understood.emptyRows > 0 { table.add("  empty", grouped(understood.emptyRows)) }
        return table.rendered(columns: nil)
    }

    /// How the file was understood, in the order of the receipt's roles.
    private var columns: String {
        if let journal = understood.journal {
            let isWritten = receipt.id != nil && !isRehearsal
            return journal.table(isWritten: isWritten).rendered(columns: nil)
        }
        if let app = understood.app { return app.table.rendered(columns: nil) }
        if let tasks = understood.tasks { return tasks.table.rendered(columns: output.columns) }
        var table = TextTable(columns: [.init(title: ""), .init(title: "", widthMin: 20)])
        for (role, sources) in understood.columns.sorted(by: { $0.key < $1.key }) {
            var words = sources.map(Screen.plain).joined(separator: " : ")
            if role == "date", let form = understood.dates { words += "  (\(form))" }
            if role == "amount", let mark = understood.decimalMark {
                words += "  (decimals after \(mark))"
            }
            if role == "balance", let proof = understood.balanceWords { words += "  (\(proof))" }
            table.add("  \(role)", words)
        }
        if !understood.unused.isEmpty {
            table.add("  left out", understood.unused.map(Screen.plain).joined(separator: ", "))
        }
        for row in understood.oddities { table.add(row) }
        return table.rendered(columns: output.columns)
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

    private var profileNotes: String {
        let note = understood.profile
        var text = ""
        if let used = note.used, note.isForOtherColumns {
            text += "note: profile \(Screen.plain(used)) was saved for a file with other columns\n"
        }
        if let saved = note.saved {
            let command = "\(output.program) import FILE --profile \(Explanation.shellWord(saved))"
            text +=
                "note: \(isRehearsal ? "would save" : "saved") the profile "
                + "\(Screen.plain(saved)); the next file needs only:\n      \(command)\n"
        }
        if let first = note.proposed.first {
            let names = note.proposed.map(Screen.plain).joined(separator: " and ")
            let again = receipt.id.map { "\(output.program) undo \($0) && " } ?? ""
            text +=
                "note: the header matches profile \(names); to read the file so:\n      "
                + "\(again)\(output.program) import \(Explanation.shellWord(path)) "
                + "--profile \(Explanation.shellWord(first))\n"
        }
        return text
    }

    /// The rows that were left out because they cannot be read.
    private var skipped: String {
        let shownMax = 10
        var text = ""
        for row in receipt.refused.prefix(shownMax) {
            text += "left out: line \(row.line): \(Explanation.words(row))\n"
        }
        let rest = receipt.refusedCount - min(shownMax, receipt.refused.count)
        return rest > 0 ? text + "  and \(grouped(rest)) more; --format json has them\n" : text
    }

    /// How to turn round what the amounts themselves decided.
    private var sign: String {
        let sign = understood.sign
        guard sign.isFound, sign.sign == "account" else { return "" }
        let first = receipt.id.map { "first \(output.program) undo \($0), then " } ?? ""
        return "note: a minus was taken for money spent: \(grouped(sign.negative)) of "
            + "\(grouped(sign.positive + sign.negative)) amounts have one;\n"
            + "      if it is a refund: \(first)import with --sign spend\n"
    }

    private var rules: String {
        guard let rules = understood.rules, let id = receipt.id else { return "" }
        return "note: rules find \(grouped(rules)) of the new lines; to change them:\n"
            + "      \(output.program) rules apply --where batch:\(id)\n"
    }

    private var outcome: String {
        if !receipt.refused.isEmpty, receipt.id == nil { return "Nothing was written.\n" }
        if isRehearsal { return "A dry run: nothing was written.\n" }
        guard let id = receipt.id else {
            let unit = understood.tasks == nil ? "row" : "task"
            if receipt.read == 0 { return "The file has no \(unit)s: nothing was written.\n" }
            let isHeld = !receipt.changed.isEmpty || receipt.held != nil
            return isHeld
                ? "Nothing was written.\n"
                : "Nothing new: the ledger has every \(unit) already.\n"
        }
        return "Recorded as import \(id).\n"
    }
}
