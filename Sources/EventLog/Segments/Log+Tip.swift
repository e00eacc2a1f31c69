internal import Synchronization

extension Log {
    /// The segments and the tip as they are now.
    ///
    /// - Complexity: O(1) when nothing was appended since; else O(*n*) in the new frames.
    func tip() throws(LogError) -> (segments: [SegmentFile], tip: TailState) {
        let (segments, known) = state.withLock { ($0.segments, $0.isFixed ? $0.tip : nil) }
        if let known { return (segments, known) }
        for attempt in 1...10 {
            do throws(LogError) {
                return try freshTip()
            } catch {
                guard attempt < 10, try isPassing(error) else { throw error }
            }
        }
        throw .missing
    }

    /// Whether an error may come from a look at files that a writer was exchanging: then they are
    /// others by now.
    private func isPassing(_ error: LogError) throws(LogError) -> Bool {
        switch error {
        // A segment was sealed between the list and the open, or the look at one that is listed.
        case .storage(.notFound), .missing: return true
        case .corrupt(let damage) where damage.reason == .missingSegment:
            let (names, seen) = (try segmentNames(), state.withLock { $0.seen })
            // One behind the last file is missed by those that were all looked into.
            let isBehind = names.last.map { $0.firstPosition < damage.position } ?? false
            return !isBehind || names != seen
        case .corrupt, .replaced:
            let seen = state.withLock { $0.seen }
            return try segmentNames() != seen
        default: return false
        }
    }

    /// The same, of files that were all looked into: for whoever vouches for what they say.
    func readTip() throws(LogError) -> (segments: [SegmentFile], tip: TailState) {
        let isListed = state.withLock { state in
            defer { if !state.isFixed { state.isListBelieved = false } }
            return !state.isFixed && state.segments.contains { $0.listed != nil }
        }
        if isListed { forgetTip() }
        return try tip()
    }

    /// Forgets what is known of the files, so that the next look starts from them.
    func forgetTip() {
        keep([], nil)
    }

    /// Keeps what a writer knows of the files now.
    func keep(_ segments: [SegmentFile], _ tip: TailState?) {
        state.withLock {
            $0.segments = segments
            $0.tip = tip
            $0.listed = nil
            $0.own = tip.map { (segments, $0) }
            $0.changes &+= 1
        }
    }

    private func freshTip() throws(LogError) -> (segments: [SegmentFile], tip: TailState) {
        let (old, oldTip, listed, changes) = state.withLock {
            ($0.segments, $0.tip, $0.listed, $0.changes)
        }
        let change = storage.lastChange()
        var isListed = change != nil && change == listed
        if isListed { isListed = try isThere(old.last) }
        let segments = isListed ? old : try list(old, since: change)
        if !isListed { state.withLock { $0.seen = segments.map(\.header.name) } }
        let tip: TailState
        if let moved = try unchanged(segments, old, oldTip) {
            tip = try Log.confirmed(moved, segments)
        } else {
            tip = try Log.locate(segments)
        }
        noteUnsure(tip)
        state.withLock {
            guard $0.changes == changes else { return }
            $0.segments = segments
            $0.tip = tip
            $0.listed = change
        }
        return (segments, tip)
    }

    /// Whether the name of a segment still stands for its file. The last one, to which others
    /// append, is asked for even where no name changed.
    private func isThere(_ segment: SegmentFile?) throws(LogError) -> Bool {
        guard let segment else { return false }
        return try identity(of: segment.name) == segment.identity
    }

    /// The segments of the folder; those that are open already stay so.
    ///
    /// - Parameter change: What the folder said of its names just before.
    func list(
        _ old: [SegmentFile], since change: FolderChange?
    ) throws(LogError) -> [SegmentFile] {
        let segments: [SegmentFile]
        if old.isEmpty, let change, let known = try namedSegments(change) {
            segments = known
        } else {
            segments = try foundSegments(old, since: change)
        }
        try Log.check(segments)
        try checkIdentity(of: segments[0])
        return segments
    }

    private func foundSegments(
        _ old: [SegmentFile], since change: FolderChange?
    ) throws(LogError) -> [SegmentFile] {
        var names = try segmentNames()
        // A folder is not listed at once: of names that change meanwhile any may be missing.
        for _ in 0..<10 {
            if let change, storage.lastChange() == change { break }
            let again = try segmentNames()
            if again == names { break }
            names = again
        }
        guard !names.isEmpty else { throw .missing }
        var segments: [SegmentFile] = []
        segments.reserveCapacity(names.count)
        var listed = ListedSegments(self, names, isNew: old.isEmpty)
        // All are in order.
        var place = old.startIndex
        for name in names {
            while place < old.endIndex, old[place].header.name < name { place += 1 }
            if place < old.endIndex, old[place].header.name == name, try isThere(old[place]) {
                segments.append(old[place])
            } else if let known = try listed.take(name) {
                segments.append(known)
            } else {
                let writing = storage.isWritable
                segments.append(try SegmentFile.open(name, in: storage, writing: writing))
            }
        }
        return segments
    }

