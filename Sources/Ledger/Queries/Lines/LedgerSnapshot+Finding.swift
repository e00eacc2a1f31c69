internal import EventLog

/// An entity that a word may mean.
package struct Candidate: Codable, Hashable, Sendable {
    /// The position of its creation.
    package let id: UInt64
    /// `line`, `task`, `account` or `statement`.
    package let type: String
    /// Its title; of a line without any, the first line of its note.
    package let title: String
    /// Whether the line is not voided, or the task or account is open.
    package let live: Bool

    /// A candidate.
    package init(id: UInt64, type: String, title: String, live: Bool) {
        self.id = id
        self.type = type
        self.title = title
        self.live = live
    }
}

extension LedgerSnapshot {
    /// The lines and tasks whose title has a word, in any case, newest first; of those without a
    /// title the note counts.
    ///
    /// - Parameter word: Letters and digits; of several words, all must occur. Nothing is found for
    ///   text without any.
    /// - Complexity: O(*n*) in the titles; where filters of words lie beside the log, in those of
    ///   the files of the log that may have the longest word.
    package func find(_ word: String) throws(StoreError) -> [Candidate] {
        let wanted = Words.folded(word)
        guard !wanted.isEmpty else { return [] }
        let ids = try thingsEverCalled(wanted)
        let state = try state(for: ids, withCategories: false)
        var found: [Candidate] = []
        for id in ids.sorted(by: >) {
            let (title, note): (String, String)
            let candidate: Candidate
            if let line = state.lines[id] {
                (title, note) = (line.details.title, line.details.note)
                candidate = Candidate(
                    id: id, type: "line", title: title.trimmed.isEmpty ? note.firstLine : title,
                    live: !line.isVoided)
            } else if let todo = state.todos[id] {
                (title, note) = (todo.facts.title, "")
                candidate = Candidate(
                    id: id, type: "task", title: title, live: todo.status == .open)
            } else {
                continue
            }
            let text = title.trimmed.isEmpty ? note : title
            if LedgerSnapshot.has(text, wanted) { found.append(candidate) }
        }
        return found
    }

    /// The ids of what had all words in the title or the note of some version.
    private func thingsEverCalled(_ wanted: [String]) throws(StoreError) -> [UInt64] {
        var ids: Set<UInt64> = []
        // Most text is ruled out without being cut into words.
        guard let part = wanted.max(by: { $0.utf8.count < $1.utf8.count }).map(FoldedText.init)
        else { return [] }
        for span in try spans(mayHold: part) ?? [0..<count] {
            try store.read(span, [.links, .text]) { batch in
                // Of a title in two columns each may have some of the words.
                let isDivided = batch.bytes[.payee] != nil
                for column in [ColumnID.payee, .title, .note] {
                    guard let texts = batch.bytes[column] else { continue }
                    let values = texts.dictionary
                    let matches = Set(part.numbers(in: values)).filter { number in
                        isDivided
                            || LedgerSnapshot.has(
                                String(decoding: values[number], as: UTF8.self), wanted)
                    }
                    if matches.isEmpty { continue }
                    for (row, code) in zip(texts.rows, texts.codes)
                    where matches.contains(Int(code)) {
                        let target = batch.links[.target]?.value(at: Int(row))
                        ids.insert(
                            target.flatMap { UInt64(exactly: $0) }
                                ?? batch.firstPosition + UInt64(row))
                    }
                }
                return .next
            }
        }
        return ids.sorted()
    }

    private static func has(_ title: String, _ wanted: [String]) -> Bool {
        let words = Words.folded(title)
        return wanted.allSatisfy(words.contains)
    }
}
