internal import EventLog
package import Ledger

extension Environment {
    /// The zone of a ledger.
    package func zone(of snapshot: LedgerSnapshot) throws(ApplicationError) -> Zone {
        try zone(named: settings(of: snapshot).zoneName)
    }

    /// Today in a ledger's zone, and what else words depend on.
    package func today(in snapshot: LedgerSnapshot) throws(ApplicationError) -> CalendarContext {
        let settings = try settings(of: snapshot)
        let zone = try zone(named: settings.zoneName)
        return CalendarContext(zone: zone, day: zone.day(at: now()), weekStart: settings.weekStart)
    }

    /// A report, as of today.
    ///
    /// - Parameter withSums: Whether sums beside the log may be believed.
    package func report(
        _ parameters: ReportParameters, of snapshot: LedgerSnapshot, today: CalendarContext,
        withSums: Bool = false
    ) throws(ApplicationError) -> SpendingReport {
        try mappingError(
            ApplicationError.books,
            snapshot.report(parameters, now: today.day, withSums: withSums))
    }

    /// The moment that a text means: RFC 3339, a local time of today or behind a day, or a date or
    /// phrase for noon of that day.
    package func moment(_ text: String) throws(ApplicationError) -> Timestamp {
        if let time = Timestamp(text) { return time }
        let today = try today(in: snapshot())
        if let minute = try today.minute(text) { return minute.lowerBound }
        return today.zone.timestamp(of: try today.day(text), .noon)
    }

    /// Where the past ends that a text means: a position, bare or behind `#`, that of an event of
    /// a branch that was replaced (`4f1c:1042`), else RFC 3339, else a local time, of today or
    /// behind a day, with all of that minute, else a date or phrase with all of that day.
    package func past(_ text: String) throws(ApplicationError) -> AsOf {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        if let position = UInt64(digits) { return .position(position) }
        if let position = try position(inBranch: text) { return .position(position) }
        if let time = Timestamp(text) { return .time(time) }
        let today = try with { $0.asOf = nil }.todayOfLedger()
        if let minute = try today.minute(text) { return .time(minute.upperBound) }
        let next = today.zone.start(of: try today.day(text).adding(days: 1))
        return .time(next.adding(milliseconds: -1))
    }

    func zone(named name: String) throws(ApplicationError) -> Zone {
        return try mappingError(ApplicationError.zone, Zone(name: name))
    }

    func settings(of snapshot: LedgerSnapshot) throws(ApplicationError) -> Settings {
        guard let settings = snapshot.referenceData.settings else { throw .report(.notOpened) }
        return settings
    }

    private func todayOfLedger() throws(ApplicationError) -> CalendarContext {
        try today(in: snapshot())
    }
}

/// What words such as `yesterday` depend on.
package struct CalendarContext: Hashable, Sendable {
    /// The ledger's zone.
    package let zone: Zone
    /// The day of now in that zone.
    package let day: Day
    /// The day on which the ledger's weeks start.
    package let weekStart: Weekday

    /// The same with weeks that start on another day, by its English name; `nil` for none other.
    func weeks(startingOn name: String?) throws(ApplicationError) -> CalendarContext {
        guard let name else { return self }
        return CalendarContext(zone: zone, day: day, weekStart: try InitLedger.weekday(name))
    }

    /// The day that a date or a phrase means.
    package func day(_ text: String) throws(ApplicationError) -> Day {
        do throws(DatePhraseError) {
            return try DatePhrase.day(text, today: day, weekStart: weekStart)
        } catch {
            throw .badDate(text, error)
        }
    }

    /// The minute, or second, that a local time means, of today or behind a day; `nil` for a text
    /// without one.
    fileprivate func minute(_ text: String) throws(ApplicationError) -> ClosedRange<Timestamp>? {
        do throws(DatePhraseError) {
            return try DeadlinePhrase.past(text, today: day, zone: zone, weekStart: weekStart)
        } catch {
            throw .badDate(text, error)
        }
    }

    /// The day of something that happened: no month or year.
    package func exactDay(_ text: String) throws(ApplicationError) -> Day {
        do throws(DatePhraseError) {
            return try DatePhrase.exactDay(text, today: day, weekStart: weekStart)
        } catch {
            throw .badDate(text, error)
        }
    }

    /// The last of the days that a date or a phrase means, which have to end.
    func lastDay(_ text: String) throws(ApplicationError) -> Day {
        let range = try days(in: text, begin: nil, end: nil)
        if range.hasEnd { return range.end.adding(days: -1) }
        if range.hasStart { throw .badDate(text, .endless(text: text, start: range.start)) }
        return try exactDay(text)
    }

    /// The last day of what a date or a phrase means, looking ahead.
    package func dueDay(_ text: String) throws(ApplicationError) -> Day {
        do throws(DatePhraseError) {
            return try DatePhrase.dueDay(text, today: day, weekStart: weekStart)
        } catch {
            throw .badDate(text, error)
        }
    }

    /// Buckets and days that a period expression means.
    func expression(
        _ text: String
    ) throws(ApplicationError) -> (period: Period?, range: DayRange?) {
        do throws(DatePhraseError) {
            return try DatePhrase.periodExpression(text, today: day, weekStart: weekStart)
        } catch {
            throw .badDate(text, error)
        }
    }

    /// The days that a phrase means, all without one, cut where `begin` and `end` say so.
    func days(
        in phrase: String?, begin: String?, end: String?
    ) throws(ApplicationError) -> DayRange {
        let range = try phrase.flatMap { text throws(ApplicationError) in
            try expression(text).range
        }
        return try days(in: range, begin: begin, end: end)
    }

    /// The days of a range, cut where `begin` and `end` say so.
    func days(
        in range: DayRange?, begin: String?, end: String?
    ) throws(ApplicationError) -> DayRange {
        let start = try begin.map { text throws(ApplicationError) in try day(text) }
        let stop = try end.map { text throws(ApplicationError) in try day(text) }
        if let start, let stop, stop <= start { throw .emptyRange(begin: start, end: stop) }
        let given = DayRange(start: start ?? .min, end: stop ?? .max)
        return given.intersection(range ?? .all)
    }
}
