internal import Synchronization

extension Log {
    /// Starts a commit that may be too large to be held in memory; nothing is locked.
    ///
    /// - Parameter make: Says what the commit's events share, given the position of the first; the
    ///   draft's rows, mostly none, are the first events.
    /// - Throws: ``LogError/readOnly``, ``LogError/poisoned(durable:)``, storage errors, and what
    ///   ``CommitSpool/append(_:)`` throws.
    package func spool(
        _ make: (_ firstPosition: UInt64) -> CommitDraft
    ) throws(LogError) -> CommitSpool {
        guard storage.isWritable else { throw .readOnly }
        if let durable = state.withLock({ $0.poisoned }) { throw .poisoned(durable: durable) }
        let (segments, tip) = try tip()
        let draft = make(tip.head.count)
        try EncodedCommit.admit(key: draft.key)
        let header = CommitHeader(draft, at: tip.head.count, after: tip.head.logClock)
        let seed = try currentSeed(tip)
        var encoder = FrameEncoder(
            tree: try tree(segments, tip), seed: seed, epoch: tip.nextEpoch,
            makeSeed: options.makeSeed, flatEnd: Log.flatEnd(segments))
        encoder.hotCodec = options.hotCodec
        let spool = CommitSpool(
            after: tip.head, seed: seed, header,
            SpoolWriter(try SpoolFile(in: storage), encoder, header))
        for row in draft.rows { try spool.append(row) }
        return spool
    }

    /// Appends a commit that was encoded before, whole or not at all. It is durable when this
    /// returns.
    ///
    /// - Parameter isNewID: Whether the id was just made at random, so that nobody looks for it.
    /// - Throws: ``LogError/conflict(expected:actual:)`` when anything was appended or erased since
    ///   the commit was started: it is to be made anew then.
    ///   ``LogError/keyConflict(key:position:)`` when there is a commit of its key,
    ///   ``LogError/emptyCommit``, and what ``CommitSpool/append(_:)`` threw. Nothing was written
    ///   then, except after a failed sync, as ``append(_:expecting:)`` tells.
    /// - Complexity: O(*n*) in the bytes of the commit.
    package func append(
        _ spool: CommitSpool, isNewID: Bool = true
    ) throws(LogError) -> Appended {
        let commit = try spool.finish()
        return try exclusively { (lock) throws(LogError) in
            let (segments, tip) = try recovered(lock)
            let first = spool.base.count
            // An erasure changes the seed and nothing else.
            guard tip.head == spool.base, try currentSeed(tip) == spool.seed else {
                throw .conflict(expected: first, actual: tip.head.count)
            }
            let look = KeyLookup(segments, tip, isWriting: true)
            if let key = spool.header.key, let earlier = try find(key, look) {
                throw .keyConflict(key: key, position: earlier.lowerBound)
            }
            if !isNewID, let known = try position(of: spool.header.id, look) {
                throw .knownCommit(position: known)
            }
            let (written, newTip) = try write(commit, spool.header, segments, tip, lock)
            let keys = [spool.header.key].compactMap { $0 }
            remember(
                keys.map { WrittenKey(key: $0, position: first, offset: tip.offset) }, since: tip,
                KeyLookup(written, newTip, isWriting: true))
            sealIfDue(written, newTip, since: first, lock)
            let head = newTip.head
            return Appended(positions: first..<head.count, root: head.root, isRepeat: false)
        }
    }

    /// Copies the frames of a commit behind the end of the log and syncs them.
    private func write(
        _ commit: SpooledCommit, _ header: CommitHeader, _ segments: [SegmentFile],
        _ tip: TailState, _ lock: any LogLock
    ) throws(LogError) -> (segments: [SegmentFile], tip: TailState) {
        let total = UInt16(commit.frames.count)
        let epoch = tip.nextEpoch
        var sealed: UInt64 = 0
        let writer = try write(segments, tip, lock) { writer throws(LogError) in
            for (index, frame) in commit.frames.enumerated() {
                var bytes = try commit.file.read(frame)
                let salt = try writer.prepare(frame.positions.lowerBound, root: frame.root)
                bytes.move(
                    total: total, isLast: index == commit.frames.count - 1, epoch: epoch,
                    salt: salt)
                try writer.write(bytes.bytes)
                if bytes.header.kind == .columns { sealed = frame.positions.upperBound }
            }
        }
        let end = AppendedTail(
            head: LogHead(
                count: commit.tree.size, root: commit.tree.root, logClock: header.logClock),
            sealed: sealed.roundedDown(to: Limit.alignmentEvents), epoch: epoch,
            seed: commit.seed, peaks: commit.tree.peaks)
        return (writer.segments, advance(writer, to: end, from: tip))
    }
}
