/// A large commit on its way into the log: encoded event by event for the position at which it will
/// stand, and kept in a file without a name until it is whole.
///
/// Nothing is locked and the log's own files are not touched until
/// ``Log/append(_:)-(CommitSpool)``. Memory is bounded by two frames and some thousand events.
/// Used by one thread at a time.
package final class CommitSpool {
    /// The end of the log for which the commit is encoded.
    let base: LogHead
    let header: CommitHeader
    /// How many events there are.
    private(set) var count = 0

    private let writer: SpoolWriter
    private var rule: PieceRule
    /// The frame that is being put together: rows while it is small, columns when it is not.
    private var rows: [Row] = []
    private var columns: BatchBuilder?
    private var pieceStart: UInt64
    private var inputs: LeafInputs
    private var frames = 0
    private var failure: LogError?

    /// How much is handed on to be hashed at once, in events and bytes.
    private static let inputsMax = (events: 2_048, bytes: 1 << 19)

    init(after base: LogHead, _ header: CommitHeader, _ writer: SpoolWriter) {
        self.base = base
        self.header = header
        self.writer = writer
        rule = PieceRule(base.count)
        pieceStart = base.count
        inputs = LeafInputs()
        inputs.begin(header)
    }

    /// The position of the first event.
    package var firstPosition: UInt64 { base.count }

    /// The position of the next event.
    private var position: UInt64 { base.count + UInt64(count) }

    /// Adds the next event of the commit.
    ///
    /// Negative links `-1 - i` are replaced by the position of the event of index `i`.
    ///
    /// - Throws: ``LogError`` for what cannot be in a commit, or for what could not be written; the
    ///   commit cannot be appended then.
    /// - Complexity: O(*c*) amortised for *c* values.
    package func append(_ row: Row) throws(LogError) {
        if let failure { throw failure }
        do throws(LogError) { try add(row) } catch {
            failure = error
            throw error
        }
    }

    private func add(_ row: Row) throws(LogError) {
        guard count < Limit.commitEventsMax else { throw .tooLarge(.commit, index: 0) }
        guard position < Limit.logEventsMax else { throw .full }
        var row = row
        try CommitRule.resolve(&row, at: count, from: base.count)
        if !rule.takes(row) {
            try cut()
            rule = PieceRule(position, holding: row)
        }
        do { try inputs.append(row, index: UInt64(count)) } catch {
            throw .tooLarge(error, index: count)
        }
        if columns == nil {
            rows.append(row)
            if rows.count > Limit.rowEventsMax { makeColumns() }
        } else {
            columns?.append(row)
        }
        count += 1
        let most = CommitSpool.inputsMax
        if inputs.count >= most.events || inputs.bytes.count >= most.bytes {
            try hash(isLarge: true)
        }
    }

    /// Turns rows that have become too many into columns.
    private func makeColumns() {
        var builder = BatchBuilder(firstPosition: pieceStart)
        builder.begin(header)
        for row in rows { builder.append(row) }
        columns = builder
        rows = []
    }

    private func hash(isLarge: Bool) throws(LogError) {
        let full = inputs
        inputs = LeafInputs()
        inputs.begin(header)
        try writer.hash(full, isLarge: isLarge)
    }

    /// Ends a frame; another one follows.
    private func cut() throws(LogError) {
        try finishPiece()
        pieceStart = position
    }

    private func finishPiece() throws(LogError) {
        guard frames < Limit.commitFramesMax else { throw .tooLarge(.commit, index: 0) }
        frames += 1
        try hash(isLarge: false)
        if let columns {
            self.columns = nil
            try writer.write(.columns(columns))
        } else {
            try writer.write(.rows(rows, header))
            rows = []
        }
    }

    /// Ends the commit.
    ///
    /// - Throws: ``LogError/emptyCommit``, and what ``append(_:)`` threw.
    func finish() throws(LogError) -> SpooledCommit {
        if let failure { throw failure }
        guard count > 0 else { throw .emptyCommit }
        if !rows.isEmpty || columns != nil {
            do throws(LogError) { try finishPiece() } catch {
                failure = error
                throw error
            }
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
