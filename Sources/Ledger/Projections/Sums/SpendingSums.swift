internal import EventLog

/// What the first events of a ledger come to, as a file beside the log keeps it: the cells of
/// ``LineTotals`` by month, and those of every month by day.
///
/// ```
/// block 0      groups, months, what was recorded of rules; see ``RecordedDays``; then step, words,
///              days
/// block 1      the cells of every month, those of one month behind those of the other
/// block 2 + n  the cells of the n-th month, by day
/// behind       names, or nothing; see ``NameSums``; then tasks, or nothing; see ``TaskSums``; then
///              links: (length filter) × steps; see ``LinkFilter``
/// the last     as many filters of words as block 0 says, each of a step of events; ``WordFilter``
///
/// groups := count  (kind:byte flags:byte exponent:byte length code category account path) × count
///           category: 0, or the length of its path + 1;  account: 0, or its position + 1
/// months := count  (gap isUsual:byte) × count
/// days   := (0 for no line, or 1 and the gap of the highest day that lines of it state) × steps
/// month  := count  (day of the month from 0  cells) × count
/// cells  := count  (gap of groups  count  sum) × count
/// ```
///
/// Numbers have seven bits a byte; counts, sums and gaps of months and days have a sign. What is
/// written
/// follows from the events alone. These blocks have names of categories and codes of currencies,
/// which are facts that stay, and no text that can be erased.
struct SpendingSums: Sendable {
    /// A month that has cells.
    struct Month: Hashable, Sendable {
        /// Months since January of year 0.
        let number: Int
        /// Whether lines count in every cell of its days, and none less often than not at all: so
        /// it is in every ledger that keeps its rules.
        let isUsual: Bool
    }

    /// How many events are in the sums.
    var position: UInt64 { file.position }
    /// What cells are about, in the order in which they first occurred.
    let groups: [LineTotals.Group]
    /// The months, ascending.
    let months: [Month]
    /// What was recorded of what comes again, by rule.
    let recordedDays: [UInt64: RecordedDays]
    /// The highest day that lines of each step state, counted from 1970; `nil` where there are no
    /// lines.
    let highDays: [Int64?]
    /// How many events a filter of words is of, and how many filters there are.
    private let wordSteps: (events: UInt64, count: Int)
    /// How many events a step has.
    var step: UInt64 { wordSteps.events }
    private let file: SumFile

    /// What the programs that make such sums alike have in common: what they count, and the events
    /// that they know.
    static let content: UInt64 = {
        var checksum: UInt32 = 0
        for type in EventType.allCases {
            let known = [UInt8(type.rawValue & 0xFF), UInt8(type.rawValue >> 8), type.schema]
            checksum = CRC32C.checksum(known, seed: checksum)
        }
        return UInt64(checksum) << 32 | UInt64(LineTotals.version) << 8 | 7
    }()

    /// Sums in a file; `nil` where it does not say what it should.
    init?(_ file: SumFile) {
        guard let bytes = file.block(0) else { return nil }
        var reader = SumReader(bytes)
        guard let groups = SpendingSums.groups(&reader), let months = SpendingSums.months(&reader),
            let recordedDays = reader.recordedDays(), let step = reader.number(),
            let words = reader.number().flatMap(Int.init(exactly:)), step > 0,
            file.position.isMultiple(of: step),
            words <= file.count, UInt64(words) <= file.position / step,
            let highDays = SpendingSums.highDays(&reader, file.position / step), reader.isAtEnd,
            [0, NameSums.blockCount, NameSums.monthBlockCount].contains(
                where: { (0...1).contains(file.count - months.count - 3 - words - $0) })
        else { return nil }
        wordSteps = (step, words)
        self.file = file
        self.groups = groups
        self.months = months
        self.recordedDays = recordedDays
        self.highDays = highDays
    }

    /// The cells of all months, in the order of ``months``, each month's by group; `nil` where they
    /// cannot be believed.
    func monthCells() -> [[SparseCells.Entry]]? {
        guard let bytes = file.block(1) else { return nil }
        var reader = SumReader(bytes)
        var all: [[SparseCells.Entry]] = []
        all.reserveCapacity(months.count)
        for _ in months {
            guard let cells = SpendingSums.cells(&reader, day: 0, groups: groups.count) else {
                return nil
            }
            all.append(cells)
        }
        return reader.isAtEnd ? all : nil
    }

    /// The cells of the days of a month, ascending; `nil` where they cannot be believed.
    func days(ofMonth index: Int) -> [(day: Int32, cells: [SparseCells.Entry])]? {
        guard let bytes = file.block(2 + index) else { return nil }
        var reader = SumReader(bytes)
        let first = Day(month: months[index].number, dayOfMonth: 1).daysSince1970
        guard let count = reader.count() else { return nil }
        var days: [(day: Int32, cells: [SparseCells.Entry])] = []
        for _ in 0..<count {
            guard let place = reader.byte(), place < 31 else { return nil }
            let (day, overflow) = first.addingReportingOverflow(Int32(place))
            guard !overflow, day > days.last?.day ?? .min || days.isEmpty,
                let cells = SpendingSums.cells(&reader, day: day, groups: groups.count)
            else { return nil }
            days.append((day, cells))
        }
        return reader.isAtEnd ? days : nil
    }

    /// How many blocks of names and tasks stand behind those of days.
    private var moreBlocks: Int { linksBlock - months.count - 2 }

    /// The number of the block with filters of links.
    private var linksBlock: Int { wordsStart - 1 }

    /// The number of the first filter of words.
    private var wordsStart: Int { file.count - wordSteps.count }

