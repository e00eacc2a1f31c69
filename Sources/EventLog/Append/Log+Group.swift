internal import Synchronization

/// Group commit: of those who append at the same time in one process one leads, and writes and
/// syncs what all of them wait for. Each commit keeps its own frames.
extension Log {
    /// Commits that are synced together, at most.
    private static let groupMax = 1_024

    /// How many appends of this process have not begun to be written.
    package var waitingAppends: Int { queue.withLock { $0.waiting.count } }

    /// Appends what is waiting, this thread's own first.
    func lead() {
        let asking = queue.withLock { $0.waiting.count }
        do throws(LogError) {
            try exclusively { lock throws(LogError) in
                append(queue.withLock { $0.take(Log.groupMax) }, lock)
            }
        } catch {
            // They have waited for the lock as long as this one.
            for request in queue.withLock({ $0.take(asking) }) { request.finish(.failure(error)) }
        }
        queue.withLock { $0.handOver() }?.lead()
    }

    /// Appends requests in their order. Where they cannot be written together each is tried by
    /// itself, so that a failure is that of its own commit.
    private func append(_ requests: [any WaitingAppend], _ lock: any LogLock) {
        var rest = requests[...]
        var most = rest.count
        while !rest.isEmpty {
            do throws(LogError) {
                let count = try appendGroup(rest.prefix(most), lock)
                rest = rest.dropFirst(count)
            } catch {
                let failed = most == 1 || error.isFailedSync ? min(most, rest.count) : 0
                for request in rest.prefix(failed) { request.finish(.failure(error)) }
                rest = rest.dropFirst(failed)
                most = 1
            }
        }
    }

    /// Appends requests with one sync.
    ///
    /// - Returns: How many of them are finished, 1 or more.
    private func appendGroup(
        _ requests: ArraySlice<any WaitingAppend>, _ lock: any LogLock
    ) throws(LogError) -> Int {
        let (segments, tip) = try recovered(lock)
        var group = AppendGroup(
            log: self, look: KeyLookup(segments, tip, isWriting: true),
            writer: SegmentWriter(log: self, lock: lock, segments: segments, tip: tip))
        do throws(LogError) {
            for request in requests { guard try group.add(request) else { break } }
            try group.sync()
        } catch {
            try abort(group.writer, because: error, durable: tip.durable)
            throw error
        }
        guard group.hasCommits else {
            group.finish()
            return group.count
        }
        let newTip = advance(group.writer, to: group.end, from: tip)
        state.withLock { $0.leaves.append(group.leaves) }
        let look = KeyLookup(group.writer.segments, newTip, isWriting: true)
        remember(group.keys, since: tip, look)
        newest.withLock { for (id, range) in group.ids { $0.append(id, range) } }
        group.finish()
        sealIfDue(look.segments, newTip, since: tip.head.count, lock)
        return group.count
    }
}

/// Commits on their way into the log that are written one behind the other and synced together.
struct AppendGroup {
    private let log: Log
    private let look: KeyLookup
    private(set) var writer: SegmentWriter
    /// The keys of the commits.
    private(set) var keys: [WrittenKey] = []
    /// The leaves of the events, as far as they are still to be sealed.
    private(set) var leaves = RecentLeaves()
    /// The commits' ids.
    private(set) var ids: [(id: CommitID, positions: Range<UInt64>)] = []

    private var encoder: FrameEncoder?
    private var head: LogHead
    private var sealed: UInt64 = 0
    /// Tells each of those who asked what became of theirs.
    private var outcomes: [() -> Void] = []

    init(log: Log, look: KeyLookup, writer: SegmentWriter) {
        self.log = log
        self.look = look
        self.writer = writer
        head = look.tip.head
    }

    /// How many requests it answers.
    var count: Int { outcomes.count }

    /// Whether there is anything to be synced.
    var hasCommits: Bool { head.count > look.tip.head.count }

    /// Whether its commits are to be sealed before others come.
    private var isSealingDue: Bool {
        log.isSealingDue(
            behind: max(sealed, look.tip.slot.sealed), from: look.tip.head.count, to: head.count)
    }

    /// How the log ends with it.
    var end: AppendedTail {
        AppendedTail(
            head: head, sealed: sealed, epoch: encoder?.epoch ?? look.tip.epoch,
            seed: encoder?.seed ?? [], peaks: encoder?.tree.peaks ?? [])
    }

    /// Waits until the frames are on disk.
    mutating func sync() throws(LogError) { if hasCommits { try writer.sync() } }

