import EventLog
import Testing

@Suite("Log")
struct LogTests {
    @Test("what is appended is read back, event by event and commit by commit")
    func roundTrip() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.log([1, 3, 1, 250, 1, 90], in: storage)
        let again = try Log.open(in: storage, options: LogSamples.options)
        for log in [log, again] {
            let events = try LogSamples.events(log)
            #expect(events.count == 346)
            for (index, event) in events.enumerated() where index <= 10 || index % 50 != 0 {
                #expect(event.1 == LogSamples.row(index))
            }
            #expect(events[255].0.id == CommitID(high: 7, low: 4))
            #expect(events[4].0.firstPosition == 4)
            #expect(events[10].0.firstPosition == 5)
            #expect(events[10].0.actor == 1)
            #expect(events[10].0.recordedAt == 1_700_000_000_003)
        }
        #expect(try log.head() == again.head())
    }

    @Test(
        "the root does not depend on how events were framed or sealed",
        arguments: [[1, 1, 1, 1], [5_000], [4_096, 4_096], [10, 6_000, 3, 200], [70_000, 5]])
    func rootsAgree(sizes: [Int]) throws {
        let storage = MemoryStorage()
        let log = try LogSamples.log(sizes, in: storage)
        let head = try log.head()
        var tree = MerkleFrontier()
        var position: UInt64 = 0
        let before = try LogSamples.events(log)
        for (header, row) in before {
            let seed = LogSamples.seed(position / 4_096)
            tree.append(leafHash: Leaf.hash(row, header, position: position, seed: seed))
            position += 1
        }
        #expect(tree.root == head.root)
        #expect(try log.verify().root == head.root)
        try log.seal()
        #expect(try log.head() == head)
        #expect(try log.verify().root == head.root)
        let again = try Log.open(in: storage, options: LogSamples.options)
        #expect(try again.head() == head)
        let after = try LogSamples.events(again)
        #expect(zip(before, after).allSatisfy { $0.0 == $1.0 && $0.1 == $1.1 })
        #expect(before.count == after.count)
    }

    @Test("rows on both sides of a frame that is passed over keep their positions")
    func gaps() throws {
        let log = try LogSamples.newLog()
        for (number, size) in [3, 300, 2, 300, 1].enumerated() {
            let first = [0, 3, 303, 305, 605][number]
            let rows = (first..<(first + size)).map { size < 100 ? rare($0) : LogSamples.row($0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        var positions: [UInt64] = []
        try log.read(0..<606, .all, holding: TypeSet([20])) { batch throws(LogError) in
            for (index, row) in batch.rows.enumerated() {
                let position = batch.firstPosition + UInt64(index)
                positions.append(position)
                #expect(row == rare(Int(position)))
            }
            return true
        }
        #expect(positions == [0, 1, 2, 303, 304, 605])
        var first: [UInt64] = []
        try log.read(0..<606, .all, holding: TypeSet([20])) { batch throws(LogError) in
            first.append(batch.firstPosition)
            return false
        }
        #expect(first == [0])
    }

    /// A row of a type that no other has.
    private func rare(_ number: Int) -> Row {
        Row(type: 20, schema: 1, isCritical: false, fields: LogSamples.row(number).fields)
    }

    @Test("a range is read alone, also where it cuts a frame of columns")
    func ranges() throws {
        let log = try LogSamples.log([3, 300, 2, 9_000, 1], in: MemoryStorage())
        let all = try LogSamples.events(log)
        for range: Range<UInt64> in [
            0..<1, 2..<5, 100..<200, 303..<306, 4_000..<5_000, 9_305..<9_400,
        ] {
            let part = try LogSamples.events(log, range)
            let expected = all[Int(range.lowerBound)..<min(all.count, Int(range.upperBound))]
            #expect(part.count == expected.count)
            #expect(zip(part, expected).allSatisfy { $0.0 == $1.0 && $0.1 == $1.1 })
        }
    }

    @Test("an appender that has seen another end is refused, and nothing is written")
    func conflict() throws {
        let log = try LogSamples.log([2], in: MemoryStorage())
        #expect(throws: LogError.conflict(expected: 1, actual: 2)) {
            try log.append(LogSamples.commit(9, rows: [LogSamples.row(1)]), expecting: 1)
        }
        #expect(try log.head().count == 2)
    }

    @Test("two logs on one folder see each other's commits at once")
    func twoWriters() throws {
        let storage = MemoryStorage()
        let first = try LogSamples.newLog(storage)
        let second = try Log.open(in: storage, options: LogSamples.options)
        for number in 0..<20 {
            let log = number % 2 == 0 ? first : second
            let appended = try log.append(
                LogSamples.commit(number, rows: [LogSamples.row(number)]),
                expecting: UInt64(number))
            #expect(appended.positions == UInt64(number)..<UInt64(number + 1))
        }
        #expect(try first.head() == second.head())
        #expect(try LogSamples.events(first).count == 20)
    }

    @Test("the log clock never goes back, whatever the wall clock says")
    func clocks() throws {
        let log = try LogSamples.newLog()
        for (number, time) in [1_000, 400, 400, 2_000, -5].enumerated() {
            var draft = LogSamples.commit(number, rows: [LogSamples.row(number)])
            draft.recordedAt = Int64(time)
            _ = try log.append(draft)
        }
        let headers = try LogSamples.events(log).map(\.0)
        #expect(headers.map(\.recordedAt) == [1_000, 400, 400, 2_000, -5])
        #expect(headers.map(\.logClock) == [1_000, 1_000, 1_000, 2_000, 2_000])
        #expect(try log.head().logClock == 2_000)
    }

    @Test("small frames are sealed by themselves once enough have come together")
    func sealsByItself() throws {
        var options = LogSamples.options
        options.sealEvents = 5_000
        let storage = MemoryStorage()
        let log = try Log.create(in: storage, id: LogSamples.logID, options: options)
        for number in 0..<120 {
            let rows = (0..<90).map { LogSamples.row(number * 90 + $0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        let statistics = try log.verify()
        #expect(statistics.events == 10_800)
        #expect(statistics.commits == 120)
        #expect(statistics.frames < 60)
        #expect(try Log.open(in: storage).verify() == statistics)
        #expect(try LogSamples.events(log).map(\.1) == (0..<10_800).map(LogSamples.row))
    }

    @Test("a log goes on in the next segment, in the middle of a commit too")
    func segments() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.log([262_000, 300, 50, 5], in: storage)
        #expect(try log.statistics().segments == 2)
        #expect(try log.statistics().commits == 4)
        let again = try Log.open(in: storage, options: LogSamples.options)
        #expect(try again.head() == log.head())
        #expect(try again.verify().events == 262_355)
        let part = try LogSamples.events(again, 262_100..<262_355)
        #expect(part.count == 255)
        #expect(part[0].0.firstPosition == 262_000)
        // A segment that begins in the middle of a commit is read alone.
        #expect(try LogSamples.events(again, 262_150..<262_160).count == 10)
        #expect(try again.seed(of: 64) == LogSamples.seed(64))
        _ = try again.append(LogSamples.commit(99, rows: [LogSamples.row(1)]))
        #expect(try log.head().count == 262_356)
    }
}
