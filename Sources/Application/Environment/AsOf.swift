package import Ledger

/// Where the past ends that a request looks at.
package enum AsOf: Hashable, Sendable {
    /// The last position to take in.
    case position(UInt64)
    /// The last moment to take in, by the log's clock.
    case time(Timestamp)
}
