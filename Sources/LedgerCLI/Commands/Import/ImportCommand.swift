internal import Application
internal import ArgumentParser
internal import Interchange
internal import Ledger

/// `ledger import`
struct ImportCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a file of a bank, a journal, or tasks.",
        discussion: """
            All of the file or nothing. What is in a file shows what it is: CSV, or OFX (QFX), \
            camt, QIF or MT940, which say themselves what their fields are. The columns of CSV \
            are found by their usual names. An option names a column or field (name#2 the second \
            of that name, a number the column in that place), or else is a constant for all \
            rows; with = in front it is always a constant, and an empty text leaves the column \
            out. Categories, accounts and ids of the bank stay for good; titles, payees, notes \
            and the name of the file can be erased.

              ledger import bank.csv --dry-run
              ledger import bank.csv --sign account --account =checking --save-profile bank
              ledger import next.csv --profile bank
              ledger import statement.ofx --account =checking
              ledger import card.csv --date Buchungstag --debit Soll --credit Haben

            --when says what rows become by any of their columns, before they are recognised: = \
            for one of some values, ~ for a part or an expression in slashes, ! before either for \
            the opposite; category, payee, title, note, account, tag and kind can be given. Of \
            several the first goes first.

              ledger import bank.csv --when 'Type=Fee,Interest then category=bank; payee=Bank'
              ledger import bank.csv --when 'Text~/^ATM/ and Type!=Fee then kind=transfer'

            A journal of hledger or beancount needs no options: expenses: and income: are \
            categories, assets: and liabilities: accounts. What cannot be taken over is refused \
            with its line.

              ledger import 2026.journal --dry-run

            Lists of YNAB (register), Actual Budget, Firefly III, Splitwise and Money Manager are \
            known by their columns, and need no options either: transfers, splits and shares \
            come with them.

              ledger import Register.csv --dry-run

            Rows of banks have no category: they get that of earlier entries of the same payee \
            or text, where most of these agree; the receipt says of which.

            Tasks are read from JSON of Taskwarrior, todo.txt and calendars (VTODO). Each is \
            known again by its id, and the note keeps what a task has no room for.

              task export > tasks.json; ledger import tasks.json

            ledger import events FILE makes a ledger of what ledger export events wrote.
            """)

    @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"))
    var path: String

    @Argument(help: .hidden) var events: String?

    @OptionGroup var columns: ImportOptions

    @Option(
        help: ArgumentHelp(
            "What a saved profile says; options typed beside it go first.", valueName: "name"))
    var profile: String?

    @Option(
        name: .customLong("save-profile"),
        help: ArgumentHelp(
            "Save the options, and what was decided, for the bank's next file.", valueName: "name"))
    var savedProfile: String?

    @Option(
        help: ArgumentHelp(
            "Rows that were changed since an earlier file, or are missing: list, accept, ignore.",
            valueName: "what"))
    var changes: ImportProposals?

    @Flag(
        name: .customLong("skip-refused"), help: "Leave out rows that cannot be read.")
    var skipsRefused = false

    @Flag(
        name: .customLong("no-learn"),
        help: "Leave rows without a category so; else they get that of earlier entries.")
    var learnsNothing = false

    @Flag(name: .customLong("new"), help: "The account is new, though one is spelt nearly so.")
    var isNew = false

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if let events, path != "events" {
            throw ValidationError("one file at a time: \(Arguments.plain(events)) is one too many")
        }
        let isPlain =
            columns.options == CSVImportOptions() && profile == nil && savedProfile == nil
            && changes == nil && !skipsRefused && !learnsNothing && !isNew && writing.key == nil
        if events != nil, !isPlain {
            throw ValidationError("a file of events takes no options but --dry-run")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        if let events { return try make(of: events, in: context) }
        let name = path == "-" ? nil : path.split(separator: "/").last.map(String.init)
        var input = ImportCSV.Input(
            path: path, fileName: name, options: columns.options,
            profile: profile.map(Arguments.plain), saveProfile: savedProfile.map(Arguments.plain),
            proposals: changes, skipsRefused: skipsRefused ? true : nil,
            learns: learnsNothing ? false : nil)
        input.refusesSlips = isNew ? nil : true
        let done: ImportCSV.Output
        do throws(CommandFailure) {
            done = try context.call(ImportCSV.self, input)
        } catch .application(.csv(let error, let profiles)) {
            throw .unreadable(
                error, path: path, profiles: profiles, isNew: isFirst(error, in: context))
        } catch {
            throw error
        }
        let shown = ReceiptText(
            done, path: path, isRehearsal: context.isDryRun, output: context.output)
        try context.put(done, text: shown.text, csv: ReportCSV.text(done.receipt))
        if !done.receipt.refused.isEmpty, !skipsRefused {
            throw .rowsRefused(done.receipt, path: path)
        }
    }

    /// Whether a journal that cannot be read would be the first of a ledger, which may have been
    /// opened with another currency.
    private func isFirst(_ error: ImportError, in context: CommandContext) -> Bool {
        guard case .badJournal = error else { return false }
        let info = try? context.call(LedgerInfo.self, NoInput())
        return info?.events == 2
    }

    /// A ledger of a file of events.
    private func make(of path: String, in context: CommandContext) throws(CommandFailure) {
        let input = ImportEvents.Input(
            path: Arguments.plain(path), dryRun: context.isDryRun ? true : nil)
        let done: ImportEvents.Output
        do throws(CommandFailure) {
            done = try context.call(ImportEvents.self, input)
        } catch .application(.events(let error)) {
            throw .badEvents(error, path: path)
        } catch {
            throw error
        }
        try context.put(
            done, text: EventFileText.made(done, path: input.path, context.output),
            csv: EventFileText.csv(done))
    }
}

extension ImportProposals: ExpressibleByArgument {}
