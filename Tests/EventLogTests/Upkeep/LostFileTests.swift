import EventLog
import Testing

/// The last file of a log of several, lost: the slots of those before it tell that it was there.
@Suite("Lost last files") struct LostFileTests {
    /// A log of two files: 262,139 events, then two commits of 50.
    private func log(in storage: MemoryStorage) throws -> Log {
        let log = try LogSamples.log([Int(Limit.segmentEvents) - 5], in: storage)
        try append(log, 1..<3)
        return log
    }

    private func append(_ log: Log, _ numbers: Range<Int>) throws {
        for number in numbers {
            let rows = (0..<50).map { LogSamples.row(number * 50 + $0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
    }

    /// Expects that a log is whole, and that it is damaged without its last file.
    private func expectMissed(_ storage: MemoryStorage, of log: Log, _ name: String) throws {
        let opened = try Log.open(in: storage, options: LogSamples.options)
        let head = try log.head()
        #expect(try opened.verify().root == head.root)
        let lost = storage.copy()
        let last = try #require(try lost.list().last { $0.hasSuffix(".log") })
        try lost.remove(last)
        do throws(LogError) {
            _ = try Log.open(in: lost, options: LogSamples.options)
            Issue.record("\(name): a file is lost, and nobody misses it")
        } catch {
            guard case .corrupt(let damage) = error else { throw error }
            #expect(damage.durable > Limit.segmentEvents && damage.durable <= head.count)
            #expect(damage.reason == .missingSegment)
            #expect(damage.file == "\(last.prefix(12))-0000.log" && damage.offset == 0)
        }
    }

    @Test("of a log that grows, of a copy, of one that is brought up to date and of a rebuilt log")
    func missed() throws {
        let storage = MemoryStorage()
        let (copy, earlier, rebuilt) = (MemoryStorage(), MemoryStorage(), MemoryStorage())
        let log = try LogSamples.log([Int(Limit.segmentEvents) - 5], in: storage)
        _ = try log.copy(into: earlier)
        try append(log, 1..<3)
        try expectMissed(storage, of: log, "log")
        _ = try log.copy(into: copy)
        try expectMissed(copy, of: log, "copy")
        _ = try log.copy(into: earlier)
        try expectMissed(earlier, of: log, "earlier copy")
        let count = try log.head().count
        #expect(count == 262_239)
        #expect(try log.rebuild(count, in: rebuilt) { _ in }.root == log.head().root)
        try expectMissed(rebuilt, of: log, "rebuilt log")
    }

    @Test("of a log whose writer was stopped before it told of the last file") func stopped() throws
    {
        let storage = MemoryStorage()
        let log = try LogSamples.log([Int(Limit.segmentEvents)], in: storage)
        let first = try #require(try storage.list().first { $0.hasSuffix(".log") })
        let before = try #require(storage.bytes(of: first))
        try append(log, 1..<2)
        let last = try #require(try storage.list().last { $0.hasSuffix(".log") })
        let whole = try #require(storage.bytes(of: last))
        let (slots, frames) = (SegmentHeader.slotOffsets, SegmentHeader.bytes)
        let withoutSlot =
            whole[..<Int(slots[1])] + Array(repeating: 0, count: frames - Int(slots[1]))
        var untold = try #require(storage.bytes(of: first))
        #expect(untold != before)
        let told = Int(slots[0])..<frames
        untold.replaceSubrange(told, with: before[told])
        // Behind the slot of the first commit, before it, and before that commit.
        for file in [whole, Array(withoutSlot + whole[frames...]), Array(withoutSlot)] {
            let half = storage.copy()
            half.replace(first, bytes: untold)
            half.replace(last, bytes: file)
            let opened = try Log.open(in: half, options: LogSamples.options)
            try append(opened, 2..<3)
            try expectMissed(half, of: opened, "\(file.count) bytes")
        }
    }

    @Test(
        "of a commit over three files each is missed by its name, also after a stop",
        arguments: [Int(Limit.segmentEvents) - 5, Int(Limit.segmentEvents)], [false, true])
    func severalFiles(start: Int, hasSlot: Bool) throws {
        let storage = MemoryStorage()
        let log = try LogSamples.log([start], in: storage)
        let files = ["000000000000-0000.log", "000000262144-0000.log", "000000524288-0000.log"]
        func head(_ file: Int) throws -> ArraySlice<UInt8> {
            try #require(storage.bytes(of: files[file]))[..<SegmentHeader.bytes]
        }
        let before = try head(0)
        // Goes over into a third file.
        let rows = (0..<262_194).map { LogSamples.row($0) }
        _ = try log.append(LogSamples.commit(1, rows: rows))
        let count = UInt64(start) + 262_194
        #expect(try log.head().count == count && count > 524_288)
        #expect(try storage.list().filter { $0.hasSuffix(".log") } == files)
        // Its writer is stopped before it tells of it in the files that are full: the first slot of
        // a new file is that with which it was made, the second one is written then.
        let second = Int(SegmentHeader.slotOffsets[1])
        let none = [UInt8](repeating: 0, count: SegmentHeader.bytes - second)
        let half = storage.copy()
        for (file, name) in files.enumerated() where file < 2 || !hasSlot {
            let bytes = try #require(storage.bytes(of: name))
            let told = file == 0 ? before : try head(file)[..<second] + none
            half.replace(name, bytes: Array(told + bytes[SegmentHeader.bytes...]))
        }
        try append(try Log.open(in: half, options: LogSamples.options), 2..<3)
        let whole = try Log.open(in: half, options: LogSamples.options)
        #expect(try whole.verify().events == count + 50)
        for lost in [[0], [1], [2], [1, 2]] {
            let rest = half.copy()
            for file in lost { try rest.remove(files[file]) }
            do throws(LogError) {
                _ = try Log.open(in: rest, options: LogSamples.options)
                Issue.record("\(lost): files are lost, and nobody misses them")
            } catch {
                guard case .corrupt(let damage) = error else { throw error }
                #expect(damage.reason == .missingSegment && damage.file == files[lost[0]])
                #expect(damage.position == UInt64(lost[0]) * 262_144)
                #expect(damage.durable == (lost.contains(2) ? count : 524_288))
            }
        }
    }

    @Test("a copy whose last files are exchanged is gone on with, wherever that is interrupted")
    func interrupted() throws {
        let storage = MemoryStorage()
        let log = try log(in: storage)
        let start = MemoryStorage()
        _ = try log.copy(into: start)
        let rows = (0..<Int(Limit.segmentEvents)).map { LogSamples.row($0) }
        _ = try log.append(LogSamples.commit(9, rows: rows))
        // Two files are written anew, for a slot of the last one tells the seed of the block that
        // goes: the copy gets others under other names.
        #expect(try log.erase([Limit.segmentEvents + 2]).segments == 2)
        var hits = 0
        for index in 0..<3 {
            let target = FaultyStorage(start.copy(), nil)
            target.plan(FaultyStorage.Fault(operation: .rename, index: index))
            _ = try? log.copy(into: target)
            hits += target.hits
            target.plan(nil)
            let half = try Log.open(in: target, options: LogSamples.options)
            #expect(try half.head().count >= 262_239)
            _ = try log.copy(into: target)
            try expectMissed(target.base, of: log, "copy interrupted at \(index)")
        }
        #expect(hits == 2)
    }

    @Test("slots of a file that another process made meanwhile are written in turn") func inTurn()
        throws
    {
        let storage = MemoryStorage()
        let log = try LogSamples.log([Int(Limit.segmentEvents) - 5], in: storage)
        // Its slots are the second to the fourth: that of the last commit is at the second place.
        try append(try Log.open(in: storage, options: LogSamples.options), 1..<3)
        let last = try #require(try storage.list().last { $0.hasSuffix(".log") })
        let before = try #require(storage.bytes(of: last))
        try append(try Log.open(in: storage, options: LogSamples.options), 3..<4)
        let second = try #require(storage.bytes(of: last))
        try append(log, 4..<5)
        var torn = try #require(storage.bytes(of: last))
        let (slots, frames) = (SegmentHeader.slotOffsets.map { Int($0) }, SegmentHeader.bytes)
        // A loss of power tears the slot of this log's commit, and takes what came behind 262,239.
        for (start, end) in [(slots[0], slots[1]), (slots[1], frames)]
        where torn[start..<end] != second[start..<end] {
            torn.replaceSubrange(start..<end, with: Array(repeating: 0, count: end - start))
        }
        let end = try #require(before.lastIndex { $0 != 0 })
        torn.replaceSubrange(frames..., with: before[frames...end])
        storage.replace(last, bytes: torn)
        do throws(LogError) {
            _ = try Log.open(in: storage, options: LogSamples.options)
            Issue.record("a commit that was durable is lost, and nobody misses it")
        } catch {
            guard case .corrupt(let damage) = error else { throw error }
            #expect(damage.durable == 262_289)
        }
    }

    @Test("a file that lost another text in each of two copies is not exchanged, nor left for it")
    func bothAnew() throws {
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
        #expect(throws: CopyError.newer(file: file)) { try other.copy(into: copy) }
        let opened = try Log.open(in: copy, options: options)
        func erased() throws -> [Bool] {
            try LogSamples.events(opened, start..<start + 2).map(\.1.isErased)
        }
        #expect(try erased() == [true, false])
        // Erased here, too, nothing comes back: the first file is copied, and the last one, whose
        // secrets are others.
        #expect(try other.erase([start]).texts == 1)
        let done = try other.copy(into: copy)
        #expect(done.bytesCopied == done.bytes)
        #expect(try erased() == [true, true])
        #expect(try opened.verify().root == log.head().root)
    }
}
