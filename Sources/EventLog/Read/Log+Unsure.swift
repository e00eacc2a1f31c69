internal import Synchronization

/// What was seen before it was durable. A writer that fails takes back what it wrote, and others
/// may append in its place.
extension Log {
    /// A tip that is durable where a slot says so: one is written behind the sync.
    static func confirmed(_ tip: TailState, _ segments: [SegmentFile]) throws(LogError) -> TailState
    {
        guard tip.head.count > tip.durable, let slot = try segments[tip.segment].slot(),
            slot.position == tip.head.count, slot.peaks.isEmpty == (slot.position == 0),
            LogTree(size: slot.position, peaks: slot.peaks)?.root == tip.head.root
        else { return tip }
        var tip = tip
        tip.durable = slot.position
        return tip
    }

    /// How many ends are remembered, at most.
    private static let unsureMax = 64

    /// Remembers an end that may be taken back.
    func noteUnsure(_ tip: TailState) {
        guard tip.head.count > tip.durable else { return }
        state.withLock {
            guard $0.unsure.last != tip.head else { return }
            $0.unsure = $0.unsure.suffix(Log.unsureMax - 1) + [tip.head]
        }
    }

    /// How many of the events stay, whatever becomes of a writer.
    package func durableCount() throws(LogError) -> UInt64 { try tip().tip.durable }

    /// Whether events that this log has shown are not there any more: whoever decided on them has
    /// to decide anew. It is told once.
    package func hasTakenBack() throws(LogError) -> Bool {
        let seen = state.withLock { state in
            defer { state.unsure = [] }
            return state.unsure
        }
        guard !seen.isEmpty else { return false }
        let head = try head()
        for known in seen {
            if known.count > head.count { return true }
            if try root(at: known.count) != known.root { return true }
        }
        return false
    }
}
