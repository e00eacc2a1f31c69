/// What one person bears of a line.
public struct Share: Codable, Hashable, Sendable {
    /// The person, by position.
    public let person: UInt64
    /// Minor units of the line's currency; all shares together are the line's amount.
    public let minor: Int64

    /// What a person bears.
    public init(person: UInt64, minor: Int64) {
        self.person = person
        self.minor = minor
    }
}

extension [Share] {
    /// Whether the shares are ascending by person, each once, and together an amount; none always
    /// are.
    ///
    /// - Parameter minor: The amount of the line in minor units.
    package func addUp(to minor: Int64) -> Bool {
        if isEmpty { return true }
        let isAscending = zip(self, dropFirst()).allSatisfy { $0.person < $1.person }
        return isAscending && reduce(Int128(0)) { $0 + Int128($1.minor) } == Int128(minor)
    }

    /// The shares as columns have them, in ASCII: `7:1250,9:1250`.
    var stored: [UInt8] {
        [UInt8](map { "\($0.person):\($0.minor)" }.joined(separator: ",").utf8)
    }

    /// The shares that bytes mean; `nil` for bytes that nobody writes.
    init?(stored bytes: some Collection<UInt8>) {
        self = []
        for part in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let words = part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard words.count == 2,
                let person = UInt64(String(decoding: words[0], as: UTF8.self)),
                let minor = Int64(String(decoding: words[1], as: UTF8.self))
            else { return nil }
            append(Share(person: person, minor: minor))
        }
        // One form for each value: no signs or zeros in front.
        guard stored.elementsEqual(bytes) else { return nil }
    }
}

/// Shares in a column.
struct StoredShares: BytesValue {
    let shares: [Share]

    init?(_ bytes: ArraySlice<UInt8>, isASCII: Bool) {
        guard let shares = [Share](stored: bytes) else { return nil }
        self.shares = shares
    }
}
