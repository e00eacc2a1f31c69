/// Reading TZif, the time zone format of RFC 9636, versions 1 to 4.
extension ZoneTable {
    /// The sizes in a TZif header.
    private struct Counts {
        let utcIndicators, standardIndicators, leapSeconds, changes, types, letters: Int

        /// Bytes of the data block after the header.
        func blockBytes(timeBytes: Int) -> Int {
            changes * (timeBytes + 1) + types * 6 + letters + leapSeconds * (timeBytes + 4)
                + standardIndicators + utcIndicators
        }
    }

    /// Reads a whole file; throws `ZoneError.damaged` where it is cut short or illegal. Zones that
    /// count leap seconds (`right/…`) are refused, because timestamps do not.
    init(tzif bytes: [UInt8], name: String) throws(ZoneError) {
        var reader = ZoneBytes(bytes: bytes, name: name)
        let version = try reader.version()
        var counts = try ZoneTable.counts(&reader)
        var timeBytes = 4
        if version >= 2 {
            try reader.skip(counts.blockBytes(timeBytes: 4))
            guard try reader.version() == version else { throw reader.damaged }
            counts = try ZoneTable.counts(&reader)
            timeBytes = 8
        }
        let (changes, offsetBefore) = try ZoneTable.block(&reader, counts, timeBytes: timeBytes)
        let rule = version >= 2 ? try ZoneTable.footer(&reader) : nil
        self.init(changes: changes, offsetBefore: offsetBefore, rule: rule)
    }

    private static func counts(_ reader: inout ZoneBytes) throws(ZoneError) -> Counts {
        let counts = Counts(
            utcIndicators: try reader.count(), standardIndicators: try reader.count(),
            leapSeconds: try reader.count(), changes: try reader.count(),
            types: try reader.count(), letters: try reader.count())
        guard counts.types >= 1, counts.types <= 256, counts.letters >= 1,
            counts.leapSeconds == 0,
            [0, counts.types].contains(counts.utcIndicators),
            [0, counts.types].contains(counts.standardIndicators)
        else { throw reader.damaged }
        return counts
    }

    private static func block(
        _ reader: inout ZoneBytes, _ counts: Counts, timeBytes: Int
    ) throws(ZoneError) -> ([Change], offsetBefore: Int) {
        // All of it is there, so what the counts ask for can be allocated.
        try reader.require(counts.blockBytes(timeBytes: timeBytes))
        var times: [Int64] = []
        for _ in 0..<counts.changes {
            let time = try reader.integer(bytes: timeBytes)
            if let last = times.last, last >= time { throw reader.damaged }
            times.append(time)
        }
        var types: [Int] = []
        for _ in 0..<counts.changes {
            let type = Int(try reader.byte())
            guard type < counts.types else { throw reader.damaged }
            types.append(type)
        }
        var offsets: [Int] = []
        for _ in 0..<counts.types {
            let offset = Int(try reader.integer(bytes: 4))
            let isDaylight = try reader.byte()
            let letter = Int(try reader.byte())
            guard ZoneRule.offsets.contains(offset), isDaylight <= 1, letter < counts.letters else {
                throw reader.damaged
            }
            offsets.append(offset)
        }
        try reader.skip(counts.letters + counts.standardIndicators + counts.utcIndicators)
        let changes = zip(times, types).map { Change(seconds: $0, offset: offsets[$1]) }
        return (changes, offsets.first ?? 0)
    }

    /// A line feed, the rule for times after the last change (may be empty), a line feed.
    private static func footer(_ reader: inout ZoneBytes) throws(ZoneError) -> ZoneRule? {
        guard try reader.byte() == 0x0A else { throw reader.damaged }
        var line: [UInt8] = []
        while true {
            let byte = try reader.byte()
            if byte == 0x0A { break }
            line.append(byte)
        }
        if line.isEmpty { return nil }
        guard let rule = ZoneRule(posix: line) else { throw reader.damaged }
        return rule
    }
}

/// Big-endian reading within bounds; whatever goes wrong is `damaged` at the offset reached.
private struct ZoneBytes {
    let bytes: [UInt8]
    let name: String
    var offset = 0

    var damaged: ZoneError { .damaged(name: name, offset: offset) }

    func require(_ count: Int) throws(ZoneError) {
        guard count <= bytes.count - offset else { throw damaged }
    }

    mutating func skip(_ count: Int) throws(ZoneError) {
        try require(count)
        offset += count
    }

    mutating func byte() throws(ZoneError) -> UInt8 {
        try require(1)
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Two's complement in 4 or 8 bytes.
    mutating func integer(bytes count: Int) throws(ZoneError) -> Int64 {
        var bits: UInt64 = 0
        for _ in 0..<count { bits = bits << 8 | UInt64(try byte()) }
        return count == 8
            ? Int64(bitPattern: bits) : Int64(Int32(truncatingIfNeeded: bits))
    }

    mutating func count() throws(ZoneError) -> Int {
        let count = try integer(bytes: 4)
        guard count >= 0 else { throw damaged }
        return Int(count)
    }

    /// The four letters, the version as a number and 15 unused bytes.
    mutating func version() throws(ZoneError) -> Int {
        for letter in "TZif".utf8 {
            guard try byte() == letter else { throw damaged }
        }
        let version = try byte()
        try skip(15)
        switch version {
        case 0: return 1
        case 0x32...0x39: return Int(version - 0x30)  // later versions keep this layout
        default: throw damaged
        }
    }
}
