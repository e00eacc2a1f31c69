extension Log {
    /// Hands over the events of a range whose type passes, with some of their columns, without
    /// taking the others apart.
    ///
    /// - Parameters:
    ///   - positions: Events that are not in the log are left out.
    ///   - pick: Which frames may hold such events, which days they are about, and what is asked
    ///     for of each.
    ///   - isWanted: Whether events of a type are wanted; it is asked of every type that occurs in
    ///     a frame that is looked at.
    ///   - body: Takes one event or more, and the positions that were looked at for them.
    /// - Throws: What `body` throws, and ``LogError/corrupt(_:)`` at damage.
    /// - Complexity: O(*n*) in the frames, in the runs of those that hold such types, and in the
    ///   events that pass.
    public func scan<Failure>(
        _ positions: Range<UInt64>, _ pick: ScanRequest,
        where isWanted: (ScanResult.Kind) -> Bool,
        _ body: (ScanResult, Range<UInt64>) throws(Failure) -> Void
    ) throws(LogCallError<Failure>) {
        typealias Fault = LogCallError<Failure>
        let (segments, tip) = try mappingError(Fault.log, self.tip())
        let range = positions.clamped(to: 0..<tip.head.count)
        guard !range.isEmpty else { return }
        var loader = FrameLoader()
        var small = PickedRows(from: range.lowerBound, pick)
        var frames = RangeScanner(self, segments, range) { $0.types.isDisjoint(with: pick.types) }
        while let frame = try mappingError(Fault.log, frames.next()) {
            let own = frame.header.positions.clamped(to: range)
            guard let rows = frame.rows else {
                try mappingError(Fault.caller, small.finish(own, body))
                small = PickedRows(from: own.upperBound, pick)
                guard let held = frame.columns?.summary.types, !held.isDisjoint(with: pick.types)
                else { continue }
                var found = try mappingError(
                    Fault.log,
                    loader.picked(frame, segments[frame.segment], pick, where: isWanted))
                if own != frame.header.positions { found.clamp(to: range) }
                if !found.rows.isEmpty { try mappingError(Fault.caller, body(found, own)) }
                continue
            }
            guard !rows.types.isDisjoint(with: pick.types) else { continue }
            if own.upperBound - small.firstPosition > UInt64(Limit.frameEventsMax) {
                try mappingError(Fault.caller, small.finish(own, body))
                small = PickedRows(from: own.lowerBound, pick)
            }
            rows.forEach(in: own) { position, row in
                if isWanted(rows.kind(of: row)) { small.add(rows, row, at: position) }
            }
        }
        let end = range.upperBound..<range.upperBound
        try mappingError(Fault.caller, small.finish(end, body))
    }
}

/// The picked events of small frames that lie one behind the other.
private struct PickedRows {
    let firstPosition: UInt64
    private let pick: ScanRequest
    private var builder: BatchBuilder
    /// Of each event its distance from the first position.
    private var places: [UInt32] = []

    init(from firstPosition: UInt64, _ pick: ScanRequest) {
        self.firstPosition = firstPosition
        self.pick = pick
        builder = BatchBuilder(firstPosition: 0, sections: pick.sections)
    }

    /// Adds an event behind the last one, unless it is of another day.
    mutating func add(_ body: RowBody, _ row: Range<Int>, at position: UInt64) {
        if pick.days != nil, !pick.admits(day: body.integer(in: LineCoding.day, of: row)) {
            return
        }
        places.append(UInt32(truncatingIfNeeded: position - firstPosition))
        builder.append(body.bytes, row)
    }

    /// Hands over the events, if there are any; they end where others begin.
    func finish<Failure>(
        _ next: Range<UInt64>, _ body: (ScanResult, Range<UInt64>) throws(Failure) -> Void
    ) throws(Failure) {
        guard !places.isEmpty else { return }
        let gathered = ScanResult(builder.finish(), pick) { _ in true }
        try body(
            gathered.moved(to: places, from: firstPosition), firstPosition..<next.lowerBound)
    }
}

extension ScanResult {
    /// The same events, counted from another position.
    ///
    /// - Parameter places: Of each the distance from there.
    fileprivate func moved(to places: [UInt32], from firstPosition: UInt64) -> ScanResult {
        var moved = ScanResult(firstPosition: firstPosition)
        (moved.keys, moved.codes, moved.rows) = (keys, codes, rows.map { places[Int($0)] })
        moved.integers = integers.mapValues { column in
            var column = column
            column.rows = column.rows.map { places[Int($0)] }
            return column
        }
        moved.bytes = bytes.mapValues { column in
            var column = column
            column.rows = column.rows.map { places[Int($0)] }
            return column
        }
        return moved
    }
}

