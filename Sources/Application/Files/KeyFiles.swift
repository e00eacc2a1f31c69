internal import EventLog
internal import Ledger

/// The keys that sign for a ledger: `keys` in its folder, a file each, for its owner only.
///
/// ```
/// keys/0001-c74f20a3.key     PRIVATE+KEY+name+id+base64, and a newline (c2sp.org/signed-note)
/// ```
///
/// The key with the highest number signs; signatures of the others are known, too. Backups of the
/// ledger have no keys.
enum KeyFiles {
    /// The name of the folder.
    static let name = "keys"

    private static let ending = ".key"

    /// The keys of a ledger, oldest first.
    ///
    /// - Throws: ``ProofError/damagedKey(path:)``, ``ProofError/exposedKey(path:mode:)``.
    static func read(from folder: String) throws(ApplicationError) -> [NoteSigner] {
        var keys: [NoteSigner] = []
        let place = "\(folder)/\(name)"
        for file in Places.names(in: place).filter(isKey) {
            let path = "\(place)/\(file)"
            let mode = Places.mode(path) ?? 0
            if mode & 0o077 != 0 { throw .proof(.exposedKey(path: path, mode: mode)) }
            guard let bytes = try Files.read(path), bytes.last == 0x0A,
                let key = NoteSigner(String(decoding: bytes.dropLast(), as: UTF8.self))
            else { throw .proof(.damagedKey(path: path)) }
            keys.append(key)
        }
        return keys
    }

    /// Keeps one more key, which signs from now on.
    static func add(_ key: NoteSigner, to folder: String) throws(ApplicationError) {
        let place = "\(folder)/\(name)"
        let last = Places.names(in: place).filter(isKey).last.flatMap { Int($0.prefix(4)) } ?? 0
        let number = "\(last + 1)"
        let digits = String(repeating: "0", count: max(0, 4 - number.count)) + number
        let path = "\(place)/\(digits)-\(key.verifier.idText)\(ending)"
        try Files.replace(path, in: place, with: Array("\(key.text)\n".utf8))
    }

    /// `0001-c74f20a3.key`
    private static func isKey(_ file: String) -> Bool {
        let parts = file.dropLast(ending.count).split(separator: "-")
        return file.hasSuffix(ending) && parts.count == 2
            && parts[0].utf8.count == 4 && parts[0].utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
}

extension Environment {
    /// The keys of the ledger, oldest first; none where nothing is kept.
    func keys() throws(ApplicationError) -> [NoteSigner] {
        guard let folder = home.saved.folder else { return [] }
        return try KeyFiles.read(from: folder)
    }

    /// The key that signs; none signs a draft.
    ///
    /// - Throws: ``ProofError/noKey``.
    func signer() throws(ApplicationError) -> NoteSigner {
        if home.folder != nil, let key = try keys().last { return key }
        // Where there is no ledger, a key is not what is missing.
        _ = try store()
        throw .proof(.noKey)
    }

    /// What the ledger is called in checkpoints and proofs: its id, 32 hexadecimal digits.
    func origin(of store: any EventStore) throws(ApplicationError) -> String {
        let first = try mappingError(ApplicationError.store, store.event(at: 0)?.event)
        guard case .ledgerOpened(let opened) = first else { throw .report(.notOpened) }
        return hex(opened.ledgerID)
    }

    /// How many events there are, or were where ``asOf`` says; 1 or more.
    func count(of store: any EventStore) throws(ApplicationError) -> UInt64 {
        guard let asOf else {
            return try mappingError(ApplicationError.store, store.head().count)
        }
        let count = try count(of: store, asOf)
        if count == 0 { throw .report(.notOpened) }
        return count
    }

    /// The head of the ledger as it is, or was where ``asOf`` says: synced before it is reported,
    /// unless the log is damaged behind it.
    func checkpoint(of store: any EventStore) throws(ApplicationError) -> Checkpoint {
        let count = try count(of: store)
        let root = try mappingError(ApplicationError.store) { () throws(StoreError) in
            if !isDamaged { try store.settle() }
            return try store.root(at: count)
        }
        guard let root,
            let checkpoint = Checkpoint(origin: try origin(of: store), size: count, root: root)
        else { throw .beyondEnd(position: count, last: count) }
        return checkpoint
    }
}
