extension ReferenceData {
    /// A period whose books were closed.
    package struct Closing: Hashable, Sendable {
        /// The position of the event that closed them: its id.
        package let position: UInt64
        /// What it says.
        package let closed: BooksClosed
        /// Where the books were reopened; `nil` while they are closed.
        package internal(set) var reopened: UInt64?
        /// Where lines of the period were corrected.
        package internal(set) var corrections: [UInt64] = []

        /// Whether the books are closed.
        package var isInForce: Bool { reopened == nil }
    }

    /// The closings that are in force, in the order of the log.
    package var closingsInForce: [Closing] { closings.filter(\.isInForce) }

    /// The closing in force of a day; `nil` where the books are open.
    ///
    /// - Complexity: O(*n*) in the closings.
    package func closing(of day: Day) -> Closing? {
        closings.first { $0.isInForce && $0.closed.days.contains(day) }
    }
}
