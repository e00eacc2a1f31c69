extension LineCoding {
    /// Lines in the order of the events.
    struct Found {
        /// Of every line its event, ascending; empty where every event has a line.
        var rows: [UInt32] = []
        /// Of every line the index of its key.
        var codes: [UInt16] = []
        /// By column one integer a line, 0 where it has none.
        var numbers: [ColumnID: [Int64]] = [:]
    }

    /// Puts lines of `events` events back into the order of the events.
    ///
    /// - Parameter order: Of every line the index of its event, below `events`.
    static func read(
        _ bytes: borrowing RawSpan, _ layout: LineLayout, _ order: [UInt16], events: Int
    ) throws(ByteReader.Malformed) -> Found {
        let places = try places(of: order, layout.runs, events: events)
        var found = Found()
        if layout.count < events { found.rows = order.sorted().map { UInt32($0) } }
        found.codes = Array(repeating: 0, count: layout.count)
        var days = Array(repeating: Int64(0), count: layout.count)
        put(layout.runs, places.span, &found.codes, &days)
        if !layout.runs.days.isEmpty { found.numbers[day] = days }
        for (column, integers) in layout.numbers {
            let values = HotColumn(copy bytes, integers).values
            found.numbers[column] = spread(values, column, layout, places.span)
        }
        return found
    }

    /// Puts the key and the day of every line at its place.
    private static func put(
        _ runs: HotRuns, _ places: Span<UInt16>, _ codes: inout [UInt16], _ days: inout [Int64]
    ) {
        let runCodes = runs.codes.span
        let lengths = runs.lengths.span
        var codes = codes.mutableSpan
        var days = days.mutableSpan
        var line = 0
        for (place, start) in runs.starts.dropLast().enumerated() {
            let day = place < runs.days.count ? runs.days[place] : 0
            for run in start..<runs.starts[place + 1] {
                let code = runCodes[run]
                for _ in 0..<lengths[run] {
                    let place = Int(places[line])
                    codes[place] = code
                    days[place] = day
                    line &+= 1
                }
            }
        }
    }

    /// One integer a line, in the order of the events.
    private static func spread(
        _ values: [Int64], _ column: ColumnID, _ layout: LineLayout, _ places: Span<UInt16>
    ) -> [Int64] {
        let bit: UInt16 = 1 << UInt16(column.rawValue & 0x0F)
        var found = Array(repeating: Int64(0), count: layout.count)
        var all = found.mutableSpan
        let values = values.span
        let masks = layout.masks.span
        let codes = layout.runs.codes.span
        let lengths = layout.runs.lengths.span
        var line = 0
        var next = 0
        for run in codes.indices {
            let end = line &+ Int(lengths[run])
            if masks[Int(codes[run])] & bit != 0 {
                for line in line..<end {
                    all[Int(places[line])] = values[next]
                    next &+= 1
                }
            }
            line = end
        }
        return found
    }

    /// Where each line stands in the order of the events: every event has at most one, and those of
    /// a run ascend.
    private static func places(
        of order: [UInt16], _ runs: HotRuns, events: Int
    ) throws(ByteReader.Malformed) -> [UInt16] {
        var found = Array(repeating: false, count: events)
        var taken = found.mutableSpan
        let rows = order.span
        var line = 0
        for length in runs.lengths {
            var next = 0
            for _ in 0..<length {
                let row = Int(rows[line])
                guard row >= next, !taken[row] else { throw ByteReader.Malformed() }
                taken[row] = true
                next = row &+ 1
                line &+= 1
            }
        }
        guard order.count < events else { return order }
        var places = Array(repeating: UInt16(0), count: events)
        var place: UInt16 = 0
        for row in found.indices where found[row] {
            places[row] = place
            place += 1
        }
        return order.map { places[Int($0)] }
    }

    // MARK: Some lines

    /// A line of a wanted event.
    typealias Wanted = (line: Int, row: Int)

    /// Which lines belong to some events; their rows are counted from the first of the events.
    ///
    /// - Parameter order: Of every line the index of its event, little-endian.
    /// - Complexity: O(*n*) in the lines, but little for each.
    static func lines(of wanted: Range<Int>, _ order: borrowing Span<UInt16>) -> [Wanted] {
        guard let first = UInt16(exactly: wanted.lowerBound),
            let last = UInt16(exactly: wanted.count - 1)
        else { return [] }
        var lines: [Wanted] = []
        lines.reserveCapacity(wanted.count)
        var start = 0
        while start < order.count {
            let part = start..<min(start + stepLines, order.count)
            start = part.upperBound
            // Most parts have none: to look at all of one costs less than to branch.
            guard RawBytes.hasAny(order, part, from: first, reach: last) else { continue }
            for line in part {
                let row = UInt16(littleEndian: order[line]) &- first
                if row <= last { lines.append((line, Int(row))) }
            }
        }
        return lines
    }

    private static let stepLines = 64

    /// Lines of some events, in the order of the events.
    ///
    /// - Parameters:
    ///   - lines: What ``lines(of:_:)`` found.
    ///   - events: How many events are wanted.
    /// - Complexity: O(*n*) in the runs.
    static func read(
        _ bytes: borrowing RawSpan, _ layout: LineLayout, _ lines: [Wanted], events: Int
    ) throws(ByteReader.Malformed) -> Found {
        var found = Found()
        var places = Array(repeating: -1, count: events)
        for (_, row) in lines { places[row] = 0 }
        for row in places.indices where places[row] == 0 {
            places[row] = found.rows.count
            found.rows.append(UInt32(row))
        }
        guard found.rows.count == lines.count else { throw ByteReader.Malformed() }
        found.codes = Array(repeating: 0, count: lines.count)
        var days = Array(repeating: Int64(0), count: lines.count)
        var numbers = Array(repeating: days, count: layout.numbers.count)
        var walk = RunWalk(layout)
        for (line, row) in lines {
            walk.move(to: line)
            let place = places[row]
            found.codes[place] = walk.code
            if let day = walk.day { days[place] = day }
            for number in numbers.indices {
                guard let index = walk.index(ofNumber: number) else { continue }
                let column = HotColumn(copy bytes, layout.numbers[number].layout)
                numbers[number][place] = column.value(at: index)
            }
        }
        if !layout.runs.days.isEmpty { found.numbers[day] = days }
        for (values, (column, _)) in zip(numbers, layout.numbers) { found.numbers[column] = values }
        return found
    }
}

