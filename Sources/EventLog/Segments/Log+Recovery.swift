internal import Synchronization

extension Log {
    /// The tip, after whatever an interrupted writer left behind has been dealt with. Only with the
    /// lock.
    ///
    /// Whole commits above the durable head are written again and synced before anything is
    /// appended behind them, because a failed sync may have dropped them while reads still show
    /// them. Bytes behind the last whole commit are saved aside, then cut.
    ///
    /// Where nobody else has had the lock since, the files are as this log left them.
    ///
    /// - Throws: ``LogError/storage(_:)`` when the bytes cannot be saved: then nothing is cut.
    func recovered(
        _ lock: any LogLock
    ) throws(LogError) -> (segments: [SegmentFile], tip: TailState) {
        if let durable = state.withLock({ $0.poisoned }) { throw .poisoned(durable: durable) }
        if let own = state.withLock({ $0.own }) { return own }
        let (segments, tip) = try tip()
        do throws(LogError) { return try recover(segments, tip, lock) } catch {
            poison(after: error, durable: tip.durable)
            throw error
        }
    }

    /// Makes all that readers see durable: what others could not sync is written again.
    ///
    /// - Throws: ``LogError/readOnly`` where that is needed and nothing can be written.
    package func settle() throws(LogError) {
        let tip = try tip().tip
        if tip.durable >= tip.head.count { return }
        try exclusively { lock throws(LogError) in _ = try recovered(lock) }
    }

    private func recover(
        _ found: [SegmentFile], _ known: TailState, _ lock: any LogLock
    ) throws(LogError) -> (segments: [SegmentFile], tip: TailState) {
        var (segments, tip) = (found, known)
        // What is not known to end there is not gone on with.
        if let damage = tip.slotDamage { throw .corrupt(damage) }
        for segment in segments { segment.knownEnd.store(0, ordering: .relaxed) }
        let newest = try segments[tip.slotSegment].slot()
        // Another process may have moved the durable head on since. A slot that tells of an end in
        // another file is held by `verify`.
        if let slot = newest, slot.sequence > tip.slot.sequence, slot.position <= tip.head.count,
            slot.offset > 0
        {
            guard try Log.agrees(slot, tip.slotSegment, segments) else {
                throw .corrupt(Log.slotDamage(segments[tip.slotSegment], at: tip.head.count))
            }
            tip.slot = slot
            tip.durable = max(tip.durable, slot.position)
        }
        try checkHeld(lock)
        // A sync may have failed since the slot was written, so that it is seen and not on disk:
        // the next sync takes it along, before the other slot is written. Where the end was found
        // without a slot of its file, what is there may be the only one, and tell more.
        let header = segments[tip.slotSegment].header
        if newest == tip.slot.stored(in: header) {
            _ = write(tip.slot, to: segments[tip.slotSegment])
        }
        if tip.durable < tip.head.count { try makeDurable(segments, &tip) }
        try tellFirst(segments, tip)
        let before = state.withLock { $0.swept }
        let isSwept = before == segments.map(\.header.name)
        if tip.torn != nil || segments.count - 1 > tip.segment {
            try cut(&segments, &tip, lock)
        } else if !isSwept, try hasDebris(segments, tip) {
            try cut(&segments, &tip, lock)
        }
        if !isSwept {
            // Nor may the names of files that came since this log last looked be on disk.
            try sweep(segments, isNew: tip.slot.sequence == 1 || before != nil, lock)
        }
        keep(segments, tip)
        state.withLock { $0.swept = segments.map(\.header.name) }
        return (segments, tip)
    }

