/// A file that nobody finds: it is removed as soon as it is open, so that a crash leaves nothing.
struct SpoolFile: Sendable {
    private let name: String
    private let file: any LogFile

    init(in storage: any LogStorage) throws(LogError) {
        let digits = Log.randomBytes(8).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        name = SpoolFile.prefix + digits.joined() + SpoolFile.suffix
        do throws(StorageError) {
            file = try storage.open(name, .create)
            try SpoolFile.remove(name, from: storage)
        } catch {
            try? storage.remove(name)
            throw .storage(error)
        }
    }

    private static let prefix = "spool-"
    private static let suffix = ".tmp"

    /// Whether a file is a spool whose maker was killed before it could remove the name.
    static func isLeftOver(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
    }

    /// Removes the name; somebody who cleans up may have done so already.
    private static func remove(_ name: String, from storage: any LogStorage) throws(StorageError) {
        do throws(StorageError) { try storage.remove(name) } catch {
            if case .notFound = error { return }
            throw error
        }
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(LogError) {
        do { try file.write(bytes, at: offset) } catch { throw .storage(error) }
    }

    /// A frame, its checksums checked.
    func read(_ frame: SpoolFrame) throws(LogError) -> SealedBytes {
        var bytes: [UInt8] = []
        let count: Int
        do {
            count = try file.read(at: frame.offset, into: &bytes, count: frame.length)
        } catch { throw .storage(error) }
        guard count == frame.length, let whole = SealedBytes(bytes, salt: SpoolWriter.salt) else {
            throw .storage(.failed(.read, file: name, code: SpoolFile.badRead))
        }
        return whole
    }

    /// EIO: what was read is not what was written.
    private static let badRead: Int32 = 5
}
