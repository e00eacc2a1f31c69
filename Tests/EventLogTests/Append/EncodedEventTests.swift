import EventLog
import Support
import Testing

/// What is carried from an event to its leaf and to its frame must be what its values are.
@Suite("Encoded events")
struct EncodedEventTests {
    /// Rows of all kinds of columns, some of them with a salt or without a text that was erased.
    private static func rows(_ count: Int, seed: UInt64, longest: Int = 9_000) -> [Row] {
        var random = SeededRandom(seed: seed)
        let lengths = [0, 1, 3, 62, 63, 64, 127, 128, longest]
        func value(_ isInteger: Bool) -> FieldValue {
            if isInteger {
                return .integer(
                    Int64(truncatingIfNeeded: random.next())
                        >> Int64.random(in: 0...63, using: &random))
            }
            let length = lengths.randomElement(using: &random) ?? 0
            return .bytes((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        return (0..<count).map { _ in
            var fields: [Field] = []
            for number in UInt8(1)...0xFC where Int.random(in: 0..<9, using: &random) == 0 {
                let column = ColumnID(rawValue: number)
                switch column.kind {
                case .commit, .reserved: continue
                case .link:
                    fields.append(Field(column, .integer(Int64.random(in: 0..<50, using: &random))))
                case .number, .retractedNumber: fields.append(Field(column, value(true)))
                default: fields.append(Field(column, value(Bool.random(using: &random))))
                }
            }
            let left = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
            let erased = fields.filter { $0.column.kind != .text }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: fields.append(Field(.salt, .bytes(left)))
            case 1: fields = erased + [Field(.commitment, .bytes(left))]
            default: break
            }
            return Row(
                type: UInt16.random(in: 0...0x7FFF, using: &random),
                schema: UInt8.random(in: 1...255, using: &random),
                isCritical: Bool.random(using: &random), fields: fields)
        }
    }

    @Test("an event comes back as it was, and has the leaf of its row", arguments: [1, 2, 3])
    func sameAsRow(seed: UInt64) throws {
        let header = CommitHeader(LogSamples.commit(3, rows: [], key: [1, 2]), at: 50, after: 9)
        var hasher = LeafHasher()
        for (index, row) in Self.rows(200, seed: seed).enumerated() {
            let event = EncodedEvent(row)
            #expect(event.row == row)
            #expect((event.type, event.schema) == (row.type, row.schema))
            #expect(event.isCritical == row.isCritical)
            #expect(event.hasText == row.hasText)
            let position = 50 + UInt64(index)
            let seed = LogSamples.seed(position / 4_096)
            let leaf = try? hasher.hash(row, header, position: position, seed: seed)
            let own = try? hasher.hash(event, header, position: position, seed: seed)
            #expect(own == leaf)
        }
    }

    @Test("the values of a row stand in order, of two in one column the later one")
    func order() {
        func fields(_ values: [(UInt8, Int64)]) -> [Field] {
            values.map { Field(ColumnID(rawValue: $0), .integer($1)) }
        }
        let given = fields([(0x81, 1), (0x10, 2), (0x20, 3), (0x10, 4), (0x81, 5), (0x01, 6)])
        let row = Row(type: 7, schema: 1, isCritical: false, fields: given)
        #expect(row.fields == fields([(0x01, 6), (0x10, 4), (0x20, 3), (0x81, 5)]))
    }

    @Test("an event of facts and texts that stand apart is that of its row", arguments: [7, 8])
    func parts(seed: UInt64) throws {
        for row in Self.rows(200, seed: seed) {
            let whole = EncodedEvent(row)
            let facts = [9] + Array(whole.bytes[..<whole.facts])
            let text = Array(whole.bytes[whole.facts...]) + [9]
            var event = try #require(EncodedEvent(facts, facts: 1..<facts.count))
            let isText = event.append(text, text: 0..<(text.count - 1))
            #expect(isText)
            for field in whole.remains { event.leave(field) }
            #expect(event.row == row)
            #expect(event.bytes == whole.bytes && event.facts == whole.facts)
            #expect(event.valueBytes == whole.valueBytes)
        }
    }

    @Test("what has no form, or stands in the other part, is no event")
    func badParts() throws {
        let head: [UInt8] = [1, 7, 0]
        let facts: [[UInt8]] = [
            // Cut, a longer integer than needed, bytes for a link, and columns out of order.
            [0x20, 2], [0x20, 4, 1, 0], [0x01, 1], [0x11, 0, 0x10, 0],
            // A text, a salt, and a column of commits.
            [0x80, 1], [0xFD, 1], [0x70, 0],
        ]
        for bytes in facts.map({ head + $0 }) + [[], [1, 7]] {
            #expect(EncodedEvent(bytes, facts: 0..<bytes.count) == nil, "\(bytes)")
        }
        let texts: [[UInt8]] = [[0x80], [0x81, 1, 0x80, 1], [0x51, 0], [0xFD, 1], [0xFE, 1]]
        for bytes in texts {
            var event = try #require(EncodedEvent(head, facts: 0..<3))
            let isText = event.append(bytes, text: 0..<bytes.count)
            #expect(!isText, "\(bytes)")
        }
    }

    @Test("columns of events are the columns of their values", arguments: [4, 5])
    func columns(seed: UInt64) {
        // A frame has at most so many keys.
        let rows = Self.rows(300, seed: seed)
        var builder = BatchBuilder(firstPosition: 50)
        for row in rows { builder.append(EncodedEvent(row)) }
        #expect(Array(builder.finish().rows) == rows)
        var links = BatchBuilder(firstPosition: 50, sections: .links)
        for row in rows { links.append(EncodedEvent(row)) }
        let (whole, part) = (builder.finish(), links.finish())
        #expect(part.count == rows.count && part.links == whole.links)
        #expect(part.retractions == whole.retractions)
        #expect(part.keyCodes.isEmpty && part.integers.isEmpty && part.bytes.isEmpty)
    }

    @Test("a log of frames of rows is the same when it is sealed", arguments: [9, 10])
    func sealed(seed: UInt64) throws {
        let log = try LogSamples.newLog()
        var next = 0
        for number in 0..<50 {
            let rows = Self.rows(90, seed: seed + UInt64(number), longest: 9).map { row in
                var row = Self.unsalted(row)
                if next > 50 { row[.target] = .integer(Int64(next % 50)) }
                return row
            }
            _ = try log.append(LogSamples.commit(number, rows: rows))
            next += rows.count
        }
        let (before, root) = (try LogSamples.events(log).map(\.1), try log.head().root)
        #expect(try log.seal() == 4_096)
        #expect(try LogSamples.events(log).map(\.1) == before)
        #expect(try log.verify().root == root)
    }

    @Test("events go through a log as they are, whatever the frame", arguments: [1, 40, 300])
    func log(count: Int) throws {
        let rows = Self.rows(count, seed: 6).map(Self.unsalted)
        let log = try LogSamples.newLog()
        _ = try log.append(LogSamples.commit(0, rows: rows))
        #expect(try LogSamples.events(log).map(\.1) == rows)
        #expect(try log.verify().events == UInt64(count))
    }

    @Test("an event that cannot be in a commit is told by its index and what is wrong")
    func admission() throws {
        let link = ColumnID(rawValue: 0x01)
        let salted = Field(.salt, .bytes(Array(repeating: 1, count: 32)))
        let cases: [(Field, LogError?)] = [
            (Field(link, .integer(10)), nil), (Field(link, .integer(-1)), nil),
            (Field(link, .integer(11)), .badLink(index: 1)),
            (Field(link, .integer(-2)), .badLink(index: 1)),
            (Field(link, .integer(.max)), .badLink(index: 1)),
            (Field(link, .integer(.min)), .badLink(index: 1)),
            (Field(link, .bytes([1])), .badColumn(link, index: 1)),
            (Field(.recordedAt, .integer(1)), .badColumn(.recordedAt, index: 1)),
            (Field(.actor, .bytes([1])), .badColumn(.actor, index: 1)),
            (salted, .badColumn(.salt, index: 1)),
        ]
        for (field, error) in cases {
            let bad = Row(type: 9, schema: 1, isCritical: false, fields: [field])
            let draft = LogSamples.commit(1, rows: [LogSamples.row(1), bad])
            let commit = EncodedCommit(draft, at: 10)
            #expect(Self.refusal(commit, at: 10) == error, "\(field)")
        }
        var replica = LogSamples.commit(
            1, rows: [Row(type: 9, schema: 1, isCritical: false, fields: [salted])])
        replica.isReplica = true
        #expect(Self.refusal(EncodedCommit(replica, at: 10), at: 10) == nil)
        let empty = EncodedCommit(LogSamples.commit(1, rows: []), at: 10)
        #expect(Self.refusal(empty, at: 10) == .emptyCommit)
        let long = LogSamples.commit(
            1, rows: [LogSamples.row(1)], key: Array(repeating: 0, count: 256))
        #expect(Self.refusal(EncodedCommit(long, at: 10), at: 10) == .tooLarge(.key, index: 0))
        let last = EncodedCommit(LogSamples.commit(1, rows: [LogSamples.row(1)]), at: 10)
        #expect(Self.refusal(last, at: Limit.logEventsMax) == .full)
    }

    /// An event of a first commit: links are to nothing yet, and salts are the log's own.
    private static func unsalted(_ row: Row) -> Row {
        var row = row
        for number in UInt8(1)...0x0F { row[ColumnID(rawValue: number)] = nil }
        row[.salt] = nil
        row[.commitment] = nil
        return row
    }

    private static func refusal(_ commit: EncodedCommit, at position: UInt64) -> LogError? {
        do throws(LogError) {
            try commit.admit(at: position)
            return nil
        } catch { return error }
    }
}
