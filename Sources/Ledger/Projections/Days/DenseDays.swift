/// Cells of busy days, found without a search: each such day has one for every group up to some
/// index. A cell in which nothing is left stays, as zeros.
struct DenseDays: Sendable {
    /// What lines come to.
    struct Term {
        var sum: Int64
        var count: Int64

        var wide: SpendingTable.Cell { SpendingTable.Cell(sum: Int128(sum), count: count) }
    }

    /// A sum below 2^42 and a count below 2^18, each of any sign, in 64 bits: half the memory is
    /// half the time that it takes to get it.
    struct Cell: Hashable, Sendable {
        private static let sumBits: Int64 = 44
        private static let sumMax: Int64 = 1 << 42
        private static let countMax: Int64 = 1 << 18

        /// The count above the sum.
        private var bits: Int64 = 0

        var isEmpty: Bool { bits == 0 }
        private var sum: Int64 { (bits << (64 - Cell.sumBits)) >> (64 - Cell.sumBits) }
        var count: Int64 { (bits &- sum) >> Cell.sumBits }
        var term: Term { Term(sum: sum, count: count) }
        var wide: SpendingTable.Cell { term.wide }

        /// Adds what lines come to; `false` when nothing was done because it would not fit.
        @inline(__always)
        mutating func add(_ term: Term) -> Bool {
            guard Cell.holds(term) else { return false }
            var cell = self
            cell.bits &+= (term.count << Cell.sumBits) &+ term.sum
            guard Cell.holds(cell.term) else { return false }
            self = cell
            return true
        }

        @inline(__always)
        private static func holds(_ term: Term) -> Bool {
            UInt64(bitPattern: term.sum &+ sumMax) < UInt64(2 * sumMax)
                && UInt64(bitPattern: term.count &+ countMax) < UInt64(2 * countMax)
        }
    }

    /// Where the cells of a day lie, one behind the other; none when the width is 0.
    struct Row: Sendable {
        var page: Int32 = 0
        var start: UInt16 = 0
        var width: UInt16 = 0
    }

    /// From the first busy day to the last, at most: a day far from the others is no busy one.
    private static let spanMax = 1 << 20
    /// Cells of a page, and of a row at most: 256 KiB.
    private static let pageCells = 1 << 15

    private var firstDay = 0
    private var rows: [Row] = []
    /// The cells by page: a table that grows moves nothing.
    private var pages: [[Cell]] = []
    /// Cells of the last page that are in use.
    private var used = DenseDays.pageCells

    /// Bytes of the cells, used or not.
    var bytes: Int { pages.count * DenseDays.pageCells * MemoryLayout<Cell>.stride }

    /// The busy days, ascending.
    var days: [Int32] {
        rows.indices.filter { rows[$0].width > 0 }
            .map { Int32(truncatingIfNeeded: firstDay + $0) }
    }

    /// Where the cells of a day lie.
    func row(of day: Int32) -> Row {
        let index = Int(day) - firstDay
        return index >= 0 && index < rows.count ? rows[index] : Row()
    }

    /// The cells of a day by group, empty ones among them.
    func cells(of day: Int32) -> ArraySlice<Cell> {
        let row = row(of: day)
        guard row.width > 0 else { return [] }
        return pages[Int(row.page)][Int(row.start)..<(Int(row.start) + Int(row.width))]
    }

    /// The cell of a group; `nil` when it cannot be here.
    subscript(day: Int32, group: Int32) -> Cell? {
        let row = row(of: day)
        guard group < row.width else { return nil }
        return pages[Int(row.page)][Int(row.start) + Int(group)]
    }

    /// Adds to a cell.
    ///
    /// - Returns: `false` when nothing was done: it cannot be here, or would not fit.
    mutating func add(_ term: Term, day: Int32, group: Int32) -> Bool {
        let row = row(of: day)
        guard group < row.width else { return false }
        let index = Int(row.start) + Int(group)
        return pages[Int(row.page)][index].add(term)
    }

    /// Changes the cells of a busy day in place.
    ///
    /// - Parameter body: Takes cells among which are those of the day, and the place of the first.
    @inline(__always)
    mutating func withCells(of day: Int32, _ body: (inout MutableSpan<Cell>, Int) -> Void) {
        let row = row(of: day)
        guard row.width > 0 else { return }
        var cells = pages[Int(row.page)].mutableSpan
        body(&cells, Int(row.start))
    }

    /// Adds cells by group to those of a day.
    ///
    /// - Parameters:
    ///   - groups: For each cell the group that it is added to.
    ///   - rest: Takes what cannot be here, or would not fit.
    mutating func add(
        _ cells: ArraySlice<Cell>, groups: [Int32], to day: Int32, rest: (Int32, Term) -> Void
    ) {
        let row = row(of: day)
        let start = Int(row.start)
        for (cell, group) in zip(cells, groups) where !cell.isEmpty {
            let index = start + Int(group)
            if group >= row.width || !pages[Int(row.page)][index].add(cell.term) {
                rest(group, cell.term)
            }
        }
    }

    /// Makes room for a day's cells of the groups below `width`.
    ///
    /// - Returns: `false` for a day that is far from the others, and for too many groups.
    mutating func open(_ day: Int32, width: Int) -> Bool {
        let old = row(of: day)
        guard Int(old.width) < width else { return true }
        let wider = min(max(width, Int(old.width) * 3 / 2), DenseDays.pageCells)
        guard width <= wider, reach(Int(day)) else { return false }
        if used + wider > DenseDays.pageCells {
            pages.append(Array(repeating: Cell(), count: DenseDays.pageCells))
            used = 0
        }
        let row = Row(
            page: Int32(pages.count - 1), start: UInt16(used), width: UInt16(wider))
        for group in 0..<Int(old.width) {
            let cell = pages[Int(old.page)][Int(old.start) + group]
            pages[Int(row.page)][used + group] = cell
        }
        used += wider
        rows[Int(day) - firstDay] = row
        return true
    }

    /// Makes room for the row of a day.
    private mutating func reach(_ day: Int) -> Bool {
        if rows.isEmpty { firstDay = day }
        let first = min(firstDay, day)
        let end = max(firstDay + rows.count, day + 1)
        guard end - first <= DenseDays.spanMax else { return false }
        if first < firstDay {
            rows.insert(contentsOf: repeatElement(Row(), count: firstDay - first), at: 0)
            firstDay = first
        }
        if end - first > rows.count {
            rows.append(contentsOf: repeatElement(Row(), count: end - first - rows.count))
        }
        return true
    }
}
