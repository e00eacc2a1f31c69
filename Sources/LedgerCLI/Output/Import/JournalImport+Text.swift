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
        let others = [
            (prices, "market price"), (periodic, "periodic transaction"),
            (automatic, "automatic posting"), (openings, "opening balance"),
            (others ?? 0, "other directive"),
        ]
        for (count, name) in others where count > 0 {
            let why = openings == count && name == "opening balance" ? ", known already" : ""
            table.add("  left out", grouped(count), name + (count == 1 ? "" : "s") + why)
        }
        return table
    }
}
