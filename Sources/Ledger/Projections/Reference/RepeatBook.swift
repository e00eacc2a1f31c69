package import EventLog

/// What was said of what comes again, and which of it holds.
package struct RepeatBook: Projection, Hashable {
    /// Something that was said.
    enum Saying: Hashable {
        case added(RepeatAdded)
        case skipped(RepeatSkipped)
    }

    /// One of them, where it was said.
    struct Entry: Hashable {
        let position: UInt64
        let commit: CommitID?
        let saying: Saying
    }

    /// All of it, in the order of the log.
    private(set) var sayings: [Entry] = []
    /// What was taken back, or holds again: the last word on each.
    private var holds: [UInt64: Bool] = [:]

    /// An empty book.
    package init() {}

    /// `repeats`.
    package static let name = "repeats"
    /// 1.
    package static let version = 1
    /// Everything.
    package static let sections: Sections = .all

    /// The types of the events that a book takes in.
    static let types: Set<EventType> = [
        .repeatAdded, .repeatSkipped, .repeatWithdrawn, .repeatRestored,
    ]

    /// Whether what the event at a position says holds.
    func holds(_ position: UInt64) -> Bool { holds[position] ?? true }

    /// What was said at a position, such as `Rent, month on the 1st`.
    package func title(at position: UInt64) -> String? {
        let entry = sayings.first { $0.position == position }
        switch entry?.saying {
        case .added(let added): return added.phrase
        case .skipped(let skipped):
            let rule = sayings.first { $0.position == skipped.target.position }
            guard case .added(let added) = rule?.saying else { return skipped.phrase }
            return added.title + ", " + skipped.phrase
        case nil: return nil
        }
    }

    /// Takes in the events that follow.
    package mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try batch.forEachEvent(of: RepeatBook.types) { position, event in
            func note(_ saying: Saying) {
                let commit = batch.commit(at: Int(position - batch.firstPosition))
                sayings.append(Entry(position: position, commit: commit?.id, saying: saying))
            }
            switch event {
            case .repeatAdded(let added): note(.added(added))
            case .repeatSkipped(let skipped): note(.skipped(skipped))
            case .repeatWithdrawn(let change): take(change, holds: false)
            case .repeatRestored(let change): take(change, holds: true)
            default: break
            }
        }
    }

    private mutating func take(_ change: PlanChange, holds isHeld: Bool) {
        if let target = change.target.position { holds[target] = isHeld }
    }

    /// Takes in the book of the events that follow.
    package mutating func merge(_ other: RepeatBook) {
        sayings += other.sayings
        holds.merge(other.holds) { $1 }
    }
}

extension RepeatBook {
    /// What the keys of all rules begin with.
    static let keyStart = OwnKey.repeated.rawValue

    /// What the keys of commits begin with that are made for each rule, holding or not, in the
    /// order of the log.
    var keyPrefixes: [(rule: UInt64, prefix: String)] {
        var ofCommit: [CommitID: Int] = [:]
        return sayings.compactMap { entry in
            guard case .added = entry.saying else { return nil }
            var prefix = RepeatBook.keyStart
            if let commit = entry.commit {
                prefix += commit.hexadecimal
                // A commit that says several has all of them.
                let before = ofCommit[commit, default: 0]
                ofCommit[commit] = before + 1
                if before > 0 { prefix += "+\(before)" }
            }
            return (entry.position, prefix + "/")
        }
    }

    /// The rules that hold, in the order of the log.
    package var rules: [RepeatRule] {
        var rules: [RepeatRule] = []
        var commits: [CommitID?] = []
        var places: [UInt64: Int] = [:]
        let prefixes = Dictionary(keyPrefixes.map { ($0.rule, $0.prefix) }) { $1 }
        for entry in sayings {
            switch entry.saying {
            case .added(let added):
                guard holds(entry.position), let prefix = prefixes[entry.position] else { continue }
                places[entry.position] = rules.count
                commits.append(entry.commit)
                rules.append(RepeatRule(id: entry.position, added: added, keyPrefix: prefix))
            case .skipped(let skipped):
                guard holds(entry.position),
                    let place = skipped.target.position.flatMap({ places[$0] })
                else { continue }
                rules[place].take(skipped)
                // A change says both in one commit.
                if skipped.stops, let commit = entry.commit,
                    let next = commits.lastIndex(of: commit), next != place,
                    rules[next].added.first == skipped.day
                {
                    rules[next].continued = rules[place].id
                }
            }
        }
        return rules
    }
}

extension [RepeatRule] {
    /// A rule with all that it was changed into, and that was changed into it, by their first days.
    package func changes(of rule: RepeatRule) -> [RepeatRule] {
        let before = Dictionary(uniqueKeysWithValues: map { ($0.id, $0.continued) })
        func first(_ id: UInt64) -> UInt64 {
            var id = id
            // Each is told behind the one that it goes on for.
            while let last = before[id] ?? nil, last < id { id = last }
            return id
        }
        let start = first(rule.id)
        return filter { first($0.id) == start }.sorted { left, right in
            (left.added.first, left.id) < (right.added.first, right.id)
        }
    }
}

extension RepeatAdded {
    /// `Rent 980.00 EUR, month on the 1st from 2026-05-01`
    var phrase: String {
        var text = title
        if case .line(let facts, _) = content {
            text += (text.isEmpty ? "" : " ") + "\(facts.amount) \(facts.amount.currency.code)"
        }
        let start = recurrence.next(onOrAfter: first, from: first) ?? first
        return "\(text), \(recurrence) from \(start)" + (last.map { " to \($0)" } ?? "")
    }
}

extension RepeatSkipped {
    /// `not on 2026-05-01`, or `none from 2026-05-01`
    var phrase: String { stops ? "none from \(day)" : "not on \(day)" }
}

extension CommitID {
    /// Its 16 bytes as 32 lower-case hexadecimal digits.
    fileprivate var hexadecimal: String {
        bytes.map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }
}
