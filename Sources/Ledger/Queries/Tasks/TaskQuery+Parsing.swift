extension TaskQuery {
    /// What may come before a `:`.
    enum Prefix: Hashable, TermPrefix {
        case title, note, project, tag, priority, type, colour, assignee, state, id, not
        /// A moment, and what it is held against.
        case moment(Moment, Relation)
        /// An attribute, and what it is held against.
        case attribute(String, Comparison)

        /// How a value is held against what follows.
        enum Comparison: String, CaseIterable, Hashable {
            case same = ""
            case over = ".over"
            case under = ".under"
        }

        /// How a moment is held against what follows.
        enum Relation: String, CaseIterable, Hashable {
            case within = ""
            case before = ".before"
            case after = ".after"
            /// Before, or in it.
            case by = ".by"
        }

        static let allCases: [Prefix] =
            [
                .title, .note, .project, .tag, .priority, .type, .colour, .assignee, .state, .id,
                .not,
            ]
            + Moment.allCases.flatMap { moment in
                Relation.allCases.map { .moment(moment, $0) }
            }

        static let names: [String: Prefix] = {
            var names: [String: Prefix] = [
                "title": .title, "desc": .title, "description": .title, "note": .note,
                "project": .project, "proj": .project, "pro": .project, "tag": .tag,
                "tags": .tag, "priority": .priority, "pri": .priority, "type": .type,
                "colour": .colour, "color": .colour, "who": .assignee, "assignee": .assignee,
                "is": .state, "status": .state, "tab": .state, "id": .id, "not": .not,
            ]
            let moments: [(String, Moment)] =
                Moment.allCases.map { ($0.rawValue, $0) } + [
                    ("deadline", .due), ("entry", .added), ("end", .done), ("sched", .scheduled),
                ]
            for (name, moment) in moments {
                for relation in Relation.allCases {
                    names[name + relation.rawValue] = .moment(moment, relation)
                }
            }
            return names
        }()

        static let namesAreLong = true

        static func isTerm(_ word: String) -> Bool {
            word.first == "+" && word.dropFirst().first?.isLetter == true
        }

        var takesExact: Bool { self == .project }

        var isOneOfItsKind: Bool {
            switch self {
            case .tag, .not, .state: false
            case .moment(_, let relation): relation == .within
            case .attribute(_, let comparison): comparison == .same
            default: true
            }
        }
    }

    /// The words for where a task stands, besides those of ``State``.
    private static let states: [String: State] = [
        "pending": .open, "completed": .done, "deleted": .dropped, "failed": .late,
        "overdue": .late, "waiting": .hidden, "active": .started,
    ]

    private static func state(_ word: String) -> State? {
        State(rawValue: word) ?? states[word]
    }

    /// Parses a query as people type it.
    ///
    /// Words without a prefix are looked for in title, note, tags and project; all must occur.
    /// `+shop` is `tag:shop`, and `+OVERDUE` and the like are what they are in Taskwarrior. Of
    /// several terms that say what a task has one of (`project:` and the like) one must hold, of
    /// all others each. `or`, `and`, `not` and brackets join terms; `and` binds more than `or`.
    /// `/…/` is a ``TextPattern``.
    ///
    /// - Parameters:
    ///   - text: Terms with blanks between them; without any the query passes everything.
    ///   - referenceData: The persons.
    ///   - clock: The moment at which dates are read: those of deadlines are the next ones, those
    ///     of what was recorded and completed the last.
    ///   - weekStart: The day on which weeks start.
    ///   - me: The person whom `me` means, by position.
    ///   - attributes: Those that tasks may have.
    ///   - value: Reads a value of one; `nil` for a text that is none.
    /// - Throws: ``LineQueryError`` for the first term that is not understood.
    package init(
        parsing text: String, referenceData: ReferenceData, clock: TaskClock, weekStart: Weekday,
        me: UInt64? = nil, attributes: [TaskAttributeDeclared] = [],
        value: @escaping (TaskAttributeDeclared, String) -> TodoValue? = { _, _ in nil }
    ) throws(LineQueryError) {
        do throws(LineQueryError) {
            expression = try TaskQuery.expression(
                text, attributes,
                TaskTerms(
                    referenceData: referenceData, clock: clock, weekStart: weekStart, me: me,
                    attributes: attributes, value: value))
        } catch {
            var error = error
            error.isOfTasks = true
            throw error
        }
    }

    private static func expression(
        _ text: String, _ attributes: [TaskAttributeDeclared], _ terms: TaskTerms
    ) throws(LineQueryError) -> TermExpression<Test> {
        var tokens: [TermToken<Prefix>] = []
        var names = Prefix.names
        for attribute in attributes {
            for comparison in Prefix.Comparison.allCases {
                let name = attribute.name + comparison.rawValue
                names[name] = names[name] ?? .attribute(attribute.name, comparison)
            }
        }
        var tokenizer = TermTokenizer(text, names: names)
        while let token = try tokenizer.token() {
            tokens.append(token)
            guard tokens.count <= LineQuery.termsMax else {
                throw LineQueryError(
                    query: text, term: token.raw, column: token.column,
                    fault: .tooMany(max: LineQuery.termsMax))
            }
        }
        var reader = TermReader<Prefix, Test>(text, tokens, terms.expression)
        return try reader.whole()
    }

    /// Whether a word begins terms by itself, so that no attribute can be called so.
    package static func knows(_ name: String) -> Bool { Prefix.names[name] != nil }

    /// One text of arguments that a shell has taken apart: each is one term, whatever blanks it
    /// has.
    package static func text(of arguments: [String]) -> String {
        TermTokenizer<Prefix>.text(of: arguments)
    }

    /// What people wrote in a query, without the names of terms; all of it where it is not
    /// understood.
    package static func texts(in text: String) -> [String] {
        var tokenizer = TermTokenizer<Prefix>(text)
        var texts: [String] = []
        do throws(LineQueryError) {
            while let token = try tokenizer.token() {
                if token.mark == nil { texts.append(token.value) }
            }
        } catch { return [text] }
        return texts
    }

    /// Makes tests of terms.
    private struct TaskTerms {
        let referenceData: ReferenceData
        let clock: TaskClock
        let weekStart: Weekday
        let me: UInt64?
        let attributes: [TaskAttributeDeclared]
        let value: (TaskAttributeDeclared, String) -> TodoValue?

        /// What a term asks for; plain text without any asks for nothing.
        func expression(
            _ token: TermToken<Prefix>
        ) throws(LineQueryError.Fault) -> TermExpression<Test> {
            if token.isPattern { return .test(try matching(token)) }
            guard let prefix = token.prefix else { return try plain(token) }
            return .test(try test(prefix, token.value))
        }

        /// A text, `+shop` or `+OVERDUE`.
        private func plain(
            _ token: TermToken<Prefix>
        ) throws(LineQueryError.Fault) -> TermExpression<Test> {
            let value = token.value
            if value.isEmpty {
                if token.isNegated { throw .noValue(prefix: "not") }
                return .all([])
            }
            let sign = token.raw.last == value.last ? value.first : nil
            guard sign == "+" || sign == "-", value.dropFirst().first?.isLetter == true else {
                return .test(.text(value))
            }
            let name = String(value.dropFirst())
            let found = try virtual(name) ?? .test(.tag(name))
            return sign == "+" ? found : .not(found)
        }

        /// What a tag in capitals says; `nil` for one that people give.
        private func virtual(
            _ name: String
        ) throws(LineQueryError.Fault) -> TermExpression<Test>? {
            if name != name.uppercased() { return nil }
            if let state = TaskQuery.state(name.lowercased()) { return .test(.state(state)) }
            return try TaskQuery.virtualTag(name, attributes: attributes.map(\.name)) {
                text throws(LineQueryError.Fault) in try span(.due, text)
            }
        }

        private func matching(_ token: TermToken<Prefix>) throws(LineQueryError.Fault) -> Test {
            let pattern: TextPattern
            do throws(TextPatternError) { pattern = try TextPattern(parsing: token.value) } catch {
                throw .pattern(error)
            }
            switch token.prefix {
            case nil: return .pattern(pattern, .text)
            case .title: return .pattern(pattern, .title)
            case .note: return .pattern(pattern, .note)
            case .tag: return .pattern(pattern, .tag)
            case .project: return .pattern(pattern, .project)
            default: throw .noPattern(prefix: name(of: token.prefix))
            }
        }

        private func name(of prefix: Prefix?) -> String {
            Prefix.names.filter { $0.value == prefix }.keys.min() ?? ""
        }

        private func test(
            _ prefix: Prefix, _ value: String
        ) throws(LineQueryError.Fault) -> Test {
            switch prefix {
            case .title: return .title(value)
            case .note: return .note(value)
            case .tag: return .tag(value)
            case .project: return try project(value)
            case .priority: return .priority(try priority(value))
            case .type: return .urgency(try choice(value, "type", TodoUrgency.allCases, \.name))
            case .colour:
                return .colour(try choice(value, "colour", TodoColour.allCases, \.name))
            case .assignee: return .assignee(try persons(value))
            case .state:
                if let state = TaskQuery.state(value.lowercased()) { return .state(state) }
                throw .choice(value, prefix: "is", allowed: State.allCases.map(\.rawValue))
            case .id:
                let digits = value.hasPrefix("#") ? value.dropFirst() : value[...]
                guard digits.utf8.allSatisfy(TextReader.isDigit), let id = UInt64(digits) else {
                    throw .id(value)
                }
                return .id(id)
            case .moment(let moment, let relation): return try held(moment, relation, value)
            case .attribute(let name, let comparison): return try held(name, comparison, value)
            case .not: throw .noValue(prefix: "not")
            }
        }

        private func project(_ text: String) throws(LineQueryError.Fault) -> Test {
            if text.isEmpty { return .noProject }
            let (path, exactly) = try LineQueryTerms.path(text)
            return .project(path, exactly: exactly)
        }

        private func priority(
            _ text: String
        ) throws(LineQueryError.Fault) -> ClosedRange<UInt8>? {
            let letters: [String: ClosedRange<UInt8>] = ["h": 1...1, "m": 5...5, "l": 9...9]
            if text.isEmpty || text.lowercased() == "none" { return nil }
            if let range = letters[text.lowercased()] { return range }
            if let number = UInt8(text), (1...9).contains(number) { return number...number }
            let allowed = ["H", "M", "L"] + (1...9).map { "\($0)" }
            throw .choice(text, prefix: "priority", allowed: allowed)
        }

        private func choice<Value>(
            _ text: String, _ prefix: String, _ values: [Value], _ name: (Value) -> String
        ) throws(LineQueryError.Fault) -> Value {
            if let value = values.first(where: { name($0) == text.lowercased() }) { return value }
            throw .choice(text, prefix: prefix, allowed: values.map(name))
        }

        private func persons(_ text: String) throws(LineQueryError.Fault) -> Set<UInt64> {
            if text.isEmpty { return [] }
            if text.lowercased() == "me", let me { return [me] }
            return try LineQueryTerms.persons(text, referenceData)
        }

        /// What is asked of an attribute.
        private func held(
            _ name: String, _ comparison: Prefix.Comparison, _ text: String
        ) throws(LineQueryError.Fault) -> Test {
            if text.isEmpty {
                if comparison == .same { return .noValue(name) }
                throw .noValue(prefix: name + comparison.rawValue)
            }
            guard let attribute = attributes.first(where: { $0.name == name }) else {
                throw .attribute(.unknown(name, known: attributes.map(\.name)))
            }
            guard let value = value(attribute, text) else {
                throw .attribute(.value(name, attribute.kind))
            }
            switch comparison {
            case .same: return .value(name, value)
            case .over: return .compared(name, value, isMore: true)
            case .under: return .compared(name, value, isMore: false)
            }
        }

        /// What is asked of a moment.
        private func held(
            _ moment: Moment, _ relation: Prefix.Relation, _ text: String
        ) throws(LineQueryError.Fault) -> Test {
            if text.isEmpty || text.lowercased() == "none" {
                if relation == .within { return .noMoment(moment) }
                throw .noValue(prefix: moment.rawValue + relation.rawValue)
            }
            let (first, last) = try span(moment, text)
            switch relation {
            case .within: return .moment(moment, from: first, to: last)
            case .before: return .moment(moment, from: nil, to: first.adding(milliseconds: -1))
            case .by: return .moment(moment, from: nil, to: last)
            case .after: return .moment(moment, from: last.adding(milliseconds: 1), to: nil)
            }
        }

        /// The first and the last instant of some days, or of a time of day.
        private func span(
            _ moment: Moment, _ text: String
        ) throws(LineQueryError.Fault) -> (Timestamp, Timestamp) {
            if text.lowercased() == "now" { return (clock.now, clock.now) }
            var days: DayRange?
            var fault: DatePhraseError?
            do throws(DatePhraseError) {
                let found = try DatePhrase.periodExpression(
                    text, today: clock.today, weekStart: weekStart)
                if found.period == nil { days = found.range }
            } catch { fault = error }
            let isPast = moment == .added || moment == .done
            if let days, days.count > 1 || isPast {
                return (
                    clock.zone.start(of: days.start),
                    clock.zone.start(of: days.end).adding(milliseconds: -1)
                )
            }
            do throws(DatePhraseError) {
                let deadline = try DeadlinePhrase.deadline(
                    text, now: clock.now, zone: clock.zone, weekStart: weekStart)
                return (
                    deadline.firstInstant(in: clock.zone), deadline.lastInstant(in: clock.zone)
                )
            } catch { throw .date(text, fault ?? error) }
        }
    }
}
