internal import Application
internal import Ledger
internal import ReadModels

/// What an upgrade of projections changes, as text.
enum UpgradeText {
    static func plan(_ rows: [ModelUpgrade], isListed: Bool) -> String {
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
                + (isListed ? row.changes.map(line).joined() : "")
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

    /// A row that changes; of many events the first.
    private static func line(_ change: ModelChange) -> String {
        let shownMax = 5
        let shown = change.events.prefix(shownMax).map { "\($0)" }.joined(separator: ", ")
        let rest = change.events.count - shownMax
        let events =
            change.events.isEmpty
            ? "" : " (by \(shown)\(rest > 0 ? " and \(counted(rest, "more event"))" : ""))"
        let key = Screen.plain(change.key).split(separator: " ").joined(separator: " ")
        return "    \(change.table) \(key): "
            + "\(Screen.plain(change.old ?? "nothing")) → \(Screen.plain(change.new ?? "nothing"))"
            + "\(events)\n"
    }
}
