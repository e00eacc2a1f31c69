package import Ledger

/// A periodic transaction of a journal: a budget, or a forecast.
package struct JournalRule: Hashable, Sendable {
    /// One that is no budget of the ledger, or not all of which is, and where.
    package struct Left: Codable, Hashable, Sendable {
        /// The file that it is in, as `include` names it; empty for the one that was given.
        package let file: String
        /// Its line, from 1.
        package let line: Int
        /// Its first line, such as `~ every 2 weeks`.
        package let text: String
        /// The categories of which it is no budget, where of others it is; `nil` where it is none.
        package private(set) var budgets: [String]?

        /// The same where it is left out of some categories alone.
        package func of(_ categories: [String]) -> Left {
            var some = self
            some.budgets = categories
            return some
        }
    }

    /// What a posting says, by its line.
    struct Posting: Hashable, Sendable {
        let line: Int
        let account: String
        let amount: JournalAmount?
        let isPriced: Bool
    }

    let file: String
    let line: Int
    /// What stands behind `~`.
    let head: String
    var postings: [Posting] = []
    /// Whether some of it cannot be read.
    var isOdd = false

    /// It as what is left out.
    var left: Left { Left(file: file, line: line, text: "~ \(head)") }

    /// How often, and from which day to which, as `monthly from 2026-01 to 2027` or
    /// `monthly in 2026`; `nil` for what is no budget.
    var period: (period: Period, from: Day?, to: Day?)? {
        // A description stands behind two blanks.
        let phrase = head.firstRange(of: "  ").map { head[..<$0.lowerBound] } ?? head[...]
        var words = phrase.lowercased().split(separator: " ").map(String.init)
        if words.count > 1, words[0] == "every" { words.removeFirst() }
        guard let first = words.first, let period = JournalRule.periods[first],
            words.count % 2 == 1
        else { return nil }
        var (from, to): (Day?, Day?)
        for index in stride(from: 1, to: words.count, by: 2) {
            guard let days = JournalRule.days(words[index + 1]) else { return nil }
            switch words[index] {
            case "from" where from == nil, "since" where from == nil: from = days.lowerBound
            case "to" where to == nil, "until" where to == nil: to = days.lowerBound
            case "in" where words.count == 3: (from, to) = (days.lowerBound, days.upperBound)
            default: return nil
            }
        }
        if let from, let to, from >= to { return nil }
        return (period, from, to)
    }

    private static let periods: [String: Period] = [
        "daily": .daily, "day": .daily, "weekly": .weekly, "week": .weekly, "monthly": .monthly,
        "month": .monthly, "quarterly": .quarterly, "quarter": .quarterly, "yearly": .yearly,
        "year": .yearly,
    ]

    /// The days of `2026-01-05`, `2026/1` or `2026`, and the day behind them.
    private static func days(_ text: String) -> ClosedRange<Day>? {
        let parts = text.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        let numbers = parts.compactMap { $0.count <= 4 ? Int($0) : nil }
        guard numbers.count == parts.count, (1...3).contains(parts.count), parts[0].count == 4,
            let first = Day(
                year: numbers[0], month: numbers.count > 1 ? numbers[1] : 1,
                day: numbers.count > 2 ? numbers[2] : 1)?.filledIn
        else { return nil }
        let period: Period = [.yearly, .monthly, .daily][parts.count - 1]
        let end = period.interval(containing: first, weekStart: .monday).end
        return first < end ? first...end : nil
    }
}

