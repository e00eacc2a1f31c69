internal import Application
internal import ArgumentParser
internal import ReadModels

/// `ledger projections upgrade`
struct ProjectionsUpgradeCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade", abstract: "Switch outdated projections, and say what changes.",
        discussion: """
            Where the week start or names have changed, or another version of the program is \
            installed, tables are read as they were until they are upgraded. The new ones are \
            built beside them and compared row by row; then the program asks, and switches all \
            of them at once. --diff lists every row that changes and the events behind it. After \
            an interruption the same command goes on.

              ledger projections upgrade --diff
              ledger projections upgrade --yes
              ledger projections upgrade --diff -O csv
            """)

    @Argument(help: ArgumentHelp("Which ones; all that are outdated without.", valueName: "name"))
    var names: [String] = []

    @Flag(help: "List every row that changes.")
    var diff = false

    @Flag(help: "Go on without asking.")
    var yes = false

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        var input = UpgradeProjections.Input(
            names: names.isEmpty ? nil : names.map(Arguments.plain), diff: diff)
        var found = try context.call(UpgradeProjections.self, input)
        input.accept = true
        let isText = context.output.format == .text
        let plan = UpgradeText.plan(found.rows, isListed: diff, context.output)
        var asks = !yes && !found.rows.isEmpty
        if asks, isText, Terminal.isTerminal(.input), Terminal.isTerminal(.error) {
            let question = "switch \(counted(found.rows.count, "projection"))? [y/N] "
            guard Terminal.confirms(plan + question) else {
                return try context.put("Nothing was switched.\n")
            }
            found.switched = try context.call(UpgradeProjections.self, input).switched
            return try context.put(UpgradeText.outcome(found))
        }
        if !asks, !found.rows.isEmpty {
            found.switched = try context.call(UpgradeProjections.self, input).switched
            asks = false
        }
        try context.put(
            found, text: plan + UpgradeText.outcome(found), csv: UpgradeText.csv(found.rows))
        if asks { throw .unswitched(count: found.rows.count) }
    }
}
