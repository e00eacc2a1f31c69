/// Which tasks wait for which.
package struct TodoLinks: Hashable, Sendable {
    /// The tasks for which each waits.
    private var prerequisites: [UInt64: Set<UInt64>] = [:]

    /// No task waits.
    package init() {}

    /// The tasks for which one waits, ascending.
    package subscript(task: UInt64) -> [UInt64] { prerequisites[task]?.sorted() ?? [] }

    /// Whether a task waits for another one itself.
    package func has(_ task: UInt64, _ prerequisite: UInt64) -> Bool {
        prerequisites[task]?.contains(prerequisite) ?? false
    }

    /// The tasks for which others wait.
    var awaited: Set<UInt64> { Set(prerequisites.values.joined()) }

    /// The tasks that lie on rings, or between two, once some more wait for others; a task that
    /// waits for itself is passed over.
    ///
    /// - Complexity: O(*n*) in the links.
    func ringed(with more: [(task: UInt64, prerequisite: UInt64)]) -> Set<UInt64> {
        var links = prerequisites.mapValues { Array($0) }
        for (task, other) in more where task != other { links[task, default: []].append(other) }
        // Once from the tasks that nobody awaits, and once from those that wait for none.
        return Set(TodoLinks.turned(TodoLinks.turned(links)).keys)
    }

    /// The links the other way round, without the tasks to which none leads, again and again.
    private static func turned(_ links: [UInt64: [UInt64]]) -> [UInt64: [UInt64]] {
        var counts: [UInt64: Int] = [:]
        for other in links.values.joined() { counts[other, default: 0] += 1 }
        var free = links.keys.filter { counts[$0] == nil }
        while let task = free.popLast() {
            for other in links[task] ?? [] {
                guard let count = counts[other] else { continue }
                counts[other] = count > 1 ? count - 1 : nil
                if count == 1 { free.append(other) }
            }
        }
        var turned: [UInt64: [UInt64]] = [:]
        for (task, others) in links where counts[task] != nil {
            for other in others { turned[other, default: []].append(task) }
        }
        return turned
    }

    /// Takes in that a task waits for another one, or does not any more.
    ///
    /// - Complexity: O(1)
    package mutating func take(_ task: UInt64, _ prerequisite: UInt64, ends: Bool) {
        if !ends {
            prerequisites[task, default: []].insert(prerequisite)
        } else if prerequisites[task]?.remove(prerequisite) != nil,
            prerequisites[task]?.isEmpty == true
        {
            prerequisites[task] = nil
        }
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
