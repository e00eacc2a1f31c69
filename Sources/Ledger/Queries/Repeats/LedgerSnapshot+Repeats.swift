internal import EventLog

extension LedgerSnapshot {
    /// What was said of what comes again.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold something of it are read.
    package func repeatBook() throws(StoreError) -> RepeatBook {
        try book(of: RepeatBook.types)
    }

    /// Where it was recorded what a rule expects on a day; `nil` where it is still expected.
    ///
    /// What was recorded and voided since is not expected again: it can be restored.
    package func recorded(_ rule: RepeatRule, on day: Day) throws(StoreError) -> UInt64? {
        let positions = try store.positions(ofKey: rule.key(on: day))
        return positions.flatMap { $0.lowerBound < count ? $0.lowerBound : nil }
    }

    /// The first day of a rule from a day on that is still expected; `nil` for none.
    ///
    /// - Complexity: O(*n*) in the days that are recorded, each of which is looked up.
    package func nextExpected(
        _ rule: RepeatRule, onOrAfter day: Day
    ) throws(StoreError) -> Day? {
        var next = rule.next(onOrAfter: day)
        while let day = next, try recorded(rule, on: day) != nil {
            next = rule.next(onOrAfter: day.adding(days: 1))
        }
        return next
    }

    /// What is expected on the days of a range that has an end, and not recorded yet, by day, of
    /// one day in the order of the log.
    ///
    /// - Parameters:
    ///   - withSums: Whether sums beside the log are believed where they can be.
    ///   - newest: How many of each rule are found at most, the last ones; all when left out.
    /// - Complexity: O(*n*) in the days of the rules before the end, each of which is looked up;
    ///   with sums only those are that were not recorded before, and none before the last that is
    ///   found.
    package func expected(
        in range: DayRange, of rules: [RepeatRule], withSums: Bool = false, newest: Int = .max
    ) throws(StoreError) -> [(rule: RepeatRule, day: Day)] {
        var found: [(rule: RepeatRule, day: Day)] = []
        let known = withSums && !rules.isEmpty ? try summedDays() : [:]
        for rule in rules {
            let own = known[rule.id]
            var left = newest
            for day in rule.days(in: range).reversed() where own?.has(day) != true {
                if left == 0 { break }
                guard try recorded(rule, on: day) == nil else { continue }
                found.append((rule, day))
                left -= 1
            }
        }
        return found.sorted { ($0.day, $0.rule.id) < ($1.day, $1.rule.id) }
    }

    /// What is recorded of a rule on a day.
    ///
    /// - Parameter amount: Another amount than the rule's; `nil` for that.
    package func command(_ rule: RepeatRule, on day: Day, amount: Money? = nil) -> Command {
        // What was erased has to be called something.
        let title = "\(rule.added.recurrence)"
        switch rule.added.content {
        case .line(let facts, var details):
            if details.title.trimmed.isEmpty { details.title = title }
            return .addEntry([
                NewLine(
                    kind: facts.kind, amount: amount ?? facts.amount, day: day,
                    category: facts.category.map { referenceData.renamed($0).text },
                    account: referenceData.accountName(facts.account),
                    isIncoming: facts.flags.contains(.incoming), details: details)
            ])
        case .task(var facts, _):
            if facts.title.trimmed.isEmpty { facts.title = title }
            facts.deadline = .day(day)
            return .addTask(facts)
        }
    }
}
