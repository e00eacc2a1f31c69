internal import EventLog
package import Ledger

/// Says that a line or a task comes again.
package enum AddRepeat: KeyedEndpoint {
    /// What, and when.
    package struct Input: Codable, Hashable, Sendable {
        /// The line; without day, time, payer, split and id. Left out for a task.
        package var line: LineInput?
        /// The task; without deadline. Left out for a line.
        package var task: TaskInput?
        /// When, such as `month on the 1st`.
        package var every: String
        /// The first day that may be meant, a date or a phrase; today when left out.
        package var from: String?
        /// The last day that may be meant, a date or a phrase; none when left out.
        package var until: String?
        /// Whether all that is due is recorded together; each by itself when left out.
        package var post: Bool?
        /// As in ``AddEntry/Input/refusesSlips``.
        package var refusesSlips: Bool?

        /// A request.
        package init(
            line: LineInput? = nil, task: TaskInput? = nil, every: String, from: String? = nil,
            until: String? = nil, post: Bool? = nil
        ) {
            self.line = line
            self.task = task
            self.every = every
            self.from = from
            self.until = until
            self.post = post
        }
    }

    /// What was written; the id is that of the rule.
    package typealias Output = WriteReceipt

    package static let path = "repeat/add"
    package static let summary = "say that a line or a task comes again"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try check(input)
        let recorded = try env.recorder().record { snapshot, env throws(ApplicationError) in
            let reader = try env.lineReader(snapshot)
            let from = try input.from.map { text throws(ApplicationError) in
                try reader.today.day(text)
            }
            let first = from ?? reader.today.day
            let end = try reader.today.days(in: input.until, begin: nil, end: nil).end
            let last = end < .max ? end.adding(days: -1) : nil
            let recurrence: Recurrence
            do throws(RecurrenceError) {
                recurrence = try Recurrence(parsing: input.every, from: first)
            } catch { throw .badRepeat(input.every, error) }
            let start = recurrence.next(onOrAfter: first, from: first) ?? .max
            if start >= end { throw .emptyRange(begin: start, end: end) }
            if let line = input.line {
                var new = try reader.line(line)
                new.day = first
                let ruled = new.category == nil ? ruled(new, reader, env) : nil
                new.category = new.category ?? ruled?.category
                let rule = NewRepeat(
                    new, recurrence, from: first, to: last, posts: input.post ?? false)
                var decision = try snapshot.decision(.addRepeat(rule))
                if let ruled {
                    decision.notes.append(
                        DecisionNote(.categoryByRule, given: ruled.category, used: ruled.name))
                }
                if input.refusesSlips == true {
                    try env.refuseSlips(in: decision, of: snapshot)
                }
                try refuseTwin(of: decision, in: snapshot)
                return decision
            }
            var tasks = try TaskReader(env, snapshot)
            let facts = try tasks.facts(input.task ?? TaskInput())
            let rule = NewRepeat(
                facts, recurrence, from: first, to: last, posts: input.post ?? false)
            let decision = try snapshot.decision(.addRepeat(rule))
            try refuseTwin(of: decision, in: snapshot)
            return tasks.completed(decision)
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written()
    }

    /// The first rule that says the category of such a line, as `rules apply` would.
    private static func ruled(
        _ line: NewLine, _ reader: LineReader, _ env: Environment
    ) -> ImportCSV.CategoryRule? {
        if line.kind == .transfer { return nil }
        let facts = LineFacts(kind: line.kind, amount: line.amount, day: line.day)
        let account = line.account.flatMap { name in
            reader.snapshot.referenceData.account(named: name.trimmed)?.position
        }
        return ImportCSV.categoryRules(reader, env).first { rule in
            rule.test.admits(facts, line.details, account: account)
        }
    }

    /// Refuses what a rule expects already on all days that are meant.
    private static func refuseTwin(
        of decision: Decision, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        guard case .repeatAdded(let added)? = decision.events.last else { return }
        let rules = try mappingError(ApplicationError.store, snapshot.repeatBook()).rules
        let start = added.recurrence.next(onOrAfter: added.first, from: added.first) ?? .max
        let twin = rules.first { rule in
            rule.added.content.isSame(as: added.content) && rule.added.posts == added.posts
                && rule.added.recurrence == added.recurrence && rule.added.first <= added.first
                && rule.has(start) && (rule.last ?? .max) >= added.last ?? .max
        }
        if let twin { throw .decision(.duplicateRepeat(twin.added.title, twin.id)) }
    }

    /// One of line and task, without what each time has of its own.
    private static func check(_ input: Input) throws(ApplicationError) {
        if input.line != nil, input.task != nil {
            throw .badInput(path: path, field: "task", .badValue)
        }
        if input.line == nil, input.task == nil {
            throw .badInput(path: path, field: "line", .missing)
        }
        let own: [(field: String, isGiven: Bool)] = [
            ("line.day", input.line?.day != nil), ("line.time", input.line?.time != nil),
            ("line.payer", input.line?.payer != nil), ("line.split", input.line?.split != nil),
            ("line.externalId", input.line?.externalId != nil),
            ("task.due", input.task?.due != nil),
        ]
        if let given = own.first(where: \.isGiven) {
            throw .badInput(path: path, field: given.field, .badValue)
        }
    }
}

