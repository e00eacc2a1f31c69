/// The files of entries and tasks in a bundle, behind its events: of each a line of JSON, and then
/// its bytes.
struct BundleFiles {
    /// What stands before the bytes of a file.
    struct Head: Codable, Hashable {
        /// The SHA-256 of its bytes, lower-case hex.
        let content: String
        /// How many bytes there are.
        let bytes: Int
    }

    /// What the bundle is called, for messages.
    private let name: String
    private var pieces: BundlePieces
    /// What is decompressed and not handed over yet.
    private var rest: ArraySlice<UInt8> = []

    init(_ pieces: BundlePieces, of name: String) {
        (self.pieces, self.name) = (pieces, name)
    }

    /// The next file; `nil` at the end.
    ///
    /// - Throws: ``ApplicationError/merge(path:_:)`` where the bundle is cut, or a file is not what
    ///   its hash says.
    mutating func next() throws(ApplicationError) -> (content: String, bytes: [UInt8])? {
        do throws(MergeError) { return try file() } catch { throw .merge(path: name, error) }
    }

    /// Holds every file against its hash.
    func check() throws(ApplicationError) {
        var files = self
        while try files.next() != nil {}
    }

    private mutating func file() throws(MergeError) -> (content: String, bytes: [UInt8])? {
        if rest.isEmpty {
            rest = try pieces.next()[...]
            if rest.isEmpty {
                // Nothing comes behind the end.
                guard pieces.isAtEnd else { throw .damagedBundle }
                return nil
            }
        }
        guard let head = try? JSONCoding.decode(Head.self, from: Array(try line())),
            0...AttachmentFiles.bytesMax ~= head.bytes
        else { throw .damagedBundle }
        let bytes = try take(head.bytes)
        guard AttachmentFiles.content(bytes) == head.content else { throw .damagedBundle }
        return (head.content, bytes)
    }

    /// What stands before the end of a line, which goes, too.
    private mutating func line() throws(MergeError) -> [UInt8] {
        var line: [UInt8] = []
        while line.count <= BundleHeader.lineBytesMax {
            if let end = rest.firstIndex(of: 0x0A) {
                line += rest[..<end]
                rest = rest[(end + 1)...]
                return line
            }
            line += rest
            rest = try more()
        }
        throw .damagedBundle
    }

    private mutating func take(_ count: Int) throws(MergeError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            if rest.isEmpty { rest = try more() }
            let part = rest.prefix(count - bytes.count)
            bytes += part
            rest = rest.dropFirst(part.count)
        }
        return bytes
    }

    /// The next piece, where there must be one.
    private mutating func more() throws(MergeError) -> ArraySlice<UInt8> {
        let piece = try pieces.next()
        if piece.isEmpty { throw .damagedBundle }
        return piece[...]
    }
}
