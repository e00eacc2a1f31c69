/// Files in a bundle, those of entries and tasks behind its events, or those of its log: of each a
/// line of JSON, and then its bytes.
struct BundleFiles {
    /// What stands before the bytes of a file.
    struct Head: Codable, Hashable {
        /// The SHA-256 of its bytes, lower-case hex.
        let content: String
        /// How many bytes there are.
        let bytes: Int
        /// What a file of the log is called; left out for others.
        var name: String?
    }

    /// Bytes of a file of a log, at most; they are taken as they come.
    private static let logBytesMax = 1 << 40

    /// What the bundle is called, for messages.
    private let name: String
    private var pieces: BundlePieces
    /// What is decompressed and not handed over yet.
    private var rest: ArraySlice<UInt8> = []
    /// Whether they are those of the log, behind which others come.
    private let isLog: Bool

    init(_ pieces: BundlePieces, of name: String, isLog: Bool = false) {
        (self.pieces, self.name, self.isLog) = (pieces, name, isLog)
    }

    /// The files behind those of the log, which have to be read.
    var following: BundleFiles { BundleFiles(pieces, of: name) }

    /// A file.
    struct File {
        let content: String
        let bytes: [UInt8]
        /// `nil` for one of entries and tasks.
        let name: String?
    }

    /// The next file; `nil` at the end.
    ///
    /// - Throws: ``ApplicationError/merge(path:_:)`` where the bundle is cut, or a file is not what
    ///   its hash says.
    mutating func next() throws(ApplicationError) -> File? {
        do throws(MergeError) { return try file() } catch { throw .merge(path: name, error) }
    }

    /// Holds every file against its hash.
    func check() throws(ApplicationError) {
        var files = self
        while try files.next() != nil {}
    }

    private mutating func file() throws(MergeError) -> File? {
        if rest.isEmpty {
            rest = try pieces.next()[...]
            if rest.isEmpty {
                // Nothing comes behind the end.
                guard isLog || pieces.isAtEnd else { throw .damagedBundle }
                return nil
            }
        }
        guard let head = try? JSONCoding.decode(Head.self, from: Array(try line())),
            0...(isLog ? BundleFiles.logBytesMax : AttachmentFiles.bytesMax) ~= head.bytes
        else { throw .damagedBundle }
        let bytes = try take(head.bytes)
        guard AttachmentFiles.content(bytes) == head.content else { throw .damagedBundle }
        return File(content: head.content, bytes: bytes, name: head.name)
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
