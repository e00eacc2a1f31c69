/// What a tree is at a size (c2sp.org/tlog-checkpoint): the text of a note.
///
/// ```
/// origin
/// size
/// root in base 64
/// further lines, if any
/// ```
public struct Checkpoint: Hashable, Sendable {
    /// Which log.
    public let origin: String
    /// How many leaves.
    public let size: UInt64
    /// The root as it stands there.
    public let rootBytes: [UInt8]
    /// What follows the root: whole lines, or nothing.
    public let rest: String

    /// A head of a log; `nil` where the origin is none: empty, or with control characters.
    public init?(origin: String, size: UInt64, root: Digest) {
        guard !origin.isEmpty, origin.utf8.allSatisfy({ $0 >= 0x20 }) else { return nil }
        self.origin = origin
        self.size = size
        rootBytes = root.bytes
        rest = ""
    }

    /// The head that the text of a note tells.
    ///
    /// - Throws: ``NoteError/malformed``.
    public init(parsing text: String) throws(NoteError) {
        let lines = text.split(
            separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4, !lines[0].isEmpty, let size = UInt64(decimal: lines[1]),
            let root = Base64.decode(lines[2]), !root.isEmpty,
            lines[3].isEmpty || lines[3].utf8.last == 0x0A
        else { throw .malformed }
        origin = String(lines[0])
        self.size = size
        rootBytes = root
        rest = String(lines[3])
    }

    /// The root; `nil` where it is no SHA-256.
    public var root: Digest? { Digest(bytes: rootBytes) }

    /// The text of a note.
    public var text: String { "\(origin)\n\(size)\n\(Base64.encode(rootBytes))\n\(rest)" }
}

extension UInt64 {
    /// A number in decimal digits without zeros before it; `nil` for any other text.
    init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), text == "0" || text.utf8.first != 0x30,
            let number = UInt64(text)
        else { return nil }
        self = number
    }
}
