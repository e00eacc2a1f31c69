/// What the salts of the texts in a block of 4,096 positions are made from.
///
/// ```
/// seed   := 32 bytes                                    flat: of revision 1
///         | { level:u8 first:u16 secret: 32 bytes } × n   nodes: of revision 2
/// salt   := SHA-256(seed ‖ position:u64)                  of a flat seed
/// secret := SHA-256(secret of the parent ‖ p:u64)         p: the child's first position
/// ```
///
/// Nodes belong to a tree over the positions of the block: the one of level 0 covers all of them,
/// each has 8 children, and one of level 4 is the salt of a single event. Whoever has a node
/// computes the salts below it and no others, so that the text of an event is erased with the nodes
/// above it; what stands beside them stays. The tree is that of Goldreich, Goldwasser and Micali
/// (How to construct random functions, 1986).
///
/// A flat seed has 32 bytes, nodes have a multiple of 35: the bytes alone tell which it is.
package struct BlockSeed: Hashable, Sendable {
    /// Some of the positions of the block, and the secret from which their salts come.
    struct Node: Hashable, Sendable {
        /// 0 … 4.
        var level: Int
        /// The first position that it covers, less the first one of the block.
        var first: Int
        /// 32 bytes.
        var secret: [UInt8]

        /// The positions that it covers, less the first one of the block.
        var range: Range<Int> { first..<(first + BlockSeed.size(of: level)) }
    }

    /// The only bytes of a flat seed; empty for nodes.
    let flat: [UInt8]
    /// The nodes, ascending; none overlaps another one.
    let nodes: [Node]

    /// Bytes of a flat seed, and of a secret.
    static let secretBytes = 32
    /// Bytes of a node.
    static let nodeBytes = secretBytes + 3
    /// The level of single positions.
    static let lastLevel = 4
    /// How many positions a node of a level covers.
    static func size(of level: Int) -> Int { Int(Limit.seedEvents) >> (3 * level) }

    /// Reads a seed; `nil` for bytes that are none, and for no bytes.
    package init?(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return nil }
        if bytes.count == BlockSeed.secretBytes {
            (flat, nodes) = (bytes, [])
            return
        }
        guard bytes.count % BlockSeed.nodeBytes == 0 else { return nil }
        var nodes: [Node] = []
        nodes.reserveCapacity(bytes.count / BlockSeed.nodeBytes)
        for start in stride(from: 0, to: bytes.count, by: BlockSeed.nodeBytes) {
            let level = Int(bytes[start])
            guard level <= BlockSeed.lastLevel else { return nil }
            let node = Node(
                level: level, first: Int(bytes[start + 1]) | Int(bytes[start + 2]) << 8,
                secret: Array(bytes[(start + 3)..<(start + BlockSeed.nodeBytes)]))
            guard node.first % BlockSeed.size(of: level) == 0,
                node.range.upperBound <= Int(Limit.seedEvents),
                node.first >= nodes.last?.range.upperBound ?? 0
            else { return nil }
            nodes.append(node)
        }
        (flat, self.nodes) = ([], nodes)
    }

    private init(nodes: [Node]) { (flat, self.nodes) = ([], nodes) }

    /// The bytes of a seed from which the salts of all positions of a block come.
    ///
    /// - Parameter secret: 32 bytes that nobody can guess.
    package static func whole(_ secret: [UInt8]) -> [UInt8] { [0, 0, 0] + secret }

    /// Whether the bytes of a seed are those of nodes.
    package static func hasNodes(_ bytes: [UInt8]) -> Bool { bytes.count > secretBytes }

    /// Whether the salts of all positions of a block come from the bytes of a seed: no text of it
    /// was erased since it was made.
    package static func tellsAll(_ bytes: [UInt8]) -> Bool {
        bytes.count == secretBytes || secret(ofWhole: bytes) != nil
    }

    /// The secret of a block whose salts all come from one; `nil` of another seed.
    static func secret(ofWhole bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count == nodeBytes, bytes[0] == 0 else { return nil }
        return Array(bytes.suffix(secretBytes))
    }

    /// The bytes of a flat seed, in the place of a fresh one that a log of revision 1 cannot hold.
    static func flattened(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.suffix(secretBytes)) }

    /// The bytes.
    package var bytes: [UInt8] {
        var bytes = flat
        for node in nodes {
            bytes.append(UInt8(node.level))
            bytes.append(UInt8(truncatingIfNeeded: node.first))
            bytes.append(UInt8(truncatingIfNeeded: node.first >> 8))
            bytes += node.secret
        }
        return bytes
    }

    /// The salt of an event's text; `nil` where it went with an erasure.
    ///
    /// - Complexity: O(log *n*) in the nodes.
    package func salt(of position: UInt64) -> [UInt8]? {
        if !flat.isEmpty { return BlockSeed.child(of: flat, at: position) }
        guard let node = node(at: position) else { return nil }
        var secret = node.secret
        for level in (node.level..<BlockSeed.lastLevel).map({ $0 + 1 }) {
            secret = BlockSeed.child(of: secret, at: BlockSeed.start(of: level, at: position))
        }
        return secret
    }

    /// The node that covers a position; `nil` where none does.
    ///
    /// - Complexity: O(log *n*) in the nodes.
    func node(at position: UInt64) -> Node? {
        let place = Int(position % Limit.seedEvents)
        let next = nodes.partitioningIndex { $0.range.upperBound > place }
        guard next < nodes.count, nodes[next].range.contains(place) else { return nil }
        return nodes[next]
    }

    /// The seed from which the salts of some positions cannot be computed; `nil` where no other
    /// position is left, and of a flat seed.
    ///
    /// - Parameter positions: Positions of the block.
    package func removing(_ positions: some Sequence<UInt64>) -> BlockSeed? {
        guard flat.isEmpty else { return nil }
        var left = nodes
        for position in positions {
            let place = Int(position % Limit.seedEvents)
            let index = left.partitioningIndex { $0.range.upperBound > place }
            guard index < left.count, left[index].range.contains(place) else { continue }
            let start = position - UInt64(place)
            left.replaceSubrange(
                index...index, with: BlockSeed.rest(of: left[index], without: place, from: start))
        }
        return left.isEmpty ? nil : BlockSeed(nodes: left)
    }

    /// Whether the salts of all positions of a block from one on come from the bytes of a seed. Of
    /// the positions that are not there yet an erasure takes none; a full block has none.
    static func tellsRest(_ bytes: [UInt8], from position: UInt64) -> Bool {
        var next = Int(position % Limit.seedEvents)
        guard next > 0, !tellsAll(bytes), let seed = BlockSeed(bytes) else { return true }
        for node in seed.nodes where node.range.upperBound > next {
            guard node.first <= next else { return false }
            next = node.range.upperBound
        }
        return next == Int(Limit.seedEvents)
    }

    /// The same seed with fresh nodes, where it has none, for the positions of the block from one
    /// on: what comes there is not what was erased in the log from which the seed is.
    package static func completed(_ bytes: [UInt8], from position: UInt64) -> [UInt8] {
        guard !tellsRest(bytes, from: position), let seed = BlockSeed(bytes) else { return bytes }
        let place = Int(position % Limit.seedEvents)
        return BlockSeed(nodes: seed.nodes(below: 0, at: 0, completeFrom: place)).bytes
    }

    /// The same seed for a log that goes on by itself from a position on: what comes there, in the
    /// log from which the seed is, has other salts.
    ///
    /// - Returns: Of a flat seed, which tells all positions or none, another flat one.
    package static func renewed(_ bytes: [UInt8], from position: UInt64) -> [UInt8] {
        guard let seed = BlockSeed(bytes), seed.flat.isEmpty else {
            return Log.randomBytes(secretBytes)
        }
        let place = Int(position % Limit.seedEvents)
        let start = position - UInt64(place)
        let kept = seed.nodes.flatMap { BlockSeed.beginning(of: $0, before: place, from: start) }
        return BlockSeed(
            nodes: BlockSeed(nodes: kept).nodes(below: 0, at: 0, completeFrom: place)
        ).bytes
    }

    /// The nodes that cover what a node covers before a place.
    private static func beginning(
        of node: Node, before place: Int, from start: UInt64
    ) -> [Node] {
        if node.range.upperBound <= place { return [node] }
        guard node.first < place else { return [] }
        return children(of: node, from: start).flatMap {
            beginning(of: $0, before: place, from: start)
        }
    }

    /// The nodes in the range of a node, and fresh ones for what they leave out behind a place.
    private func nodes(below level: Int, at first: Int, completeFrom place: Int) -> [Node] {
        let range = first..<(first + BlockSeed.size(of: level))
        let own = nodes.filter { $0.range.overlaps(range) }
        if range.upperBound <= place || own.first?.level == level { return own }
        if own.isEmpty, range.lowerBound >= place {
            let secret = Log.randomBytes(BlockSeed.secretBytes)
            return [Node(level: level, first: first, secret: secret)]
        }
        guard level < BlockSeed.lastLevel else { return own }
        let size = BlockSeed.size(of: level + 1)
        return stride(from: first, to: range.upperBound, by: size).flatMap {
            nodes(below: level + 1, at: $0, completeFrom: place)
        }
    }

    /// The nodes that cover what a node covers, but for one place.
    private static func rest(of node: Node, without place: Int, from start: UInt64) -> [Node] {
        guard node.level < lastLevel else { return [] }
        return children(of: node, from: start).flatMap { child in
            child.range.contains(place) ? rest(of: child, without: place, from: start) : [child]
        }
    }

    /// The children of a node above the last level.
    private static func children(of node: Node, from start: UInt64) -> [Node] {
        let size = size(of: node.level + 1)
        return stride(from: node.first, to: node.range.upperBound, by: size).map { first in
            Node(
                level: node.level + 1, first: first,
                secret: child(of: node.secret, at: start + UInt64(first)))
        }
    }

    /// The first position that the node of a level covers which covers a position.
    static func start(of level: Int, at position: UInt64) -> UInt64 {
        position.roundedDown(to: UInt64(size(of: level)))
    }

    /// The secret of a node's child.
    ///
    /// - Parameter position: The first position that it covers.
    static func child(of secret: [UInt8], at position: UInt64) -> [UInt8] {
        var salted = secret
        salted.append(integer: position)
        return SHA256.hash(salted).bytes
    }
}

// MARK: In frames

extension ByteReader {
    /// A seed as it stands in a frame.
    ///
    /// ```
    /// seed := 32 bytes                                    of a frame without nodes
    ///       | 0:varint 32 bytes | count:varint nodes        of one with them
    /// ```
    mutating func seed(hasNodes: Bool) throws(Malformed) -> [UInt8] {
        let count = hasNodes ? try count(max: Int(Limit.seedEvents)) : 0
        guard count > 0 else { return try take(BlockSeed.secretBytes) }
        let nodes = try take(count * BlockSeed.nodeBytes)
        guard BlockSeed(nodes) != nil else { throw Malformed() }
        return nodes
    }
}

extension [UInt8] {
    /// Adds a seed as it stands in a frame.
    mutating func append(seed: [UInt8], hasNodes: Bool) {
        if hasNodes {
            append(varint: BlockSeed.hasNodes(seed) ? seed.count / BlockSeed.nodeBytes : 0)
        }
        self += seed
    }
}
