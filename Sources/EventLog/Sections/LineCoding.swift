/// The keys and numbers of events, or of what events take back, on disk: *lines* in the order of
/// their days and keys, so that those which are added up together stand together.
///
/// ```
/// lines   := keys, days, runs, numbers
/// days    := count:varint array                 the distinct days, ascending
/// runs    := array                              for every day how many runs it has, and last how
///                                               many runs the lines without a day have
///            array                              of every run the index of its key
///            array                              of every run how many lines it has
/// numbers := count:u8 { column:u8 array }…      ascending by column, without that of the day
/// order   := array                              of every line the index of its event
/// ```
///
/// A run is all lines of one day and key. The runs of a day ascend by key, the lines of a run by
/// event. A number has an entry for every line that has one. The keys are in the order of their
/// fields, so that the frames of a log have theirs in much the same order.
enum LineCoding {
    /// The number that lines are put in order by.
    static let day = ColumnID(rawValue: 0x20)

    /// Appends lines.
    ///
    /// - Parameters:
    ///   - codes: Of every line the index of its key.
    ///   - numbers: By column one integer a line; it means nothing where the key has none.
    ///   - rows: Of every line the index of its event, ascending; `nil` when they are the same.
    /// - Returns: Of every line, in the order in which they stand there, the index of its event.
    static func append(
        keys: [GroupKey], codes: [UInt16], numbers: [ColumnID: [Int64]], rows: [UInt32]? = nil,
        to bytes: inout [UInt8]
    ) -> [Int64] {
        let sorted = KeyOrder(keys, used: codes)
        let keys = sorted.keys
        let codes = codes.map { sorted.codes[Int($0)] }
        SectionCoding.append(keys, to: &bytes)
        let order = LineOrder(codes, days: numbers[day], dated: keys.map { $0.has(day) })
        bytes.append(varint: order.days.count)
        IntegerCoding.append(order.days, outliersAllowed: false, to: &bytes)
        IntegerCoding.append(order.dayRuns, outliersAllowed: false, to: &bytes)
        IntegerCoding.append(order.codes, outliersAllowed: false, to: &bytes)
        IntegerCoding.append(order.lengths, outliersAllowed: false, to: &bytes)
        let others = numbers.filter { $0.key != day }.sorted { $0.key < $1.key }
        bytes.append(UInt8(others.count))
        for (column, values) in others {
            let has = keys.map { $0.has(column) }
            bytes.append(column.rawValue)
            let found = order.lines.filter { has[Int(codes[$0])] }.map { values[$0] }
            IntegerCoding.append(found, to: &bytes)
        }
        guard let rows else { return order.lines.map { Int64($0) } }
        return order.lines.map { Int64(rows[$0]) }
    }
}

/// Keys by their fields, those with the same fields by what else they say; without those that no
/// line has.
private struct KeyOrder {
    let keys: [GroupKey]
    /// For every key that is used, as they were before, its place now.
    private(set) var codes: [UInt16]

    init(_ keys: [GroupKey], used lines: [UInt16]) {
        var isUsed = Array(repeating: false, count: keys.count)
        for code in lines { isUsed[Int(code)] = true }
        let marks = keys.map { key in
            var mark: [UInt8] = []
            for field in key.fields { FieldCoding.append(field, to: &mark) }
            mark.append(integer: key.type.bigEndian)
            mark.append(key.schema)
            mark.append(key.isCritical ? 1 : 0)
            mark.append(integer: key.numbersMask)
            return mark
        }
        let order = keys.indices.filter { isUsed[$0] }
            .sorted { marks[$0].lexicographicallyPrecedes(marks[$1]) }
        self.keys = order.map { keys[$0] }
        codes = Array(repeating: 0, count: keys.count)
        for (place, key) in order.enumerated() { codes[key] = UInt16(truncatingIfNeeded: place) }
    }
}