    /// Tells of a file's first commit where its writer may have been stopped before: the next one
    /// comes by here before it writes another slot. Every file that the commit filled is told, and
    /// the one in which the log ended before, in the order in which its writer tells them.
    private func tellFirst(_ segments: [SegmentFile], _ tip: TailState) throws(LogError) {
        let last = segments[tip.segment]
        guard tip.segment > 0, tip.slotSegment == tip.segment, tip.slot.sequence == 2,
            tip.slot.position > last.header.firstPosition
        else { return }
        // The file came with a slot that says where the log ended then.
        let before = try last.slots().first { $0.sequence == 1 }?.position ?? .max
        let first = min((max(before, 1) - 1) / Limit.segmentEvents, UInt64(tip.segment - 1))
        try tell(tip.slot, segments[Int(first)..<tip.segment], behind: last)
    }

    private func makeDurable(
        _ segments: [SegmentFile], _ tip: inout TailState
    ) throws(LogError) {
        let tree = try tree(segments, tip)
        for index in tip.slotSegment...tip.segment where segments[index].limit > tip.durable {
            let segment = segments[index]
            let start =
                index == tip.slotSegment ? tip.slot.offset : segment.header.framesOffset
            let end = index == tip.segment ? tip.offset : try segment.size()
            try copy(segment, from: start, to: end, into: segment.file, at: start)
            do { try segment.file.sync() } catch { throw .storage(error) }
        }
        let isSame = tip.slotSegment == tip.segment
        let old = isSame ? tip.slot.sequence : try segments[tip.segment].slot()?.sequence ?? 1
        let slot = HeadSlot(
            sequence: old + 1, position: tip.head.count, offset: tip.offset,
            sealed: tip.slot.sealed, logClock: tip.head.logClock, epoch: tip.epoch,
            seed: tip.seed, peaks: tree.peaks)
        tip.durable = tip.head.count
        guard write(slot, to: segments[tip.segment]) else { return }
        if !isSame {
            try tell(slot, segments[tip.slotSegment..<tip.segment], behind: segments[tip.segment])
        }
        tip.slot = slot
        tip.slotSegment = tip.segment
    }

    /// Copies a stretch of a segment in pieces of a mebibyte.
    func copy(
        _ segment: SegmentFile, from start: UInt64, to end: UInt64, into file: any LogFile,
        at target: UInt64
    ) throws(LogError) {
        var buffer: [UInt8] = []
        var offset = start
        while offset < end {
            let wanted = Int(min(1 << 20, end - offset))
            let count = try segment.read(at: offset, into: &buffer, count: wanted)
            guard count > 0 else { return }
            do {
                try file.write(Array(buffer[0..<count]), at: target + (offset - start))
            } catch { throw .storage(error) }
            offset += UInt64(count)
        }
    }

    /// Whether anything but zeros stands behind the tip.
    private func hasDebris(_ segments: [SegmentFile], _ tip: TailState) throws(LogError) -> Bool {
        try lastNonZero(segments[tip.segment], from: tip.offset) > tip.offset
    }

    /// The offset behind the last byte that is not zero, or `start` when there is none.
    private func lastNonZero(
        _ segment: SegmentFile, from start: UInt64
    ) throws(LogError) -> UInt64 {
        let size = try segment.size()
        var buffer: [UInt8] = []
        var last = start
        var offset = start
        while offset < size {
            let count = try segment.read(
                at: offset, into: &buffer, count: Int(min(1 << 20, size - offset)))
            guard count > 0 else { break }
            if let index = buffer[0..<count].lastIndex(where: { $0 != 0 }) {
                last = offset + UInt64(index) + 1
            }
            offset += UInt64(count)
        }
        return last
    }

