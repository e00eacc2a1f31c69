internal import EventLog
internal import Ledger

extension Environment {
    /// The person who acts in a ledger: the owner unless somebody logged in.
    ///
    /// - Throws: ``ApplicationError/decision(_:)`` with `unknownPerson` where the ledger does not
    ///   know who logged in: it is another one since.
    func actor(in books: Books) throws(ApplicationError) -> UInt64? {
        guard let user else { return books.chart.owner?.position }
        if books.chart.person(at: user) == nil { throw .decision(.unknownPerson(user)) }
        return user
    }

    /// The position that a text means: as `id(_:in:type:live:)`, and `@1042`.
    func position(_ text: String, in books: Books) throws(ApplicationError) -> UInt64 {
        let plain = text.hasPrefix("@") ? String(text.dropFirst()) : text
        return try id(plain, in: books, type: nil, live: true)
    }

    /// The positions that texts mean, in their order.
    func positions(_ texts: [String], in books: Books) throws(ApplicationError) -> [UInt64] {
        var positions: [UInt64] = []
        for text in texts { positions.append(try position(text, in: books)) }
        return positions
    }

    /// The moment from which on something counts: so long ago (`90s`, `30m`, `1h`, `2d`, `1w`), RFC
    /// 3339, a time of today (`14:30`), or a date or phrase for the start of that day.
    func since(_ text: String, in books: Books) throws(ApplicationError) -> Timestamp {
        if let length = Environment.milliseconds(text) {
            return now().adding(milliseconds: -length)
        }
        if let time = Timestamp(text) { return time }
        let today = try today(in: books)
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

extension Recorder {
    /// An undo of so many events is held in memory when it is appended.
    private static let heldEventsMax = 4_096

    /// Takes back what is meant on the ledger as it is at that moment.
    func undo(
        _ request: UndoRequest,
        _ target: (Books, Environment) throws(ApplicationError) -> UndoTarget
    ) throws(ApplicationError) -> UndoReceipt {
        try attempt(key: request.key) { books, env, expecting throws(ApplicationError) in
            let plan = try plan(request, try target(books, env), books)
            try checkClock(expecting)
            let appended = try append(plan, request, to: books, expecting)
            env.tell(appended)
            let groups = plan.groups
            let rows = try lift { () throws(StoreError) in
                try books.rows(of: Array(groups.prefix(request.limit)))
            }
            return UndoReceipt(
                plan, undone: rows, undoneCount: groups.count, at: appended.positions,
                root: appended.root.hex, isDryRun: env.isDryRun)
        }
    }

    private func plan(
        _ request: UndoRequest, _ target: UndoTarget, _ books: Books
    ) throws(ApplicationError) -> UndoPlan {
        let actor = try env.actor(in: books)
        let (commits, passed): ([RecordedCommit], [UInt64])
        do throws(UndoError) {
            (commits, passed) =
                if case .newest = target {
                    try books.newest(by: actor)
                } else { (try books.commits(toUndo: target, by: actor), []) }
        } catch {
            switch error {
            case .store(let error): throw .store(error)
            case .decision(let error): throw .decision(error)
            }
        }
        var plan = try lift { () throws(StoreError) in
            try UndoPlan(of: commits, in: books, reason: request.reason, limit: request.limit)
        }
        if let hindrance = plan.hindrance {
            throw .decision(.cannotUndo(commits.first?.id ?? 0, hindrance))
        }
        // Without anything left to undo, an undo would only say that it was one.
        let isIdle = plan.changesCount == 0
        if !plan.conflicts.isEmpty, isIdle || !request.skipsConflicts {
            throw .decision(.undoConflicts(plan.conflicts))
        }
        do throws(DecisionError) { try plan.checkClosings() } catch { throw .decision(error) }
        // Who may write must not get at rights by way of an undo.
        plan.tell(passed: passed)
        if plan.changesRights { try env.check(UndoCommits.path, [Asked([.share])]) }
        return plan
    }

    private func append(
        _ plan: UndoPlan, _ request: UndoRequest, to books: Books, _ expecting: UInt64?
    ) throws(ApplicationError) -> Appended {
        let actor = try env.actor(in: books).map { Reference.position($0) }
        try env.beginRecording()
        var stream = CommitStream(
            id: env.newCommitID(), recordedAt: env.now(), actor: actor, key: request.key,
            events: { (emit) throws(StoreError) in
                try plan.events(emit)
                if let declaration = books.chart.undeclared { try emit(declaration) }
            })
        stream.origin = .newID
        return try lift { () throws(StoreError) in
            if plan.eventsCount > Recorder.heldEventsMax {
                return try store.append(stream.telling(env.progress), expecting: expecting)
            }
            var events: [Event] = []
            try stream.events { events.append($0) }
            let commit = NewCommit(
                id: stream.id, recordedAt: stream.recordedAt, actor: actor, key: request.key,
                events: events, origin: .newID)
            return try store.append(commit, expecting: expecting)
        }
    }
}

/// How to take something back.
struct UndoRequest {
    var reason: String
    var skipsConflicts: Bool
    var key: String?
    /// So many changes are told.
    var limit: Int
}
