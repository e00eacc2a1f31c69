@_spi(_Unicode) internal import Swift

/// The order in which names are looked up in a list, in whatever language: letters in any case and
/// without their marks (`Äpfel` before `Birnen`, `ß` as `ss`), everything below a category
/// directly behind it, and what is the same so far by bytes.
package enum NameOrder {
    /// Whether a name comes before another one.
    ///
    /// - Complexity: O(*n*) in the bytes that both begin with; names that differ where one is not
    ///   ASCII cost copies.
    package static func isBefore(_ left: String, _ right: String) -> Bool {
        compared(left, right) < 0
    }

    /// Below 0 for a name before another one, 0 for the same bytes.
    package static func compared(_ left: String, _ right: String) -> Int {
        var (ones, others) = (left.utf8.makeIterator(), right.utf8.makeIterator())
        while true {
            let (one, other) = (ones.next(), others.next())
            if one ?? 0 >= 0x80 || other ?? 0 >= 0x80 { return comparedKeys(left, right) }
            switch (one, other) {
            case (nil, nil): return comparedBytes(left, right)
            case (nil, _): return -1
            case (_, nil): return 1
            case (let one?, let other?):
                let (one, other) = (rank(one), rank(other))
                if one != other { return one < other ? -1 : 1 }
            }
        }
    }

    private static func comparedKeys(_ left: String, _ right: String) -> Int {
        let (one, other) = (key(left), key(right))
        if one == other { return comparedBytes(left, right) }
        return one.lexicographicallyPrecedes(other) ? -1 : 1
    }

    private static func comparedBytes(_ left: String, _ right: String) -> Int {
        if left.utf8.elementsEqual(right.utf8) { return 0 }
        return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
    }

    private static func rank(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: ":"): 0
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: byte
        }
    }

    /// What is compared of a name: bytes of ASCII as their ranks.
    private static func key(_ name: String) -> [UInt8] {
        var key: [UInt8] = []
        for scalar in name.lowercased()._nfd where !marks.contains(scalar.value) {
            if scalar.isASCII {
                key.append(rank(UInt8(scalar.value)))
            } else {
                key += (letters[scalar] ?? String(scalar)).utf8
            }
        }
        return key
    }

    /// Combining marks of Latin, Greek and Cyrillic letters.
    private static let marks: ClosedRange<UInt32> = 0x300...0x36F

    /// Letters that no mark makes, as those that they are looked up under.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th",
        "ı": "i",
    ]
}
