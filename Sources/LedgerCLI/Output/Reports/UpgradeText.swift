internal import Application
internal import Ledger
internal import ReadModels

/// What an upgrade of projections changes, as text.
enum UpgradeText {
    static func plan(
        _ rows: [ModelUpgrade], isListed: Bool, _ output: OutputShape
    ) -> String {
        if rows.isEmpty { return "" }
        return rows.map { row in
            let reason =
                switch row.reason {
                case .names: "names or settings have changed"
                case .program: "version \(row.old) becomes \(row.new)"
                }
            let counts = row.changed.sorted { $0.key < $1.key }
                .map { "  \($0.key): \(counted($0.value, "row"))\n" }.joined()
            let changes = row.changed.isEmpty ? "  no row changes\n" : counts
            return "\(row.name), up to event \(grouped(row.position)): \(reason)\n" + changes
                + (isListed && !row.changes.isEmpty ? "\n" + table(row.changes, output) + "\n" : "")
        }.joined()
    }

    static func outcome(_ done: UpgradeProjections.Output) -> String {
        if done.rows.isEmpty { return "Nothing is outdated.\n" }
        if done.switched.isEmpty { return "" }
        return "Switched \(done.switched.joined(separator: ", ")).\n"
    }

    static func csv(_ rows: [ModelUpgrade]) -> String {
        CSVOutput.text(
            header: ["name", "table", "key", "old", "new", "events"],
            rows: rows.flatMap { row in
                row.changes.map { change in
                    [
                        row.name, change.table, change.key, change.old ?? "", change.new ?? "",
                        change.events.map { "\($0)" }.joined(separator: " "),
                    ]
                }
            })
    }

    /// The rows that change, under the name of their table; amounts are in minor units, as they
    /// be there. Of many events the first are told.
    private static func table(_ changes: [ModelChange], _ output: OutputShape) -> String {
        let names = Set(changes.map(\.table)).sorted()
        return names.map { name in
            var table = TextTable(
                columns: [
                    .init(title: name), .init(title: "Old → new", widthMin: 20),
                    .init(title: "Events", widthMin: 6),
                ], style: output.style)
            for change in changes where change.table == name {
                let key = Screen.plain(change.key).split(separator: " ").joined(separator: " ")
                let (old, new) = (Screen.plain(change.old ?? "–"), Screen.plain(change.new ?? "–"))
                table.add(key, "\(old) → \(new)", events(change.events))
            }
            return table.rendered(columns: output.columns)
        }.joined(separator: "\n")
    }

    private static func events(_ events: [UInt64]) -> String {
        let shownMax = 5
        let shown = events.prefix(shownMax).map { "\($0)" }.joined(separator: ", ")
        let rest = events.count - shownMax
        return rest > 0 ? "\(shown) and \(grouped(rest)) more" : shown
    }
}
