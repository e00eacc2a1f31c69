internal import EventLog
package import Ledger

/// A witness's key, without what is secret of it.
package struct WitnessRow: Codable, Hashable, Sendable {
    /// What the witness is called.
    package let name: String
    /// The id of the key, 8 hexadecimal digits.
    package let id: String
    /// The public half, `name+id+base64` (c2sp.org/tlog-cosignature): for those who check.
    package let verifier: String
    /// How many events the last checkpoint had that it signed; 0 for none.
    package let events: UInt64

    init(_ key: WitnessSigner, events: UInt64) {
        name = key.verifier.name
        id = key.verifier.idText
        verifier = key.verifier.text
        self.events = events
    }
}

/// Makes this copy of the ledger a witness.
package enum NewWitness: Endpoint {
    /// Which witness.
    package struct Input: Codable, Hashable, Sendable {
        /// What it is called, best an address such as `example.com/w1`.
        package var name: String

        /// A request.
        package init(name: String) { self.name = name }
    }

    package typealias Output = WitnessRow

    package static let path = "witness/new"
    package static let summary = "make a key with which this copy witnesses checkpoints"
    package static let needs: Set<Permission> = [.write, .share]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        _ = try env.store()
        guard let folder = env.home.saved.folder else { throw .proof(.noWitness) }
        let files = WitnessFiles(folder)
        if let known = try files.key() {
            throw .proof(.witnessExists(name: known.verifier.name))
        }
        guard let key = WitnessSigner(name: input.name, secret: env.randomBytes(32)) else {
            throw .proof(.badName(input.name))
        }
        try env.beginRecording()
        if !env.isDryRun { try files.keep(key) }
        return WitnessRow(key, events: 0)
    }
}

/// Shows the key of the witness.
package enum ShowWitness: Endpoint {
    package typealias Input = NoInput
    package typealias Output = WitnessRow

    package static let path = "witness"
    package static let summary = "show the key with which this copy witnesses checkpoints"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        _ = try env.store()
        guard let folder = env.home.saved.folder, let key = try WitnessFiles(folder).key() else {
            throw .proof(.noWitness)
        }
        return WitnessRow(key, events: try WitnessFiles(folder).last()?.size ?? 0)
    }
}

/// Signs a checkpoint as a witness, once it is known to go on from the last one that it signed.
package enum CosignCheckpoint: Endpoint {
    /// Which checkpoint.
    package struct Input: Codable, Hashable, Sendable {
        /// A checkpoint that the ledger signed.
        package var checkpoint: String
        /// Public halves of keys, one of which must have signed it; without any those of the ledger
        /// are known.
        package var keys: [String]?

        /// A request.
        package init(checkpoint: String, keys: [String]? = nil) {
            self.checkpoint = checkpoint
            self.keys = keys
        }
    }

    /// What was signed.
    package struct Output: Codable, Hashable, Sendable {
        /// The checkpoint with the signature of the witness behind the others.
        package let checkpoint: String
        /// How many events it takes in.
        package let events: UInt64
        /// How many the last one took in that the witness signed; left out for none.
        package let continues: UInt64?
        /// When it was signed: RFC 3339 in UTC.
        package let time: Timestamp
        /// The public half of the witness's key.
        package let verifier: String
        /// The position of the last event that the checkpoint takes in.
        package let position: UInt64
        /// The root over these events, lower-case hex.
        package let root: String
    }

    package static let path = "witness/sign"
    package static let summary = "sign a checkpoint as a witness, if it goes on from the last one"
    package static let needs: Set<Permission> = [.read, .share]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        guard let folder = env.home.saved.folder, let key = try WitnessFiles(folder).key() else {
            _ = try env.store()
            throw .proof(.noWitness)
        }
        let files = WitnessFiles(folder)
        let (note, signers) = try env.note(
            Array(input.checkpoint.utf8), verifiers: input.keys ?? [])
        guard !signers.isEmpty else { throw .proof(.unsigned) }
        guard let checkpoint = try? Checkpoint(parsing: note.text) else {
            throw .proof(.malformed)
        }
        let lock = try files.lock()
        defer { withExtendedLifetime(lock) {} }
        // Both are held against events that were hashed here: then one goes on from the other.
        let store = try env.provedToSign().store()
        let events = try mappingError(ApplicationError.store, store.head().count)
        let last = try files.last()
        if let last, last.origin == checkpoint.origin {
            try env.hold(last, against: store)
            if checkpoint.size < last.size {
                throw .proof(.olderThanSigned(events: checkpoint.size, signed: last.size))
            }
        }
        if checkpoint.origin == (try env.origin(of: store)), checkpoint.size > events {
            throw .proof(.copyBehind(events: events, known: checkpoint.size))
        }
        try env.hold(checkpoint, against: store)
        let time = env.now().millisecondsSince1970 / 1_000
        guard let signed = note.cosigned(by: key, at: UInt64(clamping: time)) else {
            throw .proof(.malformed)
        }
        try env.beginRecording()
        if !env.isDryRun { try files.keep(last: signed) }
        return Output(
            checkpoint: String(decoding: signed.bytes, as: UTF8.self), events: checkpoint.size,
            continues: last?.size,
            time: Timestamp(millisecondsSince1970: time * 1_000), verifier: key.verifier.text,
            position: checkpoint.size - min(1, checkpoint.size),
            root: checkpoint.root?.hex ?? "")
    }
}
