internal import EventLog
internal import Ledger

/// Proves every event that makes a figure of a report, all of them under one signed checkpoint.
package enum ProveFigure: Endpoint {
    /// Which figure; with ``ExplainFigure/Input/limit`` the events that it lets pass, else all.
    package typealias Input = ExplainFigure.Input

    /// The proof of one event.
    package struct EventProof: Codable, Hashable, Sendable {
        /// The position of the event.
        package let id: UInt64
        /// The proof (c2sp.org/tlog-proof), as of ``ProveEvent``; the texts stay hidden.
        package let proof: String
    }

    /// The proofs.
    package struct Output: Codable, Hashable, Sendable {
        /// How the figure came to be, without a text; of each of its rows there is a proof.
        package let figure: ProvedFigure
        /// The checkpoint that all proofs have, a signed note: of a figure without events it is all
        /// that is signed.
        package let checkpoint: String
        /// The proofs, in the order of the rows.
        package let proofs: [EventProof]
        /// The public half of the key that signed.
        package let verifier: String
        /// The position of the last event that the checkpoint takes in.
        package let position: UInt64
        /// The root over these events, lower-case hex.
        package let root: String
    }

    package static let path = "prove/figure"
    package static let summary = "prove the events that make a figure of a report"
    package static let needs: Set<Permission> = [.read, .share]

    /// How many events are proved at once, at most.
    package static let proofsMax = 10_000

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let signer = try env.signer()
        let env = try env.provedToSign()
        let figure = try ExplainFigure.run(input, in: env)
        let ids = figure.rows.map(\.event.position)
        guard ids.count <= proofsMax else {
            throw .proof(.tooMany(events: ids.count, max: proofsMax))
        }
        let store = try env.store()
        let checkpoint = try env.with { $0.asOf = .position(figure.position) }
            .checkpoint(of: store)
        let note = try env.signed(checkpoint, of: store, by: signer)
        var proofs: [EventProof] = []
        try mappingError(
            ApplicationError.store,
            store.readDisclosures(of: ids, withText: false) { id, shown throws(StoreError) in
                guard let path = try store.inclusion(of: id, in: checkpoint.size),
                    shown.leaf == path.leaf
                else { return }
                let proof = TlogProof(
                    extra: shown.bytes, index: id, hashes: path.hashes, note: note)
                proofs.append(
                    EventProof(id: id, proof: String(decoding: proof.bytes, as: UTF8.self)))
            })
        guard proofs.map(\.id) == ids else {
            throw .unknownID("\(zip(ids, proofs).first { $0 != $1.id }?.0 ?? ids.last ?? 0)")
        }
        return Output(
            figure: ProvedFigure(figure, account: try account(input, env)),
            checkpoint: String(decoding: note.bytes, as: UTF8.self), proofs: proofs,
            verifier: signer.verifier.text,
            position: figure.position, root: figure.root)
    }

    /// The account by its position, as proofs have it.
    private static func account(
        _ input: Input, _ env: Environment
    ) throws(ApplicationError) -> String? {
        guard let name = input.account else { return nil }
        return name.isEmpty ? "" : "\(try env.account(name, in: env.snapshot()).position)"
    }
}
