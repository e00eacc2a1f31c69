/// Closings that are ended or made again.
struct ClosingUndo: UndoPart {
    /// The closings as they would be.
    private var closings: [ReferenceData.Closing]
    /// What changes: of which closing, and whether it is in force afterwards.
    private(set) var changed: [(closing: ReferenceData.Closing, isClosed: Bool)] = []

    /// What cannot be made or ended again, with the closing that has taken its days since.
    private var clashes: [(position: UInt64, by: ReferenceData.Closing)] = []

    /// The closings in force that are earlier ones again, for the reopening was taken back.
    private let remakes: Set<UInt64>

    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        closings = snapshot.referenceData.closings
        remakes = scope.closings.isEmpty ? [] : try snapshot.remadeClosings()
        for position in scope.closings { rollBack(position) }
    }

    /// Takes back the event at a position, the newest first.
    private mutating func rollBack(_ position: UInt64) {
        if let own = closings.firstIndex(where: { $0.position == position }) {
            if closings[own].isInForce {
                change(own, reopened: position)
            } else if let other = successor(of: own) {
                let later = closings[other]
                if remakes.contains(later.position), later.closed == closings[own].closed {
                    change(other, reopened: position)
                } else {
                    clashes.append((position, later))
                }
            }
        } else if let own = closings.firstIndex(where: { $0.reopened == position }) {
            if let other = successor(of: own) {
                clashes.append((position, closings[other]))
            } else {
                change(own, reopened: nil)
            }
        }
    }

    /// The closing in force that has days of one that is not.
    private func successor(of index: Int) -> Int? {
        let days = closings[index].closed.days
        return closings.firstIndex {
            $0.isInForce && !$0.closed.days.intersection(days).isEmpty
        }
    }

    /// The closings that are made again.
    var remade: [ReferenceData.Closing] { changed.filter(\.isClosed).map(\.closing) }

    /// Makes some closings not again.
    mutating func leaveOpen(_ ids: Set<UInt64>) {
        changed.removeAll { $0.isClosed && ids.contains($0.closing.position) }
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

extension LedgerSnapshot {
    /// The closings in force that an undo or a redo recorded.
    fileprivate func remadeClosings() throws(StoreError) -> Set<UInt64> {
        let closings = referenceData.closingsInForce
        if closings.isEmpty { return [] }
        let marks = try undoMarks()
        var remade: Set<UInt64> = []
        for closing in closings {
            if let commit = try commit(at: closing.position), marks.isUndo(commit.id) {
                remade.insert(closing.position)
            }
        }
        return remade
    }

    /// The closings that would be made again of other figures than they were ended with, each with
    /// why not.
    ///
    /// - Parameter after: The ledger as it would be.
    /// - Complexity: O(*n*) in the events for each closing.
    func moved(
        _ closings: [ReferenceData.Closing], after: LedgerSnapshot, undoing: PositionRanges
    ) throws(StoreError) -> [(closing: UInt64, conflict: UndoConflict)] {
        var moved: [(closing: UInt64, conflict: UndoConflict)] = []
        for closing in closings {
            let known = referenceData.closings.first { $0.position == closing.position }
            guard let reopened = known?.reopened else { continue }
            let days = closing.closed.days
            let then = try LedgerSnapshot(store: store, upTo: reopened)
            if try !then.differs(from: after, in: days) { continue }
            let by = try changes(of: days, in: reopened..<count).first { !undoing.contains($0) }
            let conflict = UndoConflict(
                EntityLabel(id: reopened, type: "closing", title: closing.title),
                field: UndoConflict.figuresField, set: nil, now: nil, by: by ?? reopened)
            moved.append((closing.position, conflict))
        }
        return moved
    }
}

extension ReferenceData.Closing {
    /// `2026-03-01..2026-04-01`
    fileprivate var title: String { closed.days.description }
}
