/// Distinct byte strings, numbered from 0 in the order in which they came.
struct ByteDictionary: Sendable {
    /// The strings by number.
    private(set) var values: [[UInt8]] = []
    /// Open addressing: the low half is the number plus 1, the high half of the hash stands above
    /// it; 0 is free. A power of two long, at most half full.
    private var table: [UInt64] = []

    /// The number of a string, and whether it is new.
    ///
    /// - Complexity: O(*n*) in its length, amortised.
    mutating func code(of value: [UInt8]) -> (code: UInt32, isNew: Bool) {
        if 2 * (values.count + 1) > table.count { grow() }
        let hash = RawBytes.hash(value)
        let mark = hash & 0xFFFF_FFFF_0000_0000
        let mask = table.count - 1
        var place = ByteDictionary.place(mark, mask)
        while table[place] != 0 {
            let entry = table[place]
            let code = UInt32(truncatingIfNeeded: entry) &- 1
            if entry & 0xFFFF_FFFF_0000_0000 == mark, values[Int(code)] == value {
                return (code, false)
            }
            place = (place + 1) & mask
        }
        let code = UInt32(values.count)
        values.append(value)
        table[place] = mark | UInt64(code + 1)
        return (code, true)
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
