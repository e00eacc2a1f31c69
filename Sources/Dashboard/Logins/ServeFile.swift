internal import Application

/// What the pages keep on the device: tokens of feeds, and passwords. It is no part of the ledger,
/// and no copy of the ledger has it.
///
/// ```
/// $XDG_STATE_HOME/ledger/serve-LEDGER.json     for its owner only
/// ```
package struct ServeFile: Hashable, Sendable {
    /// The token of the calendar's feed; 64 hexadecimal digits.
    package private(set) var feed: String
    /// The token of the metrics.
    package private(set) var metrics: String
    /// Hashes of passwords, by the position of the person.
    package private(set) var passwords: [UInt64: String] = [:]

    /// Fresh tokens, and no password.
    package init(randomBytes: (Int) -> [UInt8]) {
        feed = Gate.hex(randomBytes(32))
        metrics = Gate.hex(randomBytes(32))
    }

    /// Reads what ``bytes`` wrote; `nil` for anything else.
    package init?(_ bytes: [UInt8]) {
        guard let members = AnyJSON(bytes)?.object, members["version"]?.integer == 1,
            let feed = members["feed"]?.string, feed.utf8.count == 64,
            let metrics = members["metrics"]?.string, metrics.utf8.count == 64,
            let people = members["passwords"]?.object
        else { return nil }
        (self.feed, self.metrics) = (feed, metrics)
        for (text, hash) in people {
            guard let person = UInt64(text), let hash = hash.string else { return nil }
            passwords[person] = hash
        }
    }

    /// The file.
    package var bytes: [UInt8] {
        let people = passwords.map { ("\($0.key)", AnyJSON.string($0.value)) }
        return JSONCoding.encode(
            AnyJSON.object([
                "version": 1, "feed": .string(feed), "metrics": .string(metrics),
                "passwords": .object(Dictionary(uniqueKeysWithValues: people)),
            ]))
    }

    /// Gives a person a password, or takes it away.
    package mutating func set(_ hash: String?, for person: UInt64) { passwords[person] = hash }

    /// The file's name, for a ledger.
    package static func name(of ledger: String) -> String { "serve-\(ledger).json" }
}
