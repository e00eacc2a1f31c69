/// A proof that a log has an entry, to be checked without the log (c2sp.org/tlog-proof).
///
/// ```
/// c2sp.org/tlog-proof@v1
/// extra base64            may be missing
/// index number
/// base64                  0 or more hashes, from the leaf upwards
///
/// a signed checkpoint
/// ```
public struct TlogProof: Hashable, Sendable {
    private static let head = "c2sp.org/tlog-proof@v1"

    /// What it takes to compute the leaf; `nil` for nothing.
    public let extra: [UInt8]?
    /// Where the entry stands.
    public let index: UInt64
    /// Siblings from the leaf upwards, at most 63.
    public let hashes: [Digest]
    /// The signed ``Checkpoint``.
    public let note: Note

    /// A proof.
    public init(extra: [UInt8]?, index: UInt64, hashes: [Digest], note: Note) {
        self.extra = extra
        self.index = index
        self.hashes = hashes
        self.note = note
    }

    /// A proof as it was written; nothing is verified.
    ///
    /// - Throws: ``NoteError/malformed`` and ``NoteError/tooLarge``.
    public init(parsing bytes: [UInt8]) throws(NoteError) {
        var parts = try ProofLines(bytes)
        guard parts.lines.popFirst().map(String.init) == TlogProof.head else { throw .malformed }
        if let text = parts.take("extra ") {
            guard let extra = Base64.decode(text) else { throw .malformed }
            self.extra = extra
        } else {
            extra = nil
        }
        guard let index = parts.take("index ").flatMap({ UInt64(decimal: $0) }) else {
            throw .malformed
        }
        self.index = index
        hashes = try parts.hashes()
        note = parts.note
    }

    /// The proof as it is written.
    public var bytes: [UInt8] {
        let extra = extra.map { "extra \(Base64.encode($0))\n" } ?? ""
        return Array("\(TlogProof.head)\n\(extra)index \(index)\n".utf8)
            + ProofLines.bytes(hashes, note)
    }

    /// Checks that the checkpoint is signed by one of some keys and that the proof leads from a
    /// leaf to its root.
    ///
    /// - Returns: The checkpoint, its origin not looked at.
    /// - Throws: ``NoteError``; ``NoteError/malformed`` where the proof leads elsewhere.
    public func verify(
        leaf: Digest, keys: [NoteVerifier]
    ) throws(NoteError) -> Checkpoint {
        _ = try note.signers(among: keys)
        let checkpoint = try Checkpoint(parsing: note.text)
        guard let root = checkpoint.root,
            MerkleProof.verifyInclusion(
                leafHash: leaf, index: index, treeSize: checkpoint.size, proof: hashes,
                root: root)
        else { throw .malformed }
        return checkpoint
    }
}

/// A proof that a tree continues an older one, as witnesses take it (c2sp.org/tlog-witness,
/// add-checkpoint).
///
/// ```
/// old number
/// base64                  0 or more hashes
///
/// a signed checkpoint
/// ```
public struct ConsistencyProof: Hashable, Sendable {
    /// How many leaves the older tree has.
    public let oldSize: UInt64
    /// As RFC 9162 orders them, at most 63.
    public let hashes: [Digest]
    /// The signed ``Checkpoint`` of the newer tree.
    public let note: Note

    /// A proof.
    public init(oldSize: UInt64, hashes: [Digest], note: Note) {
        self.oldSize = oldSize
        self.hashes = hashes
        self.note = note
    }

    /// A proof as it was written; nothing is verified.
    ///
    /// - Throws: ``NoteError/malformed`` and ``NoteError/tooLarge``.
    public init(parsing bytes: [UInt8]) throws(NoteError) {
        var parts = try ProofLines(bytes)
        guard let size = parts.take("old ").flatMap({ UInt64(decimal: $0) }) else {
            throw .malformed
        }
        oldSize = size
        hashes = try parts.hashes()
        note = parts.note
    }

    /// The proof as it is written.
    public var bytes: [UInt8] { Array("old \(oldSize)\n".utf8) + ProofLines.bytes(hashes, note) }
}

/// The lines of a proof before its first empty line, and the note behind that.
private struct ProofLines {
    var lines: ArraySlice<Substring>
    let note: Note

    init(_ bytes: [UInt8]) throws(NoteError) {
        guard bytes.count <= Limit.proofBytesMax else { throw .tooLarge }
        guard
            let blank = bytes.indices.first(where: { index in
                index > 0 && bytes[index] == 0x0A && bytes[index - 1] == 0x0A
            }), let text = String(validating: bytes[..<(blank - 1)], as: UTF8.self)
        else { throw .malformed }
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        note = try Note(parsing: Array(bytes[(blank + 1)...]))
    }

    /// Takes the next line where it starts in a way, and returns what follows.
    mutating func take(_ start: String) -> Substring? {
        guard let line = lines.first, line.hasPrefix(start) else { return nil }
        lines.removeFirst()
        return line.dropFirst(start.count)
    }

    func hashes() throws(NoteError) -> [Digest] {
        guard lines.count <= Limit.proofHashesMax else { throw .tooLarge }
        var hashes: [Digest] = []
        for line in lines {
            guard let hash = Base64.decode(line).flatMap({ Digest(bytes: $0) }) else {
                throw .malformed
            }
            hashes.append(hash)
        }
        return hashes
    }

    static func bytes(_ hashes: [Digest], _ note: Note) -> [UInt8] {
        let lines = hashes.map { "\(Base64.encode($0.bytes))\n" }
        return Array((lines.joined() + "\n").utf8) + note.bytes
    }
}
