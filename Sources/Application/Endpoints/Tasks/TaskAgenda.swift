internal import EventLog
package import Ledger

/// Lists what happens on which day: deadlines, what is to be taken up, what shows up again, and
/// what comes again.
package enum TaskAgenda: Endpoint {
    /// Which days, and which tasks.
    package struct Input: Codable, Hashable, Sendable {
        /// A period such as `next week`, `2026-12` or `2w`; seven days from today when left out.
        package var period: String?
        /// So many months from the first day of this one on; goes before ``period``.
        package var months: Int?
        /// Terms of tasks, as lists take them.
        package var terms: String?

        /// A request.
        package init(period: String? = nil, terms: String? = nil) {
            self.period = period
            self.terms = terms
        }
    }

    /// Why something is on a day.
    package enum Reason: String, CaseIterable, Codable, Hashable, Sendable {
        /// It was due before the first day, and is open.
        case late
        /// It is due.
        case due
        /// It is to be taken up.
        case scheduled
        /// It was hidden until then.
        case appears
        /// It comes again.
        case expected
        /// It was done.
        case done
    }

    /// Something on a day.
    package struct Item: Codable, Hashable, Sendable {
        /// Why it is there.
        package let reason: Reason
        /// The id of the task, or of the rule of what comes again.
        package let id: UInt64
        /// `task`, `expense`, `income` or `transfer`.
        package let kind: String
        /// What is to be done or paid.
        package let title: String
        /// The time of the day, such as `14:30`; empty for all of it.
        package let time: String
        /// The day of its deadline, of what is late; else empty.
        package let since: String
        /// Segments joined by `:`; empty for none.
        package let project: String
        /// 1 (highest) … 9; `nil` for none.
        package let priority: UInt8?
        /// The amount of what comes again, or what a task is planned to cost; empty for none.
        package let amount: String
        /// Whether it waits for another open task.
        package let blocked: Bool
    }

    /// A day.
    package struct Row: Codable, Hashable, Sendable {
        /// The day.
        package let day: Day
        /// What is on it, by time, what takes all day first.
        package fileprivate(set) var items: [Item]
    }

    /// The days.
    package struct Output: Codable, Hashable, Sendable {
        /// What is late at the beginning of the days, the longest first; none of days that begin
        /// later than today.
        package let late: [Item]
        /// Every day.
        package let rows: [Row]
        /// The day that it is.
        package let today: Day
        /// The day on which weeks start.
        package let weekStart: Weekday
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    /// The most days of an agenda.
    package static let daysMax = 1_000

    package static let path = "task/agenda"
    package static let summary = "list what happens on which day"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let clock = try env.taskClock(snapshot)
        let weekStart = try env.settings(of: snapshot).weekStart
        let range = try days(input, clock, weekStart)
        var filter = TaskFilter()
        filter.hidden = .with
        if let terms = input.terms, !terms.isEmpty {
            filter.take(try env.taskQuery(terms, in: snapshot))
        }
        let list = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.tasks(
                filter, clock, completedFrom: clock.zone.start(of: range.start),
                withSums: env.hashed == false)
        }
        var late: [Item] = []
        var items: [Day: [Item]] = [:]
        for row in list.rows {
            for (reason, moment) in row.moments(clock.zone) {
                let day = clock.zone.localDay(moment)
                if reason == .due, row.late, day < range.start, range.start <= clock.today {
                    late.append(Item(row, .late, time: "", since: day.description))
                } else if range.contains(day) {
                    items[day, default: []].append(
                        Item(row, reason, time: clock.zone.localTime(moment), since: ""))
                }
            }
        }
        if input.terms?.isEmpty ?? true {
            let expected = try mappingError(ApplicationError.store) { () throws(StoreError) in
                try snapshot.expected(
                    before: range.end, today: clock.today, withSums: env.hashed == false)
            }
            for row in expected {
                if row.day < range.start {
                    let isNow = range.start <= clock.today
                    if isNow { late.append(Item(row, .late)) }
                } else {
                    items[row.day, default: []].append(Item(row, .expected))
                }
            }
        }
        late.sort { ($0.since, $0.id) < ($1.since, $1.id) }
        return Output(
            late: late,
            rows: (0..<range.count).map { offset in
                let day = range.start.adding(days: offset)
                let own = (items[day] ?? []).sorted { ($0.time, $0.id) < ($1.time, $1.id) }
                return Row(day: day, items: own)
            }, today: clock.today, weekStart: weekStart, position: list.position, root: list.root)
    }

    /// The days of a period: a span such as `2w` begins today.
    private static func days(
        _ input: Input, _ clock: TaskClock, _ weekStart: Weekday
    ) throws(ApplicationError) -> DayRange {
        if let months = input.months {
            guard (1...24).contains(months) else { throw .outOfRange(field: "months", months) }
            var range = Period.monthly.interval(containing: clock.today, weekStart: weekStart)
            for _ in 1..<months {
                let next = Period.monthly.interval(containing: range.end, weekStart: weekStart)
                range = DayRange(start: range.start, end: next.end)
            }
            return range
        }
        guard let text = input.period, !text.isEmpty else {
            return DayRange(start: clock.today, end: clock.today.adding(days: 7))
        }
        let range: DayRange
        if case .days(let count) = TimeSpan(text) {
            range = DayRange(start: clock.today, end: clock.today.adding(days: max(1, count)))
        } else {
            do throws(DatePhraseError) {
                let found = try DatePhrase.periodExpression(
                    text, today: clock.today, weekStart: weekStart)
                guard found.period == nil, let days = found.range else {
                    throw .notUnderstood(text: text, examples: DatePhrase.examples)
                }
                range = days
            } catch { throw .badDate(text, error) }
        }
        guard range.hasStart, range.count <= daysMax else {
            throw .badDate(text, .notUnderstood(text: text, examples: ["next week", "2w"]))
        }
        return range
    }
}

