/// Reads sections of a frame of columns, all of them or a part: the one reader of their grammar,
/// which stands at ``SectionCoding`` and ``SparseCoding``.
///
/// What is asked for is checked and copied. What is passed over is neither. A part comes out as
/// ``ColumnBatch/slice(_:)`` makes it of the whole.
package struct SectionReader {
    /// How many events the frame has, or commits a section of them.
    let events: Int
    /// The indexes of those that are wanted.
    let rows: Range<Int>
    /// Whether all rows are wanted, with codes as they are stored.
    let isWhole: Bool
    /// The columns of integers and of bytes that are wanted; `nil` for all.
    private let wanted: (integers: [ColumnID], bytes: [ColumnID])?

    /// Which of the wanted rows have a value.
    private struct Presence {
        /// How many rows there are with one, wanted or not.
        var count: Int
        /// Where the values of the wanted rows stand.
        var places: Range<Int>
        /// The wanted rows, counted from the first that is wanted.
        var rows: [UInt32] = []
    }

    /// Columns of some rows.
    typealias Columns = (integers: [ColumnID: IntegerColumn], bytes: [ColumnID: BytesColumn])

    /// A reader of all columns.
    ///
    /// - Parameter rows: Not empty; `nil` for all, with codes as they are stored. Codes of a part
    ///   are given anew, in the order in which they come.
    package init(events: Int, rows: Range<Int>? = nil) {
        self.events = events
        self.rows = rows ?? 0..<events
        isWhole = rows == nil
        wanted = nil
    }

    /// A reader of some columns of all events.
    init(events: Int, integers: [ColumnID], bytes: [ColumnID]) {
        self.events = events
        rows = 0..<events
        isWhole = true
        wanted = (integers, bytes)
    }

    /// Reads a section into a batch of the wanted events.
    ///
    /// - Parameter order: The order section, where the hot one is read.
    /// - Complexity: O(*n*) in the keys and distinct texts of the section and in the wanted events.
    package func read(
        _ id: ColumnFrame.SectionID, _ bytes: [UInt8], order: [UInt8],
        into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        var reader = ByteReader(bytes)
        switch id {
        case .hot: return try readHot(bytes, order: order, into: &batch)
        case .retractions: return try readRetractions(bytes, into: &batch)
        case .links: batch.links = try links(&reader, from: batch.firstPosition)
        case .commits: batch.commits = try commits(&reader, from: batch.firstPosition)
        case .facts, .text:
            let found = try columns(&reader, kind: id == .facts ? .fact : .text)
            batch.integers.merge(found.integers) { $1 }
            batch.bytes.merge(found.bytes) { $1 }
        case .order, .tree: throw ByteReader.Malformed()
        }
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
    }

    // MARK: Columns

    /// Reads columns of one kind. They ascend: one that comes twice would say one thing to who
    /// reads all and another to who reads a part.
    ///
    /// Where only some are wanted, what comes behind the last of them is not looked at.
    ///
    /// - Parameter ended: Is told of every column how many bytes are left behind it.
    func columns(
        _ reader: inout ByteReader, kind: ColumnID.Kind,
        ended: (_ column: ColumnID, _ left: Int) -> Void = { _, _ in }
    ) throws(ByteReader.Malformed) -> Columns {
        let integers = try integers(&reader, kind: kind, ended: ended)
        if let wanted, wanted.bytes.isEmpty { return (integers, [:]) }
        var found: [ColumnID: BytesColumn] = [:]
        var last: ColumnID?
        for _ in 0..<(try reader.byte()) {
            let column = try SparseCoding.column(&reader, kind: kind, after: &last)
            if let wanted {
                if wanted.bytes.allSatisfy({ $0 < column }) { break }
                guard wanted.bytes.contains(column) else {
                    try passStrings(&reader, count: passPresence(&reader))
                    continue
                }
            }
            let presence = try presence(&reader)
            let values = try isWhole ? strings(&reader, presence) : wantedStrings(&reader, presence)
            if isWhole || !values.rows.isEmpty { found[column] = values }
            ended(column, reader.left)
        }
        return (integers, found)
    }

    /// Reads columns of integers of one kind; see ``columns(_:kind:ended:)``.
    func integers(
        _ reader: inout ByteReader, kind: ColumnID.Kind,
        ended: (_ column: ColumnID, _ left: Int) -> Void = { _, _ in }
    ) throws(ByteReader.Malformed) -> [ColumnID: IntegerColumn] {
        var found: [ColumnID: IntegerColumn] = [:]
        var last: ColumnID?
        for _ in 0..<(try reader.byte()) {
            let column = try SparseCoding.column(&reader, kind: kind, after: &last)
            if let wanted {
                let isLast = wanted.integers.allSatisfy { $0 < column }
                if isLast, wanted.bytes.isEmpty { break }
                guard wanted.integers.contains(column) else {
                    let count = try passPresence(&reader)
                    _ = try IntegerCoding.read(&reader, count: count, at: 0..<0)
                    continue
                }
            }
            let presence = try presence(&reader)
            var values = IntegerColumn()
            values.rows = presence.rows
            values.values = try IntegerCoding.read(
                &reader, count: presence.count, at: presence.places)
            if isWhole || !values.rows.isEmpty { found[column] = values }
            ended(column, reader.left)
        }
        return found
    }

    /// Reads links, as the positions that they point at.
    ///
    /// - Parameter firstPosition: That of the first wanted event.
    func links(
        _ reader: inout ByteReader, from firstPosition: UInt64
    ) throws(ByteReader.Malformed) -> [ColumnID: IntegerColumn] {
        var found = try integers(&reader, kind: .link)
        for column in found.keys {
            try found[column]?.turnIntoPositions(from: firstPosition)
        }
        return found
    }

    // MARK: Presence

    private func presence(
        _ reader: inout ByteReader
    ) throws(ByteReader.Malformed) -> Presence {
        switch try reader.byte() {
        case 0:
            return Presence(count: events, places: rows, rows: Array(0..<UInt32(rows.count)))
        case 1: break
        default: throw ByteReader.Malformed()
        }
        let count = try reader.count(max: events)
        guard !isWhole else {
            return Presence(count: count, places: 0..<count, rows: try allRows(&reader, count))
        }
        let passed = try reader.passGaps(count, below: rows.lowerBound, max: events)
        var found: [UInt32] = []
        var next = passed.next
        for place in passed.rows..<count {
            let row = next + (try reader.count(max: events))
            guard row < rows.upperBound else {
                try reader.passCounts(count - place - 1)
                break
            }
            found.append(UInt32(row - rows.lowerBound))
            next = row + 1
        }
        let places = passed.rows..<(passed.rows + found.count)
        return Presence(count: count, places: places, rows: found)
    }

    /// Reads `count` rows out of all events.
    private func allRows(
        _ reader: inout ByteReader, _ count: Int
    ) throws(ByteReader.Malformed) -> [UInt32] {
        var rows = try reader.counts(count, max: events)
        var next: UInt32 = 0
        var span = rows.mutableSpan
        for place in span.indices {
            let row = next + span[place]
            guard row < UInt32(events) else { throw ByteReader.Malformed() }
            span[place] = row
            next = row + 1
        }
        return rows
    }

    /// Passes over which events have a value, and says how many do.
    private func passPresence(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> Int {
        switch try reader.byte() {
        case 0: return events
        case 1:
            let count = try reader.count(max: events)
            try reader.passCounts(count)
            return count
        default: throw ByteReader.Malformed()
        }
    }

    // MARK: Bytes

    /// Reads the values of all rows, as they are stored.
    private func strings(
        _ reader: inout ByteReader, _ presence: Presence
    ) throws(ByteReader.Malformed) -> BytesColumn {
        var values = BytesColumn()
        values.rows = presence.rows
        let count = try reader.count(max: presence.count)
        let lengths = try reader.counts(count, max: Limit.textBytesMax)
        switch try reader.byte() {
        case 0 where count == presence.count: values.codes = Array(0..<UInt32(count))
        case 1:
            values.codes = try IntegerCoding.readCodes(
                &reader, count: presence.count, below: count)
        default: throw ByteReader.Malformed()
        }
        let size = lengths.reduce(0) { $0 + Int($1) }
        values.dictionary = ByteStrings(try reader.take(size), lengths: lengths)
        return values
    }

    /// Reads the values of the wanted rows, and no other text.
    private func wantedStrings(
        _ reader: inout ByteReader, _ presence: Presence
    ) throws(ByteReader.Malformed) -> BytesColumn {
        let count = try reader.count(max: presence.count)
        let lengths = try reader.counts(count, max: Limit.textBytesMax)
        let codes: [Int64]
        switch try reader.byte() {
        case 0 where count == presence.count: codes = presence.places.map { Int64($0) }
        case 1:
            codes = try IntegerCoding.read(
                &reader, count: presence.count, at: presence.places)
        default: throw ByteReader.Malformed()
        }
        let used = try SectionReader.renumbered(codes, below: count)
        var starts = Array(repeating: 0, count: used.old.count)
        var order = used.old.indices.sorted { used.old[$0] < used.old[$1] }[...]
        var size = 0
        for (code, length) in lengths.enumerated() {
            if let place = order.first, used.old[place] == code {
                starts[place] = size
                order = order.dropFirst()
            }
            size += Int(length)
        }
        let start = try reader.skip(size).lowerBound
        var values = BytesColumn()
        values.rows = presence.rows
        values.codes = used.codes.map { UInt32($0) }
        for (place, code) in zip(starts, used.old) {
            let from = start + place
            values.dictionary.append(reader.bytes, from..<(from + Int(lengths[code])))
        }
        return values
    }

    /// Passes over the values of some rows, without a look at which row has which.
    private func passStrings(
        _ reader: inout ByteReader, count rows: Int
    ) throws(ByteReader.Malformed) {
        let count = try reader.count(max: rows)
        let size = try reader.sum(ofCounts: count, max: Limit.textBytesMax)
        switch try reader.byte() {
        case 0 where count == rows: break
        case 1: _ = try IntegerCoding.read(&reader, count: rows, at: 0..<0)
        default: throw ByteReader.Malformed()
        }
        try reader.skip(size)
    }

    /// New codes in the order in which they come, and the old code of each.
    static func renumbered(
        _ codes: [Int64], below limit: Int
    ) throws(ByteReader.Malformed) -> (codes: [Int], old: [Int]) {
        // Of every old code one more than the new one.
        var new = Array(repeating: UInt32(0), count: limit)
        var found: (codes: [Int], old: [Int]) = ([], [])
        found.codes.reserveCapacity(codes.count)
        for code in codes {
            guard code >= 0, code < limit else { throw ByteReader.Malformed() }
            if new[Int(code)] == 0 {
                found.old.append(Int(code))
                new[Int(code)] = UInt32(found.old.count)
            }
            found.codes.append(Int(new[Int(code)]) - 1)
        }
        return found
    }
}

extension IntegerColumn {
    /// Turns distances from the events into the positions that they point at.
    fileprivate mutating func turnIntoPositions(
        from firstPosition: UInt64
    ) throws(ByteReader.Malformed) {
        for place in values.indices {
            let position = Int64(clamping: firstPosition + UInt64(rows[place]))
            let distance = values[place]
            guard distance > 0, distance <= position else { throw ByteReader.Malformed() }
            values[place] = position - distance
        }
    }
}
