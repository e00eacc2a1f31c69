internal import EventLog
internal import Ledger

/// What makes a copy of a ledger a witness: its key and the last checkpoint that it signed, among
/// the keys in its folder, for its owner only.
///
/// ```
/// keys/witness.key           PRIVATE+KEY+name+id+base64, and a newline (c2sp.org/signed-note)
/// keys/cosigned.checkpoint   the note as it was handed out
/// ```
struct WitnessFiles {
    private let place: String

    init(_ folder: String) { place = "\(folder)/\(KeyFiles.name)" }

    private var keyPath: String { "\(place)/witness.key" }
    private var lastPath: String { "\(place)/cosigned.checkpoint" }

    /// The witness's key; `nil` for none.
    ///
    /// - Throws: ``ProofError/damagedKey(path:)``, ``ProofError/exposedKey(path:mode:)``.
    func key() throws(ApplicationError) -> WitnessSigner? {
        guard let bytes = try Files.read(keyPath) else { return nil }
        let mode = Places.mode(keyPath) ?? 0
        if mode & 0o077 != 0 { throw .proof(.exposedKey(path: keyPath, mode: mode)) }
        guard bytes.last == 0x0A,
            let key = WitnessSigner(String(decoding: bytes.dropLast(), as: UTF8.self))
        else { throw .proof(.damagedKey(path: keyPath)) }
        return key
    }

    /// Keeps a key.
    func keep(_ key: WitnessSigner) throws(ApplicationError) {
        try Files.replace(keyPath, in: place, with: Array("\(key.text)\n".utf8))
    }

    /// The last checkpoint that the witness signed; `nil` for none.
    func last() throws(ApplicationError) -> Checkpoint? {
        guard let bytes = try Files.read(lastPath) else { return nil }
        do throws(NoteError) { return try Checkpoint(parsing: Note(parsing: bytes).text) } catch {
            throw .proof(.damagedKey(path: lastPath))
        }
    }

    /// Keeps the last checkpoint that was signed, durable when this returns.
    func keep(last note: Note) throws(ApplicationError) {
        try Files.replace(lastPath, in: place, with: note.bytes)
    }

    /// Lets one process sign at a time.
    func lock() throws(ApplicationError) -> FolderLock {
        guard let lock = FolderLock(place) else {
            throw .store(.log(.storage(.locked(holder: nil))))
        }
        return lock
    }
}
