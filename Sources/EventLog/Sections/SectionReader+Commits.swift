/// Commits: those that have events in a frame.
extension SectionReader {
    /// Where commits begin.
    private struct Starts {
        /// How many events of the first commit stand before the frame.
        var back: UInt64
        /// Of every commit the index of its first event in the frame, ascending from 0.
        var indexes: [Int64]
    }

    /// Reads the commits that have wanted events.
    ///
    /// - Parameter firstPosition: That of the first wanted event.
    func commits(
        _ reader: inout ByteReader, from firstPosition: UInt64
    ) throws(ByteReader.Malformed) -> [CommitRun] {
        let frameFirst = firstPosition - UInt64(rows.lowerBound)
        let starts = try starts(&reader, from: frameFirst)
        let count = starts.indexes.count
        let first = starts.indexes.partitioningIndex { $0 > Int64(rows.lowerBound) } - 1
        let end = starts.indexes.partitioningIndex { $0 >= Int64(rows.upperBound) }
        guard first >= 0, end > first else { throw ByteReader.Malformed() }
        let highs = try IntegerCoding.read(&reader, count: count, at: first..<end)
        let lows = try IntegerCoding.read(&reader, count: count, at: first..<end)
        let shared = try SectionReader(events: count, rows: isWhole ? nil : first..<end)
            .columns(&reader, kind: .commit)
        var runs: [CommitRun] = []
        runs.reserveCapacity(end - first)
        for index in first..<end {
            var fields: [Field] = []
            for (column, values) in shared.integers {
                if let value = values.value(at: index - first) {
                    fields.append(Field(column, .integer(value)))
                }
            }
            for (column, values) in shared.bytes {
                if let value = values.value(at: index - first) {
                    fields.append(Field(column, .bytes(value)))
                }
            }
            let start = starts.indexes[index]
            let header = CommitHeader(
                id: CommitID(
                    high: UInt64(bitPattern: highs[index - first]),
                    low: UInt64(bitPattern: lows[index - first])),
                firstPosition: index == 0
                    ? frameFirst - starts.back : frameFirst + UInt64(start),
                fields: fields.sorted { $0.column < $1.column })
            let place = max(Int(start), rows.lowerBound) - rows.lowerBound
            runs.append(CommitRun(firstIndex: place, header: header))
        }
        return runs
    }

    /// Reads no more of commits than their keys: many times faster than all of them.
    ///
    /// - Parameter firstPosition: That of the first event of the frame.
    func keys(
        _ bytes: [UInt8], from firstPosition: UInt64
    ) throws(ByteReader.Malformed) -> CommitKeys {
        var reader = ByteReader(bytes)
        let starts = try starts(&reader, from: firstPosition)
        let count = starts.indexes.count
        var firsts = starts.indexes.map { firstPosition + UInt64($0) }
        firsts[0] -= starts.back
        for _ in 0..<2 { _ = try IntegerCoding.read(&reader, count: count) }
        let shared = try SectionReader(events: count).columns(&reader, kind: .commit)
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        return CommitKeys(firsts: firsts, keys: shared.bytes[.key] ?? BytesColumn())
    }

    /// Reads where commits begin; there is one or more.
    private func starts(
        _ reader: inout ByteReader, from firstPosition: UInt64
    ) throws(ByteReader.Malformed) -> Starts {
        let count = try reader.count(max: events)
        let back = UInt64(try reader.count(max: Limit.commitEventsMax))
        guard back <= firstPosition else { throw ByteReader.Malformed() }
        let indexes = try IntegerCoding.read(&reader, count: count)
        guard indexes.first == 0 else { throw ByteReader.Malformed() }
        var next: Int64 = 0
        for index in indexes {
            guard index >= next, index < Int64(events) else { throw ByteReader.Malformed() }
            next = index + 1
        }
        return Starts(back: back, indexes: indexes)
    }
}

/// The idempotency keys of the commits that have events in a frame.
struct CommitKeys {
    /// The positions of the commits' first events, ascending; that of the first one may lie before
    /// the frame.
    var firsts: [UInt64]
    /// The keys, by commit.
    var keys: BytesColumn
}
