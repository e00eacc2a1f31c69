package import Ledger

/// What was understood differently from what was typed, as text.
package enum NoteText {
    /// How many notes of a kind are shown.
    private static let shownMax = 5
    private static let columnsMax = 80
    private static let start = "note: "

    /// The notes kind by kind, each line ended by a newline; empty without any.
    ///
    /// - Parameter columns: Columns of the screen, if there is one.
    static func lines(_ notes: [DecisionNote], columns: Int?) -> String {
        var kinds: [DecisionNote.Kind] = []
        for note in notes where !kinds.contains(note.kind) { kinds.append(note.kind) }
        var text = ""
        for kind in kinds {
            let alike = notes.filter { $0.kind == kind }
            if kind == .accountOpened {
                text += accounts(alike, columns: min(columns ?? columnsMax, columnsMax))
                continue
            }
            for note in alike.prefix(shownMax) { text += "\(start)\(words(note))\n" }
            let rest = alike.count - shownMax
            if rest > 0 { text += "\(indent)… and \(grouped(rest)) more like it\n" }
        }
        return text
    }

    /// What was recorded under a key before is not so any more.
    static func changedSince(_ command: String, _ output: OutputShape) -> String {
        "\(start)that was recorded before, and changed since: \(output.program) \(command)\n"
    }

    private static var indent: String { String(repeating: " ", count: start.count) }

    /// All accounts in one note.
    private static func accounts(_ notes: [DecisionNote], columns: Int) -> String {
        let names = notes.map { Screen.plain($0.used) }.joined(separator: ", ")
        let noun = notes.count == 1 ? "account" : "accounts"
        let lines = Screen.wrapped("opened the \(noun) \(names)", to: columns - start.count)
        return start + lines.joined(separator: "\n" + indent) + "\n"
    }

    /// One note, without what stands in front of it.
    package static func words(_ note: DecisionNote) -> String {
        let given = Screen.plain(note.given)
        let used = Screen.plain(note.used)
        switch note.kind {
        case .categorySpelling: return "category \(given) is spelt \(used) in this ledger"
        case .similarCategory:
            return "category \(given) is new here; did you mean \(used)?"
        case .accountOpened: return "opened the account \(used)"
        case .accountReopened: return "took up the closed account \(used) again"
        case .accountHasMoney:
            return "there are \(Figure.words(used)) in \(given), and stay in its balance"
        case .beforeOpening:
            return "the opening balance of \(given), of \(used), contains lines before it"
        case .statementReplaced:
            return "the statement \(given) of that day said \(Figure(used).text); withdrawn"
        case .projectSpelling: return "project \(given) is spelt \(used) in this ledger"
        case .personAdded: return "\(used) is new here and was added as a person"
        case .splitEnded: return "\(given) is not split any more: it is \(Figure(used).text) now"
        case .expectedCame: return "\(used) of \(given) is among these rows, and no longer expected"
        case .cameAlready: return "\(given) was recorded before, as \(used), and stays recorded"
        case .dependencyLeftOut:
            return "\(given) does not wait for a task that waits for it; left out"
        case .deadlinePassed: return "already past: \(used)"
        case .clockSkipped: return "clocks skip \(given): it is \(used)"
        case .untilBefore: return "of no use after \(given), but \(used)"
        case .wholeEntry: return "\(given) is one of \(used) lines of an entry; all of them changed"
        case .accountStaysOpen:
            let lines = used == "1" ? "1 live line names" : "\(used) live lines name"
            return "account \(given) stays open: \(lines) it"
        case .personStays:
            let name = used.isEmpty ? "someone whose name was erased" : used
            return "\(name), added by event \(given), stays known"
        case .erasureStays: return "the text of \(used), erased by event \(given), stays erased"
        case .categoryRenamed: return "category \(given) is called \(used) by now, and shown so"
        case .erasurePassed:
            return "passed over event \(given): nothing brings back text that was erased"
        case .gonePassed:
            return "passed over event \(given): what it changed was taken back since"
        case .budgetReplaced:
            return "\(given) and \(used) both have a budget: the one that was set last holds"
        case .attributeStays:
            return "attribute \(used), declared by event \(given), stays known"
        case .currencyStays: return "currency \(used), declared by event \(given), stays known"
        case .categoryByRule: return "category \(given), because the rule \(used) says so"
        case .repeatedID:
            return "\(used) rows have the id \(given): no id of this file tells rows apart"
        case .unknownStays: return "event \(given) stays: only a newer program knows it"
        }
    }
}
