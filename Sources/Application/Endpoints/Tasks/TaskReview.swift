internal import EventLog
package import Ledger

/// Looks back on some days: what was done, added and missed, and what it was to cost and did.
package enum TaskReview: Endpoint {
    /// Which days, and which tasks.
    package struct Input: Codable, Hashable, Sendable {
        /// A period such as `last week`; the seven days up to today when left out.
        package var period: String?
        /// Terms of tasks, as lists take them.
        package var terms: String?

        /// A request.
        package init(period: String? = nil, terms: String? = nil) {
            self.period = period
            self.terms = terms
        }
    }

    /// What was found.
    package struct Output: Codable, Hashable, Sendable {
        /// The first day.
        package let start: Day
        /// The last day.
        package let last: Day
        /// Tasks that were completed on these days.
        package let done: [TaskRow]
        /// Tasks that were recorded on these days.
        package let added: [TaskRow]
        /// Tasks whose deadline passed on these days while they were open.
        package let missed: [TaskRow]
        /// What was planned for those that were done, a sum a currency, such as `300.00 EUR`.
        package let planned: [String]
        /// What was paid for them by ``PayTask``, without what was voided since.
        package let paid: [String]
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "task/review"
    package static let summary = "look back: tasks done, added and missed"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let clock = try env.taskClock(snapshot)
        let days = try days(input.period, clock, env.settings(of: snapshot).weekStart)
        var filter = TaskFilter()
        (filter.withDropped, filter.hidden) = (true, .with)
        if let terms = input.terms, !terms.isEmpty {
            filter.take(try env.taskQuery(terms, in: snapshot))
        }
        let list = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.tasks(filter, clock)
        }
        let span =
            clock.zone.start(
                of: days.start)...clock.zone.start(of: days.end)
            .adding(milliseconds: -1)
        let done = list.rows.filter { $0.completedAt.map(span.contains) ?? false }
        let missed = list.rows.filter { row in
            guard row.late, let last = row.lastInstant(clock.zone) else { return false }
            return span.contains(last) && last < clock.now
        }
        let planned = done.compactMap { $0.attributes[TaskAttributeDeclared.planned.name] }
        return Output(
            start: days.start, last: days.end.adding(days: -1), done: done,
            added: list.rows.filter { span.contains($0.addedAt) }, missed: missed,
            planned: try env.sums(planned, in: snapshot),
            paid: try env.sums(
                try env.payments(for: done.map(\.id), in: snapshot).map(\.amount), in: snapshot),
            position: list.position, root: list.root)
    }

    private static func days(
        _ text: String?, _ clock: TaskClock, _ weekStart: Weekday
    ) throws(ApplicationError) -> DayRange {
        guard let text, !text.isEmpty else {
            return DayRange(
                start: clock.today.adding(days: -6), end: clock.today.adding(days: 1))
        }
        do throws(DatePhraseError) {
            let found = try DatePhrase.periodExpression(
                text, today: clock.today, weekStart: weekStart)
            guard found.period == nil, let days = found.range, !days.isEmpty else {
                throw .notUnderstood(text: text, examples: DatePhrase.examples)
            }
            return days
        } catch { throw .badDate(text, error) }
    }
}

/// An expense by which a task was completed.
package struct TaskPayment: Codable, Hashable, Sendable {
    /// The task's id.
    package let task: UInt64
    /// The entry's id.
    package let entry: UInt64
    /// Its amount, such as `285.00 EUR`.
    package let amount: String
}

extension Environment {
    /// The expenses that were recorded in the very commits that completed some tasks, without what
    /// was voided since.
    func payments(
        for tasks: [UInt64], in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [TaskPayment] {
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            var found: [TaskPayment] = []
            // What completed it before an undo or a reopening counts as well.
            for (id, position) in try snapshot.completions(of: Set(tasks)) {
                guard let commit = try snapshot.commit(at: position),
                    commit.positions.count <= 100
                else { continue }
                let lines = try snapshot.state(
                    for: Array(commit.positions), withCategories: false
                ).lines.values.filter { !$0.isVoided && commit.positions.contains($0.id) }
                found += lines.sorted { $0.id < $1.id }.map { line in
                    TaskPayment(
                        task: id, entry: line.id,
                        amount: "\(line.facts.amount) \(line.facts.amount.currency.code)")
                }
            }
            return found
        }
    }

    /// Amounts such as `300.00 EUR` added up, a sum a currency.
    fileprivate func sums(
        _ amounts: [String], in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [String] {
        var sums: [Currency: MoneyTotal] = [:]
        let base = try settings(of: snapshot).baseCurrency
        for text in amounts {
            let money = try snapshot.referenceData.amount(text, in: nil, else: base)
            var sum = sums[money.currency] ?? MoneyTotal(currency: money.currency)
            do throws(AmountError) { try sum.add(money) } catch { throw .badAmount(text, error) }
            sums[money.currency] = sum
        }
        let order = snapshot.referenceData.currencyOrder
        return sums.values.sorted { order.isBefore($0.currency.code, $1.currency.code) }
            .map { "\($0) \($0.currency.code)" }
    }
}

extension TaskRow {
    /// The last instant of its deadline; `nil` without one.
    fileprivate func lastInstant(_ zone: Zone) -> Timestamp? {
        let moment =
            Day(deadline).map { Deadline.day($0) }
            ?? Timestamp(deadline).map { .instant($0) }
        return moment?.lastInstant(in: zone)
    }
}
