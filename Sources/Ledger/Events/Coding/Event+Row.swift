package import EventLog

extension Event {
    /// The event as the log sees it. References into the same commit are negative: `-1 - i`.
    package var row: Row {
        switch self {
        case .unknown(let row): return row
        case .custom(let record): return record.row
        default: break
        }
        var writer = RowWriter()
        writer.write(self)
        return writer.events.row(at: 0)
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
