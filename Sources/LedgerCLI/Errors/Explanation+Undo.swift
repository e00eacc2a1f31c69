internal import Ledger

extension Explanation {
    /// Words for what cannot be undone or redone.
    static func undo(_ error: DecisionError) -> Explanation {
        switch error {
        case .nothingToUndo:
            Explanation("there is nothing there that you could undo", "ledger undo --list")
        case .nothingToRedo:
            Explanation("there is no undo of yours to take back", "ledger undo --list")
        case .recordedSince(let undo, let since):
            Explanation(
                "your last undo, \(undo), is not the last thing that you did: event \(since) came "
                    + "after it; name the undo to take it back all the same",
                .words("ledger redo \(undo)"))
        case .alreadyUndone(let id, let by):
            Explanation(
                "what event \(id) recorded is undone already, by event \(by)",
                "ledger redo \(id)")
        case .alreadyRedone(let id, let by):
            Explanation(
                "the undo \(id) is taken back already, by event \(by)", "ledger undo \(by)")
        case .notUndone(let id):
            Explanation(
                "what event \(id) recorded is not undone: there is nothing to redo",
                "ledger undo \(id)")
        case .notABatch(let id):
            Explanation("no import began with event \(id)", "ledger undo --list")
        case .cannotUndo(let id, let hindrance):
            Explanation("event \(id) cannot be undone: \(reason(hindrance))", "ledger undo --list")
        case .undoConflicts(let conflicts): changedSince(conflicts)
        default: Explanation("\(error)")
        }
    }

    private static func reason(_ hindrance: NotUndoable) -> String {
        switch hindrance {
        case .opening: "it opened the ledger"
        case .person: "a person who was added stays known"
        case .currency: "a currency that was declared stays known"
        case .erasure: "nothing brings text back that was erased"
        case .nothing: "it changed nothing"
        }
    }

    private static func changedSince(_ conflicts: [UndoConflict]) -> Explanation {
        let shownMax = 10
        let things = counted(Set(conflicts.map(\.id)).count, "thing")
        var what = "\(things) changed since; nothing was written"
        for conflict in conflicts.prefix(shownMax) { what += "\n    \(UndoText.words(conflict))" }
        let rest = conflicts.count - shownMax
        if rest > 0 { what += "\n    and \(grouped(rest)) more" }
        let named = conflicts.first { $0.type == "line" || $0.type == "task" }
        let history = named.map { [Try.words("ledger history \($0.id)")] } ?? []
        return Explanation(what, tries: [.adding("--skip-conflicts")] + history)
    }
}
