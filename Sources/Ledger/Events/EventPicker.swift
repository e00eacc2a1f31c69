internal import EventLog

/// Decodes events of a batch, a few or many: only for many it pays to lay out the columns first.
struct EventPicker {
    /// So many events are decoded one by one.
    private static let fewMax = 32

    private let batch: ColumnBatch
    private var columns: EventColumns?
    private var count = 0

    init(_ batch: ColumnBatch) { self.batch = batch }

    /// The event at an index of the batch.
    mutating func event(at index: Int) throws(StoreError) -> Event {
        if let columns { return try columns.event(at: index) }
        count += 1
        if count > EventPicker.fewMax { columns = EventColumns(batch) }
        return try Event(row: batch.row(at: index), at: batch.firstPosition + UInt64(index))
    }
}
