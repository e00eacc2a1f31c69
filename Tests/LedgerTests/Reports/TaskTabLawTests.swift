import Ledger
import Support
import Testing

private func time(_ value: JSONValue?) throws -> Timestamp {
    try #require(value?.string.flatMap { Timestamp($0) })
}

/// Around every day that is not 24 hours long, in every zone of the data: at every instant each
/// open task is in exactly one tab, and as time goes on it only moves forward.
@Suite(
    "Tabs around odd days",
    .enabled(if: SharedData.has("cal-moment-timezone"), "shared data is missing"),
    .enabled(if: !Zone.knownNames.isEmpty, "no time zone files: install tzdata"))
struct TaskTabLawTests {
    /// The rules of later years may be changed yet.
    private static let settledUntil = "2026-01-01"
    private static let quarter: Int64 = 15 * 60_000
    private static let day: Int64 = 86_400_000

    @Test func eachTaskIsInExactlyOneTab() throws {
        let json = try #require(SharedData.json("cal-moment-timezone/expected-odd-days.json"))
        let zones = try #require(json["zones"]?.object)
        #expect(zones.count == 12)
        var days = 0
        for (name, rows) in zones {
            let zone = try Zone(name: name)
            for row in try #require(rows.array) {
                let date = try #require(row["local_date"]?.string.flatMap { Day($0) })
                if date.description >= TaskTabLawTests.settledUntil { continue }
                let pieces = try #require(row["utc_intervals"]?.array)
                let begin = try pieces.first.map { try time($0[0]) } ?? zone.start(of: date)
                let end = try pieces.last.map { try time($0[1]) } ?? begin
                try check(zone, date, begin, end)
                days += 1
            }
        }
        // All of them, and not none.
        #expect(days > 400)
    }

    private func check(
        _ zone: Zone, _ date: Day, _ begin: Timestamp, _ end: Timestamp
    ) throws {
        let instants = Self.instants(begin, end)
        // Days before, in and after; instants just at the edges.
        var deadlines = (-1...1).map { Deadline.day(date.adding(days: $0)) }
        for edge in [begin, end] {
            for step in [-1, 0, 1, 30 * 60_000] as [Int64] {
                deadlines.append(.instant(edge.adding(milliseconds: step)))
            }
        }
        let ranks: [TaskTab: Int] = [.upcoming: 0, .today: 1, .failed: 2]
        var last = deadlines.map { _ in 0 }
        for now in instants {
            let clock = TaskClock(now: now, zone: zone)
            for (index, deadline) in deadlines.enumerated() {
                let claims = Self.claims(deadline, now, zone)
                guard claims.count == 1, clock.tab(.open, deadline) == claims.first else {
                    let found = String(describing: clock.tab(.open, deadline))
                    Issue.record("\(zone) \(now): \(deadline) is in \(claims), not \(found)")
                    return
                }
                let rank = ranks[claims[0], default: -1]
                if rank < last[index] { Issue.record("\(zone) \(now): \(deadline) went back") }
                last[index] = rank
            }
        }
        // A day and a half later all of them have failed, but for what is due the day after.
        #expect(last.count { $0 == 2 } >= deadlines.count - 1, "\(zone) \(date)")
    }

    /// What the data alone says: the odd day begins and ends where it does in UTC, and what is due
    /// in it is due today in between. Where clocks go back over midnight the day ends for the first
    /// time with its first piece.
    @Test func agreesWithTheData() throws {
        let json = try #require(SharedData.json("cal-moment-timezone/expected-odd-days.json"))
        for (name, rows) in try #require(json["zones"]?.object) {
            let zone = try Zone(name: name)
            for row in try #require(rows.array) {
                let date = try #require(row["local_date"]?.string.flatMap { Day($0) })
                guard date.description < TaskTabLawTests.settledUntil,
                    let piece = row["utc_intervals"]?.array?.first
                else { continue }
                let (begin, end) = (try time(piece[0]), try time(piece[1]))
                let inner = end.adding(milliseconds: -1)
                let expected: [(Deadline, Timestamp, TaskTab)] = [
                    (.day(date), begin.adding(milliseconds: -1), .upcoming),
                    (.day(date), begin, .today), (.day(date), inner, .today),
                    (.day(date), end, .failed),
                    (.day(date.adding(days: -1)), begin, .failed),
                    (.day(date.adding(days: 1)), inner, .upcoming),
                    (.day(date.adding(days: 1)), end, .today),
                    (.instant(begin), begin.adding(milliseconds: -1), .upcoming),
                    (.instant(begin), begin, .today),
                    (.instant(begin), begin.adding(milliseconds: 1), .failed),
                    (.instant(inner), begin, .today), (.instant(inner), inner, .today),
                    (.instant(inner), end, .failed), (.instant(end), inner, .upcoming),
                    (.instant(end), end, .today),
                ]
                for (deadline, now, tab) in expected {
                    let found = TaskClock(now: now, zone: zone).tab(.open, deadline)
                    #expect(found == tab, "\(zone) \(now): \(deadline)")
                }
            }
        }
    }

    /// Every quarter of an hour from a day and a half before to a day and a half after, and ±1 ms
    /// around both edges.
    private static func instants(_ begin: Timestamp, _ end: Timestamp) -> [Timestamp] {
        let (low, high) = (begin.millisecondsSince1970, end.millisecondsSince1970)
        let around = stride(from: low - day * 3 / 2, through: high + day * 3 / 2, by: Int(quarter))
        let edges = [low, high].flatMap { edge in [edge - 1, edge, edge + 1] }
        return (Array(around) + edges).sorted().map { Timestamp(millisecondsSince1970: $0) }
    }

    /// The tabs whose definition a task meets, each worked out by itself, without any clock: days
    /// begin where the zone first shows them.
    private static func claims(
        _ deadline: Deadline, _ now: Timestamp, _ zone: Zone
    ) -> [TaskTab] {
        let isFailed: Bool
        let isDueBefore: (Timestamp) -> Bool
        switch deadline {
        case .day(let day):
            let fails = zone.start(of: day.adding(days: 1))
            isFailed = now >= fails
            isDueBefore = { fails <= $0 }
        case .instant(let instant):
            isFailed = now > instant
            isDueBefore = { instant < $0 }
        }
        // Tomorrow starts when the next day that has not begun does.
        let today = zone.day(at: now)
        let starts = (0...3).map { zone.start(of: today.adding(days: $0)) }
        guard let tomorrow = starts.first(where: { $0 > now }) else { return [] }
        var tabs: [TaskTab] = []
        if isFailed { tabs.append(.failed) }
        if !isFailed, isDueBefore(tomorrow) { tabs.append(.today) }
        if !isFailed, !isDueBefore(tomorrow) { tabs.append(.upcoming) }
        return tabs
    }
}
