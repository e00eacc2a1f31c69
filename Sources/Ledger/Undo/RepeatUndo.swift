internal import EventLog

/// What was said of what comes again and is taken back, or holds again: each saying by itself. What
/// was recorded of a rule stays.
struct RepeatUndo: UndoPart {
    private let book: RepeatBook
    /// Whether what an event said is to hold, by position.
    private var wanted: [UInt64: Bool] = [:]

    /// - Complexity: O(*n*) in the events about what comes again; nothing where none is taken back.
    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        if scope.plans.isEmpty {
            book = RepeatBook()
            return
        }
        book = try snapshot.repeatBook()
        var wanted: [UInt64: Bool] = [:]
        let positions: [UInt64] = scope.plans.sorted()
        try snapshot.store.readEvents(at: positions, RepeatBook.sections) { position, event, _ in
            switch event {
            case .repeatAdded, .repeatSkipped: wanted[position] = false
            // What was said in a commit that is taken back, too, does not hold.
            case .repeatWithdrawn(let change):
                if let target = change.target.position {
                    wanted[target] = !scope.undone.contains(target)
                }
            case .repeatRestored(let change):
                if let target = change.target.position { wanted[target] = false }
            default: break
            }
        }
        self.wanted = wanted
    }

    private var changed: [(position: UInt64, holds: Bool)] {
        book.sayings.map(\.position).compactMap { position in
            guard let holds = wanted[position], holds != book.holds(position) else { return nil }
            return (position, holds)
        }
    }

    func conflicts(_ names: UndoNames) -> [UndoConflict] { [] }

    func changes(_ names: UndoNames) -> [UndoChange] {
        changed.map { position, holds in
            let label = EntityLabel(
                id: position, type: "repeat", title: book.title(at: position) ?? "")
            return UndoChange(label, "withdrawn", becomes: !holds)
        }
    }

    func events(from index: Int, reason: String) -> [Event] {
        changed.map { position, holds in
            let change = PlanChange(target: .position(position), reason: reason)
            return holds ? .repeatRestored(change) : .repeatWithdrawn(change)
        }
    }
}
