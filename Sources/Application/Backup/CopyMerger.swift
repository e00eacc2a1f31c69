internal import EventLog
internal import Ledger

/// Puts a log together of two copies of a ledger, beside the present one, and lets it take the
/// place of that one when all of it is there and was read again.
struct CopyMerger {
    let path: String
    let mine: FileEventStore
    let theirs: FileEventStore
    let env: Environment
    let plan: MergePlan
    /// What comes along with the other copy, of a bundle.
    let bundled: BundleFiles?
    /// Whether the other copy is another ledger.
    let isJoin: Bool
    /// Whether the other log stays as it is, however long it is, as the one that a team shares.
    private let isTeams: Bool
    private let isRehearsal: Bool

    /// - Parameters:
    ///   - path: The folder of the other copy.
    ///   - bundled: What comes along with it, of a bundle.
    ///   - keepingTheirs: Whether the other log stays as it is, however long it is.
    ///   - isDoubtful: Whether commits are taken in, too, that no device signed which is believed.
    init(
        _ path: String, _ mine: FileEventStore, _ theirs: FileEventStore, _ env: Environment,
        bundled: BundleFiles? = nil, isRehearsal: Bool = false, keepingTheirs: Bool = false,
        isDoubtful: Bool = false
    ) throws(ApplicationError) {
        self.path = path
        self.bundled = bundled
        isJoin = false
        isTeams = keepingTheirs
        self.isRehearsal = isRehearsal
        self.mine = mine
        self.theirs = theirs
        self.env = env.with { $0.rehearsesSigning = isRehearsal }
        let plan = try mappingError(
            ApplicationError.store,
            mine.mergePlan(
                with: theirs, keepingTheirs: keepingTheirs, at: env.now(), id: env.newCommitID))
        guard let plan else { throw .merge(path: path, .unrelated) }
        self.plan = plan
        if !isDone, !isDoubtful {
            try env.checkSignatures(
                of: theirs, called: path, behind: plan.shared, mine, isTeams: isTeams)
        }
    }

    /// - Parameters:
    ///   - theirs: Another ledger.
    ///   - names: What its persons and accounts are called here.
    init(
        joining theirs: FileEventStore, called path: String, _ names: JoinedNames,
        to mine: FileEventStore, _ env: Environment, isRehearsal: Bool
    ) throws(ApplicationError) {
        self.path = path
        bundled = nil
        isJoin = true
        isTeams = false
        self.isRehearsal = isRehearsal
        self.mine = mine
        self.theirs = theirs
        self.env = env.with { $0.rehearsesSigning = isRehearsal }
        plan = try mappingError(
            ApplicationError.store,
            mine.joinPlan(of: theirs, names, at: env.now(), id: env.newCommitID))
    }

    /// Whether there is nothing to do.
    var isDone: Bool { if case .nothing = plan.step { true } else { false } }

    /// What would come of it; nothing is written.
    func rehearsed() throws(ApplicationError) -> MergeCopy.Output {
        let output = try output()
        switch plan.step {
        case .nothing: return output(.nothing, try head(of: mine))
        case .adopt: return output(.adopted, try head(of: theirs))
        case .merge(let merge):
            let base = merge.base == .mine ? mine : theirs
            let draft = try mappingError(
                ApplicationError.store, OverlayEventStore(over: base, makeSeed: env.makeSeed))
            try append(merge, to: draft)
            return output(.merged, draft.head())
        }
    }

    /// Does it. Nobody else may write to this copy meanwhile.
    func merged() throws(ApplicationError) -> MergeCopy.Output {
        // Looked up before: afterwards the old log is gone.
        let output = try output()
        switch plan.step {
        case .nothing: return output(.nothing, try head(of: mine))
        case .adopt: return output(.adopted, try replaced(by: theirs) { (_) in })
        case .merge(let merge):
            let base = merge.base == .mine ? mine : theirs
            let head = try replaced(by: base) { store throws(ApplicationError) in
                try append(merge, to: store)
            }
            return output(.merged, head)
        }
    }

