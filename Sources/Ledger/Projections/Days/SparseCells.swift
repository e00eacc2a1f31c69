/// Cells by day and group where few of a day are used: sorted lists, each more than twice as long
/// as the next. What is added becomes a list at the end, and lists of about the same length become
/// one: a cell is moved as often as the number of all cells can be halved.
struct SparseCells: Sendable {
    /// A cell with its place.
    struct Entry: Sendable {
        /// Day above group, so that entries are in order by day, those of a day by group.
        var key: Int64
        var cell: SpendingTable.Cell

        init(day: Int32, group: Int32, cell: SpendingTable.Cell) {
            key = Entry.key(day, group)
            self.cell = cell
        }

        var day: Int32 { Int32(truncatingIfNeeded: key >> 32) }
        var group: Int32 { Int32(truncatingIfNeeded: key) }

        static func key(_ day: Int32, _ group: Int32) -> Int64 { Int64(day) << 32 | Int64(group) }
    }

    /// Each in order; a cell is the sum over all of them.
    private var lists: [[Entry]] = []

    /// Bytes of the cells.
    var bytes: Int { lists.reduce(0) { $0 + $1.count } * MemoryLayout<Entry>.stride }

    /// All cells that are not empty, in order.
    ///
    /// - Complexity: O(*n*).
    var entries: [Entry] {
        lists.reversed().reduce([]) { SparseCells.merged($1, $0) }
    }

    /// A cell; zero when nothing is there.
    subscript(day: Int32, group: Int32) -> SpendingTable.Cell {
        let key = Entry.key(day, group)
        var cell = SpendingTable.Cell.zero
        for list in lists {
            let index = SparseCells.index(of: key, in: list)
            if index < list.count, list[index].key == key { cell += list[index].cell }
        }
        return cell
    }

    /// Adds entries that are in order, each cell once.
    mutating func add(_ entries: [Entry]) {
        var last = entries
        while let before = lists.last, before.count <= 2 * last.count {
            lists.removeLast()
            last = SparseCells.merged(before, last)
        }
        if !last.isEmpty { lists.append(last) }
    }

    /// Takes out the cells of a day.
    mutating func take(_ day: Int32) -> [Entry] {
        var taken: [Entry] = []
        for number in lists.indices {
            let range = SparseCells.range(of: day, in: lists[number])
            if range.isEmpty { continue }
            taken = SparseCells.merged(taken, Array(lists[number][range]))
            for index in range { lists[number][index].cell = .zero }
        }
        return taken
    }

    /// Two lists as one, without empty cells.
    static func merged(_ left: [Entry], _ right: [Entry]) -> [Entry] {
        var all: [Entry] = []
        all.reserveCapacity(left.count + right.count)
        var (one, other) = (0, 0)
        while one < left.count || other < right.count {
            let first = one < left.count ? left[one].key : .max
            let second = other < right.count ? right[other].key : .max
            var entry = first <= second ? left[one] : right[other]
            if first == second { entry.cell += right[other].cell }
            if first <= second { one += 1 }
            if second <= first { other += 1 }
            if entry.cell != .zero { all.append(entry) }
        }
        return all
    }

    private static func range(of day: Int32, in list: [Entry]) -> Range<Int> {
        index(of: Entry.key(day, 0), in: list)..<index(of: Entry.key(day, .max), in: list)
    }

    /// The index of the first entry whose key is not below another.
    private static func index(of key: Int64, in list: [Entry]) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension [SparseCells.Entry] {
    /// Puts the entries from an index on in order, and those of one cell together.
    mutating func arrange(from start: Int) {
        if count - start > 24 {
            self[start...].sort { $0.key < $1.key }
        } else {
            for index in indices[start...].dropFirst() {
                let entry = self[index]
                var hole = index
                while hole > start, self[hole - 1].key > entry.key {
                    self[hole] = self[hole - 1]
                    hole -= 1
                }
                self[hole] = entry
            }
        }
        var end = start
        for index in start..<count {
            if end > start, self[end - 1].key == self[index].key {
                self[end - 1].cell += self[index].cell
            } else {
                self[end] = self[index]
                end += 1
            }
        }
        removeLast(count - end)
    }
}
