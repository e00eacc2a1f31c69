public import EventLog

/// Collects the columns of a custom event, in any order.
public struct CustomEventWriter {
    private(set) var fields: [Field] = []

    init() {}

    /// Sets a number; `nil` is left out.
    public mutating func set(_ value: Int64?, in column: ColumnID) {
        if let value { fields.append(Field(column, .integer(value))) }
    }

    /// Sets a text; `nil` is left out, and so is an empty one that can be erased.
    public mutating func set(_ text: String?, in column: ColumnID) {
        guard let text, !text.isEmpty || !column.isErasable else { return }
        fields.append(Field(column, .bytes(Array(text.utf8))))
    }

    /// Sets bytes; `nil` is left out.
    public mutating func set(_ bytes: [UInt8]?, in column: ColumnID) {
        if let bytes { fields.append(Field(column, .bytes(bytes))) }
    }

    /// Sets a link to an earlier event, possibly of the same commit; `nil` is left out.
    public mutating func set(_ reference: Reference?, in column: ColumnID) {
        if let reference { fields.append(Field(column, .integer(reference.link))) }
    }
}

/// Reads the columns of a custom event, and names the one that does not hold what it should.
public struct CustomEventReader {
    private let reader: RowReader

    init(_ reader: RowReader) { self.reader = reader }

    /// The position of the event.
    public var position: UInt64 { reader.position }

    /// A number that has to be there.
    public func integer(_ column: ColumnID) throws(StoreError) -> Int64 {
        try reader.required(column, reader.integer)
    }

    /// A number; `nil` for none.
    public func optionalInteger(_ column: ColumnID) throws(StoreError) -> Int64? {
        try reader.integer(column)
    }

    /// A text that is a fact, and has to be there.
    public func string(_ column: ColumnID) throws(StoreError) -> String {
        try reader.required(column, reader.string)
    }

    /// A text; empty where there is none, or it was erased.
    public func text(_ column: ColumnID) throws(StoreError) -> String { try reader.text(column) }

    /// Bytes; `nil` for none.
    public func bytes(_ column: ColumnID) throws(StoreError) -> [UInt8]? {
        try reader.bytes(column)
    }

    /// A link to an earlier event; `nil` for none.
    public func reference(_ column: ColumnID) throws(StoreError) -> Reference? {
        try reader.reference(column)
    }

    /// What is thrown for a value that cannot be.
    public func undecodable(_ column: ColumnID) -> StoreError { reader.undecodable(column) }
}
