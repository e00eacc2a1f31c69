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
    private let size: Int

    /// Takes a section apart; what cannot be read belongs to no column.
    init(_ section: StoredSection) {
        let bytes = section.raw
        size = bytes.count
        let events = section.eventCount
        var reader = ByteReader(bytes)
        do throws(ByteReader.Malformed) {
            switch section.id {
            case .hot: try takeLines(&reader, count: events)
            case .retractions: try takeRetractions(&reader, events: events)
            case .links:
                try takeLinks(&reader, events: events)
            case .order: _ = try IntegerCoding.read(&reader, count: events)
            case .commits: try takeCommits(&reader, events: events)
            case .facts: try takeColumns(&reader, events: events, .fact)
            case .text: try takeColumns(&reader, events: events, .text)
            case .tree: break
            }
        } catch { end(nil, left: reader.left) }
        end(nil, left: 0)
    }

    /// Ends a piece where so many bytes are left.
    private mutating func end(_ column: ColumnID?, left: Int) {
        let start = all.last?.range.upperBound ?? 0
        all.append(Piece(column: column, range: start..<max(start, size - left)))
    }

    private mutating func takeRetractions(
        _ reader: inout ByteReader, events: Int
    ) throws(ByteReader.Malformed) {
        let count = try reader.count(max: events)
        if count == 0 { return }
        try takeLines(&reader, count: count)
        _ = try IntegerCoding.read(&reader, count: count)
    }

    private mutating func takeLinks(
        _ reader: inout ByteReader, events: Int
    ) throws(ByteReader.Malformed) {
        _ = try SectionReader(events: events).integers(&reader, kind: .link) { column, left in
            end(column, left: left)
        }
    }

    private mutating func takeCommits(
        _ reader: inout ByteReader, events: Int
    ) throws(ByteReader.Malformed) {
        let count = try reader.count(max: events)
        _ = try reader.count(max: Limit.commitEventsMax)
        _ = try IntegerCoding.read(&reader, count: count)
        end(nil, left: reader.left)
        for _ in 0..<2 { _ = try IntegerCoding.read(&reader, count: count) }
        end(.commitID, left: reader.left)
        try takeColumns(&reader, events: count, .commit)
    }

    private mutating func takeLines(
        _ reader: inout ByteReader, count: Int
    ) throws(ByteReader.Malformed) {
        let layout = try LineLayout(&reader, count: count)
        end(nil, left: size - layout.ends.keys)
        end(LineCoding.day, left: size - layout.ends.days)
        end(nil, left: size - layout.ends.runs)
        for (column, layout) in layout.numbers {
            end(column, left: size - layout.outliers.upperBound)
        }
    }

    private mutating func takeColumns(
        _ reader: inout ByteReader, events: Int, _ kind: ColumnID.Kind
    ) throws(ByteReader.Malformed) {
        _ = try SectionReader(events: events).columns(&reader, kind: kind) { column, left in
            end(column, left: left)
        }
    }
}
