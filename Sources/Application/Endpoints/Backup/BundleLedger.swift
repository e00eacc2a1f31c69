internal import EventLog
package import Ledger

/// Writes what another copy of the ledger lacks, or everything, into one file.
package enum BundleLedger: Endpoint {
    /// What goes into which file; at most one of `since` and `other`.
    package struct Input: Codable, Sendable {
        /// The file; a bundle that is there is replaced.
        package var path: String
        /// The last event that the other copy has, or the root of all that it has, or the first
        /// twelve or more digits of that; left out for none.
        package var since: String?
        /// The other copy, a folder or a bundle that came from it; left out for none.
        package var other: String?

        /// A request.
        package init(path: String, since: String? = nil, other: String? = nil) {
            self.path = path
            self.since = since
            self.other = other
        }
    }

    /// What was written.
    package struct Output: Codable, Hashable, Sendable {
        /// The file.
        package let path: String
        /// How many events the bundle goes on from; 0 for one of everything.
        package let since: UInt64
        /// How many events it holds.
        package let events: UInt64
        /// Files of entries and tasks that go along; left out for none.
        package let files: Int?
        /// Those that are not as they were, and do not go along; left out for none.
        package let missingFiles: [BrokenFile]?
        /// What is kept beside the log and does not go along: `rules`, `profiles`, `contexts`,
        /// `weights`; left out for nothing.
        package let staysBehind: [String]?
        /// Bytes of the file.
        package let bytes: UInt64
        /// The position of the last event.
        package let position: UInt64
        /// The root over all events, lower-case hex.
        package let root: String
    }

    package static let path = "bundle"
    package static let summary = "write what another copy of the ledger lacks into one file"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let saved = try mappingError(ApplicationError.store, env.home.saved.open())
        guard let store = saved as? FileEventStore else { throw .noLedger(home: env.home.place) }
        if Places.isPart(input.path, of: env.home.place) {
            throw .merge(path: input.path, .inside)
        }
        guard Places.mode(input.path) == nil || isBundle(input.path) else {
            throw .merge(path: input.path, .occupied)
        }
        let since = try since(input, store, env)
        let (count, root, sinceRoot, id) = try mappingError(ApplicationError.store) {
            () throws(StoreError) in
            let count = try store.head().count
            return (
                count, try store.root(at: count).hex,
                since == 0 ? "" : try store.root(at: since).hex, try store.id()
            )
        }
        var writer = try BundleWriter(
            input.path,
            BundleHeader(
                log: hex(id.bytes), since: since, sinceRoot: sinceRoot, events: count, root: root))
        if since == 0 {
            try BundledLog(store, count, root: root, for: input.path, env).write(to: &writer)
        } else {
            try write(store, since..<count, root, to: &writer, env)
        }
        try writer.endPieces()
        for branch in try env.branches(since: since, in: store) {
            let bytes = branch.bytes
            // Nobody would read it.
            if bytes.count > BundleFiles.branchBytesMax(events: count) { continue }
            try write(bytes, named: BranchFiles.name(branch.root), to: &writer)
        }
        let (files, missing) = try writeFiles(of: store, since: since, to: &writer, env)
        try writer.finish()
        return Output(
            path: input.path, since: since, events: count - since, files: files > 0 ? files : nil,
            missingFiles: missing.isEmpty ? nil : missing,
            staysBehind: KeptBeside.names(in: env.home.saved), bytes: writer.byteCount,
            position: count - 1, root: root)
    }

    /// Whether a file that is there is a bundle, which a newer one may replace.
    private static func isBundle(_ path: String) -> Bool {
        guard Places.isFile(path), let file = try? FileSource.open(path, spoolingIn: ".") else {
            return false
        }
        var bytes: [UInt8] = []
        try? file.read(at: 0, count: BundleHeader.lineBytesMax, into: &bytes)
        return BundleHeader.begins(bytes)
    }

    private static func write(
        _ store: FileEventStore, _ positions: Range<UInt64>, _ root: String,
        to writer: inout BundleWriter, _ env: Environment
    ) throws(ApplicationError) {
        let count = positions.upperBound
        let origin = try env.origin(of: store)
        let declared = DeclaredTypes(
            try mappingError(ApplicationError.store, store.declarations(upTo: count)))
        let header = EventFileHeader(
            ledger: origin, events: count, root: root, names: .current(with: declared))
        try writer.add(JSONCoding.encode(header))
        var first = positions.lowerBound
        while first < count {
            let block = first / Limit.seedEvents
            let end = min(count, (block + 1) * Limit.seedEvents)
            let (seed, lines) = try mappingError(ApplicationError.store) {
                () throws(StoreError) in
                guard let seed = try store.seed(of: block) else { throw .log(.missing) }
                return (seed, try store.eventLines(in: first..<end, seed: seed, declared))
            }
            try writer.add(JSONCoding.encode(EventFileSeed(block: block, seed: hex(seed))))
            for line in lines { try writer.add(JSONCoding.encode(line)) }
            first = end
            env.progress(first)
        }
    }

    private static func write(
        _ bytes: [UInt8], named name: String? = nil, to writer: inout BundleWriter
    ) throws(ApplicationError) {
        let content = AttachmentFiles.content(bytes)
        try writer.add(
            JSONCoding.encode(BundleFiles.Head(content: content, bytes: bytes.count, name: name)))
        try writer.add(bytes)
    }

    /// Writes the files of entries and tasks of which events speak.
    private static func writeFiles(
        of store: FileEventStore, since: UInt64, to writer: inout BundleWriter, _ env: Environment
    ) throws(ApplicationError) -> (count: Int, missing: [BrokenFile]) {
        guard let book = try env.attachments(of: store) else { return (0, []) }
        let files = AttachmentFiles(env.home)
        var count = 0
        var missing: Set<String> = []
        for content in book.contents(since: since).sorted() {
            guard let bytes = try files.bytes(content) else {
                missing.insert(content)
                continue
            }
            try write(bytes, to: &writer)
            count += 1
        }
        return (count, try files.broken(book) { missing.contains($0) })
    }

    // MARK: Where it begins

    /// How many events are left out.
    private static func since(
        _ input: Input, _ store: FileEventStore, _ env: Environment
    ) throws(ApplicationError) -> UInt64 {
        if let text = input.since {
            guard input.other == nil else {
                throw .badInput(path: path, field: "other", .badValue)
            }
            guard let since = try since(text, store) else {
                throw .merge(path: text, .unknownRoot)
            }
            return since
        }
        guard let other = input.other else { return 0 }
        let copy = try OtherCopy(other, beside: store, in: env.home.place, env)
        let shared = try mappingError(ApplicationError.store, store.usable(with: copy.store))
        guard let shared else { throw .merge(path: other, .unrelated) }
        return shared
    }

    /// How many commits back a root is looked for.
    private static let rootsMax = 4_096
    /// Digits of a root, at least; fewer are the number of an event.
    private static let rootDigitsMin = 12

    private static func since(
        _ text: String, _ store: FileEventStore
    ) throws(ApplicationError) -> UInt64? {
        let text = text.hasPrefix("#") ? String(text.dropFirst()) : text
        return try mappingError(ApplicationError.store) { () throws(StoreError) -> UInt64? in
            let snapshot = try LedgerSnapshot(store: store)
            guard text.utf8.count >= rootDigitsMin else {
                guard let event = UInt64(text) else { return nil }
                return try snapshot.commit(at: event)?.positions.upperBound
            }
            let wanted = text.lowercased()
            var (found, left) = (UInt64?.none, rootsMax)
            try snapshot.forEachCommit { commit throws(StoreError) in
                let end = commit.positions.upperBound
                if try store.root(at: end).hex.hasPrefix(wanted) { found = end }
                left -= 1
                return found == nil && left > 0 ? .next : .stop
            }
            return found
        }
    }
}

extension FileEventStore {
    /// How many events a bundle for another copy can go on from: those that both begin with, and
    /// none where the block in which they part has a flat secret that is not the same in both, as
    /// after an erasure; `nil` where they are not of one ledger.
    func usable(with other: FileEventStore) throws(StoreError) -> UInt64? {
        guard let shared = try shared(with: other) else { return nil }
        let block = shared / Limit.seedEvents
        if shared.isMultiple(of: Limit.seedEvents) { return shared }
        guard let own = try seed(of: block), let theirs = try other.seed(of: block) else {
            return shared
        }
        if own == theirs { return shared }
        return BlockSeed.hasNodes(own) && BlockSeed.hasNodes(theirs) ? shared : 0
    }
}
