/// Holds a walk over a whole log against the rules of the format, frame by frame.
struct LogRules {
    /// What breaks a rule.
    struct Broken: Error {
        let rule: FormatRule
    }

    /// The commit that the next frame continues, and where it began.
    private var open: CommitHeader?
    /// The commit of the last event.
    private var last: CommitHeader?
    private var clock = Int64.min

    // MARK: Frames

    /// Takes in a frame of rows.
    mutating func take(_ rows: RowBody, _ header: FrameHeader) throws(Broken) {
        if header.flags.contains(.isSealed) { throw Broken(rule: .rowsSealed) }
        let last = header.positions.upperBound - 1
        guard header.firstPosition / Limit.seedEvents == last / Limit.seedEvents else {
            throw Broken(rule: .rowsAcross)
        }
        try begin(rows.header, header.firstPosition)
        for row in rows.rows {
            if row.schema == 0 { throw Broken(rule: .schema) }
            if row.fields.last?.column.isLeftByErasure == true { try holdRemains(of: row) }
        }
        if rows.hasLinks { try hold(rows.rows, from: header.firstPosition) }
        end(header)
    }

    /// What an erasure left is hashed as it is: 32 bytes, and nothing that no hash covers.
    private func holdRemains(of row: Row) throws(Broken) {
        let texts = row.fields.filter { $0.column.kind == .text }
        for field in texts where field.column.isLeftByErasure {
            guard field.value.bytes?.count == Digest.byteCount else {
                throw Broken(rule: .erasedSalt)
            }
        }
        if row.isErased, texts.count > 1 { throw Broken(rule: .erasedText) }
    }

    /// The same of the events of a frame of columns.
    private func holdRemains(of batch: ColumnBatch) throws(Broken) {
        for column in [ColumnID.salt, .commitment] {
            let isShort = batch.bytes[column]?.dictionary.contains { $0.count != Digest.byteCount }
            if batch.integers[column] != nil || isShort == true {
                throw Broken(rule: .erasedSalt)
            }
        }
        guard let erased = batch.bytes[.commitment] else { return }
        let rows = Set(erased.rows)
        for (column, values) in batch.bytes where column.kind == .text && column != .commitment {
            if !rows.isDisjoint(with: values.rows) { throw Broken(rule: .erasedText) }
        }
        for (column, values) in batch.integers where column.kind == .text {
            if !rows.isDisjoint(with: values.rows) { throw Broken(rule: .erasedText) }
        }
    }

    private func hold(_ rows: [Row], from first: UInt64) throws(Broken) {
        for (row, position) in zip(rows, first...) {
            for field in row.fields.prefix(while: { $0.column.kind == .link }) {
                guard let link = field.value.integer, link >= 0, UInt64(link) < position else {
                    throw Broken(rule: .links)
                }
            }
        }
    }

    /// Takes in a frame of columns, of which links were held against positions already.
    mutating func take(
        _ batch: ColumnBatch, _ columns: ColumnFrame?, _ header: FrameHeader
    ) throws(Broken) {
        let isSealed = header.flags.contains(.isSealed)
        if header.flags.contains(.compressed) { throw Broken(rule: .columnsCompressed) }
        if columns?.startsWithZeros == false { throw Broken(rule: .columnsZeros) }
        let sections = (columns?.entries ?? []).map(\.id)
        if Set(sections).count < sections.count { throw Broken(rule: .sectionTwice) }
        if isSealed {
            guard header.index == 0, header.total == 0 else { throw Broken(rule: .sealedIndex) }
            let ends = header.positions.upperBound % Limit.alignmentEvents
            guard header.firstPosition % UInt64(Limit.frameEventsMax) == 0, ends == 0 else {
                throw Broken(rule: .sealedPlace)
            }
        } else if batch.commits.count != 1 {
            throw Broken(rule: .columnsCommit)
        }
        if batch.keys.contains(where: { $0.schema == 0 }) { throw Broken(rule: .schema) }
        try holdRemains(of: batch)
        let retracted = batch.retractedKeys
        if retracted.contains(where: { $0.type != 0 || $0.schema != 0 || $0.isCritical }) {
            throw Broken(rule: .retractedType)
        }
        for run in batch.commits {
            try begin(run.header, header.firstPosition + UInt64(run.firstIndex))
        }
        guard last?.id == header.commitID else { throw Broken(rule: .lastCommit) }
        end(header)
    }

    /// Takes in events of a commit from a position on, at the start of a frame or in one.
    private mutating func begin(_ commit: CommitHeader, _ position: UInt64) throws(Broken) {
        if let open {
            guard open.id == commit.id else { throw Broken(rule: .commitGoesOn) }
            guard open.firstPosition == commit.firstPosition else {
                throw Broken(rule: .commitBack)
            }
            guard open.fields == commit.fields else { throw Broken(rule: .commitFields) }
        } else {
            guard commit.firstPosition == position else { throw Broken(rule: .commitBack) }
            try holdFields(of: commit)
            guard commit.logClock >= clock else { throw Broken(rule: .clock) }
            clock = commit.logClock
        }
        last = commit
        open = nil
    }

    private func holdFields(of commit: CommitHeader) throws(Broken) {
        for field in commit.fields {
            switch field.column {
            case .recordedAt, .clockLead, .actor, .batch:
                guard field.value.integer != nil else { throw Broken(rule: .commitColumns) }
            case .key:
                guard let key = field.value.bytes else { throw Broken(rule: .commitKey) }
                guard key.count <= Limit.keyBytesMax else { throw Broken(rule: .keyLength) }
            case .index, .commitID: throw Broken(rule: .commitColumns)
            default: break
            }
        }
        let (_, overflows) = commit.recordedAt.addingReportingOverflow(
            commit[.clockLead]?.integer ?? 0)
        if overflows { throw Broken(rule: .clock) }
    }

    private mutating func end(_ header: FrameHeader) {
        open = header.flags.contains(.endsCommit) ? nil : last
    }
}
