internal import Synchronization

/// Writes the frames of one commit behind the end of the log, into new segments where one is full.
struct SegmentWriter {
    private let log: Log
    private let lock: any LogLock
    private let start: (segments: Int, offset: UInt64)
    private(set) var segments: [SegmentFile]
    /// Where the next frame goes in the last segment.
    private(set) var offset: UInt64
    private let tip: TailState
    /// Frames that stand before `offset`, as soon as they are written.
    private var pending: [UInt8] = []

    /// Bytes of frames that are collected before they are written.
    private static let pendingMax = 1 << 18

    /// Bytes by which a segment is filled with zeros ahead of its end, at least and at most.
    private static let aheadBytes: ClosedRange<UInt64> = (1 << 16)...(1 << 20)

    init(log: Log, lock: any LogLock, segments: [SegmentFile], tip: TailState) {
        self.log = log
        self.lock = lock
        self.segments = segments
        self.tip = tip
        offset = tip.offset
        start = (segments.count, tip.offset)
    }

    /// Makes the segment of a position the last one; returns the salt of its checksums.
    ///
    /// - Parameter root: The root of the tree before the position.
    mutating func prepare(_ position: UInt64, root: Digest) throws(LogError) -> UInt32 {
        let last = segments[segments.count - 1]
        guard position == last.limit else { return last.header.salt }
        try flush()
        do { try last.file.sync() } catch { throw .storage(error) }
        let header = SegmentHeader(
            logID: last.header.logID, firstPosition: position, generation: 0,
            salt: log.options.makeSalt(), root: root)
        let isWhole = tip.head.count == position
        let slot = HeadSlot(
            sequence: 1, position: tip.durable, offset: isWhole ? header.framesOffset : 0,
            sealed: tip.slot.sealed, logClock: tip.head.logClock, epoch: tip.epoch,
            seed: tip.seed, peaks: try log.tree(segments, tip).peaks)
        segments.append(try log.writeSegment(header, slot: slot))
        offset = header.framesOffset
        return header.salt
    }

    /// Writes a frame behind the last one, together with those that follow.
    mutating func write(_ frame: [UInt8]) throws(LogError) {
        offset += UInt64(frame.count)
        if pending.isEmpty, frame.count > SegmentWriter.pendingMax { return try put(frame) }
        pending += frame
        if pending.count > SegmentWriter.pendingMax { try flush() }
    }

    private mutating func flush() throws(LogError) {
        if pending.isEmpty { return }
        try put(pending)
        pending.removeAll(keepingCapacity: true)
    }

    /// Writes what ends at `offset`.
    private func put(_ bytes: [UInt8]) throws(LogError) {
        let segment = segments[segments.count - 1]
        try checkName(of: segment)
        // A writer that slept while its lock was taken away must not write over its successor.
        guard isHeld else { throw .replaced(file: LockFile.name) }
        guard segment.isWritable else { throw .readOnly }
        let end = offset
        let hasRoom = end <= segment.knownEnd.load(ordering: .relaxed)
        let size = hasRoom ? end : try segment.size()
        do {
            try segment.file.write(bytes, at: end - UInt64(bytes.count))
        } catch { throw .storage(error) }
        if hasRoom { return }
        segment.knownEnd.store(size, ordering: .relaxed)
        guard end > size else { return }
        let ahead = min(
            max(end / 4, SegmentWriter.aheadBytes.lowerBound), SegmentWriter.aheadBytes.upperBound)
        segment.file.preallocate(from: end, to: end.roundedUp(to: 4_096) + ahead)
    }

    /// A file that was deleted or replaced is nobody's log any more.
    private func checkName(of segment: SegmentFile) throws(LogError) {
        guard try log.identity(of: segment.name) == segment.identity else {
            throw .replaced(file: segment.name)
        }
    }

    /// Whether this is still the only writer.
    var isHeld: Bool { (try? lock.isStillHeld()) ?? false }

    /// Waits until the frames are on disk, under the name of the log.
    mutating func sync() throws(LogError) {
        try flush()
        do { try segments[segments.count - 1].file.sync() } catch { throw .storage(error) }
        try checkName(of: segments[segments.count - 1])
    }

    /// Brings the files back to where they were, so that the next append finds room and no debris.
    func rollBack() throws(LogError) {
        guard isHeld else { throw .replaced(file: LockFile.name) }
        do {
            for segment in segments.dropFirst(start.segments).reversed() {
                try log.storage.remove(segment.name)
            }
            if segments.count > start.segments { try log.storage.syncDirectory() }
            segments[start.segments - 1].knownEnd.store(0, ordering: .relaxed)
            try segments[start.segments - 1].file.truncate(to: start.offset)
            try segments[start.segments - 1].file.sync()
        } catch { throw .storage(error) }
    }
}

extension Log {
    /// Writes a segment without frames.
    func writeSegment(_ header: SegmentHeader, slot: HeadSlot) throws(LogError) -> SegmentFile {
        var output = try SegmentOutput(header, in: storage)
        do throws(LogError) {
            _ = try output.finish(slot)
            return try output.name()
        } catch {
            output.abort()
            throw error
        }
    }
}
