/// Reads borrowed bytes from front to back; whatever does not fit throws.
struct SpanReader: ~Escapable {
    let bytes: RawSpan
    private(set) var offset: Int

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan, from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var isAtEnd: Bool { offset == bytes.byteCount }

    /// A little-endian integer of the type's width.
    mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(
        _ type: T.Type
    ) throws(ByteReader.Malformed) -> T {
        guard let value = RawBytes.load(bytes, at: offset, as: type) else {
            throw ByteReader.Malformed()
        }
        offset += T.bitWidth / 8
        return value
    }

    /// A varint that is held against a limit.
    mutating func count(max: Int) throws(ByteReader.Malformed) -> Int {
        let count = FieldCursor.varint(bytes, at: &offset, end: bytes.byteCount)
        guard count >= 0, count <= max else { throw ByteReader.Malformed() }
        return count
    }

    mutating func skip(_ count: Int) throws(ByteReader.Malformed) {
        guard count >= 0, count <= bytes.byteCount - offset else { throw ByteReader.Malformed() }
        offset += count
    }

    /// Moves on to a multiple of 8; what is passed over is 0.
    mutating func align() throws(ByteReader.Malformed) {
        while offset % 8 != 0 {
            guard try integer(UInt8.self) == 0 else { throw ByteReader.Malformed() }
        }
    }
}
