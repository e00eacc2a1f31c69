internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger task urgency`
struct TaskUrgencyCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "urgency", abstract: "List and change by what reasons count in ledger next.",
        discussion: """
            The usual weights are those of Taskwarrior. Tags and projects can have weights of \
            their own. They are kept on this device as contexts are; ledger task explain shows \
            what \
            comes of them.

              ledger task urgency
              ledger task urgency due 15
              ledger task urgency tag:shop 3
              ledger task urgency due usual
            """)

    @Argument(
        help: ArgumentHelp("due, priority, …, tag:shop or project:home.", valueName: "reason"))
    var reason: String?

    @Argument(help: ArgumentHelp("A number from -1000 to 1000, or usual.", valueName: "weight"))
    var weight: String?

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let session = context.session
        if let reason = reason.map(Arguments.plain) {
            guard let weight = weight.map(Arguments.plain) else {
                throw .usage(.parser("say a weight, or usual", command: ["task", "urgency"]))
            }
            do throws(ApplicationError) {
                try session.setTaskUrgency(reason, weight == "usual" ? nil : weight)
            } catch { throw .application(error) }
            context.recorded.take(DoneBeside("ledger task urgency"))
        }
        let own: [String: String]
        do throws(ApplicationError) { own = try session.taskUrgency() } catch {
            throw .application(error)
        }
        let others = own.keys.filter { !PressureWeights.names.contains($0) }.sorted()
        let rows = (PressureWeights.names + others).map { name in
            let usual = TodoPressure.Reason(rawValue: name).map(PressureWeights.usual) ?? 0
            return Row(name: name, weight: own[name], usual: TodoPressure.text(usual))
        }
        var table = TextTable(columns: [
            .init(title: "Reason"), .init(title: "Weight", alignment: .right),
            .init(title: "Usual", alignment: .right),
        ])
        for row in rows { table.add(row.name, row.weight ?? row.usual, row.usual) }
        try context.put(
            Answer(rows: rows), text: table.rendered(columns: context.output.columns),
            csv: CSVOutput.text(
                header: ["reason", "weight", "usual"],
                rows: rows.map { [$0.name, $0.weight ?? $0.usual, $0.usual] }))
    }

    private struct Row: Encodable {
        let name: String
        let weight: String?
        let usual: String
    }

    private struct Answer: Encodable { let rows: [Row] }
}
