internal import EventLog

/// What was in every account at the end of every day.
///
/// An account's opening balance is what was in it at the start of its day, in its currency. So at
/// the end of a day from there on, the balance is the opening balance and the lines from the
/// opening day to that day, both included; lines that are dated earlier are contained in the
/// opening balance and change nothing. At the end of the day before it is the opening balance, and
/// on earlier days it is not known.
///
/// An opening balance of zero says nothing of a day: it holds since ever, and every line counts. So
/// it is with accounts that were opened because a line named them, and with every currency but that
/// of the opening balance.
package struct Balances: Sendable {
    /// An account's money of one currency.
    package struct AccountCurrency: Hashable, Sendable {
        /// The position of the account.
        package let account: UInt64
        /// The currency.
        package let currency: Currency

        /// A pot.
        package init(account: UInt64, currency: Currency) {
            self.account = account
            self.currency = currency
        }
    }

    /// What is in a pot at the end of a day.
    package struct Balance: Hashable, Sendable {
        /// In minor units; `nil` where the opening balance holds from a later day on.
        package let minor: Int128?
        /// How many lines it is made from.
        package let lines: Int64
        /// How many lines are dated before the opening balance, which contains them.
        package let earlier: Int64
        /// How many lines are dated later, and do not count yet.
        package let later: Int64
    }

    /// The days of a pot on which something happened, ascending, with the sums up to their ends.
    private struct Series {
        var days: [Day] = []
        var sums: [Int128] = []
        var counts: [Int64] = []

        /// Takes what all days up to one come to; of the days that are told the last one may come
        /// again.
        mutating func end(_ day: Day, _ total: SpendingTable.Cell) {
            if days.last == day {
                sums[sums.count - 1] = total.sum
                counts[counts.count - 1] = total.count
            } else {
                days.append(day)
                sums.append(total.sum)
                counts.append(total.count)
            }
        }

        /// What all days before one come to, or all up to and including it.
        func sum(before day: Day, including: Bool = false) -> (sum: Int128, count: Int64) {
            let end = days.partitioningIndex { including ? $0 > day : $0 >= day }
            return end == 0 ? (0, 0) : (sums[end - 1], counts[end - 1])
        }

        var all: Int64 { counts.last ?? 0 }
    }

    private var series: [AccountCurrency: Series] = [:]
    private var openings: [AccountCurrency: AccountOpened] = [:]

    /// Balances of the accounts of reference data.
    ///
    /// - Complexity: O(*n* · log *n*) in the cells of the table.
    package init(table: AccountTable, referenceData: ReferenceData) {
        var cells: [AccountCurrency: [(day: Day, cell: SpendingTable.Cell)]] = [:]
        for entry in table.entries {
            let pot = AccountCurrency(account: entry.group.account, currency: entry.group.currency)
            let sum = entry.group.isOutgoing ? -entry.cell.sum : entry.cell.sum
            let cell = SpendingTable.Cell(sum: sum, count: entry.cell.count)
            cells[pot, default: []].append((entry.day, cell))
        }
        for (pot, cells) in cells {
            var total = SpendingTable.Cell.zero
            var series = Series()
            for (day, cell) in cells.sorted(by: { $0.day < $1.day }) {
                total += cell
                series.end(day, total)
            }
            self.series[pot] = series
        }
        for account in referenceData.accounts where account.facts.opening.minor != 0 {
            let pot = AccountCurrency(
                account: account.position, currency: account.facts.opening.currency)
            openings[pot] = account.facts
        }
    }

    /// The currencies in which an account has lines or an opening balance, by code.
    package func currencies(of account: UInt64) -> [Currency] {
        let pots = Set(series.keys).union(openings.keys)
        return pots.filter { $0.account == account }.map(\.currency).sorted {
            ($0.code, $0.exponent) < ($1.code, $1.exponent)
        }
    }

    /// Whether an account has live lines.
    package func hasLines(_ account: UInt64) -> Bool {
        series.contains { $0.key.account == account && $0.value.all != 0 }
    }

    /// The days of a pot on which it has lines, ascending.
    package func lineDays(of pot: AccountCurrency) -> [Day] { series[pot]?.days ?? [] }

    /// What the lines of a pot come to on some days, in minor units, whatever its opening balance.
    package func sum(of pot: AccountCurrency, in days: DayRange) -> Int128 {
        guard let series = series[pot] else { return 0 }
        return series.sum(before: days.end).sum - series.sum(before: days.start).sum
    }

    /// The account of a pot with an opening balance that is not zero; `nil` for any other.
    package func opening(of pot: AccountCurrency) -> AccountOpened? { openings[pot] }

    /// What is in a pot at the end of a day.
    ///
    /// - Complexity: O(log *d*) in the days of the pot.
    package func balance(of pot: AccountCurrency, on day: Day) -> Balance {
        let series = series[pot] ?? Series()
        let upToDay = series.sum(before: day, including: true)
        guard let opening = openings[pot] else {
            return Balance(
                minor: upToDay.sum, lines: upToDay.count, earlier: 0,
                later: series.all - upToDay.count)
        }
        let earlier = series.sum(before: opening.day)
        guard opening.day <= day.adding(days: 1) else {
            return Balance(
                minor: nil, lines: 0, earlier: earlier.count, later: series.all - earlier.count)
        }
        // At the end of the day before, none of the lines from the opening day on counts yet.
        let counted = opening.day <= day ? upToDay : earlier
        return Balance(
            minor: Int128(opening.opening.minor) + counted.sum - earlier.sum,
            lines: counted.count - earlier.count, earlier: earlier.count,
            later: series.all - counted.count)
    }
}
