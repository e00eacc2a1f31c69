extension Log {
    /// Drops the text of some events for good: segments that hold any are written anew without it,
    /// and the old files removed. No event, position, commit or root changes.
    ///
    /// Tails that were saved aside are removed, too, because nobody can say what they hold. What
    /// was interrupted is done by the next call with the same positions.
    ///
    /// - Parameter positions: The events; those without text, or without it by now, count for
    ///   nothing.
    /// - Throws: ``LogError``; of the segments that were not written yet everything is as it was.
    /// - Complexity: O(*n*) in the bytes of the segments in which the events lie.
    package func erase(_ positions: some Sequence<UInt64>) throws(LogError) -> LogErasure {
        let wanted = Set(positions)
        // A tail that was saved aside goes only where there is something that it may hold.
        guard !wanted.isEmpty else { return LogErasure() }
        return try exclusively { lock throws(LogError) in
            var (segments, tip) = try recovered(lock)
            var result = LogErasure()
            try removeSums()
            let erasure = TextErasure(try texts(at: wanted, segments, tip))
            result.texts = UInt64(erasure.count)
            var seeds: [UInt64: [UInt8]] = [:]
            for block in erasure.blocks {
                let old = try seed(of: block, segments, tip) ?? []
                seeds[block] = erasure.seed(of: block, replacing: old)
            }
            let blocks = Set(wanted.map { $0 / Limit.seedEvents })
            result.segments = try rewrite(erasure, blocks, seeds, &segments, &tip, lock)
            result.tails = try removeTails()
            return result
        }
    }

    /// Gives what comes in the last block, where one is begun, other secrets: the salts of what a
    /// copy records by itself are not those that the other copies of the log have. No event,
    /// position, commit or root changes.
    ///
    /// - Parameter other: The log that this one takes the place of. What is written has higher
    ///   generations than its files: copies tell files of one name by them.
    /// - Complexity: O(*n*) in the bytes of the segment in which the block lies.
    package func renewSecrets(replacing other: Log? = nil) throws(LogError) {
        let replaced = try other?.tip().segments.map(\.header) ?? []
        try exclusively { lock throws(LogError) in
            var (segments, tip) = try recovered(lock)
            let block = tip.head.count / Limit.seedEvents
            guard !tip.head.count.isMultiple(of: Limit.seedEvents),
                let old = try seed(of: block, segments, tip)
            else { return }
            let new = BlockSeed.renewed(old, from: tip.head.count)
            _ = try rewrite(
                TextErasure(renewing: block), [block], [block: new], &segments, &tip, lock,
                replacing: replaced)
        }
    }

    /// Writes the files anew that are of lower generations than those of a log whose place this one
    /// takes: a backup of that log has such files, and takes no older ones in their place. No
    /// event, position, commit or root changes.
    ///
    /// - Complexity: O(*n*) in the bytes of these files.
    package func raiseGenerations(above other: Log) throws(LogError) {
        let replaced = try other.tip().segments.map(\.header)
        func isOlder(_ segment: SegmentFile) -> Bool {
            replaced.contains {
                $0.firstPosition == segment.header.firstPosition
                    && $0.generation > segment.header.generation
            }
        }
        guard try tip().segments.contains(where: isOlder) else { return }
        try exclusively { lock throws(LogError) in
            var (segments, tip) = try recovered(lock)
            for index in segments.indices where isOlder(segments[index]) {
                try erase(
                    TextErasure([UInt64]()), [:], from: index, &segments, &tip, lock,
                    replacing: replaced)
            }
        }
    }

    /// Writes all segments anew that an erasure changes.
    ///
    /// - Parameters:
    ///   - blocks: In which an erasure was asked for, now or before.
    ///   - seeds: Those that blocks get.
    ///   - replaced: The headers of files above whose generations they are written.
    /// - Returns: How many.
    private func rewrite(
        _ erasure: TextErasure, _ blocks: Set<UInt64>, _ seeds: [UInt64: [UInt8]],
        _ segments: inout [SegmentFile], _ tip: inout TailState, _ lock: any LogLock,
        replacing replaced: [SegmentHeader] = []
    ) throws(LogError) -> UInt64 {
        var count: UInt64 = 0
        // Files whose slots tell a seed that goes come first, so that nothing is left of it when
        // the texts are gone, wherever that is interrupted. One that changes, too, keeps its texts
        // until then: the slot of another may tell of them.
        for index in segments.indices {
            let own = segments[index].positions
            let changes = erasure.changes(own)
            let others =
                changes ? blocks.filter { !own.contains($0 * Limit.seedEvents) } : blocks
            guard !changes || index < segments.count - 1,
                try isStale(index, others, seeds, segments, tip)
            else { continue }
            try erase(
                TextErasure([UInt64]()), [:], from: index, &segments, &tip, lock,
                replacing: replaced)
            if !changes { count += 1 }
        }
        let last = tip.head.count / Limit.seedEvents
        if tip.head.count % Limit.seedEvents != 0, let seed = seeds[last] { tip.seed = seed }
        // Then the last one: its slot tells the seed with which appends go on.
        for index in segments.indices.reversed()
        where erasure.changes(segments[index].positions) {
            try erase(erasure, seeds, from: index, &segments, &tip, lock, replacing: replaced)
            count += 1
        }
        return count
    }

    /// Which of some events have text.
    private func texts(
        at wanted: Set<UInt64>, _ segments: [SegmentFile], _ tip: TailState
    ) throws(LogError) -> Set<UInt64> {
        var found: Set<UInt64> = []
        var loader = FrameLoader()
        let touched = Set(wanted.map { $0 / Limit.segmentEvents })
        for segment in segments {
            let range = segment.positions.clamped(to: 0..<tip.head.count)
            guard touched.contains(range.lowerBound / Limit.segmentEvents), !range.isEmpty else {
                continue
            }
            try visit(segments, range) { frame throws(LogError) in
                let positions = frame.header.positions
                guard positions.contains(where: { wanted.contains($0) }) else { return }
                if let rows = frame.rows {
                    for (position, row) in zip(positions, rows.rows)
                    where row.hasText && wanted.contains(position) { found.insert(position) }
                    return
                }
                let batch = try loader.batch(frame, segments[frame.segment], .text)
                found.formUnion(batch.textPositions.filter { wanted.contains($0) })
            }
        }
        return found
    }

    /// Whether a slot of a segment tells another seed of a block than the one that it has or is to
    /// get, or may: of one that was torn nobody knows.
    ///
    /// - Parameters:
    ///   - blocks: In which an erasure was asked for, now or before.
    ///   - seeds: Those that blocks get.
    private func isStale(
        _ index: Int, _ blocks: Set<UInt64>, _ seeds: [UInt64: [UInt8]],
        _ segments: [SegmentFile], _ tip: TailState
    ) throws(LogError) -> Bool {
        for slot in try segments[index].slots() where !slot.seed.isEmpty {
            let block = slot.position / Limit.seedEvents
            guard blocks.contains(block) else { continue }
            var seed = seeds[block]
            if seed == nil { seed = try self.seed(of: block, segments, tip) }
            if slot.seed != seed { return true }
        }
        return try segments[index].hasTornSlot()
    }

    /// Writes a segment without the text.
    private func erase(
        _ erasure: TextErasure, _ seeds: [UInt64: [UInt8]], from index: Int,
        _ segments: inout [SegmentFile], _ tip: inout TailState, _ lock: any LogLock,
        replacing replaced: [SegmentHeader]
    ) throws(LogError) {
        let segment = segments[index]
        let end = min(segment.limit, tip.head.count)
        let old = replaced.first { $0.firstPosition == segment.header.firstPosition }
        var eraser = try SegmentEraser(
            erasure, newSeeds: seeds, log: self, segments: segments, index: index,
            above: old?.generation ?? 0)
        do throws(LogError) {
            if segment.header.firstPosition < end {
                try visit(segments, segment.header.firstPosition..<end) { frame throws(LogError) in
                    try eraser.add(frame)
                }
            }
            try eraser.finish()
        } catch {
            eraser.abort()
            throw error
        }
        let content = SegmentContent(firstChange: eraser.firstChange ?? end, root: eraser.root)
        try replace(
            index, with: eraser.output, content, sealed: tip.slot.sealed, &segments, &tip, lock,
            isErased: true)
    }
}

/// What an erasure came to.
package struct LogErasure: Hashable, Sendable {
    /// Events whose text went.
    package var texts: UInt64 = 0
    /// Segments that were written anew.
    package var segments: UInt64 = 0
    /// Tails that had been saved aside and were removed.
    package var tails: UInt64 = 0
}
