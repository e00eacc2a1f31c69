internal import EventLog
package import Ledger

/// What was written, and the ledger around it: a writer is told what came of it from here, without
/// another request.
package struct WrittenCommit: Sendable {
    /// The positions of the commit.
    package let positions: Range<UInt64>
    private let store: any EventStore
    private let env: Environment
    private let isRepeat: Bool

    init(_ appended: Appended, in store: any EventStore, _ env: Environment) {
        positions = appended.positions
        isRepeat = appended.isRepeat
        self.store = store
        self.env = env
    }

    /// Whether nothing was kept.
    package var isDryRun: Bool { env.isDryRun }

    /// Something of the ledger, right behind the commit and now: the same unless the commit was
    /// recorded before, under a key.
    package struct Shown<Value> {
        /// Right behind the commit.
        package let then: Value
        /// Now.
        package let now: Value
    }

    /// The lines that the commit added or changed, with the others of their entries; `nil` where
    /// the acting person may not see them.
    package func lines() throws(ApplicationError) -> Shown<[LineRow]>? {
        let events = try mappingError(ApplicationError.store, store.events(in: positions))
        let ids = events.compactMap { event -> UInt64? in
            switch event.event {
            case .lineAdded: event.position
            case .lineAmended(let change): change.target.position
            case .lineVoided(let change): change.target.position
            case .lineRestored(let change): change.target.position
            default: nil
            }
        }
        return try shown(ids) { snapshot throws(ApplicationError) in
            let state = try mappingError(
                ApplicationError.store, snapshot.state(for: ids, withCategories: false))
            var rows: [LineRow] = []
            for id in ids where !rows.contains(where: { $0.id == id }) {
                let lines = state.lines[id]?.entry.compactMap { state.lines[$0] } ?? []
                rows += lines.map { LineRow($0, referenceData: snapshot.referenceData) }
            }
            return rows
        }
    }

    /// What the files are called that the commit attached or detached.
    package func files() throws(ApplicationError) -> [String] {
        let events = try mappingError(ApplicationError.store, store.events(in: positions))
        return events.compactMap { event in
            if case .fileAttached(let file) = event.event { file.fileName } else { nil }
        }
    }

    /// The lines that the commit marked, each alone; `nil` where the acting person may not see
    /// them.
    package func marked() throws(ApplicationError) -> [LineRow]? {
        let events = try mappingError(ApplicationError.store, store.events(in: positions))
        let ids = events.compactMap { event -> UInt64? in
            if case .lineMarked(let mark) = event.event { mark.target.position } else { nil }
        }
        let shown = try shown(ids) { snapshot throws(ApplicationError) in
            let state = try mappingError(
                ApplicationError.store, snapshot.state(for: ids, withCategories: false))
            return ids.compactMap { state.lines[$0] }.map {
                LineRow($0, referenceData: snapshot.referenceData)
            }
        }
        return shown?.then
    }

    /// Tasks, each in a list of its own; `nil` where the acting person may not see them.
    package func tasks(_ ids: [UInt64]) throws(ApplicationError) -> Shown<[TaskList]>? {
        try shown(ids) { snapshot throws(ApplicationError) in
            let clock = try env.taskClock(snapshot)
            var lists: [TaskList] = []
            for id in ids {
                lists.append(try mappingError(ApplicationError.store, snapshot.task(id, clock)))
            }
            return lists
        }
    }

    /// An account; `nil` where the acting person may not see it.
    package func account(_ id: UInt64) throws(ApplicationError) -> Shown<AccountRow?>? {
        try shown([]) { snapshot throws(ApplicationError) in
            try mappingError(ApplicationError.store, snapshot.accountList())
                .rows.first { $0.id == id }
        }
    }

    /// The days of a closing; `nil` where the acting person may not see them.
    package func closing(_ id: UInt64) throws(ApplicationError) -> Shown<DayRange?>? {
        try shown([]) { snapshot throws(ApplicationError) in
            snapshot.referenceData.closings.first { $0.position == id }?.closed.days
        }
    }

    /// What the commit said of budgets, such as `2: food 400.00 EUR monthly from 2026-01-01`, and
    /// what they were where it takes the place of something; `nil` where the acting person may not
    /// see it.
    package func budgets() throws(ApplicationError) -> [(now: String, was: String?)]? {
        let events = try mappingError(ApplicationError.store, store.events(in: positions))
        let ids = events.compactMap { event -> UInt64? in
            switch event.event {
            case .budgetSet, .budgetEnded: event.position
            default: nil
            }
        }
        let shown = try shown([]) { snapshot throws(ApplicationError) in
            let book = try mappingError(ApplicationError.store, snapshot.budgetBook())
            return ids.flatMap { id in
                let was = book.replaced(at: id, snapshot.referenceData)
                return book.titles(in: id..<id + 1, snapshot.referenceData).map {
                    (now: "\(id): \($0)", was: was)
                }
            }
        }
        return shown?.then
    }

    /// What the commit said of what comes again, such as `2: Rent 980.00 EUR, month on the 1st from
    /// 2026-05-01`; `nil` where the acting person may not see it.
    package func repeats() throws(ApplicationError) -> [String]? {
        let positions = positions
        let shown = try shown([]) { snapshot throws(ApplicationError) in
            let book = try mappingError(ApplicationError.store, snapshot.repeatBook())
            return positions.compactMap { id in book.title(at: id).map { "\(id): \($0)" } }
        }
        return shown?.then
    }

    /// What the commit said of goals, such as `2: Bike 3000.00 EUR by 2027-06-30`, and what they
    /// were where it takes the place of something; `nil` where the acting person may not see it.
    package func goals() throws(ApplicationError) -> [(now: String, was: String?)]? {
        let positions = positions
        let shown = try shown([]) { snapshot throws(ApplicationError) in
            let book = try mappingError(ApplicationError.store, snapshot.goalBook())
            return book.entries.filter { positions.contains($0.position) }.map { entry in
                (
                    now: "\(entry.position): \(entry.set.phrase)",
                    was: book.replaced(at: entry.position)
                )
            }
        }
        return shown?.then
    }

    /// The prices that the commit told, such as `2: 1 EUR = 1.08 USD on 2026-03-01`; `nil` where
    /// the acting person may not see them.
    package func prices() throws(ApplicationError) -> [String]? {
        let positions = positions
        let shown = try shown([]) { snapshot throws(ApplicationError) in
            let book = try mappingError(ApplicationError.store, snapshot.priceBook())
            return positions.flatMap { id in
                book.titles(in: id..<id + 1).map { "\(id): \($0)" }
            }
        }
        return shown?.then
    }

    /// Who may not read the ledger sees what they have recorded themselves, as it was right then.
    ///
    /// - Parameter ids: The things; empty for what nobody else may see.
    private func shown<Value>(
        _ ids: [UInt64], _ read: (LedgerSnapshot) throws(ApplicationError) -> Value
    ) throws(ApplicationError) -> Shown<Value>? {
        let snapshot = try env.snapshot(of: store, upTo: positions.upperBound)
        if !env.reads {
            guard !ids.isEmpty, ids.allSatisfy(positions.contains), try isOwn(snapshot) else {
                return nil
            }
            let then = try read(snapshot)
            return Shown(then: then, now: then)
        }
        let then = try read(snapshot)
        if !isRepeat { return Shown(then: then, now: then) }
        return Shown(then: then, now: try read(try env.snapshot(of: store, upTo: nil)))
    }

    private func isOwn(_ snapshot: LedgerSnapshot) throws(ApplicationError) -> Bool {
        let commit = try mappingError(
            ApplicationError.store, snapshot.commit(at: positions.lowerBound))
        return commit.map { $0.header.actor == env.actor } ?? false
    }
}
