import Dispatch
import EventLog
import Foundation
import Support
import Synchronization
import Testing

/// The folder of a copy is a log like any other: who writes there holds its lock, and loses nothing
/// that others put there.
@Suite("Targets of copies")
struct LogCopyTargetTests {
    private func append(_ log: Log, _ numbers: Range<Int>, size: Int = 1) throws {
        for number in numbers {
            let rows = (0..<size).map { LogSamples.row(number * size + $0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
    }

    @Test("whoever writes there is waited for, and named") func locked() throws {
        let log = try LogSamples.newLog()
        try append(log, 0..<10)
        let copy = MemoryStorage()
        _ = try log.copy(into: copy)
        try append(log, 10..<12)
        let files = copy.bytes(of: LogDamageTests.file)
        let lock = try copy.lock(wait: .zero, owner: "somebody")
        #expect(throws: CopyError.target(.storage(.locked(holder: "somebody")))) {
            try log.copy(into: copy)
        }
        #expect(copy.bytes(of: LogDamageTests.file) == files)
        lock.release()
        let held = try log.lockedCopy(into: copy)
        let own = try Log.open(in: copy, options: LogSamples.options)
        #expect(throws: LogError.self) { try append(own, 12..<13) }
        held.lock.release()
        #expect(try own.head() == log.head())
    }

    @Test("an event that was recorded there meanwhile is not overwritten") func recorded() throws {
        let log = try LogSamples.newLog()
        try append(log, 0..<10)
        let copy = MemoryStorage()
        _ = try log.copy(into: copy)
        let own = try Log.open(in: copy, options: LogSamples.options)
        let appended = try own.append(LogSamples.commit(77, rows: [LogSamples.row(77)]))
        try append(log, 10..<14)
        #expect(throws: CopyError.diverged(events: 11)) { try log.copy(into: copy) }
        #expect(try own.head().root == appended.root)
        #expect(try own.verify().events == 11)
    }

    @Test("a file that was sealed there is not replaced by an older one") func newer() throws {
        let log = try LogSamples.newLog()
        try append(log, 0..<50, size: 90)
        let copy = MemoryStorage()
        _ = try log.copy(into: copy)
        let own = try Log.open(in: copy, options: LogSamples.options)
        #expect(try own.seal() == 4_096)
        try append(log, 50..<51)
        let file = "000000000000-0001.log"
        let bytes = copy.bytes(of: file)
        #expect(throws: CopyError.newer(file: file)) { try log.copy(into: copy) }
        #expect(copy.bytes(of: file) == bytes)
        #expect(try own.verify().events == 4_500)
    }

    @Test("a log that takes the place of another one goes on in that one's copy")
    func replaced() throws {
        let log = try LogSamples.newLog()
        try append(log, 0..<50, size: 90)
        // Each writes the only file anew.
        _ = try log.seal()
        _ = try log.erase([4])
        _ = try log.erase([4_200])
        let (copy, folder) = (MemoryStorage(), MemoryStorage())
        _ = try log.copy(into: copy)
        _ = try log.rebuild(try log.head().count, in: folder) { _ in }
        let next = try Log.open(in: folder, options: LogSamples.options)
        try append(next, 50..<52, size: 90)
        let head = try next.head()
        #expect(throws: CopyError.newer(file: "000000000000-0003.log")) {
            try next.copy(into: copy)
        }
        try next.raiseGenerations(above: log)
        #expect(try next.head() == head && next.verify().root == head.root)
        #expect(try folder.list().contains("000000000000-0004.log"))
        #expect(try next.copy(into: copy).events == 4_680)
        let again = try Log.open(in: copy, options: LogSamples.options)
        #expect(try again.verify().root == head.root && again.verify().erased == 2)
        // Nothing is done twice.
        let names = try folder.list().sorted()
        try next.raiseGenerations(above: log)
        #expect(try folder.list().sorted() == names)
        try append(next, 52..<53)
        _ = try next.erase([5])
        #expect(try next.verify().erased == 3)
    }

    @Test("what was sealed in both folders, each in its own way, is copied anew")
    func sealedTwice() throws {
        let log = try LogSamples.newLog()
        try append(log, 0..<50, size: 90)
        let copy = MemoryStorage()
        _ = try log.copy(into: copy)
        let own = try Log.open(in: copy, options: LogSamples.options)
        #expect(try own.seal() == 4_096)
        _ = try log.erase([4, 4_200])
        try append(log, 50..<51)
        _ = try log.copy(into: copy)
        let again = try Log.open(in: copy, options: LogSamples.options)
        #expect(try again.verify().root == log.head().root)
        #expect(try again.verify().erased == 2)
    }

    @Test("a text that one of two logs erased comes into the copy of neither by the other")
    func erasedApart() throws {
        let (first, second, copy) = (MemoryStorage(), MemoryStorage(), MemoryStorage())
        let log = try LogSamples.log([4_094], in: first)
        // Two events in frames of their own, as long as each other; they end a block.
        for number in 1...2 {
            _ = try log.append(LogSamples.commit(number, rows: [LogSamples.row(number * 20)]))
        }
        _ = try log.copy(into: second)
        let other = try Log.open(in: second, options: LogSamples.options)
        #expect(try log.erase([4_094]).texts == 1)
        #expect(try other.erase([4_095]).texts == 1)
        let file = "000000000000-0001.log"
        #expect(first.bytes(of: file)?.count == second.bytes(of: file)?.count)
        #expect(first.bytes(of: file) != second.bytes(of: file))
        _ = try log.copy(into: copy)
        let bytes = copy.bytes(of: file)
        func expectRefused(_ log: Log, _ file: String) {
            for isRehearsal in [true, false] {
                #expect(throws: CopyError.newer(file: file)) {
                    try log.copy(into: copy, isRehearsal: isRehearsal)
                }
            }
        }
        expectRefused(other, file)
        // Nor by a file of a higher generation.
        #expect(try other.erase([3]).texts == 1)
        #expect(second.bytes(of: file) == nil)
        expectRefused(other, file)
        #expect(copy.bytes(of: file) == bytes)
        // Erased here, too, nothing would come back.
        #expect(try other.erase([4_094]).texts == 1)
        #expect(try other.copy(into: copy).events == 4_096)
        let again = try Log.open(in: copy, options: LogSamples.options)
        #expect(try again.verify().erased == 3)
        let events = try LogSamples.events(again, 4_094..<4_096)
        #expect(events.map(\.1.isErased) == [true, true])
        expectRefused(log, "000000000000-0003.log")
    }

