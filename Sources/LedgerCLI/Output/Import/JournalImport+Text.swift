internal import Application
internal import Interchange

extension JournalImport.Note {
    /// What a journal came to, for the receipt.
    ///
    /// - Parameter isWritten: Whether the ledger has it now.
    func table(isWritten: Bool) -> TextTable {
        var table = TextTable(
            columns: [.init(title: ""), .init(title: "", alignment: .right), .init(title: "")])
        table.add("  transactions", grouped(transactions), "in \(counted(files, "file"))")
        if assertions > 0 { table.add("  balances", grouped(assertions), "all of them agree") }
        if let openingsTaken {
            let hint = isWritten ? "see them: ledger account list" : ""
            table.add("  openings", grouped(openingsTaken), hint)
        }
        if let pricesTaken {
            table.add("  prices", grouped(pricesTaken), "see them: ledger prices")
        }
        if let budgets {
            // What is over shows where its last month is asked for.
            let month = budgetsUntil.map { " \($0.prefix(7))" } ?? ""
            table.add("  budgets", grouped(budgets), "see them: ledger budget\(month)")
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
        let rules = periodicLeft ?? []
        for rule in rules where rule.budgets == nil { table.add("", "", rule.words) }
        if let budgetsLeft {
            let name = budgetsLeft == 1 ? "budget of a rule" : "budgets of rules"
            table.add(
                "  left out", grouped(budgetsLeft), "\(name) of which others are taken over")
        }
        for rule in rules where rule.budgets != nil { table.add("", "", rule.words) }
        if periodicLeft != nil {
            table.add("", "", "set budgets: ledger budget set food 400 --monthly")
        }
        return table
    }
}

extension JournalRule.Left {
    /// Where it stands and what it says, with the categories of which it is left out.
    fileprivate var words: String {
        let place = file.isEmpty ? "" : "\(file), "
        let names = budgets.map { ": \($0.joined(separator: ", "))" } ?? ""
        return Screen.plain("\(place)line \(line): \(text.prefix(80))\(names)")
    }
}
