internal import Synchronization

extension Log {
    /// Appends a commit, whole or not at all. It is durable when this returns.
    ///
    /// Negative links `-1 - i` are replaced by the position of the event of index `i`. Whether
    /// another commit has the same id is not looked at.
    ///
    /// - Parameters:
    ///   - draft: The events, 1 … ``Limit/commitEventsMax``.
    ///   - expecting: How many events the caller has seen; `nil` to append wherever the end is.
    /// - Returns: The positions; those of the earlier commit when its key and content are the same.
    /// - Throws: ``LogError``; nothing was written then, except after a failed sync, when the log
    ///   is poisoned and must be opened anew.
    /// - Complexity: O(*n*) in the events of the commit, whatever the length of the log.
    public func append(
        _ draft: CommitDraft, expecting: UInt64? = nil
    ) throws(LogError) -> Appended {
        do {
            return try append(
                expecting: expecting, key: draft.key,
                isSame: { draft.rows.isSame(as: $0, from: $1) },
                { (first) throws(LogError) in EncodedCommit(draft, at: first) })
        } catch {
            switch error {
            case .log(let error), .caller(let error): throw error
            }
        }
    }

    /// Appends a commit that depends on the position it gets.
    ///
    /// Of those who append at the same time one thread appends for all, so that what is handed over
    /// here may be called there.
    ///
    /// - Parameters:
    ///   - expecting: How many events the caller has seen; `nil` to append wherever the end is.
    ///   - key: The idempotency key, which the commit carries too.
    ///   - id: The commit's id, where the newest commits are to be looked through for it; `nil` for
    ///     one that was just made at random.
    ///   - isSame: Whether the events of an earlier commit with the same key, from the given
    ///     position on, are what is to be appended.
    ///   - make: Makes the commit for the position of its first event; asked again where that
    ///     changes.
    package func append<Failure: Error>(
        expecting: UInt64?, key: [UInt8]?, id: CommitID? = nil,
        isSame: @escaping @Sendable ([Row], UInt64) -> Bool,
        _ make: @escaping @Sendable (UInt64) throws(Failure) -> EncodedCommit
    ) throws(LogCallError<Failure>) -> Appended {
        let request = AppendRequest(
            expecting: expecting, key: key, id: id, isSame: isSame, make: make)
        if !queue.withLock({ $0.add(request) }) { request.wait() }
        if request.result == nil { lead() }
        guard let result = request.result else {
            preconditionFailure("whoever leads finishes what has waited longest")
        }
        return try result.get()
    }

    /// Writes the frames of a commit and syncs them; takes back what was written when that fails.
    func write(
        _ segments: [SegmentFile], _ tip: TailState, _ lock: any LogLock,
        _ body: (inout SegmentWriter) throws(LogError) -> Void
    ) throws(LogError) -> SegmentWriter {
        var writer = SegmentWriter(log: self, lock: lock, segments: segments, tip: tip)
        do throws(LogError) {
            try body(&writer)
            try writer.sync()
        } catch {
            try abort(writer, because: error, durable: tip.durable)
            throw error
        }
        return writer
    }

    /// Takes back what was written of a commit. After a failed sync nothing more is done to the
    /// files: what they hold is not known, and the next opening for writing deals with it.
    func abort(
        _ writer: SegmentWriter, because error: LogError, durable: UInt64
    ) throws(LogError) {
        // Somebody else writes now: the files are theirs.
        if case .replaced = error { return forgetTip() }
        do throws(LogError) {
            if !error.isFailedSync { return try writer.rollBack() }
        } catch .replaced {
            return forgetTip()
        } catch {
            state.withLock { $0.poisoned = durable }
            throw error
        }
        state.withLock { $0.poisoned = durable }
    }

    /// Leaves the new head in memory and, for the next sync to make durable, in a slot.
    func advance(_ writer: SegmentWriter, to end: AppendedTail, from tip: TailState) -> TailState {
        let head = end.head
        let last = writer.segments.count - 1
        // Others may have written slots there since this log looked.
        let old = tip.slotSegment == last ? tip.slot : try? writer.segments[last].slot()
        let slot = HeadSlot(
            sequence: (old?.sequence ?? 1) + 1, position: head.count,
            offset: writer.offset, sealed: max(tip.slot.sealed, end.sealed),
            logClock: head.logClock, epoch: end.epoch, seed: end.seed,
            peaks: end.peaks)
        var next = TailState(
            head: head, durable: head.count, slotSegment: last, slot: slot, segment: last,
            offset: writer.offset, chain: head.root.chain, epoch: end.epoch,
            seed: end.seed, torn: nil)
        if !writer.isHeld || !write(slot, to: writer.segments[last]) {
            next.slot = tip.slot
            next.slotSegment = tip.slotSegment
        } else if last > 0, tip.slot.position <= writer.segments[last].header.firstPosition {
            // Who made the last file may have been stopped before its first commit.
            let full = writer.segments[min(tip.segment, last - 1)..<last]
            do throws(LogError) {
                try tell(slot, full, behind: writer.segments[last])
            } catch { poison(after: error, durable: head.count) }
        }
        keep(writer.segments, next)
        return next
    }

