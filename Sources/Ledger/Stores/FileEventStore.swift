public import EventLog

/// A store in a folder of files: the log itself.
///
/// One process appends at a time; any number reads without a lock. Every append is durable when it
/// returns. Threads that append at the same time share a sync: one of them writes for all.
///
/// Every call blocks its thread while it reads or writes. An append waits for the disk (most often
/// less than a millisecond), up to 5 seconds for another process that has the lock, and one in
/// 65,536 events some tenths of a second for sealing. Code that runs in tasks calls
/// ``appendInBackground(_:expecting:)``.
public final class FileEventStore: FrameStore {
    let log: Log
    let prover: LogProver
    /// The log that goes on while ``log`` stays as it was; `nil` where that is the same.
    let base: Log?

    /// Makes a log, or opens one, whose caches are believed under a secret of the device.
    package convenience init(
        at path: String, creating id: CommitID?, secret: @escaping @Sendable () -> [UInt8]?,
        makeSeed: @escaping SeedSource = Seeds.random
    ) throws(StoreError) {
        var options = FileEventStore.options(makeSeed)
        options.secret = secret
        let storage: DiskStorage
        do throws(StorageError) {
            storage = try id == nil ? DiskStorage(path: path) : DiskStorage.create(path: path)
        } catch {
            if id == nil, case .notFound = error { throw .log(.missing) }
            throw .log(.storage(error))
        }
        let log = try mappingError(StoreError.log) { () throws(LogError) in
            guard let id else { return try Log.open(in: storage, options: options) }
            return try Log.create(in: storage, id: id, options: options)
        }
        self.init(log)
    }

    package init(_ log: Log, from base: Log? = nil) {
        self.log = log
        self.base = base
        prover = LogProver(log)
    }

    /// Makes an empty log in a new or empty folder; the folder gets mode 0700, its files 0600.
    ///
    /// ```swift
    /// let store = try FileEventStore.create(at: "/var/lib/app/log")
    /// try store.declare([OrderPlaced.self], at: .now)
    /// let order = try Event(OrderPlaced(customer: "Ada", cents: 1_250))
    /// try store.append(NewCommit(id: .random(), recordedAt: .now, events: [order]))
    /// ```
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - id: 16 bytes that tell this log's files from any other's.
    ///   - makeSeed: Where salts come from.
    /// - Throws: ``StoreError/log(_:)`` with ``LogError/exists`` when there is a log already.
    public static func create(
        at path: String, id: CommitID = .random(), makeSeed: @escaping SeedSource = Seeds.random
    ) throws(StoreError) -> FileEventStore {
        try FileEventStore(
            at: path, creating: id, secret: { DeviceHash.noSecret }, makeSeed: makeSeed)
    }

    /// Opens the log in a folder; nothing is written.
    ///
    /// ```swift
    /// let store = try FileEventStore.open(at: "/var/lib/app/log")
    /// for recorded in try store.events(in: 0..<10) { … }
    /// ```
    ///
    /// - Throws: ``StoreError/log(_:)`` with ``LogError/missing`` when there is none.
    public static func open(
        at path: String, makeSeed: @escaping SeedSource = Seeds.random
    ) throws(StoreError) -> FileEventStore {
        try FileEventStore(
            at: path, creating: nil, secret: { DeviceHash.noSecret }, makeSeed: makeSeed)
    }

    private static func options(_ makeSeed: @escaping SeedSource) -> Log.Options {
        var options = Log.Options()
        options.makeSeed = makeSeed
        return options
    }

    /// The number of events, the root over them, and the last log clock.
    public func head() throws(StoreError) -> LogHead {
        try mappingError(StoreError.ofLog, log.head())
    }

    /// Appends a commit; see ``EventStore/append(_:expecting:)``. Blocks until it is on disk.
    public func append(
        _ commit: NewCommit, expecting: UInt64? = nil
    ) throws(StoreError) -> Appended {
        if commit.events.count > StreamedCommit.heldMax,
            let appended = try spool(CommitStream(commit), expecting: expecting).appended
        {
            return appended
        }
        return try appendWhole(commit, expecting: expecting)
    }

    /// Resolves and encodes a commit under the lock.
    private func appendWhole(
        _ commit: NewCommit, expecting: UInt64?
    ) throws(StoreError) -> Appended {
        let resolution = try ReferenceResolver(commit)
        do {
            return try log.append(
                expecting: expecting, key: resolution.key,
                id: resolution.origin == .newID ? nil : resolution.id,
                isSame: { rows, first in resolution.isSame(as: rows, from: first) },
                { (first) throws(StoreError) in try resolution.encoded(at: first) })
        } catch {
            switch error {
            case .caller(let error): throw error
            case .log(let error): throw StoreError(error, key: commit.key)
            }
        }
    }

    /// Appends a commit that may be too large to be held in memory; see
    /// ``EventStore/append(_:expecting:)-(CommitStream,_)``.
    ///
    /// A large one is encoded into a file without a name before the log is locked, so that memory
    /// is bounded by some megabytes. When others append meanwhile, that is done anew, three times
    /// at most: then even without an expectation it is a conflict.
    public func append(
        _ stream: CommitStream, expecting: UInt64? = nil
    ) throws(StoreError) -> Appended {
        let (appended, first) = try spool(stream, expecting: expecting)
        if let appended { return appended }
        throw .conflict(expected: first, actual: try head().count)
    }

