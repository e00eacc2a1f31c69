/// The devices that sign in a ledger, and those that are not believed any more: as its events say
/// it, whoever signed them.
package struct DeviceBook: Hashable, Sendable {
    /// A device that was added, or got another name.
    package struct Entry: Hashable, Sendable {
        /// Where.
        package let position: UInt64
        /// What was said.
        package let added: DeviceAdded
    }

    /// A device that is not believed any more.
    package struct Revocation: Hashable, Sendable {
        /// Where.
        package let position: UInt64
        /// What was said.
        package let revoked: DeviceRevoked
    }

    /// In the order of the log.
    package private(set) var entries: [Entry] = []
    /// In the order of the log.
    package private(set) var revocations: [Revocation] = []

    /// No devices.
    package init() {}

    /// Whether the ledger is not shared: nothing has to be signed.
    package var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ added: DeviceAdded, at position: UInt64) {
        entries.append(Entry(position: position, added: added))
    }

    mutating func revoke(_ revoked: DeviceRevoked, at position: UInt64) {
        revocations.append(Revocation(position: position, revoked: revoked))
    }

    mutating func merge(_ other: DeviceBook) {
        entries += other.entries
        revocations += other.revocations
    }

    /// The keys, each once, in the order in which they were first added.
    package var keys: [[UInt8]] {
        var keys: [[UInt8]] = []
        for entry in entries where !keys.contains(entry.added.key) { keys.append(entry.added.key) }
        return keys
    }

    /// What a device is called: as it was said last.
    package func name(of key: [UInt8]) -> String? {
        entries.last { $0.added.key == key }?.added.name
    }

    /// The device of a name, or of the beginning of a key in hexadecimal digits, four at least;
    /// `nil` where there is none, or more than one. A device that nobody has added may call itself
    /// as it likes: it is meant where no other one is.
    ///
    /// - Parameter believed: The keys that are believed.
    package func key(named text: String, believed: Set<[UInt8]> = []) -> [UInt8]? {
        let digits = text.lowercased()
        for keys in [keys.filter(believed.contains), keys] {
            let named = keys.filter { name(of: $0) == text }
            if named.count == 1 { return named[0] }
            let found = keys.filter { DeviceBook.digits(of: $0).hasPrefix(digits) }
            if digits.utf8.count >= 4, found.count == 1 { return found[0] }
        }
        return nil
    }

    /// A key as people see it: 64 hexadecimal digits.
    package static func digits(of key: [UInt8]) -> String {
        key.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
