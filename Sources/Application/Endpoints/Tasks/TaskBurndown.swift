internal import EventLog
package import Ledger

/// Lists how the number of open tasks went: added, done and dropped by period.
package enum TaskBurndown: Endpoint {
    /// Which periods, and which tasks.
    package struct Input: Codable, Hashable, Sendable {
        /// `daily`, `weekly`, `monthly` and so on; weekly when left out.
        package var every: String?
        /// A period such as `this year`; twelve of ``every`` up to now when left out.
        package var period: String?
        /// Terms of tasks, as lists take them: what each says now.
        package var terms: String?

        /// A request.
        package init(every: String? = nil, period: String? = nil, terms: String? = nil) {
            self.every = every
            self.period = period
            self.terms = terms
        }
    }

    /// The periods.
    package struct Output: Codable, Hashable, Sendable {
        /// One row a period, the first first.
        package let rows: [TaskFlowRow]
        /// Tasks that are open now.
        package let open: Int
        /// The day on which no task would be open if as many more were closed than added as in
        /// the periods shown; empty where that is never.
        package let end: String
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    /// The most periods.
    package static let rowsMax = 1_000

    package static let path = "task/burndown"
    package static let summary = "list how the number of open tasks went"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let clock = try env.taskClock(snapshot)
        let ranges = try ranges(input, clock, env.settings(of: snapshot).weekStart)
        var ids: Set<UInt64>?
        if let terms = input.terms, !terms.isEmpty {
            var filter = TaskFilter()
            (filter.tabs, filter.withDropped, filter.hidden) =
                (Set(TaskTab.allCases), true, .with)
            filter.take(try env.taskQuery(terms, in: snapshot))
            let list = try mappingError(ApplicationError.store) { () throws(StoreError) in
                try snapshot.tasks(filter, clock)
            }
            ids = Set(list.rows.map(\.id))
        }
        let (rows, open) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.taskFlow(of: ids, in: ranges, clock.zone)
        }
        return Output(
            rows: rows, open: open, end: end(rows, open, clock.today),
            position: max(1, snapshot.count) - 1, root: try env.head(of: snapshot))
    }

    /// When nothing is left, at the pace of the rows.
    private static func end(_ rows: [TaskFlowRow], _ open: Int, _ today: Day) -> String {
        guard open > 0, let first = rows.first, let last = rows.last else { return "" }
        let closed = rows.reduce(0) { $0 + $1.done + $1.dropped - $1.added - $1.reopened }
        let days = first.start.days(until: min(last.last, today).adding(days: 1))
        guard closed > 0, days > 0 else { return "" }
        let left = (open * days + closed - 1) / closed
        return left < 36_525 ? today.adding(days: left).description : ""
    }

    private static func ranges(
        _ input: Input, _ clock: TaskClock, _ weekStart: Weekday
    ) throws(ApplicationError) -> [DayRange] {
        let name = input.every ?? Period.weekly.name
        guard let period = Period(name: name) else {
            throw .badChoice(field: "every", name, allowed: Period.named.map(\.name))
        }
        var days: DayRange?
        if let text = input.period, !text.isEmpty {
            do throws(DatePhraseError) {
                days = try DatePhrase.periodExpression(
                    text, today: clock.today, weekStart: weekStart
                ).range
            } catch { throw .badDate(text, error) }
        }
        let end = min(days?.end ?? .max, clock.today.adding(days: 1))
        if let days, !days.hasStart || days.start >= end {
            let text = input.period ?? ""
            throw .badDate(text, .notUnderstood(text: text, examples: ["last month", "2026"]))
        }
        var ranges: [DayRange] = []
        var next = end
        while days.map({ next > $0.start }) ?? (ranges.count < 12) {
            let own = period.interval(containing: next.adding(days: -1), weekStart: weekStart)
            ranges.append(own)
            next = own.start
            guard ranges.count <= rowsMax else {
                let text = input.period ?? ""
                throw .badDate(text, .notUnderstood(text: text, examples: ["last month", "2026"]))
            }
        }
        return ranges.reversed()
    }
}
