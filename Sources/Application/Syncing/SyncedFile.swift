internal import EventLog
internal import Interchange

/// A file that another program writes, too.
struct SyncedFile {
    /// Where it is, without links.
    let path: String
    /// What was in it; nothing where it is not there.
    let bytes: [UInt8]
    private let stamp: FileStamp?

    /// Reads a file.
    ///
    /// - Throws: ``ApplicationError/file(path:code:)``.
    init(_ path: String) throws(ApplicationError) {
        self.path = Places.resolved(path)
        stamp = Places.stamp(self.path)
        bytes = try Files.read(self.path) ?? []
    }

    /// Puts other bytes in its place, beside it first; its permissions stay. Bytes that are the
    /// same are not written.
    ///
    /// - Throws: ``ApplicationError/file(path:code:)``; ``ApplicationError/csv(_:profiles:)``
    ///   where the file is not as it was read any more.
    func replace(with new: [UInt8]) throws(ApplicationError) {
        if new == bytes { return }
        let mode = Places.mode(path) ?? 0o600
        do throws(FileFailure) {
            let file = try TemporaryFile(for: path, mode: mode)
            try file.write(new)
            // Whoever wrote meanwhile is not overwritten.
            guard Places.stamp(path) == stamp else { throw FileFailure(path: path, code: -2) }
            try file.finish()
        } catch {
            throw error.code == -2 ? .csv(.changed) : .of(error)
        }
    }
}
