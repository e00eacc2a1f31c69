internal import EventLog
internal import Ledger

/// What the tree over the ledger is at a size, signed or not.
package enum MakeCheckpoint: Endpoint {
    /// Which, and whether it is signed.
    package struct Input: Codable, Hashable, Sendable {
        /// Whether it is signed; left out for no.
        package var sign: Bool?

        /// A request.
        package init(sign: Bool? = nil) { self.sign = sign }
    }

    /// A checkpoint.
    package struct Output: Codable, Hashable, Sendable {
        /// The checkpoint (c2sp.org/tlog-checkpoint): a signed note, or its text alone.
        package let checkpoint: String
        /// The ledger's id.
        package let origin: String
        /// How many events it takes in.
        package let events: UInt64
        /// The id of the key that signed it; `nil` for none.
        package let key: String?
        /// The position of the last event that it takes in.
        package let position: UInt64
        /// The root over these events, lower-case hex.
        package let root: String
    }

    package static let path = "checkpoint"
    package static let summary = "say what the ledger is, for others to keep"
    package static let needs: Set<Permission> = [.read, .share]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        // Of a damaged log what was asked about is hashed, and not signed.
        let isSigned = input.sign == true || !env.isDamaged
        let env = try isSigned ? env.provedToSign() : env.provedAsOf()
        let store = try env.store()
        let checkpoint = try env.checkpoint(of: store)
        var text = checkpoint.text
        var key: NoteSigner?
        if input.sign == true {
            let signer = try env.signer()
            text = String(
                decoding: try env.signed(checkpoint, of: store, by: signer).bytes, as: UTF8.self)
            key = signer
        }
        return Output(
            checkpoint: text, origin: checkpoint.origin, events: checkpoint.size,
            key: key?.verifier.idText, position: checkpoint.size - 1,
            root: checkpoint.root?.hex ?? "")
    }
}

/// Proves that the ledger has an event, to those who do not have the ledger.
package enum ProveEvent: Endpoint {
    /// Which event.
    package struct Input: Codable, Hashable, Sendable {
        /// `1042`, `#1042`, `.3` or a word of a title.
        package var id: String
        /// Whether the texts of the event are shown; left out for no.
        package var withText: Bool?

        /// A request.
        package init(id: String, withText: Bool? = nil) {
            self.id = id
            self.withText = withText
        }
    }

    /// A proof.
    package struct Output: Codable, Hashable, Sendable {
        /// The proof (c2sp.org/tlog-proof); its extra data are what is hashed of the event.
        package let proof: String
        /// The position of the event.
        package let id: UInt64
        /// What happened, as in the list of events.
        package let event: String
        /// Whether the texts of the event are in the proof.
        package let withText: Bool
        /// How many hashes lead from the event to the root.
        package let hashes: Int
        /// Later events that changed what this one recorded, oldest first.
        package let changedBy: [UInt64]
        /// The public half of the key that signed.
        package let verifier: String
        /// The position of the last event that the checkpoint takes in.
        package let position: UInt64
        /// The root over these events, lower-case hex.
        package let root: String
    }

    package static let path = "prove"
    package static let summary = "prove that the ledger has an event"
    package static let needs: Set<Permission> = [.read, .share]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let signer = try env.signer()
        let env = try env.provedToSign()
        let snapshot = try env.snapshot()
        let store = try env.store()
        let id = try env.id(input.id, in: snapshot, type: nil)
        let withText = input.withText == true
        let checkpoint = try env.checkpoint(of: store)
        let found = try mappingError(ApplicationError.store) { () throws(StoreError) in
            (
                path: try store.inclusion(of: id, in: checkpoint.size),
                shown: try store.disclosure(of: id, withText: withText),
                history: try snapshot.history(of: id)
            )
        }
        guard let path = found.path, let shown = found.shown, shown.leaf == path.leaf else {
            throw .unknownID(input.id)
        }
        let note = try env.signed(checkpoint, of: store, by: signer)
        let proof = TlogProof(extra: shown.bytes, index: id, hashes: path.hashes, note: note)
        return Output(
            proof: String(decoding: proof.bytes, as: UTF8.self), id: id,
            event: shown.type.map { "\($0.entity) \($0.action)" } ?? "", withText: withText,
            hashes: path.hashes.count,
            changedBy: found.history?.versions.map(\.position).filter { $0 > id } ?? [],
            verifier: signer.verifier.text, position: checkpoint.size - 1,
            root: checkpoint.root?.hex ?? "")
    }
}

extension LeafDisclosure {
    /// What happened; `nil` where only a newer program knows.
    fileprivate var type: EventType? {
        EventType(rawValue: (UInt16(input[1]) | UInt16(input[2]) << 8) & 0x7FFF)
    }
}

/// Proves that the ledger at one event continues the ledger at an earlier one.
package enum ProveConsistency: Endpoint {
    /// Between which events.
    package struct Input: Codable, Hashable, Sendable {
        /// The position of the last event of the older ledger.
        package var from: UInt64
        /// The position of the last event of the newer one.
        package var to: UInt64

        /// A request.
        package init(from: UInt64, to: UInt64) {
            self.from = from
            self.to = to
        }
    }

    /// A proof.
    package struct Output: Codable, Hashable, Sendable {
        /// The proof, as witnesses take it (c2sp.org/tlog-witness, add-checkpoint).
        package let proof: String
        /// The position of the last event of the older ledger.
        package let from: UInt64
        /// The root over its events, lower-case hex.
        package let oldRoot: String
        /// How many hashes the proof has.
        package let hashes: Int
        /// The public half of the key that signed.
        package let verifier: String
        /// The position of the last event of the newer ledger.
        package let position: UInt64
        /// The root over its events, lower-case hex.
        package let root: String
    }

    package static let path = "prove/consistency"
    package static let summary = "prove that the ledger continues an earlier state of it"
    package static let needs: Set<Permission> = [.read, .share]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        guard input.from <= input.to else {
            throw .proof(.notOlder(from: input.from, to: input.to))
        }
        let signer = try env.signer()
        let env = try env.provedToSign()
        let store = try env.store()
        let checkpoint = try env.with { $0.asOf = .position(input.to) }.checkpoint(of: store)
        let size = input.from + 1
        let (hashes, old) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            (try store.consistency(from: size, to: checkpoint.size), try store.root(at: size))
        }
        guard let hashes, let old else {
            throw .proof(.notOlder(from: input.from, to: input.to))
        }
        let note = try env.signed(checkpoint, of: store, by: signer)
        let proof = ConsistencyProof(oldSize: size, hashes: hashes, note: note)
        return Output(
            proof: String(decoding: proof.bytes, as: UTF8.self), from: input.from,
            oldRoot: old.hex, hashes: hashes.count, verifier: signer.verifier.text,
            position: input.to, root: checkpoint.root?.hex ?? "")
    }
}
