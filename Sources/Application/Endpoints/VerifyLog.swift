internal import EventLog
package import Ledger

/// Nothing to say.
package struct NoInput: Codable, Hashable, Sendable {
    /// A request.
    package init() {}
}

/// Hashes every event again and holds the result against what is stored.
package enum VerifyLog: Endpoint {
    package typealias Input = NoInput
    package typealias Output = VerifySummary

    package static let path = "verify"
    package static let summary = "check every byte and every hash of the log"
    package static let needs: Set<Permission> = [.read]
}

/// Says what the log consists of.
package enum LedgerInfo: Endpoint {
    package typealias Input = NoInput
    package typealias Output = LogSummary

    package static let path = "info"
    package static let summary = "say what the log consists of"
    package static let needs: Set<Permission> = [.read]
}

/// Turns small frames into large ones.
package enum SealLog: Endpoint {
    package typealias Input = NoInput

    /// What was done.
    package struct Output: Codable, Hashable, Sendable {
        /// How many events were moved.
        package let sealed: UInt64
        /// The position of the last event.
        package let position: UInt64
        /// The root over all events, the same as before, lower-case hex.
        package let root: String
    }

    package static let path = "seal"
    package static let summary = "pack the newest events tightly"
    package static let needs: Set<Permission> = [.write]
}
