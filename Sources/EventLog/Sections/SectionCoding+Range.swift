/// Reads of a section no more than what belongs to some of a frame's events: what is passed over is
/// neither checked nor copied.
///
/// What comes out is what ``ColumnBatch/slice(_:)`` makes of the whole section.
extension SectionCoding {
    /// Reads the wanted events of a section into a batch of them.
    ///
    /// - Parameters:
    ///   - order: The order section, where the hot one is read.
    ///   - events: How many events the frame has.
    ///   - wanted: The indexes in the frame of those that are wanted; not empty.
    /// - Complexity: O(*n*) in the keys and distinct texts of the section and in the wanted events.
    static func read(
        _ id: ColumnFrame.SectionID, _ bytes: [UInt8], order: [UInt8], events: Int,
        wanted: Range<Int>, into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        var reader = ByteReader(bytes)
        let part = FramePart(events: events, wanted: wanted)
        switch id {
        case .hot: try part.readHot(bytes, order: order, into: &batch)
        case .retractions: try part.readRetractions(bytes, into: &batch)
        case .links: try part.readLinks(&reader, into: &batch)
        case .facts, .text: try part.readColumns(&reader, into: &batch)
        case .commits: try part.readCommits(&reader, into: &batch)
        case .order, .tree: throw ByteReader.Malformed()
        }
    }
}

/// Some events of a frame.
private struct FramePart {
    /// How many events the frame has.
    let events: Int
    /// The indexes of some of them.
    let wanted: Range<Int>

    // MARK: Sections

    func readHot(
        _ bytes: [UInt8], order: [UInt8], into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        let span = RawBytes.span(bytes, 0..<bytes.count)
        let layout = try LineLayout.hot(span, events: events)
        let lines = try lines(order, from: 0, count: events)
        let found = try LineCoding.read(span, layout, lines, events: wanted.count)
        guard found.rows.count == wanted.count else { throw ByteReader.Malformed() }
        let used = try FramePart.renumbered(found.codes.map { Int64($0) }, below: layout.keys.count)
        batch.keyCodes = used.codes.map { UInt16($0) }
        batch.keys = try FramePart.keys(used.old.map { layout.keys[$0] }, ByteReader(bytes))
        batch.numbers = FramePart.numbers(found, of: batch.keys)
    }

    func readRetractions(
        _ bytes: [UInt8], into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        let span = RawBytes.span(bytes, 0..<bytes.count)
        let (layout, end) = try LineLayout.retractions(span, events: events)
        guard layout.count > 0 else { return }
        let lines = try lines(bytes, from: end, count: layout.count)
        let found = try LineCoding.read(span, layout, lines, events: wanted.count)
        let used = try FramePart.renumbered(found.codes.map { Int64($0) }, below: layout.keys.count)
        batch.retractions.rows = found.rows
        batch.retractions.values = used.codes.map { Int64($0) }
        batch.retractedKeys = try FramePart.keys(
            used.old.map { layout.keys[$0] }, ByteReader(bytes))
        batch.retractedNumbers = FramePart.numbers(found, of: batch.retractedKeys)
    }

    /// Which of `count` lines belong to the wanted events; the order of the lines lies at an
    /// offset.
    private func lines(
        _ bytes: [UInt8], from offset: Int, count: Int
    ) throws(ByteReader.Malformed) -> [LineCoding.Wanted] {
        var order = SpanReader(RawBytes.span(bytes, 0..<bytes.count), from: offset)
        // As most are written: looked through where it is.
        if let layout = try? IntegerLayout.plain(&order, count: count, bytesMax: 2),
            layout.base == 0, layout.width == 2
        {
            let stored = order.bytes.extracting(layout.values)
            return LineCoding.lines(of: wanted, RawBytes.view(stored, as: UInt16.self))
        }
        var reader = ByteReader(bytes)
        _ = try reader.skip(offset)
        var rows: [UInt16] = try IntegerCoding.readCodes(&reader, count: count, below: events)
        for line in rows.indices { rows[line] = rows[line].littleEndian }
        return LineCoding.lines(of: wanted, rows.span)
    }

    /// The numbers that some of the keys have.
    private static func numbers(
        _ found: LineCoding.Found, of keys: [GroupKey]
    ) -> [ColumnID: [Int64]] {
        found.numbers.filter { column, _ in keys.contains { $0.has(column) } }
    }

    func readLinks(
        _ reader: inout ByteReader, into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        for _ in 0..<(try reader.byte()) {
            let column = ColumnID(rawValue: try reader.byte())
            guard column.kind == .link else { throw ByteReader.Malformed() }
            let found = try presence(&reader)
            let distances = try integers(&reader, count: found.count, at: found.places)
            if found.rows.isEmpty { continue }
            var links = IntegerColumn()
            links.rows = found.rows
            for (row, distance) in zip(found.rows, distances) {
                let position = Int64(clamping: batch.firstPosition + UInt64(row))
                guard distance > 0, distance <= position else { throw ByteReader.Malformed() }
                links.values.append(position - distance)
            }
            batch.links[column] = links
        }
    }

