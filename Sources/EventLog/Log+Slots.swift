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
        let start = UInt64(SegmentHeader.bytes)
        if slot.position == segment.header.firstPosition {
            let isNew = slot.position > 0 || slot.logClock == .min && slot.epoch == 0
            return isNew && slot.offset == start && tree.root == segment.header.root
        }
        guard segment.header.firstPosition < slot.position, slot.position <= segment.limit else {
            return false
        }
        var walk = BackwardWalk(segment, from: slot.offset, position: slot.position)
        guard let last = try walk.next() else { return false }
        // Damage is for whoever reads it: it says nothing of the slot.
        guard let frame = try Log.frame(last, index, segments) else { return true }
        guard last.header.flags.contains(.endsCommit), last.header.root == tree.root,
            last.header.epoch == slot.epoch
        else { return false }
        let clock = frame.rows?.header.logClock ?? frame.columns?.summary.clockHigh
        guard slot.logClock == clock else { return false }
        let block = slot.position.roundedDown(to: Limit.seedEvents)
        guard block < slot.position else { return true }
        var first = last
        while first.header.firstPosition > block {
            guard let before = try walk.next() else { return true }
            first = before
        }
        let seed = try seed(at: block, in: Log.frame(first, index, segments), segment)
        return seed == nil || seed == slot.seed
    }

    /// The frame at a place, checked.
    private static func frame(
        _ place: (offset: UInt64, header: FrameHeader), _ index: Int, _ segments: [SegmentFile]
    ) throws(LogError) -> WalkedFrame? {
        var walk = FrameWalk(
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
            file: segment.name, offset: SegmentHeader.slotOffsets[0], reason: .headSlot,
            position: head, durable: head)
    }

    /// Holds every slot that tells a place in its file against the log.
    ///
    /// - Throws: ``LogError/corrupt(_:)`` for one that is not so.
    func checkSlots(_ segments: [SegmentFile], _ tip: LogTip) throws(LogError) {
        if let damage = tip.slotDamage { throw .corrupt(damage) }
        for (index, segment) in segments.enumerated() {
            for slot in try segment.slots()
            where slot.offset > 0 && slot.position >= segment.header.firstPosition {
                guard slot.position <= tip.head.count else { continue }
                guard try Log.agrees(slot, index, segments) else {
                    throw .corrupt(Log.slotDamage(segment, at: tip.head.count))
                }
            }
        }
    }
}
