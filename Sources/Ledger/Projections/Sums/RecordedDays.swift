internal import EventLog

/// What of a rule of what comes again was recorded in the first events: all of its days before one,
/// but for some.
///
/// Days that were passed over are told apart like others: what passed them over may be taken back.
/// Of those behind the end of a rule nothing is known: should what ended it be taken back, they are
/// looked up again.
package struct RecordedDays: Hashable, Sendable {
    /// The day before which is known what was recorded.
    package let until: Day
    /// The days before it that were not recorded, ascending.
    package let missing: [Day]

    /// Whether of some day it is known what was recorded.
    package var knowsDays: Bool { until > .min }

    /// Whether a day was recorded for sure.
    func has(_ day: Day) -> Bool {
        guard day < until else { return false }
        let place = missing.partitioningIndex { $0 >= day }
        return place == missing.count || missing[place] != day
    }
}

extension LedgerSnapshot {
    /// Days after the first of a rule on which it is looked at, at most: a clock that is wrong says
    /// any year.
    private static let ruleDaysMax = 40_000

    /// What was recorded of each rule up to the day of the newest event.
    ///
    /// - Parameter known: What was recorded in fewer events.
    /// - Complexity: O(*n*) in the days that are not known to be recorded, each of which is looked
    ///   up.
    func recordedDays(
        behind known: [UInt64: RecordedDays]
    ) throws(StoreError) -> [UInt64: RecordedDays] {
        let rules = try repeatBook().rules
        if rules.isEmpty { return [:] }
        var newest: Int64 = 0
        try store.read((count - 1)..<count, .commits) { batch in
            newest = batch.commit(at: 0)?.recordedAt ?? 0
            return .next
        }
        let days = newest / 86_400_000 + 1
        let today = Day(daysSince1970: Int32(clamping: max(0, days)))
        var found: [UInt64: RecordedDays] = [:]
        for rule in rules {
            let first = rule.added.first
            let last = first.adding(days: LedgerSnapshot.ruleDaysMax)
            let old = known[rule.id]
            let until = min(max(old?.until ?? first, min(today, last)), rule.end)
            var missing: [Day] = []
            for day in old?.missing ?? [] {
                guard day < until else { break }
                if try recorded(rule, on: day) == nil { missing.append(day) }
            }
            let more = DayRange(start: old?.until ?? first, end: until)
            for day in rule.daysEver(in: more) where try recorded(rule, on: day) == nil {
                missing.append(day)
            }
            found[rule.id] = RecordedDays(until: until, missing: missing)
        }
        return found
    }

    /// What is known of the recorded days of rules by sums beside the log.
    package func summedDays() throws(StoreError) -> [UInt64: RecordedDays] {
        try sums()?.recordedDays ?? [:]
    }

    /// Whether what sums say of recorded days is so.
    func confirms(_ days: [UInt64: RecordedDays]) throws(StoreError) -> Bool {
        let rules = try repeatBook().rules
        // Of a rule that was taken back nothing is asked.
        guard days.count <= rules.count else { return false }
        for rule in rules {
            guard let kept = days[rule.id] else { continue }
            let range = DayRange(start: rule.added.first, end: kept.until)
            let ever = rule.daysEver(in: range)
            for day in ever where try (recorded(rule, on: day) != nil) != kept.has(day) {
                return false
            }
        }
        return true
    }
}

extension SumReader {
    /// What was recorded of rules.
    mutating func recordedDays() -> [UInt64: RecordedDays]? {
        guard let count = count() else { return nil }
        var found: [UInt64: RecordedDays] = [:]
        for _ in 0..<count {
            guard let id = number(), let until = signed().flatMap(Int32.init(exactly:)),
                let days = self.count()
            else { return nil }
            var missing: [Day] = []
            var last: Int32 = 0
            for _ in 0..<days {
                guard let gap = signed().flatMap(Int32.init(exactly:)) else { return nil }
                let (day, overflows) = last.addingReportingOverflow(gap)
                guard !overflows, missing.isEmpty || gap > 0 else { return nil }
                missing.append(Day(daysSince1970: day))
                last = day
            }
            found[id] = RecordedDays(until: Day(daysSince1970: until), missing: missing)
        }
        return found
    }
}

extension SumWriter {
    /// Adds what was recorded of rules, ascending by rule.
    mutating func add(_ days: [UInt64: RecordedDays]) {
        number(UInt64(days.count))
        for (id, recorded) in days.sorted(by: { $0.key < $1.key }) {
            number(id)
            signed(Int64(recorded.until.daysSince1970))
            number(UInt64(recorded.missing.count))
            var last: Int64 = 0
            for day in recorded.missing {
                signed(Int64(day.daysSince1970) - last)
                last = Int64(day.daysSince1970)
            }
        }
    }
}
