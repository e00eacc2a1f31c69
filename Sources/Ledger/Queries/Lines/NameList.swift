internal import EventLog

/// The names that lines have, in the order of ``NameOrder``, then by kind and currency.
package struct NameList: Codable, Hashable, Sendable {
    /// The names.
    package let rows: [NameRow]
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
    /// Where nothing was found, names that may be meant; `nil` for none, and then left out of JSON.
    package var hints: [NameHint]?
}

/// One name that lines have, with the lines of one kind and currency that have it; flat.
package struct NameRow: Codable, Hashable, Sendable {
    /// A category as it is called now, a payee, or a tag; empty for lines without one.
    package let name: String
    /// What the lines are.
    package let kind: EntryKind
    /// Code of their currency.
    package let currency: String
    /// Their sum, decimal.
    package let sum: String
    /// How many live lines there are; the other side of a transfer counts in none.
    package let count: UInt64
    /// The latest of their days.
    package let last: Day
}

/// What names are listed.
package enum LineName: String, Sendable {
    /// Categories, as they are called now.
    case category
    /// Who was paid, or who paid; of a title that does not distinguish the two, all of it.
    case payee
    /// Tags; lines without any are left out, and those with several count for each.
    case tag
}

extension LedgerSnapshot {
    /// The names that live lines have.
    ///
    /// - Parameter withSums: Whether sums beside the log are believed where they can be.
    /// - Complexity: O(*n*) in the events; in memory are the names, a number for each line, and
    ///   65,536 lines at a time. With sums O(*n*) in their cells and the events behind them.
    package func names(
        _ name: LineName, of query: LineQuery, withSums: Bool = false
    ) throws(StoreError) -> NameList {
        var totals: [NameKey: NameTotal] = [:]
        if name == .category, let found = try categories(of: query, withSums: withSums) {
            totals = found
        } else if withSums, let summed = try summedNames(name, of: query) {
            totals = summed
        } else {
            try forEachLine(of: query) { line in
                let total = NameTotal(
                    sum: Int128(line.facts.amount.minor), count: 1, last: line.facts.day)
                for text in line.names(name, referenceData) {
                    let key = NameKey(
                        name: text, kind: line.facts.kind, currency: line.facts.amount.currency)
                    totals[key, default: .zero] += total
                }
            }
        }
        let currencies = referenceData.currencyOrder
        let sorted = totals.sorted { $0.key.isBefore($1.key, currencies) }
        let rows = sorted.map { key, total in
            NameRow(
                name: key.name, kind: key.kind, currency: key.currency.code,
                sum: decimalText(total.sum, exponent: key.currency.exponent), count: total.count,
                last: total.last)
        }
        return NameList(rows: rows, position: count - 1, root: try head().root.hex)
    }

    /// What the lines of each category come to, from the cells of a report by category; `nil` where
    /// more than keys decides which lines count.
    ///
    /// - Complexity: O(*n*) in the events, of which only figures are read; in memory are the cells.
    func categories(
        of query: LineQuery, withSums: Bool
    ) throws(StoreError) -> [NameKey: NameTotal]? {
        // Last days are told of days only.
        let parameters = ReportParameters(
            period: .daily, range: LineMatcher(query).days, by: .category(depth: nil), query: query)
        guard isAboutKeys(parameters) else { return nil }
        let summed = withSums ? try summedCells(for: parameters) : nil
        let cells: any SpendingCells = if let summed { summed } else { try cells(for: parameters) }
        var sums = Array(repeating: Int128(0), count: cells.groups.count)
        // A day may come several times, and take back what it had before.
        var counts = Array(repeating: [Day: Int64](), count: cells.groups.count)
        cells.forEachRow { day, row in
            guard parameters.range.contains(day) else { return }
            row.forEachCell { group, cell in
                sums[group] += cell.sum
                counts[group][day, default: 0] += cell.count
            }
        }
        var totals: [NameKey: NameTotal] = [:]
        for (index, group) in cells.groups.enumerated() {
            let count = counts[index].values.reduce(0, +)
            guard count > 0 else { continue }
            let key = NameKey(
                name: group.category.map(referenceData.renamed)?.text ?? "", kind: group.kind,
                currency: group.currency)
            totals[key, default: .zero] += NameTotal(
                sum: sums[index], count: UInt64(count),
                last: counts[index].filter { $0.value > 0 }.keys.max() ?? .min)
        }
        return totals
    }
}

/// What the lines of a name come to.
struct NameTotal {
    var sum: Int128
    var count: UInt64
    var last: Day

    static let zero = NameTotal(sum: 0, count: 0, last: .min)

    static func += (left: inout NameTotal, right: NameTotal) {
        left.sum += right.sum
        left.count += right.count
        left.last = max(left.last, right.last)
    }
}

/// What lines that are added up have in common.
struct NameKey: Hashable {
    let name: String
    let kind: EntryKind
    let currency: Currency

    func isBefore(_ other: NameKey, _ currencies: CurrencyOrder) -> Bool {
        let order = NameOrder.compared(name, other.name)
        if order != 0 { return order < 0 }
        if kind != other.kind { return kind.rawValue < other.kind.rawValue }
        return currencies.isBefore(currency, other.currency)
    }
}

extension LineState {
    /// The names of a sort that the line has.
    func names(_ name: LineName, _ referenceData: ReferenceData) -> [String] {
        switch name {
        case .category: [facts.category.map(referenceData.renamed)?.text ?? ""]
        case .payee: [details.payee.isEmpty ? details.title : details.payee]
        case .tag: Set(details.tags).sorted()
        }
    }
}