/// Lists what comes again.
package enum ListRepeats: Endpoint {
    /// Which; without anything all.
    package struct Input: Codable, Hashable, Sendable {
        /// One rule: its id, or a word of its title.
        package var id: String?

        /// A request.
        package init(id: String? = nil) { self.id = id }
    }

    /// The rules.
    package typealias Output = RepeatList

    package static let path = "repeat"
    package static let summary = "list what comes again"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let rule = try input.id.map { text throws(ApplicationError) in
            try env.rule(text, in: snapshot).id
        }
        return try mappingError(
            ApplicationError.store,
            snapshot.repeatList(of: rule, withSums: env.hashed == false))
    }
}

/// Passes over one day of what comes again.
package enum SkipRepeat: KeyedEndpoint {
    /// Which day.
    package struct Input: Codable, Hashable, Sendable {
        /// The rule: its id, or a word of its title.
        package var id: String
        /// One of its days, a date or a phrase.
        package var day: String
        /// Why.
        package var reason: String?

        /// A request.
        package init(id: String, day: String, reason: String? = nil) {
            self.id = id
            self.day = day
            self.reason = reason
        }
    }

    /// What was written; the id is that of the event.
    package typealias Output = WriteReceipt

    package static let path = "repeat/skip"
    package static let summary = "pass over one day of what comes again"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorded = try env.recorder().record { snapshot, env throws(ApplicationError) in
            let day = try env.today(in: snapshot).exactDay(input.day)
            let rule = try env.rule(input.id, on: day, in: snapshot)
            var decision = try snapshot.decision(
                .skipRepeat(.init(id: rule.id, day: day, reason: input.reason ?? "")))
            let known = try mappingError(
                ApplicationError.store, snapshot.recorded(rule, on: day))
            if let known {
                decision.notes.append(
                    DecisionNote(.cameAlready, given: "\(day)", used: "\(known)"))
            }
            return decision
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written()
    }
}

/// Ends what comes again, with all that it was changed into.
package enum StopRepeat: KeyedEndpoint {
    /// What, and when.
    package struct Input: Codable, Hashable, Sendable {
        /// The rule: its id, or a word of its title.
        package var id: String
        /// The first day on which nothing comes, a date or a phrase; today when left out.
        package var day: String?
        /// Why.
        package var reason: String?

        /// A request.
        package init(id: String, day: String? = nil, reason: String? = nil) {
            self.id = id
            self.day = day
            self.reason = reason
        }
    }

    /// What was written; the id is that of the event.
    package typealias Output = WriteReceipt

    package static let path = "repeat/stop"
    package static let summary = "end what comes again"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorded = try env.recorder().record { snapshot, env throws(ApplicationError) in
            let today = try env.today(in: snapshot)
            let day =
                try input.day.map { text throws(ApplicationError) in
                    try today.day(text)
                } ?? today.day
            let rules = try env.changes(of: input.id, in: snapshot)
            let coming = try env.coming(rules, from: day, in: snapshot)
            var decision: Decision?
            for rule in coming.isEmpty ? Array(rules.suffix(1)) : coming {
                let one = try snapshot.decision(
                    .skipRepeat(
                        .init(id: rule.id, day: day, stops: true, reason: input.reason ?? "")))
                if decision == nil { decision = one } else { decision?.events += one.events }
            }
            guard let decision else { throw .unknownID(input.id) }
            return decision
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written()
    }
}