    private func head(of store: FileEventStore) throws(ApplicationError) -> LogHead {
        try mappingError(ApplicationError.store, store.head())
    }

    // MARK: What is appended

    private func append(_ merge: BranchMerge, to store: any EventStore) throws(ApplicationError) {
        let actor = try actor(merge)
        try env.checkClock(store)
        let first = try count(of: store)
        for commit in merge.commits { try append(env.salted(commit), to: store) }
        let vouching = try env.vouching(for: first..<(try count(of: store)), in: store)
        let devices = try snapshot(of: store).referenceData.devices
        var starts: [UInt64] = []
        for number in merge.asides.indices {
            let commit = merge.aside(number, behind: starts)
            starts.append(try count(of: store))
            try append(try env.signed(commit, over: store, devices), to: store)
        }
        var record = merge.record(id: env.newCommitID(), at: env.now(), by: actor)
        record.events = try snapshot(of: store).declared(record.events + vouching)
        try append(try env.signed(record, over: store, devices), to: store)
    }

    private func append(
        _ commit: NewCommit, to store: any EventStore
    ) throws(ApplicationError) {
        let count = try count(of: store)
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            _ = try store.append(commit, expecting: count)
        }
    }

    private func count(of store: any EventStore) throws(ApplicationError) -> UInt64 {
        try mappingError(ApplicationError.store, store.head().count)
    }

    private func snapshot(of store: any EventStore) throws(ApplicationError) -> LedgerSnapshot {
        try mappingError(ApplicationError.store, LedgerSnapshot(store: store))
    }

    /// Who merges, where that person stands in the log that stays as it is.
    private func actor(_ merge: BranchMerge) throws(ApplicationError) -> UInt64? {
        let snapshot = try mappingError(ApplicationError.store, LedgerSnapshot(store: mine))
        let actor = try env.actor(in: snapshot)
        return actor.flatMap(plan.position(of:)) ?? snapshot.referenceData.owner?.position
    }

    // MARK: The new log

    /// The log, wherever it lies.
    private var log: String { Places.resolved("\(env.home.place)/log") }

    /// A log beside it: while it has this name, it is none.
    private var folder: String { log + FolderNames.mergingEnding }

    /// Copies a log, changes the copy, and lets it take the place of the present one.
    private func replaced(
        by base: FileEventStore, _ change: (FileEventStore) throws(ApplicationError) -> Void
    ) throws(ApplicationError) -> LogHead {
        Places.removeFolder(folder)
        let (head, user): (LogHead, SettingsFile?)
        do throws(ApplicationError) {
            try copy(base)
            head = try changed(of: base, change)
            user = try movedUser()
            try keepBranches(into: head)
            try forget()
        } catch {
            Places.removeFolder(folder)
            throw error
        }
        // Where that fails nobody knows which of the two logs is beside the other: both stay.
        do throws(FileFailure) { try POSIX.exchange(log, folder) } catch {
            throw .merge(path: path, .failed(code: error.code))
        }
        try user?.write(to: env.home.place)
        // Who waits for the lock of the old log finds that it is gone.
        Places.removeFolder(folder)
        return head
    }

    private func copy(_ base: FileEventStore) throws(ApplicationError) {
        do throws(CopyError) { try base.copy(to: folder).release() } catch {
            switch error {
            case .source(let error) where base === theirs:
                throw .merge(path: path, .unreadable(error))
            case .source(let error), .target(let error): throw .store(.log(error))
            case .diverged, .newer: throw .merge(path: path, .changed)
            }
        }
    }

    /// Changes the copy; texts that were erased on either side go, and all of it is hashed.
    ///
    /// A log that goes on elsewhere, too, goes on here with other secrets: else what was recorded
    /// there could be tried by those of here when it was erased, and the other way round. Those of
    /// a team's log are the same for all.
    private func changed(
        of base: FileEventStore, _ change: (FileEventStore) throws(ApplicationError) -> Void
    ) throws(ApplicationError) -> LogHead {
        let secret = env.home.deviceSecret
        let store = try mappingError(
            ApplicationError.store,
            FileEventStore(at: folder, creating: nil, secret: { secret }, makeSeed: env.makeSeed))
        if base !== mine {
            try mappingError(ApplicationError.store) { () throws(StoreError) in
                if !isTeams { try store.renewSecrets(replacing: mine) }
                try store.raiseGenerations(above: mine)
            }
        }
        do throws(ApplicationError) { try change(store) } catch {
            if case .store(.conflict) = error { throw .merge(path: path, .changed) }
            throw error
        }
        try eraseBeside(store)
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            let pending = try store.interruptedErasures()
            if !pending.isEmpty { try store.eraseText(at: pending) }
            try store.settle()
            try keepTails(beside: store)
            let (head, found) = (try store.head(), try store.verify(progress: env.progress))
            guard found.root == head.root, found.events == head.count else {
                throw .log(.replaced(file: FolderNames.merging))
            }
            return head
        }
    }

    /// Drops what is known of the old log: without it things take longer, and nothing is wrong.
    private func forget() throws(ApplicationError) {
        try Places.removeFile("\(env.home.place)/\(VerifiedFile.name)")
        if plan.isMoved { try StateFile(lastList: []).write(to: env.home.place) }
    }

    /// The settings with the person who is logged in, who stands somewhere else now; `nil` where
    /// nothing changes.
    private func movedUser() throws(ApplicationError) -> SettingsFile? {
        guard plan.isMoved, var settings = try SettingsFile.read(from: env.home.place),
            let user = settings.user, user >= plan.shared
        else { return nil }
        guard let moved = plan.position(of: user) else {
            throw .merge(path: path, .strangeUser)
        }
        settings.user = moved
        return settings
    }
}

