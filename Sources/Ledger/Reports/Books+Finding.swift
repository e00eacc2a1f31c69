internal import EventLog

/// A line or a task that a word may mean.
public struct Candidate: Codable, Hashable, Sendable {
    /// The position of its creation.
    public let id: UInt64
    /// `line` or `task`.
    public let type: String
    /// Its title.
    public let title: String
    /// Whether the line is not voided, or the task is open.
    public let live: Bool
}

extension Books {
    /// The lines and tasks whose title has a word, in any case, newest first.
    ///
    /// - Parameter word: Letters and digits; of several words, all must occur. Nothing is found for
    ///   text without any.
    /// - Complexity: O(*n*) in the titles.
    public func find(_ word: String) throws(StoreError) -> [Candidate] {
        let wanted = Words.folded(word)
        guard !wanted.isEmpty else { return [] }
        let ids = try thingsEverCalled(wanted)
        let state = try state(for: ids, withCategories: false)
        var found: [Candidate] = []
        for id in ids.sorted(by: >) {
            let candidate: Candidate
            if let line = state.lines[id] {
                candidate = Candidate(
                    id: id, type: "line", title: line.details.title, live: !line.isVoided)
            } else if let todo = state.todos[id] {
                candidate = Candidate(
                    id: id, type: "task", title: todo.facts.title, live: todo.status == .open)
            } else {
                continue
            }
            if Books.has(candidate.title, wanted) { found.append(candidate) }
        }
        return found
    }

    /// The ids of what had all words in the title of some version.
    private func thingsEverCalled(_ wanted: [String]) throws(StoreError) -> [UInt64] {
        var ids: Set<UInt64> = []
        try store.read(0..<count, [.links, .text]) { batch in
            guard let titles = batch.bytes[.title] else { return .next }
            let isMatch = titles.dictionary.map {
                Books.has(String(decoding: $0, as: UTF8.self), wanted)
            }
            guard isMatch.contains(true) else { return .next }
            for (row, code) in zip(titles.rows, titles.codes) where isMatch[Int(code)] {
                let target = batch.links[.target]?.value(at: Int(row))
                ids.insert(
                    target.flatMap { UInt64(exactly: $0) } ?? batch.firstPosition + UInt64(row))
            }
            return .next
        }
        return ids.sorted()
    }

    private static func has(_ title: String, _ wanted: [String]) -> Bool {
        let words = Words.folded(title)
        return wanted.allSatisfy(words.contains)
    }
}
