internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger add`
struct AddCommand: CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Record an expense, an income or a transfer.",
        usage: """
            ledger add <amount> <title> ... [-c <category>] [--on <day>] [<options>]
            ledger add <amount> <title> ... + <amount> [<title> ...] [-c <category>] [+ ...]
            ledger add <amount> <title> ... --transfer <from> <to>
            ledger add like <id|word> ... [<amount>] [<options>]
            """,
        discussion: """
            A + on its own begins the next line of the same purchase: amount, title, category, \
            note, tags, account, payer, split and currency may be given anew; what a line leaves \
            out of title, account, payer, split and currency is as in the first.

            A line that is split says who bears how much of it; who paid is you, unless --payer \
            says otherwise. What is left over in cents goes to those who are named first. See: \
            ledger people balance

            like repeats an earlier entry today, by its id or the latest one with these words: \
            title, payee, category, tags, account, payer and split are as they were, unless an \
            option says otherwise; so is the amount unless another one ends the words.

            Categories, accounts and keys (--key) are hashed with the figures and stay for good. \
            What may have to be erased one day belongs into title, payee, note and tags.

              ledger add 12.50 Lunch -c food:lunch --on yesterday --tag work
              ledger add 4.20 Milk -c food + 3.10 Soap -c home
              ledger add 2400 Salary --income -a bank
              ledger add 50 Cash --transfer bank wallet
              ledger add 30 Dinner --payer Ann --split Ann,Bob,Cid
              ledger add -12.50 "Refund for the lamp" -c home
              ledger add like lunch 12
            """)

    @OptionGroup var line: LineOptions

    @Option(
        name: [.customLong("on"), .customShort("d")],
        help: ArgumentHelp("The day: yesterday, friday, 2026-04-09.", valueName: "day"))
    var day: String?

    @Option(help: ArgumentHelp("The local time, such as 12:30.", valueName: "time"))
    var time: String?

    @Flag(help: "Money that comes in.")
    var income = false

    @Flag(
        help: "What --payer gives the one of --split to settle; a transfer, and no expense.")
    var settle = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Move money between two accounts; - is one outside the ledger.",
            valueName: "from> <to"))
    var transfer: [String] = []

    @Option(
        help: ArgumentHelp(
            "What the second account of a transfer gets, where that differs: \"54.10 USD\".",
            valueName: "amount"))
    var received: String?

    @Flag(help: "It is on its way; see: ledger mark")
    var pending = false

    @Flag(name: .customLong("new"), help: "A name is new, though one is spelt nearly so.")
    var isNew = false

    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if received != nil, transfer.isEmpty {
            throw ValidationError("--received is for transfers only")
        }
        if settle, line.split.isEmpty {
            throw ValidationError("--settle needs --split: to whom the money goes")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        if line.amount == AddCommand.likeWord {
            return try context.put(
                try context.call(AddEntry.self, draft(in: context)), done: .added)
        }
        var lines = [line]
        for arguments in context.lines { lines.append(try AddCommand.parsed(arguments)) }
        for line in lines {
            try TitleWords.refuse(in: line, saysDay: day != nil) { context.currencyCodes }
        }
        var inputs = lines.map(\.input)
        inputs[0].day = day.map(Arguments.plain)
        inputs[0].time = time
        if income { inputs[0].kind = .income }
        if settle {
            if income { throw .usage(.exclusive("--settle", "--income", values: 0)) }
            inputs[0].kind = .transfer
        }
        for (index, line) in lines.enumerated() where !line.split.isEmpty {
            inputs[index].split = try context.people(line.split.map(Arguments.plain))
        }
        var input = AddEntry.Input(lines: inputs, refusesSlips: isNew ? nil : true)
        if pending { input.status = LineStatus.pending.rawValue }
        if !transfer.isEmpty { try makeTransfer(&input) }
        let written = try context.call(AddEntry.self, input)
        try context.put(written, done: .added)
    }

    private static func parsed(_ arguments: [String]) throws(CommandFailure) -> LineOptions {
        do {
            return try LineOptions.parse(arguments)
        } catch {
            throw .usage(.parser(LineOptions.message(for: error), command: ["add"]))
        }
    }

    private func makeTransfer(_ input: inout AddEntry.Input) throws(CommandFailure) {
        if income { throw .usage(.exclusive("--transfer", "--income", values: 0)) }
        if input.lines.count > 1 { throw .usage(.transferOfSeveral) }
        guard transfer.count == 2, !transfer.contains(""), transfer != ["-", "-"] else {
            throw .usage(.transferNeedsTwo)
        }
        if input.lines[0].account != nil {
            throw .usage(.exclusive("--transfer", "--account", values: 1))
        }
        input.lines[0].kind = .transfer
        input.from = transfer[0] == "-" ? nil : Arguments.plain(transfer[0])
        input.to = transfer[1] == "-" ? nil : Arguments.plain(transfer[1])
        input.received = received.map(Arguments.plain)
    }
}

extension CommandContext {
    /// The codes of the currencies that the ledger has; none where it cannot be read, of which the
    /// command itself tells.
    var currencyCodes: Set<String> {
        do throws(ApplicationError) {
            let snapshot = try session.current.snapshot()
            return Set(snapshot.referenceData.currencies.map(\.code))
        } catch { return [] }
    }
}
