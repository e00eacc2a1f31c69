internal import EventLog

/// Small files of the ledger's folder, for their owner only.
enum Files {
    /// All bytes of a file; `nil` when there is none.
    ///
    /// - Throws: ``ApplicationError/file(path:code:)``.
    static func read(_ path: String) throws(ApplicationError) -> [UInt8]? {
        try mappingError(ApplicationError.of, POSIX.read(path))
    }

    /// Puts bytes in the place of a file, which is there as it was or as it shall be at any time,
    /// and durable when this returns; the folder is made where it is missing.
    ///
    /// - Parameter isHint: Whether the file is worth no wait: a crash may bring the old one back.
    /// - Throws: ``ApplicationError/file(path:code:)``.
    static func replace(
        _ path: String, in folder: String, with bytes: [UInt8], isHint: Bool = false
    ) throws(ApplicationError) {
        if !Places.isFolder(folder) {
            do throws(StorageError) { _ = try DiskStorage.create(path: folder) } catch {
                throw .file(path: folder, code: error.systemCode)
            }
        }
        try mappingError(ApplicationError.of, POSIX.replace(path, with: bytes, isHint: isHint))
    }

    /// Makes what was created, renamed or removed in a folder durable.
    ///
    /// - Throws: ``ApplicationError/file(path:code:)``.
    static func syncFolder(_ path: String) throws(ApplicationError) {
        try mappingError(ApplicationError.of, POSIX.syncFolder(path))
    }
}
