/// A SHA-256 hash: 32 bytes, flat.
public struct Digest: Hashable, Sendable {
    /// How many bytes a digest has.
    public static let byteCount = 32

    /// The bytes eight by eight, the first one lowest in each word.
    let words: (UInt64, UInt64, UInt64, UInt64)

    init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    /// The digest of the given bytes; `nil` unless there are 32.
    public init?(bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

    /// The digest that a range of bytes holds; `nil` unless it lies in the bytes and has 32.
    public init?(_ bytes: [UInt8], _ range: Range<Int>) {
        let start = range.lowerBound
        guard range.count == Digest.byteCount, range.upperBound <= bytes.count,
            let first = RawBytes.load(bytes, at: start, as: UInt64.self),
            let second = RawBytes.load(bytes, at: start + 8, as: UInt64.self),
            let third = RawBytes.load(bytes, at: start + 16, as: UInt64.self),
            let fourth = RawBytes.load(bytes, at: start + 24, as: UInt64.self)
        else { return nil }
        words = (first, second, third, fourth)
    }

    /// The digest written as 64 lower-case hexadecimal digits; `nil` for any other text.
    public init?(hex: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Digest.byteCount)
        var high: UInt8?
        for character in hex.utf8 {
            let digit: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let upper = high {
                bytes.append(upper << 4 | digit)
                high = nil
            } else {
                high = digit
            }
            guard bytes.count <= Digest.byteCount else { return nil }
        }
        guard high == nil else { return nil }
        self.init(bytes: bytes)
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Digest.byteCount)
        append(to: &bytes)
        return bytes
    }

    /// The 64 lower-case hexadecimal digits.
    public var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * Digest.byteCount)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0x0F)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The 32 bytes in base 64 (RFC 4648, 4).
    public var base64: String { Base64.encode(bytes) }

    /// The digest written in base 64; `nil` for any other text.
    public init?(base64: String) {
        guard let bytes = Base64.decode(base64) else { return nil }
        self.init(bytes: bytes)
    }

    /// Appends the 32 bytes.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(integer: words.0)
        bytes.append(integer: words.1)
        bytes.append(integer: words.2)
        bytes.append(integer: words.3)
    }

    /// Whether two digests have the same bytes.
    public static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

    /// Feeds the bytes into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension Digest: CustomStringConvertible {
    /// The same as ``hex``.
    public var description: String { hex }
}
