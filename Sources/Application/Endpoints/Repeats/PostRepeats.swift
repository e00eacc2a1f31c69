internal import EventLog
package import Ledger

/// Records what comes again and is due: each time in a commit of its own, under a key that names
/// the rule and the day, so that none is ever there twice.
package enum PostRepeats: Endpoint {
    /// Of which rules, and until when.
    package struct Input: Codable, Hashable, Sendable {
        /// One rule: its id, or a word of its title; all that are recorded together when left out.
        package var id: String?
        /// One of the days of the one rule, due or not; all that are due when left out.
        package var day: String?
        /// Another amount than the rule's, for one day of one rule.
        package var amount: String?
        /// The last day that counts as due, a date or a phrase; today when left out.
        package var until: String?

        /// A request.
        package init(
            id: String? = nil, day: String? = nil, amount: String? = nil, until: String? = nil
        ) {
            self.id = id
            self.day = day
            self.amount = amount
            self.until = until
        }
    }

    /// What was recorded.
    package struct Output: Codable, Hashable, Sendable {
        /// One time of one rule; flat.
        package struct Row: Codable, Hashable, Sendable {
            /// The line or task that was recorded, now or, where that is said, before.
            package let id: UInt64
            /// The position of the rule.
            package let rule: UInt64
            /// The day.
            package let day: Day
            /// `expense`, `income`, `transfer` or `task`.
            package let kind: String
            /// Its title.
            package let title: String
            /// The amount, decimal; empty for a task.
            package let amount: String
            /// Code of its currency; empty for a task.
            package let currency: String
            /// `true` where it was recorded before; else left out.
            package let known: Bool?
            /// `true` where that was voided or dropped since; else left out.
            package let gone: Bool?
        }

        /// A time that was not recorded, for it is in closed books; flat.
        package struct Closed: Codable, Hashable, Sendable {
            /// The position of the rule.
            package let rule: UInt64
            /// The day.
            package let day: Day
            /// The title of the rule.
            package let title: String
            /// The position of the closing.
            package let closing: UInt64
        }

        /// By day, of one day in the order of the rules.
        package let rows: [Row]
        /// What is due in closed books and was left out; left out of JSON where there is nothing.
        package let closed: [Closed]?
        /// The position of the last event that there is.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
        /// `true` when nothing was kept, so that position and root are what they would have been;
        /// else left out.
        package let dryRun: Bool?
    }

    package static let path = "repeat/post"
    package static let summary = "record what comes again and is due"
    package static let needs: Set<Permission> = [.read, .create]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        _ = try env.recorder()
        let given =
            [("day", input.id == nil && input.day != nil)]
            + [("amount", input.day == nil && input.amount != nil)]
            + [("until", input.day != nil && input.until != nil)]
        if let wrong = given.first(where: \.1) {
            throw .badInput(path: path, field: wrong.0, .badValue)
        }
        var rows: [Output.Row] = []
        var closed: [Output.Closed] = []
        for (rule, day) in try times(input, in: env) {
            do throws(ApplicationError) {
                rows.append(try post(rule, on: day, amount: input.amount, in: env))
            } catch .decision(.notADay) where input.day == nil {
                // Passed over by somebody meanwhile.
                continue
            } catch .decision(.closedPeriod(_, let closing, _)) where input.day == nil {
                closed.append(
                    Output.Closed(
                        rule: rule.id, day: day, title: rule.added.title, closing: closing))
            } catch {
                throw error
            }
        }
        let store = try env.store()
        let head = try mappingError(ApplicationError.store, store.head())
        return Output(
            rows: rows, closed: closed.isEmpty ? nil : closed,
            position: head.count > 0 ? head.count - 1 : 0, root: head.root.hex,
            dryRun: env.isDryRun ? true : nil)
    }

    /// How many are recorded at once, at most: 27 years of days.
    private static let timesMax = 10_000

    /// What is to be recorded.
    private static func times(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> [(RepeatRule, Day)] {
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot)
        var rules: [RepeatRule] = []
        if let id = input.id {
            if let text = input.day {
                let day = try today.exactDay(text)
                return [(try env.rule(id, on: day, in: snapshot), day)]
            }
            rules = try env.rules(id, in: snapshot)
        } else {
            rules = try mappingError(ApplicationError.store, snapshot.repeatBook()).rules
                .filter(\.added.posts)
        }
        let until = try input.until.map { text throws(ApplicationError) in
            try today.days(in: text, begin: nil, end: nil).end
        }
        let range = DayRange(start: .min, end: until ?? today.day.adding(days: 1))
        if !range.hasEnd { throw .badInput(path: path, field: "until", .badValue) }
        let due = try mappingError(
            ApplicationError.store, snapshot.expected(in: range, of: rules))
        // A year mistyped is asked about; what is due goes on with the next call.
        if due.count > timesMax, let text = input.until {
            let last = due[timesMax].day.adding(days: -1)
            throw .badChoice(field: "until", text, allowed: ["\(last)"])
        }
        return due.prefix(timesMax).map { ($0.rule, $0.day) }
    }

    private static func post(
        _ rule: RepeatRule, on day: Day, amount: String?, in env: Environment
    ) throws(ApplicationError) -> Output.Row {
        let keyed = env.with { $0.key = rule.key(on: day) }
        let recorded = try keyed.record { snapshot, env throws(ApplicationError) in
            let rules = try mappingError(ApplicationError.store, snapshot.repeatBook()).rules
            guard let rule = rules.first(where: { $0.id == rule.id }) else {
                throw .decision(.notARepeat(rule.id))
            }
            guard rule.has(day), !rule.isSkipped(day) else {
                let next = rule.next(onOrAfter: day)
                throw .decision(.notADay(rule.id, rule.added.title, day, next: next))
            }
            let reader = try env.lineReader(snapshot)
            let paid = try amount.map { text throws(ApplicationError) in
                guard case .line(let facts, _) = rule.added.content else {
                    throw .badInput(path: path, field: "amount", .badValue)
                }
                return try reader.amount(text, else: facts.amount.currency)
            }
            return snapshot.command(rule, on: day, amount: paid)
        }
        var money: Money?
        var kind = "task"
        for case .lineAdded(let line) in recorded.decision.events {
            money = line.facts.amount
            kind = line.facts.kind.name
        }
        let id = recorded.written().id
        let isKnown = recorded.appended.isRepeat
        let isGone = isKnown ? try isGone(id, in: env) : false
        return Output.Row(
            id: id, rule: rule.id, day: day, kind: kind,
            title: rule.added.title, amount: money?.description ?? "",
            currency: money?.currency.code ?? "", known: isKnown ? true : nil,
            gone: isGone ? true : nil)
    }

    /// Whether a line is voided or a task dropped.
    private static func isGone(
        _ id: UInt64, in env: Environment
    ) throws(ApplicationError) -> Bool {
        let snapshot = try env.snapshot()
        let state = try mappingError(
            ApplicationError.store, snapshot.state(for: [id], withCategories: false))
        return state.lines[id]?.isVoided ?? (state.todos[id]?.status == .dropped)
    }
}
