/// Numbers for the distinct keys of many frames: a key that was seen before costs one look at its
/// bytes.
package struct KeyInterner: Sendable {
    /// The keys by number.
    package private(set) var keys: [GroupKey] = []
    /// For every key its stored bytes.
    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []
    /// Open addressing: the low half is the number plus 1, the high half of the hash stands above
    /// it; 0 is free. A power of two long, at most half full.
    private var table: [UInt64] = []

    /// Numbers for nothing yet.
    package init() {}

    /// Finds the number of every key of some lines; new ones come behind those in ``keys``.
    ///
    /// - Parameter numbers: Holds one number a key afterwards, by the key's index.
    /// - Returns: Whether all keys could be read.
    /// - Complexity: O(*n*) in the bytes of the keys, amortised.
    package mutating func number(
        _ lines: borrowing HotLines, into numbers: inout [Int]
    ) -> Bool {
        numbers.removeAll(keepingCapacity: true)
        for index in 0..<lines.keyCount {
            guard let number = number(lines.bytes(ofKey: index)) else { return false }
            numbers.append(number)
        }
        return true
    }

    private mutating func number(_ key: borrowing RawSpan) -> Int? {
        if 2 * (keys.count + 1) > table.count { grow() }
        let mark = hash(key) & 0xFFFF_FFFF_0000_0000
        let mask = table.count - 1
        var place = Int(truncatingIfNeeded: mark >> 32) & mask
        while table[place] != 0 {
            let number = Int(truncatingIfNeeded: table[place] & 0xFFFF_FFFF) - 1
            let range = ranges[number]
            if table[place] & 0xFFFF_FFFF_0000_0000 == mark, range.count == key.byteCount,
                RawBytes.holds(bytes, at: range.lowerBound, key)
            {
                return number
            }
            place = (place + 1) & mask
        }
        guard let read = SectionCoding.key(key) else { return nil }
        let start = bytes.count
        for index in key.byteOffsets {
            bytes.append(RawBytes.load(key, at: index, as: UInt8.self) ?? 0)
        }
        ranges.append(start..<bytes.count)
        keys.append(read)
        table[place] = mark | UInt64(keys.count)
        return keys.count - 1
    }

    /// Another one in each process: nobody can choose bytes that collide.
    private func hash(_ key: borrowing RawSpan) -> UInt64 {
        var hash = KeyInterner.seed ^ UInt64(key.byteCount)
        var offset = 0
        while offset < key.byteCount {
            let product = (hash ^ RawBytes.word(key, at: offset))
                .multipliedFullWidth(by: KeyInterner.factor)
            hash = product.high ^ product.low
            offset += 8
        }
        return hash
    }

    private static let seed = UInt64.random(in: .min ... .max)
    private static let factor = UInt64.random(in: .min ... .max) | 1

    private mutating func grow() {
        let old = table
        table = Array(repeating: 0, count: max(64, 2 * old.count))
        let mask = table.count - 1
        for entry in old where entry != 0 {
            var place = Int(truncatingIfNeeded: entry >> 32) & mask
            while table[place] != 0 { place = (place + 1) & mask }
            table[place] = entry
        }
    }
}

extension SectionCoding {
    /// A key from its stored bytes, or `nil` when they are none.
    fileprivate static func key(_ bytes: borrowing RawSpan) -> GroupKey? {
        var reader = ByteReader(copy bytes)
        guard let key = try? key(&reader), reader.isAtEnd else { return nil }
        return key
    }
}
