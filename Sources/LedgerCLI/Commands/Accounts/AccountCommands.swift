internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger account`
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "List, open, edit and close accounts; show their history.",
        discussion: """
            An opening balance is what was in the account at the start of a day; lines dated \
            earlier are contained in it. One of zero holds since ever. Names stay for ever.

              ledger account open savings --opening 1500 --on 2026-01-01
              ledger account edit bank --opening 250.10 --on 2026-01-01
              ledger account close card
            """,
        subcommands: [
            AccountListCommand.self, AccountOpenCommand.self, AccountEditCommand.self,
            AccountCloseCommand.self, AccountReopenCommand.self, AccountHistoryCommand.self,
        ], defaultSubcommand: AccountListCommand.self, aliases: ["accounts"])
}

/// How an account is typed.
enum AccountArgument {
    static let help = ArgumentHelp(
        "A name, a word of one name only, an id (1042), or a row of the last list (.3).",
        valueName: "account")
}

/// `ledger account list`
struct AccountListCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all accounts.", aliases: ["ls"])

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListAccounts.self, NoInput())
        context.remember(list.rows.map(\.id))
        try context.put(
            list, text: AccountText(context.output).list(list), csv: ReportCSV.text(list))
    }
}

/// `ledger account open`
struct AccountOpenCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open an account or payment method.")

    @Argument(help: ArgumentHelp("Its name; it stays for ever.", valueName: "name"))
    var name: String

    @Option(
        help: ArgumentHelp("What is in it at the start of the day.", valueName: "amount"))
    var opening: String?

    @Option(help: ArgumentHelp("The currency, such as EUR.", valueName: "code"))
    var currency: String?

    @Option(
        name: [.customLong("on"), .customShort("d")],
        help: ArgumentHelp("The day; today when left out.", valueName: "day"))
    var day: String?

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            OpenAccount.self,
            OpenAccount.Input(
                name: Arguments.plain(name), opening: opening.map(Arguments.plain),
                currency: currency, day: day.map(Arguments.plain),
                key: writing.key.map(Arguments.plain)))
        try context.put(written, account: "Opened", inverse: "close")
    }
}

/// `ledger account edit`
struct AccountEditCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Give an account another name or opening balance.")

    @Argument(help: AccountArgument.help) var account: String

    @Option(help: ArgumentHelp("Another name.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp("What is in it at the start of the day.", valueName: "amount"))
    var opening: String?

    @Option(help: ArgumentHelp("The currency of the opening balance.", valueName: "code"))
    var currency: String?

    @Option(
        name: [.customLong("on"), .customShort("d")],
        help: ArgumentHelp("The day of the opening balance.", valueName: "day"))
    var day: String?

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            ChangeAccount.self,
            ChangeAccount.Input(
                account: Arguments.plain(account), name: name.map(Arguments.plain),
                opening: opening.map(Arguments.plain), currency: currency,
                day: day.map(Arguments.plain), key: writing.key.map(Arguments.plain)))
        try context.put(written, account: "Changed")
    }
}

/// `ledger account close`
struct AccountCloseCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Let no new line name an account; what is recorded still counts.")

    @Argument(help: AccountArgument.help) var account: String

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            ChangeAccount.self,
            ChangeAccount.Input(
                account: Arguments.plain(account), closed: true,
                key: writing.key.map(Arguments.plain)))
        try context.put(written, account: "Closed", inverse: "reopen")
    }
}

/// `ledger account reopen`
struct AccountReopenCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Let new lines name a closed account again.")

    @Argument(help: AccountArgument.help) var account: String

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            ChangeAccount.self,
            ChangeAccount.Input(
                account: Arguments.plain(account), closed: false,
                key: writing.key.map(Arguments.plain)))
        try context.put(written, account: "Reopened", inverse: "close")
    }
}

/// `ledger account history`
struct AccountHistoryCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show every version of an account: was and now.")

    @Argument(help: AccountArgument.help) var account: String

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let input = EntryInput(id: Arguments.plain(account))
        try context.put(try context.call(AccountHistory.self, input))
    }
}

extension CommandContext {
    /// Puts out what a writer of accounts answers.
    ///
    /// - Parameters:
    ///   - deed: What was done, such as `Opened`.
    ///   - inverse: The subcommand that takes it back, if there is one.
    fileprivate func put(
        _ written: WriteReceipt, account deed: String, inverse: String? = nil
    ) throws(CommandFailure) {
        guard output.format == .text else {
            return try put(
                written, text: "",
                csv: ReportCSV.text([
                    "id": "\(written.id)", "position": "\(written.position)",
                    "root": written.root,
                ]))
        }
        let word = isDryRun ? "Would have \(deed.lowercased())" : deed
        let shown = try ifReadable { () throws(CommandFailure) in
            try answers(ListAccounts.self, NoInput(), at: written.position, end: \.position)
        }
        guard let (then, now) = shown else {
            return try put(
                plainReceipt(
                    "\(word) account", [written.id], notes: written.notes, at: written.position))
        }
        let row = then.rows.first { $0.id == written.id }
        var text = ""
        if let row {
            text += "\(word) account \(row.id): \(AccountText.line(row))\n"
        }
        text += NoteText.lines(written.notes, columns: output.columns)
        if row != now.rows.first(where: { $0.id == written.id }) {
            text += NoteText.changedSince("account history \(written.id)", output)
        }
        if isDryRun {
            text += output.style.dim("A dry run: nothing was written.") + "\n"
        } else {
            let label = inverse == nil ? "what it was" : "take it back"
            let command = "\(output.program) account \(inverse ?? "history") \(written.id)"
            text += output.style.dim("  \(label): \(command)") + "\n"
        }
        try put(text)
    }
}
