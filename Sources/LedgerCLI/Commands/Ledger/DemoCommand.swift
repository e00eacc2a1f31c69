internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger demo`
struct DemoCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Make a sample ledger to look at.",
        discussion: """
            A year of a made-up household up to today, with what is due next. Without a folder it \
            goes where --ledger or LEDGER_HOME says, if no ledger is there, else into a new \
            temporary folder.
            """)

    @Argument(help: ArgumentHelp("The folder of the sample.", valueName: "folder"))
    var folder: String?

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let context = try contextOfSample(context)
        let sample = try context.call(DemoLedger.self, NoInput())
        guard context.output.format == .text else {
            return try context.put(
                sample, text: "",
                csv: ReportCSV.text([
                    "home": sample.home, "events": "\(sample.events)", "lines": "\(sample.lines)",
                    "start": "\(sample.start)", "end": "\(sample.end)",
                    "position": "\(sample.position)", "root": sample.root,
                ]))
        }
        try context.put(try text(sample, context))
    }

    /// The same program over the folder of the sample.
    private func contextOfSample(
        _ context: CommandContext
    ) throws(CommandFailure) -> CommandContext {
        do throws(ApplicationError) {
            let session = try Session.load(context.variables, folder: try place(context))
            let now = context.session.current.now
            // What is made up here is nobody's.
            session.replace { ($0.hooks, $0.now) = (nil, now) }
            return context.with(session)
        } catch {
            throw .application(error)
        }
    }

    private func place(_ context: CommandContext) throws(ApplicationError) -> String {
        if let folder { return folder }
        let named = shared.folder ?? context.variables["LEDGER_HOME"]
        if let named, !named.isEmpty, try isFree(context) { return named }
        return Terminal.temporaryFolder()
    }

    private func isFree(_ context: CommandContext) throws(ApplicationError) -> Bool {
        do throws(StoreError) {
            return try context.session.current.home.open() == nil
        } catch {
            throw .store(error)
        }
    }

    private func text(
        _ sample: DemoLedger.Output, _ context: CommandContext
    ) throws(CommandFailure) -> String {
        let style = context.output.style
        let place = Screen.plain(sample.home)
        let report = try context.call(
            SpendingReportEndpoint.self,
            SpendingReportEndpoint.Input(period: "monthly", kinds: [.expense, .income]))
        let replay = try context.call(ReplayLedger.self, ReplayLedger.Input())
        let check = try context.call(VerifyLog.self, VerifyLog.Input())
        let log = LogText(context.output)
        let program = context.output.name
        return """
            A sample ledger of \(counted(sample.events, "event")) in \(place)

            \(style.bold("$ \(program) report -M --net"))
            \(ReportText(report, ReportView(net: true), context.output).text)
            \(style.bold("$ \(program) replay"))
            \(log.replay(replay, isWhole: true))
            \(style.bold("$ \(program) verify"))
            \(log.verify(check))
            Now try:
              export LEDGER_HOME=\(Explanation.shellWord(sample.home))
              \(program) report -Q --by category -1 -T
              \(program) list market
              \(program) history .1
              \(program) add 12.50 Lunch -c food

            """
    }
}
