internal import EventLog
internal import Interchange
internal import Ledger

/// Another copy of a ledger, as somebody named it: a folder, or a bundle, whose log is put together
/// anew.
struct OtherCopy {
    /// What it is called, for messages.
    let name: String
    /// The copy, all of it hashed.
    let store: FileEventStore
    /// The files of entries and tasks that it brings along; `nil` for a folder.
    let bundled: BundleFiles?
    /// Whether it is a bundle, to which nothing is written.
    var isBundle: Bool { bundled != nil }

    /// Opens a copy; of a bundle the log is in memory.
    ///
    /// - Parameters:
    ///   - path: A folder, or the file of a bundle; `-` is the standard input.
    ///   - name: What it is called; `nil` for its path.
    ///   - mine: What a bundle goes on from that has not everything; `nil` for another ledger.
    ///   - home: The folder of that ledger.
    init(
        _ path: String, called name: String? = nil, beside mine: FileEventStore?, in home: String,
        _ env: Environment
    ) throws(ApplicationError) {
        self.name = name ?? (path == "-" ? "standard input" : path)
        if OtherCopy.isBundle(path) {
            let storage = MemoryStorage()
            bundled = try OtherCopy.unpack(
                path, called: self.name, behind: mine, spoolingIn: home, env
            ) { storage }.files
            store = try mappingError(ApplicationError.store, FileEventStore.open(in: storage))
            return
        }
        bundled = nil
        guard !Places.lies(path, in: home), !Places.lies(home, in: path) else {
            throw .merge(path: self.name, .same)
        }
        store = try OtherCopy.folder(path, called: self.name, env)
        do throws(StoreError) { _ = try store.verify() } catch .log(let error) {
            throw .merge(path: self.name, .unreadable(error))
        } catch { throw .store(error) }
    }

    /// Whether a path is that of a file.
    static func isBundle(_ path: String) -> Bool { path == "-" || Places.isFile(path) }

    /// The log in the folder of a ledger, for who may read there.
    static func folder(
        _ path: String, called name: String, _ env: Environment
    ) throws(ApplicationError) -> FileEventStore {
        try env.check([.read], inFolder: path, called: name)
        do throws(StoreError) { return try FileEventStore.open(at: "\(path)/log") } catch {
            switch error {
            case .log(.missing): throw .merge(path: name, .noLedger)
            case .log(let error): throw .merge(path: name, .unreadable(error))
            default: throw .store(error)
            }
        }
    }

    /// Puts the log of a bundle together: each event is held against its hash, and all against the
    /// root.
    ///
    /// - Parameters:
    ///   - mine: What the bundle goes on from; `nil` for a new ledger.
    ///   - folder: Where the standard input is kept meanwhile.
    ///   - storage: The folder that the log is written to; asked for once the file is known to be a
    ///     bundle.
    /// - Returns: The end of the log, and the files that come along, each held against its hash.
    static func unpack(
        _ path: String, called name: String, behind mine: FileEventStore?,
        spoolingIn folder: String, _ env: Environment,
        _ storage: () throws(ApplicationError) -> any LogStorage
    ) throws(ApplicationError) -> (head: LogHead, files: BundleFiles) {
        func refused(_ fault: MergeError) -> ApplicationError { .merge(path: name, fault) }
        let file = try FileSource.named(path, spoolingIn: folder)
        let bundle = try mappingError(refused) { () throws(MergeError) in try BundleSource(file) }
        let header = bundle.header
        guard let id = [UInt8](hex: header.log).flatMap({ CommitID(bytes: $0) }) else {
            throw refused(.damagedBundle)
        }
        if header.hasLog { return try unpackLog(of: bundle, id, name, env, storage) }
        // A salvage gives the log another id: roots tell whether they are copies.
        let base = try base(of: header, in: mine, refused)
        // A flat secret is one in both copies, unless text of its block was erased.
        func goesOnElsewhere(_ reader: EventFileReader) -> Bool {
            guard let own = base?.seed, let first = reader.firstSeed else { return false }
            return own != first.bytes && !BlockSeed.hasNodes(own)
        }
        var isOther = false
        do throws(ApplicationError) {
            var reader = try EventFileReader(bundle, behind: base?.commit, begun: base?.seed) {
                () throws(ApplicationError) in
                try builder(id, header, mine, name, env, storage)
            }
            defer { isOther = goesOnElsewhere(reader) }
            let head = try reader.read(progress: env.progress)
            guard head.count == header.events, head.root.hex == header.root else {
                throw refused(.damagedBundle)
            }
            let files = try mappingError(refused) { () throws(MergeError) in
                try bundle.files(of: name)
            }
            try files.check()
            if !goesOnElsewhere(reader) { return (head, files) }
        } catch {
            if let fault = bundle.fault { throw refused(fault) }
            switch error {
            case .events(.newerVersion(let found, let supported)):
                throw refused(.newerBundle(found: found, supported: supported))
            case .events where !isOther: throw refused(.damagedBundle)
            case .events: break
            default: throw error
            }
        }
        throw refused(.baseless(events: header.since))
    }

    /// What a bundle goes on from: the last commit of that, and the secret of the block that is not
    /// full yet; `nil` for a bundle of everything.
    private static func base(
        of header: BundleHeader, in mine: FileEventStore?,
        _ refused: (MergeError) -> ApplicationError
    ) throws(ApplicationError) -> (commit: CommitHeader, seed: [UInt8]?)? {
        if header.since == 0 { return nil }
        guard let mine else { throw refused(.baseless(events: header.since)) }
        let found = try mappingError(ApplicationError.store) {
            () throws(StoreError) -> (commit: CommitHeader, seed: [UInt8]?)? in
            guard header.since <= (try mine.head().count),
                try mine.root(at: header.since).hex == header.sinceRoot,
                let commit = try LedgerSnapshot(store: mine).commit(at: header.since - 1),
                commit.positions.upperBound == header.since
            else { return nil }
            let isInside = !header.since.isMultiple(of: Limit.seedEvents)
            return (
                commit.header, isInside ? try mine.seed(of: header.since / Limit.seedEvents) : nil
            )
        }
        guard let found else { throw refused(.baseless(events: header.since)) }
        return found
    }

    static func builder(
        _ id: CommitID, _ header: BundleHeader, _ mine: FileEventStore?, _ name: String,
        _ env: Environment, _ storage: () throws(ApplicationError) -> any LogStorage
    ) throws(ApplicationError) -> LogBuilder {
        let storage = try storage()
        var builder: LogBuilder
        do throws(LogError) { builder = try LogBuilder(in: storage, id: id) } catch {
            throw .rescue(path: env.home.place, .failed(error))
        }
        guard header.since > 0, let mine else { return builder }
        do throws(CopyError) {
            try mine.append(header.since, to: &builder, progress: env.progress)
        } catch {
            switch error {
            case .source(let error), .target(let error): throw .store(.log(error))
            case .diverged, .newer: throw .merge(path: name, .changed)
            }
        }
        return builder
    }
}
