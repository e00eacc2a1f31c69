/// A rule of what comes again, with what was said of it since.
package struct RepeatRule: Hashable, Sendable {
    /// The position of the ``RepeatAdded``.
    package let id: UInt64
    /// What it says.
    package let added: RepeatAdded
    /// What the keys of its commits begin with.
    let keyPrefix: String
    /// The days that were passed over.
    package private(set) var skipped: Set<Day> = []
    /// The day before which all of its days lie; ``Day/max`` for no end.
    package private(set) var end: Day
    /// The rule that was ended for this one to go on from that day, as it was changed; `nil` for
    /// none.
    var continued: UInt64?

    init(id: UInt64, added: RepeatAdded, keyPrefix: String) {
        self.id = id
        self.added = added
        self.keyPrefix = keyPrefix
        end = added.last?.adding(days: 1) ?? .max
    }

    mutating func take(_ skipped: RepeatSkipped) {
        if skipped.stops { end = min(end, skipped.day) } else { self.skipped.insert(skipped.day) }
    }

    /// The last day that it may have, as it stands now; `nil` for no end.
    package var last: Day? { end < .max ? end.adding(days: -1) : nil }

    /// What it says, such as `Rent 980.00 EUR, month on the 1st from 2026-12-01 to 2027-05-31`.
    package var phrase: String {
        var said = added
        said.last = last
        return said.phrase
    }

    /// The idempotency key of the commit that records what it expects on a day.
    package func key(on day: Day) -> String { "\(keyPrefix)\(day)" }

    /// Its first day from a day on that was not passed over; `nil` for none.
    package func next(onOrAfter day: Day) -> Day? {
        var from = day
        while let next = added.recurrence.next(onOrAfter: from, from: added.first), next < end {
            if !skipped.contains(next) { return next }
            from = next.adding(days: 1)
        }
        return nil
    }

    /// Its days in a range that has an end, ascending, without those that were passed over.
    package func days(in range: DayRange) -> [Day] {
        let range = range.intersection(DayRange(start: .min, end: end))
        return added.recurrence.days(in: range, from: added.first)
            .filter { !skipped.contains($0) }
    }

    /// The same with those that were passed over, and as if nothing had ended it.
    func daysEver(in range: DayRange) -> [Day] {
        let last = added.last?.adding(days: 1) ?? .max
        let range = range.intersection(DayRange(start: added.first, end: last))
        return range.isEmpty ? [] : added.recurrence.days(in: range, from: added.first)
    }

    /// Whether a day is one of its own, passed over or not.
    package func has(_ day: Day) -> Bool {
        day < end && added.recurrence.next(onOrAfter: day, from: added.first) == day
    }

    /// Whether a day was passed over.
    package func isSkipped(_ day: Day) -> Bool { skipped.contains(day) }
}
