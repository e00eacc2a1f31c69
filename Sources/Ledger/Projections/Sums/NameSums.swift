internal import EventLog

/// A table of names as the blocks behind the days of a file of sums.
///
/// ```
/// block 0  seen  pairs  payees  tag lists
/// block 1  cells by payee, of all months together
/// block 2  cells by tags, of all months together
/// block 3  cells by payee, of every month; it may be missing, with the next
/// block 4  cells by tags, of every month
///
/// pairs := count  (kind:byte exponent:byte length code) × count
/// names := count  (count (length text) × count) × count
/// cells := count  (gap of months  count  cell × count) × count
/// cell  := gap of names  pair  lines  sum  last day  lines of it
/// ```
///
/// Numbers are those of ``SpendingSums``. The gap of a name counts from the cell before, and is 0
/// for another pair of the same name. The last day is counted from the first of its month, with a
/// sign. Names are in the order of their bytes, and only those that a cell has.
///
/// These blocks have text that can be erased. An erasure removes the whole file; besides, they say
/// how many events there were when they were made, and count for nothing once an event behind
/// those erases any.
struct NameSums: Sendable {
    /// How many blocks there are without months.
    static let blockCount = 3
    /// How many there are with months.
    static let monthBlockCount = 5
    /// Of how many events all months together have at most one cell, or names are not kept.
    static let share: UInt64 = 16
    /// So many names are looked at of a log of some events: of more, cells are more than is kept.
    ///
    /// Half of them may be of lines that are gone. Small logs hold as many as they like.
    static func namesMax(of events: UInt64) -> Int {
        max(1 << 16, Int(clamping: events / share * 2))
    }

    /// Of how many events months have at most one cell, or they are not kept.
    static let monthShare: UInt64 = 8

    /// How many events the log had when the texts were read.
    let seen: UInt64
    let table: NameTable

    init(_ table: NameTable, seen: UInt64) {
        self.seen = seen
        self.table = table
    }

    /// Reads blocks from a number on; `nil` where they do not say what they should.
    ///
    /// - Parameter isByMonth: Whether months are told apart: then there must be such blocks.
    init?(_ file: SumFile, from number: Int, byMonth isByMonth: Bool) {
        guard let bytes = file.block(number) else { return nil }
        var reader = SumReader(bytes)
        var table = NameTable(isByMonth: isByMonth)
        guard let seen = reader.number(), let pairs = reader.count() else { return nil }
        for index in 0..<pairs {
            guard let kind = reader.byte().flatMap(EntryKind.init), let exponent = reader.byte(),
                let code = reader.text(),
                let currency = Currency(code: code, exponent: Int(exponent)),
                table.number(of: NameTable.Pair(kind: kind, currency: currency)) == index
            else { return nil }
        }
        for sort in NameTable.Sort.allCases {
            guard let count = reader.count() else { return nil }
            for index in 0..<count {
                guard let parts = reader.count() else { return nil }
                var name: [String] = []
                for _ in 0..<parts {
                    guard let text = reader.text() else { return nil }
                    name.append(text)
                }
                guard sort != .payee || name.count == 1, table.number(of: name, sort) == index
                else { return nil }
            }
        }
        guard reader.isAtEnd else { return nil }
        for sort in NameTable.Sort.allCases {
            let place = number + (isByMonth ? NameSums.blockCount : 1) + sort.rawValue
            guard let bytes = file.block(place),
                NameSums.read(bytes, sort, &table)
            else { return nil }
        }
        guard table.isClear else { return nil }
        self.init(table, seen: seen)
    }

