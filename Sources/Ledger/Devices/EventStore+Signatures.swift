internal import EventLog

extension EventStore {
    /// Holds the signatures of a shared ledger against its commits; `nil` where it is not shared.
    ///
    /// - Parameter own: The key of this device, which is believed by itself, as the first one that
    ///   was added is; `nil` for none.
    /// - Complexity: O(*n*) in the events.
    package func signatureReport(
        _ devices: DeviceBook, own: [UInt8]?
    ) throws(StoreError) -> SignatureReport? {
        if devices.isEmpty { return nil }
        let commits = try scanned()
        let check = try SignatureCheck(commits, devices, own: own)
        return SignatureReport(check, devices, commits.commits.count)
    }

    /// All commits, to be held against devices.
    private func scanned() throws(StoreError) -> SignatureCheck.Commits {
        SignatureCheck.Commits(
            commits: try scanSignatures(0..<(try head().count)),
            root: { (count) throws(StoreError) in try root(at: count) })
    }

    /// For which commits of a range this device has to vouch: those that it is not known who
    /// recorded them, as they stand.
    ///
    /// - Parameters:
    ///   - range: Where the commits are.
    ///   - onlyDoubtful: Whether all that are in doubt are wanted, or, as after a merge that held
    ///     them against signatures where they came from, those that are not signed as they stand.
    ///     One by which a device that nobody has added says that it is there is none of the former:
    ///     it says what else is to be believed with it, so the device is added, or nothing is.
    package func unvouched(
        in range: Range<UInt64>, _ devices: DeviceBook, own: [UInt8], onlyDoubtful: Bool
    ) throws(StoreError) -> [CommitsVouched.Commit] {
        let log = try scanned()
        let check = try SignatureCheck(log, devices, own: own)
        let doubtful = Set(check.doubtful.map(\.position))
        return log.commits.filter { commit in
            let position = commit.header.firstPosition
            guard range.contains(position), !check.isVouched(commit) else { return false }
            if !onlyDoubtful { return !commit.isGenuine }
            let isStrangers =
                commit.isIntroduction
                && !commit.added.allSatisfy { check.believed.contains($0.key) }
            return doubtful.contains(position) && !isStrangers
        }.map(CommitsVouched.Commit.init)
    }

    /// The commits that a device signed and for which nobody vouches.
    package func signed(
        by key: [UInt8], _ devices: DeviceBook, own: [UInt8]
    ) throws(StoreError) -> [CommitsVouched.Commit] {
        let log = try scanned()
        let check = try SignatureCheck(log, devices, own: own)
        return log.commits.filter { commit in
            commit.isGenuine && commit.signed?.key == key && !check.isVouched(commit)
        }.map(CommitsVouched.Commit.init)
    }

    /// What this log knows of a device that is to be revoked: up to which number it has all that
    /// the device signed, and the commits behind a gap, for which somebody has to vouch: a number
    /// in a gap stays free, for whoever has the key.
    package func known(
        of key: [UInt8], _ devices: DeviceBook, own: [UInt8]
    ) throws(StoreError) -> (signed: Int64, others: [CommitsVouched.Commit]) {
        let log = try scanned()
        let check = try SignatureCheck(log, devices, own: own)
        let signed = log.commits.filter { commit in
            commit.signed?.key == key && (commit.isGenuine || check.isVouched(commit))
        }
        let numbers = Set(signed.compactMap(\.signed?.number))
        var last: Int64 = 0
        while last < .max, numbers.contains(last + 1) { last += 1 }
        let others = signed.filter { commit in
            commit.signed.map { $0.number > last } == true && !check.isVouched(commit)
        }
        return (last, others.map(CommitsVouched.Commit.init))
    }

