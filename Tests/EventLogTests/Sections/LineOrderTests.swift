import EventLog
import Support
import Testing

/// Frames of columns keep their events by day and key; what comes back is in the order in which it
/// was appended.
@Suite("Lines by day and key")
struct LineOrderTests {
    private static func field(_ column: UInt8, _ value: Int64) -> Field {
        Field(ColumnID(rawValue: column), .integer(value))
    }

    /// A row with any of the columns that stand in lines, or none.
    private static func row(_ index: Int, days: [Int64], _ random: inout SeededRandom) -> Row {
        var fields: [Field] = []
        for column in UInt8(0x10)...0x12 where Bool.random(using: &random) {
            fields.append(field(column, .random(in: 0..<4, using: &random)))
        }
        if Bool.random(using: &random), let day = days.randomElement(using: &random) {
            fields.append(field(0x20, day))
        }
        for column in [0x21, 0x2F] as [UInt8] where Bool.random(using: &random) {
            let isLarge = Int.random(in: 0..<20, using: &random) == 0
            fields.append(
                field(column, isLarge ? .random(in: .min ... .max, using: &random) : 7))
        }
        if index > 0, Int.random(in: 0..<5, using: &random) == 0 {
            fields.insert(field(0x01, .random(in: 0..<Int64(index), using: &random)), at: 0)
            fields.append(field(0x32, .random(in: 0..<3, using: &random)))
            fields.append(field(0x40, days.randomElement(using: &random) ?? 0))
            if Bool.random(using: &random) { fields.append(field(0x4F, 1)) }
        }
        let type = UInt16.random(in: 1..<4, using: &random)
        return Row(type: type, schema: 1, isCritical: type == 1, fields: fields)
    }

    @Test(
        "any events come back as they were, whole and in part",
        arguments: [[19_675], [1, 2, 3, 70_000], [.min, -1, 0, .max], Array(-40..<400)]
            as [[Int64]])
    func roundTrip(days: [Int64]) throws {
        for seed in UInt64(0)..<4 {
            var random = SeededRandom(seed: seed)
            let rows = (0..<1_500).map { LineOrderTests.row($0, days: days, &random) }
            let log = try LogSamples.newLog()
            _ = try log.append(LogSamples.commit(1, rows: Array(rows[..<700])))
            _ = try log.append(LogSamples.commit(2, rows: Array(rows[700...])))
            #expect(try LogSamples.events(log).map(\.1) == rows)
            for start in stride(from: 0, to: 1_490, by: 37) {
                let part = try LogSamples.events(log, UInt64(start)..<UInt64(start + 9))
                #expect(part.map(\.1) == Array(rows[start..<(start + 9)]))
            }
            #expect(try log.verify().events == 1_500)
        }
    }

    /// As where an import is undone: the events that take back are all that there are.
    @Test("a frame in which every event takes something back") func onlyRetractions() throws {
        let log = try LogSamples.newLog()
        let added = (0..<300).map { index in
            Row(
                type: 1, schema: 1, isCritical: true,
                fields: [LineOrderTests.field(0x20, Int64(index % 7))])
        }
        let voids = added.indices.map { index in
            Row(
                type: 2, schema: 1, isCritical: true,
                fields: [
                    LineOrderTests.field(0x01, Int64(index)),
                    LineOrderTests.field(0x40, Int64(index % 7)),
                ])
        }
        _ = try log.append(LogSamples.commit(1, rows: added))
        _ = try log.append(LogSamples.commit(2, rows: voids))
        #expect(try LogSamples.events(log).map(\.1) == added + voids)
        #expect(try log.verify().events == 600)
    }

    @Test("runs of a frame that were counted by hand")
    func runs() throws {
        // Two keys on the days 5 and 3, and an event without a day.
        let days: [Int64?] = [5, 3, 5, nil, 5, 3]
        let keys: [Int64] = [1, 1, 2, 1, 1, 1]
        let log = try LogSamples.newLog()
        let rows = (0..<120).map { index in
            var fields = [LineOrderTests.field(0x10, keys[index % 6])]
            if let day = days[index % 6] {
                fields.append(LineOrderTests.field(0x20, day))
                fields.append(LineOrderTests.field(0x21, Int64(index)))
            }
            return Row(type: 1, schema: 1, isCritical: true, fields: fields)
        }
        _ = try log.append(LogSamples.commit(1, rows: rows))
        var frames = 0
        try log.readHot(0 ..< .max) { frame in
            frames += 1
            let runs = frame.stated.runs
            #expect(runs.days == [3, 5])
            // By fields, then by numbers: 0 is key 1 without a day, 1 is key 1, 2 is key 2.
            #expect(runs.starts == [0, 1, 3, 4])
            #expect(runs.codes == [1, 1, 2, 0])
            #expect(runs.lengths == [40, 40, 20, 20])
            #expect(runs.counts == [20, 80, 20])
            let amounts = frame.stated.numbers(ColumnID(rawValue: 0x21))?.values
            let expected =
                rows.indices.filter { [1, 5].contains($0 % 6) }
                + rows.indices.filter { [0, 4].contains($0 % 6) }
                + rows.indices.filter { $0 % 6 == 2 }
            #expect(amounts == expected.map { Int64($0) })
            let days = frame.stated.numbers(ColumnID(rawValue: 0x20))?.count
            #expect(days == nil)
            #expect(frame.retracted.count == 0)
            return true
        } batch: { _ in
            Issue.record("a frame of rows")
        }
        #expect(frames == 1)
    }

    @Test("what reports read is stored as asked for, sealed frames included")
    func codec() throws {
        for (codec, isCompressed) in [(HotCodec.raw, false), (.compressed, true)] {
            var options = LogSamples.options
            options.hotCodec = codec
            let log = try Log.create(in: MemoryStorage(), id: LogSamples.logID, options: options)
            for number in 0..<50 {
                let rows = (0..<90).map { LogSamples.row(90 * number + $0) }
                _ = try log.append(LogSamples.commit(number, rows: rows))
            }
            #expect(try log.seal() == 4_096)
            var found: [Bool] = []
            try log.forEachSection { section throws(LogError) in
                if section.isHot { found.append(section.isCompressed) }
            }
            #expect(found == [isCompressed, isCompressed])
        }
    }
}
