/// The books of a period are closed: what it says is pinned, and lines of its days change only by
/// corrections.
public struct BooksClosed: Hashable, Sendable {
    /// The days.
    public var days: DayRange
    /// The digest of every figure that was told of them, 32 bytes; in closings of the
    /// first programs that of a ``SpendingReport`` in one bucket by category.
    public var digest: [UInt8]
    /// The root over all events up to and including ``pinned``, 32 bytes.
    public var root: [UInt8]
    /// The position of the last event that is taken in.
    public var pinned: UInt64
    /// A remark; erasable, may be empty.
    public var reason: String

    /// A closing.
    public init(
        days: DayRange, digest: [UInt8], root: [UInt8], pinned: UInt64, reason: String = ""
    ) {
        self.days = days
        self.digest = digest
        self.root = root
        self.pinned = pinned
        self.reason = reason
    }
}

/// Closed books are open again: for good, or for the lines of the same commit only.
public struct BooksReopened: Hashable, Sendable {
    /// The ``BooksClosed``.
    public var target: Reference
    /// Whether they are open for the lines of the same commit only, which correct them.
    public var isCorrection: Bool
    /// Why; erasable, may be empty.
    public var reason: String

    /// The end of a closing, or an exception to it.
    public init(target: Reference, isCorrection: Bool = false, reason: String = "") {
        self.target = target
        self.isCorrection = isCorrection
        self.reason = reason
    }
}
