internal import EventLog
package import Ledger

/// Turns records into events of a ledger: the first two open it, then one event a record.
package struct Loader {
    /// Events before those of the records.
    package static let opening = 2

    /// What was said last of an expense or a task that changes.
    private struct Entity {
        let target: UInt64
        var previous: UInt64
        var facts: LineFacts?
    }

    private let store: any EventStore
    private let commitEvents: Int
    /// Only what changes is kept; `nil` until it is added.
    private var entities: [RecordID: Entity?] = [:]
    /// Where only recent expenses and tasks change, those that are kept, in a ring: the oldest one
    /// goes with the next.
    private var recent: [RecordID] = []
    private var oldest = 0
    private let recentMax: Int?
    private var categories: [String: CategoryPath] = [:]
    private var currencies: [String: Currency] = [:]
    private var held: [Event] = []
    private var position: UInt64 = 0
    private var commits: UInt64 = 0
    private var now: Int64 = 0

    private init(_ store: any EventStore, commitEvents: Int, reach: Int?) {
        self.store = store
        self.commitEvents = commitEvents
        recentMax = reach.map { 2 * max($0, 10_000) }
    }

    /// Appends the events of all records to a store without events.
    ///
    /// - Parameter commitEvents: At what multiples of positions commits end: so many events has
    ///   each, but the first and the last of them.
    package static func load(
        _ source: any RecordSource, into store: any EventStore, commitEvents: Int = 10_000
    ) throws {
        var loader = Loader(store, commitEvents: commitEvents, reach: source.reach)
        if source.reach == nil { try loader.findChanging(source) }
        try loader.open()
        try source.visit { try loader.take($0) }
        try loader.flush()
    }

    /// The first commit of a ledger.
    package static func opening(at seconds: Int64 = Generator.start) -> NewCommit {
        let settings = Settings(
            baseCurrency: Currency.iso("EUR") ?? Currency.isoAll[0], zoneName: "UTC",
            weekStart: .monday)
        return NewCommit(
            id: CommitID(high: 0, low: 1),
            recordedAt: Timestamp(millisecondsSince1970: seconds * 1_000),
            events: [
                .ledgerOpened(
                    LedgerOpened(ledgerID: Array(repeating: 7, count: 16), settings: settings)),
                .personAdded(PersonAdded(name: "owner")),
            ])
    }

    private mutating func findChanging(_ source: any RecordSource) throws {
        try source.visit { record in
            if record.kind != .added, record.kind != .taskAdded { entities[record.id] = .some(nil) }
        }
    }

    private mutating func open() throws {
        let appended = try store.append(Loader.opening(), expecting: 0)
        position = appended.positions.upperBound
    }

    private mutating func take(_ record: Record) throws {
        now = record.recordedAt
        held.append(try event(record))
        position += 1
        if position.isMultiple(of: UInt64(commitEvents)) { try flush() }
    }

    private mutating func flush() throws {
        guard !held.isEmpty else { return }
        commits += 1
        let events = held
        held = []
        let commit = CommitStream(
            id: CommitID(high: 1, low: commits),
            recordedAt: Timestamp(millisecondsSince1970: now * 1_000), actor: .position(1)
        ) { (emit) throws(StoreError) in
            for event in events { try emit(event) }
        }
        _ = try store.append(commit, expecting: nil)
    }

    private mutating func event(_ record: Record) throws -> Event {
        switch record.kind {
        case .added:
            let facts = try facts(record)
            keep(record.id, facts)
            return .lineAdded(LineAdded(facts: facts, details: Loader.details(record)))
        case .taskAdded:
            keep(record.id, nil)
            let facts = TodoFacts(
                title: record.title, deadline: Loader.deadline(record),
                project: try category(record.category))
            return .taskAdded(TaskAdded(facts: facts))
        default: return try change(record)
        }
    }

    /// Keeps what is added, where it may be changed.
    private mutating func keep(_ id: RecordID, _ facts: LineFacts?) {
        if let recentMax {
            if recent.count < recentMax {
                recent.append(id)
            } else {
                entities.removeValue(forKey: recent[oldest])
                recent[oldest] = id
                oldest = (oldest + 1) % recentMax
            }
        } else if entities[id] == nil {
            return
        }
        entities[id] = Entity(target: position, previous: position, facts: facts)
    }

    private mutating func change(_ record: Record) throws -> Event {
        guard case .some(.some(var entity)) = entities[record.id] else {
            throw BenchError("event \(position) changes what is not there")
        }
        let target = Reference.position(entity.target)
        let previous = Reference.position(entity.previous)
        entity.previous = position
        defer { entities[record.id] = entity }
        switch record.kind {
        case .taskRescheduled:
            return .taskRescheduled(
                TaskRescheduled(
                    target: target, previous: previous, deadline: Loader.deadline(record)))
        case .amended, .voided:
            guard let replaced = entity.facts else {
                throw BenchError("event \(position) changes what is no expense")
            }
            if record.kind == .voided {
                return .lineVoided(
                    LineVoided(target: target, previous: previous, replaced: replaced))
            }
            let facts = try facts(record)
            entity.facts = facts
            return .lineAmended(
                LineAmended(
                    target: target, previous: previous, facts: facts, replaced: replaced,
                    changes: record.changed == "amount" ? .amount : .category))
        default:
            return .taskCompleted(TaskChange(target: target, previous: previous))
        }
    }

    private mutating func facts(_ record: Record) throws -> LineFacts {
        LineFacts(
            kind: .expense, amount: Money(minor: record.amount, currency: try currency(record)),
            day: Day(daysSince1970: record.day), category: try category(record.category))
    }

    private static func details(_ record: Record) -> LineDetails {
        let seconds = record.occurredAt - Int64(record.day) * 86_400
        return LineDetails(
            time: TimeOfDay(secondsSinceMidnight: Int(seconds)), title: record.title,
            note: record.comment)
    }

    private static func deadline(_ record: Record) -> Deadline? {
        record.dueAt.map { .instant(Timestamp(millisecondsSince1970: $0 * 1_000)) }
    }

    private mutating func currency(_ record: Record) throws -> Currency {
        if let known = currencies[record.currency] { return known }
        guard let found = Currency.iso(record.currency) else {
            throw BenchError("no currency: \(record.currency)")
        }
        currencies[record.currency] = found
        return found
    }

    private mutating func category(_ text: String) throws -> CategoryPath {
        if let known = categories[text] { return known }
        let found = try CategoryPath(text)
        categories[text] = found
        return found
    }
}
