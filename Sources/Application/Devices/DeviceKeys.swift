internal import EventLog
internal import Ledger

/// The keys of this machine's devices: a file each, for its owner only, outside of every ledger.
///
/// ```
/// $XDG_STATE_HOME/ledger/devices/9f1c….key     PRIVATE+KEY+name+id+base64, and a newline
/// ```
struct DeviceKeys: Sendable {
    /// The name of the folder.
    static let folder = "devices"

    private let folder: String

    /// The keys in a folder; `nil` where there is none, or where it lies in the ledger's own.
    init?(_ folder: String?, outside ledger: String) {
        guard let folder, !Places.lies(folder, in: ledger) else { return nil }
        self.folder = folder
    }

    private func path(_ key: String) -> String { "\(folder)/\(key).key" }

    /// The key of a device; `nil` where it is not on this machine.
    ///
    /// - Throws: ``DeviceError/exposedKey(path:mode:)``, ``DeviceError/damaged(path:)``.
    func signer(of device: OwnDevice) throws(ApplicationError) -> NoteSigner? {
        let path = path(device.key)
        guard let bytes = try Files.read(path) else { return nil }
        let mode = Places.mode(path) ?? 0
        if mode & 0o077 != 0 { throw .device(.exposedKey(path: path, mode: mode)) }
        guard bytes.last == 0x0A,
            let signer = NoteSigner(String(decoding: bytes.dropLast(), as: UTF8.self)),
            signer.verifier.publicKey == device.keyBytes
        else { throw .device(.damaged(path: path)) }
        return signer
    }

    /// Keeps a key.
    func keep(_ signer: NoteSigner) throws(ApplicationError) {
        let key = DeviceBook.digits(of: signer.verifier.publicKey)
        try Files.replace(path(key), in: folder, with: Array("\(signer.text)\n".utf8))
    }

    /// Does something while no other process of this machine does.
    func locked<Result>(
        _ body: () throws(ApplicationError) -> Result
    ) throws(ApplicationError) -> Result {
        let lock: any LogLock
        do throws(StorageError) {
            lock = try DiskStorage(path: folder).lock(wait: LockFile.wait, owner: "ledger")
        } catch { throw .file(path: folder, code: error.systemCode) }
        defer { lock.release() }
        return try body()
    }
}
