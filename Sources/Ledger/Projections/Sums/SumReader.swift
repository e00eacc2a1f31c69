/// Reads the bytes of sums from front to back; `nil` for whatever does not fit.
struct SumReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether everything was read.
    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() -> UInt8? {
        guard offset < bytes.count else { return nil }
        offset += 1
        return bytes[offset - 1]
    }

    /// Some bytes as they are.
    mutating func slice(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - offset else { return nil }
        offset += count
        return bytes[(offset - count)..<offset]
    }

    /// A number of seven bits a byte, the lowest first.
    mutating func number() -> UInt64? {
        guard let wide = wide(bits: 64) else { return nil }
        return UInt64(exactly: wide)
    }

    /// A number of things that take a byte or more each.
    mutating func count() -> Int? {
        guard let number = number(), number <= UInt64(bytes.count - offset) else { return nil }
        return Int(number)
    }

    /// A number with a sign, which is its lowest bit.
    mutating func signed() -> Int64? {
        number().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
    }

    /// A wide number with a sign.
    mutating func wideSigned() -> Int128? {
        wide(bits: 128).map { Int128(truncatingIfNeeded: $0 >> 1) ^ -Int128($0 & 1) }
    }

    private mutating func wide(bits: Int) -> UInt128? {
        guard let first = byte() else { return nil }
        if first < 0x80 { return UInt128(first) }
        var low = UInt64(first & 0x7F)
        var shift = 7
        // Nearly all fit into a word.
        while shift < 63 {
            guard let next = byte() else { return nil }
            low |= UInt64(next & 0x7F) << UInt64(shift)
            if next < 0x80 { return UInt128(low) }
            shift += 7
        }
        var value = UInt128(low)
        while shift < bits {
            guard let next = byte() else { return nil }
            value |= UInt128(next & 0x7F) << UInt128(shift)
            if next < 0x80 { return value }
            shift += 7
        }
        return nil
    }
}

/// Writes the bytes of sums.
struct SumWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

    /// A number of seven bits a byte, the lowest first.
    mutating func number(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// A number with a sign, which becomes its lowest bit.
    mutating func signed(_ number: Int64) {
        self.number(UInt64(bitPattern: number << 1 ^ number >> 63))
    }

    /// A wide number with a sign.
    mutating func wideSigned(_ number: Int128) {
        var rest = UInt128(truncatingIfNeeded: number << 1 ^ number >> 127)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
