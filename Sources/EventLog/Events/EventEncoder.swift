/// The values of one event in their canonical form, see ``FieldCoding``, written one after the
/// other into memory that is used again.
package struct EventEncoder: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where the text columns begin.
    private(set) var facts = 0
    /// What the values count for in a piece, see ``PieceRule``.
    private(set) var valueBytes = 0
    /// Whether the columns ascend, hold what they may, and the links are positions below this.
    private var isAllowed = true
    private var linkMax: Int64 = -1
    private var last: UInt8 = 0

    package init() {}

    /// Starts another event.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        facts = 0
        valueBytes = 0
        isAllowed = true
        linkMax = -1
        last = 0
    }

    /// Adds an integer.
    package mutating func add(_ value: Int64, in column: ColumnID) {
        switch begin(column) {
        case .link:
            if value < 0 { isAllowed = false }
            linkMax = max(linkMax, value)
        case .commit, .reserved: isAllowed = false
        default: break
        }
        valueBytes += 8
        FieldCoding.append(value, in: column, to: &bytes)
        end(column)
    }

    /// Adds bytes.
    package mutating func add(_ value: [UInt8], in column: ColumnID) {
        beginBytes(column)
        valueBytes += value.count
        FieldCoding.append(value, in: column, to: &bytes)
        end(column)
    }

    /// Adds a string in UTF-8, and a last byte where one is given.
    package mutating func add(_ text: String, _ more: UInt8? = nil, in column: ColumnID) {
        beginBytes(column)
        var text = text
        text.makeContiguousUTF8()
        let count = text.utf8.count + (more == nil ? 0 : 1)
        valueBytes += count
        bytes.append(column.rawValue)
        Varint.append(UInt64(count) << 1 | 1, to: &bytes)
        bytes += text.utf8
        if let more { bytes.append(more) }
        end(column)
    }

    /// The values, in the order in which they were added.
    package var fields: [Field] { FieldCoding.fields(bytes, 0..<bytes.count) ?? [] }

    /// Whether an event at a position may have the values: then nothing of it needs to be looked at
    /// again.
    func isAllowed(at position: UInt64) -> Bool {
        isAllowed && linkMax < Int64(clamping: position)
    }

    private mutating func beginBytes(_ column: ColumnID) {
        switch begin(column) {
        case .key, .retractedKey, .fact, .text: break
        default: isAllowed = false
        }
    }

    private mutating func begin(_ column: ColumnID) -> ColumnID.Kind {
        if column.rawValue <= last || column.isLeftByErasure { isAllowed = false }
        last = column.rawValue
        return column.kind
    }

    private mutating func end(_ column: ColumnID) {
        if column.kind != .text { facts = bytes.count }
    }
}
