/// Where the keys and numbers of a hot section, or of the retractions of a links section, lie.
struct HotLayout {
    var count = 0
    /// Of every key, from its type to the end of its fields.
    var keys: [Range<Int>] = []
    var codes = IntegerLayout()
    var numbers: [(column: ColumnID, layout: IntegerLayout)] = []

    /// Reads the layout of a hot section of `events` events.
    static func hot(
        _ bytes: borrowing RawSpan, events: Int
    ) throws(ByteReader.Malformed) -> HotLayout {
        var reader = SpanReader(copy bytes)
        var layout = HotLayout()
        layout.count = events
        let mask = try layout.readKeys(&reader, max: events)
        try layout.finish(&reader, mask: mask)
        return layout
    }

    /// Reads the layout of the retractions of a links section of `events` events; the links are
    /// passed over.
    static func retractions(
        _ bytes: borrowing RawSpan, events: Int
    ) throws(ByteReader.Malformed) -> HotLayout {
        var reader = SpanReader(copy bytes)
        for _ in 0..<(try reader.integer(UInt8.self)) {
            _ = try reader.integer(UInt8.self)
            let count = try reader.presence(events: events)
            _ = try IntegerLayout(&reader, count: count)
        }
        var layout = HotLayout()
        let mask = try layout.readKeys(&reader, max: events)
        layout.count = try reader.presence(events: events)
        try layout.finish(&reader, mask: mask)
        return layout
    }

    /// Reads the keys.
    ///
    /// - Returns: All their numbers.
    private mutating func readKeys(
        _ reader: inout SpanReader, max: Int
    ) throws(ByteReader.Malformed) -> UInt16 {
        let count = try reader.count(max: max)
        keys.reserveCapacity(count)
        var all: UInt16 = 0
        for _ in 0..<count {
            let start = reader.offset
            _ = try reader.integer(UInt16.self)
            _ = try reader.integer(UInt8.self)
            all |= try reader.integer(UInt16.self)
            try reader.skip(try reader.count(max: Limit.leafBytesMax))
            keys.append(start..<reader.offset)
        }
        return all
    }

    /// Reads codes and numbers; keys must not promise other numbers than there are.
    private mutating func finish(
        _ reader: inout SpanReader, mask: UInt16
    ) throws(ByteReader.Malformed) {
        codes = try IntegerLayout(&reader, count: count)
        guard codes.outliers.isEmpty, codes.base == 0 else { throw ByteReader.Malformed() }
        guard count == 0 || HotColumn(reader.bytes, codes).largestOffset < UInt64(keys.count)
        else { throw ByteReader.Malformed() }
        var found: UInt16 = 0
        for _ in 0..<(try reader.integer(UInt8.self)) {
            let column = ColumnID(rawValue: try reader.integer(UInt8.self))
            let bit: UInt16 = 1 << UInt16(column.rawValue & 0x0F)
            guard column.kind == .number, found & bit == 0 else { throw ByteReader.Malformed() }
            found |= bit
            numbers.append((column, try IntegerLayout(&reader, count: count)))
        }
        guard mask & ~found == 0, reader.isAtEnd else { throw ByteReader.Malformed() }
    }
}

/// Where the parts of an array of integers lie; see ``IntegerCoding``.
struct IntegerLayout {
    static let outlierBytes = 16

    var count = 0
    var width = 0
    var base: Int64 = 0
    var values = 0..<0
    var outliers = 0..<0

    init() {}

    /// Reads the layout of an array of exactly `count` integers.
    init(_ reader: inout SpanReader, count: Int) throws(ByteReader.Malformed) {
        try reader.align()
        let head = try reader.integer(UInt64.self)
        width = Int(head & 0xFF)
        base = try reader.integer(Int64.self)
        let apart = try reader.integer(UInt64.self)
        guard [0, 1, 2, 4, 8].contains(width), head & 0xFFFF_FF00 == 0,
            head >> 32 == UInt64(count), apart <= UInt64(count)
        else { throw ByteReader.Malformed() }
        self.count = count
        let start = reader.offset
        try reader.skip(count * width)
        values = start..<reader.offset
        try reader.align()
        outliers = reader.offset..<(reader.offset + Int(apart) * IntegerLayout.outlierBytes)
        var next: UInt64 = 0
        for _ in 0..<apart {
            let index = try reader.integer(UInt64.self)
            guard index >= next, index < UInt64(count) else { throw ByteReader.Malformed() }
            next = index + 1
            try reader.skip(8)
        }
    }
}

/// Reads borrowed bytes from front to back; whatever does not fit throws.
struct SpanReader: ~Escapable {
    let bytes: RawSpan
    private(set) var offset = 0

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) { self.bytes = bytes }

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
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try integer(UInt8.self)
            guard shift < 63, byte != 0 || shift == 0 else { throw ByteReader.Malformed() }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        guard value <= UInt64(max) else { throw ByteReader.Malformed() }
        return Int(value)
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

    /// Passes over which of some events have a value, and says how many do.
    mutating func presence(events: Int) throws(ByteReader.Malformed) -> Int {
        switch try integer(UInt8.self) {
        case 0: return events
        case 1:
            let count = try count(max: events)
            var next = 0
            for _ in 0..<count { next += try self.count(max: events) + 1 }
            guard next <= events else { throw ByteReader.Malformed() }
            return count
        default: throw ByteReader.Malformed()
        }
    }
}
