internal import Ledger

/// The table of a list of tasks; a column is shown only where it says something, or where there is
/// room.
struct TaskTable {
    let list: TaskList
    let rows: [TaskRow]
    let output: OutputShape
    /// Whether the rows have numbers.
    let isNumbered: Bool

    /// How many lines are above the first row.
    static let headLines = 2

    private enum Extra: CaseIterable {
        case done
        case hidden
        case project
        case priority
        case type
        case assignee
        case tags
        case colour
    }

    /// Head, rule and rows, each with its newline. Where the screen is too narrow, columns are left
    /// out from the right.
    var lines: [String] {
        let clock = DueText(list)
        var extras = Extra.allCases.filter { extra in
            switch extra {
            case .done: rows.contains { !$0.completedLocal.isEmpty }
            case .hidden: rows.contains { !clock.hidden($0).isEmpty }
            case .project: rows.contains { !$0.project.isEmpty }
            case .type: rows.contains { $0.type != .basic }
            case .priority: rows.contains { $0.priority != nil }
            case .assignee: rows.contains { !$0.assignee.isEmpty }
            case .tags: rows.contains { !$0.tags.isEmpty }
            // On a terminal the titles have the colours.
            case .colour: !output.style.isOn && rows.contains { $0.colour != .green }
            }
        }
        var table = table(with: extras)
        while let columns = output.columns, table.narrowestWidth > columns, !extras.isEmpty {
            extras.removeLast()
            table = self.table(with: extras)
        }
        return table.rendered(columns: output.columns).split(separator: "\n").map { $0 + "\n" }
    }

    private func table(with extras: [Extra]) -> TextTable {
        var table = TextTable(columns: [], style: output.style)
        if isNumbered { table.columns.append(.init(title: "Row", alignment: .right)) }
        table.columns += [
            .init(title: "Id", alignment: .right), .init(title: "Due"), .init(title: "When"),
        ]
        if extras.contains(.done) { table.columns.append(.init(title: "Done")) }
        table.columns.append(.init(title: "Title", widthMin: 24))
        for extra in extras {
            switch extra {
            case .done: break
            case .hidden: table.columns.append(.init(title: "Hidden"))
            case .project: table.columns.append(.init(title: "Project", widthMin: 8))
            case .type: table.columns.append(.init(title: "Type"))
            case .priority: table.columns.append(.init(title: "P"))
            case .assignee: table.columns.append(.init(title: "Who", widthMin: 5))
            case .tags: table.columns.append(.init(title: "Tags", widthMin: 6))
            case .colour: table.columns.append(.init(title: "Colour"))
            }
        }
        let clock = DueText(list)
        for (index, row) in rows.enumerated() { add(row, index, extras, clock, to: &table) }
        return table
    }

    private func add(
        _ row: TaskRow, _ index: Int, _ extras: [Extra], _ clock: DueText, to table: inout TextTable
    ) {
        var cells = isNumbered ? [".\(index + 1)", "\(row.id)"] : ["\(row.id)"]
        cells += [row.dueLocal, clock.relative(row)]
        var paints: [Int: Style.Paint] = row.late ? [cells.count - 1: .red] : [:]
        if extras.contains(.done) { cells.append(String(row.completedLocal.prefix(10))) }
        paints[cells.count] = TaskTable.paint(row.colour)
        cells.append(Screen.plain(row.title))
        for extra in extras {
            switch extra {
            case .done: break
            case .hidden: cells.append(clock.hidden(row))
            case .project: cells.append(Screen.plain(row.project))
            case .type: cells.append(row.type == .basic ? "" : row.type.name)
            case .priority: cells.append(row.priority.map { "\($0)" } ?? "")
            case .assignee: cells.append(Screen.plain(row.assignee))
            case .tags:
                cells.append(row.tags.map { "#" + Screen.plain($0) }.joined(separator: " "))
            case .colour: cells.append(row.colour.name)
            }
        }
        table.add(cells, paints: paints)
    }

    static func paint(_ colour: TodoColour) -> Style.Paint {
        switch colour {
        case .green: .green
        case .teal: .cyan
        case .pink: .magenta
        case .gray: .grey
        case .blue: .blue
        }
    }
}
