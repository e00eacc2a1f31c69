/// A set of positions that lie close together: a bit for each up to the last.
struct PositionBits: Sendable {
    private var words: [UInt64] = []

    /// Adds a position; returns whether it is new.
    mutating func insert(_ position: UInt64) -> Bool {
        guard let word = Int(exactly: position / 64) else { return true }
        if word >= words.count {
            words += repeatElement(0, count: word + 1 - words.count)
        }
        let bit: UInt64 = 1 << (position % 64)
        defer { words[word] |= bit }
        return words[word] & bit == 0
    }

    /// Adds the positions of another set; returns those that were there.
    mutating func merge(_ other: PositionBits) -> [UInt64] {
        var twice: [UInt64] = []
        for (index, word) in other.words.enumerated() where word != 0 {
            for bit in 0..<64 as Range<UInt64> where word >> bit & 1 == 1 {
                let position = UInt64(index) * 64 + bit
                if !insert(position) { twice.append(position) }
            }
        }
        return twice
    }
}
