internal import EventLog

/// The rule that something was recorded for, and the day that the rule expected it on.
package struct RepeatOrigin: Hashable, Sendable {
    /// The position of the event that told the rule.
    package let rule: UInt64
    /// The day.
    package let day: Day

    /// Whether a commit's key may be one that rules make.
    static func isKey(_ key: [UInt8]?) -> Bool {
        key?.starts(with: RepeatBook.keyStart.utf8) == true
    }
}

extension RepeatBook {
    /// What a commit was made for, by its key: a rule that holds or did, and a day; `nil` where it
    /// is no key of a rule.
    ///
    /// - Parameter rules: What ``rulesByPrefix`` gives.
    static func origin(of key: [UInt8]?, _ rules: [String: UInt64]) -> RepeatOrigin? {
        guard let key, RepeatOrigin.isKey(key) else { return nil }
        let text = String(decoding: key, as: UTF8.self)
        guard let cut = text.lastIndex(of: "/"), let day = Day(text[text.index(after: cut)...])
        else { return nil }
        return rules[String(text[...cut])].map { RepeatOrigin(rule: $0, day: day) }
    }

    /// The rules, by what the keys of commits begin with that are made for each.
    var rulesByPrefix: [String: UInt64] {
        Dictionary(keyPrefixes.map { ($0.prefix, $0.rule) }) { first, _ in first }
    }
}

extension LedgerSnapshot {
    /// The rule and the day for which the event at a position was recorded; `nil` where it was for
    /// none.
    ///
    /// - Complexity: O(*n*) in the frames where a key says that there is one, else O(1).
    package func repeatOrigin(at position: UInt64) throws(StoreError) -> RepeatOrigin? {
        var key: [UInt8]?
        try store.readEvents(at: [position], .all) { _, _, commit in key = commit?.key }
        guard RepeatOrigin.isKey(key) else { return nil }
        return RepeatBook.origin(of: key, try repeatBook().rulesByPrefix)
    }

    /// The events that were recorded for the rule that was told at a position; none where none was.
    ///
    /// - Complexity: O(*n*) in the commits where there is a rule, else in the frames.
    func positions(madeByRule rule: UInt64) throws(StoreError) -> Set<UInt64> {
        guard let prefix = try repeatBook().keyPrefixes.first(where: { $0.rule == rule })?.prefix
        else { return [] }
        var found: Set<UInt64> = []
        try store.read(rule..<count, .commits) { batch in
            for (number, run) in batch.commits.enumerated()
            where run.header.key?.starts(with: prefix.utf8) == true {
                let end =
                    number + 1 < batch.commits.count
                    ? batch.commits[number + 1].firstIndex : batch.count
                for index in run.firstIndex..<end {
                    found.insert(batch.firstPosition + UInt64(index))
                }
            }
            return .next
        }
        return found
    }
}
