/// What is looked for among tasks: terms joined by `or`, `and`, `not` and brackets.
///
/// A query without terms passes every task.
package struct TaskQuery: Hashable, Sendable {
    /// One thing that can be said of a task; text is compared without regard to case.
    enum Test: Hashable, Sendable {
        /// The text occurs in title, note, a tag or the project.
        case text(String)
        /// The text occurs in the title.
        case title(String)
        /// The text occurs in the note; empty: there is none.
        case note(String)
        /// An expression occurs in a text.
        case pattern(TextPattern, Place)
        /// The project is the given one, or lies below it unless `exactly`.
        case project(CategoryPath, exactly: Bool)
        /// It is of no project.
        case noProject
        /// It has the tag; empty: it has none.
        case tag(String)
        /// Its priority lies in a range; `nil`: it has none.
        case priority(ClosedRange<UInt8>?)
        /// How pressing it is.
        case urgency(TodoUrgency)
        /// The colour of its card.
        case colour(TodoColour)
        /// One of the persons, by position, is to do it; of none: nobody is.
        case assignee(Set<UInt64>)
        /// A moment of it lies between two instants, both included.
        case moment(Moment, from: Timestamp?, to: Timestamp?)
        /// It has no such moment.
        case noMoment(Moment)
        /// Where it stands.
        case state(State)
        /// It has the value of an attribute.
        case value(String, TodoValue)
        /// The value of an attribute is more than the given one, or less.
        case compared(String, TodoValue, isMore: Bool)
        /// It has nothing of an attribute.
        case noValue(String)
        /// Its id is the given one.
        case id(UInt64)
    }

    /// Where an expression is looked for.
    enum Place: Hashable, Sendable {
        case text, title, note, tag, project
    }

    /// A moment of a task.
    enum Moment: String, CaseIterable, Hashable, Sendable {
        case due, scheduled, wait, until
        /// When it was recorded.
        case added
        /// When it was completed.
        case done
    }

    /// Where a task stands.
    enum State: String, CaseIterable, Hashable, Sendable {
        case open, done, dropped
        /// The tabs of open tasks.
        case late, today, upcoming
        /// Hidden until later, or of no use any more.
        case hidden
        /// An open task has to be done before.
        case blocked
        /// An open task waits for it.
        case blocking
        /// It is being worked on.
        case started
        /// Open, not hidden, not blocked, and not to be taken up later.
        case ready
    }

    /// What has to hold.
    let expression: TermExpression<Test>

    /// Whether it asks for nothing.
    package var isEmpty: Bool { expression.isEmpty }

    /// The tests in it.
    var tests: [Test] { expression.tests }

    /// Whether what waits for what decides.
    var asksForLinks: Bool {
        tests.contains { [.state(.blocked), .state(.blocking), .state(.ready)].contains($0) }
    }
}

extension TaskFilter {
    /// The tasks that a query asks for; those that are closed or hidden count where it asks for
    /// such, or for one by its id.
    package mutating func take(_ query: TaskQuery) {
        self.query = query
        for test in query.expression.affirmed() {
            switch test {
            case .state(.done), .moment(.done, _, _), .noMoment(.done): tabs.insert(.done)
            case .state(.dropped): withDropped = true
            case .state(.hidden), .noMoment(.wait), .moment(.wait, _, _): hidden = .with
            case .id:
                (tabs, withDropped, hidden) = (Set(TaskTab.allCases), true, .with)
            default: break
            }
        }
    }
}

/// The tasks around those that are looked for.
package struct TaskLinks {
    /// The ids of the open tasks.
    private(set) var open: Set<UInt64> = []
    /// The ids of the tasks for which an open one waits.
    private(set) var blocking: Set<UInt64> = []

    /// Those of some tasks.
    package init(_ entries: [TodoTable.Entry]) {
        for entry in entries where entry.state.status == .open {
            open.insert(entry.state.id)
            blocking.formUnion(entry.state.prerequisites)
        }
    }
}

extension TaskQuery {
    /// Whether a task passes.
    ///
    /// - Complexity: O(*n*) in its text for each term.
    package func admits(
        _ entry: TodoTable.Entry, _ clock: TaskClock, _ links: TaskLinks?
    ) -> Bool {
        admits(expression, entry, clock, links)
    }

    private func admits(
        _ expression: TermExpression<Test>, _ entry: TodoTable.Entry, _ clock: TaskClock,
        _ links: TaskLinks?
    ) -> Bool {
        switch expression {
        case .test(let test): passes(test, entry, clock, links)
        case .not(let part): !admits(part, entry, clock, links)
        case .all(let parts): parts.allSatisfy { admits($0, entry, clock, links) }
        case .any(let parts): parts.contains { admits($0, entry, clock, links) }
        }
    }

