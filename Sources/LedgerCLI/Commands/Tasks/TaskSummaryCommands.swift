internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger task projects`
struct TaskProjectsCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "projects", abstract: "List the projects of tasks, and how far each is.",
        aliases: ["summary"])

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListProjects.self, NoInput())
        let output = context.output
        var table = TextTable(columns: [], style: output.style)
        table.columns = [
            .init(title: "Project", widthMin: 12), .init(title: "Open", alignment: .right),
            .init(title: "Late", alignment: .right), .init(title: "Done", alignment: .right),
            .init(title: "Complete", alignment: .right), .init(title: "Oldest", alignment: .right),
        ]
        for row in list.rows {
            let name = row.project.isEmpty ? "(no project)" : Screen.plain(row.project)
            table.add(
                [
                    name, grouped(row.open), row.late == 0 ? "" : grouped(row.late),
                    grouped(row.done), "\(row.percent) %",
                    row.open == 0 ? "" : "\(grouped(row.age)) d",
                ], paints: row.late == 0 ? [:] : [2: .red])
        }
        let text = list.rows.isEmpty ? "No tasks yet.\n" : table.rendered(columns: output.columns)
        let csv = CSVOutput.text(
            header: ["project", "open", "late", "done", "age"],
            rows: list.rows.map {
                [$0.project, "\($0.open)", "\($0.late)", "\($0.done)", "\($0.age)"]
            })
        try context.put(
            list, text: text + "\n" + output.footer(list.position, list.root), csv: csv)
    }
}

/// `ledger task time`
struct TaskTimeCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "time", abstract: "List the time that was spent on tasks.",
        discussion: "It is counted from start to stop, or to done or drop.")

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(TaskTime.self, NoInput())
        let output = context.output
        context.remember(list.rows.map(\.id))
        var table = TextTable(columns: [], style: output.style)
        table.columns = [
            .init(title: "Row", alignment: .right), .init(title: "Id", alignment: .right),
            .init(title: "Time", alignment: .right), .init(title: "Title", widthMin: 20),
            .init(title: "Project", widthMin: 8),
        ]
        for (index, row) in list.rows.enumerated() {
            table.add([
                ".\(index + 1)", "\(row.id)", TaskText.span(row.spent),
                (row.started ? "▶ " : "") + Screen.plain(row.title), Screen.plain(row.project),
            ])
        }
        table.add(["", "", TaskText.span(list.spent), "in all", ""])
        let empty = "No time yet; begin with: \(output.program) task start ID\n"
        let text = list.rows.isEmpty ? empty : table.rendered(columns: output.columns)
        let csv = CSVOutput.text(
            header: ["id", "title", "project", "spent", "started"],
            rows: list.rows.map {
                ["\($0.id)", $0.title, $0.project, "\($0.spent)", "\($0.started)"]
            })
        try context.put(
            list, text: text + "\n" + output.footer(list.position, list.root), csv: csv)
    }
}
