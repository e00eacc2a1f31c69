/// A large commit on its way into the log: encoded event by event for the position at which it will
/// stand, and kept in a file without a name until it is whole.
///
/// Nothing is locked and the log's own files are not touched until
/// ``Log/append(_:)-(CommitSpool)``. Memory is bounded by a frame and some thousand events.
/// Used by one thread at a time.
package final class CommitSpool {
    /// The end of the log for which the commit is encoded.
    let base: LogHead
    /// The seed with which its first events are hashed.
    let seed: [UInt8]
    let header: CommitHeader
    /// How many events there are.
    private(set) var count = 0

    private let writer: SpoolWriter
    private var rule: PieceRule
    private var inputs: LeafInputs
    private var frames = 0
    private var failure: LogError?
    private var isFinished = false

    /// How much is handed on at once, in events and bytes.
    private static let inputsMax = (events: 2_048, bytes: 1 << 19)

    init(
        after base: LogHead, seed: [UInt8], _ header: CommitHeader, _ writer: SpoolWriter
    ) {
        self.base = base
        self.seed = seed
        self.header = header
        self.writer = writer
        rule = PieceRule(base.count)
        inputs = writer.inputs()
    }

    /// The position of the first event.
    package var firstPosition: UInt64 { base.count }

    /// The position of the next event.
    private var position: UInt64 { base.count + UInt64(count) }

    /// Adds the next event of the commit.
    ///
    /// Negative links `-1 - i` are replaced by the position of the event of index `i`.
    ///
    /// - Throws: As ``append(_:hasOwnSalt:)`` does.
    package func append(_ row: Row) throws(LogError) {
        try append(EncodedEvent(row, from: base.count))
    }

    /// Adds the next event of the commit, as it was encoded for its position.
    ///
    /// - Parameter hasOwnSalt: Whether the event may have a salt of its own.
    /// - Throws: ``LogError`` for what cannot be in a commit, or for what could not be written; the
    ///   commit cannot be appended then.
    /// - Complexity: O(*n*) amortised in its bytes.
    package func append(_ event: EncodedEvent, hasOwnSalt: Bool = false) throws(LogError) {
        if let failure { throw failure }
        do throws(LogError) { try add(event, hasOwnSalt) } catch {
            failure = error
            throw error
        }
    }

    private func add(_ event: EncodedEvent, _ hasOwnSalt: Bool) throws(LogError) {
        try event.admit(at: count, from: base.count, isReplica: hasOwnSalt)
        try begin(event.valueBytes)
        do throws(TooLarge) { try inputs.append(event, index: UInt64(count)) } catch {
            throw .tooLarge(error, index: count)
        }
        try end()
    }

    /// Makes room for an event of so many bytes.
    private func begin(_ bytes: Int) throws(LogError) {
        guard count < Limit.commitEventsMax else { throw .tooLarge(.commit, index: 0) }
        guard position < Limit.logEventsMax else { throw .full }
        if !rule.takes(bytes) {
            try cut()
            rule = PieceRule(position)
            _ = rule.takes(bytes)
        }
    }

    private func end() throws(LogError) {
        count += 1
        let most = CommitSpool.inputsMax
        if inputs.count >= most.events || inputs.bytes.count >= most.bytes {
            try flush(isLarge: true)
        }
    }

    private func flush(isLarge: Bool) throws(LogError) {
        guard inputs.count > 0 else { return }
        let full = inputs
        inputs = writer.inputs()
        try writer.add(full, isLarge: isLarge)
    }

    /// Ends a frame.
    private func cut() throws(LogError) {
        guard frames < Limit.commitFramesMax else { throw .tooLarge(.commit, index: 0) }
        frames += 1
        try flush(isLarge: false)
        try writer.endFrame()
    }

    /// Ends the commit.
    ///
    /// - Throws: ``LogError/emptyCommit``, and what ``append(_:)`` threw.
    func finish() throws(LogError) -> SpooledCommit {
        if let failure { throw failure }
        guard count > 0 else { throw .emptyCommit }
        do throws(LogError) {
            if !isFinished { try cut() }
            isFinished = true
        } catch {
            failure = error
            throw error
        }
        return try writer.finish()
    }
}

/// The encoded frames of a whole commit.
struct SpooledCommit: Sendable {
    let file: SpoolFile
    let frames: [SpoolFrame]
    /// The tree, the seed of the last block and the root with the commit.
    let tree: LogTree
    let seed: [UInt8]
}

/// A frame in a spool.
struct SpoolFrame: Sendable {
    /// Where it stands in the file, and how long it is, in bytes.
    let offset: UInt64
    let length: Int
    /// The positions of its events.
    let positions: Range<UInt64>
    /// The root of the tree before it.
    let root: Digest
}