/// What is told of it.
extension CopyMerger {
    private func output() throws(ApplicationError) -> (
        MergeCopy.Output.Result, LogHead
    ) -> MergeCopy.Output {
        let came = try rows(of: plan.came.prefix(CopyMerger.shownMax), in: theirs)
        let aside = try aside() + lost()
        let (ids, idCount) = try ids()
        return { result, head in
            MergeCopy.Output(
                other: path, result: result, shared: plan.shared, commits: plan.came.count,
                events: plan.eventsCame, came: came, aside: aside,
                moved: plan.isMoved, ids: ids, idCount: idCount, position: head.count - 1,
                root: head.root.hex,
                merge: result == .merged && !plan.came.isEmpty && plan.isUndoable
                    ? head.count - 1 : nil,
                dryRun: isRehearsal ? true : nil)
        }
    }

    /// What comes in, and nothing of where it would stand; `nil` for nothing.
    func there() throws(ApplicationError) -> MergeCopy.Output.There? {
        if isDone { return nil }
        return MergeCopy.Output.There(
            commits: plan.came.count, events: plan.eventsCame,
            came: try rows(of: plan.came.prefix(CopyMerger.shownMax), in: theirs),
            moved: plan.isMoved)
    }

    /// How many commits are shown, at most.
    private static let shownMax = 100