/// Lines by day and key.
private struct LineOrder {
    /// The distinct days, ascending.
    private(set) var days: [Int64] = []
    /// How many runs each day has, and last the lines without one.
    private(set) var dayRuns: [Int64] = []
    /// Of every run the index of its key.
    private(set) var codes: [Int64] = []
    /// Of every run how many lines it has.
    private(set) var lengths: [Int64] = []
    /// The indexes of the lines.
    private(set) var lines: [Int] = []

    /// - Parameter dated: Of every key whether its lines have a day.
    init(_ codes: [UInt16], days: [Int64]?, dated: [Bool]) {
        let places = DayPlaces(codes, days ?? [], dated)
        self.days = places.days
        dayRuns = Array(repeating: 0, count: places.days.count + 1)
        // Place of the day, key, line: 17, 16 and 16 bits.
        var marks: [UInt64] = []
        marks.reserveCapacity(codes.count)
        for (line, code) in codes.enumerated() {
            let place = dated[Int(code)] ? places.place(of: days?[line] ?? 0) : places.days.count
            marks.append(UInt64(place) << 32 | UInt64(code) << 16 | UInt64(line))
        }
        var last = UInt64.max
        for mark in LineOrder.sorted(marks) {
            lines.append(Int(mark & 0xFFFF))
            if mark >> 16 == last {
                lengths[lengths.count - 1] += 1
                continue
            }
            last = mark >> 16
            self.codes.append(Int64(last & 0xFFFF))
            lengths.append(1)
            dayRuns[Int(last >> 16)] += 1
        }
    }

    /// Sorts marks by all but their 16 lowest bits, by which they are in order already.
    private static func sorted(_ marks: [UInt64]) -> [UInt64] {
        var marks = marks
        var sorted = marks
        let all = marks.reduce((or: UInt64(0), and: UInt64.max)) { ($0.or | $1, $0.and & $1) }
        for shift in stride(from: UInt64(16), to: 56, by: 8)
        where (all.or ^ all.and) >> shift & 0xFF != 0 && !marks.isEmpty {
            var starts = Array(repeating: 0, count: 256)
            for mark in marks { starts[Int(mark >> shift & 0xFF)] += 1 }
            var start = 0
            for digit in starts.indices {
                start += starts[digit]
                starts[digit] = start - starts[digit]
            }
            for mark in marks {
                let digit = Int(mark >> shift & 0xFF)
                sorted[starts[digit]] = mark
                starts[digit] += 1
            }
            swap(&marks, &sorted)
        }
        return marks
    }
}

/// The distinct days of lines.
private struct DayPlaces {
    /// From the first day to the last so many days are looked up in a table.
    private static let spanMax: UInt64 = 1 << 16

    /// Ascending.
    private(set) var days: [Int64] = []
    private var first: Int64 = 0
    /// For the days from the first on their places in `days`; empty when they are far apart.
    private var table: [Int] = []

    init(_ codes: [UInt16], _ days: [Int64], _ dated: [Bool]) {
        var (low, high) = (Int64.max, Int64.min)
        for (code, day) in zip(codes, days) where dated[Int(code)] {
            low = min(low, day)
            high = max(high, day)
        }
        guard low <= high else { return }
        first = low
        let span = UInt64(bitPattern: high &- low)
        guard span < DayPlaces.spanMax else {
            self.days = Set(zip(codes, days).lazy.filter { dated[Int($0.0)] }.map(\.1)).sorted()
            return
        }
        table = Array(repeating: -1, count: Int(span) + 1)
        for (code, day) in zip(codes, days) where dated[Int(code)] { table[Int(day - low)] = 0 }
        for place in table.indices where table[place] == 0 {
            table[place] = self.days.count
            self.days.append(low + Int64(place))
        }
    }

    /// Where one of the days stands.
    func place(of day: Int64) -> Int {
        if !table.isEmpty { return table[Int(day - first)] }
        var (low, high) = (0, days.count)
        while low < high {
            let middle = (low + high) / 2
            if days[middle] < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
