/// What a slot says is held against the log before anything is built on it.
extension Log {
    /// Whether a slot of a segment says of the log what the log says itself: the root, the place
    /// where it goes on, the clock, the writer's epoch and the seed.
    ///
    /// - Complexity: O(*n*) in the bytes of the block in which the slot's position lies.
    static func agrees(
        _ slot: HeadSlot, _ index: Int, _ segments: [SegmentFile]
    ) throws(LogError) -> Bool {
        let segment = segments[index]
        guard let tree = LogTree(size: slot.position, peaks: slot.peaks) else { return false }
        let start = segment.header.framesOffset
        if slot.position == segment.header.firstPosition {
            let isNew = slot.position > 0 || slot.logClock == .min && slot.epoch == 0
            return isNew && slot.offset == start && tree.root == segment.header.root
        }
        guard segment.header.firstPosition < slot.position, slot.position <= segment.limit else {
            return false
        }
        var walk = BackwardScanner(segment, from: slot.offset, position: slot.position)
        guard let last = try walk.next() else { return false }
        // Damage is for whoever reads it: it says nothing of the slot.
        guard let frame = try Log.frame(last, index, segments) else { return true }
        guard last.header.flags.contains(.endsCommit), last.header.root == tree.root,
            last.header.epoch == slot.epoch
        else { return false }
        let clock = frame.rows?.header.logClock ?? frame.columns?.summary.clockHigh
        guard slot.logClock == clock else { return false }
        let block = slot.position.roundedDown(to: Limit.seedEvents)
        guard block < slot.position else { return slot.seed.isEmpty }
        var first = last
        while first.header.firstPosition > block {
            guard let before = try walk.next() else { return true }
            first = before
        }
        let seed = try seed(at: block, in: Log.frame(first, index, segments), segment)
        return seed.map { slot.tells($0, in: segment.header) } ?? true
    }

    /// The frame at a place, checked.
    private static func frame(
        _ place: (offset: UInt64, header: FrameHeader), _ index: Int, _ segments: [SegmentFile]
    ) throws(LogError) -> WalkedFrame? {
        var walk = FrameScanner(
            segments,
            from: WalkState(
                segment: index, offset: place.offset,
                position: place.header.firstPosition, chain: place.header.chain, epoch: 0,
                open: .unknown))
        guard case .frame(let frame) = try walk.next() else { return nil }
        return frame
    }

    /// The seed of the block that starts at a position in a frame.
    private static func seed(
        at position: UInt64, in frame: WalkedFrame?, _ segment: SegmentFile
    ) throws(LogError) -> [UInt8]? {
        guard let frame, frame.header.positions.contains(position) else { return nil }
        if let rows = frame.rows {
            return frame.header.firstPosition == position ? rows.seed : nil
        }
        var loader = FrameLoader()
        let seeds = try loader.tree(frame, segment).seeds
        let start = frame.header.firstPosition.roundedUp(to: Limit.seedEvents)
        let place = Int((position - start) / Limit.seedEvents)
        return seeds.indices.contains(place) ? seeds[place] : nil
    }

    /// The damage of a segment whose slots tell nothing, or what is not so.
    static func slotDamage(_ segment: SegmentFile, at head: UInt64) -> Corruption {
        Corruption(
            file: segment.name, offset: segment.header.slotOffsets[0], reason: .headSlot,
            position: head, durable: head)
    }

    /// Holds what tells where the log ends against the log, as whoever goes on with it does.
    ///
    /// - Throws: ``LogError/corrupt(_:)`` where nothing tells it, or something else than is so.
    /// - Complexity: that of two blocks for each file.
    package func checkEnd() throws(LogError) {
        let (segments, tip) = try readTip()
        try checkSlots(segments, tip)
    }

    /// Holds every slot against the log: both of each file, wherever what it tells of lies.
    ///
    /// - Throws: ``LogError/corrupt(_:)`` for one that is not so.
    /// - Complexity: O(*n*) in the events of a block and the frames of a file, for each slot.
    func checkSlots(_ segments: [SegmentFile], _ tip: TailState) throws(LogError) {
        if let damage = tip.slotDamage { throw .corrupt(damage) }
        for (index, segment) in segments.enumerated() {
            let slots = try segment.slots()
            var isTrue = !slots.isEmpty
            for slot in slots where isTrue && slot.position <= tip.head.count {
                isTrue = try holds(slot, index, segments)
            }
            guard isTrue else { throw .corrupt(Log.slotDamage(segment, at: tip.head.count)) }
        }
    }

    /// Whether a slot of a segment says what is so, of whichever file.
    private func holds(
        _ slot: HeadSlot, _ index: Int, _ segments: [SegmentFile]
    ) throws(LogError) -> Bool {
        let first = segments[index].header.firstPosition
        if slot.offset > 0 {
            guard slot.position >= first, try Log.agrees(slot, index, segments) else {
                return false
            }
            if slot.position > first { return true }
        } else {
            // It lies in another file, or just before this one.
            let isHere = first < slot.position && slot.position < segments[index].limit
            if isHere || slot.position == 0 && index == 0 { return false }
        }
        guard slot.position > 0 else {
            return slot.logClock == .min && slot.epoch == 0 && slot.seed.isEmpty
        }
        var isTrue = false
        try visit(segments, slot.position - 1..<slot.position) { frame throws(LogError) in
            isTrue = try ends(slot, frame, segments[frame.segment])
        }
        let block = slot.position.roundedDown(to: Limit.seedEvents)
        guard isTrue, block < slot.position else { return isTrue && slot.seed.isEmpty }
        try visit(segments, block..<block + 1) { frame throws(LogError) in
            let seed = try Log.seed(at: block, in: frame, segments[frame.segment])
            isTrue = seed.map { slot.tells($0, in: segments[index].header) } ?? true
        }
        return isTrue
    }

    /// Whether a commit ends in a frame where a slot says so, with its root, clock and epoch.
    private func ends(
        _ slot: HeadSlot, _ frame: WalkedFrame, _ segment: SegmentFile
    ) throws(LogError) -> Bool {
        let root = LogTree(size: slot.position, peaks: slot.peaks)?.root
        if frame.header.positions.upperBound == slot.position {
            let clock = frame.rows?.header.logClock ?? frame.columns?.summary.clockHigh
            return frame.header.flags.contains(.endsCommit) && frame.header.root == root
                && frame.header.epoch == slot.epoch && clock == slot.logClock
        }
        guard frame.rows == nil else { return false }
        var loader = FrameLoader()
        let commits = try loader.batch(frame, segment, .commits).commits
        let next = commits.firstIndex { $0.header.firstPosition >= slot.position }
        guard let next, next > 0, commits[next].header.firstPosition == slot.position else {
            return false
        }
        guard commits[next - 1].header.logClock == slot.logClock else { return false }
        return try self.root(at: slot.position) == root
    }
}
