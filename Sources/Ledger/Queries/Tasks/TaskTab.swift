/// In which tab a task is at a moment: a question with `now`, never anything stored.
///
/// At every instant each open task is in exactly one of `today`, `upcoming` and `failed`, and as
/// time goes on it moves from `upcoming` over `today` to `failed` without any event.
package enum TaskTab: String, CaseIterable, Codable, Hashable, Sendable {
    /// Open, not late, due before tomorrow starts.
    case today
    /// Open and due later, or never.
    case upcoming
    /// Completed.
    case done
    /// Open and late.
    case failed
}

extension Deadline {
    /// The last instant at which it is kept: that of an instant is the instant itself, that of a
    /// day the last before the next day starts.
    ///
    /// Whoever is done by then, that instant included, is not late.
    package func lastInstant(in zone: Zone) -> Timestamp {
        switch self {
        case .day(let day): zone.start(of: day.adding(days: 1)).adding(milliseconds: -1)
        case .instant(let instant): instant
        }
    }
}

extension Deadline {
    /// The first instant of it: that of an instant is the instant itself, that of a day its start.
    package func firstInstant(in zone: Zone) -> Timestamp {
        switch self {
        case .day(let day): zone.start(of: day)
        case .instant(let instant): instant
        }
    }
}

/// A moment in a ledger: what tabs and lateness depend on.
package struct TaskClock: Hashable, Sendable {
    /// A zone that was in force from a position on.
    package struct ZoneChange: Hashable, Sendable {
        /// The position of the event since which it was in force.
        package let position: UInt64
        /// The zone.
        package let zone: Zone

        /// A zone in force.
        package init(position: UInt64, zone: Zone) {
            self.position = position
            self.zone = zone
        }
    }

    /// The moment.
    package let now: Timestamp
    /// The zone in force.
    package let zone: Zone
    /// The day that it is: the last one that has started.
    package let today: Day
    /// The first instant after now at which a day starts.
    package let tomorrowStart: Timestamp

    private let changes: [ZoneChange]

    /// A moment.
    ///
    /// - Parameters:
    ///   - now: When.
    ///   - zone: The zone in force.
    ///   - changes: Zones that were in force, ascending by position.
    package init(now: Timestamp, zone: Zone, changes: [ZoneChange] = []) {
        self.now = now
        self.zone = zone
        self.changes = changes
        // Where clocks are set back over midnight a day has started once and for all.
        var tomorrow = zone.day(at: now).adding(days: 1)
        while zone.start(of: tomorrow) <= now, tomorrow < .max {
            tomorrow = tomorrow.adding(days: 1)
        }
        today = tomorrow.adding(days: -1)
        tomorrowStart = zone.start(of: tomorrow)
    }

    /// The tab of a task with a deadline; `nil` for one that was dropped.
    package func tab(_ status: TodoStatus, _ deadline: Deadline?) -> TaskTab? {
        tab(status, last: status == .open ? deadline?.lastInstant(in: zone) : nil)
    }

    /// The same of a task that can be kept until an instant, or always.
    func tab(_ status: TodoStatus, last: Timestamp?) -> TaskTab? {
        switch status {
        case .dropped: return nil
        case .completed: return .done
        case .open: break
        }
        guard let last else { return .upcoming }
        if now > last { return .failed }
        return last < tomorrowStart ? .today : .upcoming
    }

    /// Whether an open task is hidden: until it waits no more, or because it is of no use any more.
    package func isHidden(
        _ status: TodoStatus, wait: Deadline?, until: Deadline?
    ) -> Bool {
        guard status == .open else { return false }
        if let wait, now < wait.firstInstant(in: zone) { return true }
        return until.map { now > $0.lastInstant(in: zone) } ?? false
    }

    /// Whether a task that was completed by the event at a position, at a moment, was late: in the
    /// zone that was in force then, whatever is now.
    package func isLate(_ deadline: Deadline?, completed: Timestamp, at position: UInt64) -> Bool {
        let then = changes.last { $0.position <= position }?.zone ?? zone
        guard let last = deadline?.lastInstant(in: then) else { return false }
        return completed > last
    }
}

extension TaskClock {
    /// Whether a task is hidden.
    package func isHidden(_ todo: TodoState) -> Bool {
        isHidden(todo.status, wait: todo.moments[.wait], until: todo.moments[.until])
    }
}
