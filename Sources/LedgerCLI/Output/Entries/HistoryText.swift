internal import Ledger

/// The versions of a thing as text, oldest first.
struct HistoryText {
    let history: LineHistory
    let output: OutputShape
    /// The ledger's zone, in which deadlines are shown.
    var zone: Zone?

    var text: String {
        var text = output.style.bold(title) + "\n"
        for version in history.versions { text += "\n" + block(version) }
        return text + "\n" + output.footer(history.position, history.root)
    }

    private var title: String {
        let titles = history.versions.flatMap(\.changes).filter {
            $0.field == (history.type == "account" ? "name" : "title")
        }
        let name = titles.last?.now.map { " · \(Screen.plain($0))" } ?? ""
        let versions = counted(history.versions.count, "version")
        return "\(history.type) \(history.id)\(name) · \(versions)"
    }

    private func block(_ version: VersionRow) -> String {
        var head = "event \(version.position) · \(output.style.bold(version.action.rawValue))"
        head += HistoryText.cause(version)
        head += " \(version.recordedAt.minute)"
        if !version.actor.isEmpty { head += " by \(Screen.plain(version.actor))" }
        if let batch = version.batch { head += ", batch \(batch)" }
        var text = head + "\n"
        if !version.reason.isEmpty { text += "  because: \(Screen.plain(version.reason))\n" }
        let changes = version.changes.filter { !HistoryText.isSaid($0, by: version.action) }
        let width = changes.map { $0.field.count }.max() ?? 0
        for change in changes {
            let blanks = String(repeating: " ", count: width - change.field.count + 2)
            text += "  \(change.field)\(blanks)\(values(change, version.action))\n"
        }
        return text
    }

    /// ` (undo of 1042)` where the version comes of one.
    private static func cause(_ version: VersionRow) -> String {
        guard let undoes = version.undoes, let first = undoes.first else { return "" }
        let word = version.redo == true ? "redo of undo" : "undo of"
        let others = undoes.count > 1 ? " and \(grouped(undoes.count - 1)) more" : ""
        return " (\(word) \(first)\(others))"
    }

    /// That something was voided, restored, closed or reopened is what the action says.
    private static func isSaid(_ change: FieldChange, by action: VersionRow.Action) -> Bool {
        switch change.field {
        case "voided": action == .voided || action == .restored
        case "closed": action == .closed || action == .reopened
        default: false
        }
    }

    /// What is recorded first has no value before.
    private func values(_ change: FieldChange, _ action: VersionRow.Action) -> String {
        let now = value(change.now, of: change.field)
        if action == .added || action == .opened { return now }
        return "\(value(change.was, of: change.field)) → \(now)"
    }

    /// A deadline as it was typed: by the clocks of the zone.
    private func value(_ text: String?, of field: String) -> String {
        guard let text else { return "(none)" }
        if NumberStyle.isMoney(field) { return NumberStyle.plain(text) }
        guard field == "deadline", let zone, let instant = Timestamp(text) else {
            return Screen.plain(text)
        }
        return "\(zone.day(at: instant)) \(zone.timeOfDay(at: instant))"
    }
}
