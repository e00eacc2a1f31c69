/// Events in their canonical form, see ``FieldCoding``, one behind the other: encoded once, hashed
/// and stored from here. Links to events of the same commit are negative until a commit is
/// admitted; see ``Row``.
package struct EncodedEvents: Sendable {
    /// An event among the bytes.
    struct Event: Sendable {
        var type: UInt16 = 0
        var schema: UInt8 = 0
        var isCritical = false
        /// Whether the layer above looks at it when its links are resolved.
        var needsCheck = false
        /// Where it starts, where its text columns start, and where it ends.
        var start = 0
        var facts = 0
        var end = 0
        /// What its values count for in a piece, see ``PieceRule``.
        var valueBytes = 0
        /// The last position that it refers to; -1 for none.
        var linkMax: Int64 = -1
        /// Its links to events of the same commit, among ``EncodedEvents/links``.
        var links = 0..<0
        /// The first column that an event must not have, not in that place, or not with that value.
        var badColumn: ColumnID?
        fileprivate var last: UInt8 = 0
    }

    /// A link to an event of the same commit: the field that stands for it.
    struct Link: Sendable {
        let column: ColumnID
        let value: Int64
        let field: Range<Int>
    }

    private(set) var bytes: [UInt8] = []
    private(set) var events: [Event] = []
    private(set) var links: [Link] = []
    private var next = Event()

    package init() {}

    /// How many events there are.
    package var count: Int { events.count }

    /// The first event that has a column which it must not have.
    package var badColumn: (column: ColumnID, index: Int)? {
        for (index, event) in events.enumerated() {
            if let column = event.badColumn { return (column, index) }
        }
        return nil
    }

    /// Forgets the events and keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
        links.removeAll(keepingCapacity: true)
        next = Event()
    }

    // MARK: Adding

    /// Adds an integer to the next event; in a link column it is a link.
    package mutating func add(_ value: Int64, in column: ColumnID) {
        if column.kind == .link { return add(link: value, in: column) }
        begin(column)
        if !RowRule.allows(column, isInteger: true) { setBad(column) }
        append(value, in: column)
    }

    /// Adds the position of another event, or `-1 - i` for the event of index `i` of the commit.
    package mutating func add(link value: Int64, in column: ColumnID) {
        begin(column)
        if !RowRule.allows(column, isInteger: true) { setBad(column) }
        let start = bytes.count
        append(value, in: column)
        if value >= 0 { return refer(to: value) }
        links.append(Link(column: column, value: value, field: start..<bytes.count))
    }

    /// Says that the next event refers to a position.
    package mutating func refer(to position: Int64) {
        next.linkMax = max(next.linkMax, position)
    }

    /// Adds bytes to the next event.
    package mutating func add(_ value: [UInt8], in column: ColumnID) {
        beginBytes(column)
        next.valueBytes += value.count
        FieldCoding.append(value, in: column, to: &bytes)
        end(column)
    }

    /// Adds a string in UTF-8, and a last byte where one is given.
    package mutating func add(_ text: String, _ more: UInt8? = nil, in column: ColumnID) {
        beginBytes(column)
        var text = text
        text.makeContiguousUTF8()
        let count = text.utf8.count + (more == nil ? 0 : 1)
        next.valueBytes += count
        bytes.append(column.rawValue)
        Varint.append(UInt64(count) << 1 | 1, to: &bytes)
        bytes += text.utf8
        if let more { bytes.append(more) }
        end(column)
    }

    /// Ends the next event.
    package mutating func end(
        type: UInt16, schema: UInt8, isCritical: Bool, needsCheck: Bool = false
    ) {
        next.type = type
        next.schema = schema
        next.isCritical = isCritical
        next.needsCheck = needsCheck
        next.end = bytes.count
        next.links = next.links.lowerBound..<links.count
        events.append(next)
        next = Event()
        next.start = bytes.count
        next.facts = bytes.count
        next.links = links.count..<links.count
    }

    /// Adds an event.
    ///
    /// - Parameter isLink: Whether integers in a column other than a link column are links, too.
    package mutating func add(
        _ row: Row, needsCheck: Bool = false, isLink: (ColumnID) -> Bool = { _ in false }
    ) {
        for field in row.fields {
            switch field.value {
            case .integer(let value) where isLink(field.column):
                add(link: value, in: field.column)
            case .integer(let value): add(value, in: field.column)
            case .bytes(let value): add(value, in: field.column)
            }
        }
        end(
            type: row.type, schema: row.schema, isCritical: row.isCritical, needsCheck: needsCheck)
    }

    private mutating func append(_ value: Int64, in column: ColumnID) {
        next.valueBytes += 8
        FieldCoding.append(value, in: column, to: &bytes)
        end(column)
    }

    private mutating func beginBytes(_ column: ColumnID) {
        begin(column)
        if !RowRule.allows(column, isInteger: false) { setBad(column) }
    }

    private mutating func begin(_ column: ColumnID) {
        if column.rawValue <= next.last || column.isLeftByErasure { setBad(column) }
        next.last = column.rawValue
    }

    private mutating func setBad(_ column: ColumnID) {
        if next.badColumn == nil { next.badColumn = column }
    }

    private mutating func end(_ column: ColumnID) {
        if column.kind != .text { next.facts = bytes.count }
    }

    // MARK: Looking

    /// An event as values, its links as they were added.
    package func row(at index: Int) -> Row {
        let event = events[index]
        return Row(
            type: event.type, schema: event.schema, isCritical: event.isCritical,
            fields: FieldCoding.values(bytes, event.start..<event.end))
    }

    /// The events as values.
    package var rows: [Row] { events.indices.map(row) }
}
