internal import EventLog

extension SpendingSums {
    /// What is written of sums.
    struct Blocks {
        /// How many cells there are by day.
        fileprivate(set) var cells: UInt64 = 0
        fileprivate var groups: [LineTotals.Group] = []
        fileprivate var months: [Month] = []
        fileprivate var figures: [[UInt8]] = []

        /// The blocks of a file.
        ///
        /// - Parameters:
        ///   - recorded: What was recorded of rules.
        ///   - more: Blocks that come behind the figures.
        ///   - links: Filters of links.
        ///   - words: Filters of words, which come last.
        ///   - highDays: The highest day that lines of each step state.
        func bytes(
            _ recorded: [UInt64: RecordedDays], _ more: [[UInt8]], _ links: [LinkFilter],
            _ words: WordSums, _ highDays: [Int64?]
        ) -> [[UInt8]] {
            var writer = SumWriter()
            writer.number(words.step)
            writer.number(UInt64(words.filters.count))
            var last: Int64 = 0
            for day in highDays {
                writer.byte(day == nil ? 0 : 1)
                guard let day else { continue }
                writer.signed(day &- last)
                last = day
            }
            let directory = SpendingSums.directory(groups, months, recorded) + writer.bytes
            var ofLinks = SumWriter()
            for filter in links {
                ofLinks.number(UInt64(filter.bytes.count))
                ofLinks.append(filter.bytes)
            }
            return [directory] + figures + more + [ofLinks.bytes] + words.filters.map(\.bytes)
        }
    }

    /// What is written of some sums.
    ///
    /// - Parameter merger: Of all groups, as they are.
    /// - Returns: `nil` where the sums of the first events cannot be believed.
    static func blocks(_ merger: SumMerger<LineTotals.Group>) -> Blocks? {
        var merger = merger
        var found = Blocks()
        var ofMonths = SumWriter()
        var ofDays: [[UInt8]] = []
        for number in merger.months {
            guard let days = merger.days(ofMonth: number)?.filter({ !$0.cells.groups.isEmpty })
            else { return nil }
            if days.isEmpty { continue }
            let first = Day(month: number, dayOfMonth: 1).daysSince1970
            var writer = SumWriter()
            writer.number(UInt64(days.count))
            var all: [SparseCells.Entry] = []
            for (day, cells) in days {
                writer.byte(UInt8(truncatingIfNeeded: day.daysSince1970 - first))
                let entries = zip(cells.groups, cells.cells).map {
                    SparseCells.Entry(day: first, group: $0, cell: $1)
                }
                write(entries, to: &writer)
                all += entries
            }
            found.cells += UInt64(all.count)
            found.months.append(
                Month(number: number, isUsual: all.allSatisfy { $0.cell.count > 0 }))
            all.arrange(from: 0)
            write(all.filter { $0.cell != .zero }, to: &ofMonths)
            ofDays.append(writer.bytes)
        }
        found.groups = merger.groups
        found.figures = [ofMonths.bytes] + ofDays
        return found
    }

    private static func write(_ cells: [SparseCells.Entry], to writer: inout SumWriter) {
        writer.number(UInt64(cells.count))
        var next: Int32 = 0
        for entry in cells {
            writer.number(UInt64(entry.group - next))
            writer.signed(entry.cell.count)
            writer.wideSigned(entry.cell.sum)
            next = entry.group + 1
        }
    }

    fileprivate static func directory(
        _ groups: [LineTotals.Group], _ months: [Month], _ recorded: [UInt64: RecordedDays]
    ) -> [UInt8] {
        var writer = SumWriter()
        writer.number(UInt64(groups.count))
        for group in groups {
            writer.byte(group.kind.rawValue)
            writer.byte(group.flags.rawValue)
            writer.byte(UInt8(truncatingIfNeeded: group.currency.exponent))
            writer.number(UInt64(group.currency.code.utf8.count))
            writer.append(group.currency.code.utf8)
            let path = group.category.map { Array($0.text.utf8) }
            writer.number(path.map { UInt64($0.count) + 1 } ?? 0)
            writer.number(group.account.map { $0 + 1 } ?? 0)
            if let path { writer.append(path) }
        }
        writer.number(UInt64(months.count))
        var last: Int64 = 0
        for month in months {
            writer.signed(Int64(month.number) - last)
            writer.byte(month.isUsual ? 1 : 0)
            last = Int64(month.number)
        }
        writer.add(recorded)
        return writer.bytes
    }

    /// Whether all of it is what a table comes to that was made of the events.
    func holds(_ table: LineTotals) -> Bool {
        var difference = SumMerger<LineTotals.Group>(
            self, table, table.groups, sign: -1
        ) { $0 }
        var own = SumMerger<LineTotals.Group>(self, LineTotals(), []) { $0 }
        guard own.readMonths(), let cells = monthCells() else { return false }
        let places = Dictionary(zip(months.map(\.number), months.indices)) { first, _ in first }
        for number in difference.months {
            guard let left = difference.days(ofMonth: number),
                left.allSatisfy({ $0.cells.groups.isEmpty }), let place = places[number],
                let days = own.days(ofMonth: number)
            else { return false }
            var all = days.flatMap { day in
                zip(day.cells.groups, day.cells.cells).map {
                    SparseCells.Entry(day: 0, group: $0, cell: $1)
                }
            }
            let isUsual = all.allSatisfy { $0.cell.count > 0 }
            all.arrange(from: 0)
            all.removeAll { $0.cell == .zero }
            guard isUsual == months[place].isUsual, all.count == cells[place].count,
                zip(all, cells[place]).allSatisfy({ $0.key == $1.key && $0.cell == $1.cell })
            else { return false }
        }
        return true
    }
}