    func readColumns(
        _ reader: inout ByteReader, into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        for _ in 0..<(try reader.byte()) {
            let column = ColumnID(rawValue: try reader.byte())
            let found = try presence(&reader)
            var values = IntegerColumn()
            values.values = try integers(&reader, count: found.count, at: found.places)
            values.rows = found.rows
            if !found.rows.isEmpty { batch.integers[column] = values }
        }
        for _ in 0..<(try reader.byte()) {
            let column = ColumnID(rawValue: try reader.byte())
            let found = try presence(&reader)
            let values = try strings(&reader, found)
            if !found.rows.isEmpty { batch.bytes[column] = values }
        }
    }

    func readCommits(
        _ reader: inout ByteReader, into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        let frameFirst = batch.firstPosition - UInt64(wanted.lowerBound)
        let count = try reader.count(max: events)
        let back = try reader.count(max: Limit.commitEventsMax)
        guard UInt64(back) <= frameFirst else { throw ByteReader.Malformed() }
        let firsts = try IntegerCoding.read(&reader, count: count)
        let start = firsts.partitioningIndex { $0 > Int64(wanted.lowerBound) } - 1
        let end = firsts.partitioningIndex { $0 >= Int64(wanted.upperBound) }
        guard start >= 0, end > start, firsts[0] == 0 else { throw ByteReader.Malformed() }
        let highs = try integers(&reader, count: count, at: start..<end)
        let lows = try integers(&reader, count: count, at: start..<end)
        var shared = ColumnBatch(firstPosition: 0, sections: .commits)
        try FramePart(events: count, wanted: start..<end).readColumns(&reader, into: &shared)
        for index in start..<end {
            let first = firsts[index]
            guard first < events, index == start || first > firsts[index - 1] else {
                throw ByteReader.Malformed()
            }
            var fields: [Field] = []
            for (column, values) in shared.integers {
                if let value = values.value(at: index - start) {
                    fields.append(Field(column, .integer(value)))
                }
            }
            for (column, values) in shared.bytes {
                if let value = values.value(at: index - start) {
                    fields.append(Field(column, .bytes(value)))
                }
            }
            let header = CommitHeader(
                id: CommitID(
                    high: UInt64(bitPattern: highs[index - start]),
                    low: UInt64(bitPattern: lows[index - start])),
                firstPosition: index == 0 ? frameFirst - UInt64(back) : frameFirst + UInt64(first),
                fields: fields.sorted { $0.column < $1.column })
            let place = max(Int(first), wanted.lowerBound) - wanted.lowerBound
            batch.commits.append(CommitRun(firstIndex: place, header: header))
        }
    }

    // MARK: Columns

    /// Which of the wanted events have a value.
    private struct Presence {
        /// How many events of the frame have one.
        var count: Int
        /// Where the values of the wanted ones stand.
        var places: Range<Int>
        /// The wanted ones, counted from the first that is wanted.
        var rows: [UInt32] = []
    }

    private func presence(
        _ reader: inout ByteReader
    ) throws(ByteReader.Malformed) -> Presence {
        switch try reader.byte() {
        case 0:
            return Presence(
                count: events, places: wanted, rows: Array(0..<UInt32(wanted.count)))
        case 1: break
        default: throw ByteReader.Malformed()
        }
        let count = try reader.count(max: events)
        let passed = try reader.passGaps(count, below: wanted.lowerBound, max: events)
        var found = Presence(count: count, places: passed.rows..<passed.rows)
        var next = passed.next
        for place in passed.rows..<count {
            let row = next + (try reader.count(max: events))
            guard row < wanted.upperBound else {
                try reader.passCounts(count - place - 1)
                break
            }
            found.rows.append(UInt32(row - wanted.lowerBound))
            next = row + 1
        }
        found.places = passed.rows..<(passed.rows + found.rows.count)
        return found
    }

    /// Values of an array of `count` integers at some places.
    private func integers(
        _ reader: inout ByteReader, count: Int, at places: Range<Int>
    ) throws(ByteReader.Malformed) -> [Int64] {
        try IntegerCoding.read(&reader, count: count, at: places)
    }

    private func strings(
        _ reader: inout ByteReader, _ found: Presence
    ) throws(ByteReader.Malformed) -> BytesColumn {
        let count = try reader.count(max: found.count)
        let lengths = try reader.counts(count, max: Limit.textBytesMax)
        let codes: [Int64]
        switch try reader.byte() {
        case 0 where count == found.count: codes = found.places.map { Int64($0) }
        case 1: codes = try integers(&reader, count: found.count, at: found.places)
        default: throw ByteReader.Malformed()
        }
        let used = try FramePart.renumbered(codes, below: count)
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
        values.rows = found.rows
        values.codes = used.codes.map { UInt32($0) }
        for (place, code) in zip(starts, used.old) {
            let from = start + place
            values.dictionary.append(reader.bytes[from..<(from + Int(lengths[code]))])
        }
        return values
    }

    // MARK: Keys

    private static func keys(
        _ ranges: [Range<Int>], _ reader: ByteReader
    ) throws(ByteReader.Malformed) -> [GroupKey] {
        var keys: [GroupKey] = []
        for range in ranges {
            var reader = ByteReader(reader.bytes, range)
            keys.append(try SectionCoding.key(&reader))
        }
        return keys
    }

    /// New codes in the order in which they come, and the old code of each.
    private static func renumbered(
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
