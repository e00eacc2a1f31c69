/// A category and its place in the tree: segments joined by `:` (`food:eating out`).
///
/// Two paths are equal if their bytes are: there is no Unicode normalisation. `/`, spaces and any
/// letters are legal in a segment; `:` separates; line breaks and NUL are refused.
public struct CategoryPath: Sendable {
    /// The segments joined by `:`.
    public let text: String

    /// Parses segments joined by `:`, without the white space around each. Throws
    /// `CategoryPathError` where a segment is empty or has a line break or NUL.
    public init(_ text: some StringProtocol) throws(CategoryPathError) {
        let text = String(text)
        if CategoryPath.isPlain(text) {
            self.text = text
            return
        }
        var segments: [String] = []
        let parts = text.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false)
        for part in parts {
            let trimmed = CategoryPath.trimmed(part)
            guard !trimmed.isEmpty else { throw .emptySegment(text: text) }
            if let scalar = trimmed.first(where: CategoryPath.isRefused) {
                throw .refusedCharacter(text: text, scalar: scalar.value)
            }
            segments.append(String(trimmed))
        }
        self.text = segments.joined(separator: ":")
    }

    /// The path of a text that needs no trimming; `nil` for any other.
    init?(exactly text: String) {
        if CategoryPath.isPlain(text) {
            self.text = text
            return
        }
        guard let path = try? CategoryPath(text), path.text.utf8.elementsEqual(text.utf8) else {
            return nil
        }
        self = path
    }

    /// Whether a text is plain ASCII without white space but single spaces inside, as most are.
    private static func isPlain(_ text: String) -> Bool {
        var last = separator
        for byte in text.utf8 {
            let isEdge = byte == separator || byte == UInt8(ascii: " ")
            let wasEdge = last == separator || last == UInt8(ascii: " ")
            if byte < 0x20 || byte > 0x7E || isEdge && wasEdge { return false }
            last = byte
        }
        return last != separator && last != UInt8(ascii: " ")
    }

    private init(known text: Substring.UTF8View) {
        self.text = String(Substring(text))
    }

    /// The number of segments, 1 or more. O(length), as everything here.
    package var segmentCount: Int {
        text.utf8.count { $0 == CategoryPath.separator } + 1
    }

    /// The segments from the root down.
    public var segments: [String] {
        text.utf8.split(separator: CategoryPath.separator).map { String(Substring($0)) }
    }

    /// The last segment.
    public var leaf: String { segments.last ?? text }

    /// The path without its last segment; nil for a path of one.
    public var parent: CategoryPath? {
        let bytes = text.utf8
        return bytes.lastIndex(of: CategoryPath.separator).map { CategoryPath(known: bytes[..<$0]) }
    }

    /// The path cut to its first `count` segments (less than 1 counts as 1); itself if it has no
    /// more.
    package func depth(_ count: Int) -> CategoryPath {
        let bytes = text.utf8
        var left = max(1, count)
        for index in bytes.indices where bytes[index] == CategoryPath.separator {
            left -= 1
            if left == 0 { return CategoryPath(known: bytes[..<index]) }
        }
        return self
    }

    /// True if `other` is this path or lies below it.
    public func contains(_ other: CategoryPath) -> Bool {
        let rest = other.text.utf8.dropFirst(text.utf8.count)
        return other.text.utf8.starts(with: text.utf8)
            && (rest.isEmpty || rest.first == CategoryPath.separator)
    }

    /// True if the two differ in upper and lower case at most (Unicode's mapping to lower case).
    package func isSameIgnoringCase(as other: CategoryPath) -> Bool {
        text.lowercased().utf8.elementsEqual(other.text.lowercased().utf8)
    }

    private static let separator = UInt8(ascii: ":")

    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        [0x00, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029].contains(scalar.value)
    }

    /// Scalar by scalar, because a combining mark may follow the white space.
    private static func trimmed(
        _ part: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView {
        var part = part.drop { $0.properties.isWhitespace }
        while part.last?.properties.isWhitespace == true { part.removeLast() }
        return part
    }
}

/// Why a text is no category path.
public enum CategoryPathError: Error, Sendable, Hashable {
    /// Nothing but white space before, between or after the `:`.
    case emptySegment(text: String)

    /// A line break or NUL, by its Unicode scalar value.
    case refusedCharacter(text: String, scalar: UInt32)
}

extension CategoryPath: Hashable, Comparable {
    /// True if the bytes are the same.
    public static func == (left: CategoryPath, right: CategoryPath) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(UInt8(0xFF))
    }

    /// By bytes, with everything below a path directly after it (`a`, `a:b`, `a-b`).
    public static func < (left: CategoryPath, right: CategoryPath) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8) { rank($0) < rank($1) }
    }

    private static func rank(_ byte: UInt8) -> UInt8 {
        byte == separator ? 0 : byte
    }
}

extension CategoryPath: CustomStringConvertible {
    /// Its `text`.
    public var description: String { text }
}

extension CategoryPath: Codable {
    /// Decodes a path; throws `CategoryPathError` where the text is none.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes its `text`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
