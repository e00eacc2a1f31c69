extension Log {
    /// Copies what is durable into another folder while others append; an earlier copy that is
    /// there is brought up to date. Caches are not copied, nor what was saved aside from the end of
    /// the log: an erasure takes that away where it is made. The other folder is locked meanwhile.
    ///
    /// At every moment the other folder is a log, or none yet: what was interrupted goes on where
    /// it ended.
    ///
    /// - Parameters:
    ///   - target: The other folder.
    ///   - isRehearsal: Whether nothing is written, in neither folder.
    /// - Complexity: O(*n*) in the bytes that are new, and in the frames of what is there; of files
    ///   that are made anew also in their texts.
    package func copy(
        into target: any LogStorage, isRehearsal: Bool = false
    ) throws(CopyError) -> LogCopy {
        if isRehearsal {
            return try copy(into: target, earlier: try earlier(in: target), isRehearsal: true)
        }
        let (copy, lock) = try lockedCopy(into: target)
        lock.release()
        return copy
    }

    /// Copies as ``copy(into:isRehearsal:)`` does, and leaves the other folder locked, so that
    /// nobody else writes there until the lock is released.
    package func lockedCopy(
        into target: any LogStorage
    ) throws(CopyError) -> (copy: LogCopy, lock: any LogLock) {
        let other = Log(target, options)
        // What is no copy of any log is left as it is, without so much as a lock file.
        do throws(CopyError) { _ = try earlier(in: target) } catch {
            switch error {
            case .target(.notALog), .target(.olderFormat), .target(.newerFormat): throw error
            default: break
            }
        }
        let lock = try mappingError(CopyError.target, other.takeLock())
        do throws(CopyError) {
            // What an interrupted copy left behind is dealt with as in any log.
            let earlier = try mappingError(
                CopyError.target, other.segmentNames().isEmpty ? nil : try other.recovered(lock))
            return (try copy(into: target, earlier: earlier, lock: lock), lock)
        } catch {
            lock.release()
            throw error
        }
    }

    /// - Parameter earlier: What is in the other folder already.
    private func copy(
        into target: any LogStorage, earlier: (segments: [SegmentFile], tip: TailState)?,
        isRehearsal: Bool = false, lock: (any LogLock)? = nil
    ) throws(CopyError) -> LogCopy {
        // Looked at behind the other folder's lock, so that no newer copy is there by now.
        let (segments, tip) = try mappingError(CopyError.source) { () throws(LogError) in
            if listedSegments > 0 { _ = try readTip() }
            return isRehearsal || !storage.isWritable
                ? try self.tip() : try exclusively { lock throws(LogError) in try recovered(lock) }
        }
        let peaks = try mappingError(CopyError.source, tree(segments, tip).peaks)
        let known = if let earlier { try check(earlier, segments, tip) } else { [SegmentFile?]() }
        var result = LogCopy(events: tip.head.count, root: tip.head.root)
        result.eventsBefore = earlier?.tip.head.count ?? 0
        let copier = LogCopier(
            source: self, target: target, earlier: earlier?.tip, known: known, tip: tip,
            peaks: peaks, isRehearsal: isRehearsal, lock: lock)
        for index in 0...tip.segment {
            let end = try mappingError(CopyError.source) { () throws(LogError) in
                index == tip.segment ? tip.offset : try segments[index].size()
            }
            result.bytes += end
            result.bytesCopied += try copier.copy(segments[index], index, upTo: end)
        }
        if !isRehearsal { try copier.finish(segments[...tip.segment]) }
        return result
    }

    /// What is in the other folder already.
    private func earlier(
        in target: any LogStorage
    ) throws(CopyError) -> (segments: [SegmentFile], tip: TailState)? {
        try mappingError(CopyError.target) { () throws(LogError) in
            do throws(LogError) { return try Log.open(in: target, options: options).tip() } catch {
                if error == .missing { return nil }
                throw error
            }
        }
    }

    /// The root over the first events.
    ///
    /// - Complexity: O(*n*) in the frames of one segment; of sealed events fewer than 512 are
    ///   hashed.
    package func root(at count: UInt64) throws(LogError) -> Digest {
        let (segments, tip) = try tip()
        guard count < tip.head.count else { return tip.head.root }
        return try tree(over: count, segments).root
    }

    /// The tree over the first events: its size, and the roots of its full subtrees, the largest
    /// first.
    ///
    /// - Complexity: As ``root(at:)``.
    package func peaks(at count: UInt64) throws(LogError) -> (size: UInt64, peaks: [Digest]) {
        let (segments, tip) = try tip()
        let tree =
            try count < tip.head.count ? tree(over: count, segments) : self.tree(segments, tip)
        return (tree.size, tree.peaks)
    }

    private func tree(
        over count: UInt64, _ segments: [SegmentFile]
    ) throws(LogError) -> LogTree {
        let start = count / Limit.segmentEvents * Limit.segmentEvents
        var tree = try tree(at: start, segments)
        var loader = FrameLoader()
        var seed: [UInt8] = []
        var hasher = LeafHasher()
        try visit(segments, start..<count) { frame throws(LogError) in
            if let rows = frame.rows {
                if let own = rows.seed { seed = own }
                for (index, row) in rows.rows.enumerated() where tree.size < count {
                    let position = frame.header.firstPosition + UInt64(index)
                    let leaf = hasher.leaf(row, rows.header, position: position, seed: seed)
                    _ = tree.append(leaf)
                }
                return
            }
            let segment = segments[frame.segment]
            let section = try loader.tree(frame, segment)
            let end = frame.header.positions.upperBound
            if end <= count, let known = LogTree(size: end, peaks: section.peaks) {
                if let last = section.seeds.last { seed = last }
                tree = known
                return
            }
            let first = frame.header.firstPosition
            let block = first.roundedUp(to: Limit.seedEvents) / Limit.seedEvents
            // What lies in whole subtrees is known; only the events around them are hashed.
            let whole = min(count, first.roundedUp(to: Limit.subtreeEvents))
            func hash(_ wanted: Range<UInt64>) throws(LogError) {
                if wanted.isEmpty { return }
                let batch = try loader.batch(of: wanted, frame, segment, .all)
                for (index, row) in batch.rows.enumerated() {
                    let position = batch.firstPosition + UInt64(index)
                    let own = Int(position / Limit.seedEvents) - Int(block)
                    if section.seeds.indices.contains(own) { seed = section.seeds[own] }
                    guard let header = batch.commit(at: index) else { continue }
                    let leaf = hasher.leaf(row, header, position: position, seed: seed)
                    _ = tree.append(leaf)
                }
            }
            try hash(first..<whole)
            for root in section.subtrees where tree.size + Limit.subtreeEvents <= count {
                guard tree.append(subtree: root) else { break }
            }
            try hash(tree.size..<count)
        }
        return tree
    }
}

