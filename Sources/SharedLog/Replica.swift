package import EventLog
package import Ledger

/// A ledger's log on this device, which follows that of a remote.
package struct Replica: Sendable {
    /// The log.
    package let store: FileEventStore
    private let seeds: SeedBox
    private let erasing: Erasing

    /// What is done with events before their texts go from the log.
    package typealias Erasing = @Sendable (FileEventStore, [UInt64]) throws -> Void

    /// A store that was opened with the seeds.
    package init(_ store: FileEventStore, _ seeds: SeedBox) {
        self.store = store
        self.seeds = seeds
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
        let seeds = SeedBox()
        self.seeds = seeds
        self.erasing = erasing
        store = try mappingError(
            SharedLogError.store,
            FileEventStore(at: folder, creating: nil, secret: secret, makeSeed: seeds.source))
    }

    /// Makes an empty log in a folder that has none.
    ///
    /// - Parameter id: What tells the log, and its copies, from others.
    package init(
        at folder: String, creating id: CommitID, secret: @escaping @Sendable () -> [UInt8]?
    ) throws(SharedLogError) {
        let seeds = SeedBox()
        self.seeds = seeds
        erasing = { _, _ in }
        store = try mappingError(
            SharedLogError.store,
            FileEventStore(at: folder, creating: id, secret: secret, makeSeed: seeds.source))
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
        var scout = withoutTexts ? nil : ErasureScout(remote, held?.pages ?? [])
        while true {
            var page: [RemoteCommit]
            if let looked = try scout?.takePage(behind: check.end.seq) {
                page = looked
            } else {
                page = try remote.page(behind: check.end.seq)
            }
            if let held { page = try held.part(of: page) }
            if page.isEmpty { break }
            try append(page, &check, &scout)
            progress(check.end.events)
        }
        if check.end.seq > seq { try eraseTexts() }
        if let failure = held?.failure { throw failure }
        return check.end
    }

    /// Appends commits that a remote has behind the end of an empty log, also without their texts.
    package func take(_ commits: [RemoteCommit]) throws(SharedLogError) {
        var check = try check(behind: 0)
        var scout: ErasureScout?
        try append(commits, &check, &scout)
    }

    /// Appends commits; those before one that does not hold are there.
    private func append(
        _ page: [RemoteCommit], _ check: inout CommitCheck, _ scout: inout ErasureScout?
    ) throws(SharedLogError) {
        let before = check.end
        var held = before
        var drafts: [CommitDraft] = []
        var failure: SharedLogError?
        for (index, commit) in page.enumerated() {
            do throws(SharedLogError) {
                let draft = try check.take(commit) { seeds.fresh($0) }
                try scout?.hold(
                    draft, from: commit.firstEvent, behind: check, page[(index + 1)...])
                drafts.append(draft)
                held = check.end
            } catch {
                failure = error
                break
            }
        }
        try mappingError(SharedLogError.store, begin(check.takeBegun()))
        if !drafts.isEmpty {
            let root = try mappingError(
                SharedLogError.store, store.replicate(drafts, behind: before.events))
            // What is written is what was held.
            guard root == held.root else { throw .damaged(seq: held.seq, .root) }
        }
        if let failure { throw failure }
    }

    /// Appends commits that were held against their roots.
    ///
    /// - Parameters:
    ///   - begun: The seeds of blocks that begin with each.
    ///   - count: How many events come before them.
    func append(
        _ drafts: [CommitDraft], _ begun: [[UInt64: [UInt8]]], behind count: UInt64
    ) throws(StoreError) {
        for seeds in begun { try begin(seeds) }
        _ = try store.replicate(drafts, behind: count)
    }

    /// Says which seeds blocks get that begin. A last segment of revision 1 cannot hold those of
    /// today, and a seed is the same everywhere: it is written anew first.
    private func begin(_ begun: [UInt64: [UInt8]]) throws(StoreError) {
        if !begun.isEmpty { try store.renew() }
        for (block, seed) in begun { seeds.set(seed, of: block) }
    }

    /// Holds what comes behind all of the log against its roots.
    ///
    /// - Parameter seq: The number under which the remote has the last commit of the log.
    func check(behind seq: Int64) throws(SharedLogError) -> CommitCheck {
        try mappingError(SharedLogError.store) { () throws(StoreError) in
            try CommitCheck(behind: seq, of: store)
        }
    }

    /// Makes the seed of a block that nobody has begun.
    var makeSeed: SeedSource { seeds.fresh }

    /// Drops the texts of which the log says that they were erased.
    package func eraseTexts() throws(SharedLogError) {
        let pending = try mappingError(SharedLogError.store, store.interruptedErasures())
        if pending.isEmpty { return }
        do { try erasing(store, pending) } catch { throw .merge(error) }
        _ = try mappingError(SharedLogError.store, store.eraseText(at: pending))
    }
}
