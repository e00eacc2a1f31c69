/// What an event speaks of: another event, which stands in the log or is about to.
public enum Reference: Hashable, Sendable {
    /// The event at a position of the log.
    case position(UInt64)
    /// The event of the given index, from 0, in the commit that is being appended.
    case inThisCommit(Int)

    /// The position, or `nil` while the event is not in the log.
    public var position: UInt64? {
        if case .position(let position) = self { position } else { nil }
    }

    /// The value of a link column: the position, or `-1 - i` for index *i* of the same commit.
    ///
    /// What can be no reference (a position from 2⁶³ on, a negative index) becomes one that points
    /// behind every event, so that appending it is refused.
    package var link: Int64 {
        switch self {
        case .position(let position): Int64(clamping: position)
        case .inThisCommit(let index): index < 0 ? .min : -1 - Int64(index)
        }
    }
}
