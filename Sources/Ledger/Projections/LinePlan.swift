internal import EventLog

/// How the lines of a frame are added up: for every day and key a slot.
struct LinePlan {
    /// A line that is added by itself.
    struct Line {
        var row: Int
        var day: Int64
        var amount: Int64
        var code = 0
        /// Which of the two stand apart in the frame.
        var hasDay: Bool
        var hasAmount: Bool
    }

    /// So many slots are worth it for any frame.
    private static let slotsMin = 1 << 12

    /// For every code its group; -1 for one that does not count.
    let groups: [Int32]
    /// What counts.
    private(set) var targets: [DenseDays.Target] = []
    private(set) var lastGroup: Int32 = -1
    private(set) var firstDay: Int32 = 0
    private(set) var dayCount = 0
    private(set) var packing = SlotPacking()
    private(set) var apart: [Line] = []
    private var widths = (day: 0, code: 0, amount: 0)

    var slotCount: Int { dayCount * groups.count }

    /// `nil` for a frame that is not worth it, or that cannot be added up in so narrow a space.
    init?(_ lines: borrowing HotLines, _ groups: [Int32]) {
        self.groups = groups
        for (code, group) in groups.enumerated() where group >= 0 {
            targets.append(DenseDays.Target(code: code, group: group))
        }
        guard !targets.isEmpty else { return }
        lastGroup = groups.max() ?? -1
        guard let days = lines.numbers(.day), let amounts = lines.numbers(.amount),
            let packing = SlotPacking(base: amounts.base),
            let first = Int32(exactly: days.base), days.width <= 2
        else { return nil }
        self.packing = packing
        firstDay = first
        let last = days.largestOffset
        guard last <= UInt64(Int64(Int32.max) - days.base) else { return nil }
        dayCount = Int(last) + 1
        widths = (days.width, lines.codes.width, amounts.width)
        let worthIt = max(LinePlan.slotsMin, 4 * lines.count)
        guard slotCount <= min(FoldSpace.slotCount, worthIt) else { return nil }
        guard findApart(days, amounts) else { return nil }
        guard widths.code <= 2, widths.amount <= 4 else { return nil }
    }

    /// Finds the lines whose day or amount stands apart, and the one that would be too many.
    ///
    /// - Returns: `false` when a day may be none.
    private mutating func findApart(
        _ days: borrowing HotColumn, _ amounts: borrowing HotColumn
    ) -> Bool {
        var day = 0
        var amount = 0
        while day < days.outlierCount || amount < amounts.outlierCount {
            let one = day < days.outlierCount ? days.outlier(at: day) : (.max, 0)
            let other = amount < amounts.outlierCount ? amounts.outlier(at: amount) : (.max, 0)
            let row = min(one.index, other.index)
            if one.index == row, Int32(exactly: one.value) == nil { return false }
            apart.append(
                Line(
                    row: row, day: one.value, amount: other.value, hasDay: one.index == row,
                    hasAmount: other.index == row))
            if one.index == row { day += 1 }
            if other.index == row { amount += 1 }
        }
        let rest = days.count - 1
        if days.count > SlotPacking.termsMax, apart.last?.row != rest {
            apart.append(Line(row: rest, day: 0, amount: 0, hasDay: false, hasAmount: false))
        }
        return true
    }

    // MARK: Adding up

    /// Adds all lines to the slots but those that stand apart, of which it completes what is known.
    ///
    /// - Parameter zeros: Stands for the offsets of a column without any.
    func fill(
        _ slots: inout MutableSpan<UInt64>, from lines: borrowing HotLines, _ apart: inout [Line],
        zeros: [UInt8]
    ) {
        guard let days = lines.numbers(.day) else { return }
        let none = zeros.span.extracting(first: lines.count)
        switch widths.day {
        case 0: fill(&slots, none, lines, &apart, none)
        case 1: fill(&slots, days.offsets(as: UInt8.self), lines, &apart, none)
        default: fill(&slots, days.offsets(as: UInt16.self), lines, &apart, none)
        }
    }

    private func fill<Day: FixedWidthInteger & UnsignedInteger>(
        _ slots: inout MutableSpan<UInt64>, _ days: Span<Day>, _ lines: borrowing HotLines,
        _ apart: inout [Line], _ none: Span<UInt8>
    ) {
        let codes = lines.codes
        switch widths.code {
        case 0: fill(&slots, days, none, lines, &apart, none)
        case 1: fill(&slots, days, codes.offsets(as: UInt8.self), lines, &apart, none)
        default: fill(&slots, days, codes.offsets(as: UInt16.self), lines, &apart, none)
        }
    }

    private func fill<Day, Code>(
        _ slots: inout MutableSpan<UInt64>, _ days: Span<Day>, _ codes: Span<Code>,
        _ lines: borrowing HotLines, _ apart: inout [Line], _ none: Span<UInt8>
    )
    where
        Day: FixedWidthInteger & UnsignedInteger, Code: FixedWidthInteger & UnsignedInteger
    {
        guard let amounts = lines.numbers(.amount) else { return }
        switch widths.amount {
        case 0: fill(&slots, days, codes, none, &apart)
        case 1: fill(&slots, days, codes, amounts.offsets(as: UInt8.self), &apart)
        case 2: fill(&slots, days, codes, amounts.offsets(as: UInt16.self), &apart)
        default: fill(&slots, days, codes, amounts.offsets(as: UInt32.self), &apart)
        }
    }

    /// The loop over all lines: no branch on what a line is, no check inside. An index is cut to
    /// the size of the slots, so whatever the bytes are nothing else is written.
    private func fill<Day, Code, Amount>(
        _ slots: inout MutableSpan<UInt64>, _ days: Span<Day>, _ codes: Span<Code>,
        _ amounts: Span<Amount>, _ apart: inout [Line]
    )
    where
        Day: FixedWidthInteger & UnsignedInteger, Code: FixedWidthInteger & UnsignedInteger,
        Amount: FixedWidthInteger & UnsignedInteger
    {
        let count = codes.count
        let stride = groups.count
        precondition(days.count == count && amounts.count == count)
        precondition(slots.count == FoldSpace.slotCount)
        for row in 0..<count {
            let slot = LinePlan.slot(days[row], codes[row], stride)
            let amount = UInt64(truncatingIfNeeded: Amount(littleEndian: amounts[row]))
            slots[slot] &+= SlotPacking.one &+ amount
        }
        for index in apart.indices {
            let row = apart[index].row
            let offset = UInt64(truncatingIfNeeded: Amount(littleEndian: amounts[row]))
            let slot = LinePlan.slot(days[row], codes[row], stride)
            slots[slot] &-= SlotPacking.one &+ offset
            apart[index].code = Int(truncatingIfNeeded: Code(littleEndian: codes[row]))
            if !apart[index].hasAmount { apart[index].amount = packing.base &+ Int64(offset) }
            if !apart[index].hasDay {
                let day = Int64(truncatingIfNeeded: Day(littleEndian: days[row]))
                apart[index].day = Int64(firstDay) + day
            }
        }
    }

    @inline(__always)
    private static func slot<Day, Code>(_ day: Day, _ code: Code, _ stride: Int) -> Int
    where
        Day: FixedWidthInteger & UnsignedInteger, Code: FixedWidthInteger & UnsignedInteger
    {
        let day = Int(truncatingIfNeeded: Day(littleEndian: day))
        let code = Int(truncatingIfNeeded: Code(littleEndian: code))
        return (day &* stride &+ code) & FoldSpace.indexMask
    }
}
