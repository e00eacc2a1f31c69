internal import Application
internal import ArgumentParser
internal import EventLog
internal import Ledger

/// `ledger log`
struct LogCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List all that was ever recorded, newest first.",
        discussion: """
            Each row is an event: who recorded what, and what it changed. Words must occur in what \
            it says, in any case.

              ledger log
              ledger log lunch --kind amended --person ada --since "last month"
              ledger log --causes 1042
              ledger log --follow
              ledger log --reader mailer --follow | ./send-mails

            With --reader a program gets every event at least once, oldest first, a line of JSON \
            each: how far it came is kept under the name, once its lines were written, and the \
            same name goes on there. ledger reader lists and moves such names.

            Kinds are things (line, task, account, batch, category, statement, ...), what happened \
            (added, amended, voided, completed, ...), or both: task-completed.
            """)

    @Argument(help: ArgumentHelp("Words to look for.", valueName: "word"))
    var words: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Only such events; may be repeated.", valueName: "kind"))
    var kind: [String] = []

    @Option(help: ArgumentHelp("Who recorded it: a name, or me.", valueName: "name"))
    var person: String?

    @Option(
        help: ArgumentHelp(
            "Recorded then or later: 30m, 1h, 2d, 14:30, yesterday, RFC 3339.",
            valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("Recorded before.", valueName: "time"))
    var until: String?

    @Option(help: ArgumentHelp("An import, by its id or any of its lines.", valueName: "id"))
    var batch: String?

    @Option(
        help: ArgumentHelp(
            "What led to an event, and what followed from it: its id, or a word of a title.",
            valueName: "id"))
    var causes: String?

    @OptionGroup var part: PartOptions

    @Flag(help: "All events.")
    var all = false

    @Flag(
        name: .shortAndLong,
        help: "Show the newest, then whatever is recorded until you stop it (Ctrl-C).")
    var follow = false

    @Option(help: ArgumentHelp("Go on behind what was read under this name.", valueName: "name"))
    var reader: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    var answersInPart: Bool { !follow && reader == nil }

    func validate() throws {
        if causes != nil {
            let others = [
                ("a word", !words.isEmpty), ("--kind", !kind.isEmpty), ("--person", person != nil),
                ("--since", since != nil), ("--until", until != nil), ("--batch", batch != nil),
                ("--skip", part.skip != nil), ("--limit", part.limit != nil), ("--follow", follow),
                ("--reader", reader != nil),
            ]
            if let other = others.first(where: \.1) {
                throw ValidationError("use only one of --causes and \(other.0)")
            }
        }
        guard follow || reader != nil else { return }
        var others = [
            ("--skip", part.skip != nil), ("--as-of", reading.asOf != nil),
            ("--until", until != nil), ("--output", shared.file != nil),
            ("--receipt", reading.receipt != nil),
        ]
        if reader != nil { others += [("--all", all), ("--limit", part.limit != nil)] }
        if let other = others.first(where: \.1) {
            let name = reader == nil ? "--follow" : "--reader"
            throw ValidationError("use only one of \(name) and \(other.0)")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        if let reader { return try read(on: Arguments.plain(reader), in: context) }
        var input = ListLog.Input(
            words: words.isEmpty ? nil : words.map(Arguments.plain),
            kinds: kind.isEmpty ? nil : kind.map(Arguments.plain),
            person: person.map(Arguments.plain), since: since.map(Arguments.plain),
            until: until.map(Arguments.plain), batch: batch.map(Arguments.plain),
            skip: part.skip)
        input.causes = causes.map(Arguments.plain)
        if follow { return try self.follow(input, in: context) }
        input.limit = all ? nil : part.limit(in: context)
        if try putPages(input, in: context) { return }
        try put(try context.call(ListLog.self, input), in: context)
    }

    /// Puts out a page as all there is.
    func put(_ page: LogPage, in context: CommandContext) throws(CommandFailure) {
        let text = LogPageText(page: page, output: context.output)
        try context.put(page, text: text.text, csv: LogPageText.csv(page))
    }

    /// Puts out events in their order as they come.
    private func follow(_ input: ListLog.Input, in context: CommandContext) throws(CommandFailure) {
        var input = input
        input.limit = all ? nil : part.limit ?? 10
        var page = try context.call(ListLog.self, input)
        input.limit = nil
        var isFirst = true
        while true {
            let text = LogPageText(page: page, output: context.output).stream(withHead: isFirst)
            if !text.isEmpty {
                do throws(Terminal.Failure) { try Terminal.put(text, on: .output) } catch {
                    throw .file(error)
                }
            }
            isFirst = false
            guard try waits(behind: page.position, in: context) else { return }
            input.after = page.position
            page = try context.call(ListLog.self, input)
        }
    }

    /// Waits for events behind a position; false when nobody reads any more.
    private func waits(
        behind position: UInt64, in context: CommandContext
    ) throws(CommandFailure) -> Bool {
        do throws(ApplicationError) {
            let store = try context.session.current.store()
            while true {
                do throws(StoreError) {
                    if try store.head().count > position + 1 { return true }
                } catch { throw .store(error) }
                if !Terminal.isRead(after: 20) { return false }
            }
        } catch { throw .application(error) }
    }
}
