internal import EventLog
package import Ledger

/// Records a task.
package enum AddTask: KeyedEndpoint {
    /// The task.
    package struct Input: Codable, Hashable, Sendable {
        /// What it says.
        package var task: TaskInput
        /// When it was done, as deadlines are typed, or `now`; left out for a task that is to be
        /// done.
        package var done: String?

        /// A request.
        package init(_ task: TaskInput) {
            self.task = task
        }
    }

    /// What was written; the id is that of the task.
    package typealias Output = WriteReceipt

    package static let path = "task/add"
    package static let summary = "record a task"
    package static let needs: Set<Permission> = [.create]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let task = input.task
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            var reader = try TaskReader(env, snapshot)
            let facts = try reader.facts(task)
            var plan = try reader.plan(task)
            reader.noteUntil(plan.moments, facts.deadline)
            if let done = input.done {
                plan.finishedAt =
                    done == "now" ? reader.clock.now : try reader.past(done)
            }
            return reader.completed(try snapshot.decision(.addTask(facts, plan)))
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written()
    }
}

extension TaskReader {
    /// The facts of a new task.
    mutating func facts(_ task: TaskInput) throws(ApplicationError) -> TodoFacts {
        var facts = TodoFacts(title: task.title ?? "")
        facts.note = task.note ?? ""
        if let due = task.due, !TaskReader.isNone(due) { facts.deadline = try deadline(due) }
        if let type = task.type { facts.urgency = try TaskReader.urgency(type) }
        if let colour = task.colour { facts.colour = try TaskReader.colour(colour) }
        if let text = task.priority, !text.isEmpty {
            facts.priority = try TaskReader.priority(text)
        }
        if let text = task.project, !text.isEmpty { facts.project = try project(text) }
        facts.tags = task.tags?.distinctTags ?? []
        if let name = task.assignee, !name.isEmpty {
            facts.assignee = try assignee(name, refusesSlips: task.refusesSlips == true)
        }
        return facts
    }

    /// When a new task is hidden, to be taken up and of use, and for what it waits.
    mutating func plan(_ task: TaskInput) throws(ApplicationError) -> TodoPlan {
        var plan = TodoPlan()
        for (moment, text) in task.moments where !TaskReader.isNone(text) {
            plan.moments[moment] = try plannedMoment(text)
        }
        for text in task.depends ?? [] {
            plan.prerequisites.append(
                try env.id(text, in: snapshot, type: "task", live: true))
        }
        if let parent = task.parent, !parent.isEmpty {
            plan.parent = try env.id(parent, in: snapshot, type: "task", live: true)
        }
        for (name, change) in try values(task.attributes) {
            plan.values[name] = change.applied(to: nil)
        }
        return plan
    }
}
