package import EventLog

/// Signs one commit that a device records.
package struct DeviceSigner: Sendable {
    private let signer: NoteSigner
    private let number: Int64
    private let seed: [UInt8]

    /// - Parameters:
    ///   - signer: The device's key, under the device's name.
    ///   - number: The how manieth commit it is that the device signs.
    ///   - seed: 32 random bytes, from which the salts of the texts come.
    package init(_ signer: NoteSigner, number: Int64, seed: [UInt8]) {
        self.signer = signer
        self.number = number
        self.seed = seed
    }

    /// The public key, 32 bytes.
    package var key: [UInt8] { signer.verifier.publicKey }

    /// A commit with its signature as one more event at its end.
    ///
    /// - Parameter store: What the references lead into.
    /// - Complexity: O(*n*) in the events, and a look-up for each event that they refer to.
    package func signed(
        _ commit: NewCommit, over store: any EventStore
    ) throws(StoreError) -> NewCommit {
        var signing = Signing(commit.id, store, self)
        try signing.begin(commit.recordedAt, commit.actor, commit.batch, commit.key)
        for event in commit.events { try signing.take(event) }
        var signed = commit
        signed.events.append(try signing.end())
        signed.salts = .made(seed)
        return signed
    }

    /// A stream with its signature as one more event at its end.
    package func signed(_ stream: CommitStream, over store: any EventStore) -> CommitStream {
        let first = Signing(stream.id, store, self)
        var signed = stream
        signed.salts = .made(seed)
        signed.events = { (emit) throws(StoreError) in
            var signing = first
            try signing.begin(stream.recordedAt, stream.actor, stream.batch, stream.key)
            try stream.events { (event) throws(StoreError) in
                try signing.take(event)
                try emit(event)
            }
            try emit(try signing.end())
        }
        return signed
    }

    /// A commit while it is signed.
    private struct Signing {
        private let id: CommitID
        private let device: DeviceSigner
        private let salts: TextSalts
        private var identities: EventIdentities
        private var digest: ContentDigest?
        private var count = 0

        init(_ id: CommitID, _ store: any EventStore, _ device: DeviceSigner) {
            self.id = id
            self.device = device
            salts = .made(device.seed)
            identities = EventIdentities(store)
        }

        mutating func begin(
            _ time: Timestamp, _ actor: Reference?, _ batch: Reference?, _ key: String?
        ) throws(StoreError) {
            digest = ContentDigest(
                id: id, recordedAt: time.millisecondsSince1970,
                actor: try actor.flatMap { (link) throws(StoreError) in try identity(link.link) },
                batch: try batch.flatMap { (link) throws(StoreError) in try identity(link.link) },
                key: key.map { Array($0.utf8) })
        }

        mutating func take(_ event: Event) throws(StoreError) {
            let row = salts.salted(event.row, at: count)
            // The salt stands in the event, wherever that will stand.
            let commitment = Leaf.commitment(of: row, position: 0, seed: [])
            var content = digest
            digest = nil
            try content?.take(row, commitment) { (link) throws(StoreError) in
                try identity(link)
            }
            digest = content
            count += 1
        }

        func end() throws(StoreError) -> Event {
            guard let digest,
                let signature = device.signer.signature(
                    of: ContentDigest.message(
                        digest.finish(), key: device.key, number: device.number))
            else { throw .log(.readOnly) }
            return .commitSigned(
                CommitSigned(key: device.key, signature: signature, number: device.number))
        }

        private mutating func identity(_ link: Int64) throws(StoreError) -> EventIdentity? {
            if link < 0 { return EventIdentity(commit: id, index: UInt32(clamping: -1 - link)) }
            return try identities.identity(of: UInt64(link))
        }
    }
}
