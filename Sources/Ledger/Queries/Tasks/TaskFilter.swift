/// Which tasks are wanted; what is not said admits all.
package struct TaskFilter: Hashable, Sendable {
    /// Their tabs.
    package var tabs: Set<TaskTab> = Set(TaskTab.allCases)
    /// Whether those that were dropped are wanted, too.
    package var withDropped = false
    /// A project with everything below it, in any case.
    package var project: CategoryPath?
    /// Tags in any case; a task has all of them.
    package var tags: [String] = []
    /// How pressing they are.
    package var urgency: TodoUrgency?
    /// The colour of their cards.
    package var colour: TodoColour?
    /// Exactly this priority.
    package var priority: UInt8?
    /// The person who is to do them, by position.
    package var assignee: UInt64?
    /// Words that all occur in title, note, tags or project, in any case.
    package var text = ""
    /// Their last instant is before this one.
    package var dueBefore: Timestamp?

    /// What else is looked for; `nil` for nothing.
    var query: TaskQuery?

    /// Whether open tasks are wanted that are hidden until later, or of no use any more.
    package var hidden = Hidden.without

    /// What is wanted of the tasks that are hidden.
    package enum Hidden: Hashable, Sendable {
        /// None.
        case without
        /// Only they.
        case only
        /// All tasks, hidden or not.
        case with
    }

    /// A filter that admits everything but what was dropped.
    package init() {}
}

extension TaskFilter {
    /// Whether the tab of a task is wanted.
    func admits(_ tab: TaskTab?) -> Bool { tab.map(tabs.contains) ?? withDropped }

    /// Whether a task is wanted that is hidden, or is not.
    func admits(hidden isHidden: Bool) -> Bool {
        switch hidden {
        case .without: !isHidden
        case .only: isHidden
        case .with: true
        }
    }

    /// Whether a task is wanted as far as it goes by what it says.
    ///
    /// - Complexity: O(*n*) in the text.
    func admits(_ facts: TodoFacts, in zone: Zone) -> Bool {
        if let urgency, facts.urgency != urgency { return false }
        if let colour, facts.colour != colour { return false }
        if let priority, facts.priority != priority { return false }
        if let assignee, facts.assignee?.position != assignee { return false }
        if !admits(project: facts.project) || !admits(tags: facts.tags) { return false }
        if let dueBefore {
            guard let last = facts.deadline?.lastInstant(in: zone), last < dueBefore else {
                return false
            }
        }
        let words = words
        if words.isEmpty { return true }
        let texts = ([facts.title, facts.note, facts.project?.text ?? ""] + facts.tags)
            .map { Array($0.utf8) }
        return words.allSatisfy { word in texts.contains(where: word.occurs) }
    }

    /// Whether project and tags of a task are wanted.
    package func wants(_ facts: TodoFacts) -> Bool {
        admits(project: facts.project) && admits(tags: facts.tags)
    }

    /// Whether tasks of a project, or of none, are wanted.
    func admits(project own: CategoryPath?) -> Bool {
        guard let project = project?.folded else { return true }
        return own?.isBelow(project) ?? false
    }

    /// Whether tasks with some tags are wanted.
    func admits(tags own: [String]) -> Bool {
        if tags.isEmpty { return true }
        let own = own.map { $0.lowercased() }
        return tags.allSatisfy { own.contains($0.lowercased()) }
    }

    /// The words of the text.
    var words: [FoldedText] {
        text.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) }
    }
}

extension CategoryPath {
    /// Whether it is another one or lies below it, in any case.
    ///
    /// - Parameter other: Its ``folded`` segments.
    func isBelow(_ other: [String]) -> Bool { Array(folded.prefix(other.count)) == other }

    /// The segments without regard to case.
    var folded: [String] { segments.map { $0.lowercased() } }
}
