/// Reads ASCII text from left to right; every step says whether it found what it asked for.
struct TextReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Steps over `byte` if it comes next.
    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard let next, UInt32(next) == byte.value else { return false }
        position += 1
        return true
    }

    /// Steps over the next byte if `accept` says so.
    mutating func take(where accept: (UInt8) -> Bool) -> UInt8? {
        guard let next, accept(next) else { return nil }
        position += 1
        return next
    }

    /// Exactly `count` digits (at most 18).
    mutating func digits(_ count: Int) -> Int? {
        digits(count...count)
    }

    /// As many digits as follow, if their number lies in `counts` (at most 18, so no overflow).
    mutating func digits(_ counts: ClosedRange<Int>) -> Int? {
        var value = 0
        var found = 0
        while found < counts.upperBound, let digit = take(where: TextReader.isDigit) {
            value = value * 10 + Int(digit - 0x30)
            found += 1
        }
        return counts.contains(found) ? value : nil
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39
    }
}
