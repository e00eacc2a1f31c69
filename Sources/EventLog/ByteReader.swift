/// Reads the bytes of a section from front to back; whatever does not fit throws.
struct ByteReader {
    /// The bytes end early or say what they cannot mean.
    struct Malformed: Error {}

    let bytes: [UInt8]
    private var offset: Int
    private let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
        let range = range ?? 0..<bytes.count
        self.bytes = bytes
        offset = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    /// How many bytes are left.
    var left: Int { end - offset }

    /// Whether everything was read.
    var isAtEnd: Bool { offset == end }

    mutating func byte() throws(Malformed) -> UInt8 {
        guard offset < end else { throw Malformed() }
        offset += 1
        return bytes[offset - 1]
    }

    /// A little-endian integer of the type's width.
    mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(
        _ type: T.Type
    ) throws(Malformed) -> T {
        let width = T.bitWidth / 8
        guard width <= left, let value = RawBytes.load(bytes, at: offset, as: type) else {
            throw Malformed()
        }
        offset += width
        return value
    }

    mutating func varint() throws(Malformed) -> UInt64 {
        guard let value = Varint.read(bytes, at: &offset, end: end) else { throw Malformed() }
        return value
    }

    /// A count that is held against a limit before anything is allocated for it.
    mutating func count(max: Int) throws(Malformed) -> Int {
        guard let count = Int(exactly: try varint()), count <= max else { throw Malformed() }
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
            if next < end, bytes[next] < 0x80, bytes[next] <= max {
                span[index] = UInt32(bytes[next])
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

    /// Hands over some counts, each held against a limit, without keeping them.
    mutating func forEachCount(
        _ count: Int, max: Int, _ body: (Int) -> Void
    ) throws(Malformed) {
        let oneByteMax = UInt8(min(max, 0x7F))
        var next = offset
        for _ in 0..<count {
            // Most take one byte.
            if next < end, bytes[next] <= oneByteMax {
                body(Int(bytes[next]))
                next += 1
            } else {
                offset = next
                body(try self.count(max: max))
                next = offset
            }
        }
        offset = next
    }

    mutating func take(_ count: Int) throws(Malformed) -> [UInt8] { Array(bytes[try skip(count)]) }

    /// Moves on and says what was passed over.
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
        guard let digest = Digest(bytes: try take(32)) else { throw Malformed() }
        return digest
    }

    /// Codes of `width` bytes; `nil` for a width that codes do not have.
    mutating func codes<Code: FixedWidthInteger>(
        count: Int, width: Int
    ) throws(Malformed) -> [Code]? {
        let (size, overflows) = count.multipliedReportingOverflow(by: width)
        guard !overflows else { throw Malformed() }
        return RawBytes.codes(bytes, try skip(size), width: width)
    }

    /// Unsigned integers of `width` bytes (0, 1, 2, 4 or 8), each added to a base.
    mutating func integers(
        count: Int, width: Int, base: Int64
    ) throws(Malformed) -> [Int64] {
        guard width > 0 else { return Array(repeating: base, count: count) }
        let (size, overflows) = count.multipliedReportingOverflow(by: width)
        guard !overflows else { throw Malformed() }
        let range = try skip(size)
        guard let values = RawBytes.integers(bytes, range, width: width, base: base) else {
            throw Malformed()
        }
        return values
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
