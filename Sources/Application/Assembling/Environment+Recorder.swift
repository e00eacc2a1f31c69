internal import EventLog
internal import Ledger

/// What was written.
struct Recorded {
    /// The ledger before it.
    let books: Books
    /// What was decided.
    let decision: Decision
    /// Where it stands.
    let appended: Appended
    /// Whether nothing was kept.
    let isDryRun: Bool

    /// What a writer answers.
    ///
    /// - Parameter id: The thing that was changed; the first line that was added when left out,
    ///   else the first event.
    func written(_ id: UInt64? = nil) -> Written {
        let first = decision.events.firstIndex { if case .lineAdded = $0 { true } else { false } }
        return Written(
            id: id ?? appended.positions.lowerBound + UInt64(first ?? 0),
            position: appended.positions.upperBound - 1, root: appended.root.hex,
            notes: decision.notes, dryRun: isDryRun ? true : nil)
    }
}

/// How far the wall clock may be from the last event's log clock before someone is asked; decision
/// record 8 says why.
enum ClockLimit {
    static let aheadMilliseconds: Int64 = 366 * 86_400_000
    /// The events of a ledger that was opened and nothing more.
    static let openingEvents: UInt64 = 2
}

/// Writes into a ledger: decides on what it is, appends, and decides anew when others were faster.
struct Recorder {
    let env: Environment
    let store: any EventStore

    /// How often others may be faster.
    private static let triesMax = 100

    /// Records what is decided on the ledger as it is at that moment.
    ///
    /// What is decided under a key that was used before is decided on the ledger as it was then, so
    /// that the same request comes to the same content.
    ///
    /// - Parameter decide: Called once or more; `nil` to write nothing.
    /// - Returns: `nil` when nothing is to be written.
    func record(
        key: String? = nil, _ decide: (Books, Environment) throws(ApplicationError) -> Decision?
    ) throws(ApplicationError) -> Recorded? {
        let earlier = try lift { () throws(StoreError) in
            try key.flatMap { key throws(StoreError) in try store.positions(ofKey: key) }
        }
        if let earlier {
            let books = try env.books(of: store, upTo: earlier.lowerBound)
            let then = try time(of: earlier.lowerBound)
            let decision = try decide(books, env.with { $0.now = { then } })
            return try append(decision, to: books, key: key, expecting: nil)
        }
        for _ in 0..<Recorder.triesMax {
            let books = try env.books(of: store, upTo: nil)
            let decision = try decide(books, env)
            if decision != nil { try checkClock() }
            do throws(ApplicationError) {
                return try append(decision, to: books, key: key, expecting: books.count)
            } catch .store(.conflict) {
                continue
            } catch {
                throw error
            }
        }
        throw .busy(tries: Recorder.triesMax)
    }

    /// The wall clock of the commit at a position: what words such as `today` meant in it.
    private func time(of position: UInt64) throws(ApplicationError) -> Timestamp {
        var time = env.now()
        try lift { () throws(StoreError) in
            try store.read(position..<(position + 1), .commits) { batch in
                if let commit = batch.commit(at: 0) {
                    time = Timestamp(millisecondsSince1970: commit.recordedAt)
                }
                return .stop
            }
        }
        return time
    }

    /// A wall clock that is wrong is found here, before the log clock follows it for good.
    private func checkClock() throws(ApplicationError) {
        if env.acceptsClock { return }
        let head = try lift { () throws(StoreError) in try store.head() }
        let now = env.now()
        let last = Timestamp(millisecondsSince1970: head.logClock)
        // A ledger in which nothing was recorded yet may have been opened any time ago.
        if head.count > ClockLimit.openingEvents,
            now > last.adding(milliseconds: ClockLimit.aheadMilliseconds)
        {
            throw .clockAhead(now: now, last: last)
        }
    }

    private func append(
        _ decision: Decision?, to books: Books, key: String?, expecting: UInt64?
    ) throws(ApplicationError) -> Recorded? {
        guard let decision else { return nil }
        let actor = env.user ?? books.chart.owner?.position
        let commit = NewCommit(
            id: env.newCommitID(), recordedAt: env.now(), actor: actor.map { .position($0) },
            batch: decision.batch, key: key, events: decision.events)
        let appended = try lift { () throws(StoreError) in
            try store.append(commit, expecting: expecting)
        }
        return Recorded(
            books: books, decision: decision, appended: appended, isDryRun: env.isDryRun)
    }
}

extension Environment {
    /// The writing side.
    ///
    /// - Throws: ``ApplicationError/readOnlyPast`` where the past is looked at.
    func recorder() throws(ApplicationError) -> Recorder {
        if asOf != nil { throw .readOnlyPast }
        return Recorder(env: self, store: try store())
    }

    /// Records one command; `nil` never comes back.
    func record(
        key: String? = nil, _ command: (Books, Environment) throws(ApplicationError) -> Command
    ) throws(ApplicationError) -> Recorded {
        let recorded = try recorder().record(key: key) { books, env throws(ApplicationError) in
            try books.decision(command(books, env))
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded
    }
}

extension Books {
    /// What comes of a command.
    func decision(_ command: Command) throws(ApplicationError) -> Decision {
        let state = try lift { () throws(StoreError) in try self.state(for: command) }
        do throws(DecisionError) { return try decide(command, state) } catch {
            throw .decision(error)
        }
    }
}
