/// A value that goes into a statement.
package enum SQLValue: Sendable {
    /// Text, without zeros.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// Bytes as they are.
    case bytes([UInt8])
    /// Nothing.
    case null

    /// A position or a count.
    static func count(_ value: UInt64) -> SQLValue { .integer(Int64(clamping: value)) }
}

/// What a statement gave, in the binary form of PostgreSQL.
package struct SQLRows: Sendable {
    /// One array a row, of one value a column; `nil` for NULL.
    package let rows: [[[UInt8]?]]
    /// Whether the server warned, so that what was done may not be safe yet.
    let isWarned: Bool
}

extension [[UInt8]?] {
    /// An integer of a column, big-endian; `nil` for NULL.
    func integer(_ column: Int) -> Int64? {
        guard let bytes = self[column], bytes.count <= 8, let first = bytes.first else {
            return nil
        }
        let start: Int64 = first >= 0x80 ? -1 : 0
        return bytes.reduce(start) { $0 << 8 | Int64($1) }
    }

    /// A position or a count of a column; `nil` for NULL and what is negative.
    func count(_ column: Int) -> UInt64? { integer(column).flatMap(UInt64.init(exactly:)) }

    /// The text of a column; empty for NULL.
    func text(_ column: Int) -> String {
        String(decoding: self[column] ?? [], as: UTF8.self)
    }

    /// Whether a column is true.
    func isTrue(_ column: Int) -> Bool { self[column] == [1] }
}
