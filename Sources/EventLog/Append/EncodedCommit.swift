/// A commit that is encoded for the position at which it is to stand: what becomes of every commit,
/// whoever made it, before it is admitted.
package struct EncodedCommit: Sendable {
    /// What its events share; has no rows.
    package let shared: CommitDraft
    /// The events, links resolved.
    package let events: [EncodedEvent]
    /// The leaves of the events, where somebody has hashed them before; `nil` where nobody has.
    package let leaves: KnownLeaves?

    /// A commit of events that were encoded elsewhere.
    package init(
        _ shared: CommitDraft, _ events: [EncodedEvent], leaves: KnownLeaves? = nil
    ) {
        self.shared = shared
        self.events = events
        self.leaves = leaves
    }

    /// A draft. Negative links `-1 - i` become the position of the event of index `i`.
    package init(_ draft: CommitDraft, at firstPosition: UInt64) {
        var shared = draft
        shared.rows = []
        self.init(shared, draft.rows.map { EncodedEvent($0, from: firstPosition) })
    }

    /// Refuses what cannot be in a log.
    ///
    /// - Throws: What ``admit(count:key:)`` throws; ``LogError/badLink(index:)`` for a link to an
    ///   event that does not stand before, ``LogError/badColumn(_:index:)``, ``LogError/full``.
    package func admit(at firstPosition: UInt64) throws(LogError) {
        try EncodedCommit.admit(count: events.count, key: shared.key)
        for index in events.indices {
            try events[index].admit(
                at: index, from: firstPosition, isReplica: shared.isReplica)
        }
        guard firstPosition + UInt64(events.count) <= Limit.logEventsMax else { throw .full }
    }

    /// Refuses a commit that is too small or too large, before it is encoded.
    ///
    /// - Throws: ``LogError/emptyCommit``, ``LogError/tooLarge(_:index:)``.
    package static func admit(count: Int, key: [UInt8]?) throws(LogError) {
        guard count > 0 else { throw .emptyCommit }
        guard count <= Limit.commitEventsMax else { throw .tooLarge(.commit, index: 0) }
        try admit(key: key)
    }

    /// Refuses an idempotency key that is too long.
    package static func admit(key: [UInt8]?) throws(LogError) {
        guard (key?.count ?? 0) <= Limit.keyBytesMax else { throw .tooLarge(.key, index: 0) }
    }

    /// Cuts the commit into frames; see ``PieceRule``.
    func pieces(_ header: CommitHeader) -> [FramePiece] {
        let known = leaves.flatMap { $0.header == header ? $0 : nil }
        var pieces: [FramePiece] = []
        var rule = PieceRule(header.firstPosition)
        var start = 0
        func cut(at end: Int) {
            pieces.append(
                FramePiece(
                    firstPosition: header.firstPosition + UInt64(start),
                    events: Array(events[start..<end]),
                    runs: [CommitRun(firstIndex: 0, header: header)], leaves: known))
            start = end
        }
        for (index, event) in events.enumerated() {
            if rule.takes(event.valueBytes) { continue }
            cut(at: index)
            rule = PieceRule(header.firstPosition + UInt64(index))
            _ = rule.takes(event.valueBytes)
        }
        if start < events.count { cut(at: events.count) }
        return pieces
    }
}
