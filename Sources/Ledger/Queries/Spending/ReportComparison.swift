internal import EventLog

/// A report beside the one of earlier days. What is `nil` is left out of JSON.
package struct ReportComparison: Codable, Hashable, Sendable {
    /// What lines of one kind, currency and group come to, then and now.
    package struct Row: Codable, Hashable, Sendable {
        /// `expense`, `income` or `transfer`.
        package let kind: EntryKind
        /// As in ``SpendingReport/Row``.
        package let category: String?
        /// As in ``SpendingReport/Row``.
        package let account: String?
        /// As in ``SpendingReport/Row``.
        package let payee: String?
        /// As in ``SpendingReport/Row``.
        package let tag: String?
        /// As in ``SpendingReport/Row``.
        package let person: String?
        /// Code of the currency.
        package let currency: String
        /// The sum of the earlier days; zero where there is no such row.
        package let was: String
        /// The sum of the later ones; zero where there is no such row.
        package let now: String
        /// What ``now`` is more than ``was``.
        package let change: String
        /// The change in percent of ``was``, with one digit, half to even; `nil` where that is
        /// not above zero.
        package let percent: String?
        /// How many live lines there were.
        package let wasCount: Int64
        /// How many live lines there are.
        package let nowCount: Int64
        /// What ``was`` was before it was rounded; no part of JSON.
        package var wasUnrounded = UnroundedSum.none
        /// What ``now`` was before it was rounded; no part of JSON.
        package var nowUnrounded = UnroundedSum.none

        private enum CodingKeys: String, CodingKey {
            case kind, category, account, payee, tag, person, currency, was, now, change, percent
            case wasCount, nowCount
        }
    }

    /// `previous` or `year`: which earlier days.
    package let with: ComparedDays.Base
    /// The first of the later days.
    package let start: Day
    /// The day after the last of them.
    package let end: Day
    /// The first of the earlier days.
    package let wasStart: Day
    /// The day after the last of them.
    package let wasEnd: Day
    /// Whether both are cut, because the later days are not over yet.
    package let toDate: Bool
    /// As in ``SpendingReport/by``.
    package let by: String?
    /// As in ``SpendingReport/depth``.
    package let depth: Int?
    /// As in ``SpendingReport/terms``.
    package let terms: String?
    /// As in ``SpendingReport/exchange``.
    package let exchange: ExchangeNote?
    /// Code of the ledger's own currency; `nil` where an earlier program made it.
    package let currency: String?
    /// The kinds that count, in order.
    package let kinds: [EntryKind]
    /// In the order of a report.
    package let rows: [Row]
    /// As in ``SpendingReport/position``.
    package let position: UInt64
    /// As in ``SpendingReport/root``.
    package let root: String
    /// As in ``SpendingReport/hints``.
    package var hints: [NameHint]?
}

extension ReportComparison {
    /// The currencies of the rows: the ledger's own, or that of an exchange, stands first.
    package var currencies: [String] {
        CurrencyOrder(exchange?.currency ?? currency ?? "").sorted(Set(rows.map(\.currency)))
    }
}

extension LedgerSnapshot {
    /// A report of some days beside that of earlier ones.
    ///
    /// - Parameters:
    ///   - parameters: What is asked for; its days are those of `days`, in one bucket.
    ///   - days: The days.
    ///   - base: What ``ReportComparison/with`` is to say.
    /// - Complexity: That of two reports.
    package func comparison(
        _ parameters: ReportParameters, of days: ComparedDays, against base: ComparedDays.Base
    ) throws(BooksError) -> ReportComparison {
        guard let settings = referenceData.settings else { throw .report(.notOpened) }
        var parameters = parameters
        parameters.period = nil
        do throws(StoreError) {
            let was = try reportCells(parameters, days.was)
            let now = try reportCells(parameters, days.now)
            let head = try head()
            return ReportComparison(
                with: base, start: days.now.start, end: days.now.end, wasStart: days.was.start,
                wasEnd: days.was.end, toDate: days.isToDate, by: parameters.by.name,
                depth: parameters.by.depth, terms: parameters.terms,
                exchange: parameters.exchange.map { ExchangeNote($0) },
                currency: settings.baseCurrency.code,
                kinds: EntryKind.allCases.filter { parameters.admits($0) },
                rows: Set(was.cells.keys).union(now.cells.keys).sorted().map { key in
                    var row = ReportComparison.Row(
                        key, was: was.cells[key] ?? .zero, now: now.cells[key] ?? .zero)
                    row.wasUnrounded = was.unrounded[key] ?? .none
                    row.nowUnrounded = now.unrounded[key] ?? .none
                    return row
                }, position: head.lastPosition, root: head.root.hex)
        } catch {
            throw .store(error)
        }
    }

    /// What the lines of some days come to, by the rows of a report.
    private func reportCells(
        _ parameters: ReportParameters, _ days: DayRange
    ) throws(StoreError) -> (
        cells: [ReportCell: SpendingTable.Cell], unrounded: [ReportCell: UnroundedSum]
    ) {
        var parameters = parameters
        parameters.range = days
        let weekStart = parameters.weekStart ?? referenceData.settings?.weekStart ?? .monday
        var rollUp = RollUp(parameters, referenceData, weekStart)
        rollUp.add(try cells(for: parameters))
        return (rollUp.cells(), rollUp.unrounded())
    }
}

extension ReportComparison.Row {
    /// A row of what its cells come to.
    fileprivate init(_ key: ReportCell, was: SpendingTable.Cell, now: SpendingTable.Cell) {
        let label = key.label
        func text(_ minor: Int128) -> String {
            MoneyTotal(minor: minor, currency: label.currency).text
        }
        let change = now.sum - was.sum
        self.init(
            kind: label.kind, category: key.category, account: key.account,
            payee: label.names.payee, tag: label.names.tag, person: label.names.person,
            currency: label.currency.code, was: text(was.sum), now: text(now.sum),
            change: text(change), percent: BudgetRows.percent(change, of: was.sum),
            wasCount: was.count, nowCount: now.count)
    }
}
