internal import EventLog

/// A commit as far as signatures go.
struct ScannedCommit: Sendable {
    let header: CommitHeader
    /// What of it a device signs.
    let digest: Digest
    /// Its signature; `nil` where it has none.
    let signed: CommitSigned?
    /// Whether the signature is that of the key it names, over the digest.
    let isGenuine: Bool
    /// The devices that it adds.
    let added: [DeviceAdded]
    /// The devices that it revokes.
    let revoked: [DeviceRevoked]
    /// The commits for which it vouches.
    let vouched: [CommitsVouched.Commit]
    /// Whether it says nothing but that the device is there that signed it, and for which commits
    /// it vouches: nothing comes of that until somebody who is believed adds the device.
    let isIntroduction: Bool
    /// Whether somebody vouches in it who looked at the commits, and not a merge, a new key or a
    /// revocation that knows them: those are believed then, and not what they say of devices.
    let vouchesByHand: Bool
    /// Whether it tells of a merge that left out commits of others.
    let isLeavingOut: Bool
    /// Whether it is one of another log, which comes in.
    var isTheirs = false

    /// Whether it says something of devices, or of commits of others. A merge takes each of these
    /// in as it is.
    var saysOfDevices: Bool {
        !added.isEmpty || !revoked.isEmpty || !vouched.isEmpty || isLeavingOut
    }
}

extension EventStore {
    /// The commits of a range, at the beginning of which one begins, with their signatures held
    /// against what they say.
    ///
    /// - Complexity: O(*n*) in the events.
    func scanSignatures(_ range: Range<UInt64>) throws(StoreError) -> [ScannedCommit] {
        var scan = SignatureScan(self)
        try readStored(range, .all, holding: .all) { (batch) throws(StoreError) in
            for (index, row) in batch.rows.enumerated() {
                guard let header = batch.commit(at: index) else { continue }
                try scan.take(row, of: header)
            }
            return .next
        }
        return try scan.finish()
    }
}

/// Goes through commits, event by event.
struct SignatureScan {
    private let store: any EventStore
    /// Seeds of blocks that the store does not have yet.
    var seeds: [UInt64: [UInt8]] = [:]
    private var seed: (block: UInt64, bytes: [UInt8])?
    private var identities: EventIdentities
    private var commits: [ScannedCommit] = []
    private var header: CommitHeader?
    private var digest: ContentDigest?
    /// A signature, until another event follows.
    private var last: Row?
    private var count = 0
    private var added: [DeviceAdded] = []
    private var revoked: [DeviceRevoked] = []
    private var vouched: [CommitsVouched.Commit] = []
    private var isIntroducing = true
    private var isMerging = false
    private var isLeavingOut = false

    init(_ store: any EventStore) {
        self.store = store
        identities = EventIdentities(store)
    }

    mutating func take(_ row: Row, of header: CommitHeader) throws(StoreError) {
        if header.id != self.header?.id || header.firstPosition != self.header?.firstPosition {
            try end()
            try begin(header)
        }
        if let last { try digest(last, at: header.firstPosition + UInt64(count - 1)) }
        last = nil
        let position = header.firstPosition + UInt64(count)
        count += 1
        let type = EventType(rawValue: row.type)
        switch type {
        case .commitSigned:
            last = row
            return
        case .deviceAdded, .deviceRevoked, .commitsVouched:
            if type == .deviceRevoked { isIntroducing = false }
            switch try? Event(row: row, at: position) {
            case .deviceAdded(let device): added.append(device)
            case .deviceRevoked(let device): revoked.append(device)
            case .commitsVouched(let others): vouched += others.commits
            default: isIntroducing = false
            }
        case .schemasDeclared: break
        default:
            isIntroducing = false
            if type == .branchMerged { isMerging = true }
            if type == .branchMerged, row[.digest] != nil { isLeavingOut = true }
        }
        try digest(row, at: position)
    }

    mutating func finish() throws(StoreError) -> [ScannedCommit] {
        try end()
        return commits
    }

    private mutating func begin(_ header: CommitHeader) throws(StoreError) {
        self.header = header
        (added, revoked, vouched, count) = ([], [], [], 0)
        (isIntroducing, isMerging, isLeavingOut) = (true, false, false)
        func identity(_ position: UInt64?) throws(StoreError) -> EventIdentity? {
            guard let position else { return nil }
            return try self.identity(Int64(clamping: position))
        }
        digest = ContentDigest(
            id: header.id, recordedAt: header.recordedAt, actor: try identity(header.actor),
            batch: try identity(header.batch), key: header.key)
    }

    private mutating func digest(_ row: Row, at position: UInt64) throws(StoreError) {
        let commitment = row.isErased || row.hasText ? try commitment(of: row, at: position) : []
        // Taken out meanwhile: a reference is looked up by what goes through the commits.
        var content = digest
        digest = nil
        try content?.take(row, commitment) { (link) throws(StoreError) in try identity(link) }
        digest = content
    }

    /// What is hashed of a text: of one that no device signs under the salt of its position.
    private mutating func commitment(
        of row: Row, at position: UInt64
    ) throws(StoreError) -> [UInt8] {
        let block = position / Limit.seedEvents
        let needsSeed = !row.isErased && row[.salt] == nil
        if needsSeed, seed?.block != block {
            let given = seeds[block]
            seed = (block, try given == nil ? store.seed(of: block) ?? [] : given ?? [])
        }
        return Leaf.commitment(of: row, position: position, seed: seed?.bytes ?? [])
    }

    private mutating func identity(_ position: Int64) throws(StoreError) -> EventIdentity? {
        guard let header, let position = UInt64(exactly: position) else { return nil }
        if position >= header.firstPosition {
            return EventIdentity(
                commit: header.id, index: UInt32(clamping: position - header.firstPosition))
        }
        return try identities.identity(of: position)
    }

    private mutating func end() throws(StoreError) {
        guard let header, let digest = digest?.finish() else { return }
        var signed: CommitSigned?
        if let last {
            let place = header.firstPosition + UInt64(count - 1)
            if case .commitSigned(let found)? = try? Event(row: last, at: place) { signed = found }
        }
        let isOwn =
            !added.isEmpty
            && added.allSatisfy { device in
                device.key == signed?.key && device.by == device.key
            }
        commits.append(
            ScannedCommit(
                header: header, digest: digest, signed: signed,
                isGenuine: signed?.isGenuine(of: digest) ?? false, added: added,
                revoked: revoked, vouched: vouched, isIntroduction: isIntroducing && isOwn,
                vouchesByHand: !isMerging && added.isEmpty && revoked.isEmpty,
                isLeavingOut: isLeavingOut))
        identities.meet(header, count: count)
        self.header = nil
        self.digest = nil
        last = nil
    }
}

extension CommitSigned {
    /// Whether it is the signature of a commit of some content.
    func isGenuine(of digest: Digest) -> Bool {
        guard let verifier = NoteVerifier(name: "device", publicKey: key) else { return false }
        return verifier.verifies(
            signature, of: ContentDigest.message(digest, key: key, number: number))
    }
}