extension FrameLoader {
    /// The events of a frame that pass, with some columns.
    mutating func picked(
        _ frame: WalkedFrame, _ segment: SegmentFile, _ pick: ScanRequest,
        where isWanted: (ScanResult.Kind) -> Bool
    ) throws(LogError) -> ScanResult {
        var found = try lines(frame, segment, pick, isWanted)
        guard !found.rows.isEmpty else { return found }
        for id in [ColumnFrame.SectionID.links, .facts, .text] {
            let integers = pick.integers.filter { $0.kind == id.columns }
            let bytes = pick.bytes.filter { $0.kind == id.columns }
            if integers.isEmpty, bytes.isEmpty { continue }
            let columns = try columns(id, frame, segment, integers, bytes)
            found.integers.merge(columns.integers) { $1 }
            found.bytes.merge(columns.bytes) { $1 }
        }
        return found
    }

    /// The events of a frame that pass, with the numbers that are asked for.
    private mutating func lines(
        _ frame: WalkedFrame, _ segment: SegmentFile, _ pick: ScanRequest,
        _ isWanted: (ScanResult.Kind) -> Bool
    ) throws(LogError) -> ScanResult {
        let bytes = try section(.hot, frame, segment)
        let damage = LogError.corrupt(
            FrameLoader.damage(frame, segment, .body, section: .hot))
        var found = ScanResult(firstPosition: frame.header.firstPosition)
        let picker: LinePicker
        do throws(ByteReader.Malformed) {
            picker = try FrameLoader.picker(bytes, frame.header.count, pick, isWanted)
        } catch { throw damage }
        guard picker.count > 0 else { return found }
        let ordered = try section(.order, frame, segment)
        do throws(ByteReader.Malformed) {
            let events = frame.header.count
            let order = try SectionReader.order(ordered, events, events)
            try picker.finish(&found, order) { range throws(ByteReader.Malformed) in
                var reader = ByteReader(bytes, range)
                return try SectionCoding.key(&reader)
            }
        } catch { throw damage }
        return found
    }

    private static func picker(
        _ bytes: [UInt8], _ events: Int, _ pick: ScanRequest,
        _ isWanted: (ScanResult.Kind) -> Bool
    ) throws(ByteReader.Malformed) -> LinePicker {
        let span = RawBytes.span(bytes, 0..<bytes.count)
        let layout = try LineLayout.hot(span, events: events)
        var wanted: [Bool] = []
        wanted.reserveCapacity(layout.keys.count)
        for key in layout.keys { wanted.append(isWanted(try kind(bytes, key))) }
        var picker = LinePicker(layout, pick)
        if wanted.contains(true) { picker.take(span, where: wanted) }
        return picker
    }

    private static func kind(
        _ bytes: [UInt8], _ key: Range<Int>
    ) throws(ByteReader.Malformed) -> ScanResult.Kind {
        var reader = ByteReader(bytes, key)
        let type = try reader.integer(UInt16.self)
        return ScanResult.Kind(
            type: type & 0x7FFF, schema: try reader.byte(), isCritical: type & 0x8000 != 0)
    }

    /// Columns of a section of links, facts or text; links are positions.
    mutating func columns(
        _ id: ColumnFrame.SectionID, _ frame: WalkedFrame, _ segment: SegmentFile,
        _ integers: [ColumnID], _ bytes: [ColumnID]
    ) throws(LogError) -> (integers: [ColumnID: IntegerColumn], bytes: [ColumnID: BytesColumn]) {
        let section = try section(id, frame, segment)
        do throws(ByteReader.Malformed) {
            var bytesReader = ByteReader(section)
            let reader = SectionReader(
                events: frame.header.count, integers: integers, bytes: bytes)
            guard id == .links else {
                return try reader.columns(&bytesReader, kind: id == .text ? .text : .fact)
            }
            return (try reader.links(&bytesReader, from: frame.header.firstPosition), [:])
        } catch { throw .corrupt(FrameLoader.damage(frame, segment, .body, section: id)) }
    }
}

extension ColumnFrame.SectionID {
    /// Of which kind the columns of links, facts or text are.
    fileprivate var columns: ColumnID.Kind {
        switch self {
        case .links: .link
        case .text: .text
        default: .fact
        }
    }
}
