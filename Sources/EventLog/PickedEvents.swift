/// The events of some types out of those that are stored together, with some of their columns: for
/// readers to whom the others mean nothing.
public struct PickedEvents: Sendable {
    /// A type as it is stored.
    public struct Kind: Hashable, Sendable {
        /// The number of the type.
        public let type: UInt16
        /// Its schema version.
        public let schema: UInt8
        /// Whether events of it must not be passed over by who does not know it.
        public let isCritical: Bool
    }

    /// The position from which ``rows`` are counted.
    public let firstPosition: UInt64
    /// The distinct types of the events.
    public internal(set) var kinds: [Kind] = []
    /// The events, ascending.
    public internal(set) var rows: [UInt32] = []
    /// Of each event the index of its type.
    public internal(set) var codes: [UInt16] = []
    /// The columns that were asked for, as far as there are any; others of the events that are
    /// stored there may have values, too.
    public internal(set) var columns: [ColumnID: IntegerColumn] = [:]

    init(firstPosition: UInt64) { self.firstPosition = firstPosition }

    /// The events of a batch whose type passes.
    ///
    /// - Parameters:
    ///   - columns: Link columns, and facts that are integers.
    ///   - isWanted: Whether events of a type are wanted.
    /// - Complexity: O(*n*).
    public init(_ batch: ColumnBatch, _ columns: [ColumnID], where isWanted: (Kind) -> Bool) {
        firstPosition = batch.firstPosition
        let picks = Picks(batch.keys.map(Kind.init), where: isWanted)
        kinds = picks.kinds
        guard !kinds.isEmpty else { return }
        for (row, code) in batch.keyCodes.enumerated() {
            guard let kind = picks.codes[Int(code)] else { continue }
            rows.append(UInt32(row))
            codes.append(kind)
        }
        for column in columns {
            self.columns[column] = batch.links[column] ?? batch.integers[column]
        }
    }

    /// The sections in which some columns are, and the types.
    public static func sections(of columns: [ColumnID]) -> Sections {
        columns.reduce(into: Sections.hot) { sections, column in
            if column.kind == .link { sections.insert(.links) }
            if column.kind == .fact { sections.insert(.facts) }
        }
    }

    /// Leaves out the events that do not lie in a range.
    mutating func clamp(to range: Range<UInt64>) {
        let isInside = rows.map { range.contains(firstPosition + UInt64($0)) }
        codes = zip(codes, isInside).filter(\.1).map(\.0)
        rows = zip(rows, isInside).filter(\.1).map(\.0)
    }

    /// Adds an event behind the last one.
    mutating func append(_ row: Row, at position: UInt64, _ wanted: [ColumnID]) {
        let kind = Kind(row)
        let index = UInt32(truncatingIfNeeded: position - firstPosition)
        if !kinds.contains(kind) { kinds.append(kind) }
        rows.append(index)
        codes.append(UInt16(truncatingIfNeeded: kinds.firstIndex(of: kind) ?? 0))
        for column in wanted {
            guard let value = row[column]?.integer else { continue }
            columns[column, default: IntegerColumn()].append(value, at: index)
        }
    }

    /// The values of a column, to be asked for in the order of the events.
    public func values(of column: ColumnID) -> ColumnCursor { ColumnCursor(columns[column]) }
}

extension PickedEvents.Kind {
    fileprivate init(_ key: HotKey) {
        self.init(type: key.type, schema: key.schema, isCritical: key.isCritical)
    }
}

/// Which of some types are wanted.
struct Picks {
    /// Those that are.
    private(set) var kinds: [PickedEvents.Kind] = []
    /// Of each type its index among them; `nil` where it is not wanted.
    private(set) var codes: [UInt16?] = []

    init(_ types: [PickedEvents.Kind], where isWanted: (PickedEvents.Kind) -> Bool) {
        codes.reserveCapacity(types.count)
        for type in types {
            guard isWanted(type) else {
                codes.append(nil)
                continue
            }
            if !kinds.contains(type) { kinds.append(type) }
            codes.append(kinds.firstIndex(of: type).map { UInt16(truncatingIfNeeded: $0) })
        }
    }
}

/// Goes through the values of a column that not all events have.
public struct ColumnCursor: Sendable {
    private let column: IntegerColumn
    private var next = 0

    init(_ column: IntegerColumn?) { self.column = column ?? IntegerColumn() }

    /// The value of an event; `nil` where it has none.
    ///
    /// - Parameter row: Not before that of the last call.
    /// - Complexity: O(*n*) in the values between the two.
    public mutating func value(at row: UInt32) -> Int64? {
        while next < column.rows.count, column.rows[next] < row { next += 1 }
        guard next < column.rows.count, column.rows[next] == row else { return nil }
        return column.values[next]
    }
}
