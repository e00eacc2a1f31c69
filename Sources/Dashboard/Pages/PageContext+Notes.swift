internal import Application
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// How many notes of a receipt are shown.
    private static let notesMax = 5

    /// What was understood differently from what was typed, where the receipt noted it.
    func receiptNotes(_ notes: [DecisionNote]) -> HTML {
        if notes.isEmpty { return .empty }
        return tag("ul", .css("list")) {
            for note in notes.prefix(PageContext.notesMax) {
                tag("li") { PageContext.words(note) }
            }
            if notes.count > PageContext.notesMax {
                tag("li") { "and \(notes.count - PageContext.notesMax) more" }
            }
        }
    }

    /// A note in words; those that no form of a page gives stay in English.
    private static func words(_ note: DecisionNote) -> Phrase {
        let (given, used) = (note.given, note.used)
        switch note.kind {
        case .categorySpelling: return "category \(given) is spelt \(used) in this ledger"
        case .projectSpelling: return "project \(given) is spelt \(used) in this ledger"
        case .similarCategory: return "category \(given) is new here; did you mean \(used)?"
        case .accountOpened: return "opened the account \(used)"
        case .accountReopened: return "took up the closed account \(used) again"
        case .beforeOpening:
            return "the opening balance of \(given), of \(used), contains lines before it"
        case .statementReplaced:
            return "the statement \(given) of that day said \(used); withdrawn"
        case .deadlinePassed: return "already past: \(used)"
        case .clockSkipped: return "clocks skip \(given): it is \(used)"
        case .wholeEntry:
            return "\(given) is one of \(used) lines of an entry; all of them changed"
        case .accountStaysOpen: return "account \(given) stays open: lines that count name it"
        default: return Phrase(plain: NoteText.words(note))
        }
    }
}
