internal import Synchronization

/// An append-only log of events in a folder of segment files.
///
/// One writer appends at a time, guarded by a lock that is held for one commit; readers need no
/// lock. A commit is visible whole or not at all, and durable once ``append(_:expecting:)``
/// returns. The format is described in `Format.md`.
public final class Log: Sendable {
    let storage: any LogStorage
    let options: Options
    let state = Mutex(State())
    /// Who waits in this process to append.
    let queue = Mutex(AppendQueue())
    /// The lock, while it is held for longer than a commit.
    let reserved = ReservedLock()
    /// The ids of the newest commits.
    let newest = Mutex(NewestCommits())
    /// Tells this log's locks from all others.
    private let mark = Log.randomBytes(8).map { String($0, radix: 16) }.joined()

    /// How a log behaves; the defaults are right outside of tests.
    package struct Options: Sendable {
        /// How long an append waits for another writer.
        package var lockWait = LockFile.wait
        /// What a waiting writer is told of this one.
        package var owner = "ledger"
        /// Unsealed events at which an append seals.
        package var sealEvents: UInt64 = 65_536
        /// Makes the salt seed of a block of 4,096 positions: a tree over random bytes.
        package var makeSeed: @Sendable (UInt64) -> [UInt8] = { _ in
            BlockSeed.whole(Log.randomBytes(32))
        }
        /// Makes the salt of a new segment's checksums: a random number, not 0.
        package var makeSalt: @Sendable () -> UInt32 = { UInt32.random(in: 1 ... .max) }
        /// A secret of this device, under which caches of keys are believed; `nil` where there is
        /// none, so that there are no caches.
        package var secret: @Sendable () -> [UInt8]? = { DeviceHash.noSecret }
        /// Events after which what all before them come to may be kept in a file; 0 for never.
        package var sumEvents = Limit.segmentEvents
        /// Of how many events a table of sums has at most one cell, or it is not kept; 0 for any.
        package var sumShare: UInt64 = 2
        /// From how many full segments on what they say is kept in a list; 0 for never.
        package var listSegments = 16
        /// How hot sections are stored, for measurements.
        package var hotCodec = HotCodec.raw

        package init() {}
    }

    /// What is known of the files.
    struct State {
        /// The log that was opened.
        var logID: CommitID?
        var segments: [SegmentFile] = []
        var tip: TailState?
        /// The names of the segments that were looked at last.
        var seen: [SegmentName] = []
        /// What the folder said of its names before the segments were listed.
        var listed: FolderChange?
        /// What the folder said when its names were kept, as far as that is believed: nothing of
        /// what an interrupted writer leaves was there.
        var named: FolderChange?
        /// Segments and tip as this log left them when it last had the lock; `nil` where it is not
        /// sure of them.
        var own: (segments: [SegmentFile], tip: TailState)? {
            didSet { if own == nil { leaves = RecentLeaves() } }
        }
        /// The leaves of what it appended since it is sure of them, to be sealed.
        var leaves = RecentLeaves()
        /// Grows with every change a writer makes, so that an older look at the files is not kept.
        var changes: UInt64 = 0
        /// Ends that were shown before they were durable, and have not been asked about since.
        var unsure: [LogHead] = []
        /// Set after a failed sync: how many events are durable.
        var poisoned: UInt64?
        /// What the caches of keys are checked with, once it was asked for.
        var keyHash: DeviceHash??
        /// What sums are checked with, once it was asked for.
        var sumHash: DeviceHash??
        /// Whether what the list of segments says is believed.
        var isListBelieved = true
        /// How many segments this log opened and has kept in the list since.
        var kept = 0
        /// What the list of segments is checked with, once it was asked for.
        var listHash: DeviceHash??
        /// Whether segments and tip stay as they are, whatever becomes of the folder; see
        /// ``Log/proved(upTo:progress:)``.
        var isFixed = false
        /// The segments when the folder was looked through for what an interrupted writer left;
        /// `nil` when it is to be done.
        var swept: [SegmentName]?
    }

    init(_ storage: any LogStorage, _ options: Options) {
        self.storage = storage
        self.options = options
    }

    /// Makes an empty log in a folder that has none.
    ///
    /// - Parameters:
    ///   - storage: The folder.
    ///   - id: 16 bytes that tell this log's files from any other's.
    /// - Throws: ``LogError/exists`` when there is a log already.
    package static func create(
        in storage: any LogStorage, id: CommitID, options: Options = Options()
    ) throws(LogError) -> Log {
        let log = Log(storage, options)
        try log.exclusively { _ throws(LogError) in
            guard try log.segmentNames().isEmpty else { throw LogError.exists }
            let tree = LogTree()
            let header = SegmentHeader(
                logID: id, firstPosition: 0, generation: 0, salt: options.makeSalt(),
                root: tree.root)
            _ = try log.writeSegment(header, slot: .nothing(in: header))
        }
        return log
    }

