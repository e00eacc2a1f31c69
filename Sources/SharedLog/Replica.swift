package import EventLog
package import Ledger

/// A ledger's log on this device, which follows that of a remote.
package struct Replica: Sendable {
    /// The log.
    package let store: FileEventStore
    /// Makes the seed of a block that nobody has begun.
    let makeSeed: SeedSource
    private let erasing: Erasing

    /// What is done with events before their texts go from the log.
    package typealias Erasing = @Sendable (FileEventStore, [UInt64]) throws -> Void

    /// A store.
    ///
    /// - Parameter makeSeed: Makes the seed of a block that nobody has begun.
    package init(_ store: FileEventStore, makeSeed: @escaping SeedSource = Seeds.random) {
        self.store = store
        self.makeSeed = makeSeed
        erasing = { _, _ in }
    }

    /// Opens the log in a folder.
    ///
    /// - Parameters:
    ///   - secret: The device's secret.
    ///   - erasing: Looks for texts beside the log before they go.
    package init(
        at folder: String, secret: @escaping @Sendable () -> [UInt8]?,
        erasing: @escaping Erasing = { _, _ in }
    ) throws(SharedLogError) {
        makeSeed = Seeds.random
        self.erasing = erasing
        store = try mappingError(
            SharedLogError.store,
            FileEventStore(at: folder, creating: nil, secret: secret))
    }

    /// Makes an empty log in a folder that has none.
    ///
    /// - Parameter id: What tells the log, and its copies, from others.
    package init(
        at folder: String, creating id: CommitID, secret: @escaping @Sendable () -> [UInt8]?
    ) throws(SharedLogError) {
        makeSeed = Seeds.random
        erasing = { _, _ in }
        store = try mappingError(
            SharedLogError.store,
            FileEventStore(at: folder, creating: id, secret: secret))
    }

    /// Appends what a remote has behind the end of the log, each commit when it was held against
    /// its root; texts that were erased go.
    ///
    /// - Parameters:
    ///   - seq: The number under which the remote has the last commit of the log.
    ///   - withoutTexts: Whether commits are taken, too, whose texts are gone although nobody
    ///     erased them.
    ///   - held: What was looked at before, of which nothing else is taken; `nil` for all.
    ///   - progress: Called now and then with the number of events so far.
    /// - Returns: Where both end.
    /// - Throws: ``SharedLogError``; what came before a commit that does not hold is there.
    package func pull(
        from remote: RemoteLog, behind seq: Int64, withoutTexts: Bool = false,
        only held: HeldCommits? = nil, progress: (UInt64) -> Void = { _ in }
    ) throws(SharedLogError) -> RemoteEnd {
        var check = try check(behind: seq)
        try pull(
            from: remote, &check, withoutTexts: withoutTexts, only: held, progress: progress)
        // In a log that was empty only what came can have erased anything.
        if check.end.seq > seq, seq > 0 || check.hasErasures { try eraseTexts() }
        if let failure = held?.failure { throw failure }
        return check.end
    }

    /// The same behind what was held against its roots; texts that were erased stay. While some is
    /// written here, what comes next is fetched and looked at.
    ///
    /// - Parameter check: Behind the end of the log, also where something is thrown.
    func pull(
        from remote: RemoteLog, _ check: inout CommitCheck, withoutTexts: Bool = false,
        only held: HeldCommits? = nil, progress: (UInt64) -> Void = { _ in }
    ) throws(SharedLogError) {
        let writing = Ahead<Void>()
        var ends = (written: check, begun: check)
        do throws(SharedLogError) {
            let scout = withoutTexts ? nil : ErasureScout(remote, held?.pages ?? [])
            try pull(from: remote, &check, scout, held, writing, &ends, progress)
        } catch {
            check = ends.written
            // Why nothing can be written says more than what came of it.
            try writing.take()
            check = ends.begun
            throw error
        }
    }

    /// - Parameter ends: Behind what is written, and behind what was begun to be.
    private func pull(
        from remote: RemoteLog, _ check: inout CommitCheck, _ known: ErasureScout?,
        _ held: HeldCommits?, _ writing: Ahead<Void>,
        _ ends: inout (written: CommitCheck, begun: CommitCheck), _ progress: (UInt64) -> Void
    ) throws(SharedLogError) {
        var scout = known
        let fetching = Ahead<RemotePage>()
        defer { fetching.wait() }
        while true {
            let seq = check.end.seq
            var page: RemotePage
            if let looked = scout?.takePage(behind: seq) {
                page = looked
            } else if let fetched = try fetching.take(), fetched.commits.first?.seq == seq + 1 {
                page = try remote.opened(fetched)
            } else {
                page = try remote.page(behind: seq)
            }
            if let last = page.commits.last?.seq, !page.isLast, scout?.knows(behind: last) != true {
                fetching.start { () throws(SharedLogError) in try remote.stored(behind: last) }
            }
            if let held { page = try held.part(of: page) }
            let checked = hold(page.commits, &check, &scout)
            let begun = ends.begun
            ends.begun = ends.written
            try writing.take()
            ends = (begun, begun)
            if let failure = checked.failure {
                try append(checked)
                ends.begun = try self.check(behind: checked.end.seq)
                throw failure
            }
            if page.isLast {
                try append(checked)
                break
            }
            writing.start { () throws(SharedLogError) in try append(checked) }
            ends.begun = check
            progress(check.end.events)
        }
        progress(check.end.events)
    }

    /// Appends commits that a remote has behind the end of an empty log, also without their texts.
    package func take(_ commits: [RemoteCommit]) throws(SharedLogError) {
        var check = try check(behind: 0)
        var scout: ErasureScout?
        let checked = hold(commits, &check, &scout)
        try append(checked)
        if let failure = checked.failure { throw failure }
    }

    /// Commits that were held against their roots, up to one that does not hold.
    private struct Checked: Sendable {
        /// What is behind the commits before them.
        let before: RemoteEnd
        var commits: [EncodedCommit] = []
        /// What is behind them.
        var end: RemoteEnd
        /// The seeds of blocks that begin with them.
        var begun: [UInt64: [UInt8]] = [:]
        /// Why the next one does not hold.
        var failure: SharedLogError?
    }

    private func hold(
        _ page: [RemoteCommit], _ check: inout CommitCheck, _ scout: inout ErasureScout?
    ) -> Checked {
        var checked = Checked(before: check.end, end: check.end)
        for (index, commit) in page.enumerated() {
            do throws(SharedLogError) {
                let held = try check.take(commit) { makeSeed($0) }
                try scout?.hold(
                    held.draft, from: commit.firstEvent, behind: check, page[(index + 1)...])
                checked.commits.append(held.encoded)
                checked.end = check.end
            } catch {
                checked.failure = error
                break
            }
        }
        checked.begun = check.takeBegun()
        return checked
    }

    /// Appends commits.
    private func append(_ checked: Checked) throws(SharedLogError) {
        if checked.commits.isEmpty { return }
        let root = try mappingError(SharedLogError.store) { () throws(StoreError) in
            try begin(checked.begun)
            return try store.replicate(checked.commits, behind: checked.before.events)
        }
        // What is written is what was held.
        guard root == checked.end.root else { throw .damaged(seq: checked.end.seq, .root) }
    }

    /// Appends commits that were held against their roots.
    ///
    /// - Parameters:
    ///   - begun: The seeds of blocks that begin with each.
    ///   - count: How many events come before them.
    func append(
        _ commits: [EncodedCommit], _ begun: [[UInt64: [UInt8]]], behind count: UInt64
    ) throws(StoreError) {
        for seeds in begun { try begin(seeds) }
        _ = try store.replicate(commits, behind: count)
    }

    /// Makes room for blocks that begin. A last segment of revision 1 cannot hold the seeds of
    /// today, and a seed is the same everywhere: it is written anew first.
    private func begin(_ begun: [UInt64: [UInt8]]) throws(StoreError) {
        if !begun.isEmpty { try store.renew() }
    }

    /// Holds what comes behind all of the log against its roots.
    ///
    /// - Parameter seq: The number under which the remote has the last commit of the log.
    func check(behind seq: Int64) throws(SharedLogError) -> CommitCheck {
        try mappingError(SharedLogError.store) { () throws(StoreError) in
            try CommitCheck(behind: seq, of: store)
        }
    }

    /// Drops the texts of which the log says that they were erased.
    package func eraseTexts() throws(SharedLogError) {
        let pending = try mappingError(SharedLogError.store, store.interruptedErasures())
        if pending.isEmpty { return }
        do { try erasing(store, pending) } catch { throw .merge(error) }
        _ = try mappingError(SharedLogError.store, store.eraseText(at: pending))
    }
}
