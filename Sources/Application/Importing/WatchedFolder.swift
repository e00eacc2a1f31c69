internal import Ledger

/// A folder in which files appear: which of them are whole, and were not handed out as they are.
///
/// Hidden files are none of them, nor what is no plain file, such as a pipe, nor those that a
/// browser is still writing.
package struct WatchedFolder {
    /// Endings of files that are not whole.
    private static let unfinished = [
        ".part", ".partial", ".crdownload", ".download", ".tmp", ".unfinished",
    ]

    private let path: String
    /// What the files were when they were looked at last.
    private var seen: [String: FileStamp] = [:]
    /// What they were when they were handed out.
    private var handed: [String: FileStamp] = [:]

    /// A folder.
    ///
    /// - Throws: ``ApplicationError/file(path:code:)`` where there is none.
    package init(_ path: String) throws(ApplicationError) {
        guard Places.isFolder(path) else { throw .file(path: path, code: 20) }
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// The paths of files that have come or changed, by name.
    ///
    /// - Parameter atOnce: Whether files are whole that were not looked at before; else a file is
    ///   once it is as it was at the last look.
    /// - Complexity: O(*n*) in the files of the folder.
    package mutating func files(atOnce: Bool) -> [String] {
        var whole: [String] = []
        var now: [String: FileStamp] = [:]
        for name in Places.names(in: path).sorted() {
            let file = "\(path)/\(name)"
            let isUnfinished = WatchedFolder.unfinished.contains(where: name.hasSuffix)
            guard !name.hasPrefix("."), !isUnfinished, Places.isFile(file),
                let stamp = Places.stamp(file)
            else { continue }
            now[name] = stamp
            guard handed[name] != stamp, atOnce || seen[name] == stamp else { continue }
            handed[name] = stamp
            whole.append(file)
        }
        seen = now
        return whole
    }
}
