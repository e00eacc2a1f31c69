internal import EventLog

/// Reads the columns of one event, and names the column that does not hold what it should.
struct RowReader {
    let row: Row
    let position: UInt64

    func undecodable(_ column: ColumnID) -> StoreError {
        .undecodable(position: position, column: column)
    }

    /// What `read` finds in a column that has to be there.
    func required<Value>(
        _ column: ColumnID, _ read: (ColumnID) throws(StoreError) -> Value?
    ) throws(StoreError) -> Value {
        guard let value = try read(column) else { throw undecodable(column) }
        return value
    }

    func integer<Value: FixedWidthInteger>(_ column: ColumnID) throws(StoreError) -> Value? {
        guard let field = row[column] else { return nil }
        guard let value = field.integer.flatMap(Value.init(exactly:)) else {
            throw undecodable(column)
        }
        return value
    }

    func bytes(_ column: ColumnID) throws(StoreError) -> [UInt8]? {
        guard let field = row[column] else { return nil }
        guard let bytes = field.bytes else { throw undecodable(column) }
        return bytes
    }

    func string(_ column: ColumnID) throws(StoreError) -> String? {
        guard let bytes = try bytes(column) else { return nil }
        guard let string = String(bytes[...], isASCII: false) else { throw undecodable(column) }
        return string
    }

    /// Erasable text; missing is empty.
    func text(_ column: ColumnID) throws(StoreError) -> String {
        try string(column) ?? ""
    }

    /// A reference is to an earlier event: whoever follows references comes to an end.
    func reference(_ column: ColumnID) throws(StoreError) -> Reference? {
        guard let target: UInt64 = try integer(column) else { return nil }
        guard target < position else { throw undecodable(column) }
        return .position(target)
    }

    func value<Value: RawRepresentable>(
        _ column: ColumnID
    ) throws(StoreError) -> Value? where Value.RawValue: FixedWidthInteger {
        guard let raw: Value.RawValue = try integer(column) else { return nil }
        guard let value = Value(rawValue: raw) else { throw undecodable(column) }
        return value
    }

    func day(_ column: ColumnID) throws(StoreError) -> Day? {
        try integer(column).map { Day(daysSince1970: $0) }
    }

    func category(_ column: ColumnID) throws(StoreError) -> CategoryPath? {
        guard let bytes = try bytes(column) else { return nil }
        guard let category = CategoryPath(bytes[...], isASCII: false) else {
            throw undecodable(column)
        }
        return category
    }

    func currency(_ column: ColumnID) throws(StoreError) -> Currency? {
        guard let bytes = try bytes(column) else { return nil }
        guard let exponent = bytes.last,
            let code = String(bytes.dropLast(), isASCII: false),
            let currency = Currency(code: code, exponent: Int(exponent))
        else { throw undecodable(column) }
        return currency
    }

    func tags() throws(StoreError) -> [String] {
        guard let bytes = try bytes(.tags) else { return [] }
        guard let tags = [String](bytes[...], isASCII: false) else { throw undecodable(.tags) }
        return tags
    }

    /// Shares are of earlier persons, and together the amount that the event states.
    func shares() throws(StoreError) -> [Share] {
        guard let bytes = try bytes(.shares) else { return [] }
        guard let shares = [Share](stored: bytes), let last = shares.last, last.person < position,
            let amount: Int64 = try integer(.amount), shares.addUp(to: amount)
        else { throw undecodable(.shares) }
        return shares
    }

    func deadline() throws(StoreError) -> Deadline? {
        let day = try day(.deadlineDay)
        let instant: Int64? = try integer(.deadlineInstant)
        if let day, instant == nil { return .day(day) }
        guard let instant else { return nil }
        if day != nil { throw undecodable(.deadlineInstant) }
        return .instant(Timestamp(millisecondsSince1970: instant))
    }
}
