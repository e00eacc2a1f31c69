/// The tree behind some events, and the seed of the block in which it ends.
struct RemainsTree {
    private(set) var tree = LogTree()
    private var seed: [UInt8] = []

    /// Events that are hashed at once, at most.
    private static let inputsMax = 1_024

    /// Behind no events.
    init() {}

    /// What a frame of columns says itself; `nil` where that does not give its root.
    init?(behind events: RemainingEvents, after last: RemainsTree?) {
        let size = events.positions.upperBound
        guard let peaks = events.peaks, let tree = LogTree(size: size, peaks: peaks),
            tree.root == events.root
        else { return nil }
        self.tree = tree
        let block = size / Limit.seedEvents
        if size % Limit.seedEvents == 0 { return }
        if let own = events.seeds[block] {
            seed = own
        } else if let last, block * Limit.seedEvents < events.firstPosition {
            seed = last.seed
        } else {
            return nil
        }
    }

    /// With the leaves of the events that follow; `nil` where too little of them is known.
    func adding(_ events: RemainingEvents) -> RemainsTree? {
        guard events.missing.isEmpty, events.firstPosition == tree.size else { return nil }
        var (next, inputs, leaves) = (self, LeafInputs(), [Digest]())
        var (run, index) = (-1, 0)
        while index < events.rows.count {
            let position = events.firstPosition + UInt64(index)
            let left = Limit.seedEvents - position % Limit.seedEvents
            if left == Limit.seedEvents {
                guard let seed = events.seeds[position / Limit.seedEvents] else { return nil }
                next.seed = seed
            }
            let end = min(events.rows.count, index + min(Int(left), RemainsTree.inputsMax))
            inputs.removeAll()
            for place in index..<end {
                if run + 1 < events.runs.count, events.runs[run + 1].firstIndex == place {
                    run += 1
                    inputs.begin(events.runs[run].header)
                }
                guard run >= 0 else { return nil }
                let first = events.runs[run].header.firstPosition
                let (number, isBefore) = (events.firstPosition + UInt64(place))
                    .subtractingReportingOverflow(first)
                guard !isBefore,
                    (try? inputs.append(events.rows[place], index: number)) != nil
                else { return nil }
            }
            inputs.hash(0..<inputs.count, from: position, seed: next.seed, to: &leaves)
            index = end
        }
        next.tree.append(leaves) { _ in }
        return next
    }
}
