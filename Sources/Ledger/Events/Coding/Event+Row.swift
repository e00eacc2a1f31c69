package import EventLog

extension Event {
    /// The event as the log sees it. References into the same commit are negative: `-1 - i`.
    package var row: Row {
        if let rawRow { return rawRow }
        var writer = RowWriter()
        if let type = write(to: &writer) { writer.set(type) }
        return writer.event.row
    }

    /// The row of an event that is not of a type of the ledger's own, and is written as it is.
    var rawRow: Row? {
        switch self {
        case .unknown(let row): row
        case .custom(let record): record.row
        default: nil
        }
    }

    /// Adds the columns of the event; returns its type, `nil` for one that has a ``rawRow``.
    ///
    /// Lines, of which imports bring millions, are written without a box for what they say.
    func write(to writer: inout RowWriter) -> EventType? {
        switch self {
        case .lineAdded(let content): return writer.write(.lineAdded, content)
        case .lineAmended(let content): return writer.write(.lineAmended, content)
        case .lineVoided(let content): return writer.write(.lineVoided, content)
        case .lineRestored(let content): return writer.write(.lineRestored, content)
        default:
            guard let type, let content else { return nil }
            content.write(to: &writer)
            return type
        }
    }

    /// The event of a row that stands in the log at a position.
    ///
    /// - Parameter upcasting: How rows of older schema versions are read.
    /// - Throws: ``StoreError/needsNewerVersion(position:type:schema:)`` for a critical row of a
    ///   type or version that this program does not know (one that is not critical is
    ///   ``Event/custom(_:)`` or ``Event/unknown(_:)``),
    ///   ``StoreError/undecodable(position:column:)`` for a row that does not say what its type
    ///   needs, with column 0 for a version that never was.
    package init(
        row: Row, at position: UInt64, upcasting: Upcasting = .current
    ) throws(StoreError) {
        guard let type = EventType(rawValue: row.type), row.schema <= type.schema else {
            if row.isCritical {
                throw .needsNewerVersion(position: position, type: row.type, schema: row.schema)
            }
            self = CustomEventRecord(row: row).map { .custom($0) } ?? .unknown(row)
            return
        }
        guard let row = upcasting.upcast(row, to: type.schema) else {
            throw .undecodable(position: position, column: .wholeEvent)
        }
        self = try type.declaration.read(RowReader(row: row, position: position))
    }
}

/// What an event says, apart from its type: how it becomes columns and comes back.
protocol RowContent: SendableMetatype {
    /// Adds the columns.
    func write(to writer: inout RowWriter)

    /// Throws ``StoreError/undecodable(position:column:)`` for a column that is missing or does not
    /// hold what it should; columns that the type does not know are passed over.
    init(from reader: RowReader) throws(StoreError)
}

extension ColumnID {
    /// No column: stands where an error concerns a whole event.
    package static let wholeEvent = ColumnID(rawValue: 0)
}