    /// Leaves in files that became full where the log ends, as the slot of the last one does.
    func tell(
        _ slot: HeadSlot, _ full: ArraySlice<SegmentFile>, behind last: SegmentFile
    ) throws(LogError) {
        try mappingError(LogError.storage, last.file.sync())
        for segment in full { try segment.tell(slot) }
    }

    /// Writes a slot; returns whether it was. One that was not loses nothing: the other still
    /// holds, as long as the next one goes to the same place.
    func write(_ slot: HeadSlot, to segment: SegmentFile) -> Bool {
        let offset = segment.header.place(of: slot)
        do {
            try segment.file.write(slot.encoded(in: segment.header), at: offset)
            return true
        } catch { return false }
    }

    /// The tree at the tip: from the slot, and the events since.
    func tree(_ segments: [SegmentFile], _ tip: TailState) throws(LogError) -> LogTree {
        guard var tree = LogTree(size: tip.slot.position, peaks: tip.slot.peaks) else {
            throw .missing
        }
        guard tree.size < tip.head.count else { return tree }
        var loader = FrameLoader()
        var seed = tip.slot.seed
        if seed.isEmpty, tree.size % Limit.seedEvents != 0 {
            seed = try self.seed(of: tree.size / Limit.seedEvents, segments, tip) ?? []
        }
        var hasher = LeafHasher()
        try visit(segments, tree.size..<tip.head.count) { frame throws(LogError) in
            guard let rows = frame.rows else {
                let section = try loader.tree(frame, segments[frame.segment])
                let end = frame.header.positions.upperBound
                guard let known = LogTree(size: end, peaks: section.peaks) else { return }
                if let last = section.seeds.last { seed = last }
                tree = known
                return
            }
            if let first = rows.seed { seed = first }
            for (index, row) in rows.rows.enumerated() {
                let position = frame.header.firstPosition + UInt64(index)
                let leaf = hasher.leaf(row, rows.header, position: position, seed: seed)
                _ = tree.append(leaf)
            }
        }
        guard tree.size == tip.head.count, tree.root == tip.head.root else {
            throw .corrupt(
                Corruption(
                    file: segments[tip.segment].name, offset: tip.offset, reason: .root,
                    position: tip.slot.position, durable: tip.durable))
        }
        return tree
    }

    /// The position before which new blocks get flat seeds: where a last segment of revision 1
    /// is full.
    static func flatEnd(_ segments: [SegmentFile]) -> UInt64 {
        guard let last = segments.last, last.header.isFlat else { return 0 }
        return last.limit
    }

    /// The seed of the block in which the next event goes on; empty when it starts one.
    func currentSeed(_ tip: TailState) throws(LogError) -> [UInt8] {
        guard tip.head.count % Limit.seedEvents != 0 else { return [] }
        let block = tip.head.count / Limit.seedEvents
        let seed = tip.seed.isEmpty ? try self.seed(of: block) ?? [] : tip.seed
        // Nobody may tell the salts of what comes: zeros would be one.
        guard BlockSeed.tellsRest(seed, from: tip.head.count) else { throw .corrupt(seedRest(tip)) }
        return seed
    }

    /// The damage of a last block whose seed leaves out positions that are not there yet.
    func seedRest(_ tip: TailState) -> Corruption {
        let first = tip.head.count.roundedDown(to: Limit.segmentEvents)
        return Corruption(
            file: SegmentName(firstPosition: first, generation: 0).text, offset: tip.offset,
            reason: .rule(.seedRest), position: tip.head.count, durable: tip.durable)
    }
}

/// What a commit leaves behind: how the log ends with it.
struct AppendedTail: Sendable {
    var head: LogHead
    /// Events before this position need no sealing, as far as the commit knows.
    var sealed: UInt64
    var epoch: UInt32
    /// Seed of the block of the last event.
    var seed: [UInt8]
    var peaks: [Digest]
}

extension TailState {
    /// The epoch of the next commit.
    var nextEpoch: UInt32 { max(epoch, epoch &+ 1) }
}
