internal import Application
internal import Interchange

extension JournalImport.Note {
    /// What a journal came to, for the receipt.
    var table: TextTable {
        var table = TextTable(
            columns: [.init(title: ""), .init(title: "", alignment: .right), .init(title: "")])
        table.add("  transactions", grouped(transactions), "in \(counted(files, "file"))")
        if assertions > 0 { table.add("  balances", grouped(assertions), "all of them agree") }
        if let pricesTaken {
            table.add("  prices", grouped(pricesTaken), "see them: ledger prices")
        }
        if let budgets {
            table.add("  budgets", grouped(budgets), "see them: ledger budget")
        }
        let others = [
            (prices, "market price"), (periodic, "periodic transaction"),
            (automatic, "automatic posting"), (openings, "opening balance"),
            (others ?? 0, "other directive"),
        ]
        for (count, name) in others where count > 0 {
            let why = openings == count && name == "opening balance" ? ", known already" : ""
            table.add("  left out", grouped(count), name + (count == 1 ? "" : "s") + why)
        }
        for rule in periodicLeft ?? [] {
            let file = rule.file.isEmpty ? "" : "\(rule.file), "
            let text = rule.text.prefix(80)
            table.add("", "", Screen.plain("\(file)line \(rule.line): \(text)"))
        }
        if periodicLeft != nil {
            table.add("", "", "set budgets: ledger budget set food 400 --monthly")
        }
        return table
    }
}
