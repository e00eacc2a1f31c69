internal import EventLog
internal import Ledger

extension Environment {
    /// The moment of now in a ledger, with the zones that were in force before.
    func taskClock(_ snapshot: LedgerSnapshot) throws(ApplicationError) -> TaskClock {
        var zones: [String: Zone] = [:]
        var changes: [TaskClock.ZoneChange] = []
        for entry in snapshot.referenceData.settingsChanges {
            guard let name = entry.change.zoneName else { continue }
            let zone: Zone
            if let known = zones[name] { zone = known } else { zone = try self.zone(named: name) }
            zones[name] = zone
            changes.append(TaskClock.ZoneChange(position: entry.position, zone: zone))
        }
        return TaskClock(now: now(), zone: try zone(of: snapshot), changes: changes)
    }

    /// The positions of the tasks that texts mean, each once, in their order.
    ///
    /// - Parameter live: As in `id(_:in:type:live:)`.
    func taskIDs(
        _ texts: [String], in snapshot: LedgerSnapshot, live: Bool?
    ) throws(ApplicationError) -> [UInt64] {
        var ids: [UInt64] = []
        for text in texts {
            let id = try id(text, in: snapshot, type: "task", live: live)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    /// What terms of tasks ask for.
    func taskQuery(
        _ terms: String, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> TaskQuery {
        let reader = try TaskReader(self, snapshot)
        let attributes = try reader.attributes()
        return try mappingError(ApplicationError.badQuery) { () throws(LineQueryError) in
            try TaskQuery(
                parsing: terms, referenceData: snapshot.referenceData, clock: reader.clock,
                weekStart: reader.weekStart,
                me: user ?? snapshot.referenceData.owner?.position, attributes: attributes
            ) { attribute, text in
                do throws(ApplicationError) { return try reader.value(text, of: attribute) } catch {
                    return nil
                }
            }
        }
    }

    /// The position of the person that a name means, in any case; `me` is whoever asks.
    func person(_ name: String, in snapshot: LedgerSnapshot) throws(ApplicationError) -> UInt64 {
        if let position = knownPerson(name, in: snapshot) { return position }
        let names = snapshot.referenceData.persons.map(\.name)
        throw .unknownPerson(name, suggestions: Spelling.nearest(to: name, among: names))
    }

    /// A project whose levels are typed with dots, as Taskwarrior has them, with colons; one that
    /// is known by its dots stays.
    func tree(
        of project: CategoryPath, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> CategoryPath {
        guard project.segments.count == 1, project.text.contains("."),
            let tree = try? CategoryPath(project.text.replacing(".", with: ":"))
        else { return project }
        let isKnown = try mappingError(ApplicationError.store, snapshot.hasProject(project))
        return isKnown ? project : tree
    }

    /// As ``person(_:in:)``; `nil` for someone who is not known.
    func knownPerson(_ name: String, in snapshot: LedgerSnapshot) -> UInt64? {
        let folded = name.lowercased()
        if let person = snapshot.referenceData.persons.first(where: {
            $0.name.lowercased() == folded
        }) {
            return person.position
        }
        return folded == "me" ? user ?? snapshot.referenceData.owner?.position : nil
    }
}

/// Reads what is typed into tasks of a ledger.
struct TaskReader {
    let env: Environment
    let snapshot: LedgerSnapshot
    let clock: TaskClock
    let weekStart: Weekday
    /// The person who has to be added, if there is one.
    private(set) var newPerson: PersonAdded?
    /// What was understood differently from what was typed.
    private(set) var notes: [DecisionNote] = []

    init(_ env: Environment, _ snapshot: LedgerSnapshot) throws(ApplicationError) {
        self.env = env
        self.snapshot = snapshot
        clock = try env.taskClock(snapshot)
        weekStart = try env.settings(of: snapshot).weekStart
    }

    /// A deadline; a note says so where it has passed.
    mutating func deadline(_ text: String) throws(ApplicationError) -> Deadline {
        let deadline = try moment(text)
        if clock.tab(.open, deadline) == .failed {
            let used = clock.local(deadline)
            notes.append(DecisionNote(.deadlinePassed, given: text, used: used))
        }
        noteSkip(text, deadline)
        return deadline
    }

    /// A moment of a task beside its deadline; a note says so where clocks skip it.
    mutating func plannedMoment(_ text: String) throws(ApplicationError) -> Deadline {
        let moment = try moment(text)
        noteSkip(text, moment)
        return moment
    }

    /// Notes a time of day that clocks skip.
    private mutating func noteSkip(_ text: String, _ deadline: Deadline) {
        guard case .instant(let instant) = deadline, Timestamp(text.trimmed) == nil,
            let last = text.split(whereSeparator: { " Tt".contains($0) }).last,
            let typed = TimeOfDay(last) ?? TimeOfDay("0" + last),
            typed != clock.zone.timeOfDay(at: instant)
        else { return }
        let used = clock.local(deadline)
        notes.append(DecisionNote(.clockSkipped, given: text.trimmed, used: used))
    }

    /// Notes where a task is of no use any more already, or before it is due or shown.
    mutating func noteUntil(_ moments: [TodoMoment: Deadline], _ deadline: Deadline?) {
        guard let until = moments[.until] else { return }
        let last = until.lastInstant(in: clock.zone)
        let given = clock.local(until)
        if clock.now > last {
            notes.append(DecisionNote(.deadlinePassed, given: given, used: given))
        }
        let others = [("waits until", moments[.wait]), ("is due", deadline)]
        for case (let word, let moment?) in others
        where last < moment.firstInstant(in: clock.zone) {
            let used = "it \(word) \(clock.local(moment))"
            notes.append(DecisionNote(.untilBefore, given: given, used: used))
        }
    }

    /// A moment that may have passed.
    func moment(_ text: String) throws(ApplicationError) -> Deadline {
        do throws(DatePhraseError) {
            return try DeadlinePhrase.deadline(
                text, now: clock.now, zone: clock.zone, weekStart: weekStart)
        } catch { throw .badDate(text, error) }
    }

    /// A moment by now: of a day its end, of today now.
    func past(_ text: String) throws(ApplicationError) -> Timestamp {
        let moment = try moment(text)
        let isOver =
            switch moment {
            case .day(let day): day <= clock.today
            case .instant(let instant): instant <= clock.now
            }
        guard isOver else { throw .badDate(text, .notYet(text: text, today: clock.today)) }
        return min(clock.now, moment.lastInstant(in: clock.zone))
    }

    /// What clears a deadline: `none`, or nothing.
    static func isNone(_ text: String) -> Bool { text.isEmpty || text.lowercased() == "none" }

    /// A project in the spelling that is known; a note says so where it differs.
    mutating func project(_ text: String) throws(ApplicationError) -> CategoryPath {
        let typed = try TaskReader.path(text)
        let tree = try env.tree(of: typed, in: snapshot)
        let found = try mappingError(ApplicationError.store, snapshot.spelling(ofProject: tree))
        if found != typed {
            notes.append(DecisionNote(.projectSpelling, given: typed.text, used: found.text))
        }
        return found
    }

    /// A person; one who is not known is added with the task.
    mutating func assignee(
        _ text: String, refusesSlips: Bool
    ) throws(ApplicationError) -> Reference {
        if let known = try PersonReader(env, snapshot).known(text) { return known }
        if refusesSlips { try env.refuseSlip(ofPerson: text, in: snapshot) }
        let decision = try snapshot.decision(.addPerson(name: text))
        guard case .personAdded(let person) = decision.events.first else {
            return .inThisCommit(0)
        }
        newPerson = person
        notes.append(DecisionNote(.personAdded, given: text, used: person.name))
        return .inThisCommit(0)
    }

    /// A decision with the person before it who has to be added, and with all notes.
    func completed(_ decision: Decision) -> Decision {
        var decision = decision
        if let newPerson {
            decision.events = [.personAdded(newPerson)] + decision.events.map { $0.moved(by: 1) }
        }
        decision.notes += notes
        return decision
    }

    static func path(_ text: String) throws(ApplicationError) -> CategoryPath {
        do throws(CategoryPathError) { return try CategoryPath(text) } catch {
            throw .badCategory(text, error)
        }
    }

    static func urgency(_ text: String) throws(ApplicationError) -> TodoUrgency {
        if let urgency = TodoUrgency(name: text) { return urgency }
        throw .badChoice(field: "type", text, allowed: TodoUrgency.allCases.map(\.name))
    }

    static func colour(_ text: String) throws(ApplicationError) -> TodoColour {
        if let colour = TodoColour(name: text) { return colour }
        throw .badChoice(field: "colour", text, allowed: TodoColour.allCases.map(\.name))
    }

    /// 1 … 9, or H, M and L for 1, 5 and 9.
    static func priority(_ text: String) throws(ApplicationError) -> UInt8 {
        if let letter = ["h": UInt8(1), "m": 5, "l": 9][text.lowercased()] { return letter }
        if let number = UInt8(text), (1...9).contains(number) { return number }
        let allowed = (1...9).map { "\($0)" } + ["H", "M", "L"]
        throw .badChoice(field: "priority", text, allowed: allowed)
    }
}

extension [String] {
    /// Tags, each once in any case.
    var distinctTags: [String] {
        var known: Set<String> = []
        return filter { known.insert($0.lowercased()).inserted }
    }
}

extension Event {
    /// The task of which the event speaks, where that is no new one; `nil` for others.
    var taskTarget: UInt64? {
        switch self {
        case .taskEdited(let event): event.target.position
        case .taskTimed(let event): event.target.position
        case .taskLinked(let event): event.target.position
        case .taskValued(let event): event.target.position
        default: nil
        }
    }

    /// The event of a task that follows another one of its commit, where that speaks of the task.
    func following(_ index: Int?) -> Event {
        guard let index else { return self }
        switch self {
        case .taskEdited(var event):
            event.previous = .inThisCommit(index)
            return .taskEdited(event)
        case .taskTimed(var event):
            event.previous = .inThisCommit(index)
            return .taskTimed(event)
        case .taskLinked(var event):
            event.previous = .inThisCommit(index)
            return .taskLinked(event)
        case .taskValued(var event):
            event.previous = .inThisCommit(index)
            return .taskValued(event)
        default: return self
        }
    }

    /// The event of a task where so many more stand before those of its commit.
    func moved(by count: Int) -> Event {
        func moved(_ reference: Reference) -> Reference {
            if case .inThisCommit(let index) = reference { return .inThisCommit(index + count) }
            return reference
        }
        switch self {
        case .taskTimed(var event):
            (event.target, event.previous) = (moved(event.target), moved(event.previous))
            return .taskTimed(event)
        case .taskLinked(var event):
            (event.target, event.previous) = (moved(event.target), moved(event.previous))
            event.prerequisite = moved(event.prerequisite)
            return .taskLinked(event)
        case .taskValued(var event):
            (event.target, event.previous) = (moved(event.target), moved(event.previous))
            return .taskValued(event)
        case .taskEdited(var event):
            (event.target, event.previous) = (moved(event.target), moved(event.previous))
            return .taskEdited(event)
        case .taskFinished(var event):
            (event.target, event.previous) = (moved(event.target), moved(event.previous))
            return .taskFinished(event)
        default: return self
        }
    }
}
