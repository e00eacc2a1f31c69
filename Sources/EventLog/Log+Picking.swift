extension Log {
    /// Hands over the events of a range whose type passes, with some of their columns, without
    /// taking the others apart.
    ///
    /// - Parameters:
    ///   - positions: Events that are not in the log are left out.
    ///   - types: Frames in which none of these occurs are passed over.
    ///   - columns: Link columns, and facts that are integers.
    ///   - isWanted: Whether events of a type are wanted.
    ///   - body: Takes one event or more, and the positions that were looked at for them.
    /// - Throws: What `body` throws, and ``LogError/corrupt(_:)`` at damage.
    /// - Complexity: O(*n*) in the frames, and in the events of those that hold such types.
    public func readPicked(
        _ positions: Range<UInt64>, holding types: TypeSet, _ columns: [ColumnID],
        where isWanted: (PickedEvents.Kind) -> Bool,
        _ body: (PickedEvents, Range<UInt64>) throws -> Void
    ) throws {
        let (segments, tip) = try tip()
        let range = positions.clamped(to: 0..<tip.head.count)
        guard !range.isEmpty else { return }
        var loader = FrameLoader()
        var small = PickedEvents(firstPosition: range.lowerBound)
        var frames = RangeWalk(self, segments, range) { $0.types.isDisjoint(with: types) }
        func flush(_ end: UInt64) throws {
            guard !small.rows.isEmpty else { return }
            try body(small, small.firstPosition..<end)
        }
        while let frame = try frames.next() {
            let own = frame.header.positions.clamped(to: range)
            guard let rows = frame.rows else {
                try flush(own.lowerBound)
                small = PickedEvents(firstPosition: own.upperBound)
                guard let held = frame.columns?.summary.types, !held.isDisjoint(with: types)
                else { continue }
                var found = try loader.picked(
                    frame, segments[frame.segment], columns, where: isWanted)
                if own != frame.header.positions { found.clamp(to: range) }
                if !found.rows.isEmpty { try body(found, own) }
                continue
            }
            guard !rows.types.isDisjoint(with: types) else { continue }
            if own.upperBound - small.firstPosition > UInt64(Limit.frameEventsMax) {
                try flush(own.lowerBound)
                small = PickedEvents(firstPosition: own.lowerBound)
            }
            for (position, row) in zip(frame.header.positions, rows.rows)
            where own.contains(position) && isWanted(PickedEvents.Kind(row)) {
                small.append(row, at: position, columns)
            }
        }
        try flush(range.upperBound)
    }
}

extension PickedEvents.Kind {
    /// The type of a row.
    init(_ row: Row) {
        self.init(type: row.type, schema: row.schema, isCritical: row.isCritical)
    }
}

extension FrameLoader {
    /// The events of a frame whose type passes, with some columns.
    mutating func picked(
        _ frame: WalkedFrame, _ segment: SegmentFile, _ columns: [ColumnID],
        where isWanted: (PickedEvents.Kind) -> Bool
    ) throws(LogError) -> PickedEvents {
        var found = try types(frame, segment, where: isWanted)
        guard !found.rows.isEmpty else { return found }
        for id in [ColumnFrame.SectionID.links, .facts] {
            let kind: ColumnID.Kind = id == .links ? .link : .fact
            let own = columns.filter { $0.kind == kind }
            if own.isEmpty { continue }
            found.columns.merge(try integers(id, frame, segment, in: own)) { $1 }
        }
        return found
    }

    /// The events of a frame whose type passes.
    mutating func types(
        _ frame: WalkedFrame, _ segment: SegmentFile, where isWanted: (PickedEvents.Kind) -> Bool
    ) throws(LogError) -> PickedEvents {
        let events = frame.header.count
        let bytes = try section(.hot, frame, segment)
        let ordered = try section(.order, frame, segment)
        var found = PickedEvents(firstPosition: frame.header.firstPosition)
        do throws(ByteReader.Malformed) {
            let layout = try LineLayout.hot(RawBytes.span(bytes, 0..<bytes.count), events: events)
            let picks = Picks(try FrameLoader.kinds(bytes, layout), where: isWanted)
            guard !picks.kinds.isEmpty else { return found }
            var reader = ByteReader(ordered)
            let order: [UInt16] = try IntegerCoding.readCodes(
                &reader, count: events, below: events)
            found.kinds = picks.kinds
            try found.pick(picks.codes, layout.runs, order)
            return found
        } catch { throw .corrupt(FrameLoader.damage(frame, segment, .body, section: .hot)) }
    }

    private static func kinds(
        _ bytes: [UInt8], _ layout: LineLayout
    ) throws(ByteReader.Malformed) -> [PickedEvents.Kind] {
        var kinds: [PickedEvents.Kind] = []
        kinds.reserveCapacity(layout.keys.count)
        for key in layout.keys {
            var reader = ByteReader(bytes, key)
            let type = try reader.integer(UInt16.self)
            kinds.append(
                PickedEvents.Kind(
                    type: type & 0x7FFF, schema: try reader.byte(),
                    isCritical: type & 0x8000 != 0))
        }
        return kinds
    }

    /// Columns of a section of links or facts that are integers; links are positions.
    mutating func integers(
        _ id: ColumnFrame.SectionID, _ frame: WalkedFrame, _ segment: SegmentFile,
        in columns: [ColumnID]
    ) throws(LogError) -> [ColumnID: IntegerColumn] {
        let bytes = try section(id, frame, segment)
        do throws(ByteReader.Malformed) {
            var reader = ByteReader(bytes)
            guard id == .links else {
                return try SparseCoding.integers(
                    &reader, events: frame.header.count, kind: .fact, in: columns)
            }
            var found = try SparseCoding.integers(
                &reader, events: frame.header.count, kind: .link, in: columns)
            for column in found.keys {
                try found[column]?.turnIntoPositions(from: frame.header.firstPosition)
            }
            return found
        } catch { throw .corrupt(FrameLoader.damage(frame, segment, .body, section: id)) }
    }
}

extension PickedEvents {
    /// Takes in the lines of wanted keys.
    ///
    /// - Parameters:
    ///   - codes: Of each key the index of its type.
    ///   - order: Of each line its event.
    /// - Complexity: O(*n*) in the runs and in the events that are wanted.
    fileprivate mutating func pick(
        _ codes: [UInt16?], _ runs: HotRuns, _ order: [UInt16]
    ) throws(ByteReader.Malformed) {
        // A bit an event: so they come out ascending without being sorted.
        var taken = Array(repeating: UInt64(0), count: (order.count + 63) / 64)
        var kinds = Array(repeating: UInt16(0), count: order.count)
        var (line, count) = (0, 0)
        for (code, length) in zip(runs.codes, runs.lengths) {
            let end = line + Int(length)
            if let kind = codes[Int(code)] {
                for row in order[line..<end] {
                    let bit = UInt64(1) << UInt64(row & 63)
                    guard taken[Int(row >> 6)] & bit == 0 else { throw ByteReader.Malformed() }
                    taken[Int(row >> 6)] |= bit
                    kinds[Int(row)] = kind
                }
                count += Int(length)
            }
            line = end
        }
        rows.reserveCapacity(count)
        self.codes.reserveCapacity(count)
        for (word, bits) in taken.enumerated() {
            var bits = bits
            while bits != 0 {
                let row = word &* 64 &+ bits.trailingZeroBitCount
                rows.append(UInt32(row))
                self.codes.append(kinds[row])
                bits &= bits &- 1
            }
        }
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