    /// Appends a stream; nothing, when it was outrun each time from the position told.
    private func spool(
        _ stream: CommitStream, expecting: UInt64?
    ) throws(StoreError) -> (appended: Appended?, firstPosition: UInt64) {
        var first: UInt64 = 0
        for _ in 1...StreamedCommit.attemptsMax {
            var commit = StreamedCommit(stream, expecting: expecting, on: log)
            try stream.events { (event) throws(StoreError) in try commit.take(event) }
            if let small = commit.small {
                return (try appendWhole(small, expecting: expecting), first)
            }
            first = commit.firstPosition
            if let appended = try commit.finish() { return (appended, first) }
        }
        return (nil, first)
    }

    /// Reads events as they are stored; frames of columns that have none of the wanted types are
    /// passed over. See ``EventStore/readStored(_:_:holding:_:)``.
    public func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        var failure: StoreError?
        do {
            try log.read(positions, sections, holding: types) { batch throws(LogError) in
                do throws(StoreError) { return try body(batch) == .next } catch {
                    failure = error
                    return false
                }
            }
        } catch { throw StoreError.ofLog(error) }
        if let failure { throw failure }
    }

    /// Reads frames as they are stored; see ``FrameStore/readHot(_:frame:batch:)``.
    package func readHot(
        _ positions: Range<UInt64>,
        frame: (borrowing HotFrame) throws(StoreError) -> Bool,
        batch: (ColumnBatch) throws(StoreError) -> Void
    ) throws(StoreError) {
        try mappingError(StoreError.ofCall, log.readHot(positions, frame: frame, batch: batch))
    }

    /// The tree over all events.
    public func frontier() throws(StoreError) -> MerkleFrontier {
        let (size, peaks) = try mappingError(StoreError.ofLog, log.peaks())
        guard let frontier = MerkleFrontier(size: size, peaks: peaks) else {
            throw .log(.missing)
        }
        return frontier
    }

    /// The seed of a block of 4,096 positions, or `nil` when it has no events yet.
    public func seed(of block: UInt64) throws(StoreError) -> [UInt8]? {
        try mappingError(StoreError.ofLog, log.seed(of: block))
    }

    /// The positions of the commit with an idempotency key, or `nil`.
    ///
    /// - Complexity: A few reads for each segment, while the caches of keys hold.
    public func positions(ofKey key: String) throws(StoreError) -> Range<UInt64>? {
        try mappingError(StoreError.ofLog, log.positions(ofKey: Array(key.utf8)))
    }
}

extension StoreError {
    /// What a fault of the log is called here.
    ///
    /// - Parameter key: The idempotency key of what was to be appended.
    init(_ error: LogError, key: String?) {
        self =
            switch error {
            case .conflict(let expected, let actual): .conflict(expected: expected, actual: actual)
            case .keyConflict(_, let position): .keyConflict(key: key ?? "", position: position)
            case .badLink(let index): .badReference(index: index)
            case .emptyCommit: .emptyCommit
            default: .log(error)
            }
    }

    static func ofLog(_ error: LogError) -> StoreError { StoreError(error, key: nil) }

    static func ofCall(_ error: LogCallError<StoreError>) -> StoreError {
        switch error {
        case .log(let error): ofLog(error)
        case .caller(let error): error
        }
    }
}

/// What can be said of a store's own storage.
package protocol LogInspection: EventStore {
    /// Counts what the store consists of, or what its first events do.
    ///
    /// - Parameter end: How many events to look at; `nil` for all.
    /// - Complexity: O(*n*) in the frames.
    func statistics(upTo end: UInt64?) throws(StoreError) -> LogStatistics

    /// Reads everything and hashes every event again.
    ///
    /// - Parameter progress: Called now and then with the number of events so far.
    /// - Throws: ``StoreError/log(_:)`` with the first damage.
    /// - Complexity: O(*n*) in the events.
    func verify(progress: (UInt64) -> Void) throws(StoreError) -> LogStatistics

    /// Turns small frames into large ones where there are any, and writes files of an older
    /// revision of the format anew in the present one; no event or root changes.
    func pack() throws(StoreError) -> LogSealing
}

extension FileEventStore: LogInspection {
    /// Counts what the log consists of.
    public func statistics(upTo end: UInt64? = nil) throws(StoreError) -> LogStatistics {
        try mappingError(StoreError.ofLog, log.statistics(upTo: end))
    }

    /// Reads every byte and hashes every event again.
    public func verify(progress: (UInt64) -> Void = { _ in }) throws(StoreError) -> LogStatistics {
        try mappingError(StoreError.ofLog, log.verify(progress: progress))
    }

    /// Holds what tells where the log ends against the log, as whoever records does.
    package func checkEnd() throws(StoreError) {
        try mappingError(StoreError.ofLog, log.checkEnd())
    }

    /// Tells what the bytes of the segment files are for.
    package func sizes() throws(StoreError) -> [PartSize] {
        try mappingError(StoreError.ofLog, log.sizes())
    }

    /// Turns small frames into frames of columns.
    @discardableResult
    public func seal() throws(StoreError) -> UInt64 {
        try mappingError(StoreError.ofLog, log.seal())
    }

    /// The same, and what was done.
    package func pack() throws(StoreError) -> LogSealing {
        try mappingError(StoreError.ofLog, log.pack())
    }

    /// Writes a last file of an older revision of the format anew in the present one.
    package func renew() throws(StoreError) { try mappingError(StoreError.ofLog, log.renew()) }
}
