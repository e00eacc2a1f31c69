internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger mark`
struct MarkCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Tick entries off: seen by the bank, on their way, or neither.",
        usage: """
            ledger mark <id> ... [--cleared|--pending|--none] [<options>]
            ledger mark --where <terms> [--cleared|--pending|--none] [<options>]
            """,
        discussion: """
            A mark changes no figure and can be set in closed books, too. An id means its entry \
            with all lines; --where means the lines that are found, such as one side of a transfer.

              ledger mark rent
              ledger mark --where 'acct:checking date:2026-03'
              ledger add 980 Flat -c home:rent --pending
              ledger list status:pending
            """,
        aliases: ["clear"])

    @Argument(help: IdArgument.help) var ids: [String] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "All live lines that these terms find, as in ledger find.", valueName: "terms"))
    var query: String?

    @Flag(exclusivity: .exclusive)
    var status: StatusFlag = .cleared

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if query == nil, ids.isEmpty {
            throw ValidationError("give an id, or --where with terms")
        }
        if query?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("--where needs a term: without any it would mean every line")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            MarkEntries.self,
            MarkEntries.Input(
                ids: ids.map(Arguments.plain), query: query.map(Arguments.plain),
                status: status.rawValue))
        try context.put(written, marked: status)
    }
}

/// How far entries have come with a bank.
enum StatusFlag: String, EnumerableFlag {
    case cleared
    case pending
    case none

    static func help(for value: StatusFlag) -> ArgumentHelp? {
        switch value {
        case .cleared: "The bank has it, too; meant when nothing is said."
        case .pending: "It is on its way."
        case .none: "Neither of both any more."
        }
    }
}

extension CommandContext {
    /// Puts out what a writer of marks answers.
    fileprivate func put(
        _ written: WriteReceipt, marked status: StatusFlag
    ) throws(CommandFailure) {
        let word =
            switch status {
            case .cleared: "Cleared"
            case .pending: "Marked as pending"
            case .none: "Unmarked"
            }
        try put(written, done: word) { () throws(CommandFailure) in
            let shown = try self.written { commit throws(ApplicationError) in try commit.marked() }
            return shown.map { rows in
                let most = 20
                var lines = rows.prefix(most).map {
                    "\($0.id): \(WrittenText.line($0, output.style))"
                }
                if rows.count > most { lines.append("\(grouped(rows.count - most)) lines more") }
                return ReceiptLines(lines: Array(lines))
            }
        }
    }
}
