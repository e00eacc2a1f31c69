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
    ///   - key: The key of this device; `nil` for none.
    ///   - known: The numbers of all commits of the log; `nil` where nobody looked.
    /// - Complexity: O(*n*) in what comes, and in the commits of the log that say something of
    ///   devices; where a number that comes does not go on from those that are known, the numbers
    ///   of all commits of the log are read. No signature of them is checked but of those that have
    ///   a number of what comes.
    package func judgement(
        _ devices: DeviceBook, own key: [UInt8]?, _ known: SignedNumbers? = nil
    ) throws(StoreError) -> Judgement {
        var scan = self.scan
        let commits = try scan.finish()
        let root = { (count: UInt64) throws(StoreError) -> Digest? in
            if let root = self.roots[count] { return root }
            return try self.store.root(at: count)
        }
        let numbers = commits.filter(\.isGenuine).compactMap(\.signed).map(DeviceNumber.init)
        let own = try store.commitsOnDevices(devices, under: Set(numbers), known)
        let check = try SignatureCheck(
            SignatureCheck.Commits(commits: own, root: root),
            and: SignatureCheck.Commits(commits: commits, root: root), devices, own: key)
        var book = devices
        for commit in commits {
            for device in commit.added { book.add(device, at: commit.header.firstPosition) }
        }
        return Judgement(doubtful: check.refused(commits), devices: book)
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
        return try deviceCheck(devices, own: own).isRevoked(own)
    }

    /// The keys of the devices that are believed, or were before they were revoked.
    ///
    /// - Parameter own: The key of this device.
    /// - Complexity: O(*n*) in the frames, and in the commits that say something of devices.
    package func believed(
        _ devices: DeviceBook, own: [UInt8]
    ) throws(StoreError) -> Set<[UInt8]> {
        try deviceCheck(devices, own: own).believed
    }

    /// What the commits come to that say something of devices.
    ///
    /// - Complexity: O(*n*) in the frames, and in those commits.
    func deviceCheck(_ devices: DeviceBook, own: [UInt8]) throws(StoreError) -> SignatureCheck {
        try SignatureCheck(
            SignatureCheck.Commits(
                commits: try commitsOnDevices(devices),
                root: { (count) throws(StoreError) in try root(at: count) }),
            devices, own: own)
    }

    /// The commits that say something of devices, and those that have some numbers, in order.
    ///
    /// - Parameters:
    ///   - numbers: The numbers; those under which a device that was revoked says something of
    ///     devices are added.
    ///   - known: The numbers of all commits of the log; `nil` where nobody looked.
    /// - Complexity: O(*n*) in the frames; only those that hold such events are read, and those
    ///   that hold signatures where it is not known that none of them has the numbers.
    fileprivate func commitsOnDevices(
        _ devices: DeviceBook, under numbers: Set<DeviceNumber> = [],
        _ known: SignedNumbers? = nil
    ) throws(StoreError) -> [ScannedCommit] {
        let snapshot = try LedgerSnapshot(store: self)
        func commits(at positions: [UInt64]) throws(StoreError) -> [ScannedCommit] {
            var commits: [ScannedCommit] = []
            var end: UInt64 = 0
            for position in positions where position >= end {
                guard let commit = try snapshot.commit(at: position) else { continue }
                commits += try scanSignatures(commit.positions)
                end = commit.positions.upperBound
            }
            return commits
        }
        let telling = try commits(
            at: positions(
                of: [.deviceAdded, .deviceRevoked, .commitsVouched], in: 0..<snapshot.count))
        let revoked = Set(devices.revocations.map(\.revoked.key))
        let told = telling.compactMap(\.signed).filter { revoked.contains($0.key) }
        // Somebody may have appended more since.
        let isAll = known?.events == snapshot.count
        let signed = try commits(
            at: signatures(
                of: numbers, and: Set(told.map(DeviceNumber.init)), devices, isAll ? known : nil))
        if signed.isEmpty { return telling }
        let positions = Set(telling.map(\.header.firstPosition))
        return (telling + signed.filter { !positions.contains($0.header.firstPosition) })
            .sorted { $0.header.firstPosition < $1.header.firstPosition }
    }
}

extension EventStore {
    /// The commits of the log under numbers of devices that others have, too, and for which nobody
    /// vouches: their keys are on two devices.
    ///
    /// - Parameters:
    ///   - key: The key of this device; `nil` for none.
    ///   - known: The numbers of all commits of the log; `nil` where nobody looked.
    /// - Complexity: O(1) where all numbers are known and each goes on from those before; else
    ///   O(*n*) in the frames, of which only those are read that hold what says something of
    ///   devices. Of commits whose numbers go on from those before no signature is checked.
    package func copies(
        _ devices: DeviceBook, own key: [UInt8]?, _ known: SignedNumbers? = nil
    ) throws(StoreError) -> [DoubtfulCommit] {
        let numbers = if let known { known } else { try signedNumbers(devices) }
        if numbers.repeated.isEmpty { return [] }
        let commits = SignatureCheck.Commits(
            commits: try commitsOnDevices(devices, under: Set(numbers.repeated.keys), numbers),
            root: { (count) throws(StoreError) in try root(at: count) })
        return try SignatureCheck(commits, devices, own: key).doubtful.filter { $0.other != nil }
    }
}
