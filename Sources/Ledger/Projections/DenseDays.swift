/// Cells of busy days, found without a search: each such day has one for every group up to some
/// index. A cell in which nothing is left stays, as zeros.
struct DenseDays: Sendable {
    /// Sums that fit in 64 bits.
    struct Cell: Hashable, Sendable {
        var sum: Int64 = 0
        var count: Int64 = 0

        var isEmpty: Bool { sum == 0 && count == 0 }

        /// Adds a cell; `false` when nothing was done because the sum would not fit in 64 bits.
        @inline(__always)
        mutating func add(_ other: Cell) -> Bool {
            let (total, overflows) = sum.addingReportingOverflow(other.sum)
            guard !overflows else { return false }
            sum = total
            count &+= other.count
            return true
        }

        var wide: SpendingTable.Cell { SpendingTable.Cell(sum: Int128(sum), count: count) }
    }

    /// Where the cells of a day lie, one behind the other; none when the width is 0.
    struct Row: Sendable {
        var page: Int32 = 0
        var start: UInt16 = 0
        var width: UInt16 = 0
    }

    /// From the first busy day to the last, at most: a day far from the others is no busy one.
    private static let spanMax = 1 << 20
    /// Cells of a page, and of a row at most: 512 KiB.
    private static let pageCells = 1 << 15

    private var firstDay = 0
    private var rows: [Row] = []
    /// The cells by page: a table that grows moves nothing.
    private var pages: [[Cell]] = []
    /// Cells of the last page that are in use.
    private var used = DenseDays.pageCells

    /// The busy days, ascending.
    var days: [Int32] {
        rows.indices.filter { rows[$0].width > 0 }
            .map { Int32(truncatingIfNeeded: firstDay + $0) }
    }

    /// Where the cells of a day lie.
    func row(of day: Int32) -> Row {
        let place = Int(day) - firstDay
        return place >= 0 && place < rows.count ? rows[place] : Row()
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
    /// - Returns: `false` when nothing was done: it cannot be here, or would not fit in 64 bits.
    mutating func add(_ term: Cell, day: Int32, group: Int32) -> Bool {
        let row = row(of: day)
        guard group < row.width else { return false }
        let place = Int(row.start) + Int(group)
        return pages[Int(row.page)][place].add(term)
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
    ///   - rest: Takes what cannot be here, or would not fit in 64 bits.
    mutating func add(
        _ cells: ArraySlice<Cell>, groups: [Int32], to day: Int32, rest: (Int32, Cell) -> Void
    ) {
        let row = row(of: day)
        let start = Int(row.start)
        for (cell, group) in zip(cells, groups) where !cell.isEmpty {
            let place = start + Int(group)
            if group >= row.width || !pages[Int(row.page)][place].add(cell) { rest(group, cell) }
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
