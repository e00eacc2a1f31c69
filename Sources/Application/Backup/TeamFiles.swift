internal import EventLog

/// What somebody who shares a ledger keeps outside of it.
package enum TeamFiles {
    /// The text of a file; `nil` where there is none.
    package static func text(_ path: String) throws(ApplicationError) -> String? {
        try Files.read(path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a file for its owner only, all or nothing.
    package static func write(_ text: String, to path: String) throws(ApplicationError) {
        let folder = path.contains("/") ? POSIX.folder(of: path) : "."
        try Files.replace(path, in: folder, with: Array(text.utf8))
    }

    /// Removes a file where there is one.
    package static func remove(_ path: String) throws(ApplicationError) {
        if Places.isFile(path) { try Places.removeFile(path) }
    }
}