    /// The largest number behind one under which a device signed a commit from a position on; the
    /// one itself for none. What somebody else wrote in its name is none; a commit that a merge
    /// changed, and for which a device vouches, is one of it.
    ///
    /// - Parameter limit: Numbers that are not below it are none that a device hands out.
    /// - Complexity: O(*n*) in the events behind the position that lie with signatures, and in the
    ///   commits with a number behind the one; where one of these was changed, also in the commits
    ///   that say something of devices.
    package func lastNumber(
        of key: [UInt8], behind number: Int64, from position: UInt64, below limit: Int64
    ) throws(StoreError) -> Int64 {
        var found: [UInt64] = []
        let types: Set<EventType> = [.commitSigned]
        let count = try head().count
        try read(
            position..<count, .all, holding: TypeSet(types.map(\.rawValue))
        ) { (batch) throws(StoreError) in
            try batch.forEachEvent(of: types) { position, event in
                guard case .commitSigned(let signed) = event, signed.key == key,
                    number + 1..<limit ~= signed.number
                else { return }
                found.append(position)
            }
            return .next
        }
        if found.isEmpty { return number }
        let snapshot = try LedgerSnapshot(store: self)
        var last = number
        var changed: [(commit: ScannedCommit, number: Int64)] = []
        for position in found {
            guard let positions = try snapshot.commit(at: position)?.positions else { continue }
            for commit in try scanSignatures(positions) {
                guard let signed = commit.signed, signed.key == key else { continue }
                if commit.isGenuine {
                    last = max(last, signed.number)
                } else if signed.number - number <= Int64(clamping: count) {
                    // One further on nobody handed out, whoever vouches for the rest of it.
                    changed.append((commit, signed.number))
                }
            }
        }
        if changed.isEmpty { return last }
        let check = try deviceCheck(snapshot.referenceData.devices, own: key)
        for (commit, number) in changed where check.isVouched(commit) { last = max(last, number) }
        return last
    }

    /// The commits of another copy, or of this one, that are not believed.
    ///
    /// - Parameters:
    ///   - other: The other copy.
    ///   - shared: How many events both begin with.
    ///   - devices: The devices of this copy.
    ///   - own: The key of this device; `nil` for none.
    ///   - isTeams: Whether the other copy is the log that a team shares: what both have of that
    ///     was taken as it is, and a new device says there that it is one.
    package func doubtful(
        of other: any EventStore, behind shared: UInt64, _ devices: DeviceBook, own: [UInt8]?,
        isTeams: Bool = false
    ) throws(StoreError) -> [DoubtfulCommit] {
        // Both may begin with a commit that only its last event tells apart, its signature.
        let snapshot = try LedgerSnapshot(store: other)
        let first = try snapshot.commit(at: shared)?.positions.lowerBound ?? shared
        // A commit that both have may stand there with other words.
        let theirs = try other.scanSignatures(first..<snapshot.count)
        let check = try SignatureCheck(
            try scanned(),
            and: SignatureCheck.Commits(
                commits: theirs,
                root: { (count) throws(StoreError) in try other.root(at: count) }),
            devices, own: own)
        if !isTeams { return check.doubtful }
        let own = check.doubtful.filter { !$0.isTheirs && $0.position >= first }
        return own + check.refused(theirs)
    }
}

extension CommitsVouched.Commit {
    /// A commit as it stands.
    init(_ commit: ScannedCommit) {
        self.init(id: commit.header.id.bytes, digest: commit.digest.bytes)
    }
}

extension DeviceBook {
    /// The keys that are believed by themselves.
    func anchors(_ own: [UInt8]?) -> Set<[UInt8]> {
        Set([own, entries.first?.added.key].compactMap(\.self))
    }
}

extension SignatureReport {
    fileprivate init(_ check: SignatureCheck, _ book: DeviceBook, _ count: Int) {
        let copied = Set(
            check.doubtful.compactMap { commit in
                if case .copied(let key, _) = commit.fault { key } else { nil }
            })
        devices = book.keys.map { key in
            KnownDevice(
                name: book.name(of: key) ?? "", key: key,
                position: book.entries.first { $0.added.key == key }?.position ?? 0,
                isBelieved: check.believed.contains(key),
                isRevoked: check.isRevoked(key),
                isCopied: copied.contains(key), signed: check.signedCounts[key] ?? 0)
        }
        vouched = check.vouchedCount
        earlier = check.earlierCount
        doubtful = check.doubtful
        signed = count - vouched - earlier - doubtful.count
    }
}
