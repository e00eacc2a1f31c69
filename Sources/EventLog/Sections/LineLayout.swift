/// Where the parts of stored lines lie; see ``LineCoding``.
///
/// Every count, width, offset, code and length was held against the bytes; what the integers mean
/// was not looked at.
struct LineLayout {
    var count = 0
    /// Of every key, from its type to the end of its fields.
    var keys: [Range<Int>] = []
    var runs = HotRuns()
    /// Where the keys, the days and the runs end.
    private(set) var ends = (keys: 0, days: 0, runs: 0)
    var numbers: [(column: ColumnID, layout: IntegerLayout)] = []
    /// Of every key which numbers it has.
    private(set) var masks: [UInt16] = []

    /// No lines.
    init() {}

    /// Reads the layout of `count` lines.
    init(_ reader: inout ByteReader, count: Int) throws(ByteReader.Malformed) {
        self.count = count
        try readKeys(&reader)
        ends.keys = reader.offset
        try readRuns(&reader)
        runs.counts = try checkRuns()
        ends.runs = reader.offset
        var found: UInt16 = 1
        for _ in 0..<(try reader.byte()) {
            let column = ColumnID(rawValue: try reader.byte())
            let bit: UInt16 = 1 << UInt16(column.rawValue & 0x0F)
            guard column.kind == .number, found < bit else { throw ByteReader.Malformed() }
            found |= bit
            var count = 0
            for (key, mask) in masks.enumerated() where mask & bit != 0 {
                count += Int(runs.counts[key])
            }
            numbers.append((column, try IntegerLayout(&reader, count: count)))
        }
        guard masks.allSatisfy({ $0 & ~found == 0 }) else { throw ByteReader.Malformed() }
    }

    /// Reads the layout of a hot section of `events` events.
    static func hot(
        _ bytes: borrowing RawSpan, events: Int
    ) throws(ByteReader.Malformed) -> LineLayout {
        var reader = ByteReader(copy bytes)
        let layout = try LineLayout(&reader, count: events)
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        return layout
    }

    /// Reads the layout of a section of retractions of `events` events.
    ///
    /// - Returns: The layout, and where the order of the lines begins.
    static func retractions(
        _ bytes: borrowing RawSpan, events: Int
    ) throws(ByteReader.Malformed) -> (lines: LineLayout, end: Int) {
        var reader = ByteReader(copy bytes)
        let count = try reader.count(max: events)
        if count == 0 {
            guard reader.isAtEnd else { throw ByteReader.Malformed() }
            return (LineLayout(), reader.offset)
        }
        let layout = try LineLayout(&reader, count: count)
        let end = reader.offset
        _ = try IntegerLayout.plain(&reader, count: count, bytesMax: 2)
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        return (layout, end)
    }

    private mutating func readKeys(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        let found = try reader.count(max: count)
        keys.reserveCapacity(found)
        masks.reserveCapacity(found)
        for _ in 0..<found {
            let start = reader.offset
            _ = try reader.integer(UInt16.self)
            _ = try reader.byte()
            masks.append(try reader.integer(UInt16.self))
            try reader.skip(try reader.count(max: Limit.leafBytesMax))
            keys.append(start..<reader.offset)
        }
    }

    private mutating func readRuns(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        let days = try reader.count(max: count)
        runs.days =
            HotColumn(
                reader.bytes, try IntegerLayout.plain(&reader, count: days, bytesMax: 8)
            ).values
        let ends = try IntegerLayout.plain(&reader, count: days + 1, bytesMax: 4)
        var start = 0
        runs.starts = [start]
        runs.starts.reserveCapacity(days + 2)
        for number in HotColumn(reader.bytes, ends).values {
            guard number >= 0, number <= count - start else { throw ByteReader.Malformed() }
            start += Int(number)
            runs.starts.append(start)
        }
        self.ends.days = reader.offset
        let codes = try IntegerLayout.plain(&reader, count: start, bytesMax: 2)
        let lengths = try IntegerLayout.plain(&reader, count: start, bytesMax: 2)
        guard codes.base == 0, lengths.base >= 1, lengths.base <= Limit.frameEventsMax else {
            throw ByteReader.Malformed()
        }
        runs.codes = RawBytes.codes(
            reader.bytes, codes.values, width: codes.width, base: UInt16(0), count: start)
        runs.lengths = RawBytes.codes(
            reader.bytes, lengths.values, width: lengths.width, base: UInt32(lengths.base),
            count: start)
    }

    /// Days and runs ascend, keys have a day where they stand under one, and there are as many
    /// lines as there should be.
    ///
    /// - Returns: How many lines every key has.
    private func checkRuns() throws(ByteReader.Malformed) -> [UInt32] {
        for place in runs.days.indices.dropFirst() {
            guard runs.days[place - 1] < runs.days[place] else { throw ByteReader.Malformed() }
        }
        var counts = Array(repeating: UInt32(0), count: keys.count)
        var total = 0
        let codes = runs.codes.span
        let lengths = runs.lengths.span
        for place in 0...runs.days.count {
            let dated: UInt16 = place < runs.days.count ? 1 : 0
            var next = 0
            for run in runs.starts[place]..<runs.starts[place + 1] {
                let code = Int(codes[run])
                guard code >= next, code < masks.count, masks[code] & 1 == dated else {
                    throw ByteReader.Malformed()
                }
                next = code + 1
                counts[code] &+= lengths[run]
                total += Int(lengths[run])
            }
        }
        guard total == count else { throw ByteReader.Malformed() }
        return counts
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
    init(_ reader: inout ByteReader, count: Int) throws(ByteReader.Malformed) {
        try reader.align()
        let head = try reader.integer(UInt64.self)
        width = Int(head & 0xFF)
        base = try reader.integer(Int64.self)
        let exceptions = try reader.integer(UInt64.self)
        guard [0, 1, 2, 4, 8].contains(width), head & 0xFFFF_FF00 == 0,
            head >> 32 == UInt64(count), exceptions <= UInt64(count)
        else { throw ByteReader.Malformed() }
        self.count = count
        let start = reader.offset
        try reader.skip(count * width)
        values = start..<reader.offset
        try reader.align()
        outliers = reader.offset..<(reader.offset + Int(exceptions) * IntegerLayout.outlierBytes)
        var next: UInt64 = 0
        for _ in 0..<exceptions {
            let index = try reader.integer(UInt64.self)
            guard index >= next, index < UInt64(count) else { throw ByteReader.Malformed() }
            next = index + 1
            // A sum over the offsets takes that of each in.
            for byte in 0..<width {
                let place = start + Int(index) * width + byte
                guard RawBytes.load(reader.bytes, at: place, as: UInt8.self) == 0 else {
                    throw ByteReader.Malformed()
                }
            }
            try reader.skip(8)
        }
    }

    /// Reads the layout of an array that has no values apart and is at most so wide.
    static func plain(
        _ reader: inout ByteReader, count: Int, bytesMax: Int
    ) throws(ByteReader.Malformed) -> IntegerLayout {
        let layout = try IntegerLayout(&reader, count: count)
        guard layout.outliers.isEmpty, layout.width <= bytesMax else {
            throw ByteReader.Malformed()
        }
        return layout
    }
}
