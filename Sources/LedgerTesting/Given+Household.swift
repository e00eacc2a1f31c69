public import Ledger

extension Given {
    /// The commits of a small household in January 2026, to look at and to report on.
    ///
    /// After ``ledger``: a salary of 2,450.00 (event 4), the rent of 980.00 (5), groceries for
    /// 41.20 (6), a lunch for 12.50 (7) that came to 13.00 (8), and 7.00 by mistake (9), taken back
    /// (10). So the income is 2,450.00 in 1 line and the expenses are 1,034.20 in 3.
    public static let household: [[Event]] = [
        ledger,
        [.lineAdded(line(245_000, "Salary", category: "work", kind: .income, account: 3))],
        [.lineAdded(line(98_000, "Rent", category: "home:rent", account: 3))],
        [.lineAdded(line(4_120, "Groceries", day: 6, category: "food:market", account: 2))],
        [.lineAdded(lunch)],
        [
            .lineAmended(
                LineAmended(
                    target: .position(7), previous: .position(7),
                    facts: line(1_300, day: 8, category: "food:lunch", account: 2).facts,
                    replaced: lunch.facts, changes: .amount))
        ],
        [.lineAdded(mistake)],
        [
            .lineVoided(
                LineVoided(
                    target: .position(9), previous: .position(9), replaced: mistake.facts,
                    reason: "typed twice"))
        ],
    ]

    private static let lunch = line(1_250, "Lunch", day: 8, category: "food:lunch", account: 2)
    private static let mistake = line(700, "Mistake", day: 8, category: "food", account: 2)
}