    /// Tells everybody what became of theirs: all of it is durable, or was refused.
    func finish() {
        for tell in outcomes { tell() }
    }

    /// Adds what a request asks for, or finds why not: that is the request's own matter.
    ///
    /// - Returns: `false` for a request that has to be the first of another group.
    /// - Throws: ``LogError`` when nothing more can be written.
    mutating func add(_ request: any WaitingAppend) throws(LogError) -> Bool {
        if let key = request.key, keys.contains(where: { $0.key == key }) { return false }
        // What is sealed behind it ends a block, and need not be put together once more.
        if hasCommits, isSealingDue { return false }
        let first = head.count
        let commit: EncodedCommit
        do throws(RequestRefusal) {
            if let known = try mappingError(request.refusal, repeated(request)) {
                outcomes.append { request.finish(.success(known)) }
                return true
            }
            commit = try request.commit(at: first)
            try mappingError(request.refusal, commit.admit(at: first))
        } catch {
            outcomes.append(error.tell)
            return true
        }
        if hasCommits, commit.events.count > Limit.rowEventsMax { return false }
        let header = CommitHeader(commit.shared, at: first, after: head.logClock)
        if let refusal = try write(commit, header) {
            outcomes.append { request.finish(.failure(refusal)) }
            return true
        }
        ids.append((header.id, first..<head.count))
        let appended = Appended(positions: first..<head.count, root: head.root, isRepeat: false)
        outcomes.append { request.finish(.success(appended)) }
        return true
    }

    /// Cuts a commit into frames and writes them.
    ///
    /// - Returns: Why the commit is refused; nothing of it was written then.
    private mutating func write(
        _ commit: EncodedCommit, _ header: CommitHeader
    ) throws(LogError) -> LogError? {
        let pieces = commit.pieces(header)
        guard pieces.count <= Limit.commitFramesMax else { return .tooLarge(.commit, index: 0) }
        var encoder: FrameEncoder
        if let known = self.encoder { encoder = known } else { encoder = try firstEncoder() }
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            let place = FrameEncoder.Place(
                index: UInt16(index), total: UInt16(pieces.count),
                flags: isLast ? [.endsCommit] : [])
            let salt = try writer.prepare(piece.firstPosition, root: encoder.root())
            let frame: [UInt8]
            do throws(LogError) { frame = try encoder.encode(piece, place, salt: salt) } catch {
                guard index > 0 else { return error }
                throw error
            }
            if index == 0, let key = header.key {
                keys.append(
                    WrittenKey(key: key, position: piece.firstPosition, offset: writer.offset))
            }
            try writer.write(frame)
            leaves.append(encoder.rowLeaves, at: piece.firstPosition)
            if piece.events.count > Limit.rowEventsMax {
                sealed = piece.end.roundedDown(to: Limit.alignmentEvents)
            }
        }
        self.encoder = encoder
        head = LogHead(
            count: header.firstPosition + UInt64(commit.events.count), root: encoder.root(),
            logClock: header.logClock)
        return nil
    }

    private func firstEncoder() throws(LogError) -> FrameEncoder {
        var encoder = FrameEncoder(
            tree: try log.tree(look.segments, look.tip), seed: try log.currentSeed(look.tip),
            epoch: look.tip.nextEpoch, makeSeed: log.options.makeSeed, root: look.tip.head.root,
            flatEnd: Log.flatEnd(look.segments))
        encoder.hotCodec = log.options.hotCodec
        return encoder
    }

    /// The earlier commit of a request's key, when it says the same.
    private func repeated(_ request: any WaitingAppend) throws(LogError) -> Appended? {
        let earlier = try request.key.flatMap { key throws(LogError) in try log.find(key, look) }
        if let earlier, request.isSame(try log.rows(earlier), earlier.lowerBound) {
            return Appended(positions: earlier, root: head.root, isRepeat: true)
        }
        if let expecting = request.expecting {
            let isOutrun = try expecting == head.count ? log.hasTakenBack() : true
            if isOutrun { throw .conflict(expected: expecting, actual: head.count) }
        }
        if let earlier, let key = request.key {
            throw .keyConflict(key: key, position: earlier.lowerBound)
        }
        guard let id = request.id else { return nil }
        var known = ids.first { $0.id == id }?.positions.lowerBound
        if known == nil { known = try log.position(of: id, look) }
        if let known { throw .knownCommit(position: known) }
        return nil
    }
}

/// A key of a commit that was just written, and where its first frame is.
struct WrittenKey {
    let key: [UInt8]
    let position: UInt64
    let offset: UInt64
}
