extension ByteStrings {
    /// Whether some bytes occur in others; ASCII letters in either case.
    ///
    /// - Parameter pattern: 1 or more bytes, ASCII letters in lower case.
    package static func has(_ pattern: [UInt8], in bytes: [UInt8]) -> Bool {
        firstPlace(of: pattern, in: bytes, from: 0) != nil
    }

    /// The numbers of the strings in which some bytes occur, ascending; ASCII letters in either
    /// case.
    ///
    /// - Parameter pattern: 1 or more bytes, ASCII letters in lower case.
    /// - Complexity: O(*n*) in the bytes of all strings, eight at a time where the first two of the
    ///   pattern do not occur.
    package func containing(_ pattern: [UInt8]) -> [Int] {
        var found: [Int] = []
        var number = 0
        var start = 0
        while let place = ByteStrings.firstPlace(of: pattern, in: bytes, from: start) {
            while ends[number] <= place { number += 1 }
            if place + pattern.count <= ends[number] {
                found.append(number)
                start = Int(ends[number])
            } else {
                start = place + 1
            }
        }
        return found
    }

    private static func firstPlace(
        of pattern: [UInt8], in bytes: [UInt8], from start: Int
    ) -> Int? {
        guard let first = pattern.first else { return nil }
        let last = bytes.count - pattern.count
        // Bit 5 is what letters of both cases differ in; what else it joins is told apart below.
        let firsts = ones &* UInt64(first | 0x20)
        let seconds = pattern.count > 1 ? ones &* UInt64(pattern[1] | 0x20) : 0
        var place = start
        while place <= last {
            guard let word = RawBytes.load(bytes, at: place, as: UInt64.self),
                let next = RawBytes.load(bytes, at: place + 1, as: UInt64.self)
            else {
                if occurs(pattern, in: bytes, at: place) { return place }
                place += 1
                continue
            }
            var unlike = (word | cases) ^ firsts
            if pattern.count > 1 { unlike |= (next | cases) ^ seconds }
            let zeros = (unlike &- ones) & ~unlike & tops
            if zeros == 0 {
                place += 8
                continue
            }
            place += zeros.trailingZeroBitCount / 8
            if place <= last, occurs(pattern, in: bytes, at: place) { return place }
            place += 1
        }
        return nil
    }

    /// Whether a pattern stands at a place, behind which there are bytes enough.
    private static func occurs(_ pattern: [UInt8], in bytes: [UInt8], at place: Int) -> Bool {
        for index in pattern.indices {
            let byte = bytes[place + index]
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            if (isUpper ? byte | 0x20 : byte) != pattern[index] { return false }
        }
        return true
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let cases: UInt64 = 0x2020_2020_2020_2020
    private static let tops: UInt64 = 0x8080_8080_8080_8080
}
