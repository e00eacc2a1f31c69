/// Which tasks wait for which.
package struct TodoLinks: Hashable, Sendable {
    /// The tasks for which each waits, ascending.
    private var prerequisites: [UInt64: [UInt64]] = [:]

    /// No task waits.
    package init() {}

    /// The tasks for which one waits, ascending.
    package subscript(task: UInt64) -> [UInt64] { prerequisites[task] ?? [] }

    /// The tasks for which others wait.
    var awaited: Set<UInt64> { Set(prerequisites.values.joined()) }

    /// Takes in that a task waits for another one, or does not any more.
    package mutating func take(_ task: UInt64, _ prerequisite: UInt64, ends: Bool) {
        var known = self[task].filter { $0 != prerequisite }
        if !ends { known.append(prerequisite) }
        prerequisites[task] = known.isEmpty ? nil : known.sorted()
    }

    /// Takes in a dependency of tasks that are recorded.
    mutating func take(_ link: TaskLinked) {
        guard let task = link.target.position, let prerequisite = link.prerequisite.position else {
            return
        }
        take(task, prerequisite, ends: link.ends)
    }

    /// The way from a task over those for which it waits to another one, both included; `nil` where
    /// there is none.
    ///
    /// - Complexity: O(*n*) in the links.
    package func path(from start: UInt64, to end: UInt64) -> [UInt64]? {
        var origins: [UInt64: UInt64] = [start: start]
        var open = [start]
        while let task = open.popLast() {
            if task == end {
                var path = [end]
                while let last = path.last, last != start, let origin = origins[last] {
                    path.append(origin)
                }
                return path.reversed()
            }
            for next in self[task] where origins[next] == nil {
                origins[next] = task
                open.append(next)
            }
        }
        return nil
    }
}
