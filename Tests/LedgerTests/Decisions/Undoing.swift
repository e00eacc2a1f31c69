import EventLog
import Ledger
import Support
import Testing

/// A ledger as commits, in which something is undone.
struct Undoing {
    let store: MemoryEventStore

    /// The ledger of ``Given``, its next event at 4, then a commit for each list of events, all by
    /// person 1 and a second apart.
    init(_ commits: [[Event]]) throws {
        store = try Given.store([Given.ledger] + commits)
    }

    var snapshot: LedgerSnapshot {
        get throws { try LedgerSnapshot(store: store) }
    }

    /// What comes of an undo; nothing is written.
    func plan(_ target: UndoTarget, reason: String = "") throws -> UndoPlan {
        let snapshot = try snapshot
        return try UndoPlan(
            of: snapshot.commits(toUndo: target, by: 1), in: snapshot, reason: reason, limit: 1_000)
    }

    /// The events of an undo behind its marks.
    func events(_ target: UndoTarget, reason: String = "") throws -> [Event] {
        let plan = try plan(target, reason: reason)
        var events: [Event] = []
        try plan.events { events.append($0) }
        #expect(events.count == plan.eventsCount)
        let marks = plan.commits.map { commit in
            Event.commitUndone(CommitUndone(commit: .position(commit.id), reason: reason))
        }
        #expect(Array(events.prefix(marks.count)) == marks)
        return Array(events.dropFirst(marks.count))
    }

    /// Throws where what an undo comes to is refused.
    func check(_ target: UndoTarget) throws { try plan(target).checkClosings() }

    /// Undoes; leaves out what conflicts.
    func undo(_ target: UndoTarget) throws {
        let plan = try plan(target)
        var events: [Event] = []
        try plan.events { events.append($0) }
        try append(events)
    }

    /// Appends a commit of person 1.
    func append(_ events: [Event], by actor: UInt64 = 1) throws {
        let count = store.head().count
        let commit = NewCommit(
            id: .init(high: 2, low: count),
            recordedAt: Timestamp(millisecondsSince1970: 1_767_225_600_000 + Int64(count) * 1_000),
            actor: .position(actor), events: events)
        _ = try store.append(commit, expecting: nil)
    }

    /// The fields that stand in the way.
    func conflicts(_ target: UndoTarget) throws -> [String] {
        try plan(target).conflicts.map {
            "\($0.type) \($0.id) \($0.field): \($0.set ?? "-"), now \($0.now ?? "-"), by \($0.by)"
        }
    }

    /// What would change.
    func changes(_ target: UndoTarget) throws -> [String] {
        try plan(target).changes.map {
            "\($0.type) \($0.id) \($0.field): \($0.was ?? "-") → \($0.now ?? "-")"
        }
    }

    /// The error of an undo that is refused.
    func refusal(_ target: UndoTarget, by actor: UInt64 = 1) -> DecisionError? {
        do throws(UndoError) {
            _ = try LedgerSnapshot(reading: store).commits(toUndo: target, by: actor)
            return nil
        } catch {
            if case .decision(let error) = error { return error }
            return nil
        }
    }
}

extension LedgerSnapshot {
    /// Books whose opening cannot fail but as an undo does.
    fileprivate init(reading store: MemoryEventStore) throws(UndoError) {
        do throws(StoreError) { self = try LedgerSnapshot(store: store) } catch {
            throw .store(error)
        }
    }
}

/// Short forms of events.
enum Make {
    static func amended(
        _ id: UInt64, after previous: UInt64, _ facts: LineFacts, was replaced: LineFacts,
        _ changes: FieldMask, _ details: LineDetails = LineDetails()
    ) -> Event {
        .lineAmended(
            LineAmended(
                target: .position(id), previous: .position(previous), facts: facts,
                replaced: replaced, changes: changes, details: details))
    }

    static func voided(
        _ id: UInt64, after previous: Reference? = nil, _ facts: LineFacts, reason: String = ""
    ) -> Event {
        .lineVoided(
            LineVoided(
                target: .position(id), previous: previous ?? .position(id), replaced: facts,
                reason: reason))
    }

    static func restored(_ id: UInt64, after previous: Reference, _ facts: LineFacts) -> Event {
        .lineRestored(
            LineRestored(target: .position(id), previous: previous, facts: facts))
    }

    static func change(_ id: UInt64, after previous: Reference) -> TaskChange {
        TaskChange(target: .position(id), previous: previous)
    }
}
