package import EventLog

extension Event {
    /// The event as the log sees it. References into the same commit are negative: `-1 - i`.
    package var row: Row {
        if case .unknown(let row) = self { return row }
        var writer = RowWriter()
        let type = write(to: &writer)
        return Row(
            type: type?.rawValue ?? 0, schema: type?.schema ?? 0,
            isCritical: type?.isCritical ?? false, fields: writer.values.fields)
    }

    /// Adds the columns of the event; returns its type, `nil` for one that is not known.
    func write(to writer: inout RowWriter) -> EventType? {
        switch self {
        case .ledgerOpened(let content): writer.write(.ledgerOpened, content)
        case .personAdded(let content): writer.write(.personAdded, content)
        case .settingsChanged(let content): writer.write(.settingsChanged, content)
        case .currencyDeclared(let content): writer.write(.currencyDeclared, content)
        case .accountOpened(let content): writer.write(.accountOpened, content)
        case .batchStarted(let content): writer.write(.batchStarted, content)
        case .categoryRenamed(let content): writer.write(.categoryRenamed, content)
        case .lineAdded(let content): writer.write(.lineAdded, content)
        case .lineAmended(let content): writer.write(.lineAmended, content)
        case .lineVoided(let content): writer.write(.lineVoided, content)
        case .lineRestored(let content): writer.write(.lineRestored, content)
        case .taskAdded(let content): writer.write(.taskAdded, content)
        case .taskEdited(let content): writer.write(.taskEdited, content)
        case .taskCompleted(let content): writer.write(.taskCompleted, content)
        case .taskReopened(let content): writer.write(.taskReopened, content)
        case .taskRescheduled(let content): writer.write(.taskRescheduled, content)
        case .taskDropped(let content): writer.write(.taskDropped, content)
        case .accountChanged(let content): writer.write(.accountChanged, content)
        case .statementAsserted(let content): writer.write(.statementAsserted, content)
        case .assertionWithdrawn(let content): writer.write(.assertionWithdrawn, content)
        case .commitUndone(let content): writer.write(.commitUndone, content)
        case .schemasDeclared(let content): writer.write(.schemasDeclared, content)
        case .booksClosed(let content): writer.write(.booksClosed, content)
        case .booksReopened(let content): writer.write(.booksReopened, content)
        case .textErased(let content): writer.write(.textErased, content)
        case .personChanged(let content): writer.write(.personChanged, content)
        case .unitAdded(let content): writer.write(.unitAdded, content)
        case .unitChanged(let content): writer.write(.unitChanged, content)
        case .membershipSet(let content): writer.write(.membershipSet, content)
        case .membershipEnded(let content): writer.write(.membershipEnded, content)
        case .rightsGranted(let content): writer.write(.rightsGranted, content)
        case .rightsRevoked(let content): writer.write(.rightsRevoked, content)
        case .unknown: nil
        }
    }

    /// The event of a row that stands in the log at a position.
    ///
    /// - Parameter upcasting: How rows of older schema versions are read.
    /// - Throws: ``StoreError/needsNewerVersion(position:type:schema:)`` for a critical row of a
    ///   type or version that this program does not know (one that is not critical is
    ///   ``Event/unknown(_:)``), ``StoreError/undecodable(position:column:)`` for a row that does
    ///   not say what its type needs, with column 0 for a version that never was.
    package init(
        row: Row, at position: UInt64, upcasting: Upcasting = .current
    ) throws(StoreError) {
        guard let type = EventType(rawValue: row.type), row.schema <= type.schema else {
            if row.isCritical {
                throw .needsNewerVersion(position: position, type: row.type, schema: row.schema)
            }
            self = .unknown(row)
            return
        }
        guard let row = upcasting.upcast(row, to: type.schema) else {
            throw .undecodable(position: position, column: .wholeEvent)
        }
        try self.init(type, RowReader(row: row, position: position))
    }

    private init(_ type: EventType, _ reader: RowReader) throws(StoreError) {
        switch type {
        case .ledgerOpened: self = .ledgerOpened(try LedgerOpened(from: reader))
        case .personAdded: self = .personAdded(try PersonAdded(from: reader))
        case .settingsChanged: self = .settingsChanged(try SettingsChanged(from: reader))
        case .currencyDeclared: self = .currencyDeclared(try Currency(from: reader))
        case .accountOpened: self = .accountOpened(try AccountOpened(from: reader))
        case .batchStarted: self = .batchStarted(try BatchStarted(from: reader))
        case .categoryRenamed: self = .categoryRenamed(try CategoryRenamed(from: reader))
        case .lineAdded: self = .lineAdded(try LineAdded(from: reader))
        case .lineAmended: self = .lineAmended(try LineAmended(from: reader))
        case .lineVoided: self = .lineVoided(try LineVoided(from: reader))
        case .lineRestored: self = .lineRestored(try LineRestored(from: reader))
        case .taskAdded: self = .taskAdded(try TaskAdded(from: reader))
        case .taskEdited: self = .taskEdited(try TaskEdited(from: reader))
        case .taskCompleted: self = .taskCompleted(try TaskChange(from: reader))
        case .taskReopened: self = .taskReopened(try TaskChange(from: reader))
        case .taskRescheduled: self = .taskRescheduled(try TaskRescheduled(from: reader))
        case .taskDropped: self = .taskDropped(try TaskChange(from: reader))
        case .accountChanged: self = .accountChanged(try AccountChanged(from: reader))
        case .statementAsserted: self = .statementAsserted(try StatementAsserted(from: reader))
        case .assertionWithdrawn:
            self = .assertionWithdrawn(try AssertionWithdrawn(from: reader))
        case .commitUndone: self = .commitUndone(try CommitUndone(from: reader))
        case .schemasDeclared: self = .schemasDeclared(try SchemasDeclared(from: reader))
        case .booksClosed: self = .booksClosed(try BooksClosed(from: reader))
        case .booksReopened: self = .booksReopened(try BooksReopened(from: reader))
        case .textErased: self = .textErased(try TextErased(from: reader))
        case .personChanged: self = .personChanged(try PersonChanged(from: reader))
        case .unitAdded: self = .unitAdded(try UnitAdded(from: reader))
        case .unitChanged: self = .unitChanged(try UnitChanged(from: reader))
        case .membershipSet: self = .membershipSet(try MembershipSet(from: reader))
        case .membershipEnded: self = .membershipEnded(try MembershipEnded(from: reader))
        case .rightsGranted: self = .rightsGranted(try RightsChanged(from: reader))
        case .rightsRevoked: self = .rightsRevoked(try RightsChanged(from: reader))
        }
    }
}

/// What an event says, apart from its type: how it becomes columns and comes back.
protocol RowContent {
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
