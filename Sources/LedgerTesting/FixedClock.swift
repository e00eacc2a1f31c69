public import Ledger
internal import Synchronization

/// A clock that stands until it is moved.
///
/// ```swift
/// let clock = FixedClock()
/// clock.advance(by: .seconds(3_600))
/// ```
public final class FixedClock: Sendable {
    private let time: Mutex<Timestamp>

    /// A clock that stands at a moment, 2026-01-15T12:00:00Z (a Thursday) unless given.
    public init(_ start: Timestamp = Timestamp(millisecondsSince1970: 1_768_478_400_000)) {
        time = Mutex(start)
    }

    /// What it shows.
    public var now: Timestamp { time.withLock { $0 } }

    /// Moves it to a moment, forwards or backwards.
    public func set(to moment: Timestamp) { time.withLock { $0 = moment } }

    /// Moves it by whole milliseconds; backwards when the duration is negative.
    public func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        time.withLock { $0 = $0.adding(milliseconds: milliseconds) }
    }
}
