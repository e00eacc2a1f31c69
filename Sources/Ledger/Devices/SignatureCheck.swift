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

    /// What is left of devices that were revoked.
    private var rests: [[UInt8]: Rest] = [:]
    private var vouched: Set<CommitsVouched.Commit> = []
    /// Those of them for which somebody vouches with all that they say of devices.
    private var vouchedWhole: Set<CommitsVouched.Commit> = []
    /// The key of this device; `nil` for none.
    private let key: [UInt8]?
    /// The devices that this one revoked itself.
    private var revokedHere: Set<[UInt8]> = []
    /// The commits of numbers that more than one has, those of the log first.
    private let doubled: [DeviceNumber: [ScannedCommit]]
    /// Where commits stand that say something of devices, by their signatures.
    private let telling: [[UInt8]: [ScannedCommit]]
    /// Up to where the log is that of what comes in, too.
    private let sharedEnd: UInt64

    /// What is left of a device that was revoked.
    private struct Rest {
        /// The last number that may be believed.
        var signed: Int64
        /// What says so.
        var words: [Word]
        /// Whether all of these have to know a commit that says something of devices, or one.
        var isLeast: Bool
    }

    /// That a device was revoked, and the commit that says so.
    private struct Word {
        let revoked: DeviceRevoked
        let commit: ScannedCommit
    }

    /// - Parameters:
    ///   - own: All commits of a log, or those that say something of devices, with all that have
    ///     numbers of what comes in.
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
        let theirs = theirs.map { $0.asTheirs }
        let all = own.commits + (theirs?.commits ?? [])
        doubled = SignatureCheck.doubled(all)
        telling = SignatureCheck.telling(all)
        sharedEnd = theirs?.commits.first?.header.firstPosition ?? .max
        // Whom this device has revoked says nothing more here, least of all of this device.
        let mine = ownRevocations(in: all)
        rests = SignatureCheck.rests(mine, isLeast: false)
        revokedHere = Set(rests.keys)
        // Who is believed may revoke, and who is revoked is believed less: first the least that
        // anybody leaves of a device, then what those know more of it who are believed even so. A
        // device that only a revoked one has added cannot take its revocation back.
        believe(all, anchors)
        rests = SignatureCheck.rests(mine + revocations(in: all), isLeast: true)
        believe(all, anchors)
        rests = SignatureCheck.rests(mine + revocations(in: all), isLeast: false)
        believe(all, anchors)
        // Of devices that revoke each other none is believed, but what the log says holds before
        // what comes in; what a device says that is revoked by others holds for nobody.
        let mutual = revocations(in: all).filter { rests[$0.revoked.key] == nil }
        let here = Set(mutual.filter { !$0.commit.isTheirs }.map(\.revoked.key))
        let held = mutual.filter { !$0.commit.isTheirs || !here.contains($0.revoked.by) }
        rests.merge(SignatureCheck.rests(held, isLeast: true)) { known, _ in known }
        believe(all, anchors)
        try judge(own, areTheirs: false)
        if let theirs { try judge(theirs, areTheirs: true) }
    }

    /// Whether a device that is believed says that one is not any more.
    func isRevoked(_ key: [UInt8]) -> Bool { rests[key] != nil }

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
    private func revocations(in commits: [ScannedCommit]) -> [Word] {
        commits.flatMap { commit in
            commit.revoked.filter { revoked in
                if revoked.key == key, revokedHere.contains(revoked.by) { return false }
                return revoked.by != revoked.key && says(commit, revoked.by)
            }.map { Word(revoked: $0, commit: commit) }
        }
    }

    /// What this device itself signed of others.
    private func ownRevocations(in commits: [ScannedCommit]) -> [Word] {
        commits.filter { !$0.revoked.isEmpty && $0.signed?.key == key && isSigned($0) }
            .flatMap { commit in
                commit.revoked.filter { $0.by == key && $0.key != key }
                    .map { Word(revoked: $0, commit: commit) }
            }
    }

    /// What revocations leave of devices: the least, or the most.
    private static func rests(_ words: [Word], isLeast: Bool) -> [[UInt8]: Rest] {
        var rests: [[UInt8]: Rest] = [:]
        for word in words {
            let signed = word.revoked.signed
            var rest =
                rests[word.revoked.key] ?? Rest(signed: signed, words: [], isLeast: isLeast)
            rest.signed = isLeast ? min(rest.signed, signed) : max(rest.signed, signed)
            rest.words.append(word)
            rests[word.revoked.key] = rest
        }
        return rests
    }

    /// Whether it is a device that is believed which says what a commit says in its name.
    private func says(_ commit: ScannedCommit, _ key: [UInt8]) -> Bool {
        guard believed.contains(key) else { return false }
        return isVouchedWhole(commit) || isSigned(commit) && commit.signed?.key == key
    }

    private func isVouchedWhole(_ commit: ScannedCommit) -> Bool {
        vouchedWhole.contains(CommitsVouched.Commit(commit))
    }

    /// Takes in who is believed because somebody is who is believed, from those on who are by
    /// themselves.
    private mutating func believe(_ commits: [ScannedCommit], _ anchors: Set<[UInt8]>) {
        (believed, vouched, vouchedWhole) = (anchors, [], [])
        let telling = commits.filter { !$0.added.isEmpty || !$0.vouched.isEmpty }
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for commit in telling where isSigned(commit) || isVouchedWhole(commit) {
                for device in commit.added where !believed.contains(device.key) {
                    guard says(commit, device.by) else { continue }
                    believed.insert(device.key)
                    isGrowing = true
                }
                for other in commit.vouched {
                    if vouched.insert(other).inserted { isGrowing = true }
                    guard !commit.vouchesByHand else { continue }
                    if vouchedWhole.insert(other).inserted { isGrowing = true }
                }
            }
        }
    }

    /// Whether a device signed a commit that is believed in that.
    private func isSigned(_ commit: ScannedCommit) -> Bool {
        guard commit.isGenuine, let signed = commit.signed, believed.contains(signed.key) else {
            return false
        }
        if let rest = rests[signed.key] {
            if signed.number > rest.signed { return false }
            if commit.saysOfDevices, !isKnown(commit, signed, rest) { return false }
        }
        return !commit.saysOfDevices || double(of: commit, isSpeaking: true) == nil
    }

    /// Whether those who revoked a device knew a commit in which it says something of devices: it
    /// stands before. Whoever has the key can sign another one under each number that is left.
    private func isKnown(_ commit: ScannedCommit, _ signed: CommitSigned, _ rest: Rest) -> Bool {
        let places = (telling[signed.signature] ?? []).filter { $0.isGenuine || isVouched($0) }
        func knows(_ word: Word) -> Bool {
            signed.number <= word.revoked.signed
                && places.contains { stands($0, before: word.commit) }
        }
        return rest.isLeast ? rest.words.allSatisfy(knows) : rest.words.contains(where: knows)
    }

    private func stands(_ commit: ScannedCommit, before other: ScannedCommit) -> Bool {
        let position = commit.header.firstPosition
        let isInOne = commit.isTheirs == other.isTheirs || position < sharedEnd
        return isInOne && position < other.header.firstPosition
    }
}

