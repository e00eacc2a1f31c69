/// Distinct byte strings, numbered from 0 in the order in which they came.
struct ByteDictionary: Sendable {
    /// The strings by number, one behind the other, and where each ends.
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// Open addressing: the low half is the number plus 1, the high half of the hash stands above
    /// it; 0 is free. A power of two long, at most half full.
    private var table: [UInt64] = []

    /// The strings by number.
    var values: [[UInt8]] {
        var start = 0
        return ends.map { end in
            defer { start = end }
            return Array(bytes[start..<end])
        }
    }

    /// The number of a string, and whether it is new.
    ///
    /// - Complexity: O(*n*) in its length, amortised.
    mutating func code(of value: [UInt8]) -> (code: UInt32, isNew: Bool) {
        code(of: value, 0..<value.count)
    }

    /// The number of the string in a range of some bytes, and whether it is new.
    ///
    /// - Complexity: O(*n*) in its length, amortised.
    mutating func code(of source: [UInt8], _ range: Range<Int>) -> (code: UInt32, isNew: Bool) {
        if 2 * (ends.count + 1) > table.count { grow() }
        let hash = RawBytes.hash(source, range)
        let mark = hash & 0xFFFF_FFFF_0000_0000
        let mask = table.count - 1
        var place = ByteDictionary.place(mark, mask)
        while table[place] != 0 {
            let entry = table[place]
            let code = UInt32(truncatingIfNeeded: entry) &- 1
            if entry & 0xFFFF_FFFF_0000_0000 == mark,
                RawBytes.isSame(source, range, bytes, self.range(code))
            {
                return (code, false)
            }
            place = (place + 1) & mask
        }
        let code = UInt32(ends.count)
        bytes += source[range]
        ends.append(bytes.count)
        table[place] = mark | UInt64(code + 1)
        return (code, true)
    }

    private func range(_ code: UInt32) -> Range<Int> {
        (code == 0 ? 0 : ends[Int(code) - 1])..<ends[Int(code)]
    }

    private mutating func grow() {
        let old = table
        table = Array(repeating: 0, count: max(16, 2 * old.count))
        let mask = table.count - 1
        for entry in old where entry != 0 {
            var place = ByteDictionary.place(entry & 0xFFFF_FFFF_0000_0000, mask)
            while table[place] != 0 { place = (place + 1) & mask }
            table[place] = entry
        }
    }

    /// Where the search for a hash begins.
    private static func place(_ mark: UInt64, _ mask: Int) -> Int {
        Int(truncatingIfNeeded: mark >> 32) & mask
    }
}
