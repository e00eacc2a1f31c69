/// Which bytes of a section belong to which column.
struct SectionByteUsage {
    /// A stretch of bytes.
    struct Piece {
        /// `nil` for what belongs to no single column.
        let column: ColumnID?
        let range: Range<Int>
    }

    /// Pieces that follow each other, from the first byte to the last.
    private(set) var all: [Piece] = []
    private var reader: ByteReader
    private let section: [UInt8]
    private let bytes: Int
    private let events: Int

    /// Takes a section apart; what cannot be read belongs to no column.
    init(_ section: StoredSection) {
        reader = ByteReader(section.raw)
        self.section = section.raw
        bytes = section.raw.count
        events = section.eventCount
        do throws(ByteReader.Malformed) {
            switch section.id {
            case .hot: try takeLines(count: events)
            case .retractions: try takeRetractions()
            case .links: try takeLinks()
            case .order: _ = try IntegerCoding.read(&reader, count: events)
            case .commits: try takeCommits()
            case .facts, .text: try takeColumns(events: events)
            case .tree: break
            }
        } catch { end(nil) }
        all.append(Piece(column: nil, range: (all.last?.range.upperBound ?? 0)..<bytes))
    }

    /// Ends a piece where the reader stands.
    private mutating func end(_ column: ColumnID?) {
        let start = all.last?.range.upperBound ?? 0
        all.append(Piece(column: column, range: start..<(bytes - reader.left)))
    }

    private mutating func takeRetractions() throws(ByteReader.Malformed) {
        let count = try reader.count(max: events)
        if count == 0 { return }
        try takeLines(count: count)
        _ = try IntegerCoding.read(&reader, count: count)
    }

    private mutating func takeLinks() throws(ByteReader.Malformed) {
        for _ in 0..<(try reader.byte()) {
            let column = ColumnID(rawValue: try reader.byte())
            let rows = try SparseCoding.presence(&reader, events: events)
            _ = try IntegerCoding.read(&reader, count: rows.count)
            end(column)
        }
    }

    private mutating func takeCommits() throws(ByteReader.Malformed) {
        let count = try reader.count(max: events)
        _ = try reader.count(max: Limit.commitEventsMax)
        _ = try IntegerCoding.read(&reader, count: count)
        end(nil)
        for _ in 0..<2 { _ = try IntegerCoding.read(&reader, count: count) }
        end(.commitID)
        try takeColumns(events: count)
    }

    private mutating func takeLines(count: Int) throws(ByteReader.Malformed) {
        let section = section
        let span = RawBytes.span(section, 0..<bytes)
        var lines = SpanReader(span, from: bytes - reader.left)
        let layout = try LineLayout(&lines, count: count)
        try end(nil, at: layout.ends.keys)
        try end(LineCoding.day, at: layout.ends.days)
        try end(nil, at: layout.ends.runs)
        for (column, layout) in layout.numbers {
            try end(column, at: layout.outliers.upperBound)
        }
    }

    /// Ends a piece at an offset.
    private mutating func end(_ column: ColumnID?, at offset: Int) throws(ByteReader.Malformed) {
        let left = reader.left
        _ = try reader.skip(offset - (bytes - left))
        end(column)
    }

    private mutating func takeColumns(events: Int) throws(ByteReader.Malformed) {
        for _ in 0..<(try reader.byte()) {
            let column = ColumnID(rawValue: try reader.byte())
            let rows = try SparseCoding.presence(&reader, events: events)
            _ = try IntegerCoding.read(&reader, count: rows.count)
            end(column)
        }
        for _ in 0..<(try reader.byte()) {
            let column = ColumnID(rawValue: try reader.byte())
            let rows = try SparseCoding.presence(&reader, events: events)
            try takeBytes(rows.count)
            end(column)
        }
    }

    private mutating func takeBytes(_ rows: Int) throws(ByteReader.Malformed) {
        let count = try reader.count(max: rows)
        var length = 0
        for _ in 0..<count { length += try reader.count(max: Limit.textBytesMax) }
        if try reader.byte() == 1 { _ = try IntegerCoding.read(&reader, count: rows) }
        _ = try reader.skip(length)
    }
}
