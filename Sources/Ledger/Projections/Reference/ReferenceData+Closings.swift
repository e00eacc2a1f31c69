extension ReferenceData {
    /// A period whose books were closed.
    public struct Closing: Hashable, Sendable {
        /// The position of the event that closed them: its id.
        public let position: UInt64
        /// What it says.
        public let closed: BooksClosed
        /// Where the books were reopened; `nil` while they are closed.
        public internal(set) var reopened: UInt64?
        /// Where lines of the period were corrected.
        public internal(set) var corrections: [UInt64] = []

        /// Whether the books are closed.
        public var isInForce: Bool { reopened == nil }
    }

    /// The closings that are in force, in the order of the log.
    public var closingsInForce: [Closing] { closings.filter(\.isInForce) }

    /// The closing in force of a day; `nil` where the books are open.
    ///
    /// - Complexity: O(*n*) in the closings.
    public func closing(of day: Day) -> Closing? {
        closings.first { $0.isInForce && $0.closed.days.contains(day) }
    }
}
