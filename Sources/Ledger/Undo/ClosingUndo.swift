/// Closings that are ended or made again.
struct ClosingUndo: UndoPart {
    /// The closings as they would be.
    private var closings: [ReferenceData.Closing]
    /// What changes: of which closing, and whether it is in force afterwards.
    private(set) var changed: [(closing: ReferenceData.Closing, isClosed: Bool)] = []

    /// What cannot be made again, with the closing that has taken its days since.
    private var clashes: [(position: UInt64, by: ReferenceData.Closing)] = []

    init(_ scope: UndoScope, _ referenceData: ReferenceData) {
        closings = referenceData.closings
        for position in scope.closings { rollBack(position) }
    }

    /// Takes back the event at a position, the newest first.
    private mutating func rollBack(_ position: UInt64) {
        if let own = closings.firstIndex(where: { $0.position == position }) {
            if closings[own].isInForce { change(own, reopened: position) }
        } else if let own = closings.firstIndex(where: { $0.reopened == position }) {
            let days = closings[own].closed.days
            let other = closings.first {
                $0.isInForce && !$0.closed.days.intersection(days).isEmpty
            }
            if let other {
                clashes.append((position, other))
            } else {
                change(own, reopened: nil)
            }
        }
    }

    private mutating func change(_ index: Int, reopened: UInt64?) {
        closings[index].reopened = reopened
        let id = closings[index].position
        let isClosed = reopened == nil
        // Both at once come to nothing.
        if let last = changed.firstIndex(where: { $0.closing.position == id }) {
            changed.remove(at: last)
        } else {
            changed.append((closings[index], isClosed))
        }
    }

    func conflicts(_ names: UndoNames) -> [UndoConflict] {
        clashes.map { position, other in
            UndoConflict(
                EntityLabel(id: position, type: "closing", title: other.title), field: "closed",
                set: nil, now: "yes", by: other.position)
        }
    }

    func changes(_ names: UndoNames) -> [UndoChange] {
        changed.map { closing, isClosed in
            let label = EntityLabel(id: closing.position, type: "closing", title: closing.title)
            return UndoChange(label, "closed", becomes: isClosed)
        }
    }

    /// What is closed again pins what it pinned.
    func events(from index: Int, reason: String) -> [Event] {
        changed.map { closing, isClosed in
            if isClosed { return .booksClosed(closing.closed) }
            return .booksReopened(
                BooksReopened(target: .position(closing.position), reason: reason))
        }
    }
}

extension ReferenceData.Closing {
    /// `2026-03-01..2026-04-01`
    fileprivate var title: String { closed.days.description }
}
