internal import EventLog
internal import Ledger

extension Environment {
    /// The person who acts in a ledger: the owner unless somebody logged in.
    ///
    /// - Throws: ``ApplicationError/decision(_:)`` with `unknownPerson` where the ledger does not
    ///   know who logged in: it is another one since.
    func actor(in snapshot: LedgerSnapshot) throws(ApplicationError) -> UInt64? {
        guard let user else { return snapshot.referenceData.owner?.position }
        if snapshot.referenceData.person(at: user) == nil { throw .decision(.unknownPerson(user)) }
        return user
    }

    /// The position that a text means: as `id(_:in:type:live:)`, and `@1042`.
    func position(_ text: String, in snapshot: LedgerSnapshot) throws(ApplicationError) -> UInt64 {
        let plain = text.hasPrefix("@") ? String(text.dropFirst()) : text
        return try id(plain, in: snapshot, type: nil, live: true)
    }

    /// The positions that texts mean, in their order.
    func positions(_ texts: [String], in snapshot: LedgerSnapshot) throws(ApplicationError)
        -> [UInt64]
    {
        var positions: [UInt64] = []
        for text in texts { positions.append(try position(text, in: snapshot)) }
        return positions
    }

    /// The moment from which on something counts: so long ago (`90s`, `30m`, `1h`, `2d`, `1w`), RFC
    /// 3339, a time of today (`14:30`), or a date or phrase for the start of that day.
    func since(_ text: String, in snapshot: LedgerSnapshot) throws(ApplicationError) -> Timestamp {
        if let length = Environment.milliseconds(text) {
            return now().adding(milliseconds: -length)
        }
        if let time = Timestamp(text) { return time }
        let today = try today(in: snapshot)
        if let time = TimeOfDay(text) { return today.zone.timestamp(of: today.day, time) }
        return today.zone.start(of: try today.day(text))
    }

    /// `1h` in milliseconds; `nil` for text that is no such length.
    private static func milliseconds(_ text: String) -> Int64? {
        let units: [Character: Int64] = [
            "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
        ]
        guard let unit = text.last.flatMap({ units[$0] }), text.count > 1,
            text.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        // A century is long enough, and no sum overflows.
        guard let count = Int64(text.dropLast()), count <= 36_525 * 86_400 else { return nil }
        return min(count * unit, 36_525 * 86_400_000)
    }
}

extension CommandHandler {
    /// An undo of this many events is held in memory when it is appended.
    private static let heldEventsMax = 4_096

    /// Takes back what is meant on the ledger as it is at that moment.
    func undo(
        _ request: UndoRequest,
        _ target: (LedgerSnapshot, Environment) throws(ApplicationError) -> UndoTarget
    ) throws(ApplicationError) -> UndoReceipt {
        try attempt { snapshot, env, expecting throws(ApplicationError) in
            let plan = try plan(request, try target(snapshot, env), snapshot)
            var rights = rights(env, snapshot, expecting)
            try check(plan, &rights)
            try checkClock(expecting)
            let appended = try append(plan, request, to: snapshot, expecting)
            env.tell(appended, in: store)
            let groups = env.reads ? plan.groups : []
            let rows = try mappingError(
                ApplicationError.store, snapshot.rows(of: Array(groups.prefix(request.limit))))
            return UndoReceipt(
                plan, undone: rows, undoneCount: plan.groups.count, at: appended.positions,
                root: appended.root.hex, isDryRun: env.isDryRun, isShown: env.reads)
        }
    }

