internal import Ledger
internal import Synchronization

/// What was done and what receipts noted, for the page that is shown next: in memory alone, the
/// last few, for some minutes. An address does not say it, so that nobody can have a page say what
/// was never done.
final class ReceiptShelf: Sendable {
    private static let countMax = 64
    private static let life = Duration.seconds(600)

    /// What was done.
    struct Receipt {
        fileprivate let name: Link
        fileprivate let person: UInt64?
        let notes: [DecisionNote]
        /// Another event that is undone with it; `nil` for none.
        let also: UInt64?
        /// That of the form; empty for none.
        let key: String
        fileprivate let seen: SeenLog?
        fileprivate let time: Duration
    }

    private let receipts = Mutex<[Receipt]>([])
    private let uptime: @Sendable () -> Duration

    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Keeps the notes of a receipt for whoever was given it.
    ///
    /// - Parameters:
    ///   - name: What was done, as the page that shows it is asked.
    ///   - also: Another event that is undone with it; `nil` for none.
    ///   - person: Who recorded it; `nil` for the owner.
    ///   - key: That of the form; `nil` for none.
    ///   - seen: The log in which it has its number; `nil` where that is not known.
    func keep(
        _ notes: [DecisionNote], of name: Link, with also: UInt64?, for person: UInt64?,
        key: String?, seen: SeenLog?
    ) {
        let receipt = Receipt(
            name: name, person: person, notes: notes, also: also, key: key ?? "", seen: seen,
            time: uptime())
        receipts.withLock { receipts in
            receipts.removeAll { $0.name == name && $0.person == person }
            receipts.append(receipt)
            if receipts.count > ReceiptShelf.countMax { receipts.removeFirst() }
        }
    }

    /// What was done; `nil` for what is not known, or not any more.
    ///
    /// - Parameter stands: Whether its number is still that of what was done.
    func receipt(
        of name: Link, for person: UInt64?, where stands: (SeenLog) -> Bool
    ) -> Receipt? {
        let now = uptime()
        let receipt = receipts.withLock { receipts in
            receipts.removeAll { now - $0.time > ReceiptShelf.life }
            return receipts.first { $0.name == name && $0.person == person }
        }
        guard let receipt, let seen = receipt.seen, stands(seen) else { return nil }
        return receipt
    }
}
