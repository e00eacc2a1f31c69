extension SectionCoding {
    /// Reads no more of a commits section than its keys: many times faster than all commits.
    static func readKeys(
        _ bytes: [UInt8], of frame: FrameHeader
    ) throws(ByteReader.Malformed) -> CommitKeys {
        var reader = ByteReader(bytes)
        let count = try reader.count(max: frame.count)
        let back = try reader.count(max: Limit.commitEventsMax)
        guard UInt64(back) <= frame.firstPosition else { throw ByteReader.Malformed() }
        var firsts: [UInt64] = []
        firsts.reserveCapacity(count)
        var next: Int64 = 0
        for first in try IntegerCoding.read(&reader, count: count) {
            guard first >= next, first < frame.count else { throw ByteReader.Malformed() }
            firsts.append(frame.firstPosition + UInt64(first))
            next = first + 1
        }
        guard firsts.first == frame.firstPosition else { throw ByteReader.Malformed() }
        firsts[0] -= UInt64(back)
        for _ in 0..<2 { _ = try IntegerCoding.read(&reader, count: count) }
        let shared = try SparseCoding.read(&reader, events: count, kind: .commit)
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        return CommitKeys(firsts: firsts, keys: shared.bytes[.key] ?? BytesColumn())
    }
}
