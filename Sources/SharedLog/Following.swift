internal import EventLog
package import Ledger

/// A log on this device and the one of a remote that it follows.
package struct Following: Sendable {
    /// How often what others record meanwhile is taken in before it is told.
    package static let attemptsMax = 50

    /// The log on the remote.
    package let remote: RemoteLog
    /// The folder of the log on this device.
    package let folder: String
    private let secret: @Sendable () -> [UInt8]?
    /// Whether commits are taken, too, whose texts are gone although nobody erased them.
    private let withoutTexts: Bool
    private let erasing: Replica.Erasing

    /// - Parameters:
    ///   - folder: The folder of the log.
    ///   - withoutTexts: Whether commits are taken, too, whose texts are gone although nobody
    ///     erased them.
    ///   - secret: The device's secret.
    ///   - erasing: Looks for texts beside the log before they go.
    package init(
        _ remote: RemoteLog, folder: String, withoutTexts: Bool = false,
        secret: @escaping @Sendable () -> [UInt8]?,
        erasing: @escaping Replica.Erasing = { _, _ in }
    ) {
        self.remote = remote
        self.folder = folder
        self.withoutTexts = withoutTexts
        self.secret = secret
        self.erasing = erasing
    }

    /// How the two logs stand to each other.
    package struct Standing: Hashable, Sendable {
        /// Where the commits end that both begin with.
        package let shared: RemoteEnd
        /// Where the remote's log ends.
        package let head: RemoteEnd
        /// How many events this device has.
        package let events: UInt64

        /// Whether the remote has what this device has not.
        package var isBehind: Bool { head.seq > shared.seq }
        /// Whether this device has what the remote has not.
        package var isPending: Bool { events > shared.events }
    }

    /// Opens the log on this device.
    package func replica() throws(SharedLogError) -> Replica {
        try Replica(at: folder, secret: secret, erasing: erasing)
    }

    /// What becomes of commits that only this device has, where the remote has others.
    package struct Merging {
        /// A folder in which the remote's log can be put together.
        package let folder: String
        /// Removes the folder and what is in it.
        package let clear: () -> Void
        /// What holds commits of others against the devices that sign in the log here, before any
        /// of them is taken; `nil` where none does.
        package let check: Check
        /// Puts the log that it is given, which is the remote's, in the place of the one on this
        /// device, and behind it what only this device has.
        package let merge: (FileEventStore) throws -> Void

        /// What ``check`` is.
        package typealias Check = (FileEventStore) throws -> ((IncomingCommits) throws -> Void)?

        /// - Parameters:
        ///   - folder: A folder that is made, and cleared again.
        package init(
            in folder: String, clear: @escaping () -> Void,
            check: @escaping Check = { _ in nil },
            merge: @escaping (FileEventStore) throws -> Void
        ) {
            self.folder = folder
            self.clear = clear
            self.check = check
            self.merge = merge
        }
    }

    /// Compares the two logs by their roots.
    ///
    /// - Parameters:
    ///   - mark: Where both ended when they were last the same; `nil` where they never were.
    ///   - isForgiving: Whether a remote that lost what it had is taken as it is.
    /// - Throws: ``SharedLogError/diverged(_:)`` where the remote's history is another one than was
    ///   followed, ``SharedLogError/foreign`` where it has nothing in common with this device.
    /// - Complexity: O(log *n*) questions, none of them about more than a row; two where nothing is
    ///   new.
    package func standing(
        _ replica: Replica, since mark: RemoteEnd?, isForgiving: Bool = false
    ) throws(SharedLogError) -> Standing {
        let head = try remote.head()
        let local = try mappingError(SharedLogError.store, replica.store.head())
        var shared = RemoteEnd.empty
        // A log that was restored from a backup does not have what it followed once.
        if let mark, mark.seq > 0, try isHere(mark, replica) {
            shared = mark
            if try remote.end(of: mark.seq) != mark {
                shared = try lastShared(replica, between: .empty, and: mark.seq)
                let divergence = Divergence(
                    seq: shared.seq + 1, isThere: head.seq > shared.seq, known: mark.seq)
                if !isForgiving { throw .diverged(divergence) }
            }
        }
        if head.seq > shared.seq, local.count > shared.events {
            shared = try lastShared(replica, between: shared, and: head.seq + 1)
        }
        if shared.seq == 0, head.seq > 0, local.count > 0 { throw .foreign }
        return Standing(shared: shared, head: head, events: local.count)
    }

    /// Whether this device has what the remote has up to an end.
    private func isHere(_ end: RemoteEnd, _ replica: Replica) throws(SharedLogError) -> Bool {
        try mappingError(SharedLogError.store) { () throws(StoreError) in
            guard end.events <= (try replica.store.head().count) else { return false }
            return try replica.store.root(at: end.events) == end.root
        }
    }

    /// The last commit that both have, of those from one that both have to before one that they do
    /// not.
    private func lastShared(
        _ replica: Replica, between low: RemoteEnd, and high: Int64
    ) throws(SharedLogError) -> RemoteEnd {
        var (low, high) = (low, high)
        while high - low.seq > 1 {
            let middle = low.seq + (high - low.seq) / 2
            if let end = try remote.end(of: middle), try isHere(end, replica) {
                low = end
            } else {
                high = middle
            }
        }
        return low
    }

    /// What a synchronisation came to.
    package struct Outcome: Sendable {
        /// Where both logs end.
        package var end: RemoteEnd
        /// Commits of others that came.
        package var pulled: Int64 = 0
        /// Commits that were recorded on the remote.
        package var pushed: Int64 = 0
        /// How often what was pending was put behind what others had recorded.
        package var merges = 0
        /// Whether texts were erased on the remote.
        package var hasErased = false
        /// Commits whose texts the remote had lost and was given again.
        package var mended = 0
    }

    /// Takes what others have recorded, and records there what this device has; the remote's order
    /// always stays. What is interrupted at any moment is done by the next call.
    ///
    /// - Parameters:
    ///   - mark: Where both ended when they were last the same.
    ///   - isForgiving: Whether a remote that lost what it had is given it again.
    ///   - progress: Called now and then with the number of events so far.
    ///   - merging: How what is pending is put behind what others have recorded.
    package func synchronise(
        since mark: RemoteEnd?, isForgiving: Bool = false, progress: (UInt64) -> Void = { _ in },
        merging: Merging
    ) throws(SharedLogError) -> Outcome {
        var outcome = Outcome(end: mark ?? .empty)
        var known = mark
        for _ in 0..<Following.attemptsMax {
            do throws(SharedLogError) {
                let standing = try standing(replica(), since: known, isForgiving: isForgiving)
                let end = try takeIn(standing, merging, &outcome, progress)
                known = end
                let replica = try replica()
                guard let pushed = try push(replica, behind: end) else { continue }
                outcome.pushed += pushed.seq - end.seq
                outcome.end = pushed
                if pushed != mark {
                    // An erasure that was interrupted on this device is done, too.
                    try replica.eraseTexts()
                    outcome.hasErased = try eraseOnRemote(replica, upTo: pushed)
                }
                if isForgiving {
                    try replica.eraseTexts()
                    outcome.mended = try remote.mendTexts(from: replica.store, upTo: pushed)
                }
                return outcome
            } catch .store(.conflict) {
                // Somebody has recorded something on this device meanwhile.
            }
        }
        throw .outrun(attempts: Following.attemptsMax)
    }

    /// Takes what the remote has and this device has not.
    ///
    /// - Returns: Where the commits end that both have then.
    private func takeIn(
        _ standing: Standing, _ merging: Merging, _ outcome: inout Outcome,
        _ progress: (UInt64) -> Void
    ) throws(SharedLogError) -> RemoteEnd {
        guard standing.isBehind else { return standing.shared }
        var end = standing.head
        if standing.isPending {
            try merge(replica(), standing, merging, progress)
            outcome.merges += 1
            // What came while it was put together is found by its roots.
            end = try lastShared(replica(), between: end, and: remote.head().seq + 1)
        } else {
            let replica = try replica()
            let held = try hold(replica, behind: standing.shared.seq, merging.check)
            end = try replica.pull(
                from: remote, behind: standing.shared.seq, withoutTexts: withoutTexts,
                only: held, progress: progress)
        }
        outcome.pulled += end.seq - standing.shared.seq
        return end
    }

    /// Holds what the remote has behind the end of the log against the devices that sign there, and
    /// takes nothing of it.
    ///
    /// - Parameter standing: How the two logs stand to each other; nothing waits here.
    package func hold(
        behind standing: Standing, _ check: Merging.Check
    ) throws(SharedLogError) {
        _ = try hold(replica(), behind: standing.shared.seq, check)
    }

    /// Looks at what the remote has behind the end of the log, where devices sign.
    private func hold(
        _ replica: Replica, behind seq: Int64, _ makeCheck: Merging.Check
    ) throws(SharedLogError) -> HeldCommits? {
        do {
            guard let check = try makeCheck(replica.store) else { return nil }
            var held = HeldCommits(behind: seq)
            let commits = try held.look(at: remote, replica)
            try check(commits)
            return held
        } catch let error as SharedLogError {
            throw error
        } catch { throw .merge(error) }
    }

    /// Puts the remote's log together beside the one on this device, and lets it be merged.
    private func merge(
        _ replica: Replica, _ standing: Standing, _ merging: Merging,
        _ progress: (UInt64) -> Void
    ) throws(SharedLogError) {
        merging.clear()
        defer { merging.clear() }
        _ = try mappingError(
            SharedLogError.copy,
            replica.store.rebuild(standing.shared.events, at: merging.folder, progress: progress))
        let theirs = try Replica(at: merging.folder, secret: secret)
        _ = try theirs.pull(
            from: remote, behind: standing.shared.seq, withoutTexts: withoutTexts,
            progress: progress)
        do { try merging.merge(theirs.store) } catch { throw .merge(error) }
    }
}