    private static func read(
        _ bytes: [UInt8], _ sort: NameTable.Sort, _ table: inout NameTable
    ) -> Bool {
        var reader = SumReader(bytes)
        guard let months = reader.count() else { return false }
        let names = UInt64(table.names[sort.rawValue].texts.count)
        var month: Int32 = 0
        for _ in 0..<months {
            guard let gap = reader.signed().flatMap(Int32.init(exactly:)),
                let count = reader.count()
            else { return false }
            let (next, overflows) = month.addingReportingOverflow(gap)
            guard !overflows, table.isByMonth || next == 0 else { return false }
            month = next
            let first = Day(month: Int(month), dayOfMonth: 1).daysSince1970
            var name: UInt64 = 0
            for _ in 0..<count {
                guard let gap = reader.number(), gap <= names, name + gap < names,
                    let pair = reader.number(), pair < UInt64(table.pairs.count),
                    let lines = reader.signed(), let sum = reader.wideSigned(),
                    let last = reader.signed().flatMap(Int32.init(exactly:)),
                    let lastLines = reader.signed()
                else { return false }
                name += gap
                let key = NameTable.Key(
                    month: month, name: Int32(truncatingIfNeeded: name),
                    pair: Int32(truncatingIfNeeded: pair))
                table.set(
                    NameTable.Cell(
                        sum: sum, count: lines, last: first &+ last, lastCount: lastLines),
                    at: key, sort)
            }
        }
        return reader.isAtEnd
    }

    /// The blocks; `nil` where one would be too large.
    ///
    /// - Parameter withMonths: Whether months are kept, which the table tells apart then.
    func blocks(withMonths: Bool) -> [[UInt8]]? {
        let totals = table.isByMonth ? table.totals : table
        var writer = SumWriter()
        writer.number(seen)
        writer.number(UInt64(table.pairs.count))
        for pair in table.pairs {
            writer.byte(pair.kind.rawValue)
            writer.byte(UInt8(truncatingIfNeeded: pair.currency.exponent))
            writer.text(pair.currency.code)
        }
        var blocks: [[UInt8]] = []
        var ofMonths: [[UInt8]] = []
        for sort in NameTable.Sort.allCases {
            let texts = table.names[sort.rawValue].texts
            let used = Set(table.cells[sort.rawValue].keys.map(\.name)).sorted {
                NameSums.isBefore(texts[Int($0)], texts[Int($1)])
            }
            writer.number(UInt64(used.count))
            var numbers = Array(repeating: Int32(0), count: texts.count)
            for (number, name) in used.enumerated() {
                numbers[Int(name)] = Int32(truncatingIfNeeded: number)
                writer.number(UInt64(texts[Int(name)].count))
                for text in texts[Int(name)] { writer.text(text) }
            }
            blocks.append(NameSums.cells(totals, sort, numbers))
            if withMonths { ofMonths.append(NameSums.cells(table, sort, numbers)) }
        }
        blocks += ofMonths
        blocks.insert(writer.bytes, at: 0)
        return blocks.contains { $0.count > Limit.sectionBytesMax } ? nil : blocks
    }

    /// The cells of a sort, of whose names some get other numbers.
    private static func cells(
        _ table: NameTable, _ sort: NameTable.Sort, _ numbers: [Int32]
    ) -> [UInt8] {
        var cells = table.cells[sort.rawValue].map { key, cell in
            let number = numbers[Int(key.name)]
            return (NameTable.Key(month: key.month, name: number, pair: key.pair), cell)
        }
        cells.sort { $0.0 < $1.0 }
        var writer = SumWriter()
        var starts = cells.indices.filter { $0 == 0 || cells[$0].0.month != cells[$0 - 1].0.month }
        writer.number(UInt64(starts.count))
        starts.append(cells.count)
        var month: Int32 = 0
        for (start, end) in zip(starts, starts.dropFirst()) {
            let own = cells[start].0.month
            writer.signed(Int64(own) - Int64(month))
            writer.number(UInt64(end - start))
            month = own
            let first = Day(month: Int(own), dayOfMonth: 1).daysSince1970
            var name: Int32 = 0
            for (key, cell) in cells[start..<end] {
                writer.number(UInt64(key.name - name))
                writer.number(UInt64(key.pair))
                writer.signed(cell.count)
                writer.wideSigned(cell.sum)
                writer.signed(Int64(cell.last &- first))
                writer.signed(cell.lastCount)
                name = key.name
            }
        }
        return writer.bytes
    }

    private static func isBefore(_ left: [String], _ right: [String]) -> Bool {
        for (one, other) in zip(left, right) where !one.isSame(as: other) {
            return one.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return left.count < right.count
    }
}

extension SumReader {
    /// A text behind its length.
    fileprivate mutating func text() -> String? {
        guard let length = count(), let bytes = slice(length) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension SumWriter {
    /// A text behind its length.
    fileprivate mutating func text(_ text: String) {
        number(UInt64(text.utf8.count))
        append(text.utf8)
    }
}
