/// What a commit must be before it is written, and how it is cut into frames.
enum CommitRule {
    /// The rows with links to events of the same commit replaced by positions.
    ///
    /// - Throws: ``LogError/emptyCommit``, ``LogError/badLink(index:)`` for a link to an event that
    ///   does not stand before, ``LogError/badColumn(_:index:)``, ``LogError/tooLarge(_:index:)``.
    static func resolved(
        _ draft: CommitDraft, firstPosition: UInt64
    ) throws(LogError) -> [Row] {
        guard !draft.rows.isEmpty else { throw .emptyCommit }
        guard draft.rows.count <= Limit.commitEventsMax else { throw .tooLarge(.commit, index: 0) }
        guard (draft.key?.count ?? 0) <= Limit.keyBytesMax else { throw .tooLarge(.key, index: 0) }
        var rows = draft.rows
        for index in rows.indices {
            try resolve(
                &rows[index], at: index, from: firstPosition, isReplica: draft.isReplica)
        }
        return rows
    }

    /// Replaces the links of one event of a commit; throws as ``resolved(_:firstPosition:)`` does.
    static func resolve(
        _ row: inout Row, at index: Int, from firstPosition: UInt64, isReplica: Bool = false
    ) throws(LogError) {
        for place in row.fields.indices {
            let column = row.fields[place].column
            guard RowRule.allows(row.fields[place]), isReplica || !column.isLeftByErasure else {
                throw .badColumn(column, index: index)
            }
            guard column.kind == .link, let link = row.fields[place].value.integer else { continue }
            let own = Int64(clamping: firstPosition) + Int64(index)
            // Of two negative numbers, so that nothing overflows: first - 1 - link = first +
            // ~link.
            let (sum, overflows) = Int64(clamping: firstPosition).addingReportingOverflow(~link)
            let position = link < 0 ? sum : link
            guard link >= 0 || !overflows, position < own else { throw .badLink(index: index) }
            if link < 0 { row[column] = .integer(position) }
        }
    }

    /// What the commit's events share. The log clock never goes back: where the wall clock does,
    /// the difference is kept.
    static func fields(_ draft: CommitDraft, lastClock: Int64) -> [Field] {
        var fields = [Field(.recordedAt, .integer(draft.recordedAt))]
        let lead = max(lastClock, draft.recordedAt) &- draft.recordedAt
        if lead != 0 { fields.append(Field(.clockLead, .integer(lead))) }
        if let actor = draft.actor {
            fields.append(Field(.actor, .integer(Int64(clamping: actor))))
        }
        if let batch = draft.batch {
            fields.append(Field(.batch, .integer(Int64(clamping: batch))))
        }
        if let key = draft.key { fields.append(Field(.key, .bytes(key))) }
        return fields
    }

    /// Cuts a commit into frames; see ``PieceRule``.
    static func pieces(_ rows: [Row], _ header: CommitHeader) -> [FramePiece] {
        var pieces: [FramePiece] = []
        var rule = PieceRule(header.firstPosition)
        var start = 0
        func cut(at end: Int) {
            pieces.append(
                FramePiece(
                    firstPosition: header.firstPosition + UInt64(start),
                    rows: Array(rows[start..<end]),
                    runs: [CommitRun(firstIndex: 0, header: header)]))
            start = end
        }
        for (index, row) in rows.enumerated() {
            let bytes = PieceRule.byteCount(row)
            if rule.takes(bytes) { continue }
            cut(at: index)
            rule = PieceRule(header.firstPosition + UInt64(index))
            _ = rule.takes(bytes)
        }
        if start < rows.count { cut(at: rows.count) }
        return pieces
    }

    /// Whether a commit in the log says what another one asks for, as far as it was not erased.
    static func isSame(_ stored: [Row], from firstPosition: UInt64, as asked: [Row]) -> Bool {
        let asked =
            zip(asked, stored).map { $1.isErased ? $0.withoutText : $0 }
            + asked.dropFirst(stored.count)
        return content(stored.map(\.withoutSalt), firstPosition: firstPosition)
            == content(asked, firstPosition: nil)
    }

    /// What of an event counts when a commit is compared with an earlier one of the same key: no
    /// clocks, no actor, no positions of its own, no old values.
    private static func content(_ rows: [Row], firstPosition: UInt64?) -> [[Field]] {
        rows.map { row in
            let type = Field(
                ColumnID(rawValue: 0), .integer(Int64(row.type) << 8 | Int64(row.schema)))
            return [type]
                + row.fields.compactMap { field in
                    switch field.column.kind {
                    case .retractedKey, .retractedNumber: return nil
                    case .link where field.column == .previous: return nil
                    case .link:
                        guard let first = firstPosition, let link = field.value.integer,
                            link >= Int64(clamping: first)
                        else { return field }
                        return Field(field.column, .integer(-1 - (link - Int64(clamping: first))))
                    default: return field
                    }
                }
        }
    }
}

/// Where the events of a commit are cut into frames: no frame crosses a multiple of 65,536
/// positions, none that starts between two multiples of 4,096 crosses the next, so that what
/// sealing puts together never has to be cut apart; and texts do not grow out of all proportion.
struct PieceRule {
    /// How many events there may be.
    private let room: Int
    private var count = 0
    private var bytes = 0

    /// A piece that starts at a position.
    init(_ firstPosition: UInt64) {
        let isAligned = firstPosition % Limit.alignmentEvents == 0
        let step = isAligned ? UInt64(Limit.frameEventsMax) : Limit.alignmentEvents
        room = Int((firstPosition + 1).roundedUp(to: step) - firstPosition)
    }

    /// Whether an event of so many bytes still belongs to the piece; the first one does, however
    /// large it is.
    mutating func takes(_ bytes: Int) -> Bool {
        self.bytes += bytes
        guard count == 0 || count < room && self.bytes <= Limit.pieceBytesMax else { return false }
        count += 1
        return true
    }

    /// What an event counts for.
    static func byteCount(_ row: Row) -> Int {
        row.fields.reduce(0) { $0 + $1.value.byteCount }
    }
}

extension FieldValue {
    /// What the value counts for in a piece.
    fileprivate var byteCount: Int {
        switch self {
        case .integer: 8
        case .bytes(let value): value.count
        }
    }
}
