internal import EventLog
internal import Ledger

extension Environment {
    /// The writing side.
    ///
    /// - Throws: ``ApplicationError/readOnlyPast`` where the past is looked at.
    func recorder() throws(ApplicationError) -> CommandHandler {
        if asOf != nil { throw .readOnlyPast }
        return CommandHandler(env: self, store: try store())
    }

    /// Keeps others from writing until it is released; `nil` where there are none.
    func reservation() throws(ApplicationError) -> Reservation? {
        let store = try store()
        return try mappingError(ApplicationError.store, (store as? FileEventStore)?.reserve())
    }

    /// Says that something was recorded for good, or rehearsed.
    func tell(_ appended: Appended, in store: any EventStore) {
        recorded(WrittenCommit(appended, in: store, self))
        tellHooks(appended, in: store)
    }

    /// Records one command; `nil` never comes back.
    func record(
        _ command: (LedgerSnapshot, Environment) throws(ApplicationError) -> Command
    ) throws(ApplicationError) -> CommandOutcome {
        let recorded = try recorder().record { snapshot, env throws(ApplicationError) in
            try snapshot.decision(command(snapshot, env))
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded
    }
}

/// What was written.
struct CommandOutcome {
    /// The ledger before it.
    let snapshot: LedgerSnapshot
    /// What was decided.
    let decision: Decision
    /// Where it is.
    let appended: Appended
    /// Whether nothing was kept.
    let isDryRun: Bool
    /// Whether the acting person may read the whole ledger.
    let reads: Bool

    /// What a writer answers.
    ///
    /// - Parameter id: The entity that was changed; the first line, task or rule that was added
    ///   when left out, else the first event.
    func written(_ id: UInt64? = nil) -> WriteReceipt {
        let first = decision.events.firstIndex { event in
            switch event {
            case .lineAdded, .taskAdded, .repeatAdded: true
            default: false
            }
        }
        return WriteReceipt(
            id: id ?? appended.positions.lowerBound + UInt64(first ?? 0),
            position: appended.positions.upperBound - 1, root: appended.root.hex,
            notes: reads ? decision.notes : decision.notes.filter(\.isOwn),
            dryRun: isDryRun ? true : nil)
    }
}

/// How far the wall clock may be from the last event's log clock before someone is asked; decision
/// record 8 says why.
enum ClockLimit {
    static let aheadMilliseconds: Int64 = 366 * 86_400_000
    /// The events of a ledger that was opened and nothing more.
    static let openingEvents: UInt64 = 2
}

/// Writes into a ledger: decides on what it is, appends, and decides anew when others were faster;
/// from the third time on they wait meanwhile.
struct CommandHandler {
    let env: Environment
    let store: any EventStore

    /// How often others may be faster.
    private static let triesMax = 100
    /// How often others may be faster before they are kept waiting.
    private static let freeTries = 2

    /// Records what is decided on the ledger as it is at that moment.
    ///
    /// What is decided under a key that was used before is decided on the ledger as it was then, so
    /// that the same request comes to the same content.
    ///
    /// - Parameter decide: Called once or more; `nil` to write nothing.
    /// - Returns: `nil` when nothing is to be written.
    func record(
        _ decide: (LedgerSnapshot, Environment) throws(ApplicationError) -> Decision?
    ) throws(ApplicationError) -> CommandOutcome? {
        try attempt { snapshot, env, expecting throws(ApplicationError) in
            guard let decision = try decide(snapshot, env) else { return nil }
            var rights = rights(env, snapshot, expecting)
            try rights.take(decision.events)
            try checkClock(expecting)
            return try append(decision, to: snapshot, expecting: expecting)
        }
    }

    /// Records a commit that may be too large to be held in memory.
    ///
    /// - Parameter decide: Called once or more; `nil` to write nothing. Of what it returns the
    ///   decision has no events, the others are made one after the other.
    func recordStream(
        _ decide: (LedgerSnapshot, Environment) throws(ApplicationError) -> Streamed?
    ) throws(ApplicationError) -> CommandOutcome? {
        try attempt { snapshot, env, expecting throws(ApplicationError) in
            guard let streamed = try decide(snapshot, env) else { return nil }
            try checkClock(expecting)
            return try append(
                streamed, to: snapshot, rights(env, snapshot, expecting),
                expecting: expecting)
        }
    }

