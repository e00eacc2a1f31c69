/// Goes through all frames of a log: hashes every event, and holds all that is stored beside them
/// against that and against the rules of the format.
struct LogCheck {
    private let segments: [SegmentFile]
    private(set) var checker = TreeChecker()
    private var rules = LogRules()
    private var loader = FrameLoader(isStrict: true)
    private var segment = -1

    init(_ segments: [SegmentFile]) { self.segments = segments }

    /// Takes in the next frame.
    ///
    /// - Parameter commit: Called with the id of every commit that begins in it.
    mutating func take(
        _ frame: WalkedFrame, _ commit: (CommitID) -> Void
    ) throws(LogError) {
        try enter(frame.segment)
        let segment = segments[frame.segment]
        let positions = frame.header.positions
        var held = self.rules
        if let rows = frame.rows {
            try LogCheck.hold(frame, segment) { () throws(LogRules.Broken) in
                try held.take(rows, frame.header)
            }
            if rows.header.firstPosition == positions.lowerBound { commit(rows.header.id) }
        }
        try checker.add(frame, segment, &loader) { batch throws(LogError) in
            try LogCheck.hold(frame, segment) { () throws(LogRules.Broken) in
                try held.take(batch, frame.columns, frame.header)
            }
            for run in batch.commits where positions.contains(run.header.firstPosition) {
                commit(run.header.id)
            }
        }
        rules = held
    }

    /// Holds the headers of the segments up to one against the events before them.
    ///
    /// - Parameter last: The segment; that of a log without events is 0.
    mutating func enter(_ last: Int) throws(LogError) {
        while segment < last {
            segment += 1
            let header = segments[segment].header
            var broken: FormatRule?
            if header.salt == 0 { broken = .headerSalt }
            if header.root != checker.tree.root { broken = .headerRoot }
            guard let broken else { continue }
            throw .corrupt(
                Corruption(
                    file: segments[segment].name, offset: 0, reason: .rule(broken),
                    position: header.firstPosition, durable: header.firstPosition))
        }
    }

    /// Says where a rule is broken.
    private static func hold(
        _ frame: WalkedFrame, _ segment: SegmentFile,
        _ body: () throws(LogRules.Broken) -> Void
    ) throws(LogError) {
        do throws(LogRules.Broken) { try body() } catch {
            throw .corrupt(
                Corruption(
                    file: segment.name, offset: frame.offset,
                    reason: .rule(error.rule), position: frame.header.firstPosition,
                    durable: frame.header.positions.upperBound))
        }
    }
}
