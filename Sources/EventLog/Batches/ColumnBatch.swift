/// The values of consecutive events, column by column: what a reader of the log is handed.
///
/// A batch holds the events of one columnar frame, or of some small frames that lie one behind the
/// other. Sections that were not asked for are empty.
public struct ColumnBatch: Sendable {
    /// The position of the first event.
    public package(set) var firstPosition: UInt64
    /// How many events there are, 0 … 65,536.
    public package(set) var count: Int
    /// The sections that were read.
    public package(set) var sections: Sections

    /// The distinct keys of the events (hot).
    public package(set) var keys: [GroupKey] = []
    /// For every event the index of its key in ``keys`` (hot).
    public package(set) var keyCodes: [UInt16] = []
    /// For every number column that occurs one integer an event; where the key says that the event
    /// has none, it means nothing (hot).
    public package(set) var numbers: [ColumnID: [Int64]] = [:]

    /// Links by column, sparse (links).
    public package(set) var links: [ColumnID: IntegerColumn] = [:]
    /// The distinct retracted keys (links).
    package var retractedKeys: [GroupKey] = []
    /// The events that retract something, with the index of what they retract in ``retractedKeys``
    /// (links).
    package var retractions = IntegerColumn()
    /// For every retracted number column one integer a retraction, parallel to ``retractions``; the
    /// column is the one that is taken back (links).
    package var retractedNumbers: [ColumnID: [Int64]] = [:]

    /// The commits, in order (commits).
    public package(set) var commits: [CommitRun] = []

    /// Integer facts (facts).
    public package(set) var integers: [ColumnID: IntegerColumn] = [:]
    /// Byte facts and text (facts, text).
    public package(set) var bytes: [ColumnID: BytesColumn] = [:]

    package init(firstPosition: UInt64, sections: Sections) {
        self.firstPosition = firstPosition
        self.count = 0
        self.sections = sections
    }

    /// The positions of the events.
    public var positions: Range<UInt64> { firstPosition..<(firstPosition + UInt64(count)) }

    /// Takes in other sections of the same events.
    mutating func add(_ other: ColumnBatch) {
        sections.formUnion(other.sections)
        if other.sections.contains(.hot) {
            keys = other.keys
            keyCodes = other.keyCodes
            numbers = other.numbers
        }
        if other.sections.contains(.links) {
            links = other.links
            retractedKeys = other.retractedKeys
            retractions = other.retractions
            retractedNumbers = other.retractedNumbers
        }
        if other.sections.contains(.commits) { commits = other.commits }
        integers.merge(other.integers) { $1 }
        bytes.merge(other.bytes) { $1 }
    }
}

/// What many events have in common: their type and the values of their key columns.
public struct GroupKey: Hashable, Sendable {
    /// The event type; 0 in a retracted key.
    public let type: UInt16
    /// The schema version; 0 in a retracted key.
    public let schema: UInt8
    /// Whether the type is critical; false in a retracted key.
    public let isCritical: Bool
    /// The values in the key columns 0x10 … 0x1F, ascending.
    public let fields: [Field]
    /// Which number columns the event has: bit *k* for column 0x20 + *k*.
    package let numbersMask: UInt16

    package init(
        type: UInt16, schema: UInt8, isCritical: Bool, fields: [Field], numbersMask: UInt16
    ) {
        self.type = type
        self.schema = schema
        self.isCritical = isCritical
        self.fields = fields
        self.numbersMask = numbersMask
    }

    /// The value in a key column, or `nil` when there is none.
    public subscript(column: ColumnID) -> FieldValue? {
        fields.first { $0.column == column }?.value
    }

    /// Whether events of this key have a value in the given number column.
    public func has(_ column: ColumnID) -> Bool {
        guard column.kind == .number else { return false }
        return numbersMask & (1 << UInt16(column.rawValue & 0x0F)) != 0
    }
}

/// Consecutive events of one commit inside a batch.
public struct CommitRun: Hashable, Sendable {
    /// The index in the batch of the first of them.
    public let firstIndex: Int
    /// What they share.
    public let header: CommitHeader

    package init(firstIndex: Int, header: CommitHeader) {
        self.firstIndex = firstIndex
        self.header = header
    }
}

/// Integers of some or all events of a batch.
public struct IntegerColumn: Hashable, Sendable {
    /// The indexes in the batch of the events that have a value, ascending.
    public package(set) var rows: [UInt32] = []
    /// Their values.
    public package(set) var values: [Int64] = []

    package init() {}

    /// The value of the event at an index of the batch, or `nil` when it has none.
    ///
    /// - Complexity: O(log *n*).
    public func value(at index: Int) -> Int64? {
        place(of: index).map { values[$0] }
    }

    /// Where the event at an index of the batch stands in ``values``, or `nil` when it has no
    /// value.
    ///
    /// - Complexity: O(log *n*).
    package func place(of index: Int) -> Int? { rows.place(of: index) }
}

/// Byte strings of some or all events of a batch; equal ones are kept once.
public struct BytesColumn: Hashable, Sendable {
    /// The indexes in the batch of the events that have a value, ascending.
    public package(set) var rows: [UInt32] = []
    /// For each of them the index of its value in ``dictionary``.
    public package(set) var codes: [UInt32] = []
    /// The distinct values.
    public package(set) var dictionary = ByteStrings()

    package init() {}

    /// The value of the event at an index of the batch, or `nil` when it has none.
    ///
    /// - Complexity: O(log *n*).
    public func value(at index: Int) -> [UInt8]? {
        rows.place(of: index).map { Array(dictionary[Int(codes[$0])]) }
    }
}

extension [UInt32] {
    /// Where `index` stands in an ascending array; one look when the array is dense.
    fileprivate func place(of index: Int) -> Int? {
        if index < count, self[index] == index { return index }
        let found = prefix(index + 1).partitioningIndex { $0 >= index }
        return found < count && self[found] == index ? found : nil
    }
}