    /// Does something with the ledger as it is at that moment, and again when others were faster;
    /// under a key that was used before, with the ledger as it was then.
    ///
    /// - Parameter body: Called once or more, with how many events to expect at the end; `nil`
    ///   where the end does not matter.
    func attempt<Result>(
        _ body: (LedgerSnapshot, Environment, UInt64?) throws(ApplicationError) -> Result
    ) throws(ApplicationError) -> Result {
        if env.mayAppend?(store) == false { throw .busy(tries: 1) }
        let earlier = try mappingError(
            ApplicationError.store,
            env.key.flatMap { key throws(StoreError) in try store.positions(ofKey: key) })
        if let earlier {
            let snapshot = try env.snapshot(of: store, upTo: earlier.lowerBound)
            try refuseOthers(earlier.lowerBound)
            let then = try time(of: earlier.lowerBound)
            return try body(snapshot, env.with { $0.now = { then } }, nil)
        }
        for number in 0..<CommandHandler.triesMax {
            // What takes longer than the others pause would never end: from now on they wait.
            let isFree = number < CommandHandler.freeTries
            let reservation = isFree ? nil : try env.reservation()
            defer { reservation?.release() }
            let snapshot = try env.snapshot(of: store, upTo: nil)
            // Rights may have changed while the input was read.
            let grant = try env.checkAgain(snapshot)
            do throws(ApplicationError) {
                return try body(snapshot, env.with { $0.grant = grant }, snapshot.count)
            } catch .store(.conflict(let expected, _)) where expected == snapshot.count {
                continue
            } catch {
                throw error
            }
        }
        throw .busy(tries: CommandHandler.triesMax)
    }

    /// Who repeats a request is answered what came of it; a key of somebody else answers nothing,
    /// whatever was asked for.
    ///
    /// - Parameter position: Where the commit of the key begins.
    /// - Throws: ``ApplicationError/keyOfAnother(_:)``.
    func refuseOthers(_ position: UInt64) throws(ApplicationError) {
        let actor = try env.actor(in: env.snapshot(of: store, upTo: nil))
        var recorded: UInt64?
        try mappingError(
            ApplicationError.store,
            store.read(position..<(position + 1), .commits) { batch in
                recorded = batch.commit(at: 0)?.actor
                return .stop
            })
        if let recorded, recorded != actor { throw .keyOfAnother(env.key ?? "") }
    }

    /// What is held against the events; nothing is asked of a repeat, which writes nothing.
    func rights(_ env: Environment, _ snapshot: LedgerSnapshot, _ expecting: UInt64?)
        -> RecordingRights
    {
        RecordingRights(env, snapshot, expecting == nil ? nil : env.grant)
    }

    /// The wall clock of the commit at a position: what words such as `today` meant in it.
    private func time(of position: UInt64) throws(ApplicationError) -> Timestamp {
        var time = env.now()
        try mappingError(
            ApplicationError.store,
            store.read(position..<(position + 1), .commits) { batch in
                if let commit = batch.commit(at: 0) {
                    time = Timestamp(millisecondsSince1970: commit.recordedAt)
                }
                return .stop
            })
        return time
    }

    /// A wall clock that is wrong is found here, before the log clock follows it for good.
    func checkClock(_ expecting: UInt64?) throws(ApplicationError) {
        // A repeat of an earlier commit has its clock.
        if expecting != nil { try env.checkClock(store) }
    }

    private func append(
        _ decision: Decision, to snapshot: LedgerSnapshot, expecting: UInt64?
    ) throws(ApplicationError) -> CommandOutcome {
        let actor = try env.actor(in: snapshot)
        let unsigned = NewCommit(
            id: env.newCommitID(), recordedAt: env.now(), actor: actor.map { .position($0) },
            batch: decision.batch, key: env.key, events: snapshot.declared(decision.events),
            origin: .newID)
        let commit = try env.signed(unsigned, over: store, snapshot.referenceData.devices)
        try env.askHooks(over: store, expecting: expecting) { draft throws(StoreError) in
            try draft.append(commit, expecting: expecting)
        }
        try env.beginRecording()
        let appended = try mappingError(
            ApplicationError.store, store.append(commit, expecting: expecting))
        // Somebody may have been faster with the same key.
        if appended.isRepeat { try refuseOthers(appended.positions.lowerBound) }
        env.tell(appended, in: store)
        return CommandOutcome(
            snapshot: snapshot, decision: decision, appended: appended, isDryRun: env.isDryRun,
            reads: env.reads)
    }

