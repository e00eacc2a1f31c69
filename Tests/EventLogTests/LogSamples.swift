import EventLog

/// Rows, commits and logs that tests of the log share.
enum LogSamples {
    /// Seeds that depend on nothing but the block, so that equal events have equal roots.
    static let seed: @Sendable (UInt64) -> [UInt8] = { block in
        BlockSeed.whole(flatSeed(block))
    }

    /// The same as revision 1 has them.
    static let flatSeed: @Sendable (UInt64) -> [UInt8] = { block in
        (0..<32).map { UInt8(truncatingIfNeeded: block &* 13 &+ $0) }
    }

    static let options: Log.Options = {
        var options = Log.Options()
        options.makeSeed = seed
        options.lockWait = .milliseconds(200)
        return options
    }()

    static let logID = CommitID(high: 0x0123_4567_89AB_CDEF, low: 42)

    /// An expense-like row: keys, numbers, facts and text, all derived from a number.
    static func row(_ number: Int) -> Row {
        let titles = ["Bread", "Train", "Rent", "Café", "Lamp"]
        let currency: [UInt8] = number % 7 == 0 ? [0x55, 0x53, 0x44, 2] : [0x45, 0x55, 0x52, 2]
        var fields = [
            Field(ColumnID(rawValue: 0x10), .integer(Int64(1 + number % 3))),
            Field(ColumnID(rawValue: 0x11), .bytes(currency)),
            Field(ColumnID(rawValue: 0x20), .integer(Int64(20_000 + number / 5))),
            Field(ColumnID(rawValue: 0x21), .integer(Int64(number * 37 % 10_007) - 50)),
            Field(ColumnID(rawValue: 0x80), .bytes(Array(titles[number % 5].utf8))),
        ]
        if number % 3 == 0 {
            fields.append(Field(ColumnID(rawValue: 0x51), .integer(Int64(number % 86_400))))
        }
        if number % 4 == 0 {
            fields.append(Field(ColumnID(rawValue: 0x81), .bytes(Array("note \(number)".utf8))))
        }
        if number % 1_000 == 999 {
            fields.append(Field(ColumnID(rawValue: 0x12), .bytes(Array("a:b".utf8))))
        }
        return Row(type: 8, schema: 1, isCritical: true, fields: fields)
    }

    /// An amendment of an earlier event, in the shape in which the ledger writes them.
    static func amendment(of target: UInt64, _ number: Int) -> Row {
        Row(
            type: 9, schema: 1, isCritical: true,
            fields: row(number).fields.filter { $0.column.rawValue < 0x50 } + [
                Field(.target, .integer(Int64(target))),
                Field(.previous, .integer(Int64(target))),
                Field(ColumnID(rawValue: 0x30), .integer(1)),
                Field(ColumnID(rawValue: 0x40), .integer(20_000)),
                Field(ColumnID(rawValue: 0x41), .integer(Int64(number))),
            ])
    }

    static func commit(_ number: Int, rows: [Row], key: [UInt8]? = nil) -> CommitDraft {
        CommitDraft(
            id: CommitID(high: 7, low: UInt64(number)),
            recordedAt: 1_700_000_000_000 + Int64(number),
            actor: 1, key: key, rows: rows)
    }

    static func newLog(_ storage: any LogStorage = MemoryStorage()) throws -> Log {
        try Log.create(in: storage, id: logID, options: options)
    }

    /// A log with commits of the given sizes.
    static func log(_ sizes: [Int], in storage: any LogStorage) throws -> Log {
        let log = try newLog(storage)
        var next = 0
        for (number, size) in sizes.enumerated() {
            let rows = (next..<(next + size)).map { index in
                index > 10 && index % 50 == 0 ? amendment(of: UInt64(index - 9), index) : row(index)
            }
            _ = try log.append(commit(number, rows: rows))
            next += size
        }
        return log
    }

    /// Every event with its commit, read back.
    static func events(_ log: Log, _ range: Range<UInt64>? = nil) throws -> [(CommitHeader, Row)] {
        var events: [(CommitHeader, Row)] = []
        let all = range ?? 0..<UInt64.max >> 1
        try log.read(all, .all) { batch throws(LogError) in
            for (index, row) in batch.rows.enumerated() {
                guard let header = batch.commit(at: index) else { continue }
                events.append((header, row))
            }
            return true
        }
        return events
    }
}