    /// Saves aside what stands behind the tip, then cuts it.
    private func cut(
        _ segments: inout [SegmentFile], _ tip: inout TailState, _ lock: any LogLock
    ) throws(LogError) {
        let last = segments[tip.segment]
        try checkHeld(lock)
        // Names change here, and what lies beside the files that go is left over.
        state.withLock { $0.named = nil }
        let end = try lastNonZero(last, from: tip.offset)
        if end > tip.offset {
            try saveAside(last, from: tip.offset, to: end, as: try freeName(tip.head.count))
        }
        for segment in segments[(tip.segment + 1)...].reversed() {
            let name = try freeName(segment.header.firstPosition)
            try mappingError(LogError.storage, storage.rename(segment.name, to: name))
        }
        try mappingError(LogError.storage, storage.syncDirectory())
        // What a writer that slept takes for torn may be its successor's commit.
        try checkHeld(lock)
        try mappingError(LogError.storage) { () throws(StorageError) in
            try last.file.truncate(to: tip.offset)
            try last.file.sync()
        }
        segments = Array(segments[...tip.segment])
        tip.torn = nil
    }

    /// Saves a stretch of a segment; a copy that stays unfinished is removed.
    private func saveAside(
        _ segment: SegmentFile, from start: UInt64, to end: UInt64, as name: String
    ) throws(LogError) {
        let saved = try mappingError(LogError.storage, storage.open(name, .create))
        do throws(LogError) {
            try copy(segment, from: start, to: end, into: saved, at: 0)
            try mappingError(LogError.storage, saved.sync())
        } catch {
            try? storage.remove(name)
            throw error
        }
    }

    /// Whether a file is a segment of a log.
    package static func isSegment(_ name: String) -> Bool { SegmentName(name) != nil }

    /// Whether a file is what was saved aside from the end of a log.
    package static func isTail(_ name: String) -> Bool {
        name.hasPrefix("torn-") && name.hasSuffix(".bin")
    }

    /// A name for bytes that are saved aside: `torn-000000000042-1.bin`.
    private func freeName(_ position: UInt64) throws(LogError) -> String {
        let stem = SegmentName(firstPosition: position, generation: 0).text.prefix { $0 != "-" }
        var name = ""
        for number in 1...1_000 {
            name = "torn-\(stem)-\(number).bin"
            if try identity(of: name) == nil { return name }
        }
        throw .storage(.exists(file: name))
    }

    /// Which files of a folder an interrupted writer left, beside the segments that count.
    static func leftOver(of names: [String], beside segments: [SegmentFile]) -> [String] {
        let current = Set(segments.map(\.header.name))
        return names.filter { name in
            if let segment = SegmentName(name) { return !current.contains(segment) }
            let isHalf = name.hasSuffix(".tmp")
            if let segment = KeyCache.segment(of: name).flatMap({ SegmentName($0) }) {
                return isHalf || !current.contains(segment)
            }
            let whole = String(name.dropLast(4))
            return isHalf && (SegmentName(whole) != nil || Log.isTail(whole))
                || SpoolFile.isLeftOver(name) || SumFile.isHalf(name)
                || name == SegmentList.halfName
        }
    }

    /// Removes half-written segments, spools without an owner, and generations that a newer one has
    /// replaced.
    ///
    /// Whoever made a file may have been killed before the folder was synced: what is built on the
    /// file, and what it replaces, must wait until its name is durable.
    ///
    /// - Parameter isNew: Whether nothing was appended to the last segment since it was made.
    private func sweep(
        _ segments: [SegmentFile], isNew: Bool, _ lock: any LogLock
    ) throws(LogError) {
        // The last look may have found the folder as it was when nothing was left over.
        let isClean = state.withLock { $0.named != nil && $0.named == $0.listed }
        let needless =
            isClean
            ? []
            : Log.leftOver(
                of: try mappingError(LogError.storage, storage.list()), beside: segments)
        if isNew || !needless.isEmpty {
            try mappingError(LogError.storage, storage.syncDirectory())
        }
        if !needless.isEmpty { try checkHeld(lock) }
        try mappingError(LogError.storage) { () throws(StorageError) in
            for name in needless { try storage.remove(name) }
            // An old generation may hold text that was erased: it is not to come back.
            if needless.contains(where: { SegmentName($0) != nil }) { try storage.syncDirectory() }
        }
    }
}
