package import EventLog

extension EventLine {
    /// The event and its commit, as a log would take them behind what came before.
    ///
    /// - Parameters:
    ///   - number: The line's number, for what is wrong with it.
    ///   - names: What columns and types are called in the file.
    ///   - commit: The commit of the event before; `nil` for the first one.
    package func event(
        ofLine number: Int, _ names: EventNames, behind commit: CommitHeader?
    ) throws(EventFileError) -> (Row, CommitHeader) {
        func bad(_ field: String) -> EventFileError { .badLine(number, field: field) }
        guard let number = names.type(type), number < 0x8000 else { throw bad("type") }
        guard schema > 0 else { throw bad("schema") }
        guard let id = [UInt8](hex: self.commit).flatMap({ CommitID(bytes: $0) }) else {
            throw bad("commit")
        }
        var own: [Field] = []
        var shared: [Field] = []
        for (name, value) in columns {
            guard let column = names.column(name, of: type) else { throw bad("columns.\(name)") }
            let field = Field(column, value.stored)
            if column.kind == .commit, column < .index {
                shared.append(field)
                continue
            }
            guard RowRule.allows(field) else { throw bad("columns.\(name)") }
            if column.kind == .link, let link = field.value.integer,
                link < 0 || link >= Int64(clamping: position)
            {
                throw bad("columns.\(name)")
            }
            own.append(field)
        }
        guard index <= position, index < UInt64(Limit.commitEventsMax) else { throw bad("index") }
        let row = Row(type: number, schema: schema, isCritical: critical, fields: own)
        shared.sort { $0.column < $1.column }
        // Two names may mean the same column.
        guard row.fields.count == own.count,
            zip(shared, shared.dropFirst()).allSatisfy({ $0.column != $1.column })
        else { throw bad("columns") }
        let header = CommitHeader(id: id, firstPosition: position - index, fields: shared)
        if header != commit {
            guard index == 0, header.id != commit?.id else { throw bad("index") }
            guard header[.recordedAt]?.integer != nil,
                header.logClock >= commit?.logClock ?? .min
            else { throw bad("columns.recorded at") }
            guard header.key?.count ?? 0 <= Limit.keyBytesMax else { throw bad("columns.key") }
        }
        return (row, header)
    }
}
