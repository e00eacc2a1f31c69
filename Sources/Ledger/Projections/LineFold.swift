internal import EventLog

/// How the lines of a frame are added up.
///
/// Lines are in the order of days and keys. So one pass over the amounts of a day does nothing but
/// add, and what a run comes to is the difference of two of its sums.
struct LineFold {
    /// For a key whose lines have an amount, but do not count.
    static var uncounted: Int32 { -1 }
    /// For a key whose lines have no amount.
    static var withoutAmount: Int32 { -2 }
    /// Amounts below this, whatever their sign, add up in 64 bits over a whole frame; others are
    /// added one by one.
    private static let amountMax: UInt64 = 1 << 45

    let runs: HotRuns
    /// For every key the index of its group, or one of the above.
    let groups: [Int32]
    /// The largest of them.
    let lastGroup: Int32
    /// 1, or -1 for what is taken back.
    let sign: Int64
    /// What amounts are offsets from.
    let base: Int64

    /// `nil` for days that are none, and for amounts that are not usual.
    ///
    /// - Parameter groups: For every key the index of its group, or -1.
    init?(_ lines: borrowing HotLines, _ groups: [Int32], sign: Int64) {
        runs = lines.runs
        self.sign = sign
        lastGroup = groups.max() ?? LineFold.uncounted
        guard lastGroup >= 0 else {
            self.groups = []
            base = 0
            return
        }
        var found = groups
        for key in groups.indices where !lines.has(.amount, key: key) {
            found[key] = LineFold.withoutAmount
        }
        self.groups = found
        guard let amounts = lines.numbers(.amount), amounts.width <= 4,
            amounts.base.magnitude < LineFold.amountMax
        else { return nil }
        base = amounts.base
        let exceptions = amounts.exceptions
        for index in stride(from: 1, to: exceptions.count, by: 2) where sign < 0 {
            let value = Int64(bitPattern: UInt64(littleEndian: exceptions[index]))
            guard value != .min else { return nil }
        }
        let most = Int64(Int32.min)...Int64(Int32.max)
        for day in [runs.days.first, runs.days.last] {
            guard let day, most.contains(day) else { return nil }
        }
    }

    /// How many of the lines of some runs have an amount.
    func amountCount(in runs: Range<Int>) -> Int {
        var count = 0
        let codes = self.runs.codes.span
        let lengths = self.runs.lengths.span
        let groups = groups.span
        for run in runs where groups[Int(codes[run])] != LineFold.withoutAmount {
            count &+= Int(lengths[run])
        }
        return count
    }

    /// Calls `body` with what each of the runs of a day comes to, with its group.
    ///
    /// - Parameters:
    ///   - sums: Of the offsets of the day's amounts.
    ///   - exceptions: Indexes and values of the exceptional amounts; see ``HotColumn/exceptions``.
    ///   - next: Where in `exceptions` the day begins; moves behind its end.
    ///   - first: The index of the day's first amount.
    @inline(__always)
    func forEachCell(
        _ runs: Range<Int>, _ sums: Span<UInt64>, _ exceptions: Span<UInt64>, from next: inout Int,
        first: Int, _ body: (Int32, DenseDays.Term) -> Void
    ) {
        let codes = self.runs.codes.span
        let lengths = self.runs.lengths.span
        let groups = groups.span
        var end = 0
        var before: UInt64 = 0
        var after = LineFold.index(next, of: exceptions) &- first
        for run in runs {
            let group = groups[Int(codes[run])]
            if group == LineFold.withoutAmount { continue }
            var count = Int64(lengths[run])
            end &+= Int(count)
            let sum = sums[end]
            var offsets = sum &- before
            before = sum
            while after < end {
                let value = Int64(bitPattern: UInt64(littleEndian: exceptions[next + 1]))
                next += 2
                after = LineFold.index(next, of: exceptions) &- first
                if value.magnitude < LineFold.amountMax {
                    offsets &+= UInt64(bitPattern: value &- base)
                    continue
                }
                count &-= 1
                if group >= 0 { body(group, DenseDays.Term(sum: value &* sign, count: sign)) }
            }
            if group < 0 { continue }
            let total = Int64(bitPattern: offsets) &+ base &* count
            body(group, DenseDays.Term(sum: total &* sign, count: count &* sign))
        }
    }

    /// The index of an exceptional amount; behind all others where there is none.
    @inline(__always)
    private static func index(_ next: Int, of exceptions: Span<UInt64>) -> Int {
        guard next < exceptions.count else { return .max >> 1 }
        return Int(truncatingIfNeeded: UInt64(littleEndian: exceptions[next]))
    }
}
