internal import EventLog

extension LedgerSnapshot {
    /// Every version of an account, oldest first; `nil` when none was opened at the position.
    ///
    /// - Complexity: O(*c*) in the changes of all accounts, and a read for each version.
    package func history(ofAccount id: UInt64) throws(StoreError) -> LineHistory? {
        guard referenceData.account(at: id) != nil else { return nil }
        let changes = referenceData.accountChanges.filter { $0.change.target.position == id }
        var versions: [VersionRow] = []
        var old: [FieldText] = []
        let marks = try undoMarks()
        let typings = referenceData.typings.filter { $0.typed.account.position == id }
        let positions = [id] + (changes.map(\.position) + typings.map(\.position)).sorted()
        try store.readEvents(at: positions, .all) { position, event, commit in
            guard let commit, let (action, new) = LedgerSnapshot.version(event, after: old) else {
                return
            }
            versions.append(
                VersionRow(
                    position: position, action: action,
                    recordedAt: Timestamp(millisecondsSince1970: commit.recordedAt),
                    logClock: Timestamp(millisecondsSince1970: commit.logClock),
                    actor: commit.actor.flatMap(referenceData.person(at:))?.name ?? "",
                    batch: commit.batch, changes: FieldText.changes(from: old, to: new),
                    reason: "", undoes: marks.undone[commit.firstPosition],
                    redo: marks.isRedo(commit.firstPosition) ? true : nil))
            old = new
        }
        let head = try head()
        return LineHistory(
            id: id, type: "account", versions: versions, position: head.lastPosition,
            root: head.root.hex)
    }

    /// What an event makes of an account.
    private static func version(
        _ event: Event, after old: [FieldText]
    ) -> (VersionRow.Action, [FieldText])? {
        switch event {
        case .accountOpened(let facts): return (.opened, facts.texts(isClosed: false, type: nil))
        case .accountTyped(let typed):
            return (.edited, old.dropLast() + [FieldText("type", typed.type?.rawValue)])
        case .accountChanged(let change):
            let wasClosed = old.contains { $0.field == "closed" && $0.text != nil }
            let action: VersionRow.Action =
                change.isClosed == wasClosed ? .edited : change.isClosed ? .closed : .reopened
            let type = old.last?.text
            return (action, change.facts.texts(isClosed: change.isClosed, type: type))
        default: return nil
        }
    }
}

extension AccountOpened {
    /// Every field, always in the same order; the day of an opening balance of zero says nothing.
    fileprivate func texts(isClosed: Bool, type: String?) -> [FieldText] {
        [
            FieldText("name", name), FieldText("opening", opening.description),
            FieldText("currency", opening.currency.code),
            FieldText("day", opening.minor == 0 ? nil : day.description),
            FieldText("closed", isClosed ? "yes" : nil), FieldText("type", type),
        ]
    }
}