/// What a copy of a log came to.
package struct LogCopy: Hashable, Sendable {
    /// Events in the copy.
    package var events: UInt64
    /// The root over them.
    package var root: Digest
    /// Bytes of the copy's segments.
    package var bytes: UInt64 = 0
    /// Bytes of them that were not there before.
    package var bytesCopied: UInt64 = 0
    /// Events that were there before.
    package var eventsBefore: UInt64 = 0
}

/// Copies segments into another folder.
private struct LogCopier {
    let source: Log
    let target: any LogStorage
    /// How the log ends that is there already.
    let earlier: TailState?
    /// Its files in which the copy goes on, or which stay; `nil` for those that are made anew.
    let known: [SegmentFile?]
    /// Where the copy is to end.
    let tip: TailState
    let peaks: [Digest]
    let isRehearsal: Bool
    /// The lock of the other folder.
    let lock: (any LogLock)?

    /// How many bytes are copied at once.
    private static let pieceBytes: UInt64 = 1 << 20

    /// The file of an earlier copy in which it goes on, or which is full.
    private func known(_ index: Int) -> SegmentFile? {
        known.indices.contains(index) ? known[index] : nil
    }

    /// Copies a segment, or what is new in it.
    ///
    /// - Returns: How many bytes were new.
    func copy(
        _ segment: SegmentFile, _ index: Int, upTo end: UInt64
    ) throws(CopyError) -> UInt64 {
        if let known = known(index), let old = earlier {
            if index < old.segment || old.offset >= end { return 0 }
            if isRehearsal { return end - old.offset }
            try read(segment, old.offset..<end) { bytes, offset throws(LogError) in
                do throws(StorageError) { try known.file.write(bytes, at: offset) } catch {
                    throw .storage(error)
                }
            }
            try mappingError(CopyError.targetStorage, known.file.sync())
            return end - old.offset
        }
        if isRehearsal { return end }
        var output = try mappingError(CopyError.target, SegmentOutput(segment.header, in: target))
        do throws(CopyError) {
            try read(segment, segment.header.framesOffset..<end) { bytes, _ throws(LogError) in
                try output.write(bytes)
            }
            // Of its own slots a copy says only what it has by now: the last file tells the head,
            // and those before it when it is there.
            let slot = index == tip.segment ? slot(sequence: 1) : .nothing(in: segment.header)
            try mappingError(CopyError.target) { () throws(LogError) in
                _ = try output.finish(slot)
                try checkHeld()
                _ = try output.name()
            }
        } catch {
            output.abort()
            throw error
        }
        return end
    }

