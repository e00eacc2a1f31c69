internal import Ledger
internal import Synchronization

/// What receipts noted, for the page that is shown next: in memory alone, the last few. An address
/// does not say it, so that nobody can have a page say what was never noted.
final class ReceiptShelf: Sendable {
    private static let countMax = 64

    private struct Receipt {
        let name: Link
        let person: UInt64?
        let notes: [DecisionNote]
    }

    private let receipts = Mutex<[Receipt]>([])

    /// Keeps the notes of a receipt for whoever was given it.
    ///
    /// - Parameters:
    ///   - name: What was done, as the page that shows it is asked.
    ///   - person: Who recorded it; `nil` for the owner.
    func keep(_ notes: [DecisionNote], of name: Link, for person: UInt64?) {
        receipts.withLock { receipts in
            receipts.removeAll { $0.name == name && $0.person == person }
            if notes.isEmpty { return }
            receipts.append(Receipt(name: name, person: person, notes: notes))
            if receipts.count > ReceiptShelf.countMax { receipts.removeFirst() }
        }
    }

    /// The notes of a receipt; none where there were none, or they are not known any more.
    func notes(of name: Link, for person: UInt64?) -> [DecisionNote] {
        receipts.withLock { receipts in
            receipts.first { $0.name == name && $0.person == person }?.notes ?? []
        }
    }
}
