import EventLog
import Support
import Testing

/// Frames of rows are read for reports straight from their bytes: to the same as in the ordinary
/// way, or refused like there.
@Suite("Small frames")
struct SmallFrameTests {
    /// A row with any of all kinds of columns, known or not, and links to what is before it.
    private static func row(_ position: Int, _ choices: inout RandomChoices) -> Row {
        var fields: [Field] = []
        for column in UInt8(1)...0xFC where column != 0x7F {
            let column = ColumnID(rawValue: column)
            let often = column.rawValue & 0x0F < 3 ? 3 : 40
            guard choices.choose(often) == 0 else { continue }
            let number = Int64(choices.choose(1 << choices.choose(40)))
            let value = choices.choose(2) == 0 ? number : -number
            let text = Array("\(choices.choose(5)) \(column.rawValue)".utf8)
            switch column.rawValue {
            case 0x70...0x7F: continue
            case 1...0x0F:
                if position > 0, choices.choose(6) == 0 {
                    fields.append(Field(column, .integer(Int64(choices.choose(position)))))
                }
            case 0x20...0x2F, 0x40...0x4F: fields.append(Field(column, .integer(value)))
            default:
                let isBytes = choices.choose(2) == 0
                fields.append(Field(column, isBytes ? .bytes(text) : .integer(value % 3)))
            }
        }
        return Row(
            type: UInt16(choices.choose(4)) * 9_000, schema: UInt8(1 + choices.choose(2)),
            isCritical: choices.choose(2) == 0, fields: fields)
    }

    /// A log of commits of a few events, now and then of many, some parts of it sealed.
    private static func log(
        _ seed: UInt64, in storage: MemoryStorage, count: Int
    ) throws -> Log {
        var choices = RandomChoices(seed: seed)
        let log = try Log.create(in: storage, id: LogSamples.logID, options: LogSamples.options)
        var position = 0
        var commits = 0
        while position < count {
            let sizes = [1, 1, 1, 1, 1, 1, 2, 7, 60, 100, 130]
            let size = sizes[choices.choose(sizes.count)]
            let rows = (0..<size).map { row(position + $0, &choices) }
            let key = choices.choose(9) == 0 ? Array("key \(commits)".utf8) : nil
            _ = try log.append(LogSamples.commit(commits, rows: rows, key: key))
            position += size
            commits += 1
            if choices.choose(400) == 0 { _ = try log.seal() }
        }
        return log
    }

    private static func hotRows(_ log: Log, _ range: Range<UInt64>) throws -> [Row] {
        var rows: [Row] = []
        do {
            try log.readHot(
                range, frame: { _ in false },
                batch: { batch in
                    #expect(batch.firstPosition == range.lowerBound + UInt64(rows.count))
                    rows += batch.rows
                })
        } catch {
            if case .log(let fault) = error { throw fault }
        }
        return rows
    }

    private static func reported(_ log: Log, _ range: Range<UInt64>) throws -> [Row] {
        try LogSamples.events(log, range).map { _, row in
            Row(
                type: row.type, schema: row.schema, isCritical: row.isCritical,
                fields: row.fields.filter { $0.column.rawValue < 0x50 })
        }
    }