    /// A log that was exchanged for another one while it was open is not gone on with.
    private func checkIdentity(of segment: SegmentFile) throws(LogError) {
        let id = segment.header.logID
        let known = state.withLock { state in
            state.logID = state.logID ?? id
            return state.logID
        }
        guard known == id else { throw .replaced(file: segment.name) }
    }

    /// The old tip moved over what was appended since; `nil` when files were changed in another
    /// way, or may have been: what was not durable may have been taken back.
    private func unchanged(
        _ segments: [SegmentFile], _ old: [SegmentFile], _ tip: TailState?
    ) throws(LogError) -> TailState? {
        guard var tip, segments.count >= old.count, tip.segment < segments.count,
            tip.head.count <= tip.durable
        else { return nil }
        for (new, known) in zip(segments, old) where new !== known { return nil }
        guard try segments[tip.segment].size() >= tip.offset else { return nil }
        for segment in segments[old.count...] { tip.durable = max(tip.durable, segment.claimed) }
        return try Log.advance(tip, segments)
    }

    private static func check(_ segments: [SegmentFile]) throws(LogError) {
        for (index, segment) in segments.enumerated() {
            guard segment.header.logID == segments[0].header.logID else {
                throw .foreignSegment(file: segment.name)
            }
            let expected = UInt64(index) * Limit.segmentEvents
            guard segment.header.firstPosition == expected else {
                let next = segments.last?.header.firstPosition ?? expected
                throw .corrupt(
                    Corruption(
                        file: SegmentName(firstPosition: expected, generation: 0).text, offset: 0,
                        reason: .missingSegment, position: expected, durable: next))
            }
        }
    }

    /// Finds the tip from the slots, without reading what lies before them.
    private static func locate(_ segments: [SegmentFile]) throws(LogError) -> TailState {
        // The durable head is what any slot tells, whichever file it is in.
        let claimed = segments.reduce(0) { max($0, $1.claimed) }
        var index = segments.count - 1
        var slot = try segments[index].slot()
        while index > 0, let known = slot, known.position < segments[index].header.firstPosition {
            index -= 1
            slot = try segments[index].slot()
        }
        // One slot at a time is written, so that a crash leaves the other: two damaged ones are
        // damage, and nothing is taken for a torn end.
        guard let slot else {
            var tip = try scan(segments, durable: claimed, isKnown: false)
            tip.slotDamage = slotDamage(segments[index], at: tip.head.count)
            return tip
        }
        let durable = max(claimed, slot.position)
        guard slot.offset >= segments[index].header.framesOffset,
            try segments[index].size() >= slot.offset,
            let tree = LogTree(size: slot.position, peaks: slot.peaks)
        else { return try scan(segments, durable: durable) }
        guard try agrees(slot, index, segments) else {
            var tip = try scan(segments, durable: durable)
            tip.slotDamage = slotDamage(segments[index], at: tip.head.count)
            return tip
        }
        let head = LogHead(count: slot.position, root: tree.root, logClock: slot.logClock)
        let tip = TailState(
            head: head, durable: durable, slotSegment: index, slot: slot, segment: index,
            offset: slot.offset, chain: tree.root.chain, epoch: slot.epoch, seed: slot.seed,
            torn: nil)
        return try advance(tip, segments)
    }

    /// Walks everything: for a log whose slots do not help.
    ///
    /// - Parameters:
    ///   - durable: How many events must be there.
    ///   - isKnown: Whether there need not be more, so that what follows may be torn; else whatever
    ///     cannot be read is damage.
    static func scan(
        _ segments: [SegmentFile], durable: UInt64, isKnown: Bool = true
    ) throws(LogError) -> TailState {
        let root = LogTree().root
        let slot = HeadSlot.nothing(in: segments[0].header)
        let tip = TailState(
            head: LogHead(count: 0, root: root, logClock: .min), durable: durable,
            slotSegment: 0, slot: slot, segment: 0, offset: slot.offset, chain: root.chain,
            epoch: 0, seed: [], torn: nil)
        let found = try advance(tip, segments)
        guard !isKnown, let reason = found.torn else { return found }
        throw .corrupt(
            Corruption(
                file: segments[found.segment].name, offset: found.offset, reason: reason,
                position: found.head.count, durable: found.head.count))
    }

