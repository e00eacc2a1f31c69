internal import Application
internal import Ledger

/// The rows of a file that restate lines of earlier imports, and the lines that it misses.
struct ProposalText {
    private let receipt: ImportReceipt
    private let output: OutputShape
    private let isOfTasks: Bool

    /// Rows of each that are shown, at most.
    private static let shownMax = 10

    init(_ receipt: ImportReceipt, isOfTasks: Bool = false, output: OutputShape) {
        (self.receipt, self.isOfTasks) = (receipt, isOfTasks)
        self.output = output
    }

    /// Empty when there is none.
    var text: String {
        if receipt.changed.isEmpty && receipt.missing.isEmpty && receipt.held == nil {
            return ""
        }
        var text = ""
        if !receipt.changed.isEmpty { text += "\n" + changed }
        if !receipt.missing.isEmpty { text += "\n" + missing }
        if receipt.held != nil { return text + "\n" + held }
        return text + "\n" + outcome
    }

    private var held: String {
        if isOfTasks {
            let count = receipt.held ?? 0
            return """
                Held back: \(counted(count, "task")) may be \(count == 1 ? "one" : "ones") \
                whose text was erased. If \(count == 1 ? "it is another" : "they are others"),
                import the file again with --changes ignore.

                """
        }
        let unplaced = receipt.unplaced ?? 0
        let count = (receipt.held ?? 0) - unplaced
        let text = unplaced > 0 ? self.unplaced(unplaced) : ""
        if count == 0 { return text }
        return text + """
            Held back: \(counted(count, "row")) \(count == 1 ? "has" : "have") the account, \
            the amount and about the day of lines of earlier
            files. If this file is one of those read in another way, undo that import first
            (\(output.program) undo --list); if these are other payments, import it again with
            --changes ignore.

            """
    }

    private func unplaced(_ count: Int) -> String {
        """
        Held back: \(counted(count, "row")) \(count == 1 ? "has" : "have") the day, the amount and \
        the text of lines of earlier files,
        but only one of the two says an account. If they are the same, keep one of the two: to have
        these, undo that import first (\(output.program) undo --list). If these are other payments,
        import the file again with --changes ignore.

        """
    }

    private var changed: String {
        var table = TextTable(
            columns: [
                .init(title: "Changed"), .init(title: "Day"), .init(title: "Title", widthMin: 10),
                .init(title: "Was"), .init(title: "Now", widthMin: 10),
            ], style: output.style)
        for row in receipt.changed.prefix(ProposalText.shownMax) {
            for (number, change) in row.changes.enumerated() {
                let day = row.day.map { "\($0)" } ?? ""
                let head = number == 0 ? ["\(row.id)", day, row.title] : ["", "", ""]
                table.add(head.map(Screen.plain) + [shown(change.was), shown(change.now)])
            }
        }
        return table.rendered(columns: output.columns) + more(receipt.changed.count)
    }

    private var missing: String {
        var table = TextTable(
            columns: [
                .init(title: "Missing"), .init(title: "Day"), .init(title: "Title", widthMin: 10),
                .init(title: "Amount", alignment: .right), .init(title: ""),
            ], style: output.style)
        for row in receipt.missing.prefix(ProposalText.shownMax) {
            table.add(
                "\(row.id)", "\(row.day)", Screen.plain(row.title), Figure(row.amount).text,
                row.currency)
        }
        return table.rendered(columns: output.columns) + more(receipt.missingCount)
    }

    private func shown(_ text: String?) -> String { text.map(Screen.plain) ?? "-" }

    private func more(_ count: Int) -> String {
        let left = count - ProposalText.shownMax
        return left > 0 ? "\(grouped(left)) more; --format json has all\n" : ""
    }

    private var outcome: String {
        if isOfTasks {
            return receipt.accepted
                ? "Changed tasks are as the file says.\n"
                : """
                The ledger has these tasks otherwise, so they stay as they are. To take over
                what the file says, run the command again with --changes accept.

                """
        }
        if receipt.accepted { return "Changed lines were amended, missing ones voided.\n" }
        return """
            Earlier files said otherwise, so these rows are held back. To take over what this file
            says, run the command again with --changes accept; if these are other payments, with
            --changes ignore.

            """
    }
}
