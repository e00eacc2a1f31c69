internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger export hledger`
struct ExportHledgerCommand: FileCommand, StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "hledger", abstract: "Write entries as a journal of hledger.",
        discussion: """
            Every entry that counts is a transaction. Categories are accounts below expenses: and \
            income:, accounts below assets:; what has no category or account is unknown there. \
            Opening balances are taken from equity, and new accounts of another ledger that \
            imports them begin with them, each in one currency; statements that agree are \
            assertions. Titles, tags, notes, payers, shares and ids stand in comments as tags. \
            With days, each account begins with what was in it before them.

              ledger export hledger -o ledger.journal
              ledger export hledger -p 2026 | hledger -f - balance -M
            """)

    @OptionGroup var days: DayOptions
    @OptionGroup var state: StateOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    var states: [String?] { [state.at] }

    func run(in context: CommandContext) throws(CommandFailure) {
        try context.at(state.at).export("hledger", days)
    }
}

/// `ledger export beancount`
struct ExportBeancountCommand: FileCommand, StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "beancount", abstract: "Write entries as a ledger of beancount.",
        discussion: """
            As ledger export hledger, in the language of beancount: names of accounts have \
            capitals, and `name` beside each says what it is called here.

              ledger export beancount -o ledger.beancount
              bean-check ledger.beancount
            """)

    @OptionGroup var days: DayOptions
    @OptionGroup var state: StateOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    var states: [String?] { [state.at] }

    func run(in context: CommandContext) throws(CommandFailure) {
        try context.at(state.at).export("beancount", days)
    }
}

extension CommandContext {
    /// Writes a journal, part by part.
    fileprivate func export(_ form: String, _ days: DayOptions) throws(CommandFailure) {
        var input = ExportJournal.Input(
            form: form, range: days.period.map(Arguments.plain),
            begin: days.begin.map(Arguments.plain), end: try days.end(in: self))
        var isOver = false
        try Terminal.save(to: outputFile, failing: CommandFailure.file) {
            () throws(CommandFailure) in
            if isOver { return nil }
            let part = try call(ExportJournal.self, input)
            (input.next, input.events) = (part.next, part.events)
            isOver = part.next == nil
            return Array(part.text.utf8)
        }
    }
}
