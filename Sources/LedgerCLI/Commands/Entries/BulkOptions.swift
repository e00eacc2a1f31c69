internal import Application
internal import ArgumentParser
internal import Ledger

/// What commands understand that change many lines.
struct BulkOptions: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "All live lines that these terms find, as in ledger find.", valueName: "terms"))
    var query: String?

    @Flag(help: "Go on without asking.")
    var yes = false

    @Flag(help: "Show every line that changes.")
    var all = false

    /// How many lines are shown before the question.
    private static let shownLines = 20

    /// Checks that either ids or terms are given.
    func validate(ids: [String]) throws {
        if query == nil, ids.isEmpty {
            throw ValidationError("give an id, or --where with terms")
        }
        if query != nil, let id = ids.first {
            throw ValidationError("--where and the id \(Arguments.plain(id)) exclude each other")
        }
        if query?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("--where needs a term: without any it would mean every line")
        }
    }

    /// Shows what a change of many lines does, asks, and does it.
    ///
    /// - Parameter call: Calls the endpoint.
    func run(
        _ query: String, reason: String?, key: String?, verb: BulkText.Verb,
        in context: CommandContext, _ call: (ManyInput) throws(CommandFailure) -> ManyWritten
    ) throws(CommandFailure) {
        var input = ManyInput(query: Arguments.plain(query))
        input.reason = reason.map(Arguments.plain)
        input.key = key.map(Arguments.plain)
        input.limit = all || context.output.format != .text ? nil : BulkOptions.shownLines
        let asks = !yes && !context.isDryRun
        if asks {
            input.preview = true
            let preview = try call(input)
            let lines = preview.lines
            guard lines > 0 else { return try put(preview, verb, in: context) }
            guard Terminal.isTerminal(.input), Terminal.isTerminal(.error) else {
                if context.output.format == .text { try put(preview, verb, in: context) }
                throw .unconfirmed(lines: lines, verb: verb.rawValue)
            }
            let text = BulkText(done: preview, verb: verb, output: context.output)
            let question = "\(verb.rawValue) \(counted(lines, "line"))? [y/N] "
            guard Terminal.confirms(text.plan + question) else {
                return try context.put("Nothing was written.\n")
            }
            input.preview = nil
            input.seen = preview.position + 1
            let done = try call(input)
            guard context.output.format == .text else { return try put(done, verb, in: context) }
            return try context.put(
                BulkText(done: done, verb: verb, output: context.output).outcome)
        }
        try put(try call(input), verb, in: context)
    }

    private func put(
        _ done: ManyWritten, _ verb: BulkText.Verb, in context: CommandContext
    ) throws(CommandFailure) {
        let text = BulkText(done: done, verb: verb, output: context.output)
        try context.put(done, text: text.plan + text.outcome, csv: ReportCSV.text(done.rows))
    }
}
