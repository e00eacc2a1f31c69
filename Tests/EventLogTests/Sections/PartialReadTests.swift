import EventLog
import Support
import Testing

/// Reading some events must give what reading all of them gives, however they are stored.
@Suite("Partial reads")
struct PartialReadTests {
    /// Frames of columns with many commits each, then small frames.
    static func log(sealed: [Int], tail: [Int]) throws -> Log {
        let log = try LogSamples.log(sealed, in: MemoryStorage())
        _ = try log.seal()
        var next = sealed.reduce(0, +)
        for (number, size) in tail.enumerated() {
            let rows = (next..<(next + size)).map { index in
                index > 10 && index % 3 == 0
                    ? LogSamples.amendment(of: UInt64(index - 7), index) : LogSamples.row(index)
            }
            let key = number % 2 == 0 ? Array("key \(number)".utf8) : nil
            _ = try log.append(LogSamples.commit(10_000 + number, rows: rows, key: key))
            next += size
        }
        return log
    }

    private static let logs: [([Int], [Int])] = [
        (Array(repeating: 1, count: 4_096), Array(repeating: 1, count: 1_500)),
        ([3_000, 1, 5_000, 191], [2, 700, 1, 1, 600, 900]),
        ([], Array(repeating: 3, count: 400)),
    ]

    @Test("The events of any range are those of the whole", arguments: logs.indices)
    func ranges(_ index: Int) throws {
        let (sealed, tail) = PartialReadTests.logs[index]
        let log = try PartialReadTests.log(sealed: sealed, tail: tail)
        let all = try LogSamples.events(log)
        let count = try Int(log.head().count)
        #expect(all.count == count)
        var choices = RandomChoices(seed: UInt64(index))
        for _ in 0..<60 {
            let first = choices.choose(count)
            let length = 1 + choices.choose([1, 20, 600, count][choices.choose(4)])
            let range = UInt64(first)..<UInt64(min(count, first + length))
            let part = try LogSamples.events(log, range)
            #expect(part.count == range.count)
            for (one, other) in zip(part, all[first...]) {
                #expect(one == other)
            }
        }
    }