    @Test("of copies at the same time each ends whole, or says who was faster")
    func together() throws {
        try withFolder { path in
            let source = try DiskStorage.create(path: "\(path)/source")
            let log = try LogSamples.newLog(source)
            try append(log, 0..<50, size: 90)
            for round in 0..<6 {
                try append(log, (50 + round)..<(51 + round))
                if round == 3 { _ = try log.seal() }
                let ends = Atomic(0)
                DispatchQueue.concurrentPerform(iterations: 4) { _ in
                    guard let from = try? DiskStorage(path: "\(path)/source"),
                        let to = try? DiskStorage.create(path: "\(path)/copy"),
                        let log = try? Log.open(in: from), (try? log.copy(into: to)) != nil
                    else { return }
                    ends.add(1, ordering: .relaxed)
                }
                #expect(ends.load(ordering: .relaxed) == 4)
                let copy = try Log.open(in: try DiskStorage(path: "\(path)/copy"))
                #expect(try copy.verify().root == log.head().root)
            }
        }
    }

    @Test("after its first file an interrupted copy is a log for both readers")
    func firstFile() throws {
        try withFolder { path in
            _ = try DiskStorage.create(path: path)
            let log = try LogSamples.log([Int(Limit.segmentEvents)], in: MemoryStorage())
            for number in 1..<50 {
                let rows = (0..<90).map { LogSamples.row($0) }
                _ = try log.append(LogSamples.commit(number, rows: rows))
            }
            _ = try log.seal()
            let copy = FaultyStorage(MemoryStorage(), nil)
            copy.plan(FaultyStorage.Fault(operation: .rename, index: 1))
            #expect(throws: CopyError.self) { try log.copy(into: copy) }
            copy.plan(nil)
            let half = try Log.open(in: copy.base, options: LogSamples.options)
            #expect(try half.verify().events == Limit.segmentEvents)
            let name = try #require(copy.base.list().first { $0.hasSuffix(".log") })
            let bytes = try #require(copy.base.bytes(of: name))
            try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
            if IndependentReader.python != nil {
                let read = try IndependentReader.run([path])
                #expect(read.code == 0)
                #expect(read.output.contains(try half.head().root.hex))
            }
            _ = try log.copy(into: copy)
            let whole = try Log.open(in: copy.base, options: LogSamples.options)
            #expect(try whole.verify().root == log.head().root)
        }
    }
}
