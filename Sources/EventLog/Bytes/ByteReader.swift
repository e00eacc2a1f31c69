/// Reads borrowed bytes from front to back; whatever does not fit throws.
package struct ByteReader: ~Escapable {
    /// The bytes end early or say what they cannot mean.
    package struct Malformed: Error {}

    let bytes: RawSpan
    private(set) var offset: Int

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan, from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// A reader of a range of an array; offsets are counted from the start of the array.
    @_lifetime(borrow bytes)
    init(_ bytes: borrowing [UInt8], _ range: Range<Int>? = nil) {
        let range = range ?? 0..<bytes.count
        let end = min(range.upperBound, bytes.count)
        self.init(RawBytes.span(bytes, 0..<end), from: range.lowerBound)
    }

    /// How many bytes are left.
    var left: Int { bytes.byteCount - offset }

    /// Whether everything was read.
    var isAtEnd: Bool { offset == bytes.byteCount }

    // MARK: Numbers

    mutating func byte() throws(Malformed) -> UInt8 { try integer(UInt8.self) }

    /// A little-endian integer of the type's width.
    mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(
        _ type: T.Type
    ) throws(Malformed) -> T {
        guard let value = RawBytes.load(bytes, at: offset, as: type) else { throw Malformed() }
        offset += T.bitWidth / 8
        return value
    }

    /// A varint that is held against a limit before anything is allocated for it.
    mutating func count(max: Int) throws(Malformed) -> Int {
        let count = FieldCursor.varint(bytes, at: &offset, end: bytes.byteCount)
        guard count >= 0, count <= max else { throw Malformed() }
        return count
    }

    /// Some counts, each held against a limit.
    mutating func counts(_ count: Int, max: Int) throws(Malformed) -> [UInt32] {
        guard count <= left, let max = UInt32(exactly: max) else { throw Malformed() }
        var counts = [UInt32](repeating: 0, count: count)
        var span = counts.mutableSpan
        var next = offset
        for index in span.indices {
            // Most take one byte.
            if let byte = RawBytes.load(bytes, at: next, as: UInt8.self), byte < 0x80, byte <= max {
                span[index] = UInt32(byte)
                next += 1
            } else {
                offset = next
                span[index] = UInt32(try self.count(max: Int(max)))
                next = offset
            }
        }
        offset = next
        return counts
    }

    /// The sum of some counts, each held against a limit.
    mutating func sum(ofCounts count: Int, max: Int) throws(Malformed) -> Int {
        guard count <= left else { throw Malformed() }
        var sum = 0
        for _ in 0..<count { sum += try self.count(max: max) }
        return sum
    }

    // MARK: Bytes

    mutating func take(_ count: Int) throws(Malformed) -> [UInt8] {
        RawBytes.array(bytes, try skip(count))
    }

    /// Moves on and says what was passed over.
    @discardableResult
    mutating func skip(_ count: Int) throws(Malformed) -> Range<Int> {
        guard count >= 0, count <= left else { throw Malformed() }
        offset += count
        return (offset - count)..<offset
    }

    /// Moves on to a multiple of 8, counted from the start of the bytes; what is passed over is 0.
    mutating func align() throws(Malformed) {
        while offset % 8 != 0 { guard try byte() == 0 else { throw Malformed() } }
    }

    mutating func fields(_ count: Int) throws(Malformed) -> [Field] {
        guard let fields = FieldCoding.fields(bytes, try skip(count)) else { throw Malformed() }
        return fields
    }

    mutating func digest() throws(Malformed) -> Digest {
        Digest(
            words: (
                try integer(UInt64.self), try integer(UInt64.self), try integer(UInt64.self),
                try integer(UInt64.self)
            ))
    }

    // MARK: Passing over

    /// Passes over gaps between ascending rows, for as long as the rows are below another.
    ///
    /// - Parameter max: What a gap is held against.
    /// - Returns: How many rows were passed over, and the row from which the next gap is counted.
    mutating func passGaps(
        _ count: Int, below limit: Int, max: Int
    ) throws(Malformed) -> (rows: Int, next: Int) {
        var (rows, next) = (0, 0)
        while rows < count {
            if let (gaps, sum) = shortGaps(atMost: count - rows), next + sum + gaps <= limit {
                rows += gaps
                next += sum + gaps
                offset += gaps
                continue
            }
            let start = offset
            let row = next + (try self.count(max: max))
            guard row < limit else {
                offset = start
                break
            }
            rows += 1
            next = row + 1
        }
        return (rows, next)
    }

    /// The sum of the next 32 gaps, or of the next eight; `nil` where one of them takes more than a
    /// byte.
    private func shortGaps(atMost count: Int) -> (count: Int, sum: Int)? {
        guard count >= 8, let first = word(at: 0), first & ByteReader.highBits == 0 else {
            return nil
        }
        if count >= 32, let second = word(at: 8), let third = word(at: 16),
            let fourth = word(at: 24), (second | third | fourth) & ByteReader.highBits == 0
        {
            // Two bytes below 0x80 still fit in one.
            return (32, ByteReader.sum(first + second) + ByteReader.sum(third + fourth))
        }
        return (8, ByteReader.sum(first))
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Some of the next bytes as a word; `nil` where the bytes end before.
    @inline(__always)
    private func word(at place: Int) -> UInt64? {
        RawBytes.load(bytes, at: offset + place, as: UInt64.self)
    }

    /// The sum of the eight bytes of a word.
    private static func sum(_ word: UInt64) -> Int {
        let pairs = (word & 0x00FF_00FF_00FF_00FF) + (word >> 8 & 0x00FF_00FF_00FF_00FF)
        return Int((pairs &* 0x0001_0001_0001_0001) >> 48)
    }

    /// Passes over some counts, without a look at what they are.
    mutating func passCounts(_ count: Int) throws(Malformed) {
        var count = count
        while count >= 8, let word = word(at: 0) {
            // Bit 7 is clear in the last byte of each.
            let ends = ~word & ByteReader.highBits
            count -= Int((ends >> 7 &* 0x0101_0101_0101_0101) >> 56)
            offset += 8
        }
        for _ in 0..<count { while try byte() >= 0x80 {} }
    }
}

extension [UInt8] {
    /// Appends a little-endian integer of the type's width.
    mutating func append<T: FixedWidthInteger>(integer value: T) {
        append(addingCapacity: T.bitWidth / 8) { span in
            for index in 0..<(T.bitWidth / 8) {
                span.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
            }
        }
    }

    /// Appends a number as a varint.
    mutating func append(varint value: Int) { Varint.append(UInt64(value), to: &self) }

    /// Fills up with zeros to a multiple of 8.
    mutating func align() { while count % 8 != 0 { append(0) } }
}
