internal import EventLog

/// What a merge did not take in.
package struct KeptAside: Hashable, Sendable {
    /// Where the event stands that keeps it.
    package let position: UInt64
    /// What it says.
    package let aside: CommitSetAside
    /// The key of what somebody records to decide about it.
    package let key: String
}

/// A line or task as it stood at some event.
package struct StandingEntry: Codable, Hashable, Sendable {
    /// Where it was added.
    package let id: UInt64
    /// What it was called.
    package let title: String
    /// The day for which a line counts; left out for a task.
    package let day: Day?
    /// All of it, in words.
    package let says: String
}

extension LedgerSnapshot {
    /// What merges set aside and nobody has decided about, oldest first.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold such events are read.
    package func waitingAsides() throws(StoreError) -> [KeptAside] {
        var waiting: [KeptAside] = []
        for aside in try keptAsides() where try answer(to: aside) == nil { waiting.append(aside) }
        return waiting
    }

    /// What merges set aside, oldest first.
    ///
    /// - Complexity: As ``waitingAsides()``.
    func keptAsides() throws(StoreError) -> [KeptAside] {
        var found: [KeptAside] = []
        var counts: [[UInt8]: Int] = [:]
        try store.readReferenceEvents(in: 0..<count, of: [.commitSetAside]) { position, event in
            guard case .commitSetAside(let aside) = event, !aside.goesOn else { return }
            let number = counts[aside.commit] ?? 0
            counts[aside.commit] = number + 1
            found.append(
                KeptAside(position: position, aside: aside, key: aside.answerKey(number)))
        }
        return found
    }

    /// What somebody decided about what was set aside; `nil` while it waits.
    func answer(to aside: KeptAside) throws(StoreError) -> Range<UInt64>? {
        if let found = try store.positions(ofKey: aside.key) { return found }
        return try store.positions(ofKey: aside.aside.earlierAnswerKey)
    }

    /// A line or a task as it is; `nil` where there is none.
    package func standing(_ id: UInt64) throws(StoreError) -> StandingEntry? {
        if id >= count { return nil }
        let state = try state(for: [id], withCategories: false)
        if let line = state.lines[id] {
            return StandingEntry(
                id: id, title: line.details.title, day: line.facts.day,
                says: words(line.texts(referenceData)))
        }
        guard let task = state.todos[id] else { return nil }
        return StandingEntry(
            id: id, title: task.facts.title, day: nil, says: words(task.texts(referenceData)))
    }

    private func words(_ texts: [FieldText]) -> String {
        texts.compactMap { text in text.text.map { "\(text.field) \($0)" } }
            .joined(separator: ", ")
    }
}