    /// An undo asks for what it does itself.
    private func check(
        _ plan: UndoPlan, _ rights: inout RecordingRights
    ) throws(ApplicationError) {
        if !rights.isAsked { return }
        var held = rights
        var failure: ApplicationError?
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            try plan.events { event in
                if failure != nil { return }
                do throws(ApplicationError) { try held.take(event) } catch { failure = error }
            }
        }
        if let failure { throw failure }
        rights = held
    }

    private func plan(
        _ request: UndoRequest, _ target: UndoTarget, _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> UndoPlan {
        let actor = try env.actor(in: snapshot)
        let (commits, passed): ([RecordedCommit], [PassedCommit])
        do throws(UndoError) {
            (commits, passed) =
                if case .newest = target {
                    try snapshot.newest(by: actor)
                } else { (try snapshot.commits(toUndo: target, by: actor), []) }
        } catch {
            switch error {
            case .store(let error): throw .store(error)
            case .decision(let error): throw .decision(error)
            }
        }
        var plan = try mappingError(
            ApplicationError.store,
            UndoPlan(of: commits, in: snapshot, reason: request.reason, limit: request.limit))
        if let hindrance = plan.hindrance {
            throw .decision(.cannotUndo(blamed(hindrance, target, commits), hindrance))
        }
        if case .newestUndo = target { try checkDoubles(plan, commits, snapshot) }
        if case .undosOf = target { try checkDoubles(plan, commits, snapshot) }
        // Without anything left to undo, an undo would only say that it was one.
        let isIdle = plan.changesCount == 0
        if !plan.conflicts.isEmpty, isIdle || !request.skipsConflicts {
            // They tell what others have recorded.
            if let grant = env.grant, !grant.reads {
                try env.check(grant.path, [PermissionRequest([.read])])
            }
            throw .decision(.undoConflicts(plan.conflicts))
        }
        if let closing = plan.endedClosing {
            // What was undone last may be anything; books are opened by who says why.
            let isBare = target == .newest || target == .newestUndo
            if isBare || !request.reason.saysSomething {
                throw .decision(.closingStays(closing.closed.days, closing: closing.position))
            }
        }
        try mappingError(ApplicationError.decision, plan.checkClosings())
        plan.tell(passed: passed)
        return plan
    }

    /// Rows of an import that was undone may have been imported again: they would count twice.
    private func checkDoubles(
        _ plan: UndoPlan, _ undos: [RecordedCommit], _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        guard let first = undos.map(\.id).min() else { return }
        let found = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try RestoredRows(snapshot).doubled(by: plan, behind: first)
        }
        if let (batch, rows) = found { throw .importedAgain(batch, rows: rows) }
    }

    /// The event that is said to be in the way: of those that were named the one in the commit that
    /// is.
    private func blamed(
        _ hindrance: NotUndoable, _ target: UndoTarget, _ commits: [RecordedCommit]
    ) -> UInt64 {
        let opening = commits.first { $0.positions.contains(0) }
        let commit = hindrance == .opening ? opening : commits.first
        let id = commit?.id ?? 0
        guard case .events(let named) = target, let commit else { return id }
        return named.first(where: commit.positions.contains) ?? id
    }

    private func append(
        _ plan: UndoPlan, _ request: UndoRequest, to snapshot: LedgerSnapshot, _ expecting: UInt64?
    ) throws(ApplicationError) -> Appended {
        let actor = try env.actor(in: snapshot).map { Reference.position($0) }
        var stream = CommitStream(
            id: env.newCommitID(), recordedAt: env.now(), actor: actor, key: env.key,
            events: { (emit) throws(StoreError) in
                try plan.events(emit)
                if let declaration = snapshot.referenceData.undeclared { try emit(declaration) }
            })
        stream.origin = .newID
        stream = try env.signed(stream, over: store, snapshot.referenceData.devices)
        try env.askHooks(over: store, expecting: expecting) { draft throws(StoreError) in
            try draft.append(stream, expecting: expecting)
        }
        try env.beginRecording()
        let appended = try mappingError(ApplicationError.store) { () throws(StoreError) in
            if plan.eventsCount > CommandHandler.heldEventsMax {
                return try store.append(stream.telling(env.progress), expecting: expecting)
            }
            var events: [Event] = []
            try stream.events { events.append($0) }
            return try store.append(NewCommit(stream, events), expecting: expecting)
        }
        if appended.isRepeat { try refuseOthers(appended.positions.lowerBound) }
        return appended
    }
}

/// How to take something back.
struct UndoRequest {
    var reason: String
    var skipsConflicts: Bool
    /// How many changes are reported.
    var limit: Int
}