    @Test("Of each section a part is what is cut out of the whole", arguments: logs.indices)
    func sections(_ index: Int) throws {
        let (sealed, tail) = PartialReadTests.logs[index]
        let log = try PartialReadTests.log(sealed: sealed, tail: tail)
        var wholes: [ColumnBatch] = []
        try log.read(0..<UInt64.max >> 1, .all) { batch throws(LogError) in
            wholes.append(batch)
            return true
        }
        var choices = RandomChoices(seed: 77)
        for _ in 0..<60 {
            let whole = wholes[choices.choose(wholes.count)]
            let sections: Sections = [
                [.hot], [.links], [.hot, .links], [.text], [.facts, .commits], .all,
            ][choices.choose(6)]
            let first = whole.firstPosition + UInt64(choices.choose(whole.count))
            let end = min(whole.positions.upperBound, first + 1 + UInt64(choices.choose(40)))
            var parts: [ColumnBatch] = []
            try log.read(first..<end, sections) { batch throws(LogError) in
                parts.append(batch)
                return true
            }
            let part = try #require(parts.first)
            let cut = whole.slice(first..<end)
            #expect(parts.count == 1)
            #expect(part.positions == first..<end)
            if sections.contains(.hot) {
                #expect(part.keys == cut.keys)
                #expect(part.keyCodes == cut.keyCodes)
                #expect(part.numbers == cut.numbers)
            }
            if sections.contains(.links) {
                #expect(part.links == cut.links)
                #expect(part.retractedKeys == cut.retractedKeys)
                #expect(part.retractions == cut.retractions)
                #expect(part.retractedNumbers == cut.retractedNumbers)
            }
            if sections.contains(.commits) { #expect(part.commits == cut.commits) }
            if sections.contains(.facts) { #expect(part.integers == cut.integers) }
            if sections.contains(.text) {
                #expect(
                    part.bytes.filter { $0.key.rawValue >= 0x80 }
                        == cut.bytes.filter { $0.key.rawValue >= 0x80 })
            }
        }
    }

    @Test("A text that comes in bursts and far apart is found in any part of a frame")
    func gaps() throws {
        var choices = RandomChoices(seed: 9)
        var noted = 0
        let rows = (0..<8_192).map { index in
            let plain = LogSamples.row(index)
            var fields = plain.fields.filter { $0.column.rawValue != 0x81 }
            if index == noted {
                let note = FieldValue.bytes(Array("note \(index)".utf8))
                fields.append(Field(ColumnID(rawValue: 0x81), note))
                noted += 1 + choices.choose([1, 3, 200, 900][choices.choose(4)])
            }
            return Row(type: plain.type, schema: 1, isCritical: true, fields: fields)
        }
        let log = try LogSamples.newLog()
        _ = try log.append(LogSamples.commit(1, rows: rows))
        _ = try log.seal()
        for _ in 0..<400 {
            let first = choices.choose(rows.count)
            let end = min(rows.count, first + 1 + choices.choose([2, 9, 300][choices.choose(3)]))
            let part = try LogSamples.events(log, UInt64(first)..<UInt64(end)).map(\.1)
            #expect(part == Array(rows[first..<end]))
        }
    }

    @Test("The first and the last events of the largest frame are found, alone and with others")
    func ends() throws {
        let count = Limit.frameEventsMax
        let log = try LogSamples.newLog()
        let rows = (0..<count).map(LogSamples.row)
        _ = try log.append(LogSamples.commit(1, rows: rows))
        _ = try log.seal()
        for (first, end) in [(0, 1), (0, count), (1, count), (count - 1, count), (255, 257)] {
            let part = try LogSamples.events(log, UInt64(first)..<UInt64(end)).map(\.1)
            #expect(part == Array(rows[first..<end]))
        }
    }

    @Test("Links and types alone are those of the events", arguments: logs.indices)
    func linksAndTypes(_ index: Int) throws {
        let (sealed, tail) = PartialReadTests.logs[index]
        let log = try PartialReadTests.log(sealed: sealed, tail: tail)
        let all = try LogSamples.events(log)
        let count = UInt64(all.count)
        var choices = RandomChoices(seed: 5)
        // The second time the log knows its small frames.
        for _ in 0..<30 {
            let first = UInt64(choices.choose(all.count))
            let range = first..<(first + UInt64(choices.choose(all.count)))
            let inside = range.clamped(to: 0..<count)
            var links: Set<[UInt64]> = []
            try log.readLinks(range, in: [.target, .previous]) {
                links.insert([UInt64($0.rawValue), $1, $2])
            }
            var expected: Set<[UInt64]> = []
            for position in inside {
                for column in [ColumnID.target, .previous] {
                    guard let link = all[Int(position)].1[column]?.integer else { continue }
                    expected.insert([UInt64(column.rawValue), position, UInt64(link)])
                }
            }
            #expect(links == expected)
            let amended = try log.positions(in: range, holding: TypeSet([9])) { type, _, _ in
                type == 9
            }
            #expect(amended == inside.filter { all[Int($0)].1.type == 9 })
            try PartialReadTests.checkPicks(log, range, all.map(\.1))
            let spans = try log.spans(of: range)
            #expect(spans.flatMap { Array($0.positions) } == Array(inside))
            for span in spans {
                guard let high = span.dayHigh else { continue }
                let days = span.positions.compactMap {
                    all[Int($0)].1[ColumnID(rawValue: 0x20)]?.integer
                }
                #expect(days.allSatisfy { $0 <= high })
            }
        }
    }

    @Test("What an append adds behind small frames that are known is found")
    func growing() throws {
        let log = try PartialReadTests.log(sealed: [], tail: Array(repeating: 1, count: 1_100))
        for number in 0..<40 {
            let before = try log.head().count
            var target: UInt64?
            try log.readLinks((before - 1)..<before, in: [.target]) { target = $2 }
            #expect(target == nil || target.map { $0 < before } == true)
            let row = LogSamples.amendment(of: before - 5, number)
            _ = try log.append(LogSamples.commit(20_000 + number, rows: [row]))
            var found: [UInt64] = []
            try log.readLinks(0..<(before + 1), in: [.target]) { _, position, link in
                if position == before { found.append(link) }
            }
            #expect(found == [before - 5])
            if number == 20 {
                _ = try log.seal()
            }
        }
    }

    /// The events of some types and days, with links, numbers, a fact and text, are those of the
    /// whole.
    private static func checkPicks(_ log: Log, _ range: Range<UInt64>, _ all: [Row]) throws {
        let day = ColumnID(rawValue: 0x20)
        let columns: [UInt8] = [0x02, 0x51, 0x01, 0x21, 0x20]
        var pick = ScanRequest(types: .all)
        pick.integers = columns.map { ColumnID(rawValue: $0) }
        pick.bytes = [ColumnID(rawValue: 0x81), ColumnID(rawValue: 0x80)]
        let inside = range.clamped(to: 0..<UInt64(all.count))
        let last = Int64(20_000 + all.count / 5)
        let ranges = [nil, 20_010...20_030, (last - 99)...last, (last + 1)...(last + 9), 1...last]
        for days in ranges as [ClosedRange<Int64>?] {
            for wanted in [[8], [9], [8, 9], [10]] as [[UInt16]] {
                (pick.types, pick.days) = (TypeSet(wanted), days)
                var found: [UInt64] = []
                try log.scan(range, pick) {
                    wanted.contains($0.type)
                } _: { picked, looked in
                    let positions = picked.rows.map { picked.firstPosition + UInt64($0) }
                    found += positions
                    #expect(positions.allSatisfy(looked.contains))
                    #expect(isSame(picked, pick, positions.map { all[Int($0)] }))
                }
                let expected = inside.filter { position in
                    let row = all[Int(position)]
                    let isOfDay = days.map { $0.contains(row[day]?.integer ?? .min) } ?? true
                    return wanted.contains(row.type) && isOfDay
                }
                #expect(found == expected)
            }
        }
    }

    /// Whether picked events are what they were picked from, as far as was asked for.
    private static func isSame(_ picked: ScanResult, _ pick: ScanRequest, _ rows: [Row]) -> Bool {
        var cursors = pick.integers.map { picked.values(of: $0) }
        for (index, whole) in rows.enumerated() {
            let row = picked.rows[index]
            let key = picked.keys[Int(picked.codes[index])]
            let fields = whole.fields.filter { (0x10...0x1F).contains($0.column.rawValue) }
            guard key.type == whole.type, key.fields == fields else { return false }
            for (place, column) in pick.integers.enumerated()
            where cursors[place].value(at: row) != whole[column]?.integer { return false }
            for column in pick.bytes
            where picked.bytes[column]?.value(at: Int(row)) != whole[column]?.bytes {
                return false
            }
        }
        return true
    }

    @Test("Small frames that are passed over are held against the same rules as others")
    func damagedFrames() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.log(Array(repeating: 1, count: 1_300), in: storage)
        let end = try log.head().count
        let name = try #require(
            try storage.list().first { storage.bytes(of: $0)?.count ?? 0 > 100_000 })
        let whole = try #require(storage.bytes(of: name))
        var refused = 0
        for place in stride(from: 5_000, to: whole.count, by: 3_001) {
            var bytes = whole
            bytes[place] ^= 0x40
            storage.replace(name, bytes: bytes)
            let passing = try Log.open(in: storage, options: LogSamples.options)
            let reading = try Log.open(in: storage, options: LogSamples.options)
            let found = Result {
                try passing.positions(in: 0..<end, holding: TypeSet([50])) { _, _, _ in true }
            }
            let read = Result {
                try reading.read(0..<end, .hot) { _ throws(LogError) in true }
            }
            switch (found, read) {
            case (.success(let positions), .success): #expect(positions.isEmpty)
            case (.failure(let one), .failure(let other)):
                #expect(one as? LogError == other as? LogError)
                refused += 1
            default: Issue.record("\(found) and \(read) at \(place)")
            }
        }
        #expect(refused > 30)
    }
}
