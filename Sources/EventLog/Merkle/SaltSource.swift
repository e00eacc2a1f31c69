/// The salts of the events of a block in which seeds are nodes, told in order: what lies on the way
/// to one is kept for the next.
struct SaltSource: Sendable {
    /// The salts of eight events in order, from a multiple of eight on.
    enum Group: Hashable, Sendable {
        /// They come from one secret, as those of a block with a flat seed do.
        case secret([UInt8])
        /// Each stands for itself; `nil` where an erasure took one.
        case salts([[UInt8]?])
    }

    /// Events of a group.
    static let groupEvents = 8

    /// The bytes of the seed.
    let bytes: [UInt8]
    private let seed: BlockSeed
    /// The secrets on the way to the last group, by their level.
    private var secrets: [(first: UInt64, secret: [UInt8])?]

    /// - Parameter bytes: A seed of nodes; `nil` for what is none.
    init?(_ bytes: [UInt8]) {
        guard let seed = BlockSeed(bytes), seed.flat.isEmpty else { return nil }
        (self.bytes, self.seed) = (bytes, seed)
        secrets = Array(repeating: nil, count: BlockSeed.lastLevel)
    }

    /// The salts from a position on, a multiple of eight.
    mutating func group(at first: UInt64) -> Group {
        let last = BlockSeed.lastLevel - 1
        guard let node = seed.node(at: first), node.level <= last else {
            let end = first + UInt64(SaltSource.groupEvents)
            return .salts((first..<end).map { seed.salt(of: $0) })
        }
        var secret = node.secret
        for level in (node.level..<last).map({ $0 + 1 }) {
            let start = BlockSeed.start(of: level, at: first)
            if let known = secrets[level], known.first == start {
                secret = known.secret
            } else {
                secret = BlockSeed.child(of: secret, at: start)
                secrets[level] = (start, secret)
            }
        }
        return .secret(secret)
    }
}
