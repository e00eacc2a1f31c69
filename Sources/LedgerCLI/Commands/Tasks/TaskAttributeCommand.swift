internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger task attribute`
struct TaskAttributeCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "attribute", abstract: "List attributes of tasks, and declare new ones.",
        discussion: """
            Every task may have planned, what it is to cost. Others are declared once, with what \
            they hold: text, number, money, date or duration; a text may be one of a few. Then \
            they are typed as due: is, found, sorted by and shown.

              ledger task attribute
              ledger task attribute estimate duration
              ledger task attribute size text --choice S --choice M --choice L
              ledger task add Paint the wall estimate:3h size:M planned:80
              ledger task list estimate.over:2h --sort estimate --columns id,title,estimate
            """)

    @Argument(
        help: ArgumentHelp(
            "What it is called: letters in lower case, digits, - and _.", valueName: "name"))
    var name: String?

    @Argument(help: "text, number, money, date or duration.")
    var kind: String?

    @Option(help: ArgumentHelp("A text that it may hold; may be repeated.", valueName: "text"))
    var choice: [String] = []

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        guard let name else { return try show(in: context) }
        let input = DeclareAttribute.Input(
            name: Arguments.plain(name), kind: kind.map(Arguments.plain),
            choices: choice.isEmpty ? nil : choice.map(Arguments.plain))
        let written = try context.call(DeclareAttribute.self, input)
        let did = context.isDryRun ? "Would have declared" : "Declared"
        try context.put(
            written, text: "\(did) \(input.name): \(input.kind ?? "text")\n",
            csv: ReportCSV.text(written.csv))
    }

    private func show(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListAttributes.self, NoInput())
        var table = TextTable(columns: [
            .init(title: "Attribute"), .init(title: "Holds"),
            .init(title: "Choices", widthMin: 12), .init(title: "Tasks", alignment: .right),
        ])
        for row in list.rows {
            let choices = row.choices.map(Screen.plain).joined(separator: ", ")
            table.add(row.name, row.kind, choices, grouped(row.tasks))
        }
        let csv = CSVOutput.text(
            header: ["name", "kind", "choices", "tasks"],
            rows: list.rows.map {
                [$0.name, $0.kind, CSVOutput.cell(of: $0.choices), "\($0.tasks)"]
            })
        try context.put(
            list,
            text: table.rendered(columns: context.output.columns) + "\n"
                + context.output.footer(list.position, list.root), csv: csv)
    }
}

extension CommandContext {
    /// The names of the attributes that tasks may have, where a word may be a value of one.
    func attributeNames(among words: [String]) throws(CommandFailure) -> Set<String> {
        let isAsked = words.contains { word in
            guard !Arguments.isMarked(word), let mark = word.firstIndex(of: ":") else {
                return false
            }
            let name = word[..<mark].lowercased()
            return !name.isEmpty && TitleWords.taskOptions[name] == nil
                && name.allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0))
                }
        }
        guard isAsked else { return [] }
        do throws(CommandFailure) {
            return Set(try call(ListAttributes.self, NoInput()).rows.map(\.name))
        } catch .application(.forbidden) { return [TaskAttributeDeclared.planned.name] }
    }
}
