internal import Dispatch
package import EventLog
package import Ledger
internal import Synchronization

/// A store of files that others share through a server: what is appended is recorded there first,
/// then here. Everything is read here.
///
/// One append at a time; several processes may have the same ledger, each with a folder of its own.
/// What the server has acknowledged is written here by a thread of its own, for which readers wait:
/// a crash loses nothing, for it is taken from the server then.
package final class SharedEventStore: FrameStore {
    private let remote: RemoteLog
    private let replica: Replica
    /// What is known while something is appended.
    private let state: Mutex<State>
    /// The log, and over it what is not written there yet: what comes next is laid over it.
    private let view: Mutex<any EventStore>
    private let writer = DispatchQueue(label: "ledger.shared")
    private let waiting = Mutex<[WaitingCommit]>([])
    /// Why nothing can be written here any more.
    private let failure = Mutex<StoreError?>(nil)

    private struct State: Sendable {
        /// Holds what comes next against what the remote has, as far as this store knows.
        var check: CommitCheck
        /// Whether texts were erased, so that what is taken may have been erased, too.
        var hasErasures: Bool

        /// Where the remote's log ends, as far as this store knows.
        var end: RemoteEnd { check.end }
    }

    /// A commit that the remote has and the log here has not.
    private struct WaitingCommit: Sendable {
        let commit: EncodedCommit
        let begun: [UInt64: [UInt8]]
        let firstPosition: UInt64
    }

    private var local: FileEventStore { replica.store }

    /// The log with all that was acknowledged.
    private var whole: FileEventStore {
        get throws(StoreError) {
            try writeWaiting()
            return local
        }
    }

    /// A store over a log that has what the remote has, or the beginning of it.
    ///
    /// - Throws: ``SharedLogError``; ``SharedLogError/foreign`` for a log with events that the
    ///   remote has not, which have to be synchronised first.
    package init(_ remote: RemoteLog, _ replica: Replica) throws(SharedLogError) {
        self.remote = remote
        self.replica = replica
        let following = Following(remote, folder: "", secret: { nil })
        let standing = try following.standing(replica, since: nil)
        if standing.isPending { throw .foreign }
        let end = try replica.pull(from: remote, behind: standing.shared.seq)
        try replica.eraseTexts()
        let hasErasures = try mappingError(SharedLogError.store) { () throws(StoreError) in
            try !LedgerSnapshot(store: replica.store).erasures().isEmpty
        }
        state = Mutex(State(check: try replica.check(behind: end.seq), hasErasures: hasErasures))
        view = Mutex(replica.store)
    }

    /// How often an append is tried anew because others were faster.
    private static let attemptsMax = 1_000
    /// So many commits wait to be written here, at most.
    private static let waitingMax = 64

    /// Takes what others have recorded.
    ///
    /// - Returns: How many events there are.
    @discardableResult
    package func catchUp() throws(SharedLogError) -> UInt64 {
        try state.withLock { (state) throws(SharedLogError) in
            try pull(&state)
            return state.end.events
        }
    }

    private func pull(_ state: inout State) throws(SharedLogError) {
        try mappingError(SharedLogError.store, writeWaiting())
        var check = state.check
        do throws(SharedLogError) { try replica.pull(from: remote, &check) } catch {
            (state.check, state.hasErasures) = (check, true)
            throw error
        }
        state.check = check
        state.hasErasures = state.hasErasures || check.hasErasures
        if state.hasErasures {
            try replica.eraseTexts()
            // What comes next may have other seeds.
            state.check = try replica.check(behind: check.end.seq)
        }
    }

    /// Waits until all that was acknowledged is written here.
    package func writeWaiting() throws(StoreError) {
        writer.sync { write() }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Writes what waits, with one sync; on the writer's thread.
    private func write() {
        let commits = waiting.withLock { $0 }
        guard let first = commits.first, failure.withLock({ $0 }) == nil else { return }
        do throws(StoreError) {
            try replica.append(
                commits.map(\.commit), commits.map(\.begun), behind: first.firstPosition)
        } catch {
            failure.withLock { $0 = error }
            return
        }
        waiting.withLock { waiting in
            waiting.removeFirst(commits.count)
            if waiting.isEmpty { view.withLock { $0 = replica.store } }
        }
    }

    package func head() throws(StoreError) -> LogHead { try whole.head() }

    /// Appends a commit; see ``EventStore/append(_:expecting:)``. It is recorded on the remote
    /// when this returns.
    ///
    /// - Throws: As every store does; a server that cannot be reached is `LogError.storage`.
    package func append(
        _ commit: NewCommit, expecting: UInt64? = nil
    ) throws(StoreError) -> Appended {
        try state.withLock { (state) throws(StoreError) in
            if let failure = failure.withLock({ $0 }) { throw failure }
            var wasLost = false
            for _ in 0..<SharedEventStore.attemptsMax {
                do throws(SharedLogError) {
                    if let done = try attempt(commit, expecting, wasLost: &wasLost, &state) {
                        return done
                    }
                } catch { throw storeError(error) }
            }
            let count = state.end.events
            throw .conflict(expected: expecting ?? count, actual: count)
        }
    }

    /// Tries to append a commit.
    ///
    /// - Parameter wasLost: Whether an earlier attempt may have been recorded, because the
    ///   connection broke.
    /// - Returns: `nil` where it has to be tried again.
    private func attempt(
        _ commit: NewCommit, _ expecting: UInt64?, wasLost: inout Bool, _ state: inout State
    ) throws(SharedLogError) -> Appended? {
        do throws(SharedLogError) {
            if wasLost {
                try remote.connection.reconnect()
                if let done = try found(commit.id, &state) { return done }
                wasLost = false
            }
            return try record(commit, expecting, &state)
        } catch .lost(let said) {
            // The second time in a row nobody is there.
            if wasLost { throw .lost(said) }
            wasLost = true
            return nil
        } catch .unacknowledged {
            if let done = try found(commit.id, &state) { return done }
            throw .unacknowledged
        }
    }

    /// A commit that an earlier attempt has recorded.
    private func found(
        _ id: CommitID, _ state: inout State
    ) throws(SharedLogError) -> Appended? {
        guard let seq = try remote.seq(of: id), let own = try remote.end(of: seq),
            let before = try remote.end(of: seq - 1)
        else { return nil }
        // After a crash a server shows what no other one may have: this waits for the other one.
        try remote.erase([], through: 0)
        try pull(&state)
        return Appended(
            positions: before.events..<own.events, root: own.root, isRepeat: false)
    }

    private func record(
        _ commit: NewCommit, _ expecting: UInt64?, _ state: inout State
    ) throws(SharedLogError) -> Appended? {
        let end = state.end
        let draft: OverlayEventStore
        let frontier: MerkleFrontier
        let appended: Appended
        do throws(StoreError) {
            draft = try OverlayEventStore(
                over: view.withLock { $0 }, makeSeed: replica.makeSeed)
            frontier = draft.frontier()
            guard frontier.size == end.events else {
                throw .conflict(expected: end.events, actual: frontier.size)
            }
            appended = try draft.append(commit, expecting: expecting)
        } catch {
            // The next one sees what made it conflict.
            if case .conflict = error { try pull(&state) }
            throw .store(error)
        }
        if appended.isRepeat { return appended }
        var reader = CommitReader(draft, behind: end, frontier)
        var found: RemoteCommit?
        try reader.read { commit in
            found = commit
            return false
        }
        guard let row = found else { throw .store(.emptyCommit) }
        // What others could not take is not recorded.
        var check = state.check
        let held = try check.take(row, isOwn: true, makeSeed: replica.makeSeed)
        switch try remote.insert([row]) {
        case .outrun:
            try pull(&state)
            // Where nothing came it stands there already.
            guard state.end == end, let seq = try remote.seq(of: row.id) else { return nil }
            let position = try remote.end(of: seq - 1)?.events ?? 0
            throw .store(.log(.knownCommit(position: position)))
        case .done:
            let begun = check.takeBegun()
            state.check = check
            let waits = WaitingCommit(
                commit: held.encoded, begun: begun, firstPosition: row.firstEvent)
            try mappingError(SharedLogError.store, write(waits, over: draft))
            return appended
        }
    }

    /// Lets a commit be written here.
    private func write(
        _ commit: WaitingCommit, over draft: OverlayEventStore
    ) throws(StoreError) {
        let count = waiting.withLock { waiting in
            waiting.append(commit)
            view.withLock { $0 = draft }
            return waiting.count
        }
        if count < SharedEventStore.waitingMax {
            writer.async { self.write() }
        } else {
            try writeWaiting()
        }
    }

    private func storeError(_ error: SharedLogError) -> StoreError {
        if case .store(let error) = error { return error }
        let connectionAborted: Int32 = 103
        return .log(
            .storage(
                .failed(.write, file: remote.connection.address.text, code: connectionAborted)))
    }

    // MARK: Reading

    package func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        try whole.readStored(positions, sections, holding: types, body)
    }

    package func readHot(
        _ positions: Range<UInt64>,
        frame: (borrowing HotFrame) throws(StoreError) -> Bool,
        batch: (ColumnBatch) throws(StoreError) -> Void
    ) throws(StoreError) {
        try whole.readHot(positions, frame: frame, batch: batch)
    }

    package func readLinks(
        _ positions: Range<UInt64>, in columns: [ColumnID],
        _ body: (ColumnID, UInt64, UInt64) -> Void
    ) throws(StoreError) {
        try whole.readLinks(positions, in: columns, body)
    }

    package func positions(
        in positions: Range<UInt64>, holding types: TypeSet,
        where isWanted: (_ type: UInt16, _ schema: UInt8, _ isCritical: Bool) -> Bool
    ) throws(StoreError) -> [UInt64] {
        try whole.positions(in: positions, holding: types, where: isWanted)
    }

    package func scan(
        _ positions: Range<UInt64>, _ pick: ScanRequest,
        where isWanted: (ScanResult.Kind) -> Bool,
        _ body: (ScanResult) throws(StoreError) -> Void
    ) throws(StoreError) {
        try whole.scan(positions, pick, where: isWanted, body)
    }

    package func spans(of positions: Range<UInt64>) throws(StoreError) -> [FrameInfo] {
        try whole.spans(of: positions)
    }

    package func frontier() throws(StoreError) -> MerkleFrontier { try whole.frontier() }

    package func seed(of block: UInt64) throws(StoreError) -> [UInt8]? {
        try whole.seed(of: block)
    }

    package func positions(ofKey key: String) throws(StoreError) -> Range<UInt64>? {
        try whole.positions(ofKey: key)
    }

    /// Drops texts here and on the remote; see ``EventStore/eraseText(at:)``.
    @discardableResult
    package func eraseText(at positions: [UInt64]) throws(StoreError) -> TextsErased {
        try state.withLock { (state) throws(StoreError) in
            try writeWaiting()
            let done = try local.eraseText(at: positions)
            if done.texts == 0 { return done }
            state.hasErasures = true
            let end = state.end
            let blocks = positions.filter { $0 < end.events }.map { $0 / Limit.seedEvents }
            do throws(SharedLogError) {
                // What comes next has other seeds.
                state.check = try replica.check(behind: end.seq)
                try remote.erase(blocks, of: local, upTo: end, through: nil)
            } catch { throw storeError(error) }
            return done
        }
    }
}