    /// The filters of words; `nil` where they cannot be believed.
    func words() -> WordSums? {
        var filters: [WordFilter] = []
        filters.reserveCapacity(wordSteps.count)
        for number in wordsStart..<file.count {
            guard let filter = file.block(number).flatMap(WordFilter.init) else { return nil }
            filters.append(filter)
        }
        return WordSums(step: wordSteps.events, filters: filters)
    }

    /// The filters of links of the steps behind the sums before that are kept for good; `nil` where
    /// they cannot be believed.
    func links() -> [LinkFilter]? {
        guard let bytes = file.block(linksBlock) else { return nil }
        var reader = SumReader(bytes)
        var filters: [LinkFilter] = []
        while !reader.isAtEnd {
            guard let length = reader.count(), let bytes = reader.slice(length),
                let filter = LinkFilter(Array(bytes))
            else { return nil }
            filters.append(filter)
        }
        return UInt64(filters.count) <= position / step ? filters : nil
    }

    /// Whether there are names, too.
    var hasNames: Bool { moreBlocks >= NameSums.blockCount }

    /// Whether there are names of every month, too.
    var hasNamesByMonth: Bool { moreBlocks >= NameSums.monthBlockCount }

    /// Whether there are tasks, too.
    var hasTasks: Bool {
        moreBlocks == 1 || moreBlocks == NameSums.blockCount + 1
            || moreBlocks == NameSums.monthBlockCount + 1
    }

    /// What lines come to by their names; `nil` where there are none, or they cannot be believed.
    ///
    /// - Parameter isByMonth: Whether months are told apart.
    func names(byMonth isByMonth: Bool) -> NameSums? {
        let isThere = isByMonth ? hasNamesByMonth : hasNames
        return isThere ? NameSums(file, from: months.count + 2, byMonth: isByMonth) : nil
    }

    /// The tasks that are not settled; `nil` where there are none, or they cannot be believed.
    ///
    /// - Parameter keepsRecords: Whether the events that speak of them are wanted, too.
    func tasks(keepsRecords: Bool) -> TaskSums? {
        guard hasTasks, let bytes = file.block(linksBlock - 1) else { return nil }
        return TaskSums(bytes, keepsRecords: keepsRecords)
    }

    /// All blocks but that of tasks; `nil` where one cannot be believed.
    func blocksWithoutTasks() -> [[UInt8]]? {
        var blocks: [[UInt8]] = []
        for number in 0..<file.count where !hasTasks || number != linksBlock - 1 {
            guard let block = file.block(number) else { return nil }
            blocks.append(block)
        }
        return blocks
    }

    // MARK: Parts

    private static func groups(_ reader: inout SumReader) -> [LineTotals.Group]? {
        guard let count = reader.count() else { return nil }
        var groups: [LineTotals.Group] = []
        groups.reserveCapacity(count)
        for _ in 0..<count {
            guard let kind = reader.byte().flatMap(EntryKind.init), let flags = reader.byte(),
                let exponent = reader.byte(), let length = reader.count(),
                let code = reader.slice(length),
                let text = String(validating: code, as: UTF8.self),
                let currency = Currency(code: text, exponent: Int(exponent)),
                let place = reader.number(), let account = reader.number()
            else { return nil }
            var category: CategoryPath?
            if place > 0 {
                guard let length = Int(exactly: place - 1), let bytes = reader.slice(length),
                    let path = CategoryPath(bytes, isASCII: false)
                else { return nil }
                category = path
            }
            groups.append(
                LineTotals.Group(
                    kind: kind, flags: LineFlags(rawValue: flags), currency: currency,
                    category: category, account: account > 0 ? account - 1 : nil))
        }
        return groups
    }

    private static func highDays(_ reader: inout SumReader, _ count: UInt64) -> [Int64?]? {
        var days: [Int64?] = []
        var last: Int64 = 0
        for _ in 0..<count {
            guard let isThere = reader.byte(), isThere <= 1 else { return nil }
            guard isThere == 1 else {
                days.append(nil)
                continue
            }
            guard let gap = reader.signed() else { return nil }
            let (day, overflow) = last.addingReportingOverflow(gap)
            if overflow { return nil }
            last = day
            days.append(day)
        }
        return days
    }

    private static func months(_ reader: inout SumReader) -> [Month]? {
        guard let count = reader.count() else { return nil }
        var months: [Month] = []
        months.reserveCapacity(count)
        var last: Int64 = 0
        for _ in 0..<count {
            guard let gap = reader.signed(), let isUsual = reader.byte(), isUsual <= 1 else {
                return nil
            }
            let (number, overflow) = last.addingReportingOverflow(gap)
            guard !overflow, months.isEmpty || gap > 0, number.magnitude < 1 << 32 else {
                return nil
            }
            months.append(Month(number: Int(number), isUsual: isUsual == 1))
            last = number
        }
        return months
    }

    private static func cells(
        _ reader: inout SumReader, day: Int32, groups: Int
    ) -> [SparseCells.Entry]? {
        guard let count = reader.count() else { return nil }
        var cells: [SparseCells.Entry] = []
        cells.reserveCapacity(count)
        var next: UInt64 = 0
        for _ in 0..<count {
            guard let gap = reader.number(), gap < UInt64(groups), next + gap < UInt64(groups),
                let lines = reader.signed(), let sum = reader.wideSigned()
            else { return nil }
            let group = Int32(truncatingIfNeeded: next + gap)
            cells.append(
                SparseCells.Entry(
                    day: day, group: group, cell: SpendingTable.Cell(sum: sum, count: lines)))
            next += gap + 1
        }
        return cells
    }
}
