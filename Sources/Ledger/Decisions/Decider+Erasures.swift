extension Decider {
    mutating func erase(_ texts: EraseTexts) throws(DecisionError) {
        try checkOpened()
        guard !texts.ids.isEmpty else { throw .nothingGiven }
        if texts.isRecorder {
            for id in texts.ids { try check(person: .position(id)) }
        }
        var known: Set<UInt64> = []
        for id in texts.ids {
            guard id < state.count else { throw .unknownTarget(id) }
            for target in state.lines[id]?.entry ?? [id] where known.insert(target).inserted {
                decision.events.append(
                    .textErased(
                        TextErased(
                            target: .position(target), isRecorder: texts.isRecorder,
                            reason: texts.reason)))
            }
        }
    }
}

/// Text that is to be erased.
public struct EraseTexts: Hashable, Sendable {
    /// Lines, tasks, persons, batches or other events, by position: everything recorded of them; of
    /// a line, of all lines of its entry.
    package var ids: [UInt64]
    /// Whether the ids are persons, and everything that they recorded goes, too.
    package var isRecorder: Bool
    /// Why; may be empty.
    package var reason: String

    /// What to erase.
    public init(ids: [UInt64], isRecorder: Bool = false, reason: String = "") {
        self.ids = ids
        self.isRecorder = isRecorder
        self.reason = reason
    }
}
