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

/// Why a log was not copied.
package enum CopyError: Error, Hashable {
    /// The log itself.
    case source(LogError)
    /// What is to become the copy.
    case target(LogError)
    /// The other folder has a log that is not an earlier copy of this one: of another ledger, or
    /// with events that this one does not have.
    case diverged(events: UInt64)
}

extension Log {
    /// Copies what is durable into another folder while others append; an earlier copy that is
    /// there is brought up to date. Caches are not copied.
    ///
    /// At every moment the other folder is a log, or none yet: what was interrupted goes on where
    /// it ended.
    ///
    /// - Parameters:
    ///   - target: The other folder.
    ///   - isRehearsal: Whether nothing is written, in neither folder.
    /// - Complexity: O(*n*) in the bytes that are new.
    package func copy(
        into target: any LogStorage, isRehearsal: Bool = false
    ) throws(CopyError) -> LogCopy {
        let (segments, tip) = try CopyError.source { () throws(LogError) in
            isRehearsal || !storage.isWritable
                ? try self.tip() : try exclusively { _ throws(LogError) in try recovered() }
        }
        let peaks = try CopyError.source { () throws(LogError) in try tree(segments, tip).peaks }
        let earlier = try earlier(in: target)
        if let earlier { try check(earlier, segments, tip) }
        var result = LogCopy(events: tip.head.count, root: tip.head.root)
        result.eventsBefore = earlier?.tip.head.count ?? 0
        let copier = LogCopier(
            source: self, target: target, earlier: earlier, tip: tip, peaks: peaks,
            isRehearsal: isRehearsal)
        for index in 0...tip.segment {
            let end = try CopyError.source { () throws(LogError) in
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
    ) throws(CopyError) -> (segments: [SegmentFile], tip: LogTip)? {
        try CopyError.target { () throws(LogError) in
            do throws(LogError) { return try Log.open(in: target, options: options).tip() } catch {
                if error == .missing { return nil }
                throw error
            }
        }
    }

    /// Holds the other log against the start of this one.
    private func check(
        _ earlier: (segments: [SegmentFile], tip: LogTip), _ segments: [SegmentFile], _ tip: LogTip
    ) throws(CopyError) {
        let (count, root) = (earlier.tip.head.count, earlier.tip.head.root)
        guard earlier.segments[0].header.logID == segments[0].header.logID,
            count <= tip.head.count
        else { throw .diverged(events: count) }
        let own = try CopyError.source { () throws(LogError) in try self.root(at: count) }
        guard own == root else { throw .diverged(events: count) }
    }

    /// The root over the first events.
    ///
    /// - Complexity: O(*n*) in the frames of one segment; of sealed events fewer than 512 are
    ///   hashed.
    package func root(at count: UInt64) throws(LogError) -> Digest {
        let (segments, tip) = try tip()
        guard count < tip.head.count else { return tip.head.root }
        let start = count / Limit.segmentEvents * Limit.segmentEvents
        var tree = try tree(at: start, segments)
        var loader = FrameLoader()
        var seed: [UInt8] = []
        try visit(segments, start..<count) { frame throws(LogError) in
            if let rows = frame.rows {
                if let own = rows.seed { seed = own }
                for (index, row) in rows.rows.enumerated() where tree.size < count {
                    let position = frame.header.firstPosition + UInt64(index)
                    _ = tree.append(Leaf.hash(row, rows.header, position: position, seed: seed))
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
                    _ = tree.append(Leaf.hash(row, header, position: position, seed: seed))
                }
            }
            try hash(first..<whole)
            for root in section.subtrees where tree.size + Limit.subtreeEvents <= count {
                guard tree.append(subtree: root) else { break }
            }
            try hash(tree.size..<count)
        }
        return tree.root
    }
}

extension CopyError {
    /// Runs something of the log that is copied.
    fileprivate static func source<R>(
        _ body: () throws(LogError) -> R
    ) throws(CopyError) -> R {
        do throws(LogError) { return try body() } catch { throw .source(error) }
    }

    /// Runs something of the copy.
    fileprivate static func target<R>(
        _ body: () throws(LogError) -> R
    ) throws(CopyError) -> R {
        do throws(LogError) { return try body() } catch { throw .target(error) }
    }
}

/// Copies segments into another folder.
private struct LogCopier {
    let source: Log
    let target: any LogStorage
    /// What is there already. What lies above its durable head is written again.
    let earlier: (segments: [SegmentFile], tip: LogTip)?
    /// Where the copy is to end.
    let tip: LogTip
    let peaks: [Digest]
    let isRehearsal: Bool

    /// The file of an earlier copy in which it goes on, or which is full.
    private func known(_ segment: SegmentFile, _ index: Int) -> SegmentFile? {
        guard let earlier, index <= earlier.tip.slotSegment,
            earlier.segments[index].header == segment.header
        else { return nil }
        return earlier.segments[index]
    }

    /// Copies a segment, or what is new in it.
    ///
    /// - Returns: How many bytes were new.
    func copy(
        _ segment: SegmentFile, _ index: Int, upTo end: UInt64
    ) throws(CopyError) -> UInt64 {
        if let known = known(segment, index), let old = earlier?.tip {
            let start = old.slot.offset
            if index < old.slotSegment || start >= end { return 0 }
            if isRehearsal { return end - start }
            try transfer(segment, from: start, to: end, into: known.file)
            try stored { () throws(StorageError) in try known.file.sync() }
            return end - start
        }
        if isRehearsal { return end }
        let passing = segment.name + ".tmp"
        let file = try stored { () throws(StorageError) in
            if try target.identity(of: passing) != nil { try target.remove(passing) }
            return try target.open(passing, .create)
        }
        try transfer(segment, from: 0, to: end, into: file)
        if index == tip.segment {
            // One slot in the place of those that writers go on changing.
            var bytes = slot(sequence: 1).encoded(salt: segment.header.salt)
            let start = SegmentHeader.slotOffsets[0]
            bytes += Array(repeating: 0, count: SegmentHeader.bytes - Int(start) - bytes.count)
            try stored { () throws(StorageError) in try file.write(bytes, at: start) }
        }
        try stored { () throws(StorageError) in
            try file.sync()
            try target.rename(passing, to: segment.name)
            try target.syncDirectory()
        }
        return end
    }

    private func slot(sequence: UInt64) -> HeadSlot {
        HeadSlot(
            sequence: sequence, position: tip.head.count, offset: tip.offset,
            sealed: min(tip.slot.sealed, tip.head.count), logClock: tip.head.logClock,
            epoch: tip.epoch, seed: tip.seed, peaks: peaks)
    }

    /// Tells the copy its head, takes replaced generations away, and has the same tails that were
    /// saved aside: those that an erasure removed may hold what was erased.
    func finish(_ segments: ArraySlice<SegmentFile>) throws(CopyError) {
        let names = Set(segments.map(\.name))
        try stored { () throws(StorageError) in
            for name in try target.list() {
                let segment = KeyCache.segment(of: name) ?? name
                guard SegmentName(segment) != nil, !names.contains(segment) else { continue }
                try target.remove(name)
            }
        }
        if let last = segments.last, let known = known(last, tip.segment), let old = earlier?.tip,
            old.slotSegment == tip.segment, old.slot.position < tip.head.count
        {
            let slot = slot(sequence: old.slot.sequence + 1)
            let place = SegmentHeader.slotOffsets[Int((slot.sequence + 1) % 2)]
            try stored { () throws(StorageError) in
                try known.file.write(slot.encoded(salt: last.header.salt), at: place)
                try known.file.sync()
            }
        }
        try copyTorn()
        try stored { () throws(StorageError) in try target.syncDirectory() }
    }

    private func copyTorn() throws(CopyError) {
        do {
            let names = try source.storage.list().filter(Log.isTail)
            for name in try target.list() where Log.isTail(name) && !names.contains(name) {
                try target.remove(name)
            }
            for name in names {
                guard try target.identity(of: name) == nil else { continue }
                let file = try source.storage.open(name, .read)
                var bytes: [UInt8] = []
                let size = Int(clamping: min(try file.size(), UInt64(Limit.frameBytesMax)))
                let count = try file.read(at: 0, into: &bytes, count: size)
                // Under a name that tells what it is, so that a half copy is none.
                let passing = name + ".tmp"
                if try target.identity(of: passing) != nil { try target.remove(passing) }
                let copy = try target.open(passing, .create)
                try copy.write(Array(bytes.prefix(count)), at: 0)
                try copy.sync()
                try target.rename(passing, to: name)
            }
        } catch { throw .target(.storage(error)) }
    }

    private func transfer(
        _ segment: SegmentFile, from start: UInt64, to end: UInt64, into file: any LogFile
    ) throws(CopyError) {
        try CopyError.source { () throws(LogError) in
            try source.copy(segment, from: start, to: end, into: file, at: start)
        }
    }

    private func stored<R>(_ body: () throws(StorageError) -> R) throws(CopyError) -> R {
        do throws(StorageError) { return try body() } catch { throw .target(.storage(error)) }
    }
}