extension TaskRow {
    /// The moments of a task, and why each matters.
    fileprivate func moments(_ zone: Zone) -> [(TaskAgenda.Reason, Deadline)] {
        func moment(_ text: String) -> Deadline? {
            Day(text).map { .day($0) } ?? Timestamp(text).map { .instant($0) }
        }
        if status == .completed {
            return completedAt.map { [(.done, .instant($0))] } ?? []
        }
        guard status == .open else { return [] }
        let all: [(TaskAgenda.Reason, Deadline?)] = [
            (.due, moment(deadline)), (.scheduled, moment(scheduled)), (.appears, moment(wait)),
        ]
        var days: Set<Day> = []
        // One line a day, the weightiest reason.
        return all.compactMap { reason, moment in
            guard let moment, days.insert(zone.localDay(moment)).inserted else { return nil }
            return (reason, moment)
        }
    }
}

extension TaskAgenda.Item {
    fileprivate init(
        _ row: TaskRow, _ reason: TaskAgenda.Reason, time: String, since: String
    ) {
        self.init(
            reason: reason, id: row.id, kind: "task", title: row.title, time: time, since: since,
            project: row.project, priority: row.priority,
            amount: row.attributes[TaskAttributeDeclared.planned.name] ?? "",
            blocked: row.waitsFor?.isEmpty == false)
    }

    fileprivate init(_ row: ExpectedRow, _ reason: TaskAgenda.Reason) {
        self.init(
            reason: reason, id: row.rule, kind: row.kind, title: row.title, time: "",
            since: reason == .late ? row.day.description : "", project: row.project,
            priority: nil, amount: row.amount.isEmpty ? "" : "\(row.amount) \(row.currency)",
            blocked: false)
    }
}

extension Zone {
    /// The day of a deadline.
    fileprivate func localDay(_ deadline: Deadline) -> Day {
        switch deadline {
        case .day(let day): day
        case .instant(let instant): day(at: instant)
        }
    }

    /// `14:30`; empty for a day.
    fileprivate func localTime(_ deadline: Deadline) -> String {
        guard case .instant(let instant) = deadline else { return "" }
        return String(timeOfDay(at: instant).description.prefix(5))
    }
}
