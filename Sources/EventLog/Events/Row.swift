/// One event as the log sees it: a type, a schema version and its values in ascending column order.
///
/// Link columns hold positions. In a row that is still to be appended a negative link value `-1 -
/// i` stands for the event of index `i` in the same commit; the log replaces it.
public struct Row: Hashable, Sendable {
    /// The event type, 0 … 32,767.
    public let type: UInt16
    /// The schema version of the type, 1 … 255.
    public let schema: UInt8
    /// Whether a program that does not know the type must refuse to report or append.
    public let isCritical: Bool
    /// The values, ascending by column, each column at most once, commit columns excluded.
    public private(set) var fields: [Field]

    /// A row of the given values; they are brought into ascending order, and of two values in one
    /// column the later one stays.
    ///
    /// - Complexity: O(*n*) in the number of values where they are in order, O(*c* *n*) for *c*
    ///   columns at worst.
    public init(type: UInt16, schema: UInt8, isCritical: Bool, fields: [Field]) {
        self.type = type & 0x7FFF
        self.schema = schema
        self.isCritical = isCritical
        self.fields = Row.ordered(fields)
    }

    /// The value in a column, or `nil` when the event has none.
    ///
    /// - Complexity: O(*n*) in the number of values, of which an event has a dozen.
    public subscript(column: ColumnID) -> FieldValue? {
        get {
            // Those that are passed over are not copied: each may hold an array.
            for place in fields.indices where fields[place].column == column {
                return fields[place].value
            }
            return nil
        }
        set {
            let place = fields.firstIndex { $0.column >= column } ?? fields.endIndex
            let isThere = place < fields.endIndex && fields[place].column == column
            let new = newValue.map { [Field(column, $0)] } ?? []
            fields.replaceSubrange(place..<(isThere ? place + 1 : place), with: new)
        }
    }

    /// Whether the event's text was erased.
    package var isErased: Bool { self[.commitment] != nil }

    /// The event without its text.
    package var withoutText: Row {
        var row = self
        row.fields.removeAll { $0.column.kind == .text }
        return row
    }

    /// The event without what an erasure left of its text.
    package var withoutSalt: Row {
        guard fields.last?.column.isLeftByErasure == true else { return self }
        var row = self
        row.fields.removeAll { $0.column.isLeftByErasure }
        return row
    }

    private static func ordered(_ fields: [Field]) -> [Field] {
        var isAscending = true
        for place in fields.indices.dropFirst()
        where fields[place].column <= fields[place - 1].column { isAscending = false }
        if isAscending { return fields }
        var ordered: [Field] = []
        ordered.reserveCapacity(fields.count)
        for field in fields {
            var place = ordered.count
            while place > 0, ordered[place - 1].column > field.column { place -= 1 }
            if place > 0, ordered[place - 1].column == field.column {
                ordered[place - 1] = field
            } else {
                ordered.insert(field, at: place)
            }
        }
        return ordered
    }
}
