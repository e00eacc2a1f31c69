internal import EventLog

/// Statements that are withdrawn or asserted again.
struct StatementUndo: UndoPart {
    /// A statement that was noted.
    private struct Noted {
        let position: UInt64
        let statement: StatementAsserted
        /// Where it was withdrawn; `nil` while it counts.
        var withdrawn: UInt64?
        /// Whether it counts after the undo.
        var counts = true
    }

    /// All of them, oldest first.
    private var noted: [Noted] = []
    /// Those that were withdrawn since, with the event that did it.
    private var clashes: [(noted: Noted, by: UInt64)] = []

    /// - Complexity: O(*n*) in the statements; nothing where none is taken back.
    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        if scope.statements.isEmpty { return }
        let types: Set<EventType> = [.statementAsserted, .assertionWithdrawn]
        var found: [UInt64] = []
        let wanted = TypeSet(types.map(\.rawValue))
        try snapshot.store.read(0..<snapshot.count, .hot, holding: wanted) {
            batch throws(StoreError) in
            let isWanted = try batch.knownTypes().map { $0.map(types.contains) ?? false }
            guard isWanted.contains(true) else { return .next }
            for index in 0..<batch.count where isWanted[Int(batch.keyCodes[index])] {
                found.append(batch.firstPosition + UInt64(index))
            }
            return .next
        }
        try snapshot.store.readEvents(at: found, [.links, .hot, .facts, .text]) {
            position, event, _ in
            apply(event, at: position)
        }
        for position in scope.statements { rollBack(position) }
    }

    private mutating func apply(_ event: Event, at position: UInt64) {
        switch event {
        case .statementAsserted(let statement):
            noted.append(Noted(position: position, statement: statement))
        case .assertionWithdrawn(let withdrawal):
            guard let index = noted.firstIndex(where: { $0.position == withdrawal.target.position })
            else { return }
            noted[index].withdrawn = position
            noted[index].counts = false
        default: break
        }
    }

    /// Takes back the event at a position, the newest first: a statement, or one that says the same
    /// in its place, is withdrawn; one that was withdrawn counts again.
    private mutating func rollBack(_ position: UInt64) {
        if let own = noted.firstIndex(where: { $0.position == position }) {
            let same = noted.lastIndex { $0.counts && $0.statement == noted[own].statement }
            if let index = noted[own].counts ? own : same {
                noted[index].counts = false
            } else {
                clashes.append((noted[own], noted[own].withdrawn ?? position))
            }
        } else if let index = noted.firstIndex(where: { $0.withdrawn == position }) {
            noted[index].counts = true
        }
    }

    private var changed: [Noted] { noted.filter { $0.counts != ($0.withdrawn == nil) } }

    func conflicts(_ names: UndoNames) -> [UndoConflict] {
        clashes.map { noted, by in
            UndoConflict(label(noted, names), field: "withdrawn", set: nil, now: "yes", by: by)
        }
    }

    func changes(_ names: UndoNames) -> [UndoChange] {
        changed.map { UndoChange(label($0, names), "withdrawn", becomes: !$0.counts) }
    }

    func events(from index: Int, reason: String) -> [Event] {
        changed.map { noted in
            if noted.counts { return .statementAsserted(noted.statement) }
            let withdrawal = AssertionWithdrawn(
                target: .position(noted.position), reason: reason)
            return .assertionWithdrawn(withdrawal)
        }
    }

    /// `Bank 1204.50 EUR on 2026-03-31`
    private func label(_ noted: Noted, _ names: UndoNames) -> EntityLabel {
        let name = names.referenceData.accountName(noted.statement.account) ?? ""
        let balance = noted.statement.balance
        let title = "\(name) \(balance) \(balance.currency.code) on \(noted.statement.day)"
        return EntityLabel(id: noted.position, type: "statement", title: title)
    }
}
