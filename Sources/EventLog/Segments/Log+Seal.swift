internal import Synchronization

extension Log {
    /// Turns the small frames of the log into frames of columns, segment by segment, in a new
    /// generation of each file. No event, position, commit or root changes.
    ///
    /// What lies behind the last multiple of 4,096 positions stays as it is. Segments of an older
    /// revision are written anew in the present one.
    ///
    /// - Returns: How many events are now in frames of columns that were not before.
    /// - Throws: ``LogError``; the log is as it was then.
    /// - Complexity: O(*n*) in the bytes of the segments that have small frames.
    @discardableResult
    public func seal() throws(LogError) -> UInt64 { try pack().events }

    /// Seals as ``seal()`` does, and says what was done.
    package func pack() throws(LogError) -> LogSealing {
        try exclusively { lock throws(LogError) in
            var (segments, tip) = try recovered(lock)
            var done = LogSealing()
            for index in segments.indices {
                let revision = segments[index].header.revision
                done.events += try seal(index, &segments, &tip, lock, isRenewing: true)
                if segments[index].header.revision > revision { done.renewed += 1 }
            }
            return done
        }
    }

    /// Writes a last segment of an older revision anew, so that blocks that begin in it can have
    /// any seed; does nothing to a log whose last segment is of the newest one.
    package func renew() throws(LogError) {
        guard Log.flatEnd(try tip().segments) > 0 else { return }
        try seal()
    }

    /// Seals when enough small frames have come together. The commit is durable already: where
    /// that fails the commit stands, and it is tried again when the next block is full.
    ///
    /// - Parameter old: How many events there were before the commit.
    func sealIfDue(
        _ segments: [SegmentFile], _ tip: TailState, since old: UInt64, _ lock: any LogLock
    ) {
        let start = tip.slot.sealed
        guard isSealingDue(behind: start, from: old, to: tip.head.count) else { return }
        var (segments, tip) = (segments, tip)
        for index in segments.indices where segments[index].limit > start {
            do throws(LogError) { _ = try seal(index, &segments, &tip, lock) } catch {
                forgetTip()
                state.withLock { $0.swept = nil }
                poison(after: error, durable: tip.head.count)
                return
            }
        }
        // The slot of this commit must be on disk before the other one is written: a crash that
        // tears both leaves a log that cannot tell damage from a torn end.
        do { try segments[tip.slotSegment].file.sync() } catch {
            state.withLock { $0.poisoned = tip.head.count }
            return
        }
        var slot = tip.slot
        slot.sequence += 1
        slot.sealed = max(slot.sealed, tip.head.count.roundedDown(to: Limit.alignmentEvents))
        if write(slot, to: segments[tip.slotSegment]) { tip.slot = slot }
        keep(segments, tip)
        state.withLock { $0.leaves.drop(before: slot.sealed) }
    }

    /// Whether enough small frames stand behind a position, now that the log has grown.
    func isSealingDue(behind start: UInt64, from old: UInt64, to count: UInt64) -> Bool {
        let step = Limit.alignmentEvents
        return count - min(count, start) >= options.sealEvents
            && (old - min(old, start) < options.sealEvents || old / step != count / step)
    }

    /// Seals one segment, when it has anything to seal.
    func seal(
        _ index: Int, _ segments: inout [SegmentFile], _ tip: inout TailState, _ lock: any LogLock,
        isRenewing: Bool = false
    ) throws(LogError) -> UInt64 {
        let segment = segments[index]
        let first = segment.header.firstPosition
        let end = min(segment.limit, tip.head.count)
        guard first < end || isRenewing && segment.header.isFlat else { return 0 }
        var sealer = try SegmentSealer(
            log: self, segments: segments, index: index, end: end, isRenewing: isRenewing)
        do throws(LogError) {
            try visit(segments, first..<end) { frame throws(LogError) in try sealer.add(frame) }
            try sealer.finish()
        } catch {
            sealer.abort()
            throw error
        }
        guard let output = sealer.output else { return 0 }
        let content = SegmentContent(firstChange: sealer.firstChange, root: sealer.root)
        let sealed = max(tip.slot.sealed, end.roundedDown(to: Limit.alignmentEvents))
        try replace(index, with: output, content, sealed: sealed, &segments, &tip, lock)
        return sealer.sealed
    }

