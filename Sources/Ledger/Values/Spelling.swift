/// Words that someone may have meant.
package enum Spelling {
    private static let lengthMax = 64  // of a text worth comparing, in bytes

    /// The names spelt like `text` in any case, nearest first, at most `limit`; empty if none is
    /// near. Of a name with `/` or `:` the last part counts as well, behind names that are as near
    /// as a whole. O(names × length²).
    package static func nearest(
        to text: some StringProtocol, among names: [String], limit: Int = 3
    ) -> [String] {
        let wanted = fold(text)
        guard !wanted.isEmpty, wanted.count <= lengthMax else { return [] }
        let distanceMax = max(1, wanted.count / 3)
        var found: [(distance: Int, isPart: Int, name: String)] = []
        for name in Set(names) {
            let full = fold(name)
            // As many letters are missing at least.
            var distance = abs(wanted.count - full.count)
            if distance <= distanceMax { distance = self.distance(wanted, full) }
            var isPart = 0
            if let mark = full.lastIndex(where: { $0 == 0x2F || $0 == 0x3A }) {
                let ofPart = self.distance(wanted, Array(full[(mark + 1)...]))
                if ofPart < distance { (distance, isPart) = (ofPart, 1) }
            }
            if distance <= distanceMax { found.append((distance, isPart, name)) }
        }
        found.sort { ($0.distance, $0.isPart, $0.name) < ($1.distance, $1.isPart, $1.name) }
        return found.prefix(limit).map(\.name)
    }

    /// Whether a text is likely to be a slip of the fingers for a name: one letter, or two of at
    /// least eight. Of texts of three letters nothing is said.
    package static func isSlip(_ text: some StringProtocol, for name: some StringProtocol) -> Bool {
        let (typed, known) = (fold(text), fold(name))
        let length = max(typed.count, known.count)
        guard length > 3, length <= lengthMax, typed != known else { return false }
        // Years and numbers are no slips: `trip:2025` and `trip:2026`.
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        if typed.filter({ !isDigit($0) }) == known.filter({ !isDigit($0) }) { return false }
        return distance(typed, known) <= (length < 8 ? 1 : 2)
    }

    private static func fold(_ text: some StringProtocol) -> [UInt8] {
        text.lowercased().utf8.map { $0 == 0x20 ? 0x5F : $0 }
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn `left` into `right`
    /// (optimal string alignment).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var older: [Int] = []
        var previous = Array(0...right.count)
        for row in 1...left.count {
            var current = [row]
            for column in 1...right.count {
                let same = left[row - 1] == right[column - 1]
                var best = min(
                    previous[column] + 1, current[column - 1] + 1,
                    previous[column - 1] + (same ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2],
                    left[row - 2] == right[column - 1]
                {
                    best = min(best, older[column - 2] + 1)
                }
                current.append(best)
            }
            older = previous
            previous = current
        }
        return previous[right.count]
    }
}
