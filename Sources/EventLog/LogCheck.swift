/// Goes through all frames of a log: hashes every event, and holds all that is stored beside them
/// against that and against the rules of the format.
struct LogCheck {
    private let segments: [SegmentFile]
    private(set) var checker = TreeChecker()
    private var rules = LogRules()
    /// What the slots claim; `nil` where not all events are looked at.
    private var claims: SlotClaims?
    private var loader = FrameLoader()
    private var segment = -1

    init(_ segments: [SegmentFile], _ claims: SlotClaims?) {
        self.segments = segments
        self.claims = claims
    }

    /// Takes in the next frame.
    ///
    /// - Parameter commit: Called with the id of every commit that begins in it.
    mutating func take(
        _ frame: WalkedFrame, _ commit: (CommitID) -> Void
    ) throws(LogError) {
        try enter(frame.segment)
        if let rows = frame.rows {
            try hold(frame) { (rules) throws(LogRules.Broken) in
                try rules.take(rows, frame.header)
            }
            if let seed = rows.seed { checker.seed = seed }
            checker.add(rows)
            if rows.header.firstPosition == frame.header.firstPosition { commit(rows.header.id) }
        } else {
            try take(columns: frame, commit)
        }
        guard checker.tree.root == frame.header.root else {
            throw Log.rootDamage(frame, segments[frame.segment])
        }
        guard frame.header.flags.contains(.endsCommit) else { return }
        try claims?.hold(
            frame.header.positions.upperBound,
            SlotClaims.Place(
                end: (frame.segment, frame.end), epoch: frame.header.epoch, clock: rules.clock,
                seed: checker.seed, peaks: checker.tree.peaks), segments)
    }

    /// Takes in the end of the log, which may have no frame at all.
    mutating func end() throws(LogError) {
        if !segments.isEmpty { try enter(0) }
        try claims?.end(segments, count: checker.tree.size)
    }

    /// Holds the headers of the segments up to one against the events before them.
    private mutating func enter(_ last: Int) throws(LogError) {
        while segment < last {
            segment += 1
            let header = segments[segment].header
            var broken: FormatRule?
            if header.salt == 0 { broken = .headerSalt }
            if header.root != checker.tree.root { broken = .headerRoot }
            if let broken {
                throw .corrupt(
                    Corruption(
                        file: segments[segment].name, offset: 0, reason: .rule(broken),
                        position: header.firstPosition, durable: header.firstPosition))
            }
            guard segment == 0 else { continue }
            try claims?.hold(
                0,
                SlotClaims.Place(
                    end: nil, epoch: 0, clock: .min, seed: [], peaks: []), segments)
        }
    }

    private mutating func take(
        columns frame: WalkedFrame, _ commit: (CommitID) -> Void
    ) throws(LogError) {
        let file = segments[frame.segment]
        let tree = try loader.tree(frame, file)
        let batch = try loader.batch(frame, file, .all)
        let before = rules
        try hold(frame) { (rules) throws(LogRules.Broken) in
            try rules.take(batch, frame.columns, frame.header)
        }
        let positions = frame.header.positions
        let inside = (claims?.positions ?? []).filter {
            positions.lowerBound < $0 && $0 < positions.upperBound
        }
        let seeds = checker.seed
        let peaks = checker.add(batch, tree, peaksAt: inside[...])
        guard checker.agrees(with: tree), FrameSummary(batch) == frame.columns?.summary else {
            throw Log.rootDamage(frame, file)
        }
        for (position, peaks) in zip(inside, peaks) {
            let ended = batch.commits.firstPlace { $0.header.firstPosition >= position }
            guard ended < batch.commits.count,
                batch.commits[ended].header.firstPosition == position
            else { continue }
            let clock = ended > 0 ? batch.commits[ended - 1].header.logClock : before.clock
            let block = (position - 1) / Limit.seedEvents
            let first = positions.lowerBound.roundedUp(to: Limit.seedEvents) / Limit.seedEvents
            let seed = block < first ? seeds : tree.seeds[Int(block - first)]
            try claims?.hold(
                position,
                SlotClaims.Place(end: nil, epoch: nil, clock: clock, seed: seed, peaks: peaks),
                segments)
        }
        for run in batch.commits where positions.contains(run.header.firstPosition) {
            commit(run.header.id)
        }
    }

    /// Says where a rule is broken.
    private mutating func hold(
        _ frame: WalkedFrame, _ body: (inout LogRules) throws(LogRules.Broken) -> Void
    ) throws(LogError) {
        do throws(LogRules.Broken) { try body(&rules) } catch {
            throw .corrupt(
                Corruption(
                    file: segments[frame.segment].name, offset: frame.offset,
                    reason: .rule(error.rule), position: frame.header.firstPosition,
                    durable: frame.header.positions.upperBound))
        }
    }
}
