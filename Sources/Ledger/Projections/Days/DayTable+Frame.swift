internal import EventLog

extension DayTable {
    /// For a key that was not looked at yet, or could not be read the last time.
    private static var unknownGroup: Int32 { -2 }

    /// Takes in a frame as it is stored.
    ///
    /// - Returns: `false` for what is not usual: then nothing was added, and the same as a batch
    ///   shows what is wrong with it, or can deal with it.
    mutating func apply(_ frame: borrowing HotFrame, using space: inout ScratchBuffers) -> Bool {
        let stated = frame.stated
        let retracted = frame.retracted
        guard
            let groups = groupsOfKeys(
                of: stated, frame.firstPosition, areRetracted: false, &space),
            let added = LineFold(stated, groups, sign: 1),
            let others = groupsOfKeys(
                of: retracted, frame.firstPosition, areRetracted: true, &space),
            let taken = LineFold(retracted, others, sign: -1)
        else { return false }
        add(stated, added, using: &space)
        add(retracted, taken, using: &space)
        return true
    }

    // MARK: Keys

    /// The group of every key; -1 for one that does not count. `nil` when a key cannot be read, or
    /// not yet: an account may have been opened in the same frame.
    private mutating func groupsOfKeys(
        of lines: borrowing HotLines, _ position: UInt64, areRetracted: Bool,
        _ space: inout ScratchBuffers
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

    // MARK: Lines

    private mutating func add(
        _ lines: borrowing HotLines, _ fold: LineFold, using space: inout ScratchBuffers
    ) {
        guard fold.lastGroup >= 0, let amounts = lines.numbers(.amount) else { return }
        let exceptions = amounts.exceptions
        var rest: [SparseCells.Entry] = []
        var line = 0
        var next = 0
        for (dayIndex, date) in fold.runs.days.enumerated() {
            let runs = fold.runs.starts[dayIndex]..<fold.runs.starts[dayIndex + 1]
            let day = Int32(truncatingIfNeeded: date)
            let end = line + fold.amountCount(in: runs)
            space.prepare(lines: end - line)
            var span = space.sums.mutableSpan
            amounts.prefixSums(line..<end, into: &span)
            let sums = space.sums.span
            let start = rest.count
            if hasRoom(for: runs, of: fold, day) {
                withCells(ofBusy: day) { cells, row in
                    fold.forEachCell(runs, sums, exceptions, from: &next, first: line) {
                        group, cell in
                        if cells[row &+ Int(group)].add(cell) { return }
                        rest.append(SparseCells.Entry(day: day, group: group, cell: cell.wide))
                    }
                }
            } else {
                fold.forEachCell(runs, sums, exceptions, from: &next, first: line) { group, cell in
                    add(cell.wide, day: day, group: group, rest: &rest)
                }
            }
            if rest.count > start { rest.arrange(from: start) }
            line = end
        }
        add(ordered: rest)
    }

    /// Whether a day has dense cells for all of its runs; it gets them where that is worth it.
    private mutating func hasRoom(
        for runs: Range<Int>, of fold: LineFold, _ day: Int32
    ) -> Bool {
        let width = Int32(dense.row(of: day).width)
        if width > fold.lastGroup { return true }
        var lines: Int64 = 0
        var new = 0
        for run in runs {
            let group = fold.groups[Int(fold.runs.codes[run])]
            if group >= 0 { lines += Int64(fold.runs.lengths[run]) }
            if group >= width { new += 1 }
        }
        return open(day, new: new, lines: lines)
    }
}
