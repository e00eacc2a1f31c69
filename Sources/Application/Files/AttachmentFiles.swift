internal import EventLog
internal import Ledger

/// The files that belong to entries and tasks: each lies in `files` beside the log under the
/// SHA-256 of its bytes, so that the same bytes are there once, and a changed file is found out.
struct AttachmentFiles {
    /// The most bytes of one file: 64 MiB.
    static let bytesMax = 1 << 26

    /// The folder in the ledger's.
    static let folder = "files"

    /// Removes a folder that was to become a ledger, with its log and its files.
    static func removeLedger(_ path: String) {
        for below in ["/log", "/\(folder)", "/\(BranchFiles.folder)", ""] {
            Places.removeFolder(path + below)
        }
    }

    private let home: any LedgerHome

    init(_ home: any LedgerHome) { self.home = home }

    /// Where a file lies in the ledger's folder.
    static func path(_ content: String) -> String { "\(folder)/\(content)" }

    /// What a file is known by.
    static func content(_ bytes: [UInt8]) -> String { SHA256.hash(bytes).hex }

    /// The bytes of a file; `nil` where it is missing or was changed.
    func bytes(_ content: String) throws(ApplicationError) -> [UInt8]? {
        guard let bytes = try home.file(Self.path(content)),
            Self.content(bytes) == content
        else { return nil }
        return bytes
    }

    /// Whether there is a file of a hash, whatever it says.
    func has(_ content: String) -> Bool {
        guard let folder = home.folder else { return true }
        return Places.isFile("\(folder)/\(Self.path(content))")
    }

    /// Keeps bytes, durable when this returns; what is there as it should be stays.
    func keep(_ bytes: [UInt8]) throws(ApplicationError) {
        let content = Self.content(bytes)
        if try self.bytes(content) != nil { return }
        try home.keep(bytes, as: Self.path(content))
    }

    /// Takes files away that the ledger has.
    func remove(_ contents: some Sequence<String>) throws(ApplicationError) {
        guard let folder = home.folder else { return }
        var isRemoved = false
        for content in contents {
            let path = "\(folder)/\(Self.path(content))"
            guard Places.isFile(path) else { continue }
            try Places.removeFile(path)
            isRemoved = true
        }
        if isRemoved { try Files.syncFolder("\(folder)/\(Self.folder)") }
    }

    /// Brings the files of another copy of the ledger here that its events speak of.
    ///
    /// - Returns: Those that neither has as they were.
    @discardableResult
    func take(
        _ contents: some Sequence<String>, from other: any LedgerHome
    ) throws(ApplicationError) -> [String] {
        var missing: [String] = []
        let others = AttachmentFiles(other)
        for content in contents where try bytes(content) == nil {
            guard let bytes = try others.bytes(content) else {
                missing.append(content)
                continue
            }
            try keep(bytes)
        }
        return missing
    }

    /// Brings the files of a bundle here that events of the ledger speak of.
    func take(
        _ contents: Set<String>, from bundled: BundleFiles
    ) throws(ApplicationError) {
        var bundled = bundled
        while let file = try bundled.next() {
            if contents.contains(file.content) { try keep(file.bytes) }
        }
    }

    /// The files of a book that are not as they were.
    ///
    /// - Parameter isBroken: Whether a file is one, by its hash.
    func broken(
        _ book: AttachmentBook, _ isBroken: (String) throws(ApplicationError) -> Bool
    ) throws(ApplicationError) -> [BrokenFile] {
        var broken: [BrokenFile] = []
        for (_, file) in book.files where try isBroken(file.content) {
            broken.append(
                BrokenFile(
                    id: file.target.position ?? 0, name: file.fileName, content: file.content,
                    isMissing: !has(file.content)))
        }
        return broken
    }

    /// The hashes of all files in the folder.
    var names: [String] {
        guard let folder = home.folder else { return [] }
        return Places.names(in: "\(folder)/\(Self.folder)").filter { $0.utf8.count == 64 }
    }

    /// The files in the folder of which no event speaks any more.
    func strangers(_ book: AttachmentBook) -> [String] {
        let known = book.contents
        return names.filter { !known.contains($0) && !book.isSetAside($0) }
    }
}
