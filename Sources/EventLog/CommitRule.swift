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
            for field in rows[index].fields {
                guard RowRule.allows(field) else { throw .badColumn(field.column, index: index) }
                guard field.column.kind == .link, let link = field.value.integer else { continue }
                let own = Int64(clamping: firstPosition) + Int64(index)
                // Of two negative numbers, so that nothing overflows: first - 1 - link = first +
                // ~link.
                let (sum, overflows) = Int64(clamping: firstPosition)
                    .addingReportingOverflow(~link)
                let position = link < 0 ? sum : link
                guard link >= 0 || !overflows, position < own else {
                    throw .badLink(index: index)
                }
                if link < 0 { rows[index][field.column] = .integer(position) }
            }
        }
        return rows
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

    /// Cuts a commit so that no frame crosses a multiple of 65,536 positions, and none that starts
    /// between two multiples of 4,096 crosses the next: what sealing puts together never has to be
    /// cut apart.
    static func pieces(_ rows: [Row], _ header: CommitHeader) -> [FramePiece] {
        var pieces: [FramePiece] = []
        var start = 0
        while start < rows.count {
            let position = header.firstPosition + UInt64(start)
            let isAligned = position % Limit.alignmentEvents == 0
            let step = isAligned ? UInt64(Limit.frameEventsMax) : Limit.alignmentEvents
            let room = Int((position + 1).roundedUp(to: step) - position)
            let end = CommitRule.end(of: rows, from: start, most: min(rows.count, start + room))
            pieces.append(
                FramePiece(
                    firstPosition: position, rows: Array(rows[start..<end]),
                    runs: [CommitRun(firstIndex: 0, header: header)]))
            start = end
        }
        return pieces
    }

    /// Where a frame must end so that its texts do not grow out of all proportion.
    private static func end(of rows: [Row], from start: Int, most end: Int) -> Int {
        var bytes = 0
        for index in start..<end {
            for field in rows[index].fields { bytes += field.value.bytes?.count ?? 8 }
            if bytes > Limit.pieceBytesMax, index > start { return index }
        }
        return end
    }

    /// What of an event counts when a commit is compared with an earlier one of the same key: no
    /// clocks, no actor, no positions of its own, no old values.
    static func content(_ rows: [Row], firstPosition: UInt64?) -> [[Field]] {
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
