extension Zone {
    /// Seconds that local clocks are ahead of UTC at an instant (east is positive).
    /// O(log changes).
    package func utcOffsetSeconds(at time: Timestamp) -> Int {
        table.offset(at: time.secondsSince1970)
    }

    /// The local day of an instant.
    public func day(at time: Timestamp) -> Day {
        Day(saturating: Int(localSeconds(at: time).flooredDivision(by: 86_400)))
    }

    /// What local clocks show at an instant, in whole seconds rounded down.
    public func timeOfDay(at time: Timestamp) -> TimeOfDay {
        TimeOfDay(seconds: Int(localSeconds(at: time).flooredRemainder(by: 86_400)))
    }

    /// The instant at which local clocks show `time` on `day`. A time that clocks skip moves
    /// forward by the gap; of a time that they show twice it is the first.
    public func timestamp(of day: Day, _ time: TimeOfDay) -> Timestamp {
        let local = Int64(day.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
        var offset = table.offset(at: local - Zone.reach)
        var change = table.change(after: local - Zone.reach)
        while let next = change, local - Int64(offset) >= next.seconds {
            // Past the change by the clock before it; before the change by the clock after it: gap.
            if local - Int64(next.offset) < next.seconds { break }
            offset = next.offset
            change = table.change(after: next.seconds)
        }
        return Timestamp(saturatingSeconds: local - Int64(offset))
    }

    /// The first instant whose local day is `day`; for a day that the zone skipped altogether
    /// (2011-12-30 in Pacific/Apia), the instant of the skip.
    public func start(of day: Day) -> Timestamp {
        let local = Int64(day.daysSince1970) * 86_400
        var offset = table.offset(at: local - Zone.reach)
        var change = table.change(after: local - Zone.reach)
        while let next = change, local - Int64(offset) >= next.seconds {
            if next.seconds + Int64(next.offset) >= local {
                return Timestamp(saturatingSeconds: next.seconds)
            }
            offset = next.offset
            change = table.change(after: next.seconds)
        }
        return Timestamp(saturatingSeconds: local - Int64(offset))
    }

    /// More than any offset from UTC, on either side, in seconds.
    private static let reach: Int64 = 2 * 86_400

    private func localSeconds(at time: Timestamp) -> Int64 {
        time.secondsSince1970 + Int64(utcOffsetSeconds(at: time))
    }
}
