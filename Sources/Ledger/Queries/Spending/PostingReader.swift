internal import EventLog

/// Reads the postings of the spending table of some days, one by one.
struct PostingReader<Label> {
    private let days: DayRange
    private let label: (SpendingTable.Group) -> Label?
    /// The lines that matter; `nil` for all.
    private let lines: PositionSet?
    private var known = KeyMemo<Label?>()

    /// - Parameters:
    ///   - lines: The lines that matter; `nil` for all.
    ///   - label: What the postings of a group are to be known by; `nil` for groups that do not
    ///     matter.
    init(
        days: DayRange, lines: PositionSet? = nil,
        label: @escaping (SpendingTable.Group) -> Label?
    ) {
        self.days = days
        self.lines = lines
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
        let targets = batch.links[.target]
        try batch.forEachPosting(&known, read: read) {
            [days, lines] (posting) throws(StoreError) in
            guard let number = Int32(exactly: posting.day) else { return }
            let day = Day(daysSince1970: number)
            guard days.contains(day) else { return }
            if let lines {
                let row = Int(posting.position - batch.firstPosition)
                let target = targets?.value(at: row).flatMap { UInt64(exactly: $0) }
                guard lines.contains(target ?? posting.position) else { return }
            }
            try body(day, posting)
        }
    }
}
