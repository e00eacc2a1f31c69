import EventLog

/// The logs that `FormatExamples.md` shows: everything random is fixed, everything else is what the
/// log writes. A log goes on in the revision in which its segment begins.
enum FormatExample {
    static let file = "000000000000-0000.log"
    static let logID = CommitID(high: 0x0706_0504_0302_0100, low: 0x0F0E_0D0C_0B0A_0908)
    static let salt: UInt32 = 0x544C_4153
    static let seed: [UInt8] = (0x40..<0x60).map { $0 }

    static let options: Log.Options = {
        var options = Log.Options()
        options.makeSeed = { _ in BlockSeed.whole(seed) }
        options.makeSalt = { salt }
        return options
    }()

    /// The opening of a ledger with its owner; an expense; a hundred equal expenses and an
    /// amendment of the first.
    ///
    /// - Parameters:
    ///   - commits: How many of the commits, from 2.
    ///   - isOlder: Whether the log is of revision 1.
    static func log(
        in storage: any LogStorage, commits: Int = 3, isOlder: Bool = true
    ) throws -> Log {
        let log: Log
        if isOlder {
            try storage.open(file, .create).write(olderSegment, at: 0)
            log = try Log.open(in: storage, options: options)
        } else {
            log = try Log.create(in: storage, id: logID, options: options)
        }
        _ = try log.append(commit(1, at: 1_700_000_000_000, opening))
        var expense = commit(2, at: 1_699_999_999_000, [bread])
        expense.key = text("k-1")
        _ = try log.append(expense)
        if commits < 3 { return log }
        var tickets = commit(3, at: 1_700_000_060_000, Array(repeating: ticket, count: 100))
        tickets.rows.append(amendment)
        _ = try log.append(tickets)
        return log
    }

    /// A segment of revision 1 without an event, as programs wrote it that knew no other revision.
    private static let olderSegment: [UInt8] = {
        var header = text("LEDGRLOG") + little(1, 2) + little(1, 2) + little(0, 4)
        header += logID.bytes + little(0, 8) + little(0, 4) + little(UInt64(salt), 4)
        header += MerkleFrontier().root.bytes
        header += Array(repeating: 0, count: 508 - header.count)
        header += little(UInt64(CRC32C.checksum(header)), 4)
        var slot = little(1, 8) + little(0, 8) + little(4_096, 8) + little(0, 8)
        slot += little(UInt64(bitPattern: .min), 8)
        slot += Array(repeating: 0, count: 1_532 - slot.count)
        slot += little(UInt64(CRC32C.checksum(slot, seed: salt)), 4)
        return header + slot + Array(repeating: 0, count: 4_096 - header.count - slot.count)
    }()

    /// The lowest bytes of a number.
    private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    static let opening = [
        row(
            1,
            [
                (0x11, .bytes(text("EUR") + [2])), (0x55, .bytes(Array(0xA0..<0xB0))),
                (0x56, .bytes(text("Europe/Berlin"))), (0x57, .integer(1)),
            ]),
        row(2, [(0x84, .bytes(text("Ada")))]),
    ]

    private static let bread = row(
        8,
        [
            (0x10, .integer(1)), (0x11, .bytes(text("EUR") + [2])),
            (0x12, .bytes(text("food:bread"))), (0x20, .integer(19_675)), (0x21, .integer(480)),
            (0x80, .bytes(text("Bread"))),
        ])

    private static let ticket = row(
        8,
        [
            (0x10, .integer(1)), (0x11, .bytes(text("EUR") + [2])), (0x20, .integer(19_675)),
            (0x21, .integer(290)), (0x80, .bytes(text("Bus"))),
        ])

    private static let amendment = row(
        9,
        [
            (0x01, .integer(2)), (0x02, .integer(2)), (0x10, .integer(1)),
            (0x11, .bytes(text("EUR") + [2])), (0x20, .integer(19_675)), (0x21, .integer(520)),
            (0x30, .integer(1)), (0x31, .bytes(text("EUR") + [2])),
            (0x32, .bytes(text("food:bread"))), (0x40, .integer(19_675)), (0x41, .integer(480)),
            (0x50, .integer(10)), (0x83, .bytes(text("typo"))),
        ])

    private static func commit(_ number: UInt64, at time: Int64, _ rows: [Row]) -> CommitDraft {
        CommitDraft(
            id: CommitID(high: 0x1122_3344_5566_7788, low: number), recordedAt: time, actor: 1,
            rows: rows)
    }

    private static func row(_ type: UInt16, _ fields: [(UInt8, FieldValue)]) -> Row {
        Row(
            type: type, schema: 1, isCritical: true,
            fields: fields.map { Field(ColumnID(rawValue: $0.0), $0.1) })
    }

    private static func text(_ string: String) -> [UInt8] { Array(string.utf8) }
}
