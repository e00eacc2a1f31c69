internal import Ledger

/// The first amounts of a file with the balances beside them, to find out which came in.
struct BalanceSteps {
    private struct Step {
        let amount: AmountCell?
        let balance: AmountCell?
    }

    /// Rows that are looked at, at most; of more, nothing is found.
    private static let rowsMax = 200

    private var steps: [Step] = []
    /// The titles of the rows.
    private(set) var titles: [String] = []
    /// The line of the first row; `nil` without any.
    private(set) var firstLine: Int?

    /// Adds a row.
    mutating func add(_ amount: AmountCell?, balance: Cell, title: String, line: Int) {
        firstLine = firstLine ?? line
        if steps.count > BalanceSteps.rowsMax { return }
        steps.append(Step(amount: amount, balance: AmountCell(balance)))
        titles.append(title)
    }

    /// Whether each row came in, in all ways with which all balances agree; of the row before which
    /// there is no balance both ways, that of wages first.
    func directions(isComma: Bool) -> [[Bool]] {
        if steps.count > BalanceSteps.rowsMax || steps.count < 2 { return [] }
        var rows: [(amount: Int64, balance: Int64)] = []
        for step in steps {
            guard let amount = step.amount, let balance = step.balance,
                let value = BalanceCollector.value(of: amount, isComma: isComma), value > 0,
                let after = BalanceCollector.value(of: balance, isComma: isComma)
            else { return [] }
            rows.append((value, after))
        }
        for isReversed in [false, true] {
            let edge = isReversed ? rows.count - 1 : 0
            var directions: [Bool] = []
            for index in rows.indices {
                if index == edge {
                    directions.append(false)
                    continue
                }
                let before = rows[isReversed ? index + 1 : index - 1].balance
                let change = rows[index].balance &- before
                guard change.magnitude == rows[index].amount.magnitude else { break }
                directions.append(change > 0)
            }
            guard directions.count == rows.count else { continue }
            var other = directions
            other[edge] = true
            let title = titles[edge].lowercased()
            let isWages = SignCollector.wages.contains { title.contains($0) }
            return isWages ? [other, directions] : [directions, other]
        }
        return []
    }
}
