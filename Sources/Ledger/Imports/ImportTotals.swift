/// Sums and counts of rows by kind and currency.
package struct ImportTotals: Sendable {
    private var cells: [Key: SpendingTable.Cell] = [:]
    /// What most rows are: those behind each other are of one kind and currency.
    private var last: (key: Key, cell: SpendingTable.Cell)?

    private struct Key: Hashable {
        let kind: EntryKind
        let currency: Currency
    }

    private let order: CurrencyOrder

    /// Of no row yet.
    package init(_ order: CurrencyOrder) { self.order = order }

    /// Adds a row.
    package mutating func add(_ facts: LineFacts) {
        let key = Key(kind: facts.kind, currency: facts.amount.currency)
        let known = last?.key == key ? last?.cell : nil
        if known == nil, let last { cells[last.key] = last.cell }
        let old = known ?? cells[key] ?? .zero
        let sum = old.sum + Int128(facts.amount.minor)
        last = (key, SpendingTable.Cell(sum: sum, count: old.count + 1))
    }

    /// What they come to.
    package var totals: [ImportReceipt.Total] {
        var cells = cells
        if let last { cells[last.key] = last.cell }
        return cells.sorted { left, right in
            let (one, other) = (left.key, right.key)
            return one.kind == other.kind
                ? order.isBefore(one.currency.code, other.currency.code)
                : one.kind.rawValue < other.kind.rawValue
        }.map { key, cell in
            ImportReceipt.Total(
                kind: key.kind, currency: key.currency.code,
                sum: MoneyTotal(minor: cell.sum, currency: key.currency).text, count: cell.count)
        }
    }
}
