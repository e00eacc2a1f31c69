internal import EventLog
package import Ledger

/// Fills a new ledger with a year of made-up entries, always the same.
package enum DemoLedger: Endpoint {
    package typealias Input = NoInput

    /// What the sample consists of.
    package struct Output: Codable, Hashable, Sendable {
        /// Where it is kept.
        package let home: String
        /// All events.
        package let events: UInt64
        /// Lines that count.
        package let lines: Int64
        /// The first day with an entry.
        package let start: Day
        /// The day after the last with an entry.
        package let end: Day
        /// The position of the last event.
        package let position: UInt64
        /// The root over all events, lower-case hex.
        package let root: String
    }

    package static let path = "demo"
    package static let summary = "make a sample ledger to look at"
    package static let needs: Set<Permission> = [.create]
}
