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
    package func readLinks(
        _ positions: Range<UInt64>, in columns: [ColumnID],
        _ body: (ColumnID, UInt64, UInt64) -> Void
    ) throws(LogError) {
        let (segments, tip) = try tip()
        let range = positions.clamped(to: 0..<tip.head.count)
        guard !range.isEmpty else { return }
        var loader = FrameLoader()
        var frames = RangeScanner(self, segments, range) { !$0.hasLinks }
        while let frame = try frames.next() {
            guard let rows = frame.rows else {
                try loader.links(frame, segments[frame.segment], in: columns) { column, row, link in
                    let position = frame.header.firstPosition + row
                    if range.contains(position) { body(column, position, link) }
                }
                continue
            }
            guard rows.hasLinks else { continue }
            rows.forEach(in: range) { position, row in
                for column in columns {
                    guard let link = rows.integer(in: column, of: row), link >= 0 else { continue }
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
    package func positions(
        in positions: Range<UInt64>, holding types: TypeSet,
        where isWanted: (_ type: UInt16, _ schema: UInt8, _ isCritical: Bool) -> Bool
    ) throws(LogError) -> [UInt64] {
        let (segments, tip) = try tip()
        let range = positions.clamped(to: 0..<tip.head.count)
        guard !range.isEmpty else { return [] }
        var loader = FrameLoader()
        var found: [UInt64] = []
        var frames = RangeScanner(self, segments, range) { $0.types.isDisjoint(with: types) }
        while let frame = try frames.next() {
            guard let rows = frame.rows else {
                guard let held = frame.columns?.summary.types, !held.isDisjoint(with: types)
                else { continue }
                let pick = ScanRequest(types: types)
                let picked = try loader.picked(frame, segments[frame.segment], pick) {
                    isWanted($0.type, $0.schema, $0.isCritical)
                }
                for row in picked.rows {
                    let position = frame.header.firstPosition + UInt64(row)
                    if range.contains(position) { found.append(position) }
                }
                continue
            }
            guard !rows.types.isDisjoint(with: types) else { continue }
            rows.forEach(in: range) { position, row in
                let kind = rows.kind(of: row)
                if isWanted(kind.type, kind.schema, kind.isCritical) { found.append(position) }
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
        let links = try self.columns(.links, frame, segment, columns, []).integers
        for column in columns {
            guard let found = links[column] else { continue }
            for (row, link) in zip(found.rows, found.values) {
                body(column, UInt64(row), UInt64(link))
            }
        }
    }
}