    private func passes(
        _ test: Test, _ entry: TodoTable.Entry, _ clock: TaskClock, _ links: TaskLinks?
    ) -> Bool {
        let facts = entry.state.facts
        switch test {
        case .text(let text): return occurs(text, in: texts(of: facts, at: .text))
        case .title(let text): return occurs(text, in: [facts.title])
        case .note(let text):
            return text.isEmpty ? facts.note.isEmpty : occurs(text, in: [facts.note])
        case .pattern(let pattern, let place):
            return texts(of: facts, at: place).contains { pattern.occurs(in: $0) }
        case .project(let path, let exactly):
            guard let own = facts.project else { return false }
            return exactly ? own.folded == path.folded : own.isBelow(path.folded)
        case .noProject: return facts.project == nil
        case .tag(let tag):
            let tag = tag.lowercased()
            return tag.isEmpty
                ? facts.tags.isEmpty : facts.tags.contains { $0.lowercased() == tag }
        case .priority(let range):
            guard let range else { return facts.priority == nil }
            return facts.priority.map(range.contains) ?? false
        case .urgency(let urgency): return facts.urgency == urgency
        case .colour(let colour): return facts.colour == colour
        case .assignee(let persons):
            guard let own = facts.assignee?.position else { return persons.isEmpty }
            return persons.contains(own)
        case .moment(let moment, let from, let to):
            guard let own = value(of: moment, in: entry) else { return false }
            return from.map { own.firstInstant(in: clock.zone) >= $0 } ?? true
                && to.map { own.lastInstant(in: clock.zone) <= $0 } ?? true
        case .noMoment(let moment): return value(of: moment, in: entry) == nil
        case .value(let name, let wanted):
            return entry.state.values[name].map { wanted.isSame(as: $0) } ?? false
        case .compared(let name, let limit, let isMore):
            guard let own = entry.state.values[name] else { return false }
            return isMore ? limit.isBelow(own, clock.zone) : own.isBelow(limit, clock.zone)
        case .noValue(let name): return entry.state.values[name] == nil
        case .state(let state): return stands(state, entry, clock, links)
        case .id(let id): return entry.state.id == id
        }
    }

    private func stands(
        _ state: State, _ entry: TodoTable.Entry, _ clock: TaskClock, _ links: TaskLinks?
    ) -> Bool {
        let todo = entry.state
        let isOpen = todo.status == .open
        let isBlocked =
            isOpen && todo.prerequisites.contains { links?.open.contains($0) == true }
        switch state {
        case .open: return isOpen
        case .done: return todo.status == .completed
        case .dropped: return todo.status == .dropped
        case .late: return clock.tab(todo.status, todo.facts.deadline) == .failed
        case .today: return clock.tab(todo.status, todo.facts.deadline) == .today
        case .upcoming: return clock.tab(todo.status, todo.facts.deadline) == .upcoming
        case .hidden: return clock.isHidden(todo)
        case .blocked: return isBlocked
        case .blocking: return isOpen && links?.blocking.contains(todo.id) == true
        case .started: return todo.isStarted
        case .ready:
            let begins = todo.moments[.scheduled]?.firstInstant(in: clock.zone)
            return isOpen && !isBlocked && !clock.isHidden(todo)
                && begins.map { $0 <= clock.now } ?? true
        }
    }

    private func value(of moment: Moment, in entry: TodoTable.Entry) -> Deadline? {
        switch moment {
        case .due: entry.state.facts.deadline
        case .scheduled: entry.state.moments[.scheduled]
        case .wait: entry.state.moments[.wait]
        case .until: entry.state.moments[.until]
        case .added: .instant(entry.addedAt)
        case .done: entry.state.status == .completed ? entry.closedAt.map { .instant($0) } : nil
        }
    }

    private func texts(of facts: TodoFacts, at place: Place) -> [String] {
        switch place {
        case .text: [facts.title, facts.note, facts.project?.text ?? ""] + facts.tags
        case .title: [facts.title]
        case .note: [facts.note]
        case .tag: facts.tags
        case .project: facts.project.map { [$0.text] } ?? []
        }
    }

    private func occurs(_ text: String, in texts: [String]) -> Bool {
        let word = FoldedText(text)
        return texts.contains { word.occurs(in: Array($0.utf8)) }
    }
}

extension TodoValue {
    /// Whether another one is the same; texts in any case.
    fileprivate func isSame(as other: TodoValue) -> Bool {
        guard case .text(let own) = self, case .text(let text) = other else { return self == other }
        return own.lowercased() == text.lowercased()
    }

    /// Whether it is less than another one of its kind; amounts only of one currency.
    package func isBelow(_ other: TodoValue, _ zone: Zone) -> Bool {
        switch (self, other) {
        case (.text(let own), .text(let text)): own.lowercased() < text.lowercased()
        case (.number(let own), .number(let number)): own < number
        case (.duration(let own), .duration(let span)): own < span
        case (.money(let own), .money(let money)):
            own.currency == money.currency && own.minor < money.minor
        case (.date(let own), .date(let date)):
            own.lastInstant(in: zone) < date.firstInstant(in: zone)
        default: false
        }
    }
}
