internal import EventLog

/// The tasks that are not settled as the last block of a file of sums: the events that speak of
/// them, as they stand in the log.
///
/// ```
/// block  := seen floor done doneDue dropped droppedDue count event × count
/// event  := gap of positions  recorded at  commit  type schema:byte critical:byte
///           count (column:byte 0:byte number or 1:byte length bytes) × count
/// ```
///
/// Numbers are those of ``SpendingSums``; the commit is how far its first event lies before. Text
/// can be erased: what is said of ``NameSums`` is so here, too.
struct TaskSums: Sendable {
    /// Of how many events there is at most one here, or they are not kept.
    static let share: UInt64 = 16

    /// How many events the log had when the texts were read.
    let seen: UInt64
    let fold: TaskFold

    init(_ fold: TaskFold, seen: UInt64) {
        self.seen = seen
        self.fold = fold
    }

    /// Reads a block; `nil` where it does not say what it should.
    ///
    /// - Parameter keepsRecords: Whether the events are wanted, too.
    init?(_ bytes: [UInt8], keepsRecords: Bool) {
        var reader = SumReader(bytes)
        guard let seen = reader.number(), let floor = reader.signed(),
            let done = reader.signed(), let doneDue = reader.signed(),
            let dropped = reader.signed(), let droppedDue = reader.signed(),
            let count = reader.count()
        else { return nil }
        var fold = TaskFold(
            settled: TaskFold.Settled(
                done: done, doneDue: doneDue, dropped: dropped, droppedDue: droppedDue),
            floor: Timestamp(millisecondsSince1970: floor), keepsRecords: keepsRecords)
        var position: UInt64 = 0
        for _ in 0..<count {
            guard let record = reader.record(after: position) else { return nil }
            position = record.position
            do throws(StoreError) { try fold.take(record) } catch { return nil }
        }
        guard reader.isAtEnd else { return nil }
        self.init(fold, seen: seen)
    }

    /// The block; `nil` where it would be too large.
    func block() -> [UInt8]? {
        var writer = SumWriter()
        writer.number(seen)
        writer.signed(fold.floor.millisecondsSince1970)
        let settled = fold.settled
        for count in [settled.done, settled.doneDue, settled.dropped, settled.droppedDue] {
            writer.signed(count)
        }
        writer.number(UInt64(fold.records.count))
        var position: UInt64 = 0
        for record in fold.records {
            writer.add(record, after: position)
            position = record.position
        }
        return writer.bytes.count > Limit.sectionBytesMax ? nil : writer.bytes
    }
}

extension SumReader {
    fileprivate mutating func record(after last: UInt64) -> TaskFold.Record? {
        guard let gap = number(), let recordedAt = signed(), let distance = number(),
            let type = number().flatMap(UInt16.init(exactly:)), let schema = byte(),
            let isCritical = byte(), isCritical <= 1, let count = count()
        else { return nil }
        let (position, overflows) = last.addingReportingOverflow(gap)
        guard !overflows, distance <= position else { return nil }
        var fields: [Field] = []
        for _ in 0..<count {
            guard let column = byte(), let kind = byte() else { return nil }
            if kind == 0 {
                guard let value = signed() else { return nil }
                fields.append(Field(ColumnID(rawValue: column), .integer(value)))
            } else {
                guard kind == 1, let length = self.count(), let bytes = slice(length) else {
                    return nil
                }
                fields.append(Field(ColumnID(rawValue: column), .bytes(Array(bytes))))
            }
        }
        return TaskFold.Record(
            position: position, recordedAt: recordedAt, commit: position - distance,
            row: Row(type: type, schema: schema, isCritical: isCritical == 1, fields: fields))
    }
}

extension SumWriter {
    fileprivate mutating func add(_ record: TaskFold.Record, after last: UInt64) {
        number(record.position - last)
        signed(record.recordedAt)
        number(record.position - min(record.commit, record.position))
        number(UInt64(record.row.type))
        byte(record.row.schema)
        byte(record.row.isCritical ? 1 : 0)
        let fields = record.row.withoutSalt.fields
        number(UInt64(fields.count))
        for field in fields {
            byte(field.column.rawValue)
            switch field.value {
            case .integer(let value):
                byte(0)
                signed(value)
            case .bytes(let bytes):
                byte(1)
                number(UInt64(bytes.count))
                append(bytes)
            }
        }
    }
}
