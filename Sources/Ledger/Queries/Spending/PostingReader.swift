internal import EventLog

/// Reads the postings of the spending table of some days, one by one.
struct PostingReader<Label> {
    private let days: DayRange
    private let label: (SpendingTable.Group) -> Label?
    private var known = KeyMemo<Label?>()

    /// - Parameter label: What the postings of a group are to be known by; `nil` for groups that do
    ///   not matter.
    init(days: DayRange, label: @escaping (SpendingTable.Group) -> Label?) {
        self.days = days
        self.label = label
    }

    /// Calls a closure for each posting of a batch on the days, in the order of the events; what an
    /// event retracts comes before what it states.
    mutating func read(
        _ batch: ColumnBatch, _ body: (Day, Posting<Label>) throws(StoreError) -> Void
    ) throws(StoreError) {
        let read = { [label] (reader: RowReader) throws(StoreError) in
            try SpendingTable.Group(of: reader).flatMap(label)
        }
        try batch.forEachPosting(&known, read: read) { [days] (posting) throws(StoreError) in
            guard let number = Int32(exactly: posting.day) else { return }
            let day = Day(daysSince1970: number)
            if days.contains(day) { try body(day, posting) }
        }
    }
}