extension Environment {
    /// The rule that a text means and, of a word, those of the same title that have an end: what
    /// was changed goes on as another rule, and some of it may be due still.
    func rules(
        _ text: String, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [RepeatRule] {
        let changes = try changes(of: text, in: snapshot)
        guard let meant = changes.last, !Environment.isRuleID(text) else { return changes }
        let all = try mappingError(ApplicationError.store, snapshot.repeatBook()).rules
        return all.filter { one in
            changes.contains { $0.id == one.id }
                || one.end != .max && one.added.title == meant.added.title
        }
    }

    /// The rule that a text means and, of a word, all that it was changed into, or that was changed
    /// into it, by their first days.
    func changes(
        of text: String, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [RepeatRule] {
        let meant = try rule(text, in: snapshot)
        if Environment.isRuleID(text) { return [meant] }
        return try mappingError(ApplicationError.store, snapshot.repeatBook()).rules
            .changes(of: meant)
    }

    /// Those of some rules of which something is still expected from a day on.
    func coming(
        _ rules: [RepeatRule], from day: Day, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [RepeatRule] {
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            var coming: [RepeatRule] = []
            for rule in rules where try snapshot.nextExpected(rule, onOrAfter: day) != nil {
                coming.append(rule)
            }
            return coming
        }
    }

    /// The rule that a text means from a day on.
    ///
    /// - Throws: ``ApplicationError/ambiguousID(_:_:)`` where a word means a rule that is otherwise
    ///   on later days, for a change would be of one or the other.
    func rule(
        _ text: String, comingFrom day: Day, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> RepeatRule {
        let changes = try changes(of: text, in: snapshot)
        let coming = try coming(changes, from: day, in: snapshot)
        if coming.count > 1 { throw Environment.ambiguous(text, coming) }
        guard let rule = coming.first ?? changes.last else { throw .unknownID(text) }
        return rule
    }

    /// Whether a text names a rule by its id, or a row of the last list.
    private static func isRuleID(_ text: String) -> Bool {
        text.wholeMatch(of: /[#.]?[0-9]+/) != nil
    }

    private static func ambiguous(_ text: String, _ rules: [RepeatRule]) -> ApplicationError {
        .ambiguousID(
            text,
            rules.map { rule in
                Candidate(id: rule.id, type: "repeat", title: rule.phrase, live: true)
            })
    }

    /// The rule that a text means: `42`, `#42`, `.3` for row 3 of the last list, or a word of its
    /// title.
    ///
    /// - Parameter day: A day on which it comes, where one is meant.
    func rule(
        _ text: String, on day: Day? = nil, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> RepeatRule {
        let rules = try mappingError(ApplicationError.store, snapshot.repeatBook()).rules
        if Environment.isRuleID(text) {
            let id = try id(text, in: snapshot)
            guard let rule = rules.first(where: { $0.id == id }) else {
                throw .decision(.notARepeat(id))
            }
            return rule
        }
        let word = text.lowercased()
        let found = rules.filter { $0.added.title.lowercased().contains(word) }
        let exact = found.filter { $0.added.title.lowercased() == word }
        if let only = exact.count == 1 ? exact.first : found.first, exact.count <= 1,
            exact.count == 1 || found.count == 1
        {
            return only
        }
        if found.isEmpty { throw .unknownID(text) }
        // What was changed goes on as another rule: a day is of one of both; else the word means
        // the one that goes on.
        if let day {
            let coming = found.filter { $0.has(day) }
            if coming.count == 1 { return coming[0] }
        }
        let lasting = found.filter { $0.end == .max }
        if lasting.count == 1 { return lasting[0] }
        // All of it has an end.
        let changes = rules.changes(of: found[0])
        let isOne = found.allSatisfy { one in changes.contains { $0.id == one.id } }
        if isOne, let last = changes.last { return last }
        throw Environment.ambiguous(text, lasting + found.filter { $0.end != .max })
    }
}