/// What the periodic transactions of a journal say is to be spent.
package struct JournalBudgets: Hashable, Sendable {
    /// How much in a category.
    package struct Budget: Hashable, Sendable {
        /// Segments joined by `:`.
        package let category: String
        /// How much a period.
        package internal(set) var goal: Money
        /// The periods.
        package let period: Period
        /// A day of the first; `nil` for today.
        package let day: Day?
        /// The first day without it; `nil` for none.
        package let end: Day?
        /// What says it, together.
        package private(set) var rules: [JournalRule.Left]
        /// The same, to look one up.
        private var known: Set<JournalRule.Left>

        fileprivate init(
            category: String, goal: Money, period: Period, day: Day?, end: Day?,
            rule: JournalRule.Left
        ) {
            (self.category, self.goal, self.period) = (category, goal, period)
            (self.day, self.end, rules, known) = (day, end, [rule], [rule])
        }

        /// What there is one budget of: a category in any case of letters, and a currency.
        var id: String { JournalBudgets.id(category, goal.currency) }

        /// How much both are together; `nil` where they are of different periods.
        fileprivate func goal(with other: Budget) -> Money? {
            let (minor, isOver) = goal.minor.addingReportingOverflow(other.goal.minor)
            guard period == other.period, day == other.day, end == other.end, !isOver else {
                return nil
            }
            return Money(minor: minor, currency: goal.currency)
        }

        /// Takes in what another one says; both together are the goal.
        fileprivate mutating func take(_ other: Budget, to sum: Money) {
            goal = sum
            for rule in other.rules where known.insert(rule).inserted { rules.append(rule) }
        }
    }

    /// What there is one budget of.
    package static func id(_ category: String, _ currency: Currency) -> String {
        "\(category.lowercased()) \(currency.code)"
    }

    /// In the order of the journal.
    package private(set) var budgets: [Budget] = []
    /// Periodic transactions that are no budgets.
    package private(set) var left: [JournalRule.Left] = []
    /// Where each budget stands, by its id.
    private var places: [String: Int] = [:]

    /// - Parameter day: What holds for all days holds from this one on.
    init(_ rules: [JournalRule], from day: Day?, _ mapping: inout JournalMapping) {
        for rule in rules {
            if let found = JournalBudgets.budgets(of: rule, from: day, &mapping), add(found) {
                continue
            }
            left.append(rule.left)
        }
    }

    /// Adds up what is said of one category for the same periods; false where rules differ in
    /// these, which a budget cannot.
    private mutating func add(_ more: [Budget]) -> Bool {
        var own: [Budget] = []
        var ownPlaces: [String: Int] = [:]
        for budget in more {
            guard let place = ownPlaces[budget.id] else {
                ownPlaces[budget.id] = own.count
                own.append(budget)
                continue
            }
            guard let sum = own[place].goal(with: budget) else { return false }
            own[place].take(budget, to: sum)
        }
        // All of the rule or nothing.
        var sums: [Money] = []
        for budget in own {
            let known = places[budget.id].map { budgets[$0] }
            guard let sum = known.map({ $0.goal(with: budget) }) ?? budget.goal else {
                return false
            }
            sums.append(sum)
        }
        for (budget, sum) in zip(own, sums) {
            if let place = places[budget.id] {
                budgets[place].take(budget, to: sum)
            } else {
                places[budget.id] = budgets.count
                budgets.append(budget)
            }
        }
        return true
    }

    /// The goals of a rule; `nil` where it is none or not only that.
    private static func budgets(
        of rule: JournalRule, from day: Day?, _ mapping: inout JournalMapping
    ) -> [Budget]? {
        guard !rule.isOdd, let (period, from, end) = rule.period else { return nil }
        var budgets: [Budget] = []
        for posting in rule.postings {
            do throws(JournalLineFailure) {
                guard let (category, goal) = try mapping.goal(of: posting) else { continue }
                budgets.append(
                    Budget(
                        category: category, goal: goal, period: period, day: from ?? day,
                        end: end, rule: rule.left))
            } catch { return nil }
        }
        return budgets.isEmpty ? nil : budgets
    }
}

extension JournalParser {
    /// Begins a periodic transaction.
    mutating func open(rule head: Substring) {
        block = .rule
        rule = JournalRule(file: file, line: line, head: String(head))
    }

    /// A line below a periodic transaction. Budgets are often written as virtual postings.
    mutating func takeRule(_ text: Substring) {
        if text.first == ";" || text.first == "#" { return }
        var plain = String(text)
        for (first, last) in [("(", ")"), ("[", "]")] where plain.hasPrefix(first) {
            guard let end = plain.firstRange(of: last) else { continue }
            plain.removeSubrange(end)
            plain.removeFirst()
        }
        do throws(JournalFailure) {
            let posting = try posting(Substring(plain))
            if posting.assertion != nil { rule?.isOdd = true }
            rule?.postings.append(
                JournalRule.Posting(
                    line: line, account: posting.account, amount: posting.amount,
                    isPriced: posting.cost != nil))
        } catch { rule?.isOdd = true }
    }
}

extension JournalMapping {
    /// What a posting of a periodic transaction says is to be spent: a category, and how much.
    ///
    /// - Returns: `nil` for a posting to an account with money, which pays.
    mutating func goal(
        of posting: JournalRule.Posting
    ) throws(JournalLineFailure) -> (category: String, goal: Money)? {
        guard let (kind, root) = accounts.kind(of: posting.account) else {
            throw JournalLineFailure(posting.line, .unknownType(posting.account))
        }
        if kind.isMoney { return nil }
        let category = accounts.category(posting.account, root: root)
        guard kind == .expense, !category.isEmpty, let amount = posting.amount,
            !posting.isPriced, (try? CategoryPath(category)) != nil
        else { throw JournalLineFailure(posting.line, .badCategory(category)) }
        let goal = try money(amount, posting.line)
        guard goal.minor > 0 else {
            throw JournalLineFailure(posting.line, .badAmount(amount.text))
        }
        return (category, goal)
    }
}
