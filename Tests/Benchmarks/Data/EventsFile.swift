/// Records in a file, `events.csv`:
///
/// ```
/// seq,type,id,recorded_at,occurred_at,title,category,currency,amount_minor,comment,due_at,changed
/// ```
package struct EventsFile: RecordSource {
    /// Where it is.
    package let path: String
    package let count: Int

    /// A file that is there already.
    package init(_ path: String) throws {
        self.path = path
        var lines = 0
        try EventsFile.forEachBlock(of: path) { block in
            for byte in block where byte == 0x0A { lines += 1 }
        }
        count = max(0, lines - 1)
    }

    package func visit(_ body: (Record) throws -> Void) throws {
        var row = EventsRow()
        var isFirst = true
        try EventsFile.forEachBlock(of: path) { block in
            var rest = block[...]
            while let end = rest.firstIndex(of: 0x0A) {
                row.take(rest[..<end])
                rest = rest[(end + 1)...]
                if isFirst { isFirst = false } else { try body(try row.record()) }
                row.clear()
            }
            row.take(rest)
        }
    }

    private static func forEachBlock(
        of path: String, _ body: ([UInt8]) throws -> Void
    ) throws {
        let file = try FileReader(path)
        var block: [UInt8] = []
        while true {
            try file.read(into: &block, count: 1 << 18)
            if block.isEmpty { return }
            try body(block)
        }
    }

    /// Writes all records of a source.
    package static func write(_ source: any RecordSource, to path: String) throws {
        let file = try FileWriter(path)
        try file.write(
            "seq,type,id,recorded_at,occurred_at,title,category,currency,amount_minor,comment,"
                + "due_at,changed\n")
        var sequence = 0
        try source.visit { record in
            sequence += 1
            let isLine = record.kind == .added || record.kind == .amended
            let fields = [
                "\(sequence)", record.kind.rawValue, record.id.text, Civil.text(record.recordedAt),
                isLine ? Civil.text(record.occurredAt) : "", record.title, record.category,
                record.currency, isLine ? "\(record.amount)" : "", quoted(record.comment),
                record.dueAt.map(Civil.text) ?? "", record.changed,
            ]
            try file.write(fields.joined(separator: ","))
            try file.write("\n")
        }
        try file.finish()
    }

    private static func quoted(_ text: String) -> String {
        text.utf8.contains(UInt8(ascii: ",")) ? "\"\(text)\"" : text
    }
}

/// A line of the file, put together and taken apart.
private struct EventsRow {
    private var bytes: [UInt8] = []

    mutating func take(_ part: ArraySlice<UInt8>) { bytes += part }

    mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// What the line says.
    func record() throws -> Record {
        var cells: [Range<Int>] = []
        cells.reserveCapacity(12)
        var start = 0
        var isQuoted = false
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            if bytes[index] == UInt8(ascii: ","), !isQuoted {
                cells.append(start..<index)
                start = index + 1
            }
        }
        cells.append(start..<bytes.count)
        guard cells.count == 12, let kind = Record.Kind(rawValue: text(cells[1])),
            let id = RecordID(bytes[cells[2]]), let recordedAt = Civil.seconds(bytes[cells[3]])
        else { throw BenchError("a row that is no event: \(text(0..<bytes.count))") }
        var record = Record(kind: kind, id: id, recordedAt: recordedAt)
        record.occurredAt = Civil.seconds(bytes[cells[4]]) ?? 0
        record.title = text(cells[5])
        record.category = text(cells[6])
        record.currency = text(cells[7])
        record.amount = bytes[cells[8]].reduce(0) { $0 * 10 + Int64($1) - 48 }
        record.comment = text(cells[9])
        record.dueAt = Civil.seconds(bytes[cells[10]])
        record.changed = text(cells[11])
        return record
    }

    private func text(_ range: Range<Int>) -> String {
        var range = range
        if range.count > 1, bytes[range.lowerBound] == UInt8(ascii: "\"") {
            range = (range.lowerBound + 1)..<(range.upperBound - 1)
        }
        return String(decoding: bytes[range], as: UTF8.self)
    }
}

extension RecordID {
    /// The id as a UUID: groups of 8, 4, 4, 4 and 12 hexadecimal digits.
    package var text: String {
        var digits: [UInt8] = []
        for index in 0..<32 {
            if [8, 12, 16, 20].contains(index) { digits.append(UInt8(ascii: "-")) }
            let word = index < 16 ? high : low
            let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - index % 16 * 4) & 15)
            digits.append(digit < 10 ? digit + 48 : digit + 87)
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads a UUID.
    fileprivate init?(_ text: ArraySlice<UInt8>) {
        guard text.count == 36 else { return nil }
        var words: UInt128 = 0
        for byte in text where byte != UInt8(ascii: "-") {
            let isDigit = byte < 58
            words = words << 4 | UInt128(isDigit ? byte &- 48 : (byte | 32) &- 87)
        }
        self.init(
            high: UInt64(truncatingIfNeeded: words >> 64), low: UInt64(truncatingIfNeeded: words))
    }
}
