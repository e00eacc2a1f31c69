internal import EventLog

/// Holds the commits of a log, and those that come in, against the devices that sign them.
struct SignatureCheck {
    /// Some commits of a log.
    struct Commits {
        let commits: [ScannedCommit]
        /// The root of that log at a number of events.
        let root: (UInt64) throws(StoreError) -> Digest?
    }

    /// The keys that are believed.
    private(set) var believed: Set<[UInt8]>
    /// The commits that are not.
    private(set) var doubtful: [DoubtfulCommit] = []
    /// How many commits a device signed, by its key.
    private(set) var signedCounts: [[UInt8]: Int] = [:]
    /// How many commits others vouch for.
    private(set) var vouchedCount = 0
    /// How many commits stand before the ledger became shared.
    private(set) var earlierCount = 0

    /// How many commits of a device that was revoked are believed.
    private(set) var limits: [[UInt8]: Int64] = [:]

    private var vouched: Set<CommitsVouched.Commit> = []
    /// The key of this device; `nil` for none.
    private let key: [UInt8]?
    /// The devices that this one revoked itself.
    private var revokedHere: Set<[UInt8]> = []

    /// - Parameters:
    ///   - own: All commits of a log.
    ///   - theirs: Those of another one that come in; `nil` for none.
    ///   - devices: The devices of the log.
    ///   - key: That of this device, which is believed by itself, as the first one of the log is;
    ///     `nil` for none.
    /// - Complexity: O(*n*) in the commits, for each device that another one added.
    init(
        _ own: Commits, and theirs: Commits? = nil, _ devices: DeviceBook, own key: [UInt8]?
    ) throws(StoreError) {
        let anchors = devices.anchors(key)
        believed = anchors
        self.key = key
        let all = own.commits + (theirs?.commits ?? [])
        // Whom this device has revoked says nothing more here, least of all of this device.
        limits = Dictionary(
            ownRevocations(in: all).map { ($0.key, $0.signed) }, uniquingKeysWith: max)
        revokedHere = Set(limits.keys)
        // Who is believed may revoke, and who is revoked is believed less: first the least that
        // anybody leaves of a device, then what those know more of it who are believed even so. A
        // device that only a revoked one has added cannot take its revocation back.
        believe(all)
        let least = revocations(in: all).map { ($0.key, $0.signed) }
        limits.merge(least, uniquingKeysWith: min)
        (believed, vouched) = (anchors, [])
        believe(all)
        let known = revocations(in: all).map { ($0.key, $0.signed) }
        limits.merge(known, uniquingKeysWith: max)
        (believed, vouched) = (anchors, [])
        believe(all)
        let copies = copies(all)
        try judge(own, copies, areTheirs: false)
        if let theirs { try judge(theirs, copies, areTheirs: true) }
    }

    /// Whether a device that is believed vouches for a commit as it is.
    func isVouched(_ commit: ScannedCommit) -> Bool {
        vouched.contains(CommitsVouched.Commit(commit))
    }

    /// The commits that come in and are not believed. One by which a device that nobody has added
    /// says that it is there is none of them: it has to come, so that somebody can add the device.
    /// Where it vouches for one of them it is: with the device that one is believed.
    ///
    /// - Parameter theirs: All that come in.
    func refused(_ theirs: [ScannedCommit]) -> [DoubtfulCommit] {
        let found = doubtful.filter(\.isTheirs)
        let positions = Set(found.map(\.position))
        let introductions = theirs.filter { $0.isIntroduction && $0.isGenuine }
        var exempt = Set(introductions.map(\.header.firstPosition))
        let others = Set(
            theirs.filter { commit in
                let position = commit.header.firstPosition
                return positions.contains(position) && !exempt.contains(position)
            }.map(CommitsVouched.Commit.init))
        for commit in introductions where !others.isDisjoint(with: commit.vouched) {
            exempt.remove(commit.header.firstPosition)
        }
        return found.filter { commit in
            if case .unknown = commit.fault { return !exempt.contains(commit.position) }
            return true
        }
    }

    /// What those say of others who are believed; of this device whom it has not revoked.
    private func revocations(in commits: [ScannedCommit]) -> [DeviceRevoked] {
        commits.flatMap { commit in
            commit.revoked.filter { revoked in
                if revoked.key == key, revokedHere.contains(revoked.by) { return false }
                return revoked.by != revoked.key && says(commit, revoked.by)
            }
        }
    }

