import EventLog
import Support
import Testing

/// What replaces a file is checked before it is written and read back before the old one goes.
@Suite("Replacing files of a log")
struct LogReplacingTests {
    private static let file = LogDamageTests.file
    private static let newer = "000000000000-0001.log"

    /// A log of small frames that has something to seal and to erase.
    private func small(_ storage: any LogStorage) throws -> Log {
        let log = try LogSamples.newLog(storage)
        for number in 0..<47 {
            let rows = (0..<90).map { LogSamples.row(number * 90 + $0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        return log
    }

    @Test("a link to a later event is not packed: the log stays as it is")
    func forwardLinks() throws {
        let storage = MemoryStorage()
        var builder = try LogBuilder(
            in: storage, id: LogSamples.logID, options: LogSamples.options)
        for number in 0..<10 {
            var row = LogSamples.row(number)
            if number == 3 { row[.target] = .integer(9) }
            let header = CommitHeader(
                id: CommitID(high: 9, low: UInt64(number)), firstPosition: UInt64(number),
                fields: [Field(.recordedAt, .integer(1_700_000_000_000))])
            try builder.append(row, of: header)
        }
        _ = try builder.finish()
        let log = try Log.open(in: storage, options: LogSamples.options)
        for number in 0..<47 {
            let rows = (0..<90).map { LogSamples.row(number * 90 + $0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        let before = try LogSamples.events(log)
        let bytes = storage.bytes(of: Self.file)
        for isSealing in [true, false] {
            do throws(LogError) {
                if isSealing { _ = try log.seal() } else { _ = try log.erase([8]) }
                Issue.record("it was packed")
            } catch {
                guard case .corrupt(let damage) = error else { throw error }
                #expect(damage.reason == .body && damage.position == 3)
            }
            #expect(storage.bytes(of: Self.file) == bytes)
            #expect(try storage.list().filter { $0.contains("0001") }.isEmpty)
        }
        #expect(try LogSamples.events(log).map(\.1) == before.map(\.1))
    }

    @Test("a new file that is not what was written does not replace the old one")
    func readBack() throws {
        for isSealing in [true, false] {
            var noticed = 0
            for index in 0..<12 {
                let storage = FaultyStorage(MemoryStorage(), nil)
                let log = try small(storage)
                let before = try LogSamples.events(log)
                // A write that says all went well, and of which half arrives.
                storage.plan(
                    FaultyStorage.Fault(
                        operation: .write, index: index, bytesWritten: 1_000, isSilent: true,
                        part: ".log.tmp"))
                do throws(LogError) {
                    if isSealing { _ = try log.seal() } else { _ = try log.erase([8, 4_100]) }
                } catch {
                    #expect(error == .unlike(file: Self.file))
                    noticed += 1
                    #expect(try storage.base.list().filter { $0.contains("0001") }.isEmpty)
                }
                let hits = storage.hits
                storage.plan(nil)
                let again = try Log.open(in: storage.base, options: LogSamples.options)
                #expect(try again.verify().events == 4_230)
                #expect(try LogSamples.events(again).map(\.0) == before.map(\.0))
                if hits == 0 { break }
                #expect(index < 11)
            }
            #expect(noticed > 1)
        }
    }

    @Test("a failed sync of a file or of the folder poisons the log, whoever asked for it")
    func poisons() throws {
        for isSealing in [true, false] {
            var poisoned = 0
            for index in 0..<6 {
                let storage = FaultyStorage(MemoryStorage(), nil)
                let log = try small(storage)
                storage.plan(FaultyStorage.Fault(operation: .sync, index: index))
                let isDone: Bool
                do throws(LogError) {
                    if isSealing { _ = try log.seal() } else { _ = try log.erase([8, 4_100]) }
                    isDone = true
                } catch { isDone = false }
                #expect(isDone == (storage.hits == 0))
                storage.plan(nil)
                if isDone { break }
                poisoned += 1
                #expect(throws: LogError.poisoned(durable: 4_230)) {
                    try log.append(LogSamples.commit(99, rows: [LogSamples.row(1)]))
                }
                let again = try Log.open(in: storage, options: LogSamples.options)
                _ = try again.append(LogSamples.commit(99, rows: [LogSamples.row(1)]))
                #expect(try again.verify().events == 4_231)
            }
            #expect(poisoned >= 3)
        }
    }

    @Test("an append whose sealing fails was appended all the same, and sealing is tried again")
    func sealingLater() throws {
        var options = LogSamples.options
        options.sealEvents = 4_096
        let storage = FaultyStorage(MemoryStorage(), nil)
        let log = try Log.create(in: storage, id: LogSamples.logID, options: options)
        let rows = (0..<90).map { LogSamples.row($0) }
        for number in 0..<45 { _ = try log.append(LogSamples.commit(number, rows: rows)) }
        storage.plan(
            FaultyStorage.Fault(
                operation: .open, index: 0, isPersistent: true, part: ".log.tmp"))
        for number in 45..<60 {
            #expect(try !log.append(LogSamples.commit(number, rows: rows)).isRepeat)
        }
        // Not at every append: that would write the segment each time.
        #expect(storage.hits == 1)
        #expect(try storage.base.list().contains(Self.file))
        storage.plan(nil)
        for number in 60..<95 { _ = try log.append(LogSamples.commit(number, rows: rows)) }
        #expect(try storage.base.list().contains(Self.newer))
        #expect(try log.verify().events == 8_550)
    }

    @Test("an older file that was put back is found, and the next writer removes it")
    func putBack() throws {
        let storage = MemoryStorage()
        let log = try small(storage)
        let old = try #require(storage.bytes(of: Self.file))
        _ = try log.erase([8, 4_100])
        #expect(try log.replacedFiles().isEmpty)
        storage.replace(Self.file, bytes: old)
        #expect(try log.replacedFiles() == [Self.file])
        for isLongLived in [true, false] {
            storage.replace(Self.file, bytes: old)
            let writer = isLongLived ? log : try Log.open(in: storage, options: LogSamples.options)
            // Somebody else writes in between, so that the folder is looked at again.
            _ = try Log.open(in: storage, options: LogSamples.options).head()
            _ = try writer.erase([8])
            if !isLongLived { #expect(try storage.list().filter { $0 == Self.file }.isEmpty) }
        }
    }

    @Test("while a log is reserved others wait, and its own appends go on") func reserved() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        let other = try Log.open(in: storage, options: LogSamples.options)
        let reservation = try log.reserve()
        #expect(throws: LogError.self) {
            try other.append(LogSamples.commit(1, rows: [LogSamples.row(1)]))
        }
        _ = try log.append(LogSamples.commit(2, rows: [LogSamples.row(2)]))
        reservation.release()
        _ = try other.append(LogSamples.commit(3, rows: [LogSamples.row(3)]))
        _ = try log.append(LogSamples.commit(4, rows: [LogSamples.row(4)]))
        #expect(try log.verify().events == 3)
    }
}
