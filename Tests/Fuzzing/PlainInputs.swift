import EventLog

/// Inputs that become blocks and proofs.
enum PlainInputs {
    /// Two bytes of length, then a block; then the other way round.
    static func lz4(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard bytes.count >= 2 else { return }
        let length = Int(bytes[0]) << 8 | Int(bytes[1])
        var raw: [UInt8] = []
        try? LZ4.decompress(bytes, 2..<bytes.count, into: &raw, rawBytes: length)
        let packed = LZ4.compress(bytes)
        do { try LZ4.decompress(packed, 0..<packed.count, into: &raw, rawBytes: bytes.count) } catch
        {
            throw FuzzFinding("what was compressed is refused")
        }
        guard raw == bytes else { throw FuzzFinding("LZ4 there and back differs") }
    }

    static var lz4Seeds: [[UInt8]] {
        let text = Array("food:bread food:bread food:bread, rent, rent, rent".utf8)
        return [text, (0..<400).map { UInt8($0 % 7) }].map { raw in
            [UInt8(raw.count >> 8), UInt8(raw.count & 0xFF)] + LZ4.compress(raw)
        }
    }

    private static let leaves = (0..<40).map { SHA256.leaf([$0]) }
    private static let roots = (0...40).map { root(leaves[..<$0]) }

    /// Sizes and an index, then hashes: no other proof than the one of RFC 6962 may hold.
    static func proof(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard bytes.count >= 3 else { return }
        let size = Int(bytes[0]) % leaves.count + 1
        let index = Int(bytes[1]) % size
        let older = Int(bytes[2]) % size + 1
        let hashes = stride(from: 3, through: bytes.count - 32, by: 32).compactMap {
            Digest(bytes: Array(bytes[$0..<($0 + 32)]))
        }
        let isIncluded = MerkleProof.verifyInclusion(
            leafHash: leaves[index], index: UInt64(index), treeSize: UInt64(size), proof: hashes,
            root: roots[size])
        guard isIncluded == (hashes == path(index, leaves[..<size])) else {
            throw FuzzFinding("another inclusion proof than the one there is")
        }
        let isConsistent = MerkleProof.verifyConsistency(
            from: UInt64(older), to: UInt64(size), proof: hashes, oldRoot: roots[older],
            newRoot: roots[size])
        guard isConsistent == (hashes == subproof(older, leaves[..<size], isWhole: true)) else {
            throw FuzzFinding("another consistency proof than the one there is")
        }
    }

    /// MTH of RFC 6962, 2.1.
    private static func root(_ part: ArraySlice<Digest>) -> Digest {
        guard part.count > 1 else { return part.first ?? SHA256.hash([UInt8]()) }
        let (left, right) = halves(part)
        return SHA256.node(root(left), root(right))
    }

    /// PATH of RFC 6962, 2.1.1.
    private static func path(_ index: Int, _ part: ArraySlice<Digest>) -> [Digest] {
        guard part.count > 1 else { return [] }
        let (left, right) = halves(part)
        return index < left.count
            ? path(index, left) + [root(right)]
            : path(index - left.count, right) + [root(left)]
    }

    /// SUBPROOF of RFC 6962, 2.1.2.
    private static func subproof(
        _ size: Int, _ part: ArraySlice<Digest>, isWhole: Bool
    ) -> [Digest] {
        guard size < part.count else { return isWhole ? [] : [root(part)] }
        let (left, right) = halves(part)
        return size <= left.count
            ? subproof(size, left, isWhole: isWhole) + [root(right)]
            : subproof(size - left.count, right, isWhole: false) + [root(left)]
    }

    /// Cut at the largest power of two below the count.
    private static func halves(
        _ part: ArraySlice<Digest>
    ) -> (left: ArraySlice<Digest>, right: ArraySlice<Digest>) {
        let cut = 1 << (Int.bitWidth - 1 - (part.count - 1).leadingZeroBitCount)
        return (part.prefix(cut), part.dropFirst(cut))
    }

    static var proofSeeds: [[UInt8]] {
        [(7, 3), (8, 5), (33, 32), (40, 1)].flatMap { size, index in
            let part = leaves[..<size]
            return [path(index, part), subproof(index, part, isWhole: true)].map { hashes in
                [UInt8(size - 1), UInt8(index), UInt8(index - 1)] + hashes.flatMap(\.bytes)
            }
        }
    }
}