    private func aside() throws(ApplicationError) -> [MergeCopy.Output.Aside] {
        guard case .merge(let merge) = plan.step else { return [] }
        let found = merge.outcomes.filter { !$0.aside.isEmpty }
        let dropped = merge.outcomes.filter { !$0.dropped.isEmpty }
        let isOurs = merge.base == .theirs
        let rows = try rows(of: found.map(\.origin)[...], in: isOurs ? mine : theirs)
        let base = try snapshot(of: isOurs ? theirs : mine)
        let erased = merge.erased
        // Each costs the links behind what it speaks of.
        var toldMax = CopyMerger.shownMax
        return try zip(rows, found).map { row, commit throws(ApplicationError) in
            let whys = commit.aside.sorted { $0.key < $1.key }.map(\.value)
            let events = zip(merge.words(of: commit), whys).prefix(CopyMerger.shownMax)
                .map { MergeCopy.Output.Event(says: $0, why: $1.code, by: $1.position) }
            let by = whys[0].position
            let target = merge.target(of: commit)
            // No word of what an erasure that comes in takes.
            toldMax -= 1
            let isTold =
                toldMax >= 0 && !commit.isParted && !erased.contains { $0 == target || $0 == nil }
            let (entry, against) = try mappingError(ApplicationError.store) {
                () throws(StoreError) in
                (
                    try target.flatMap { (id) throws(StoreError) in
                        try isTold ? base.standing(id) : nil
                    },
                    try by.flatMap { (id) throws(StoreError) in
                        try isTold && id < base.count ? base.logRows(at: [id]).first : nil
                    }
                )
            }
            return MergeCopy.Output.Aside(
                commit: row, isOurs: isOurs, why: whys[0].code, by: by,
                events: commit.isParted ? events : nil,
                count: commit.isParted ? whys.count : nil,
                entry: entry, against: against)
        } + textless(dropped, areOurs: isOurs)
    }

    /// What came in without its text, because text of the same thing was erased; no word of it.
    private func textless(
        _ commits: [MergedCommit], areOurs: Bool
    ) throws(ApplicationError) -> [MergeCopy.Output.Aside] {
        let rows = try rows(of: commits.map(\.origin)[...], in: areOurs ? mine : theirs)
        return zip(rows, commits).map { row, commit in
            MergeCopy.Output.Aside(
                commit: row.withoutWords, isOurs: areOurs, why: MergeCopy.Output.Aside.erased,
                by: commit.dropped.values.max(), events: nil,
                count: commit.dropped.count < commit.origin.count ? commit.dropped.count : nil)
        }
    }

    /// What stays as it is and loses text, because the other side erased that; no word of it.
    private func lost() throws(ApplicationError) -> [MergeCopy.Output.Aside] {
        var found: [MergeCopy.Output.Aside] = []
        for lost in plan.lost {
            let rows = try rows(of: [lost.positions], in: lost.isMine ? mine : theirs)
            guard let row = rows.first else { continue }
            found.append(
                MergeCopy.Output.Aside(
                    commit: row.withoutWords, isOurs: lost.isMine,
                    why: MergeCopy.Output.Aside.lost, by: lost.by, events: nil,
                    count: lost.count < lost.positions.count ? lost.count : nil))
        }
        return found
    }

    /// The last entries that this device recorded and that get another id, and how many there are.
    private func ids() throws(ApplicationError) -> ([MergeCopy.Output.Moved]?, Int?) {
        if plan.entries.isEmpty { return (nil, nil) }
        let own = try env.ownDevice(of: env.home.saved.folder)?.signer.verifier.publicKey
        let entries = plan.entries.filter { own == nil || $0.device == nil || $0.device == own }
        if entries.isEmpty { return (nil, nil) }
        let shown = entries.suffix(CopyMerger.idsMax).reversed()
        let state = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try LedgerSnapshot(store: mine).state(
                for: shown.map(\.was), withCategories: false)
        }
        let moved = shown.map { entry in
            MergeCopy.Output.Moved(
                was: entry.was, now: entry.now,
                title: state.lines[entry.was]?.details.title
                    ?? state.todos[entry.was]?.facts.title ?? "")
        }
        return (moved, entries.count)
    }

    /// How many ids are named, at most.
    private static let idsMax = 10

    private func rows(
        of commits: ArraySlice<Range<UInt64>>, in store: FileEventStore
    ) throws(ApplicationError) -> [CommitRow] {
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            let snapshot = try LedgerSnapshot(store: store)
            var groups: [[RecordedCommit]] = []
            for positions in commits {
                if let commit = try snapshot.commit(at: positions.lowerBound) {
                    groups.append([commit])
                }
            }
            return try snapshot.rows(of: groups)
        }
    }
}
