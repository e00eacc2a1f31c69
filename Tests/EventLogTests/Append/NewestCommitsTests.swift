import EventLog
import Testing

/// No two commits get the same id: as far back as the window reaches, and across openings as far as
/// nothing is sealed.
@Suite("The newest commits")
struct NewestCommitsTests {
    private func append(
        _ id: UInt64, _ count: Int = 1, to log: Log
    ) throws(LogCallError<LogError>) -> Appended {
        var draft = LogSamples.commit(0, rows: (0..<count).map(LogSamples.row))
        draft.id = CommitID(high: 1, low: id)
        return try log.append(
            expecting: nil, key: nil, id: draft.id, isSame: { _, _ in false },
            { [draft] (first) throws(LogError) in EncodedCommit(draft, at: first) })
    }

    /// The position at which the commit is known.
    private func known(_ id: UInt64, in log: Log) throws -> UInt64? {
        let head = try log.head()
        do {
            _ = try append(id, to: log)
        } catch .log(.knownCommit(let position)) {
            #expect(try log.head() == head)
            return position
        }
        return nil
    }

    @Test("the newest are kept, the oldest go") func window() {
        var newest = NewestCommits()
        let max = UInt64(NewestCommits.idsMax)
        for id in 0..<max { newest.note(CommitID(high: 1, low: id), at: id * 2) }
        newest.note(CommitID(high: 1, low: 0), at: 7)
        #expect(newest[CommitID(high: 1, low: 0)] == 0)
        for id in max..<(max + 10) { newest.note(CommitID(high: 1, low: id), at: id * 2) }
        let found = (0..<(max + 10)).filter { newest[CommitID(high: 1, low: $0)] == $0 * 2 }
        #expect(found == Array(10..<(max + 10)))
    }

    @Test("one that was just appended, by this log and by another one") func others() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        let other = try Log.open(in: storage, options: LogSamples.options)
        _ = try append(1, 3, to: log)
        _ = try append(2, to: other)
        _ = try append(3, to: log)
        for log in [log, other, try Log.open(in: storage, options: LogSamples.options)] {
            #expect(try (1...3).map { try known($0, in: log) } == [0, 3, 4])
        }
        _ = try log.append(LogSamples.commit(0, rows: [LogSamples.row(0)]))
        _ = try log.append(LogSamples.commit(0, rows: [LogSamples.row(0)]))
        #expect(try log.head().count == 7)
    }

    @Test("what is sealed is known to the log that wrote it, and not to one that is opened later")
    func sealed() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        _ = try append(1, 100, to: log)
        _ = try append(2, 3_996, to: log)
        _ = try append(3, to: log)
        #expect(try log.seal() == 4_096)
        #expect(try (1...3).map { try known($0, in: log) } == [0, 100, 4_096])
        let opened = try Log.open(in: storage, options: LogSamples.options)
        #expect(try known(3, in: opened) == 4_096)
        #expect(try known(1, in: opened) == nil)
        // It was appended again, which both know now.
        #expect(try known(1, in: opened) == 4_097)
        #expect(try known(1, in: log) == 0)
    }
}