    @Test("any program of commits, every kind of column", arguments: 0..<4)
    func programs(seed: Int) throws {
        let log = try SmallFrameTests.log(UInt64(seed), in: MemoryStorage(), count: 1_200)
        let count = try log.head().count
        var choices = RandomChoices(seed: UInt64(seed) + 77)
        for _ in 0..<4 {
            let first = UInt64(choices.choose(Int(count)))
            let range = first..<(first + 1 + UInt64(choices.choose(Int(count - first))))
            #expect(
                try SmallFrameTests.hotRows(log, range) == SmallFrameTests.reported(log, range))
        }
        #expect(
            try SmallFrameTests.hotRows(log, 0..<count)
                == SmallFrameTests.reported(log, 0..<count))
    }

    @Test("commits of some frames, over two segments")
    func segments() throws {
        let log = try Log.create(
            in: MemoryStorage(), id: LogSamples.logID, options: LogSamples.options)
        let first = Int(Limit.segmentEvents) - 3_000
        let rows = (0..<first).map { LogSamples.row($0) }
        _ = try log.append(LogSamples.commit(0, rows: rows))
        for number in 1...6 {
            let rows = (0..<1_000).map { LogSamples.row(number * 1_000 + $0) }
            for (index, part) in rows.split(by: 50).enumerated() {
                _ = try log.append(LogSamples.commit(number * 100 + index, rows: part))
            }
        }
        let count = try log.head().count
        #expect(count == Limit.segmentEvents + 3_000)
        let tail = (count - 5_900)..<count
        #expect(try SmallFrameTests.hotRows(log, tail) == SmallFrameTests.reported(log, tail))
    }

    @Test("changed bytes under a new checksum are refused like in the ordinary way")
    func hostile() throws {
        let storage = MemoryStorage()
        let log = try SmallFrameTests.log(3, in: storage, count: 40)
        let count = try log.head().count
        let bytes = try #require(storage.bytes(of: LogDamageTests.file))
        let salt = try SegmentHeader.decode(bytes, file: LogDamageTests.file).salt
        var refused = 0
        var choices = RandomChoices(seed: 5)
        for _ in 0..<600 {
            var copy = bytes
            // Any frame but the first, which is always read in the ordinary way.
            var frames: [Int] = []
            var start = SegmentHeader.bytes
            while copy[start] != 0 {
                frames.append(start)
                start += length(copy, start)
            }
            let frame = frames[1 + choices.choose(frames.count - 1)]
            let end = frame + length(copy, frame)
            let place = frame + 92 + choices.choose(end - frame - 92)
            copy[place] = UInt8(choices.choose(256))
            let first = CRC32C.checksum(copy, frame..<(frame + 88), seed: salt)
            let checksum = CRC32C.checksum(copy, (frame + 92)..<end, seed: first)
            for index in 0..<4 { copy[frame + 88 + index] = UInt8(checksum >> (8 * index) & 0xFF) }
            let other = storage.copy()
            other.replace(LogDamageTests.file, bytes: copy)
            let log = try Log.open(in: other, options: LogSamples.options)
            let ordinary = Result { try SmallFrameTests.reported(log, 0..<count) }
            let hot = Result { try SmallFrameTests.hotRows(log, 0..<count) }
            switch (ordinary, hot) {
            case (.success(let rows), .success(let others)): #expect(rows == others)
            case (.failure(let error), .failure(let other)):
                refused += 1
                #expect(error as? LogError == other as? LogError)
            default: Issue.record("byte \(place): \(ordinary) and \(hot)")
            }
        }
        #expect(refused > 60)
    }

    @Test("bytes are fields, or not, whichever way they are looked at")
    func fields() {
        var choices = RandomChoices(seed: 9)
        var fields = 0
        for _ in 0..<6_000 {
            var bytes: [UInt8] = []
            for column in UInt8(0)...0xFF where choices.choose(60) == 0 {
                let column = ColumnID(rawValue: column)
                if choices.choose(2) == 0 {
                    let value = Int64(choices.choose(1 << choices.choose(60)))
                    FieldCoding.append(
                        choices.choose(2) == 0 ? value : ~value, in: column, to: &bytes)
                } else {
                    let text = [UInt8](repeating: 7, count: choices.choose(200))
                    FieldCoding.append(text, in: column, to: &bytes)
                }
            }
            for _ in 0..<choices.choose(3) where !bytes.isEmpty {
                bytes[choices.choose(bytes.count)] = UInt8(choices.choose(256))
            }
            let range = 0..<(bytes.count - choices.choose(min(3, bytes.count + 1)))
            let found = FieldCoding.fields(bytes, range)
            #expect(found == Self.fields(bytes[range]), "\(bytes[range])")
            if found != nil { fields += 1 }
        }
        #expect(fields > 600)
        #expect(fields < 5_400)
    }

    /// What bytes say as Format.md has it: read one by one, and the only form of what was read.
    private static func fields(_ bytes: ArraySlice<UInt8>) -> [Field]? {
        var (rest, fields) = (bytes, [Field]())
        while let number = rest.popFirst() {
            let column = ColumnID(rawValue: number)
            if column.kind == .reserved { return nil }
            if let last = fields.last, last.column >= column { return nil }
            var (head, shift, isEnded) = (UInt64(0), UInt64(0), false)
            while !isEnded {
                guard shift < 63, let byte = rest.popFirst() else { return nil }
                head |= UInt64(byte & 0x7F) << shift
                shift += 7
                isEnded = byte < 0x80
            }
            guard head >> 1 <= UInt64(rest.count) else { return nil }
            let payload = rest.prefix(Int(head >> 1))
            rest = rest.dropFirst(payload.count)
            if head & 1 == 1 {
                fields.append(Field(column, .bytes(Array(payload))))
                continue
            }
            if payload.count > 8 { return nil }
            let sign: Int64 = (payload.last ?? 0) >= 0x80 ? -1 : 0
            let value = payload.reversed().reduce(sign) { $0 << 8 | Int64($1) }
            fields.append(Field(column, .integer(value)))
        }
        var again: [UInt8] = []
        for field in fields { FieldCoding.append(field, to: &again) }
        return again == Array(bytes) ? fields : nil
    }

    /// The length that the header of a frame tells.
    private func length(_ bytes: [UInt8], _ start: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[start + 4 + $1]) << (8 * $1) }
    }
}

extension [Row] {
    /// Parts of so many rows.
    fileprivate func split(by count: Int) -> [[Row]] {
        stride(from: 0, to: self.count, by: count).map {
            Array(self[$0..<Swift.min($0 + count, self.count)])
        }
    }
}
