internal import Ledger

/// Deadlines as text, seen from the moment of a list.
struct DueText {
    let now: Timestamp
    let today: Day
    private let zone: Zone?

    init(_ list: TaskList) {
        now = list.now
        today = list.today
        do throws(ZoneError) { zone = try Zone(name: list.zone) } catch { zone = nil }
    }

    /// A day, or an instant as clocks of the ledger's zone show it.
    func local(_ moment: String) -> String {
        guard let zone, let instant = Timestamp(moment) else { return moment }
        return "\(zone.day(at: instant)) \(zone.timeOfDay(at: instant))"
    }

    /// An instant to the minute, as clocks of the ledger's zone show it.
    func minute(_ instant: Timestamp) -> String { String(local("\(instant)").prefix(16)) }

    /// The value of an attribute of a task.
    func shown(_ value: String, of attribute: String) -> String {
        attribute == TaskAttributeDeclared.planned.name ? Figure.words(value) : local(value)
    }

    /// Until when an open task is hidden, or since when it is of no use any more; empty where it is
    /// neither.
    func hidden(_ row: TaskRow) -> String {
        guard let zone, row.status == .open else { return "" }
        func deadline(_ text: String) -> Deadline? {
            Day(text).map { .day($0) } ?? Timestamp(text).map { .instant($0) }
        }
        if let wait = deadline(row.wait), now < wait.firstInstant(in: zone) {
            return "until \(local(row.wait))"
        }
        if let until = deadline(row.until), now > until.lastInstant(in: zone) {
            return "since \(local(row.until))"
        }
        return ""
    }

    /// `2026-12-01 Tue, in 10 d`; empty without a deadline.
    func due(_ row: TaskRow) -> String {
        guard let day = DueText.day(row.dueLocal) else { return "" }
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let time = row.dueLocal.dropFirst(10)
        let distance = row.status == .open ? relative(row) : ""
        return "\(day) \(names[day.weekday.rawValue - 1])\(time)"
            + (distance.isEmpty ? "" : ", \(distance)")
    }

    /// How far off an open task's deadline is, or how late a task is or was completed: `today`,
    /// `tomorrow`, `in 3 d`, `in 2 h`, `in 5 min`, `3 d late`; empty where there is nothing to say.
    func relative(_ row: TaskRow) -> String {
        guard let day = DueText.day(row.dueLocal), row.status != .dropped else { return "" }
        if row.status == .completed, !row.late { return "" }
        let end = row.completedAt ?? now
        let endDay = DueText.day(row.completedLocal) ?? today
        let days = Int(day.daysSince1970) - Int(endDay.daysSince1970)
        guard let instant = Timestamp(row.deadline) else {
            switch days {
            case 0: return "today"
            case 1: return "tomorrow"
            default: return DueText.words(days, "d", isLate: row.late)
            }
        }
        // Both moments lie within a few thousand years.
        let distance = instant.millisecondsSince1970 - end.millisecondsSince1970
        let minutes = Int(distance.magnitude / 60_000)
        switch minutes {
        case ..<60: return DueText.words(max(1, minutes), "min", isLate: row.late)
        case ..<1_440: return DueText.words(minutes / 60, "h", isLate: row.late)
        default: return DueText.words(max(1, abs(days)), "d", isLate: row.late)
        }
    }

    private static func words(_ count: Int, _ unit: String, isLate: Bool) -> String {
        let count = grouped(abs(count))
        return isLate ? "\(count) \(unit) late" : "in \(count) \(unit)"
    }

    /// The day of `2026-12-01` and of `2026-12-01 14:30`.
    private static func day(_ local: String) -> Day? { Day(local.prefix(10)) }
}
