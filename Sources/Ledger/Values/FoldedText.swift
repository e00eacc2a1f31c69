internal import EventLog
@_spi(_Unicode) internal import Swift

/// Text to look for without regard to case, nor to how letters with marks are written: both sides
/// are in lower case and composed (NFC of UAX #15).
struct FoldedText: Hashable {
    private let bytes: [UInt8]
    private let isASCII: Bool

    /// The text in lower case, in UTF-8.
    var folded: [UInt8] { bytes }

    init(_ text: String) {
        bytes = FoldedText.composed(text.lowercased())
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    /// Whether the text occurs in a value in UTF-8.
    ///
    /// - Complexity: O(*n* · *m*) in the bytes; text that is not ASCII costs a copy.
    func occurs(in value: [UInt8]) -> Bool {
        if value.allSatisfy({ $0 < 0x80 }) { return isASCII && occurs(inASCII: value) }
        let text = String(decoding: value, as: UTF8.self).lowercased()
        return occurs(inFolded: Array(text.utf8)) || occurs(inFolded: FoldedText.composed(text))
    }

    /// A text composed, in UTF-8.
    private static func composed(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.utf8) }
        var scalars = String.UnicodeScalarView()
        for scalar in text._nfc { scalars.append(scalar) }
        return Array(String(scalars).utf8)
    }

    /// The numbers of those of some values in UTF-8 in which the text occurs, ascending.
    ///
    /// - Complexity: O(*n*) in the bytes of all values; what may match by letters that are not
    ///   ASCII costs a copy.
    func numbers(in values: ByteStrings) -> [Int] {
        guard !bytes.isEmpty else { return Array(values.indices) }
        let plain = longestASCII
        guard !plain.isEmpty else { return values.indices.filter { occurs(in: Array(values[$0])) } }
        let found = values.containing(plain)
        let special = FoldedText.special(for: plain).flatMap { values.containing($0) }
        if special.isEmpty {
            return isASCII ? found : found.filter { occurs(in: Array(values[$0])) }
        }
        return Set(found + special).sorted().filter { occurs(in: Array(values[$0])) }
    }

    /// The longest part of the text that is ASCII; lower case makes ASCII of nothing else but the
    /// letters of ``special(for:)``.
    private var longestASCII: [UInt8] {
        let parts = bytes.split { $0 >= 0x80 }
        return parts.max { $0.count < $1.count }.map(Array.init) ?? []
    }

    /// The letters that are not ASCII and have ASCII as lower case: Kelvin sign and I with dot.
    private static func special(for plain: [UInt8]) -> [[UInt8]] {
        (plain.contains(UInt8(ascii: "k")) ? [[0xE2, 0x84, 0xAA]] : [])
            + (plain.contains(UInt8(ascii: "i")) ? [[0xC4, 0xB0]] : [])
    }

    /// Whether a value in UTF-8 is the text.
    func isSame(as value: some Collection<UInt8>) -> Bool {
        FoldedText.composed(String(decoding: value, as: UTF8.self).lowercased()) == bytes
    }

    private func occurs(inASCII value: [UInt8]) -> Bool {
        guard let first = bytes.first else { return true }
        guard bytes.count <= value.count else { return false }
        for start in 0...(value.count - bytes.count)
        where FoldedText.lower(value[start]) == first {
            var length = 1
            while length < bytes.count,
                FoldedText.lower(value[start + length]) == bytes[length]
            {
                length += 1
            }
            if length == bytes.count { return true }
        }
        return false
    }

    private func occurs(inFolded value: [UInt8]) -> Bool {
        guard bytes.count <= value.count else { return false }
        return (0...(value.count - bytes.count)).contains { start in
            value[start..<(start + bytes.count)].elementsEqual(bytes)
        }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }
}

/// Words of a text, for ids.
enum Words {
    /// The words of a text, folded: runs of letters and digits.
    static func folded(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
