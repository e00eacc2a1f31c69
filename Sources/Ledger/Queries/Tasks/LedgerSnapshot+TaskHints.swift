internal import EventLog

extension LedgerSnapshot {
    /// What may be meant by projects, tags and words that are looked for and that no task has,
    /// closed or not; empty where all are known, or nothing is near, and in a large log.
    ///
    /// - Complexity: As ``todos()``.
    package func hints(of filter: TaskFilter) throws(StoreError) -> [NameHint] {
        let sought = filter.names
        if sought.isEmpty || count >= Limit.segmentEvents { return [] }
        let known = TaskNames(try todos().entries.map(\.state.facts))
        var hints: [NameHint] = []
        for name in sought {
            guard let hint = known.hint(name), !hints.contains(hint) else { continue }
            hints.append(hint)
        }
        return hints
    }
}

/// Something that tasks are looked for by.
private enum TaskName {
    case project(CategoryPath)
    case tag(String)
    case word(String)
}

extension TaskFilter {
    /// The projects, tags and words that tasks are to have.
    fileprivate var names: [TaskName] {
        var names = project.map { [TaskName.project($0)] } ?? []
        names += tags.map { .tag($0) }
        names += text.split(whereSeparator: \.isWhitespace).map { .word(String($0)) }
        for test in query?.expression.affirmed() ?? [] {
            switch test {
            case .project(let path, _): names.append(.project(path))
            case .tag(let tag): names.append(.tag(tag))
            case .text(let word), .title(let word): names.append(.word(word))
            default: continue
            }
        }
        return names
    }
}

/// The names that tasks have.
private struct TaskNames {
    private let facts: [TodoFacts]
    private let projects: [CategoryPath]

    init(_ facts: [TodoFacts]) {
        self.facts = facts
        projects = Set(facts.compactMap(\.project)).sorted()
    }

    /// What may be meant by a name; `nil` where a task has it, or nothing is near.
    func hint(_ name: TaskName) -> NameHint? {
        let (what, text, near): (String, String, [String])
        switch name {
        case .project(let path):
            let folded = path.folded
            if projects.contains(where: { $0.isBelow(folded) }) { return nil }
            (what, text) = ("project", path.text)
            near = NameHint.near(to: path, among: projects)
        case .tag(let tag):
            let tags = Set(facts.flatMap(\.tags)).sorted()
            let folded = tag.lowercased()
            if tags.contains(where: { $0.lowercased() == folded }) { return nil }
            (what, text, near) = ("tag", tag, Spelling.nearest(to: tag, among: tags))
        case .word(let word):
            // What is shorter is like too much.
            guard word.count > 2, !has(word) else { return nil }
            (what, text, near) = ("task", word, Spelling.nearest(to: word, among: words))
        }
        return near.isEmpty ? nil : NameHint(what: what, name: text, near: near, renamed: false)
    }

    private func has(_ word: String) -> Bool {
        let folded = word.lowercased()
        return facts.contains { facts in
            ([facts.title, facts.note, facts.project?.text ?? ""] + facts.tags)
                .contains { $0.lowercased().contains(folded) }
        }
    }

    /// The words of titles, projects and tags, each in one spelling.
    private var words: [String] {
        var names: [String] = []
        for task in facts {
            names += task.project?.segments ?? []
            names += task.tags
            names += task.title.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }
        let spellings = names.map { ($0.lowercased(), $0) }
        return Array(Dictionary(spellings) { first, _ in first }.values)
    }
}
