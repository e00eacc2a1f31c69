internal import Application
internal import Ledger

/// Prices as text.
enum PriceText {
    /// A line for each price.
    ///
    /// - Parameter isAll: Whether those of all days are listed.
    static func list(_ list: PriceList, isAll: Bool, _ output: OutputShape) -> String {
        let footer = output.footer(list.position, list.root)
        if list.prices.isEmpty {
            if !isAll { return "No prices of these days.\n\n" + footer }
            return "No prices there: \(output.program) price EUR USD 1.08\n\n" + footer
        }
        return table(list.prices, output) + "\n" + footer
    }

    /// What a file came to.
    static func imported(
        _ done: ImportPrices.Output, isRehearsal: Bool, _ output: OutputShape
    ) -> String {
        let receipt = done.receipt
        let name = receipt.file.isEmpty ? "Standard input" : Screen.plain(receipt.file)
        var text = output.style.bold("\(name): \(counted(receipt.read, "row")) read") + "\n\n"
        text += "  new            \(grouped(receipt.new))\n"
        text += "  known already  \(grouped(receipt.known))\n"
        text += "  refused        \(grouped(receipt.refusedCount))\n\n"
        if isRehearsal, !done.prices.isEmpty {
            text += table(Array(done.prices.prefix(shownMax)), output)
            let rest = done.prices.count - shownMax
            if rest > 0 { text += output.style.dim("and \(grouped(rest)) more") + "\n" }
            text += "\n"
        }
        if isRehearsal {
            return text + output.style.dim("A dry run: nothing was written.") + "\n"
        }
        if let id = receipt.id {
            text += output.style.dim("  take it back: \(output.program) undo \(id)") + "\n\n"
        }
        return text + output.footer(receipt.position, receipt.root)
    }

    /// How many prices a rehearsal shows.
    private static let shownMax = 20

    private static func table(_ rows: [PriceList.Row], _ output: OutputShape) -> String {
        var table = TextTable(
            columns: [
                .init(title: "Day"), .init(title: "Of"), .init(title: "Price", alignment: .right),
                .init(title: "In"),
            ], style: output.style)
        for row in rows {
            table.add("\(row.day)", "1 \(row.from)", NumberStyle.plain(row.price), row.to)
        }
        return table.rendered(columns: output.columns)
    }

    /// Prices as a file that can be taken in again.
    static func csv(_ rows: [PriceList.Row]) -> String {
        CSVOutput.text(
            header: ["date", "from", "to", "price"],
            rows: rows.map { ["\($0.day)", $0.from, $0.to, $0.price] })
    }
}