    /// What this device itself signed of others.
    private func ownRevocations(in commits: [ScannedCommit]) -> [DeviceRevoked] {
        commits.filter { !$0.revoked.isEmpty && $0.signed?.key == key && isSigned($0) }
            .flatMap { commit in commit.revoked.filter { $0.by == key && $0.key != key } }
    }

    /// Whether it is a device that is believed which says what a commit says in its name.
    private func says(_ commit: ScannedCommit, _ key: [UInt8]) -> Bool {
        guard believed.contains(key) else { return false }
        return isVouched(commit) || isSigned(commit) && commit.signed?.key == key
    }

    /// Takes in who is believed because somebody is who is believed.
    private mutating func believe(_ commits: [ScannedCommit]) {
        let telling = commits.filter { !$0.added.isEmpty || !$0.vouched.isEmpty }
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for commit in telling where isSigned(commit) || isVouched(commit) {
                for device in commit.added where !believed.contains(device.key) {
                    guard says(commit, device.by) else { continue }
                    believed.insert(device.key)
                    isGrowing = true
                }
                for other in commit.vouched where vouched.insert(other).inserted {
                    isGrowing = true
                }
            }
        }
    }

    /// Whether a device signed a commit that is believed in that.
    private func isSigned(_ commit: ScannedCommit) -> Bool {
        guard commit.isGenuine, let signed = commit.signed, believed.contains(signed.key) else {
            return false
        }
        return signed.number <= limits[signed.key] ?? .max
    }

    /// The numbers of devices that more than one commit has for which nobody vouches.
    private func copies(_ commits: [ScannedCommit]) -> Set<DeviceNumber> {
        var first: [DeviceNumber: CommitID] = [:]
        var copies: Set<DeviceNumber> = []
        for commit in commits where commit.isGenuine && !isVouched(commit) {
            guard let number = commit.signed.map(DeviceNumber.init) else { continue }
            let id = first[number, default: commit.header.id]
            first[number] = id
            if id != commit.header.id { copies.insert(number) }
        }
        return copies
    }

    private mutating func judge(
        _ log: Commits, _ copies: Set<DeviceNumber>, areTheirs: Bool
    ) throws(StoreError) {
        let earlier = try earlierEnd(log)
        for commit in log.commits {
            if commit.isGenuine, let signed = commit.signed {
                signedCounts[signed.key, default: 0] += 1
            }
            let fault = fault(of: commit, copies, earlier)
            guard let fault else { continue }
            doubtful.append(
                DoubtfulCommit(
                    position: commit.header.firstPosition, isTheirs: areTheirs, fault: fault))
        }
    }

    private mutating func fault(
        of commit: ScannedCommit, _ copies: Set<DeviceNumber>, _ earlier: UInt64
    ) -> SignatureFault? {
        if commit.isGenuine, let signed = commit.signed, copies.contains(DeviceNumber(signed)),
            !isVouched(commit)
        {
            return .copied(key: signed.key, number: signed.number)
        }
        if isSigned(commit) { return nil }
        if isVouched(commit) {
            vouchedCount += 1
            return nil
        }
        if commit.header.firstPosition < earlier {
            earlierCount += 1
            return nil
        }
        guard let signed = commit.signed else { return .unsigned }
        if !believed.contains(signed.key) { return .unknown(key: signed.key) }
        if !commit.isGenuine { return .changed(key: signed.key) }
        return .revoked(key: signed.key)
    }

    /// Up to where a device that is believed vouches for a log by its root.
    private func earlierEnd(_ log: Commits) throws(StoreError) -> UInt64 {
        var end: UInt64 = 0
        for commit in log.commits where isSigned(commit) {
            let first = commit.header.firstPosition
            for device in commit.added {
                guard first > end, device.by == device.key, let root = device.root,
                    try log.root(first)?.bytes == root
                else { continue }
                end = first
            }
        }
        return end
    }
}

/// The number of a commit among those that a device signed.
struct DeviceNumber: Hashable {
    let key: [UInt8]
    let number: Int64

    init(_ signed: CommitSigned) {
        key = signed.key
        number = signed.number
    }
}
