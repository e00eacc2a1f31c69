internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger replay`
struct ReplayCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Read the whole log and rebuild every projection.",
        discussion: """
            With --to or --as-of it stops there, and a report is shown as it was then. With \
            --without it is replayed as if some entries, tasks or other events had never been: \
            their commits are left out, of an import only they, and all of it by the id of the \
            import. What would not have been possible without them is left out, too, and listed. \
            Nothing is recorded.

              ledger replay
              ledger replay --as-of 2026-04-01 --report monthly --by category
              ledger replay --without 1042 rent --report monthly
            """)

    @Option(help: ArgumentHelp("The last event to take in.", valueName: "position"))
    var to: UInt64?

    @Option(
        name: .customLong("as-of"),
        help: ArgumentHelp("The last moment to take in.", valueName: "time"))
    var asOf: String?

    @Option(
        help: ArgumentHelp(
            "A report as it was then: \(Period.named.map(\.name).joined(separator: ", ")).",
            valueName: "period"))
    var report: String?

    @Option(help: "Rows of the report by category, account or none.")
    var by: GroupingChoice?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "As if these had never been: ids, or words of titles.", valueName: "id"))
    var without: [String] = []

    @Flag(help: "Hash every event first, and hold it against the root.")
    var verified = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var wanted: SpendingReportEndpoint.Input?
        if report != nil || by != nil {
            let isText = context.output.format == .text
            wanted = SpendingReportEndpoint.Input(
                period: report, by: by == GroupingChoice.none ? nil : by?.rawValue,
                kinds: isText ? [.expense] : nil)
        }
        let replay = try context.call(
            ReplayLedger.self,
            ReplayLedger.Input(
                to: to, asOf: asOf, report: wanted, verified: verified ? true : nil,
                without: without.isEmpty ? nil : without.map(Arguments.plain)))
        try context.put(
            replay, text: LogText(context.output).replay(replay, isWhole: to == nil && asOf == nil),
            csv: replay.report.map(ReportCSV.text) ?? ReportCSV.text(replay.summary))
    }
}

/// `ledger verify`
struct VerifyCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check every byte, every hash and every statement.",
        discussion: """
            Every event is read and held against the rules of the ledger: amounts, who acted, \
            what a change goes on from and takes back, lines of closed days. One that breaks a \
            rule makes the exit code 1, one that cannot be read 3. Statements that ledger assert \
            noted are held against the ledger as it is now; one that differs makes the exit code 1.

            With --quick only that is hashed which came since the last time, and files that do not \
            look as they did: it finds what programs and people do to files, and a ledger that is \
            not the one that was verified, but not a bit that the disk lost in old files.

            With --against the ledger is held against what ledger checkpoint said of it once: \
            events that are missing (a rollback) or are others (a fork) make the exit code 1. \
            Every witness whose key is named must have signed it too (ledger witness). \
            With --receipt a report is made again of the same events, and must be the same.

              ledger verify
              ledger verify --quick
              ledger verify --against march.checkpoint --key "$KEY"
              ledger verify --receipt march.receipt
            """)

    @Flag(help: "Hash only what came since everything was verified.")
    var quick = false

    @Option(
        help: ArgumentHelp("A checkpoint that was made before.", valueName: "file"))
    var against: String?

    @Option(help: ArgumentHelp("What --receipt wrote beside a report.", valueName: "file"))
    var receipt: String?

    @Option(
        help: ArgumentHelp(
            "The verifier key that must have signed it; may be repeated.", valueName: "key"))
    var key: [String] = []

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let known = try against.map(context.text(of:))
        let signed = try receipt.map(context.text(of:))
        let summary = try context.call(
            VerifyLog.self,
            VerifyLog.Input(
                quick: quick ? true : nil, against: known, keys: key.isEmpty ? nil : key,
                receipt: signed))
        try context.put(
            summary, text: LogText(context.output).verify(summary),
            csv: ReportCSV.text([
                "events": "\(summary.events)", "commits": "\(summary.commits)",
                "frames": "\(summary.frames)", "bytes": "\(summary.bytes)",
                "seconds": "\(summary.seconds)", "position": "\(summary.position)",
                "root": summary.root,
                "statements": summary.statements.map { "\($0)" } ?? "",
                "differing": "\(summary.differing.count)",
                "since": summary.since.map { "\($0)" } ?? "",
            ]))
        if let check = summary.erasures, !check.holds, check.writer == nil {
            throw .erasuresDiffer(check)
        }
        if let broken = summary.brokenRules { throw .rulesBroken(broken) }
        if let broken = summary.brokenClosings { throw .closingsDiffer(broken) }
        if let broken = summary.brokenFiles { throw .filesDiffer(broken) }
        if let found = summary.signatures, found.doubtful > 0 { throw .signaturesDiffer(found) }
        if !summary.differing.isEmpty { throw .statementsDiffer(summary.differing) }
    }
}

/// `ledger info`
struct InfoCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Say what the log consists of.",
        discussion: """
            With --sizes it reads the whole log and says what every byte of its files is for: by \
            section of the frames and by column, before and after compression. A compressed \
            section's bytes are divided among its columns by what each comes to alone.
            """)

    @Flag(help: "Say what the bytes of the log's files are for.")
    var sizes = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        if sizes {
            let output = try context.call(LogSizes.self, NoInput())
            return try context.put(
                output, text: LogText(context.output).sizes(output), csv: ReportCSV.text(output))
        }
        let summary = try context.call(LedgerInfo.self, NoInput())
        let place = context.session.current.home.place
        try context.put(
            summary, text: LogText(context.output).info(summary, place: place),
            csv: ReportCSV.text([
                "ledger": summary.ledger, "events": "\(summary.events)",
                "commits": "\(summary.commits)", "frames": "\(summary.frames)",
                "segments": "\(summary.segments)", "bytes": "\(summary.bytes)",
                "root": summary.root,
            ]))
    }
}

/// `ledger seal`
struct SealCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal", abstract: "Pack the newest events tightly; nothing else changes.",
        discussion: """
            Files of an older revision of the format are written anew in the present one; \
            programs that know only the older one refuse them then.
            """)

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let result = try context.call(SealLog.self, NoInput())
        try context.put(
            result, text: LogText(context.output).seal(result),
            csv: ReportCSV.text([
                "sealed": "\(result.sealed)", "position": "\(result.position)",
                "root": result.root, "renewed": "\(result.renewed ?? 0)",
            ]))
    }
}