/// Keys on two devices.
extension SignatureCheck {
    /// The commits that have a number of a device which another one has, too.
    private static func doubled(_ commits: [ScannedCommit]) -> [DeviceNumber: [ScannedCommit]] {
        var first: [DeviceNumber: [UInt8]] = [:]
        var numbers: Set<DeviceNumber> = []
        for signed in commits.compactMap(\.signed) {
            let number = DeviceNumber(signed)
            // One that a merge changed keeps its signature.
            let known = first[number, default: signed.signature]
            first[number] = known
            if known != signed.signature { numbers.insert(number) }
        }
        if numbers.isEmpty { return [:] }
        let others = commits.filter { commit in
            commit.signed.map { numbers.contains(DeviceNumber($0)) } ?? false
        }
        return Dictionary(grouping: others) { commit in
            DeviceNumber(key: commit.signed?.key ?? [], number: commit.signed?.number ?? 0)
        }
    }

    private static func telling(_ commits: [ScannedCommit]) -> [[UInt8]: [ScannedCommit]] {
        Dictionary(
            grouping: commits.filter { $0.saysOfDevices && $0.signed != nil },
            by: { $0.signed?.signature ?? [] })
    }

    /// Another commit with the number of one for which nobody vouches; `nil` for none.
    ///
    /// - Parameter isSpeaking: Whether what the log has says of devices what it said before another
    ///   one comes in.
    private func double(of commit: ScannedCommit, isSpeaking: Bool = false) -> ScannedCommit? {
        guard commit.isGenuine, !isVouched(commit), let signed = commit.signed else { return nil }
        return doubled[DeviceNumber(signed)]?.first { other in
            if other.signed?.signature == signed.signature { return false }
            if isSpeaking, other.isTheirs, !commit.isTheirs { return false }
            // Of a number that is vouched for the other commit is the right one, but where nobody
            // may sign anew; what a merge changed is vouched for, and has the number still.
            if other.isGenuine != isVouched(other) { return true }
            return other.isGenuine && rests[signed.key] != nil && commit.isTheirs
                && !other.isTheirs
        }
    }

    private mutating func judge(_ log: Commits, areTheirs: Bool) throws(StoreError) {
        let earlier = try earlierEnd(log)
        for commit in log.commits {
            if commit.isGenuine, let signed = commit.signed {
                signedCounts[signed.key, default: 0] += 1
            }
            let other = double(of: commit)
            guard let fault = fault(of: commit, isCopied: other != nil, earlier) else { continue }
            var found = DoubtfulCommit(
                position: commit.header.firstPosition, isTheirs: areTheirs, fault: fault)
            found.other = other.map {
                DoubtfulCommit.Other(position: $0.header.firstPosition, isTheirs: $0.isTheirs)
            }
            doubtful.append(found)
        }
    }

    private mutating func fault(
        of commit: ScannedCommit, isCopied: Bool, _ earlier: UInt64
    ) -> SignatureFault? {
        if isCopied, let signed = commit.signed {
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

extension SignatureCheck.Commits {
    /// The same as those of another log.
    fileprivate var asTheirs: Self {
        let theirs = commits.map { commit in
            var commit = commit
            commit.isTheirs = true
            return commit
        }
        return Self(commits: theirs, root: root)
    }
}