/// Goes through the runs of lines, and counts the numbers.
private struct RunWalk {
    private let layout: LineLayout
    /// Of every number column the bit that tells that a key has it.
    private let bits: [UInt16]
    private var line = 0
    private var place = 0
    private var run = 0
    /// Where the run begins, and of every number how many come before it.
    private var start = 0
    private var before: [Int]

    init(_ layout: LineLayout) {
        self.layout = layout
        bits = layout.numbers.map { 1 << UInt16($0.column.rawValue & 0x0F) }
        before = Array(repeating: 0, count: bits.count)
    }

    /// The index of the line's key.
    var code: UInt16 { layout.runs.codes[run] }
    private var mask: UInt16 { layout.masks[Int(code)] }

    /// The line's day.
    var day: Int64? {
        mutating get {
            while layout.runs.starts[place + 1] <= run { place += 1 }
            return place < layout.runs.days.count ? layout.runs.days[place] : nil
        }
    }

    /// Where the line's value stands in a number column; `nil` when it has none.
    func index(ofNumber number: Int) -> Int? {
        mask & bits[number] == 0 ? nil : before[number] + line - start
    }

    /// Moves on to a line.
    mutating func move(to line: Int) {
        self.line = line
        while start + Int(layout.runs.lengths[run]) <= line {
            let count = Int(layout.runs.lengths[run])
            for number in bits.indices where mask & bits[number] != 0 { before[number] += count }
            start += count
            run += 1
        }
    }
}
