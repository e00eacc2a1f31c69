internal import Ledger

extension Explanation {
    /// What was pinned is not what the log says.
    init(brokenClosings ids: [UInt64]) {
        let what = ids.count == 1 ? "closing \(ids[0])" : counted(ids.count, "closing")
        self.init(
            "what was pinned when books were closed is not what the log says, of \(what)",
            "ledger closings")
    }

    /// Files that are missing or were changed.
    init(broken files: [BrokenFile]) {
        let shown = files.prefix(5).map { file in
            "    \(Screen.plain(file.name)) of \(file.id): "
                + (file.isMissing ? "is missing" : "was changed")
                + ", files/\(file.content.prefix(12))…"
        }
        let more = files.count > shown.count ? ["    and \(files.count - shown.count) more"] : []
        self.init(
            (["the log is whole, but not the files that belong to entries:"] + shown + more)
                .joined(separator: "\n"),
            "ledger attachments")
    }

    /// Events that no command makes.
    init(broken rules: [BrokenRule]) {
        let shown = rules.prefix(5).map { rule in
            "    event \(grouped(rule.position)) \(Explanation.words(rule.rule))"
        }
        let more = rules.count > shown.count ? ["    and \(rules.count - shown.count) more"] : []
        let what = "some program recorded what no command of this one would:"
        let before = rules.first.map { $0.position } ?? 0
        self.init(
            ([what] + shown + more).joined(separator: "\n"),
            .words(before > 0 ? "ledger replay --to \(before - 1)" : "ledger log -n 1"))
    }

    private static func words(_ rule: LedgerRule) -> String {
        switch rule {
        case .readable: "cannot be read: it does not say what its type needs"
        case .openedOnce: "opens a ledger that is open, or is the first and does not"
        case .actor: "does not say who acted"
        case .amount: "is a line without an amount"
        case .version: "goes on from something else than a version of what it changes"
        case .versionOnce: "was changed twice, each time as if it was the newest version"
        case .takenBack: "takes back something else than what was recorded"
        case .closedDays: "changes closed books without a correction"
        }
    }
}

extension [BrokenRule] {
    /// Refused, or damage where an event cannot be read.
    var exit: Int32 { contains { $0.rule == .readable } ? 3 : 1 }
}
