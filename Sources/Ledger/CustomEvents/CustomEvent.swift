public import EventLog

/// An event of another package: what its values are, and how they become columns.
///
/// ```swift
/// struct OrderPlaced: CustomEvent {
///     var customer: String
///     var cents: Int64
///
///     static let type = CustomEventType(
///         0x4000, "order", "placed",
///         [.integer(.customFact(0), "cents"), .text(.customText(0), "customer")])
///
///     func write(to writer: inout CustomEventWriter) {
///         writer.set(cents, in: .customFact(0))
///         writer.set(customer, in: .customText(0))
///     }
///
///     init(from reader: CustomEventReader) throws(StoreError) {
///         cents = try reader.integer(.customFact(0))
///         customer = try reader.text(.customText(0))
///     }
/// }
/// ```
///
/// Custom events are never critical: a program that does not know them passes over them, and no
/// figure of the ledger is made of them. <doc:CustomEvents> has a whole example.
public protocol CustomEvent: Hashable, Sendable {
    /// What is declared of it.
    static var type: CustomEventType { get }

    /// Sets the columns.
    func write(to writer: inout CustomEventWriter)

    /// Reads the columns, in the newest version.
    ///
    /// - Throws: ``StoreError/undecodable(position:column:)`` for a column that is missing or does
    ///   not hold what it should; the reader does.
    init(from reader: CustomEventReader) throws(StoreError)
}

/// A custom event as it stands in the log, whoever wrote it.
public struct CustomEventRecord: Hashable, Sendable {
    /// The event as the log sees it.
    let row: Row

    /// The event of a row; `nil` where the row is of no custom type, or critical.
    init?(row: Row) {
        guard EventNumbers.custom.contains(row.type), !row.isCritical else { return nil }
        self.row = row
    }

    /// The columns of an event, held against what is declared of it.
    ///
    /// - Throws: ``CustomEventError`` where the declaration cannot be, or the columns are others.
    package init<Content: CustomEvent>(_ content: Content) throws(CustomEventError) {
        let type = Content.type
        try type.check()
        var writer = CustomEventWriter()
        content.write(to: &writer)
        row = Row(
            type: type.number, schema: type.version, isCritical: false, fields: writer.fields)
        let columns = type.versions.last?.columns ?? []
        for field in row.fields {
            let column = columns.first { $0.id == field.column }
            guard let column, (column.kind == .integer) == (field.value.integer != nil) else {
                throw .badColumn(type.name, field.column)
            }
        }
        for column in columns where column.isRequired && row[column.id] == nil {
            throw .badColumn(type.name, column.id)
        }
    }

    /// The number of its type.
    public var number: UInt16 { row.type }

    /// The version in which it was written.
    public var version: UInt8 { row.schema }

    /// The value in a column, as it was written; `nil` for none.
    public subscript(column: ColumnID) -> FieldValue? { row[column] }

    /// The event as a value of a type; `nil` where it is of another one.
    ///
    /// An older version is brought up to the newest by the steps of the type.
    ///
    /// - Parameters:
    ///   - content: The type.
    ///   - position: Where the event stands.
    /// - Throws: ``StoreError/undecodable(position:column:)`` for what does not say what the type
    ///   needs, ``StoreError/needsNewerVersion(position:type:schema:)`` for a version that the type
    ///   does not know.
    package func decoded<Content: CustomEvent>(
        as content: Content.Type = Content.self, at position: UInt64
    ) throws(StoreError) -> Content? {
        let type = Content.type
        guard number == type.number else { return nil }
        guard version <= type.version else {
            throw .needsNewerVersion(position: position, type: number, schema: version)
        }
        guard let row = type.upcast(row) else {
            throw .undecodable(position: position, column: .wholeEvent)
        }
        return try Content(from: CustomEventReader(RowReader(row: row, position: position)))
    }
}

extension Event {
    /// An event of another package.
    ///
    /// - Throws: ``CustomEventError`` where the declaration cannot be, or the columns are others.
    public init(_ content: some CustomEvent) throws(CustomEventError) {
        self = .custom(try CustomEventRecord(content))
    }
}

extension RecordedEvent {
    /// The event as a value of a type; `nil` where it is of another one. See
    /// ``CustomEventRecord/decoded(as:at:)``.
    public func decoded<Content: CustomEvent>(
        as content: Content.Type = Content.self
    ) throws(StoreError) -> Content? {
        guard case .custom(let record) = event else { return nil }
        return try record.decoded(as: content, at: position)
    }
}

extension EventView {
    /// The event as a value of a type; `nil` where it is of another one. See
    /// ``CustomEventRecord/decoded(as:at:)``.
    ///
    /// - Complexity: O(1) for an event of another type.
    public func decoded<Content: CustomEvent>(
        as content: Content.Type = Content.self
    ) throws(StoreError) -> Content? {
        guard columns.batch.keys[Int(columns.batch.keyCodes[index])].type == Content.type.number
        else { return nil }
        guard case .custom(let record) = try event() else { return nil }
        return try record.decoded(as: content, at: position)
    }
}
