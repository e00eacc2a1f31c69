/// By what each reason counts for how much a task presses; those of Taskwarrior unless others are
/// given.
package struct PressureWeights: Hashable, Sendable {
    /// Thousandths of the reasons that do not have the usual weight.
    package var changed: [TodoPressure.Reason: Int64] = [:]
    /// Thousandths of tags, in lower case.
    package var tags: [String: Int64] = [:]
    /// Thousandths of projects with all below them, as ``CategoryPath/text`` in lower case.
    package var projects: [String: Int64] = [:]

    /// The greatest weight, and of the least the amount, in thousandths.
    package static let limit: Int64 = 1_000_000

    /// The weights of Taskwarrior 2.6.
    package init() {}

    /// The weights of Taskwarrior 2.6, in thousandths; of a priority that of H.
    package static func usual(_ reason: TodoPressure.Reason) -> Int64 {
        switch reason {
        case .next: 15_000
        case .due: 12_000
        case .blocking: 8_000
        case .priority: 6_000
        case .scheduled: 5_000
        case .active: 4_000
        case .age: 2_000
        case .annotations, .tags, .project: 1_000
        case .waiting: -3_000
        case .blocked: -5_000
        case .own: 0
        }
    }

    subscript(reason: TodoPressure.Reason) -> Int64 {
        changed[reason] ?? PressureWeights.usual(reason)
    }

    /// The terms of tags and projects that have weights of their own.
    func own(_ facts: TodoFacts) -> [TodoPressure.Term] {
        var terms: [TodoPressure.Term] = []
        for tag in facts.tags {
            guard let weight = tags[tag.lowercased()], weight != 0 else { continue }
            terms.append(TodoPressure.Term(.own, weight, name: "tag \(tag)"))
        }
        if let project = facts.project {
            let folded = project.folded
            for depth in 1...folded.count {
                let name = folded.prefix(depth).joined(separator: ":")
                guard let weight = projects[name], weight != 0 else { continue }
                terms.append(TodoPressure.Term(.own, weight, name: "project \(name)"))
            }
        }
        return terms
    }
}
