internal import EventLog

/// Prices that are taken back, or hold again: each by itself, so that nothing stands against it.
struct PriceUndo: UndoPart {
    private let book: PriceBook
    /// Whether what an event said is to hold, by position.
    private var wanted: [UInt64: Bool] = [:]

    /// - Complexity: O(*n*) in the events about prices; nothing where none is taken back.
    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        if scope.plans.isEmpty {
            book = PriceBook()
            return
        }
        book = try snapshot.priceBook()
        var wanted: [UInt64: Bool] = [:]
        let positions: [UInt64] = scope.plans.sorted()
        try snapshot.store.readEvents(at: positions, PriceBook.sections) { position, event, _ in
            switch event {
            case .priceSet: wanted[position] = false
            // What was said in a commit that is taken back, too, does not hold.
            case .priceWithdrawn(let change):
                if let target = change.target.position {
                    wanted[target] = !scope.undone.contains(target)
                }
            case .priceRestored(let change):
                if let target = change.target.position { wanted[target] = false }
            default: break
            }
        }
        self.wanted = wanted
    }

    private var changed: [(entry: PriceBook.Entry, holds: Bool)] {
        book.entries.compactMap { entry in
            guard let holds = wanted[entry.position], holds != book.holds(entry.position) else {
                return nil
            }
            return (entry, holds)
        }
    }

    func conflicts(_ names: UndoNames) -> [UndoConflict] { [] }

    func changes(_ names: UndoNames) -> [UndoChange] {
        changed.map { entry, holds in
            let label = EntityLabel(
                id: entry.position, type: "price", title: entry.price.phrase)
            return UndoChange(label, "withdrawn", becomes: !holds)
        }
    }

    func events(from index: Int, reason: String) -> [Event] {
        changed.map { entry, holds in
            let change = PlanChange(target: .position(entry.position), reason: reason)
            return holds ? .priceRestored(change) : .priceWithdrawn(change)
        }
    }
}
