internal import Application
internal import Ledger

/// How the number of open tasks went, as text.
struct FlowText {
    let flow: TaskBurndown.Output
    let output: OutputShape

    /// A row a period, and a bar of what was open at its end.
    var text: String {
        var table = TextTable(columns: [], style: output.style)
        table.columns = [
            .init(title: "From"), .init(title: "To"), .init(title: "Added", alignment: .right),
            .init(title: "Done", alignment: .right), .init(title: "Dropped", alignment: .right),
            .init(title: "Open", alignment: .right),
        ]
        let hasReopened = flow.rows.contains { $0.reopened > 0 }
        if hasReopened { table.columns.insert(.init(title: "Again", alignment: .right), at: 3) }
        let bars = Bars.lengths(
            flow.rows.map { Figure("\($0.open)") }, width: barWidth,
            isASCII: output.isASCII)
        table.columns.append(.init(title: ""))
        for (row, bar) in zip(flow.rows, bars) {
            var cells = [
                row.start.description, row.last.description, FlowText.number(row.added),
                FlowText.number(row.done), FlowText.number(row.dropped), grouped(row.open), bar,
            ]
            if hasReopened { cells.insert(FlowText.number(row.reopened), at: 3) }
            table.add(cells)
        }
        let end = flow.end.isEmpty ? "" : " · at this pace none on \(flow.end)"
        let last = "\(counted(flow.open, "task")) open\(end)"
        return table.rendered(columns: output.columns) + "\n" + output.style.dim(last) + "\n"
            + output.footer(flow.position, flow.root)
    }

    private var barWidth: Int {
        let hasReopened = flow.rows.contains { $0.reopened > 0 }
        return max(8, min(30, (output.columns ?? 80) - (hasReopened ? 65 : 58)))
    }

    private static func number(_ count: Int) -> String { count == 0 ? "" : grouped(count) }

    /// The rows of the JSON form under the same keys.
    var csv: String {
        CSVOutput.text(
            header: ["start", "last", "added", "done", "dropped", "reopened", "open"],
            rows: flow.rows.map { row in
                [
                    row.start.description, row.last.description, "\(row.added)", "\(row.done)",
                    "\(row.dropped)", "\(row.reopened)", "\(row.open)",
                ]
            })
    }
}
