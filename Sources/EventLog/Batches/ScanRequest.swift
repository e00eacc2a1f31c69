/// Which events are picked, and what of them.
public struct ScanRequest: Sendable {
    /// Frames in which none of these types occurs are passed over.
    public var types: TypeSet
    /// Links, numbers, and facts that are integers.
    public var integers: [ColumnID]
    /// Facts and text that are bytes.
    public var bytes: [ColumnID]
    /// Only events that state something of one of these days are picked; `nil` for all.
    public var days: ClosedRange<Int64>?

    /// Events of some types, or of some days.
    public init(
        types: TypeSet, integers: [ColumnID] = [], bytes: [ColumnID] = [],
        days: ClosedRange<Int64>? = nil
    ) {
        self.types = types
        self.integers = integers
        self.bytes = bytes
        self.days = days
    }

    /// The sections in which that is.
    public var sections: Sections {
        (integers + bytes).reduce(into: Sections.hot) { sections, column in
            switch column.kind {
            case .link: sections.insert(.links)
            case .fact: sections.insert(.facts)
            case .text: sections.insert(.text)
            default: break
            }
        }
    }

    /// The number columns, without the day.
    var numbers: [ColumnID] { integers.filter { $0.kind == .number && $0 != LineCoding.day } }
    /// Whether it asks for the day.
    var hasDay: Bool { integers.contains(LineCoding.day) }

    /// Whether an event that states a day, or none, is wanted.
    func admits(day: Int64?) -> Bool {
        guard let days else { return true }
        return day.map(days.contains) ?? false
    }
}

/// The events of some types out of those that are stored together, with some of their columns: for
/// readers to whom the others mean nothing.
public struct ScanResult: Sendable {
    /// A type as it is stored.
    public struct Kind: Hashable, Sendable {
        /// The number of the type.
        public let type: UInt16
        /// Its schema version.
        public let schema: UInt8
        /// Whether events of it must not be passed over by who does not know it.
        public let isCritical: Bool

        init(type: UInt16, schema: UInt8, isCritical: Bool) {
            self.type = type
            self.schema = schema
            self.isCritical = isCritical
        }

        /// The type of the events of a key.
        public init(_ key: GroupKey) {
            self.init(type: key.type, schema: key.schema, isCritical: key.isCritical)
        }
    }

    /// The position from which ``rows`` are counted.
    public let firstPosition: UInt64
    /// Distinct keys; those of the events are among them.
    public internal(set) var keys: [GroupKey] = []
    /// The events, ascending.
    public internal(set) var rows: [UInt32] = []
    /// Of each event the index of its key.
    public internal(set) var codes: [UInt16] = []
    /// The columns of integers that were asked for, as far as there are any; others of the events
    /// that are stored there may have values, too.
    public internal(set) var integers: [ColumnID: IntegerColumn] = [:]
    /// The same of those of bytes.
    public internal(set) var bytes: [ColumnID: BytesColumn] = [:]

    init(firstPosition: UInt64) { self.firstPosition = firstPosition }

    /// The events of a batch whose type passes.
    ///
    /// - Parameters:
    ///   - pick: What is asked for; its types are of no account.
    ///   - isWanted: Whether events of a type are wanted.
    /// - Complexity: O(*n*).
    public init(_ batch: ColumnBatch, _ pick: ScanRequest, where isWanted: (Kind) -> Bool) {
        firstPosition = batch.firstPosition
        keys = batch.keys
        let wanted = batch.keys.map { isWanted(Kind($0)) }
        guard wanted.contains(true) else { return }
        let days = batch.numbers[LineCoding.day] ?? []
        for (row, code) in batch.keyCodes.enumerated() where wanted[Int(code)] {
            let day = batch.keys[Int(code)].has(LineCoding.day) ? days[row] : nil
            guard pick.admits(day: day) else { continue }
            rows.append(UInt32(row))
            codes.append(code)
        }
        for column in pick.integers {
            integers[column] =
                column.kind == .number
                ? numbers(column, of: batch) : batch.links[column] ?? batch.integers[column]
        }
        for column in pick.bytes { bytes[column] = batch.bytes[column] }
    }

    private func numbers(_ column: ColumnID, of batch: ColumnBatch) -> IntegerColumn? {
        guard let values = batch.numbers[column] else { return nil }
        var found = IntegerColumn()
        for (row, code) in zip(rows, codes) where keys[Int(code)].has(column) {
            found.append(values[Int(row)], at: row)
        }
        return found
    }

    /// Leaves out the events that do not lie in a range.
    mutating func clamp(to range: Range<UInt64>) {
        let isInside = rows.map { range.contains(firstPosition + UInt64($0)) }
        codes = zip(codes, isInside).filter(\.1).map(\.0)
        rows = zip(rows, isInside).filter(\.1).map(\.0)
    }

    /// The integers of a column, to be asked for in the order of the events.
    package func values(of column: ColumnID) -> IntegerCursor { IntegerCursor(integers[column]) }
}

/// Goes through the integers of a column that not all events have.
package struct IntegerCursor: Sendable {
    private let values: [Int64]
    private var rows: RowCursor

    init(_ column: IntegerColumn?) {
        values = column?.values ?? []
        rows = RowCursor(column?.rows ?? [])
    }

    /// The value of an event; `nil` where it has none.
    ///
    /// - Parameter row: Not before that of the last call.
    /// - Complexity: O(*n*) in the values between the two.
    package mutating func value(at row: UInt32) -> Int64? {
        rows.place(of: row).map { values[$0] }
    }
}

/// Goes through some rows, ascending.
package struct RowCursor: Sendable {
    private let rows: [UInt32]
    private var next = 0

    /// The rows of a column, ascending.
    package init(_ rows: [UInt32]) { self.rows = rows }

    /// Where a row stands among them; `nil` where it does not.
    ///
    /// - Parameter row: Not before that of the last call.
    /// - Complexity: O(*n*) in the rows between the two.
    package mutating func place(of row: UInt32) -> Int? {
        while next < rows.count, rows[next] < row { next += 1 }
        return next < rows.count && rows[next] == row ? next : nil
    }
}
