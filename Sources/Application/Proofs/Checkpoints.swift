internal import EventLog
internal import Ledger

extension Environment {
    /// Signs a head of the ledger, unless it contradicts what was signed before: a log must not
    /// sign two histories (c2sp.org/tlog-checkpoint). The largest head that was signed is kept
    /// beside the keys.
    ///
    /// - Throws: ``ProofError/rolledBack(events:known:)``, ``ProofError/forked(events:known:)``.
    func signed(
        _ checkpoint: Checkpoint, of store: any EventStore, by key: NoteSigner
    ) throws(ApplicationError) -> Note {
        guard let folder = home.folder, let note = Note(checkpoint.text, signedBy: key) else {
            throw .proof(.noKey)
        }
        let place = "\(folder)/\(KeyFiles.name)"
        let size = try holdSigned(against: store)
        if checkpoint.size > size {
            try Files.replace("\(place)/\(signedName)", in: place, with: note.bytes)
        }
        return note
    }

    /// The file beside the keys that has the largest head that was signed.
    private var signedName: String { "last.checkpoint" }

    /// Holds the largest head that was signed here against what the ledger is.
    ///
    /// - Returns: How many events it had; 0 where nothing was signed, or where a merge replaced the
    ///   branch that was.
    /// - Throws: ``ProofError/rolledBack(events:known:)``, ``ProofError/forked(events:known:)``,
    ///   ``ProofError/damagedKey(path:)``.
    @discardableResult
    func holdSigned(against store: any EventStore) throws(ApplicationError) -> UInt64 {
        guard let folder = home.saved.folder else { return 0 }
        let path = "\(folder)/\(KeyFiles.name)/\(signedName)"
        guard let bytes = try Files.read(path) else { return 0 }
        let last: Checkpoint
        do throws(NoteError) { last = try Checkpoint(parsing: Note(parsing: bytes).text) } catch {
            throw .proof(.damagedKey(path: path))
        }
        do throws(ApplicationError) { try hold(last, against: store) } catch {
            // What this copy merged itself it knows, whatever the log tells of it.
            if try isKept(last, of: store, after: error) { return 0 }
            throw error
        }
        return last.size
    }

    /// Holds what was known of the ledger against what it is.
    ///
    /// - Throws: ``ProofError/foreign(origin:)``, ``ProofError/rolledBack(events:known:)``,
    ///   ``ProofError/forked(events:known:)``.
    func hold(
        _ known: Checkpoint, against store: any EventStore
    ) throws(ApplicationError) {
        guard known.origin == (try origin(of: store)) else {
            throw .proof(.foreign(origin: known.origin))
        }
        let (events, root) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            (try store.head().count, try store.root(at: known.size))
        }
        guard let root else { throw .proof(.rolledBack(events: events, known: known.size)) }
        guard root.bytes == known.rootBytes else {
            throw .proof(.forked(events: events, known: known.size))
        }
    }

    /// The checkpoint of a file: a signed note, or its text alone.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - verifiers: Keys: of those of ledgers one must have signed, of those of witnesses all;
    ///     without any of a ledger, its own may.
    /// - Returns: The checkpoint, the ids of the keys that signed it, and the witnesses.
    /// - Throws: ``ProofError``.
    func checkpoint(
        _ bytes: [UInt8], verifiers: [String]
    ) throws(ApplicationError) -> KnownHead {
        if verifiers.isEmpty, let text = String(validating: bytes, as: UTF8.self),
            let checkpoint = try? Checkpoint(parsing: text), checkpoint.rest.isEmpty
        {
            return KnownHead(checkpoint: checkpoint)
        }
        let (note, signers) = try note(bytes, verifiers: verifiers)
        guard let checkpoint = try? Checkpoint(parsing: note.text) else {
            throw .proof(.malformed)
        }
        let witnesses = verifiers.compactMap { WitnessVerifier($0) }
        let cosignatures: [Cosignature]
        do throws(NoteError) { cosignatures = try note.cosignatures(among: witnesses) } catch {
            throw .of(error)
        }
        for witness in witnesses where !cosignatures.contains(where: { $0.verifier == witness }) {
            throw .proof(.notCosigned(name: witness.name))
        }
        return KnownHead(checkpoint: checkpoint, signers: signers, cosignatures: cosignatures)
    }

    /// The signed note of a file, and the ids of the keys that signed it.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - verifiers: Keys, one of which must have signed; without any, those of the ledger may.
    ///     Those of witnesses are passed over.
    /// - Throws: ``ProofError``.
    func note(
        _ bytes: [UInt8], verifiers: [String]
    ) throws(ApplicationError) -> (note: Note, signers: [String]) {
        var named: [NoteVerifier] = []
        for text in verifiers where WitnessVerifier(text) == nil {
            guard let key = NoteVerifier(text) else { throw .proof(.badKey(text)) }
            named.append(key)
        }
        let known = named.isEmpty ? try keys().map(\.verifier) : named
        do throws(NoteError) {
            let note = try Note(parsing: bytes)
            do throws(NoteError) {
                return (note, try note.signers(among: known).map(\.idText))
            } catch .unsigned {
                if !named.isEmpty { throw .unsigned }
                return (note, [])
            }
        } catch { throw .of(error) }
    }
}

/// What a file says that the ledger was.
struct KnownHead {
    let checkpoint: Checkpoint
    /// The ids of the keys that signed it, as far as they are known.
    var signers: [String] = []
    /// The witnesses that signed it, of those that were asked for.
    var cosignatures: [Cosignature] = []

    /// The same, for those who asked.
    func checked(branch: CheckedBranch?) -> CheckedHead {
        let witnesses = cosignatures.map { made in
            let milliseconds = Int64(made.time).multipliedReportingOverflow(by: 1_000)
            return CheckedWitness(
                name: made.verifier.name, key: made.verifier.idText,
                time: Timestamp(
                    millisecondsSince1970: milliseconds.overflow ? .max : milliseconds.partialValue)
            )
        }
        return CheckedHead(
            events: checkpoint.size, signedBy: signers,
            cosignedBy: witnesses.isEmpty ? nil : witnesses, branch: branch)
    }
}

extension ApplicationError {
    /// Why a note is not believed.
    fileprivate static func of(_ error: NoteError) -> ApplicationError {
        switch error {
        case .badSignature(let name): .proof(.badSignature(name: name))
        case .unsigned: .proof(.unsigned)
        case .repeated(let name): .proof(.repeatedSignature(name: name))
        case .malformed, .tooLarge: .proof(.malformed)
        }
    }
}
