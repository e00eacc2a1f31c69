internal import EventLog
internal import Ledger

/// What somebody who shares a ledger keeps outside of it.
package enum TeamFiles {
    /// The text of a file; `nil` where there is none.
    package static func text(_ path: String) throws(ApplicationError) -> String? {
        try Files.read(path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a file for its owner only, all or nothing.
    package static func write(_ text: String, to path: String) throws(ApplicationError) {
        let folder = path.contains("/") ? POSIX.folder(of: path) : "."
        try Files.replace(path, in: folder, with: Array(text.utf8))
    }

    /// Removes a file where there is one.
    package static func remove(_ path: String) throws(ApplicationError) {
        if Places.isFile(path) { try Places.removeFile(path) }
    }

    // MARK: Files of entries and tasks

    /// The files of which a ledger speaks, by the SHA-256 of their bytes.
    package struct Holdings: Hashable, Sendable {
        /// All of them.
        package let contents: Set<String>
        /// Those that are here.
        package let here: Set<String>
        /// All of them, and those in what merges set aside.
        package let kept: Set<String>
    }

    /// The files of which a ledger speaks; `nil` where only a newer program can tell.
    package static func holdings(in env: Environment) throws(ApplicationError) -> Holdings? {
        let saved = env.home.saved
        let store = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try saved.open()
        }
        guard let store, let book = try env.attachments(of: store) else { return nil }
        let files = AttachmentFiles(saved)
        let contents = book.contents
        return Holdings(
            contents: contents, here: contents.filter { files.has($0) },
            kept: contents.union(book.contentsSetAside))
    }

    /// The bytes of a file; `nil` where it is missing or was changed.
    package static func bytes(
        _ content: String, in env: Environment
    ) throws(ApplicationError) -> [UInt8]? {
        try AttachmentFiles(env.home.saved).bytes(content)
    }

    /// Keeps a file that came from elsewhere.
    ///
    /// - Returns: Whether its bytes are those that were attached; others are not kept.
    package static func keep(
        _ bytes: [UInt8], as content: String, in env: Environment
    ) throws(ApplicationError) -> Bool {
        guard bytes.count <= AttachmentFiles.bytesMax,
            AttachmentFiles.content(bytes) == content
        else { return false }
        try AttachmentFiles(env.home.saved).keep(bytes)
        return true
    }

    /// Whether bytes are those of a file.
    package static func holds(_ bytes: [UInt8], _ content: String) -> Bool {
        AttachmentFiles.content(bytes) == content
    }

    /// Takes files away of which the ledger says nothing any more, such as after an erasure.
    package static func removeStrangers(in env: Environment) throws(ApplicationError) {
        _ = try env.missingFiles()
    }

    // MARK: Branches that merges replaced

    /// What is kept of a branch, as it goes through a server.
    package struct Branch: Sendable {
        /// What it is known by, as a file is by its hash: 64 hexadecimal digits.
        package let content: String
        fileprivate let kept: KeptBranch

        fileprivate init(_ kept: KeptBranch) {
            self.kept = kept
            content = TeamFiles.content(ofBranch: kept.root)
        }

        /// Reads what ``bytes`` wrote; `nil` for anything else.
        package init?(_ bytes: [UInt8]) {
            guard let kept = KeptBranch(bytes) else { return nil }
            self.init(kept)
        }

        /// The bytes.
        package var bytes: [UInt8] { kept.bytes }
    }

    private static func content(ofBranch root: Digest) -> String {
        AttachmentFiles.content(Array("ledger-branch \(root.hex)".utf8))
    }

    /// What the branches are known by of which something is kept here that is whole: what is
    /// damaged comes anew.
    package static func branchContents(
        in env: Environment
    ) throws(ApplicationError) -> Set<String> {
        let saved = env.home.saved
        let files = BranchFiles(saved)
        guard !files.roots.isEmpty,
            let store = try mappingError(ApplicationError.store, saved.open())
        else { return [] }
        return Set(try files.whole(over: store).map(content(ofBranch:)))
    }

    /// What is kept here of branches, and what the log bears out.
    package static func branches(in env: Environment) throws(ApplicationError) -> [Branch] {
        let store = try mappingError(ApplicationError.store, env.home.saved.open())
        guard let store else { return [] }
        return try env.branches(since: 0, in: store).map { Branch($0) }
    }

    /// Keeps those that the log bears out.
    ///
    /// - Returns: What all those are known by that are here then, whole.
    package static func keep(
        _ branches: [Branch], in env: Environment
    ) throws(ApplicationError) -> Set<String> {
        let saved = env.home.saved
        let store = try mappingError(ApplicationError.store, saved.open())
        guard let store, !branches.isEmpty else { return [] }
        try BranchFiles(saved).take(branches.map(\.kept), over: store, in: env, isGiven: true)
        return try branchContents(in: env)
    }
}
