internal import EventLog

/// Where the events of a branch stand in the log that takes it in.
struct MovedPositions: Sendable {
    /// How many events both logs begin with: those stay where they are.
    let shared: UInt64
    private var moved: [UInt64: UInt64] = [:]
    /// The events of the branch that say nothing there: what is taken back of them is nothing, too.
    private(set) var idle: Set<UInt64> = []

    init(shared: UInt64) { self.shared = shared }

    /// Where an event of the branch stands; `nil` where it was not taken in.
    subscript(position: UInt64) -> UInt64? {
        get { position < shared ? position : moved[position] }
        set { moved[position] = newValue }
    }

    /// Notes that an event of the branch says nothing there.
    mutating func pass(_ position: UInt64) { idle.insert(position) }

    /// An event with the references that it has in the other log, and without what an erasure left;
    /// `nil` where it refers to what was not taken in.
    func moved(_ row: Row) -> Row? {
        var row = row.withoutSalt
        for field in row.fields {
            if field.column == .shares {
                guard let shares = moved(shares: field.value.bytes ?? []) else { return nil }
                row[.shares] = .bytes(shares)
            }
            guard field.column.isPosition, let value = field.value.integer,
                let position = UInt64(exactly: value)
            else { continue }
            guard let new = self[position] else { return nil }
            row[field.column] = .integer(Int64(clamping: new))
        }
        return row
    }

    private func moved(shares bytes: [UInt8]) -> [UInt8]? {
        guard let shares = [Share](stored: bytes) else { return nil }
        // Two persons of one name may have become one.
        var minors: [UInt64: Int64] = [:]
        for share in shares {
            guard let person = self[share.person] else { return nil }
            let (sum, overflows) = minors[person, default: 0].addingReportingOverflow(share.minor)
            if overflows { return nil }
            minors[person] = sum
        }
        return minors.sorted { $0.key < $1.key }
            .map { Share(person: $0.key, minor: $0.value) }.stored
    }
}

extension ColumnID {
    /// Whether integers in the column are positions of events.
    var isPosition: Bool {
        0x01...0x0F ~= rawValue || content?.form == .position
    }
}

extension Row {
    /// Whether another event says the same: what it goes on from, what it takes back, why, and what
    /// was erased of the other one do not count.
    func says(_ other: Row) -> Bool {
        guard type == other.type else { return false }
        let own = other.isErased ? withoutText : self
        return own.told == other.withoutSalt.told
    }

    private var told: [Field] {
        fields.filter { field in
            field.column.restated == nil
                && ![.previous, .group, .reason].contains(field.column)
        }
    }
}