    private func checkHeld() throws(LogError) {
        guard let lock else { return }
        guard try source.isHeld(lock) else { throw .replaced(file: LockFile.name) }
    }

    private func slot(sequence: UInt64) -> HeadSlot {
        HeadSlot(
            sequence: sequence, position: tip.head.count, offset: tip.offset,
            sealed: min(tip.slot.sealed, tip.head.count), logClock: tip.head.logClock,
            epoch: tip.epoch, seed: tip.seed, peaks: peaks)
    }

    /// Tells the copy its head, and takes away replaced generations and tails that were saved
    /// aside: nobody can say what these hold.
    func finish(_ segments: ArraySlice<SegmentFile>) throws(CopyError) {
        if let last = segments.last, let old = earlier, old.segment == tip.segment,
            old.head.count < tip.head.count, let known = known(tip.segment)
        {
            let sequence = try mappingError(CopyError.target, known.slot()?.sequence ?? 0)
            let slot = slot(sequence: sequence + 1)
            let place = last.header.place(of: slot)
            try mappingError(CopyError.targetStorage) { () throws(StorageError) in
                try known.file.write(slot.encoded(in: last.header), at: place)
                try known.file.sync()
            }
        }
        try mappingError(CopyError.target) { () throws(LogError) in
            try checkHeld()
            let end = slot(sequence: 1)
            for segment in segments.dropLast() {
                try SegmentFile.open(segment.header.name, in: target, writing: true).tell(end)
            }
        }
        var newest: [UInt64: UInt32] = [:]
        for segment in segments {
            newest[segment.header.firstPosition] = segment.header.generation
        }
        try mappingError(CopyError.targetStorage) { () throws(StorageError) in
            for name in try target.list() {
                let segment = SegmentName(KeyCache.segment(of: name) ?? name)
                let kept = segment.flatMap { newest[$0.firstPosition] }
                let isOld = if let segment, let kept { segment.generation < kept } else { false }
                if isOld || Log.isTail(name) { try target.remove(name) }
            }
            try target.syncDirectory()
        }
    }

    /// Reads a stretch of a segment piece by piece; what the other folder does not take is its own
    /// fault.
    private func read(
        _ segment: SegmentFile, _ range: Range<UInt64>,
        _ write: ([UInt8], UInt64) throws(LogError) -> Void
    ) throws(CopyError) {
        var buffer: [UInt8] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            let wanted = Int(min(LogCopier.pieceBytes, range.upperBound - offset))
            let count = try mappingError(
                CopyError.source, segment.read(at: offset, into: &buffer, count: wanted))
            guard count > 0 else { throw .source(.replaced(file: segment.name)) }
            try mappingError(CopyError.target, write(Array(buffer[..<count]), offset))
            offset += UInt64(count)
        }
    }
}
