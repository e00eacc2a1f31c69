import EventLog
import Testing

/// Files that two copies of a log wrote anew, each by itself.
@Suite("Copies of what two logs wrote anew") struct CopiedAnewTests {
    private func append(_ log: Log, _ numbers: Range<Int>) throws {
        for number in numbers {
            let rows = (0..<50).map { LogSamples.row(number * 50 + $0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
    }

    @Test("a file that both logs wrote anew is copied, also where it is as long") func bothAnew()
        throws
    {
        let (first, second, copy) = (MemoryStorage(), MemoryStorage(), MemoryStorage())
        var options = LogSamples.options
        options.sealEvents = .max
        let log = try Log.create(in: first, id: LogSamples.logID, options: options)
        let start = Limit.segmentEvents - 300
        let rows = (0..<Int(start)).map { LogSamples.row($0) }
        _ = try log.append(LogSamples.commit(0, rows: rows))
        // Two events in frames of their own, as long as each other.
        _ = try log.append(LogSamples.commit(1, rows: [LogSamples.row(20)]))
        _ = try log.append(LogSamples.commit(2, rows: [LogSamples.row(40)]))
        for number in 3..<11 { try append(log, number..<number + 1) }
        #expect(try log.head().count == Limit.segmentEvents + 102)
        _ = try log.copy(into: second)
        let other = try Log.open(in: second, options: options)
        #expect(try log.erase([start]).texts == 1)
        #expect(try other.erase([start + 1]).texts == 1)
        try log.renewSecrets()
        try other.renewSecrets()
        let file = "000000000000-0001.log"
        #expect(first.bytes(of: file)?.count == second.bytes(of: file)?.count)
        #expect(first.bytes(of: file) != nil)
        _ = try log.copy(into: copy)
        _ = try other.copy(into: copy)
        let opened = try Log.open(in: copy, options: options)
        #expect(try opened.verify().root == log.head().root)
        let events = try LogSamples.events(opened, start..<start + 2).map(\.1.isErased)
        #expect(events == [false, true])
    }
}