    /// Puts a new generation in the place of a segment: the same events in other frames. The old
    /// one goes when the new one was read back: every event that changed place is hashed again.
    ///
    /// - Parameters:
    ///   - sealed: Events before this position need no sealing.
    ///   - isErased: Whether seeds are exchanged meanwhile: a file before the last one tells where
    ///     the log ends then, but no seed.
    /// - Throws: ``LogError/unlike(file:)`` when the new file is not what was written; everything
    ///   is as it was then.
    func replace(
        _ index: Int, with output: SegmentOutput, _ content: SegmentContent, sealed: UInt64,
        _ segments: inout [SegmentFile], _ tip: inout TailState, _ lock: any LogLock,
        isErased: Bool = false
    ) throws(LogError) {
        let segment = segments[index]
        let isLast = index == segments.count - 1
        let end = output.offset
        let tellsSeed = isLast || !isErased
        var slot = HeadSlot.nothing(in: output.header)
        // In revision 1 a slot that tells a position tells the seed, too.
        if tellsSeed || !output.header.isFlat {
            slot = HeadSlot(
                sequence: 1, position: tip.head.count, offset: isLast ? end : 0, sealed: sealed,
                logClock: tip.head.logClock, epoch: tip.epoch,
                seed: tellsSeed ? try currentSeed(tip) : [], peaks: try tree(segments, tip).peaks)
        }
        let new: SegmentFile
        do throws(LogError) {
            var output = output
            let written = try output.finish(slot)
            try readBack(written, slot, at: index, content, segments, tip)
            try checkHeld(lock)
            new = try output.name()
        } catch {
            output.abort()
            throw error
        }
        do throws(LogError) { try checkHeld(lock) } catch {
            // Nothing but what was copied may go with the old file.
            try? storage.remove(new.name)
            throw error
        }
        do throws(StorageError) {
            try storage.remove(segment.name)
            try storage.syncDirectory()
        } catch { throw .storage(error) }
        segments[index] = new
        if isLast {
            tip.slot = slot
            tip.slotSegment = index
            tip.offset = end
        }
        keep(segments, tip)
        renewKeys(index, replacing: segment, KeyLookup(segments, tip, isWriting: true))
    }

    /// A writer that slept while its lock was taken away must touch nothing.
    func checkHeld(_ lock: any LogLock) throws(LogError) {
        guard try isHeld(lock) else { throw .replaced(file: LockFile.name) }
    }

    /// Reads a file that is to replace a segment, and holds it against what it should hold.
    private func readBack(
        _ written: SegmentFile, _ slot: HeadSlot, at index: Int, _ content: SegmentContent,
        _ segments: [SegmentFile], _ tip: TailState
    ) throws(LogError) {
        let old = segments[index]
        var files = segments
        files[index] = written
        let range = old.header.firstPosition..<min(old.limit, tip.head.count)
        do throws(LogError) {
            var head: [UInt8] = []
            let size = Int(written.header.framesOffset)
            let count = try written.read(at: 0, into: &head, count: size)
            guard count == size,
                try SegmentHeader.decode(head, file: written.name) == written.header,
                HeadSlot.newest(in: head, of: written.header)
                    == slot.stored(in: written.header)
            else { throw .unlike(file: old.name) }
            let found = try check(range, whole: content.firstChange, files) { _ in }
            if found.end == content.root { return }
        } catch {
            if case .storage = error { throw error }
        }
        throw .unlike(file: old.name)
    }
}

/// What sealing came to.
package struct LogSealing: Hashable, Sendable {
    /// Events that are in frames of columns now and were not before.
    package var events: UInt64 = 0
    /// Segments that are of the present revision now and were not before.
    package var renewed = 0

    /// Nothing yet.
    package init() {}
}

/// What a new generation of a segment must hold.
struct SegmentContent {
    /// From here on the frames are others than before.
    var firstChange: UInt64
    /// The root behind the last event.
    var root: Digest
}

extension Log {
    /// The tree over the events before a position at which a segment starts.
    func tree(at position: UInt64, _ segments: [SegmentFile]) throws(LogError) -> LogTree {
        guard position > 0 else { return LogTree() }
        let first = position - Limit.segmentEvents
        var tree = LogTree()
        var isKnown = false
        var loader = FrameLoader()
        var seed: [UInt8] = []
        var hasher = LeafHasher()
        try visit(segments, first..<position) { frame throws(LogError) in
            if let rows = frame.rows {
                if let own = rows.seed { seed = own }
                if !isKnown {
                    tree = try self.tree(at: first, segments)
                    isKnown = true
                }
                for (index, row) in rows.rows.enumerated() {
                    let position = frame.header.firstPosition + UInt64(index)
                    let leaf = hasher.leaf(row, rows.header, position: position, seed: seed)
                    _ = tree.append(leaf)
                }
            } else {
                let section = try loader.tree(frame, segments[frame.segment])
                if let last = section.seeds.last { seed = last }
                let end = frame.header.positions.upperBound
                if let known = LogTree(size: end, peaks: section.peaks) {
                    tree = known
                    isKnown = true
                }
            }
        }
        return tree
    }
}
