internal import EventLog

extension DayTable {
    /// For a key that was not looked at yet, or could not be read the last time.
    private static var unknownGroup: Int32 { -2 }

    /// Takes in a frame as it is stored.
    ///
    /// - Returns: `false` for what is not usual: then nothing was added, and the same as a batch
    ///   tells what is wrong with it, or can deal with it.
    mutating func apply(_ frame: borrowing HotFrame, using space: inout FoldSpace) -> Bool {
        let stated = frame.stated
        let retracted = frame.retracted
        guard
            let groups = groupsOfKeys(
                of: stated, frame.firstPosition, areRetracted: false, &space),
            let plan = LinePlan(stated, groups)
        else { return false }
        guard
            let taken = groupsOfKeys(
                of: retracted, frame.firstPosition, areRetracted: true, &space),
            let terms = LineTerms(retracted, taken), terms.daysAreDays
        else { return false }
        add(stated, plan, using: &space)
        try? add(terms) { _ in frame.firstPosition }
        return true
    }

    // MARK: Keys

    /// The group of every key; -1 for one that does not count. `nil` when a key cannot be read, or
    /// not yet: an account may have been opened in the same frame.
    private mutating func groupsOfKeys(
        of lines: borrowing HotLines, _ position: UInt64, areRetracted: Bool,
        _ space: inout FoldSpace
    ) -> [Int32]? {
        guard numbers.number(lines, into: &space.numbers) else { return nil }
        while numbered.count < numbers.keys.count { numbered.append(DayTable.unknownGroup) }
        var groups: [Int32] = []
        groups.reserveCapacity(space.numbers.count)
        for number in space.numbers {
            if numbered[number] == DayTable.unknownGroup {
                let key = numbers.keys[number]
                guard let counts = key.hasLines(isRetracted: areRetracted),
                    let group = counts ? try? group(of: key, { position }) : -1
                else { return nil }
                numbered[number] = group
            }
            groups.append(numbered[number])
        }
        return groups
    }

    // MARK: Stated lines

    private mutating func add(
        _ lines: borrowing HotLines, _ plan: LinePlan, using space: inout FoldSpace
    ) {
        guard !plan.targets.isEmpty else { return }
        space.clearSlots(plan.slotCount)
        var apart = plan.apart
        let zeros = space.zeros
        space.withSlots { slots in plan.fill(&slots, from: lines, &apart, zeros: zeros) }
        addSlots(plan, space.slots.span)
        for line in apart {
            let group = plan.groups[line.code]
            if group < 0 { continue }
            let day = Int32(truncatingIfNeeded: line.day)
            add(DenseDays.Cell(sum: line.amount, count: 1), day: day, group: group)
        }
    }

    private mutating func addSlots(_ plan: LinePlan, _ slots: Span<UInt64>) {
        let targets = plan.targets.span
        let stride = plan.groups.count
        for day in 0..<plan.dayCount {
            let row = slots.extracting(day * stride..<(day + 1) * stride)
            let date = plan.firstDay + Int32(truncatingIfNeeded: day)
            if hasRoom(for: row, plan, date) {
                add(row, plan.packing, day: date, dense.row(of: date), targets)
                continue
            }
            add(terms(row, plan), day: date)
        }
    }

    /// What a day's slots hold, ascending by group.
    private func terms(
        _ slots: Span<UInt64>, _ plan: LinePlan
    ) -> [(group: Int32, cell: SpendingTable.Cell)] {
        var cells: [Int32: SpendingTable.Cell] = [:]
        for target in plan.targets {
            let cell = plan.packing.cell(slots[target.code])
            if !cell.isEmpty { cells[target.group, default: .zero] += cell.wide }
        }
        return cells.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Whether a day has dense cells for all that its slots hold; it gets them where that is worth
    /// it.
    private mutating func hasRoom(
        for slots: Span<UInt64>, _ plan: LinePlan, _ day: Int32
    ) -> Bool {
        let width = Int32(dense.row(of: day).width)
        if width > plan.lastGroup { return true }
        var lines: Int64 = 0
        var new = 0
        for target in plan.targets {
            let cell = plan.packing.cell(slots[target.code])
            lines &+= cell.count
            if target.group >= width, cell.count > 0 { new += 1 }
        }
        // Nothing there is nothing to make room for.
        return lines > 0 && open(day, new: new, lines: lines)
    }
}

extension LineTerms {
    /// What a frame takes back; `nil` when a column is missing.
    init?(_ lines: borrowing HotLines, _ groups: [Int32]) {
        codes = lines.codes.values.map { UInt16(truncatingIfNeeded: $0) }
        self.groups = groups
        sign = -1
        guard lines.count > 0 else {
            days = []
            amounts = []
            return
        }
        guard let days = lines.numbers(.day), let amounts = lines.numbers(.amount) else {
            return nil
        }
        self.days = days.values
        self.amounts = amounts.values
    }

    /// Whether every line that counts has a day.
    var daysAreDays: Bool {
        codes.indices.allSatisfy {
            groups[Int(codes[$0])] < 0 || Int32(exactly: days[$0]) != nil
        }
    }
}
