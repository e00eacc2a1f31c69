/// Takes some lines of a frame, and puts them in the order of the events.
struct LinePicker {
    private let layout: LineLayout
    private let pick: ScanRequest
    private let hasDay: Bool
    /// The lines, as they stand.
    private var lines: [Int] = []
    /// Of each the index of its key, and its day.
    private var codes: [UInt16] = []
    private var days: [Int64?] = []
    /// Of each number column that is asked for what it says of each line.
    private var numbers: [Number] = []

    /// A number column.
    private struct Number {
        let column: ColumnID
        let bit: UInt16
        let layout: IntegerLayout
        /// How many lines before the run have a value.
        var before = 0
        var values: [Int64?] = []
    }

    init(_ layout: LineLayout, _ pick: ScanRequest) {
        self.layout = layout
        self.pick = pick
        hasDay = pick.hasDay
        for (column, integers) in layout.numbers where pick.numbers.contains(column) {
            let bit: UInt16 = 1 << UInt16(column.rawValue & 0x0F)
            numbers.append(Number(column: column, bit: bit, layout: integers))
        }
    }

    /// How many lines were taken.
    var count: Int { lines.count }

    /// Takes the lines of some keys, and of the days that are asked for.
    ///
    /// - Complexity: O(*n*) in the runs and in the lines that are wanted.
    mutating func take(_ bytes: borrowing RawSpan, where wanted: [Bool]) {
        var (line, run) = (0, 0)
        for place in 0...layout.runs.days.count {
            let day = place < layout.runs.days.count ? layout.runs.days[place] : nil
            let isWanted = pick.admits(day: day)
            if let day, let last = pick.days?.upperBound, day > last { return }
            while run < layout.runs.starts[place + 1] {
                let length = Int(layout.runs.lengths[run])
                let code = layout.runs.codes[run]
                if isWanted, wanted[Int(code)] {
                    take(bytes, line..<(line + length), code, day)
                }
                if !numbers.isEmpty { pass(length, code) }
                line += length
                run += 1
            }
        }
    }

    private mutating func pass(_ length: Int, _ code: UInt16) {
        let mask = layout.masks[Int(code)]
        for index in numbers.indices where mask & numbers[index].bit != 0 {
            numbers[index].before += length
        }
    }

    private mutating func take(
        _ bytes: borrowing RawSpan, _ run: Range<Int>, _ code: UInt16, _ day: Int64?
    ) {
        for line in run {
            lines.append(line)
            codes.append(code)
            if hasDay { days.append(day) }
        }
        let mask = layout.masks[Int(code)]
        for index in numbers.indices {
            let column = HotColumn(copy bytes, numbers[index].layout)
            let isThere = mask & numbers[index].bit != 0
            for place in numbers[index].before..<(numbers[index].before + run.count) {
                numbers[index].values.append(isThere ? column.value(at: place) : nil)
            }
        }
    }

    /// Puts what was taken in the order of the events.
    ///
    /// - Parameters:
    ///   - found: Takes it in.
    ///   - order: Of each line its event.
    ///   - key: The key whose bytes lie in a range.
    /// - Throws: `Malformed` where an event has two lines, and for a key that is none.
    func finish(
        _ found: inout ScanResult, _ order: [UInt16],
        key: (Range<Int>) throws(ByteReader.Malformed) -> GroupKey
    ) throws(ByteReader.Malformed) {
        // A bit an event: so they come out ascending without being sorted.
        var taken = Array(repeating: UInt64(0), count: (order.count + 63) / 64)
        var places = Array(repeating: UInt16(0), count: order.count)
        for (place, line) in lines.enumerated() {
            let row = order[line]
            let bit = UInt64(1) << UInt64(row & 63)
            guard taken[Int(row >> 6)] & bit == 0 else { throw ByteReader.Malformed() }
            taken[Int(row >> 6)] |= bit
            places[Int(row)] = UInt16(truncatingIfNeeded: place)
        }
        var dates = IntegerColumn()
        var columns = numbers.map { _ in IntegerColumn() }
        var keys = Array(repeating: UInt16?.none, count: layout.keys.count)
        found.rows.reserveCapacity(lines.count)
        found.codes.reserveCapacity(lines.count)
        for (word, bits) in taken.enumerated() {
            var bits = bits
            while bits != 0 {
                let row = UInt32(word &* 64 &+ bits.trailingZeroBitCount)
                bits &= bits &- 1
                let place = Int(places[Int(row)])
                let code = Int(codes[place])
                if keys[code] == nil {
                    keys[code] = UInt16(found.keys.count)
                    found.keys.append(try key(layout.keys[code]))
                }
                found.rows.append(row)
                found.codes.append(keys[code] ?? 0)
                if hasDay, let day = days[place] { dates.append(day, at: row) }
                for index in columns.indices {
                    guard let value = numbers[index].values[place] else { continue }
                    columns[index].append(value, at: row)
                }
            }
        }
        if hasDay { found.integers[LineCoding.day] = dates }
        for (number, column) in zip(numbers, columns) { found.integers[number.column] = column }
    }
}
