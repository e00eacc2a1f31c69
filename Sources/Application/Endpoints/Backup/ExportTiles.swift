internal import EventLog
internal import Ledger

/// Writes the tree over the ledger as static files, from which anybody makes proofs.
package enum ExportTiles: Endpoint {
    /// Where to, and what.
    package struct Input: Codable, Hashable, Sendable {
        /// A folder; what an earlier export left there is gone on from.
        package var path: String
        /// Whether what is hashed of each event is written, too: its facts, its text hidden. Left
        /// out for no, and for what an earlier export did.
        package var entries: Bool?

        /// A request.
        package init(path: String, entries: Bool? = nil) {
            self.path = path
            self.entries = entries
        }
    }

    /// What was written.
    package struct Output: Codable, Hashable, Sendable {
        /// The folder.
        package let path: String
        /// How many events the tree takes in.
        package let events: UInt64
        /// How many files were written, the checkpoint among them.
        package let written: Int
        /// How many were there already.
        package let kept: Int
        /// Whether there are entries, too.
        package let entries: Bool
        /// The public half of the key that signed the checkpoint.
        package let verifier: String
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "tiles/export"
    package static let summary = "write the tree over the ledger as tiles, for others to prove by"
    package static let needs: Set<Permission> = [.read, .share]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if input.path.isEmpty { throw .badInput(path: path, field: "path", .missing) }
        _ = try env.store()
        let signer = try env.signer()
        let folder = try TileFolder(input.path, beside: env.home.folder)
        defer { withExtendedLifetime(folder.lock) {} }
        let proved = try env.provedToSign()
        let store = try proved.store()
        let before = try folder.checkpoint()
        if let before { try proved.hold(before, against: store) }
        let checkpoint = try proved.checkpoint(of: store)
        guard checkpoint.size >= before?.size ?? 0 else {
            throw .proof(.rolledBack(events: checkpoint.size, known: before?.size ?? 0))
        }
        let hasEntries = input.entries == true || folder.hasEntries
        var writer = TileWriter(folder, of: store, upTo: checkpoint.size, entries: hasEntries)
        try writer.write()
        guard writer.root == checkpoint.root else {
            throw .proof(.forked(events: checkpoint.size, known: checkpoint.size))
        }
        // The checkpoint comes last: whatever it takes in is there.
        let note = try proved.signed(checkpoint, of: store, by: signer)
        try folder.keep(checkpoint: note)
        return Output(
            path: input.path, events: checkpoint.size, written: writer.written + 1,
            kept: writer.kept, entries: hasEntries, verifier: signer.verifier.text,
            position: checkpoint.size - 1, root: checkpoint.root?.hex ?? "")
    }
}

/// A folder that is served to others as c2sp.org/tlog-tiles says.
private struct TileFolder {
    let path: String
    /// One process writes at a time.
    let lock: FolderLock

    /// - Throws: ``ProofError/changedTile(path:)`` where something else is in it.
    init(_ path: String, beside home: String?) throws(ApplicationError) {
        self.path = path
        if let home, Places.lies(path, in: home) || Places.lies(home, in: path) {
            throw .file(path: path, code: 17)
        }
        let isOwn = Places.names(in: path).allSatisfy { name in
            ["tile", "checkpoint", LockFile.name].contains(name)
                || name.hasPrefix("checkpoint.")
        }
        guard isOwn else { throw .proof(.changedTile(path: path)) }
        if !Places.isFolder(path) {
            do throws(StorageError) { _ = try DiskStorage.create(path: path) } catch {
                throw .file(path: path, code: error.systemCode)
            }
        }
        guard let lock = FolderLock(path) else {
            throw .store(.log(.storage(.locked(holder: nil))))
        }
        self.lock = lock
    }

    var hasEntries: Bool { Places.isFolder("\(path)/tile/entries") }

    /// The checkpoint of an earlier export; `nil` for none.
    func checkpoint() throws(ApplicationError) -> Checkpoint? {
        guard let bytes = try Files.read("\(path)/checkpoint") else { return nil }
        do throws(NoteError) { return try Checkpoint(parsing: Note(parsing: bytes).text) } catch {
            throw .proof(.changedTile(path: "\(path)/checkpoint"))
        }
    }

    func keep(checkpoint: Note) throws(ApplicationError) {
        try Files.replace("\(path)/checkpoint", in: path, with: checkpoint.bytes)
    }

    /// Writes a file that never changes.
    ///
    /// - Returns: Whether it was not there yet.
    /// - Throws: ``ProofError/changedTile(path:)`` where another one is there.
    func add(_ bytes: [UInt8], at name: String) throws(ApplicationError) -> Bool {
        let file = "\(path)/\(name)"
        if let there = try Files.read(file) {
            if there != bytes { throw .proof(.changedTile(path: file)) }
            return false
        }
        try Files.replace(file, in: POSIX.folder(of: file), with: bytes)
        return true
    }
}

/// Writes the tiles of a store, and bundles of its entries.
private struct TileWriter {
    private let folder: TileFolder
    private let store: any EventStore
    private let count: UInt64
    private let hasEntries: Bool
    private var tiler = TreeTiler()
    private var frontier = MerkleFrontier()
    private(set) var written = 0
    private(set) var kept = 0

    init(_ folder: TileFolder, of store: any EventStore, upTo count: UInt64, entries: Bool) {
        self.folder = folder
        self.store = store
        self.count = count
        hasEntries = entries
    }

    /// The root over what was written.
    var root: Digest { frontier.root }

    mutating func write() throws(ApplicationError) {
        var first: UInt64 = 0
        while first < count {
            let next = min(count, first + UInt64(TreeTile.width))
            if hasEntries {
                try writeEntries(first..<next)
            } else {
                try writeLeaves(first..<next)
            }
            first = next
        }
        for tile in tiler.partial { try add(tile.bytes, at: tile.path) }
    }

    private mutating func writeLeaves(_ positions: Range<UInt64>) throws(ApplicationError) {
        var leaves: [Digest] = []
        try mappingError(
            ApplicationError.store, store.readLeaves(positions) { leaves.append($1) })
        for leaf in leaves { try append(leaf) }
    }

    /// A bundle has what is hashed of each event behind its length, two bytes, the higher first.
    private mutating func writeEntries(_ positions: Range<UInt64>) throws(ApplicationError) {
        var bundle: [UInt8] = []
        var leaves: [Digest] = []
        try mappingError(
            ApplicationError.store,
            store.readDisclosures(of: Array(positions), withText: false) { _, shown in
                let input = shown.input
                bundle += [
                    UInt8(truncatingIfNeeded: input.count >> 8),
                    UInt8(truncatingIfNeeded: input.count),
                ]
                bundle += input
                leaves.append(SHA256.leaf(input))
            })
        for leaf in leaves { try append(leaf) }
        let index = positions.lowerBound / UInt64(TreeTile.width)
        try add(bundle, at: TreeTile.path("entries", index, count: positions.count))
    }

    private mutating func append(_ leaf: Digest) throws(ApplicationError) {
        frontier.append(leafHash: leaf)
        var full: [TreeTile] = []
        tiler.append(leaf) { full.append($0) }
        for tile in full { try add(tile.bytes, at: tile.path) }
    }

    private mutating func add(_ bytes: [UInt8], at name: String) throws(ApplicationError) {
        if try folder.add(bytes, at: name) { written += 1 } else { kept += 1 }
    }
}
