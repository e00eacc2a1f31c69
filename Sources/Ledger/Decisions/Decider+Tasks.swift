extension Decider {
    mutating func addTask(
        _ facts: TodoFacts, _ plan: TodoPlan = TodoPlan()
    ) throws(DecisionError) {
        try checkOpened()
        try check(facts)
        let added = Reference.inThisCommit(decision.events.count)
        decision.events.append(.taskAdded(TaskAdded(facts: facts)))
        for moment in TodoMoment.allCases {
            guard let time = plan.moments[moment] else { continue }
            decision.events.append(
                .taskTimed(
                    TaskTimed(target: added, previous: newest, moment: moment, time: time)))
        }
        for task in Set(plan.prerequisites).sorted() {
            _ = try todo(task)
            decision.events.append(
                .taskLinked(
                    TaskLinked(target: added, previous: newest, prerequisite: .position(task))))
        }
        for (name, value) in plan.values.sorted(by: { $0.key < $1.key }) {
            try check(value, of: name)
            let valued = TaskValued(
                target: added, previous: newest, attribute: name, value: value)
            decision.events.append(.taskValued(valued))
        }
        if let time = plan.finishedAt {
            decision.events.append(
                .taskFinished(TaskFinished(target: added, previous: newest, time: time)))
        }
        if let id = plan.parent {
            let parent = try todo(id)
            for task in plan.prerequisites {
                if task == id { throw .taskRing(id, [id]) }
                if let path = state.links.path(from: task, to: id) { throw .taskRing(id, path) }
            }
            let linked = TaskLinked(
                target: .position(id), previous: .position(parent.version), prerequisite: added)
            decision.events.append(.taskLinked(linked))
        }
    }

    /// The last event so far, in a commit that has one.
    private var newest: Reference { .inThisCommit(decision.events.count - 1) }

    mutating func editTask(_ id: UInt64, _ changes: TodoChanges) throws(DecisionError) {
        let todo = try todo(id)
        var facts = todo.facts
        facts.take(changes)
        let isSame =
            facts == todo.facts && facts.title.isSame(as: todo.facts.title)
            && facts.note.isSame(as: todo.facts.note) && facts.tags.isSame(as: todo.facts.tags)
        if !isSame {
            try check(facts, was: todo.facts)
            let edited = TaskEdited(
                target: .position(todo.id), previous: .position(todo.version), facts: facts)
            decision.events.append(.taskEdited(edited))
        }
        try plan(todo, changes)
        if decision.events.isEmpty { throw .nothingChanged }
    }

    /// What a task was before the next event of the commit.
    private func versionBefore(_ todo: TodoState) -> Reference {
        decision.events.isEmpty ? .position(todo.version) : newest
    }

    private mutating func setValues(
        _ todo: TodoState, _ changes: TodoChanges
    ) throws(DecisionError) {
        for (name, change) in changes.values.sorted(by: { $0.key < $1.key }) {
            let value = change.applied(to: todo.values[name])
            if value == todo.values[name] { continue }
            if let value { try check(value, of: name) }
            let valued = TaskValued(
                target: .position(todo.id), previous: versionBefore(todo), attribute: name,
                value: value)
            decision.events.append(.taskValued(valued))
        }
    }

    /// Changes when a task is hidden, to be taken up and of use, and for what it waits.
    private mutating func plan(
        _ todo: TodoState, _ changes: TodoChanges
    ) throws(DecisionError) {
        var previous: Reference { versionBefore(todo) }
        for moment in TodoMoment.allCases {
            let time = (changes.moments[moment] ?? .keep).applied(to: todo.moments[moment])
            if time == todo.moments[moment] { continue }
            let timed = TaskTimed(
                target: .position(todo.id), previous: previous, moment: moment, time: time)
            decision.events.append(.taskTimed(timed))
        }
        try setValues(todo, changes)
        var links = state.links
        for task in Set(changes.removedPrerequisites).sorted()
        where todo.prerequisites.contains(task) {
            links.take(todo.id, task, ends: true)
            let linked = TaskLinked(
                target: .position(todo.id), previous: previous, prerequisite: .position(task),
                ends: true)
            decision.events.append(.taskLinked(linked))
        }
        for task in Set(changes.addedPrerequisites).sorted()
        where !todo.prerequisites.contains(task) {
            _ = try self.todo(task)
            if let path = links.path(from: task, to: todo.id) { throw .taskRing(todo.id, path) }
            links.take(todo.id, task, ends: false)
            let linked = TaskLinked(
                target: .position(todo.id), previous: previous, prerequisite: .position(task))
            decision.events.append(.taskLinked(linked))
        }
        if let whole = changes.parent { try makePart(todo.id, of: whole, links) }
    }

    /// Lets a task wait for a part of it.
    private mutating func makePart(
        _ part: UInt64, of whole: UInt64, _ links: TodoLinks
    ) throws(DecisionError) {
        let parent = try todo(whole)
        if parent.prerequisites.contains(part) { return }
        if part == whole { throw .taskRing(whole, [whole]) }
        if let path = links.path(from: part, to: whole) { throw .taskRing(whole, path) }
        let linked = TaskLinked(
            target: .position(whole), previous: .position(parent.version),
            prerequisite: .position(part))
        decision.events.append(.taskLinked(linked))
    }

    mutating func startTask(_ id: UInt64, _ reason: String) throws(DecisionError) {
        let todo = try openTodo(id)
        if todo.isStarted { throw .nothingChanged }
        decision.events.append(.taskStarted(change(todo, reason)))
    }

    mutating func stopTask(_ id: UInt64, _ reason: String) throws(DecisionError) {
        let todo = try openTodo(id)
        if !todo.isStarted { throw .nothingChanged }
        decision.events.append(.taskStopped(change(todo, reason)))
    }

    mutating func completeTask(_ id: UInt64, _ reason: String) throws(DecisionError) {
        decision.events.append(.taskCompleted(try change(openTodo(id), reason)))
    }

    mutating func dropTask(_ id: UInt64, _ reason: String) throws(DecisionError) {
        decision.events.append(.taskDropped(try change(openTodo(id), reason)))
    }

    mutating func reopenTask(_ id: UInt64, _ reason: String) throws(DecisionError) {
        let todo = try todo(id)
        if todo.status == .open { throw .taskOpen(id) }
        decision.events.append(.taskReopened(change(todo, reason)))
    }

    /// From completed to dropped and back the way leads over open.
    mutating func closeOtherwise(
        _ id: UInt64, isDropped: Bool, _ reason: String
    ) throws(DecisionError) {
        let todo = try todo(id)
        if todo.status == (isDropped ? .dropped : .completed) {
            throw .taskClosed(id, todo.status)
        }
        if todo.status != .open { try reopenTask(id, reason) }
        let change = TaskChange(
            target: .position(id), previous: versionBefore(todo), reason: reason)
        decision.events.append(isDropped ? .taskDropped(change) : .taskCompleted(change))
    }

    mutating func rescheduleTask(_ id: UInt64, _ deadline: Deadline?) throws(DecisionError) {
        let todo = try openTodo(id)
        if deadline == todo.facts.deadline { throw .nothingChanged }
        let rescheduled = TaskRescheduled(
            target: .position(todo.id), previous: .position(todo.version), deadline: deadline)
        decision.events.append(.taskRescheduled(rescheduled))
    }

    func check(_ facts: TodoFacts) throws(DecisionError) {
        if facts.title.trimmed.isEmpty { throw .emptyTitle(line: 0) }
        try checkRest(facts)
    }

    /// Checks what a task is to be: one whose title was erased needs none, unless the edit leaves
    /// no text at all, as an erasure does.
    func check(_ facts: TodoFacts, was known: TodoFacts) throws(DecisionError) {
        guard known.title.isEmpty, facts.title.isEmpty else { return try check(facts) }
        if facts.hasNoText, !known.hasNoText { throw .emptyTitle(line: 0) }
        try checkRest(facts)
    }

    private func checkRest(_ facts: TodoFacts) throws(DecisionError) {
        if let priority = facts.priority, !(1...9).contains(priority) {
            throw .badPriority(priority)
        }
        try check(facts.tags)
        try check(person: facts.assignee)
    }

    func todo(_ id: UInt64) throws(DecisionError) -> TodoState {
        try checkOpened()
        if let todo = state.todos[id] { return todo }
        throw state.lines[id] == nil ? .unknownTarget(id) : .notATask(id)
    }

    private func openTodo(_ id: UInt64) throws(DecisionError) -> TodoState {
        let todo = try todo(id)
        if todo.status != .open { throw .taskClosed(id, todo.status) }
        return todo
    }

    private func change(_ todo: TodoState, _ reason: String) -> TaskChange {
        TaskChange(target: .position(todo.id), previous: .position(todo.version), reason: reason)
    }
}
