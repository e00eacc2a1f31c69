internal import EventLog
package import Ledger

/// Changes what comes again from a day on: the rule ends, and another one goes on as it is said.
/// What was recorded stays.
package enum EditRepeat: KeyedEndpoint {
    /// What is left out stays.
    package struct Input: Codable, Hashable, Sendable {
        /// The rule: its id, or a word of its title.
        package var id: String
        /// Another amount, in the currency of the rule unless one is beside it.
        package var amount: String?
        /// Another title.
        package var title: String?
        /// Another category; empty for none.
        package var category: String?
        /// Another account; empty for none.
        package var account: String?
        /// Other days, such as `month on the 1st`.
        package var every: String?
        /// The first day on which it is otherwise, a date or a phrase; today when left out.
        package var from: String?
        /// Another last day, a date or a phrase; empty for none.
        package var until: String?
        /// Whether all that is due is recorded together.
        package var post: Bool?
        /// As in ``AddEntry/Input/refusesSlips``.
        package var refusesSlips: Bool?

        /// A request that changes nothing yet.
        package init(id: String) { self.id = id }
    }

    /// What was written; the id is that of the new rule.
    package typealias Output = WriteReceipt

    package static let path = "repeat/edit"
    package static let summary = "change what comes again from a day on"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorded = try env.recorder().record { snapshot, env throws(ApplicationError) in
            let reader = try env.lineReader(snapshot)
            let from =
                try input.from.map { text throws(ApplicationError) in
                    try reader.today.day(text)
                } ?? reader.today.day
            let rule = try env.rule(input.id, comingFrom: from, in: snapshot)
            let first = try firstDay(of: rule, from: from, input, snapshot)
            var decision = try snapshot.decision(.addRepeat(changed(rule, input, first, reader)))
            if input.refusesSlips == true {
                try env.refuseSlips(in: decision, of: snapshot)
            }
            guard case .repeatAdded(let added)? = decision.events.last else {
                throw .decision(.nothingGiven)
            }
            let old = rule.added
            if added.content.isSame(as: old.content), added.posts == old.posts,
                added.last == rule.last, added.recurrence == old.recurrence
            {
                throw .decision(.nothingChanged)
            }
            // Days that were passed over stay so.
            let new = Reference.inThisCommit(decision.events.count - 1)
            for day in rule.skipped.sorted() where day >= first {
                decision.events.append(.repeatSkipped(RepeatSkipped(target: new, day: day)))
            }
            // Behind the new one, so that what that refers to stays where it is.
            decision.events += try snapshot.decision(
                .skipRepeat(RepeatGap(id: rule.id, day: first, stops: true))
            ).events
            return decision
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        let added = recorded.decision.events.firstIndex { event in
            if case .repeatAdded = event { true } else { false }
        }
        return recorded.written(
            recorded.appended.positions.lowerBound + UInt64(added ?? 0))
    }

    /// The first of the rule's days from the given one on that was not recorded; with other days,
    /// the given one.
    private static func firstDay(
        of rule: RepeatRule, from: Day, _ input: Input, _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> Day {
        let asked = max(from, rule.added.first)
        let next = try mappingError(
            ApplicationError.store, snapshot.nextExpected(rule, onOrAfter: asked))
        guard let next else {
            throw .decision(.notADay(rule.id, rule.added.title, asked, next: nil))
        }
        return input.every == nil ? next : min(next, asked)
    }

    /// The rule as it is from a day on.
    private static func changed(
        _ rule: RepeatRule, _ input: Input, _ first: Day, _ reader: LineReader
    ) throws(ApplicationError) -> NewRepeat {
        var recurrence = rule.added.recurrence
        if let every = input.every {
            do throws(RecurrenceError) {
                recurrence = try Recurrence(parsing: every, from: first)
            } catch { throw .badRepeat(every, error) }
        }
        var last = rule.last
        if let until = input.until {
            let end = try reader.today.days(
                in: until.isEmpty ? nil : until, begin: nil, end: nil
            ).end
            if end <= first { throw .emptyRange(begin: first, end: end) }
            last = end < .max ? end.adding(days: -1) : nil
        }
        let posts = input.post ?? rule.added.posts
        switch rule.added.content {
        case .line(let facts, var details):
            if let title = input.title { details.set(payee: nil, title: title) }
            let data = reader.snapshot.referenceData
            let amount = try input.amount.map { text throws(ApplicationError) in
                try reader.amount(text, else: facts.amount.currency)
            }
            let line = NewLine(
                kind: facts.kind, amount: amount ?? facts.amount, day: first,
                category: input.category ?? facts.category.map { data.renamed($0).text },
                account: input.account.map { $0.isEmpty ? nil : $0 }
                    ?? facts.account?.position.flatMap(data.account(at:))?.facts.name,
                isIncoming: facts.flags.contains(.incoming), details: details)
            return NewRepeat(line, recurrence, from: first, to: last, posts: posts)
        case .task(var facts, _):
            if let other = [
                ("amount", input.amount), ("category", input.category), ("account", input.account),
            ].first(where: { $0.1 != nil }) {
                throw .badInput(path: path, field: other.0, .badValue)
            }
            if let title = input.title { facts.title = title }
            return NewRepeat(facts, recurrence, from: first, to: last, posts: posts)
        }
    }
}

extension RepeatAdded.Content {
    /// Whether both say the same but for the first day.
    func isSame(as other: RepeatAdded.Content) -> Bool {
        switch (self, other) {
        case (.line(var left, let own), .line(let right, let others)):
            left.day = right.day
            return left == right && own == others
        case (.task(let left, _), .task(let right, _)): return left == right
        default: return false
        }
    }
}
