/// The cells of a spending table on their way into the rows of a report.
///
/// What a group is called and which bucket a day lies in is found out once; the cells themselves
/// are only added up.
struct RollUp {
    /// What the cells of one row have in common beside their bucket; categories are compared
    /// byte for byte, other texts as Swift does.
    struct Label: Hashable {
        var kind: EntryKind
        /// `nil` when categories are not distinguished; inside, `nil` is uncategorised.
        var category: CategoryPath??
        /// `nil` when accounts are not distinguished; inside, `nil` is none.
        var account: UInt64??
        /// What else distinguishes rows.
        var names = ReportNames.none
        var currency: Currency
    }

    let parameters: ReportParameters
    let referenceData: ReferenceData
    let weekStart: Weekday
    private(set) var labels: [Label] = []
    private var labelIndexes: [Label: Int] = [:]
    /// For every bucket, by its first day, its days and one cell a label.
    private var buckets: [Day: (days: DayRange, cells: [SpendingTable.Cell])] = [:]
    private var first: Day?
    private var last: Day?
    /// The kinds that have lines in the range and do not count.
    private(set) var leftOut: Set<EntryKind> = []
    /// What has a price in the currency that is asked for.
    var converted = Converted()

    init(_ parameters: ReportParameters, _ referenceData: ReferenceData, _ weekStart: Weekday) {
        self.parameters = parameters
        self.referenceData = referenceData
        self.weekStart = weekStart
    }

    /// Adds a table. Once.
    mutating func add(_ table: some SpendingCells) {
        if let exchange = parameters.exchange { return add(table, exchange) }
        let indexes = table.groups.enumerated().map { number, group in
            parameters.admits(group.kind) ? index(of: group, table.names(of: number)) : -1
        }
        let empty = Array(repeating: SpendingTable.Cell.zero, count: labels.count)
        // Days mostly come one behind the other: their bucket stays at hand.
        var bucket: DayRange?
        var cells = empty
        table.forEachRow { day, row in
            guard parameters.range.contains(day) else { return }
            if bucket?.contains(day) != true {
                if let bucket { buckets[bucket.start] = (bucket, cells) }
                let next = self.bucket(of: day)
                bucket = next
                cells = buckets.removeValue(forKey: next.start)?.cells ?? empty
            }
            var counts = false
            row.forEachCell { group, cell in
                let index = indexes[group]
                guard index >= 0 else {
                    if cell.count != 0 { leftOut.insert(table.groups[group].kind) }
                    return
                }
                cells[index] += cell
                counts = true
            }
            guard counts else { return }
            first = min(first ?? day, day)
            last = max(last ?? day, day)
        }
        if let bucket { buckets[bucket.start] = (bucket, cells) }
    }

    /// Adds a cell of a day to the bucket that the day lies in.
    mutating func add(_ cell: SpendingTable.Cell, _ index: Int, _ bucket: DayRange, on day: Day) {
        var cells = buckets.removeValue(forKey: bucket.start)?.cells ?? []
        while cells.count < labels.count { cells.append(.zero) }
        cells[index] += cell
        buckets[bucket.start] = (bucket, cells)
        first = min(first ?? day, day)
        last = max(last ?? day, day)
    }

    /// Notes that a kind has lines that do not count.
    mutating func leave(out kind: EntryKind) { leftOut.insert(kind) }

    /// What a label comes to in a bucket, rounded where prices are in it.
    private func cell(_ index: Int, _ bucket: (days: DayRange, cells: [SpendingTable.Cell]))
        -> SpendingTable.Cell
    {
        guard index < bucket.cells.count else { return .zero }
        var cell = bucket.cells[index]
        if let sum = converted.sums[bucket.days.start]?[index] {
            cell.sum = sum.rounded(with: cell.sum)
        }
        return cell
    }

    /// What a label comes to in a bucket before it is rounded.
    private func unrounded(
        _ index: Int, _ bucket: (days: DayRange, cells: [SpendingTable.Cell])
    ) -> UnroundedSum {
        guard index < bucket.cells.count, let sum = converted.sums[bucket.days.start]?[index] else {
            return .none
        }
        return UnroundedSum(sum, whole: bucket.cells[index].sum)
    }

    /// Of the asked range; where it is open, the first day with money.
    var start: Day? { parameters.range.hasStart ? parameters.range.start : first }

    /// Of the asked range; where it is open, the day after the last with money.
    var end: Day? { parameters.range.hasEnd ? parameters.range.end : last?.adding(days: 1) }

