internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger export journal`
struct ExportTwinCommand: FileCommand, StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Write the whole ledger as plain text, for git.",
        discussion: """
            A journal of hledger with everything that ledger export hledger writes: accounts, \
            prices, entries by their days, and statements. Budgets that hold now, and tasks as \
            lines of todo.txt, stand in comments below, which ledger import does not read; the \
            head of the file says what else is not in it. What does not change stays in its line, \
            so that versions of the file differ where the ledger does. A ledger that imports it \
            has the same balances, expenses and income, and new accounts begin with the same \
            opening balances, each in one currency; what is in others comes from outside.

              ledger export journal -o books/ledger.journal
              git -C books diff
              ledger init --ledger new && ledger import books/ledger.journal --ledger new
            """)

    @OptionGroup var state: StateOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    var states: [String?] { [state.at] }

    func run(in context: CommandContext) throws(CommandFailure) {
        let context = try context.at(state.at)
        var input = ExportJournal.Input(form: "hledger")
        var rest: [String]? = []
        var isFirst = true
        try Terminal.save(to: context.outputFile, failing: CommandFailure.file) {
            () throws(CommandFailure) in
            guard let lines = rest else { return nil }
            if lines.isEmpty {
                let part = try context.call(ExportJournal.self, input)
                (input.next, input.events) = (part.next, part.events)
                if part.next == nil { rest = try remarks(in: context) }
                defer { isFirst = false }
                return Array((isFirst ? withHead(part.text) : part.text).utf8)
            }
            rest = nil
            return Array(lines.joined().utf8)
        }
    }

    /// The text with what is not read back, behind its first line.
    private func withHead(_ text: String) -> String {
        let end = text.firstIndex(of: "\n") ?? text.endIndex
        let head = [
            "; ledger import reads accounts with their types, entries with their marks, prices,",
            "; and opening balances. It does not read statements, and what stands below:",
            "; budgets that hold now, and tasks. Goals, what repeats, people's rights and history",
            "; are not here; ledger export events has all. Who paid or bears a share is to be "
                + "known",
            "; before: ledger people add NAME.",
        ]
        return text[..<end] + "\n" + head.joined(separator: "\n") + text[end...]
    }

    /// What a journal has no place for, as comments; never nothing.
    private func remarks(in context: CommandContext) throws(CommandFailure) -> [String] {
        var lines = ["\n"]
        let budgets = try context.call(ReportBudgets.self, ReportBudgets.Input()).rows
        for row in budgets {
            guard let goal = row.goal, let every = row.every else { continue }
            lines.append(
                "; budget: \(Screen.plain(row.category)) \(goal) \(row.currency) \(every)\n")
        }
        let tasks = try context.call(ExportTasks.self, ExportTasks.Input(form: "todo.txt")).text
        for line in tasks.split(separator: "\n") { lines.append("; todo: \(line)\n") }
        return lines
    }
}
