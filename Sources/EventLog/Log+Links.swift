extension Log {
    /// Hands over what the events of a range point at, without taking anything else apart: some
    /// ten times as fast as batches.
    ///
    /// - Parameters:
    ///   - positions: Events that are not in the log are left out.
    ///   - columns: Link columns. Of the events of a frame those of the first column come first.
    ///   - body: Takes a column, the position of an event and the position that it points at.
    /// - Throws: ``LogError/corrupt(_:)`` at damage, after the links before it were handed out.
    /// - Complexity: O(*n*) in the links of the frames that the range touches.
    public func readLinks(
        _ positions: Range<UInt64>, in columns: [ColumnID],
        _ body: (ColumnID, UInt64, UInt64) -> Void
    ) throws(LogError) {
        let (segments, tip) = try tip()
        let range = positions.clamped(to: 0..<tip.head.count)
        guard !range.isEmpty else { return }
        var loader = FrameLoader()
        var frames = RangeWalk(self, segments, range) { !$0.hasLinks }
        while let frame = try frames.next() {
            guard let rows = frame.rows else {
                try loader.links(frame, segments[frame.segment], in: columns) { column, row, link in
                    let position = frame.header.firstPosition + row
                    if range.contains(position) { body(column, position, link) }
                }
                continue
            }
            guard rows.hasLinks else { continue }
            for (position, row) in zip(frame.header.positions, rows.rows)
            where range.contains(position) {
                for column in columns {
                    guard let link = row[column]?.integer, link >= 0 else { continue }
                    body(column, position, UInt64(link))
                }
            }
        }
    }

    /// The positions of the events of a range whose type passes.
    ///
    /// - Parameters:
    ///   - positions: Events that are not in the log are left out.
    ///   - types: Frames in which none of these occurs are passed over.
    ///   - isWanted: Whether events of a type, a schema version and a critical bit are wanted.
    /// - Throws: ``LogError/corrupt(_:)`` at damage.
    /// - Complexity: O(*n*) in the frames, and in the events of those that hold such types.
    public func positions(
        in positions: Range<UInt64>, holding types: TypeSet,
        where isWanted: (_ type: UInt16, _ schema: UInt8, _ isCritical: Bool) -> Bool
    ) throws(LogError) -> [UInt64] {
        let (segments, tip) = try tip()
        let range = positions.clamped(to: 0..<tip.head.count)
        guard !range.isEmpty else { return [] }
        var loader = FrameLoader()
        var found: [UInt64] = []
        var frames = RangeWalk(self, segments, range) { $0.types.isDisjoint(with: types) }
        while let frame = try frames.next() {
            guard let rows = frame.rows else {
                guard let held = frame.columns?.summary.types, !held.isDisjoint(with: types)
                else { continue }
                for row in try loader.rows(frame, segments[frame.segment], where: isWanted) {
                    let position = frame.header.firstPosition + UInt64(row)
                    if range.contains(position) { found.append(position) }
                }
                continue
            }
            guard !rows.types.isDisjoint(with: types) else { continue }
            for (position, row) in zip(frame.header.positions, rows.rows)
            where isWanted(row.type, row.schema, row.isCritical) && range.contains(position) {
                found.append(position)
            }
        }
        return found
    }
}

extension FrameLoader {
    /// Hands over the links of a frame: column, index of the event, position that it points at.
    fileprivate mutating func links(
        _ frame: WalkedFrame, _ segment: SegmentFile, in columns: [ColumnID],
        _ body: (ColumnID, UInt64, UInt64) -> Void
    ) throws(LogError) {
        let bytes = try section(.links, frame, segment)
        do throws(ByteReader.Malformed) {
            var reader = ByteReader(bytes)
            var places: [ColumnID: ByteReader] = [:]
            let last = columns.max()
            for _ in 0..<(try reader.byte()) {
                let column = ColumnID(rawValue: try reader.byte())
                guard column.kind == .link else { throw ByteReader.Malformed() }
                places[column] = reader
                if let last, column >= last { break }
                let count = try SparseCoding.passPresence(&reader, events: frame.header.count)
                _ = try IntegerCoding.read(&reader, count: count, at: 0..<0)
            }
            for column in columns {
                guard var reader = places[column] else { continue }
                let rows = try SparseCoding.presence(&reader, events: frame.header.count)
                let distances = try IntegerCoding.read(&reader, count: rows.count)
                let first = frame.header.firstPosition
                for (row, distance) in zip(rows, distances) {
                    let position = first &+ UInt64(row)
                    guard distance > 0, UInt64(distance) <= position else {
                        throw ByteReader.Malformed()
                    }
                    body(column, UInt64(row), position &- UInt64(distance))
                }
            }
        } catch { throw .corrupt(FrameLoader.damage(frame, segment, .body, section: .links)) }
    }

    /// The indexes of the events of a frame whose type passes, ascending.
    fileprivate mutating func rows(
        _ frame: WalkedFrame, _ segment: SegmentFile, where isWanted: (UInt16, UInt8, Bool) -> Bool
    ) throws(LogError) -> [UInt16] {
        let events = frame.header.count
        let bytes = try section(.hot, frame, segment)
        let ordered = try section(.order, frame, segment)
        do throws(ByteReader.Malformed) {
            let layout = try LineLayout.hot(RawBytes.span(bytes, 0..<bytes.count), events: events)
            var wanted: [Bool] = []
            for key in layout.keys {
                var reader = ByteReader(bytes, key)
                let type = try reader.integer(UInt16.self)
                wanted.append(isWanted(type & 0x7FFF, try reader.byte(), type & 0x8000 != 0))
            }
            guard wanted.contains(true) else { return [] }
            var reader = ByteReader(ordered)
            let order: [UInt16] = try IntegerCoding.readCodes(
                &reader, count: events, below: events)
            var rows: [UInt16] = []
            var line = 0
            for (code, length) in zip(layout.runs.codes, layout.runs.lengths) {
                if wanted[Int(code)] { rows += order[line..<(line + Int(length))] }
                line += Int(length)
            }
            return rows.sorted()
        } catch { throw .corrupt(FrameLoader.damage(frame, segment, .body, section: .hot)) }
    }
}