    /// Walks on from a tip over whole commits.
    ///
    /// - Throws: ``LogError/corrupt(_:)`` when the walk stops before the durable head.
    private static func advance(
        _ start: TailState, _ segments: [SegmentFile]
    ) throws(LogError) -> TailState {
        var tip = start
        var walk = FrameScanner(
            segments,
            from: WalkState(
                segment: start.segment, offset: start.offset, position: start.head.count,
                chain: start.chain, epoch: start.epoch))
        var loader = FrameLoader()
        var seed = start.seed
        var clock = start.head.logClock
        while true {
            let step = try walk.next()
            guard case .frame(let frame) = step else {
                try conclude(&tip, walk, step)
                return tip
            }
            // A crash may have kept the head of a frame and lost what follows it.
            if frame.header.positions.upperBound > tip.durable,
                try !loader.isWhole(frame, segments[frame.segment])
            {
                try conclude(&tip, walk, .broken(.sectionChecksum))
                return tip
            }
            if let rows = frame.rows {
                if let first = rows.seed { seed = first }
                clock = max(clock, rows.header.logClock)
            } else {
                let tree = try loader.tree(frame, segments[frame.segment])
                if let last = tree.seeds.last { seed = last }
                clock = max(clock, frame.columns?.summary.clockHigh ?? .min)
            }
            guard frame.header.flags.contains(.endsCommit) else { continue }
            tip.head = LogHead(
                count: walk.state.position, root: frame.header.root, logClock: clock)
            tip.segment = walk.state.segment
            tip.offset = walk.state.offset
            tip.chain = walk.state.chain
            tip.epoch = walk.state.epoch
            tip.seed = walk.state.position % Limit.seedEvents == 0 ? [] : seed
        }
    }

    /// Tells a torn end from damage.
    private static func conclude(
        _ tip: inout TailState, _ walk: FrameScanner, _ step: FrameScanner.Step
    ) throws(LogError) {
        var reason: Corruption.Reason?
        if case .broken(let why) = step { reason = why }
        if tip.head.count < tip.durable {
            let end = walk.state.position
            if reason == nil, end == walk.segments.last?.limit {
                let lost = SegmentName(firstPosition: end, generation: 0).text
                throw .corrupt(
                    Corruption(
                        file: lost, offset: 0, reason: .missingSegment, position: end,
                        durable: tip.durable))
            }
            throw .corrupt(
                Corruption(
                    file: walk.segments[walk.state.segment].name, offset: walk.state.offset,
                    reason: reason ?? .truncated, position: walk.state.position,
                    durable: tip.durable))
        }
        let isOpen = walk.state.position > tip.head.count
        tip.torn = reason ?? (isOpen ? .truncated : nil)
    }

    /// The newest generation of every segment, in order.
    func segmentNames() throws(LogError) -> [SegmentName] {
        let names: [String]
        do { names = try storage.list() } catch { throw .storage(error) }
        var newest: [SegmentName] = []
        var isReplaced = false
        // Of a segment the newest generation comes last.
        for name in names.compactMap({ SegmentName($0) }).sorted() {
            if newest.last?.firstPosition == name.firstPosition {
                isReplaced = true
                newest.removeLast()
            }
            newest.append(name)
        }
        // The next writer removes what was replaced.
        if isReplaced { state.withLock { $0.swept = nil } }
        return newest
    }

    func identity(of name: String) throws(LogError) -> FileIdentity? {
        do { return try storage.identity(of: name) } catch { throw .storage(error) }
    }
}

/// Where the log ends, and what is known of its end.
struct TailState: Sendable {
    /// The last event that readers see, and the root over all up to it.
    var head: LogHead
    /// How many events are durable for certain.
    var durable: UInt64
    /// Where the walk for the tip began: a segment and the slot found in it.
    var slotSegment: Int
    var slot: HeadSlot
    /// Segment and offset behind the last visible frame.
    var segment: Int
    var offset: UInt64
    /// First bytes of the root at the end, and the highest epoch seen.
    var chain: UInt64
    var epoch: UInt32
    /// Seed of the block of the last event, as far as it is known without reading more.
    var seed: [UInt8]
    /// What follows the last visible frame, when it is not zeros.
    var torn: Corruption.Reason?
    /// Slots that do not tell the end of the log, or wrongly: it can be read, but nobody knows
    /// whether it ended there.
    var slotDamage: Corruption?
}