    /// Opens the log in a folder; nothing is written.
    ///
    /// - Throws: ``LogError/missing`` when the folder has no log, ``LogError/corrupt(_:)`` when
    ///   what is durable cannot be read to its end.
    package static func open(
        in storage: any LogStorage, options: Options = Options()
    ) throws(LogError) -> Log {
        let log = Log(storage, options)
        _ = try log.tip()
        return log
    }

    /// The number of events, the root of the tree over them, and the last log clock.
    ///
    /// - Throws: ``LogError/corrupt(_:)`` and storage errors.
    /// - Complexity: O(*n*) in the frames that were appended since the last look.
    public func head() throws(LogError) -> LogHead { try tip().tip.head }

    /// The 16 bytes that tell this log's files from any other's.
    public func id() throws(LogError) -> CommitID {
        guard let first = try tip().segments.first else { throw .missing }
        return first.header.logID
    }

    /// The salt seed of a block of 4,096 positions, as ``BlockSeed`` reads it; `nil` when no event
    /// of it is in the log.
    package func seed(of block: UInt64) throws(LogError) -> [UInt8]? {
        guard block < UInt64.max / Limit.seedEvents else { return nil }
        let (segments, tip) = try tip()
        return try seed(of: block, segments, tip)
    }

    /// The seed of a block of a log with some end.
    func seed(
        of block: UInt64, _ segments: [SegmentFile], _ tip: TailState
    ) throws(LogError) -> [UInt8]? {
        let first = block * Limit.seedEvents
        guard first < tip.head.count else { return nil }
        if block == (tip.head.count - 1) / Limit.seedEvents, !tip.seed.isEmpty { return tip.seed }
        var seed: [UInt8]?
        var loader = FrameLoader()
        try visit(segments, first..<(first + 1)) { frame throws(LogError) in
            if let rows = frame.rows {
                seed = rows.seed
            } else {
                let tree = try loader.tree(frame, segments[frame.segment])
                let blocks = frame.header.firstPosition.roundedUp(to: Limit.seedEvents)
                let index = Int((first - blocks) / Limit.seedEvents)
                seed = index < tree.seeds.count ? tree.seeds[index] : nil
            }
        }
        return seed
    }

    /// The peaks of the tree over all events, largest first.
    package func peaks() throws(LogError) -> (size: UInt64, peaks: [Digest]) {
        let (segments, tip) = try tip()
        let tree = try tree(segments, tip)
        return (tree.size, tree.peaks)
    }

    /// What the caches of keys are checked with; `nil` where they cannot be.
    var keyHash: DeviceHash? {
        if let known = state.withLock({ $0.keyHash }) { return known }
        let hash = options.secret().map { DeviceHash(secret: $0, for: "ledger keys") }
        state.withLock { $0.keyHash = .some(hash) }
        return hash
    }

    /// Runs `body` as the only writer. A sync that fails, of a file or of the folder, poisons the
    /// log, whoever asked for it.
    func exclusively<R>(_ body: (any LogLock) throws(LogError) -> R) throws(LogError) -> R {
        let shared = try reserved.use { lock throws(LogError) in try run(lock, body) }
        if let shared { return shared }
        let lock = try takeLock()
        defer { lock.release() }
        if !lock.isUndisturbed { state.withLock { $0.own = nil } }
        return try run(lock, body)
    }

    private func run<R>(
        _ lock: any LogLock, _ body: (any LogLock) throws(LogError) -> R
    ) throws(LogError) -> R {
        do { return try body(lock) } catch {
            state.withLock { $0.own = nil }
            poison(after: error)
            throw error
        }
    }

    /// Becomes the only writer, after a wait where there is another one.
    func takeLock() throws(LogError) -> any LogLock {
        let isFixed = state.withLock { $0.isFixed }
        guard storage.isWritable, !isFixed else { throw .readOnly }
        let owner = options.owner.prefix(64) + "\n" + mark
        return try mappingError(
            LogError.storage, storage.lock(wait: options.lockWait, owner: String(owner)))
    }

    /// Whether this is still the only writer.
    func isHeld(_ lock: any LogLock) throws(LogError) -> Bool {
        try mappingError(LogError.storage, lock.isStillHeld())
    }

    /// After a failed sync nobody knows what is on disk: nothing more is written through this log.
    ///
    /// - Parameter durable: How many events are on disk; `nil` for as many as were known to be.
    func poison(after error: LogError, durable: UInt64? = nil) {
        guard error.isFailedSync else { return }
        state.withLock { $0.poisoned = $0.poisoned ?? durable ?? $0.tip?.durable ?? 0 }
    }

    /// Random bytes from the system.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

extension UInt64 {
    /// The next multiple, or the number itself when it is one.
    func roundedUp(to step: UInt64) -> UInt64 { (self + step - 1) / step * step }

    /// The multiple at or before the number.
    func roundedDown(to step: UInt64) -> UInt64 { self / step * step }
}
