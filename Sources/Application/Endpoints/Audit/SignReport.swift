internal import EventLog
internal import Ledger

/// Signs what a report was made of and what came of it.
package enum SignReport: Endpoint {
    /// Which report.
    package struct Input: Codable, Hashable, Sendable {
        /// The path of its request.
        package var report: String
        /// The request, JSON.
        package var options: String

        /// A request.
        package init(report: String, options: String) {
            self.report = report
            self.options = options
        }
    }

    /// A receipt.
    package struct Output: Codable, Hashable, Sendable {
        /// The receipt, a signed note.
        package let receipt: String
        /// The public half of the key that signed.
        package let verifier: String
        /// The position of the last event that the report takes in.
        package let position: UInt64
        /// The root over these events, lower-case hex.
        package let root: String
    }

    package static let path = "receipt"
    package static let summary = "sign what a report was made of and what came of it"
    package static let needs: Set<Permission> = [.read, .share]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let key = try env.signer()
        let pinned = try env.pinned()
        let store = try pinned.store()
        let checkpoint = try pinned.checkpoint(of: store)
        guard let root = checkpoint.root else { throw .proof(.malformed) }
        let reports = try Router.signable
        let options = try reports.hashing(input.report, input.options)
        let answer = try pinned.answer(input.report, options, of: reports)
        // What the settings of this device make of it nobody else can make again.
        if env.weights != PressureWeights(),
            answer
                != (try pinned.answer(input.report, options, of: reports, weights: env.weights))
        {
            throw .proof(.unsignable(input.report))
        }
        // What contradicts an earlier checkpoint is not signed here either.
        _ = try env.signed(checkpoint, of: store, by: key)
        let receipt = Receipt(
            checkpoint, root: root, now: pinned.now(), user: env.user, report: input.report,
            options: options, answer: answer)
        guard let note = Note(receipt.text, signedBy: key) else { throw .proof(.malformed) }
        return Output(
            receipt: String(decoding: note.bytes, as: UTF8.self), verifier: key.verifier.text,
            position: checkpoint.size - 1, root: root.hex)
    }
}

extension Environment {
    /// The same at the state and the moment of now, for good, every event hashed: what a receipt
    /// can be signed of.
    ///
    /// - Throws: ``ProofError/noKey``.
    package func pinned() throws(ApplicationError) -> Environment {
        _ = try signer()
        let proved = try provedToSign()
        let count = try proved.count(of: try proved.store())
        let moment = now()
        return proved.with { copy in
            copy.asOf = .position(count - 1)
            copy.now = { moment }
        }
    }

    /// What a report answers, as JSON. Only what reads can be asked for: a receipt may come from
    /// anywhere.
    fileprivate func answer(
        _ report: String, _ options: String, of reports: Router,
        weights: PressureWeights = PressureWeights()
    ) throws(ApplicationError) -> [UInt8] {
        // What `.3` meant is known to nobody else, and neither are weights of one's own.
        let env = with { copy in
            copy.lastList = []
            copy.weights = weights
        }
        if reports.byPath[report] == nil { throw .proof(.unsignable(report)) }
        return try reports.call(report, Array(options.utf8), in: env)
    }

    /// Makes the report of a receipt again, of hashed events, and compares; with what reports did
    /// not say of that yet, too. That of a branch which a merge replaced is held against what is
    /// kept of it, and not made again.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - verifiers: Keys, one of which must have signed; without any, those of the ledger may.
    /// - Throws: ``ProofError``.
    func check(
        receipt bytes: [UInt8], verifiers: [String], in store: any EventStore
    ) throws(ApplicationError) -> CheckedReceipt {
        let (note, signers) = try note(bytes, verifiers: verifiers)
        guard let receipt = Receipt(note.text),
            let known = Checkpoint(
                origin: receipt.origin, size: receipt.events, root: receipt.root)
        else { throw .proof(.malformed) }
        if let branch = try branch(of: known, against: store) {
            return CheckedReceipt(
                report: receipt.report, options: receipt.options, now: receipt.now,
                position: receipt.events - 1, signedBy: signers, branch: branch)
        }
        let then = try proved().with { copy in
            copy.asOf = .position(receipt.events - 1)
            copy.now = { receipt.now }
            copy.user = receipt.user
        }
        let reports = try Router.signable
        var isSame = false
        for form in [then, then.with { $0.hashed = nil }] where !isSame {
            let answer = try form.answer(receipt.report, receipt.options, of: reports)
            isSame = SHA256.hash(answer) == receipt.digest
        }
        guard isSame else {
            throw .proof(
                .otherReport(
                    receipt.report, sameProgram: receipt.projections == Receipt.projections))
        }
        return CheckedReceipt(
            report: receipt.report, options: receipt.options, now: receipt.now,
            position: receipt.events - 1, signedBy: signers)
    }
}
