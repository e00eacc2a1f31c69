package import EventLog

/// Commits that are to come behind the end of a log, held against the devices that sign there
/// before any of them is taken.
package struct IncomingCommits {
    private let store: any EventStore
    private var scan: SignatureScan
    /// The root behind each commit, by the number of events there.
    private var roots: [UInt64: Digest] = [:]

    /// - Parameter store: The log.
    package init(behind store: any EventStore) {
        self.store = store
        scan = SignatureScan(store)
    }

    /// Takes the next commit.
    ///
    /// - Parameters:
    ///   - first: Where it is to stand.
    ///   - root: The root behind it.
    ///   - seeds: Seeds of blocks that begin with it.
    package mutating func take(
        _ commit: CommitDraft, at first: UInt64, root: Digest, seeds: [UInt64: [UInt8]]
    ) throws(StoreError) {
        scan.seeds.merge(seeds) { known, _ in known }
        let header = CommitHeader(commit, at: first, logClock: commit.recordedAt)
        for row in commit.rows { try scan.take(row, of: header) }
        roots[first + UInt64(commit.rows.count)] = root
    }

    /// What signatures say of them.
    package struct Judgement: Sendable {
        /// The commits that are not believed, but for those by which devices that nobody has added
        /// say that they are there.
        package let doubtful: [DoubtfulCommit]
        /// The devices of the log with those that come, and what they are called.
        package let devices: DeviceBook
    }

    /// Holds them against the devices of the log.
    ///
    /// The commits of the log are believed as they are, but for what they say of devices.
    ///
    /// - Parameters:
    ///   - devices: The devices of the log.
    ///   - own: The key of this device; `nil` for none.
    /// - Complexity: O(*n*) in what comes, and in the commits of the log that say something of
    ///   devices.
    package func judgement(
        _ devices: DeviceBook, own: [UInt8]?
    ) throws(StoreError) -> Judgement {
        var scan = self.scan
        let commits = try scan.finish()
        let root = { (count: UInt64) throws(StoreError) -> Digest? in
            if let root = self.roots[count] { return root }
            return try self.store.root(at: count)
        }
        let check = try SignatureCheck(
            SignatureCheck.Commits(commits: try store.commitsOnDevices(), root: root),
            and: SignatureCheck.Commits(commits: commits, root: root), devices, own: own)
        var book = devices
        for commit in commits {
            for device in commit.added { book.add(device, at: commit.header.firstPosition) }
        }
        let doubtful = check.refused(commits)
        let repeated = try repeated(commits, check, Set(doubtful.map(\.position)))
        return Judgement(
            doubtful: (doubtful + repeated).sorted { $0.position < $1.position }, devices: book)
    }

    /// The commits of a device that was revoked under numbers that the log has already: whoever has
    /// its key can sign anew what would be believed under them.
    ///
    /// - Parameter known: Commits that are not believed anyway.
    /// - Complexity: O(*n*) in the events of the log where such a device signed, else none.
    private func repeated(
        _ commits: [ScannedCommit], _ check: SignatureCheck, _ known: Set<UInt64>
    ) throws(StoreError) -> [DoubtfulCommit] {
        let suspects = commits.filter { commit in
            guard commit.isGenuine, let signed = commit.signed else { return false }
            return check.limits[signed.key] != nil && !check.isVouched(commit)
                && !known.contains(commit.header.firstPosition)
        }
        if suspects.isEmpty { return [] }
        var numbers: Set<DeviceNumber> = []
        let types: Set<EventType> = [.commitSigned]
        try store.read(
            0..<store.head().count, .all, holding: TypeSet(types.map(\.rawValue))
        ) { (batch) throws(StoreError) in
            try batch.forEachEvent(of: types) { _, event in
                guard case .commitSigned(let signed) = event else { return }
                numbers.insert(DeviceNumber(signed))
            }
            return .next
        }
        return suspects.compactMap { commit in
            guard let signed = commit.signed, numbers.contains(DeviceNumber(signed)) else {
                return nil
            }
            return DoubtfulCommit(
                position: commit.header.firstPosition, isTheirs: true,
                fault: .copied(key: signed.key, number: signed.number))
        }
    }
}

extension EventStore {
    /// Whether a device that is believed says that the one is not any more whose key is here.
    ///
    /// - Complexity: O(*n*) in the commits that say something of devices, where somebody says that
    ///   it was revoked; else nothing is read.
    package func isRevoked(
        _ own: [UInt8], _ devices: DeviceBook
    ) throws(StoreError) -> Bool {
        guard devices.revocations.contains(where: { $0.revoked.key == own }) else { return false }
        return try deviceCheck(devices, own: own).limits[own] != nil
    }

    /// What the commits come to that say something of devices.
    ///
    /// - Complexity: O(*n*) in the frames, and in those commits.
    func deviceCheck(_ devices: DeviceBook, own: [UInt8]) throws(StoreError) -> SignatureCheck {
        try SignatureCheck(
            SignatureCheck.Commits(
                commits: try commitsOnDevices(),
                root: { (count) throws(StoreError) in try root(at: count) }),
            devices, own: own)
    }

    /// The commits that say something of devices.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold such events are read.
    fileprivate func commitsOnDevices() throws(StoreError) -> [ScannedCommit] {
        let snapshot = try LedgerSnapshot(store: self)
        let found = try positions(
            of: [.deviceAdded, .deviceRevoked, .commitsVouched], in: 0..<snapshot.count)
        var commits: [ScannedCommit] = []
        var end: UInt64 = 0
        for position in found where position >= end {
            guard let commit = try snapshot.commit(at: position) else { continue }
            commits += try scanSignatures(commit.positions)
            end = commit.positions.upperBound
        }
        return commits
    }
}
