/// What a device keeps of a ledger's members: the signed changes, one behind the other, each behind
/// its length in four bytes.
struct MembersFile: Hashable, Sendable {
    let entries: [[UInt8]]

    init(entries: [[UInt8]]) { self.entries = entries }

    /// Reads what ``bytes`` wrote; `nil` for anything else.
    init?(_ bytes: [UInt8]) {
        var entries: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard rest.count >= 4 else { return nil }
            let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard rest.count >= length else { return nil }
            entries.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        self.entries = entries
    }

    var bytes: [UInt8] {
        entries.flatMap { entry in
            (0..<4).map { UInt8(truncatingIfNeeded: entry.count >> (8 * $0)) } + entry
        }
    }
}