    private func append(
        _ streamed: Streamed, to snapshot: LedgerSnapshot, _ rights: RecordingRights,
        expecting: UInt64?
    ) throws(ApplicationError) -> CommandOutcome {
        let actor = try env.actor(in: snapshot)
        var failure: ApplicationError?
        var notes: [DecisionNote] = []
        var commit = CommitStream(
            id: env.newCommitID(), recordedAt: env.now(), actor: actor.map { .position($0) },
            batch: streamed.batch, key: env.key
        ) { (emit) throws(StoreError) in
            var rights = rights
            do throws(StreamFailure) {
                notes = try streamed.events { event throws(StoreError) in
                    do throws(ApplicationError) { try rights.take(event) } catch {
                        failure = error
                        throw .emptyCommit
                    }
                    try emit(event)
                }
            } catch {
                switch error {
                case .store(let error): throw error
                case .source(let error):
                    failure = error
                    throw .emptyCommit
                }
            }
            if let declaration = snapshot.referenceData.undeclared { try emit(declaration) }
        }
        commit.origin = .newID
        commit = try env.signed(commit, over: store, snapshot.referenceData.devices)
        do throws(ApplicationError) {
            try env.askHooks(over: store, expecting: expecting) { draft throws(StoreError) in
                try draft.append(commit, expecting: expecting)
            }
        } catch {
            throw failure ?? error
        }
        try env.beginRecording()
        let appended: Appended
        do throws(StoreError) {
            appended = try store.append(commit.telling(env.progress), expecting: expecting)
        } catch {
            throw failure ?? .store(error)
        }
        if appended.isRepeat { try refuseOthers(appended.positions.lowerBound) }
        env.tell(appended, in: store)
        return CommandOutcome(
            snapshot: snapshot, decision: Decision(events: [], notes: notes),
            appended: appended, isDryRun: env.isDryRun, reads: env.reads)
    }
}

/// A decision whose events are made one after the other.
struct Streamed {
    /// The event that opens the batch.
    let batch: Reference?
    /// Hands over the events and returns the notes; the same each time.
    let events: (_ emit: (Event) throws(StoreError) -> Void) throws(StreamFailure) -> [DecisionNote]
}

/// Why events could not all be handed over.
enum StreamFailure: Error {
    /// The store did not take one.
    case store(StoreError)
    /// One could not be made.
    case source(ApplicationError)

    /// One could not be decided.
    static func decision(_ error: DecisionError) -> StreamFailure { .source(.decision(error)) }
}

extension DecisionNote {
    /// Whether it tells what was typed and what became of that, and nothing of what others have
    /// recorded.
    fileprivate var isOwn: Bool {
        switch kind {
        case .accountOpened, .personAdded, .deadlinePassed, .clockSkipped, .untilBefore,
            .wholeEntry, .splitEnded:
            true
        default: false
        }
    }
}

extension LedgerSnapshot {
    /// Events with what the ledger does not know yet of their schemas.
    func declared(_ events: [Event]) -> [Event] {
        referenceData.undeclared(sharing: events.addDevice).map { events + [$0] } ?? events
    }

    /// What comes of a command.
    func decision(_ command: Command) throws(ApplicationError) -> Decision {
        let state = try mappingError(ApplicationError.store, self.state(for: command))
        return try mappingError(ApplicationError.decision, decide(command, state))
    }
}

extension Environment {
    /// A wall clock that is wrong is found before the log clock follows it for good.
    func checkClock(_ store: any EventStore) throws(ApplicationError) {
        if acceptsClock { return }
        let head = try mappingError(ApplicationError.store, store.head())
        let (now, last) = (now(), Timestamp(millisecondsSince1970: head.logClock))
        // A ledger in which nothing was recorded yet may have been opened any time ago.
        if head.count > ClockLimit.openingEvents || isClockTyped,
            now > last.adding(milliseconds: ClockLimit.aheadMilliseconds)
        {
            throw .clockAhead(now: now, last: last)
        }
    }
}
