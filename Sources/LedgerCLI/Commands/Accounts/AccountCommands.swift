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
              ledger account edit card --type liability
              ledger account close card
            """,
        subcommands: [
            AccountListCommand.self, AccountOpenCommand.self, AccountEditCommand.self,
            VerbCommand<AccountClose>.self, VerbCommand<AccountReopen>.self,
            AccountHistoryCommand.self,
        ], defaultSubcommand: AccountListCommand.self, aliases: ["accounts"])
}

/// How an account is typed.
enum AccountArgument {
    static let type = ArgumentHelp(
        "What it is: asset or liability; an asset when never said.", valueName: "type")

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
        commandName: "open", abstract: "Open an account or payment method.", aliases: ["add"])

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

    @Option(help: AccountArgument.type)
    var type: String?

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            OpenAccount.self,
            OpenAccount.Input(
                name: Arguments.plain(name), opening: opening.map(Arguments.plain),
                currency: currency, day: day.map(Arguments.plain),
                type: type.map(Arguments.plain)))
        try context.put(written, account: "Opened", isNew: true)
    }
}

/// `ledger account edit`
struct AccountEditCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Give an account another name, opening balance or type.")

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

    @Option(help: AccountArgument.type)
    var type: String?

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            ChangeAccount.self,
            ChangeAccount.Input(
                account: Arguments.plain(account), name: name.map(Arguments.plain),
                opening: opening.map(Arguments.plain), currency: currency,
                day: day.map(Arguments.plain), type: type.map(Arguments.plain)))
        try context.put(written, account: "Changed")
    }
}

/// Which account.
struct AccountChoice: ParsableArguments {
    @Argument(help: AccountArgument.help) var account: String
}

/// `ledger account close`
enum AccountClose: Verb {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Let no new line name an account; what is recorded still counts.")

    static func run(
        _ choice: AccountChoice, in context: CommandContext
    ) throws(CommandFailure) {
        try context.close(choice, true, did: "Closed", inverse: "reopen")
    }
}

/// `ledger account reopen`
enum AccountReopen: Verb {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Let new lines name a closed account again.")

    static func run(
        _ choice: AccountChoice, in context: CommandContext
    ) throws(CommandFailure) {
        try context.close(choice, false, did: "Reopened", inverse: "close")
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
    /// Closes an account, or opens it again.
    fileprivate func close(
        _ choice: AccountChoice, _ closed: Bool, did deed: String, inverse: String
    ) throws(CommandFailure) {
        let input = ChangeAccount.Input(account: Arguments.plain(choice.account), closed: closed)
        try put(try call(ChangeAccount.self, input), account: deed, inverse: inverse)
    }

    /// Puts out what a writer of accounts answers.
    ///
    /// - Parameters:
    ///   - deed: What was done, such as `Opened`.
    ///   - inverse: The subcommand that takes it back, if there is one.
    ///   - isNew: Whether there was none before; to close it would leave what is in it.
    fileprivate func put(
        _ written: WriteReceipt, account deed: String, inverse: String? = nil,
        isNew: Bool = false
    ) throws(CommandFailure) {
        try put(written, done: deed, noun: " account") { () throws(CommandFailure) in
            let shown = try self.written { commit throws(ApplicationError) in
                try commit.account(written.id)
            }
            guard let shown else { return nil }
            var told = ReceiptLines(
                lines: shown.then.map { ["account \($0.id): \(AccountText.line($0))"] } ?? [])
            if shown.then != shown.now { told.changedSince = "account history \(written.id)" }
            told.takeBack = inverse.map { "account \($0) \(written.id)" }
            if inverse == nil, !isNew { told.history = "account history \(written.id)" }
            return told
        }
    }
}