    /// The rows that are not empty, in the order of a report.
    func rows(now: Day) -> [SpendingReport.Row] {
        let order = labels.indices.sorted { isBefore(labels[$0], labels[$1]) }
        let names = labels.map { (category: category(of: $0), account: account(of: $0)) }
        let whole = DayRange(start: start ?? .min, end: end ?? .max)
        return buckets.sorted { $0.key < $1.key }.flatMap { _, bucket in
            let days = parameters.period == nil ? whole : bucket.days
            return order.compactMap { index -> SpendingReport.Row? in
                let cell = cell(index, bucket)
                guard cell.count != 0 else { return nil }
                let label = labels[index]
                return SpendingReport.Row(
                    start: days.start, end: days.end, partial: !parameters.range.contains(days),
                    running: days.contains(now), kind: label.kind,
                    category: names[index].category, account: names[index].account,
                    payee: label.names.payee, tag: label.names.tag, person: label.names.person,
                    currency: label.currency.code,
                    sum: MoneyTotal(minor: cell.sum, currency: label.currency).text,
                    count: cell.count, unrounded: unrounded(index, bucket))
            }
        }
    }

    /// The cells that are not empty, by what a report calls them.
    func cells() -> [ReportCell: SpendingTable.Cell] {
        var found: [ReportCell: SpendingTable.Cell] = [:]
        for bucket in buckets.values {
            for index in bucket.cells.indices where bucket.cells[index].count != 0 {
                found[reportCell(index, bucket.days)] = cell(index, bucket)
            }
        }
        return found
    }

    /// What those with prices in them come to before they are rounded.
    func unrounded() -> [ReportCell: UnroundedSum] {
        var found: [ReportCell: UnroundedSum] = [:]
        for bucket in buckets.values {
            for index in bucket.cells.indices where bucket.cells[index].count != 0 {
                let sum = unrounded(index, bucket)
                if sum.exact != nil { found[reportCell(index, bucket.days)] = sum }
            }
        }
        return found
    }

    /// The cell of a label, by its index, and of a bucket.
    func reportCell(_ index: Int, _ days: DayRange) -> ReportCell {
        let label = labels[index]
        return ReportCell(
            days: days, label: label, category: category(of: label), account: account(of: label))
    }

    /// The bucket of a day; without a period there is one for all days.
    func bucket(of day: Day) -> DayRange {
        parameters.period?.interval(containing: day, weekStart: weekStart) ?? .all
    }

    /// The index of the label of a group.
    mutating func index(
        of group: SpendingTable.Group, _ names: ReportNames = .none, in currency: Currency? = nil
    ) -> Int {
        var label = Label(
            kind: group.kind, names: names, currency: currency ?? group.currency)
        for key in parameters.by.keys {
            switch key {
            case .category(let depth):
                label.category = .some(
                    group.category.map { referenceData.renamed($0).depth(depth ?? .max) })
            case .account: label.account = .some(group.account)
            case .payee, .tag, .tagValue, .person: break
            }
        }
        if let index = labelIndexes[label] { return index }
        labelIndexes[label] = labels.count
        labels.append(label)
        return labels.count - 1
    }

    func category(of label: Label) -> String? { label.category.map { $0?.text ?? "" } }

    func account(of label: Label) -> String? {
        label.account.map { $0.flatMap(referenceData.account(at:))?.facts.name ?? "" }
    }

    private func isBefore(_ left: Label, _ right: Label) -> Bool {
        let cells = [left, right].map { label in
            ReportCell(
                days: .all, label: label, category: category(of: label),
                account: account(of: label))
        }
        return cells[0] < cells[1]
    }
}

/// A cell of a report, as it is called there.
struct ReportCell: Hashable, Comparable {
    /// Its bucket; all days without a period.
    let days: DayRange
    let label: RollUp.Label
    /// The name of the account in UTF-8, which may change; `nil` when accounts are not
    /// distinguished.
    private let accountName: [UInt8]?
    /// `nil` when categories are not distinguished; empty for uncategorised.
    let category: String?

    init(days: DayRange, label: RollUp.Label, category: String?, account: String?) {
        self.days = days
        self.label = label
        self.category = category
        accountName = account.map { Array($0.utf8) }
    }

    /// `nil` when accounts are not distinguished; empty for none.
    var account: String? { accountName.map { String(decoding: $0, as: UTF8.self) } }

    /// Equal when they sort as one, byte for byte.
    static func == (left: ReportCell, right: ReportCell) -> Bool {
        left.days == right.days && left.label == right.label
            && left.accountName == right.accountName
    }

    /// Hashes what is compared.
    func hash(into hasher: inout Hasher) {
        hasher.combine(days)
        hasher.combine(label)
        hasher.combine(accountName)
    }

    /// The order of a report: start, kind, category, account, payee, tag, person, currency; texts
    /// by bytes.
    static func < (left: ReportCell, right: ReportCell) -> Bool {
        if left.days.start != right.days.start { return left.days.start < right.days.start }
        if left.label.kind != right.label.kind {
            return left.label.kind.rawValue < right.label.kind.rawValue
        }
        let texts = [left, right].map { cell in
            let names = cell.label.names
            return [
                cell.category ?? "", cell.account ?? "", names.payee ?? "", names.tag ?? "",
                names.person ?? "", cell.label.currency.code,
            ]
        }
        for (one, other) in zip(texts[0], texts[1]) where !one.utf8.elementsEqual(other.utf8) {
            return one.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return left.label.currency.exponent < right.label.currency.exponent
    }
}
