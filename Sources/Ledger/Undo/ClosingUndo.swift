/// Closings that are ended or made again.
struct ClosingUndo {
    /// The closings as they would be.
    private var closings: [ReferenceData.Closing]
    /// What changes: of which closing, and whether it is in force afterwards.
    private(set) var changed: [(closing: ReferenceData.Closing, isClosed: Bool)] = []

    init(_ referenceData: ReferenceData) { closings = referenceData.closings }

    /// Takes back the event at a position, the newest first.
    ///
    /// - Returns: What stands in the way: the closing that has taken its days since; else `nil`.
    mutating func rollBack(_ position: UInt64) -> ReferenceData.Closing? {
        if let own = closings.firstIndex(where: { $0.position == position }) {
            if closings[own].isInForce { change(own, reopened: position) }
        } else if let own = closings.firstIndex(where: { $0.reopened == position }) {
            let days = closings[own].closed.days
            let other = closings.first {
                $0.isInForce && !$0.closed.days.intersection(days).isEmpty
            }
            if let other { return other }
            change(own, reopened: nil)
        }
        return nil
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

    /// The events that make it so; what is closed again pins what it pinned.
    func events(reason: String) -> [Event] {
        changed.map { closing, isClosed in
            if isClosed { return .booksClosed(closing.closed) }
            return .booksReopened(
                BooksReopened(target: .position(closing.position), reason: reason))
        }
    }
}
