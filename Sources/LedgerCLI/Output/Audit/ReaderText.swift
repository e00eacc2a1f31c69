internal import Application
internal import Ledger

/// Readers of the log as text and CSV.
struct ReaderText {
    let output: OutputShape

    func list(_ list: ListReaders.Output) -> String {
        if list.rows.isEmpty {
            return "No readers yet: \(output.program) log --reader NAME\n"
        }
        var table = TextTable(
            columns: [
                .init(title: "Reader"), .init(title: "Next event", alignment: .right),
                .init(title: "Behind", alignment: .right), .init(title: "State"),
            ], style: output.style)
        for row in list.rows {
            let isKnown = row.state != .damaged
            table.add(
                row.name, isKnown ? grouped(row.events) : "–", isKnown ? grouped(row.behind) : "–",
                words(row.state))
        }
        let damaged = list.rows.filter { $0.state == .damaged }.map { row in
            output.style.dim(
                "  say where it goes on: \(output.program) reader move \(row.name) --from 0") + "\n"
        }
        return table.rendered(columns: output.columns) + damaged.joined() + "\n"
            + output.footer(list.position, list.root)
    }

    func moved(_ row: ReaderRow, isRehearsal: Bool) -> String {
        let deed = isRehearsal ? "would go on" : "goes on"
        return "\(row.name) \(deed) with event \(grouped(row.events)); "
            + "\(counted(row.behind, "event")) \(row.behind == 1 ? "is" : "are") there for it\n"
            + note(isRehearsal, "read: \(output.program) log --reader \(row.name)")
    }

    func removed(_ row: ReaderRow, isRehearsal: Bool) -> String {
        "\(isRehearsal ? "Would have removed" : "Removed") the reader \(row.name)\n"
            + note(
                isRehearsal,
                row.state == .damaged
                    ? "begin anew: \(output.program) log --reader \(row.name)"
                    : "take it back: \(output.program) reader move \(row.name) --from "
                        + "\(row.events)")
    }

    private func note(_ isRehearsal: Bool, _ hint: String) -> String {
        output.style.dim(isRehearsal ? "A dry run: nothing was written." : "  " + hint) + "\n"
    }

    private func words(_ state: ReaderRow.State) -> String {
        switch state {
        case .ready: "ready"
        case .cut: "the log is shorter"
        case .replaced: "the log is another one"
        case .damaged: "its place is damaged"
        }
    }

    static func csv(_ rows: [ReaderRow]) -> String {
        CSVOutput.text(
            header: ["name", "events", "behind", "state", "root"],
            rows: rows.map { row in
                [row.name, "\(row.events)", "\(row.behind)", row.state.rawValue, row.root]
            })
    }
}
