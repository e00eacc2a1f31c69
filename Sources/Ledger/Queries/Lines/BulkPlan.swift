/// What a change of many lines does: each field was and now, and what reports change by.
package struct BulkPlan: Hashable, Sendable {
    /// A field of a line before and after.
    package struct Row: Codable, Hashable, Sendable {
        /// The line's id.
        package let id: UInt64
        /// The day on which it counted.
        package let day: Day
        /// Its title, else the first line of its note.
        package let title: String
        /// Decimal, with exactly as many digits behind the point as the currency has.
        package let amount: String
        /// Code of the currency.
        package let currency: String
        /// Which field, as in ``FieldChange/field``.
        package let field: String
        /// Empty for none.
        package let was: String
        /// Empty for none.
        package let now: String
    }

    /// What the sum of a kind, category and currency changes by.
    package struct Total: Codable, Hashable, Sendable {
        /// `expense`, `income` or `transfer`.
        package let kind: EntryKind
        /// As it is called now; empty for uncategorised.
        package let category: String
        /// Code of the currency.
        package let currency: String
        /// Decimal, with exactly as many digits behind the point as the currency has.
        package let change: String
        /// By how many the number of lines changes.
        package let count: Int64
    }

    /// The fields that change, line by line; those of the first lines where a limit was given.
    package let rows: [Row]
    /// How many lines change.
    package let lines: Int
    /// How many lines are so already.
    package let same: Int
    /// What reports change by, in order of kind, category and currency, the ledger's own first.
    package let totals: [Total]

    /// An empty plan.
    ///
    /// - Parameter same: How many lines are so already.
    package init(same: Int) {
        rows = []
        lines = 0
        self.same = same
        totals = []
    }

    /// What a decision about many lines does.
    ///
    /// - Parameters:
    ///   - decision: What came of ``Command/amendAll(_:_:reason:)`` or
    ///     ``Command/voidAll(_:reason:)``.
    ///   - state: What it was decided on.
    ///   - limit: Of how many lines to show the fields; `nil` for all.
    package init(_ decision: Decision, _ state: LedgerState, limit: Int? = nil) {
        var rows: [Row] = []
        var lines = 0
        var same: Int64 = 0
        var cells: [Key: SpendingTable.Cell] = [:]
        for event in decision.events {
            if case .batchStarted(let batch) = event { same = batch.counts["same"] ?? 0 }
            guard let (old, new) = BulkPlan.versions(event, state) else { continue }
            lines += 1
            BulkPlan.count(old, -1, state.referenceData, in: &cells)
            if !new.isVoided { BulkPlan.count(new, 1, state.referenceData, in: &cells) }
            if lines <= limit ?? .max { rows += BulkPlan.rows(old, new, state.referenceData) }
        }
        self.rows = rows
        self.lines = lines
        self.same = Int(clamping: same)
        let order = state.referenceData.currencyOrder
        totals = cells.filter { $0.value.sum != 0 || $0.value.count != 0 }
            .sorted { $0.key.isBefore($1.key, order) }.map { key, cell in
                Total(
                    kind: key.kind, category: key.category?.text ?? "",
                    currency: key.currency.code,
                    change: MoneyTotal(minor: cell.sum, currency: key.currency).text,
                    count: cell.count)
            }
    }

    private struct Key: Hashable {
        let kind: EntryKind
        let category: CategoryPath?
        let currency: Currency

        func isBefore(_ other: Key, _ currencies: CurrencyOrder) -> Bool {
            if kind != other.kind { return kind.rawValue < other.kind.rawValue }
            switch (category, other.category) {
            case (let one?, let another?) where one != another: return one < another
            case (nil, .some): return true
            case (.some, nil): return false
            default: return currencies.isBefore(currency, other.currency)
            }
        }
    }

    /// A line before and after an event.
    private static func versions(
        _ event: Event, _ state: LedgerState
    ) -> (old: LineState, new: LineState)? {
        switch event {
        case .lineAmended(let event):
            guard let old = event.target.position.flatMap({ state.lines[$0] }) else { return nil }
            var new = old
            new.apply(event, at: old.version)
            return (old, new)
        case .lineVoided(let event):
            guard let old = event.target.position.flatMap({ state.lines[$0] }) else { return nil }
            var new = old
            new.isVoided = true
            return (old, new)
        default: return nil
        }
    }

    /// The other side of a transfer counts in no report.
    private static func count(
        _ line: LineState, _ sign: Int64, _ referenceData: ReferenceData,
        in cells: inout [Key: SpendingTable.Cell]
    ) {
        let facts = line.facts
        if facts.flags.contains(.counterpart) { return }
        let key = Key(
            kind: facts.kind, category: facts.category.map(referenceData.renamed),
            currency: facts.amount.currency)
        cells[key, default: .zero] += SpendingTable.Cell(
            sum: Int128(facts.amount.minor) * Int128(sign), count: sign)
    }

    private static func rows(_ old: LineState, _ new: LineState, _ referenceData: ReferenceData)
        -> [Row]
    {
        let details = old.details
        let title = details.title.trimmed.isEmpty ? details.note.firstLine : details.title
        return FieldText.changes(from: old.texts(referenceData), to: new.texts(referenceData)).map {
            change in
            Row(
                id: old.id, day: old.facts.day, title: title,
                amount: old.facts.amount.description, currency: old.facts.amount.currency.code,
                field: change.field, was: change.was ?? "", now: change.now ?? "")
        }
    }
}

extension String {
    /// The first line that is not empty; empty without any.
    var firstLine: String { split { $0.isNewline }.first.map(String.init) ?? "" }
}
