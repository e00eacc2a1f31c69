internal import Ledger

/// Files in a bundle, those of its log, or behind its events what is kept of branches and then the
/// files of entries and tasks: of each a line of JSON, and then its bytes.
struct BundleFiles {
    /// What stands before the bytes of a file.
    struct Head: Codable, Hashable {
        /// The SHA-256 of its bytes, lower-case hex.
        let content: String
        /// How many bytes there are.
        let bytes: Int
        /// What a file of the log or of a branch is called; left out for others.
        var name: String?
    }

    /// Bytes of what is kept of a branch, at most, in a bundle of a log of so many events: 40 an
    /// event, and room for its head and for what was set aside.
    static func branchBytesMax(events: UInt64) -> Int {
        let (bytes, isOver) = Int(clamping: events).multipliedReportingOverflow(by: 40)
        return isOver ? .max : min(bytes, .max - branchSlack) + branchSlack
    }

    private static let branchSlack = 1 << 20

    /// Bytes of all files that have a name, at most, in a bundle of so many bytes: they are held in
    /// memory, and hashes and packed logs get little smaller.
    private static func heldBytesMax(of byteCount: UInt64) -> Int {
        let (bytes, isOver) = Int(clamping: byteCount).multipliedReportingOverflow(by: 16)
        return isOver ? .max : min(bytes, .max - heldSlack) + heldSlack
    }

    private static let heldSlack = 1 << 26

    /// What the bundle is called, for messages.
    private let name: String
    /// How many events the header says.
    private let events: UInt64
    private var pieces: BundlePieces
    /// How many bytes files with a name may still have.
    private var heldRest: Int
    /// What is decompressed and not handed over yet.
    private var rest: ArraySlice<UInt8> = []
    /// Whether they are those of the log, behind which others come.
    private let isLog: Bool

    init(_ pieces: BundlePieces, of name: String, events: UInt64, isLog: Bool = false) {
        (self.pieces, self.name, self.events, self.isLog) = (pieces, name, events, isLog)
        heldRest = BundleFiles.heldBytesMax(of: pieces.byteCount)
    }

    /// The files behind those of the log, which have to be read.
    var following: BundleFiles { BundleFiles(pieces, of: name, events: events) }

    /// A file.
    struct File {
        let content: String
        let bytes: [UInt8]
        /// What it is called, of the log or of a branch; `nil` for one of entries and tasks.
        let name: String?
    }

    /// The next file; `nil` at the end.
    ///
    /// - Throws: ``ApplicationError/merge(path:_:)`` where the bundle is cut, or a file is not what
    ///   its hash says.
    mutating func next() throws(ApplicationError) -> File? {
        do throws(MergeError) { return try file() } catch { throw .merge(path: name, error) }
    }

    /// What the bundle has of branches that merges replaced: files of a name, before the others.
    /// Each says for itself whether it is whole; what is none is passed over.
    func branches() throws(ApplicationError) -> [KeptBranch] {
        var files = self
        var branches: [KeptBranch] = []
        while let file = try files.next(), let name = file.name {
            guard let branch = KeptBranch(file.bytes), BranchFiles.name(branch.root) == name
            else { continue }
            branches.append(branch)
        }
        return branches
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
            isLog || head.name.map(BranchFiles.isName) ?? true,
            head.bytes >= 0, head.bytes <= bytesMax(of: head)
        else { throw .damagedBundle }
        if head.name != nil { heldRest -= head.bytes }
        let bytes = try take(head.bytes)
        guard AttachmentFiles.content(bytes) == head.content else { throw .damagedBundle }
        return File(content: head.content, bytes: bytes, name: head.name)
    }

    private func bytesMax(of head: Head) -> Int {
        if head.name == nil { return isLog ? 0 : AttachmentFiles.bytesMax }
        return isLog ? heldRest : min(heldRest, BundleFiles.branchBytesMax(events: events))
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
