extension Decider {
    /// Each line is changed as it would be alone; lines of the same entry that are not among the
    /// given ones follow in what they share.
    mutating func amendAll(_ groups: [RuledLines], batch: String) throws(DecisionError) {
        try checkOpened()
        let given = Set(groups.flatMap(\.ids))
        if given.isEmpty { throw .nothingGiven }
        var done: Set<UInt64> = []
        var events: [Event] = []
        var same: Int64 = 0
        tellsSimilar = true
        // The batch is the first event; what it opens comes behind it.
        decision.events = [.batchStarted(BatchStarted(origin: batch, counts: [:]))]
        try openAccounts(of: groups)
        for group in groups {
            for id in group.ids where done.insert(id).inserted {
                let line = try line(id)
                if line.isVoided { throw .alreadyVoided(id) }
                guard let amended = try amendment(of: line, group.changes, group.reason) else {
                    same += 1
                    continue
                }
                events.append(.lineAmended(amended))
                for member in line.entry where !given.contains(member) && !done.contains(member) {
                    let other = try self.line(member)
                    let shared = group.changes.shared(by: line.facts, with: other.facts)
                    guard !other.isVoided,
                        let amended = try amendment(of: other, shared, group.reason)
                    else { continue }
                    done.insert(member)
                    events.append(.lineAmended(amended))
                }
            }
        }
        try checkSides(of: events)
        try open(batch: batch, Decider.paired(events, given), same: same)
        appendReopened()
    }

    /// Of two lines that become the sides of one transfer the incoming one is the other's
    /// counterpart: what was moved is counted once.
    private static func paired(_ events: [Event], _ given: Set<UInt64>) -> [Event] {
        guard given.count == 2, events.count == 2 else { return events }
        var sides: [LineAmended] = []
        for case .lineAmended(let line) in events
        where line.facts.kind == .transfer && line.replaced.kind != .transfer {
            sides.append(line)
        }
        let incoming = sides.indices.filter { sides[$0].facts.flags.contains(.incoming) }
        guard sides.count == 2, incoming.count == 1, let side = incoming.first,
            sides[0].facts.amount == sides[1].facts.amount,
            sides[0].facts.account != sides[1].facts.account
        else { return events }
        sides[side].facts.flags.insert(.counterpart)
        sides[side].changes.insert(.flags)
        return sides.map(Event.lineAmended)
    }

    /// Opens the accounts that lines are to be of and that are not known, each from the day of its
    /// earliest line on.
    private mutating func openAccounts(of groups: [RuledLines]) throws(DecisionError) {
        for group in groups where group.changes.account != .keep {
            var first: LineFacts?
            for id in group.ids {
                let facts = try line(id).facts
                if first.map({ facts.day < $0.day }) ?? true { first = facts }
            }
            guard let first else { continue }
            open(
                group.changes.account, first.amount.currency, from: group.changes.day ?? first.day)
        }
    }

    mutating func voidAll(_ ids: [UInt64], _ reason: String) throws(DecisionError) {
        try checkOpened()
        if ids.isEmpty { throw .nothingGiven }
        var done: Set<UInt64> = []
        var events: [Event] = []
        for id in ids {
            if try line(id).isVoided { throw .alreadyVoided(id) }
            for member in try line(id).entry where done.insert(member).inserted {
                let line = try line(member)
                if line.isVoided { continue }
                let voided = LineVoided(
                    target: .position(line.id), previous: .position(line.version),
                    replaced: line.facts, reason: reason)
                events.append(.lineVoided(voided))
            }
        }
        try open(batch: "void", events, same: 0)
    }

    /// Makes a batch of events.
    ///
    /// - Parameter same: How many lines were left out because they are so already.
    private mutating func open(
        batch origin: String, _ events: [Event], same: Int64
    ) throws(DecisionError) {
        if events.isEmpty { throw .nothingChanged }
        let counts = ["changed": Int64(events.count), "same": same]
        let start = Event.batchStarted(BatchStarted(origin: origin, counts: counts))
        decision.events = [start] + decision.events.dropFirst() + events
        decision.batch = .inThisCommit(0)
    }
}
