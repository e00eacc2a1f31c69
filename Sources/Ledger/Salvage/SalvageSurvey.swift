internal import EventLog

/// The first look at what remains: which events are lost, and what the others say of them.
struct SalvageSurvey {
    /// Something lost that an event speaks of.
    struct Entity: Hashable {
        let what: What
        let position: UInt64
    }

    /// What events can speak of.
    enum What: String {
        case line, version, task, account, person, unit, ledger, entry, batch, statement
        case commit
    }

    /// How often an entity is spoken of.
    struct Mentions {
        var count: UInt64 = 0
        let first: UInt64
        /// Of an account, the currency and the day of the first line that names it.
        var currency: FieldValue?
        var day: FieldValue?
    }

    /// Positions of which nothing can be read, and such of events that say too little without their
    /// details.
    private(set) var unreadable = PositionRanges()
    private(set) var undecodable = PositionRanges()
    /// Positions of events that are kept without text or without details.
    private(set) var withoutText = PositionRanges()
    private(set) var withoutDetails = PositionRanges()
    private(set) var entities: [Entity: Mentions] = [:]
    /// Lines of which a version is lost that a later one speaks of.
    private(set) var brokenLines: Set<UInt64> = []
    private(set) var kept: UInt64 = 0
    /// The log clock of the first commit.
    private(set) var firstClock: Int64?

    init(_ remains: DamagedLogScan) throws(LogError) {
        for hole in remains.holes { unreadable.append(hole.positions) }
        try remains.read { events throws(LogError) in take(events) }
    }

    func isLost(_ position: UInt64) -> Bool {
        unreadable.contains(position) || undecodable.contains(position)
    }

    private mutating func take(_ events: RemainingEvents) {
        let positions = events.positions
        var run = -1
        for (index, row) in events.rows.enumerated() {
            let position = positions.lowerBound + UInt64(index)
            if run + 1 < events.runs.count, events.runs[run + 1].firstIndex == index {
                run += 1
                let header = events.runs[run].header
                firstClock = firstClock ?? header.logClock
                note(header.actor, .person, at: position)
                note(header.batch, .batch, at: position)
            }
            if events.missing.contains(.facts) {
                guard (try? Event(row: row, at: position)) != nil else {
                    undecodable.append(position..<(position + 1))
                    continue
                }
                withoutDetails.append(position..<(position + 1))
            }
            if events.missing.contains(.text) { withoutText.append(position..<(position + 1)) }
            kept += 1
            note(row, at: position)
        }
    }

    // MARK: What events speak of

    private mutating func note(_ row: Row, at position: UInt64) {
        if unreadable.ranges.isEmpty, undecodable.ranges.isEmpty { return }
        let type = EventType(rawValue: row.type)
        for share in row[.shares]?.bytes.flatMap([Share].init(stored:)) ?? [] {
            note(share.person, .person, at: position)
        }
        for field in row.fields {
            guard let named = field.value.integer.flatMap({ UInt64(exactly: $0) }) else { continue }
            switch field.column {
            case .target: note(target: named, of: type, at: position)
            case .previous:
                guard SalvageSurvey.isOfLine(type), isLost(named) else { continue }
                brokenLines.insert(row.target ?? named)
                if named != row.target { note(named, .version, at: position) }
            case .group: note(named, .entry, at: position)
            case .undone: note(named, .commit, at: position)
            case .account:
                note(named, .account, at: position, currency: row[.currency], day: row[.day])
            case ColumnID.account.retracted:
                note(
                    named, .account, at: position,
                    currency: ColumnID.currency.retracted.flatMap { row[$0] },
                    day: ColumnID.day.retracted.flatMap { row[$0] })
            case .payer, .assignee: note(named, .person, at: position)
            case .unit: note(named, .unit, at: position)
            default: continue
            }
        }
    }

    private mutating func note(target: UInt64, of type: EventType?, at position: UInt64) {
        switch type {
        case .lineAmended, .lineVoided, .lineRestored:
            guard isLost(target) else { return }
            brokenLines.insert(target)
            note(target, .line, at: position)
        case .taskEdited, .taskCompleted, .taskReopened, .taskRescheduled, .taskDropped,
            .taskTimed, .taskLinked, .taskStarted, .taskStopped, .taskFinished, .taskValued:
            note(target, .task, at: position)
        case .accountChanged: note(target, .account, at: position)
        case .assertionWithdrawn: note(target, .statement, at: position)
        case .personChanged, .membershipSet, .membershipEnded, .rightsGranted, .rightsRevoked:
            note(target, .person, at: position)
        case .unitChanged: note(target, .unit, at: position)
        default: return
        }
    }

    private mutating func note(
        _ named: UInt64?, _ what: What, at position: UInt64, currency: FieldValue? = nil,
        day: FieldValue? = nil
    ) {
        guard let named, isLost(named) else { return }
        let entity = Entity(what: what, position: named)
        entities[entity, default: Mentions(first: position)].count += 1
        guard let currency, entities[entity]?.currency == nil else { return }
        entities[entity]?.currency = currency
        entities[entity]?.day = day
    }

    private static func isOfLine(_ type: EventType?) -> Bool {
        switch type {
        case .lineAmended, .lineVoided, .lineRestored: true
        default: false
        }
    }
}

extension Row {
    /// The position of what the event changes.
    var target: UInt64? { self[.target]?.integer.flatMap { UInt64(exactly: $0) } }
}
