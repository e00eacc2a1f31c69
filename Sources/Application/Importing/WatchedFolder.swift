internal import Interchange
internal import Ledger

/// A folder in which files appear: which of them are whole, and were not handed out as they are.
///
/// Hidden files are none of them, nor what is no plain file, such as a pipe, nor those that a
/// browser is still writing. Nor is a file whose last line has no end: what is written to it line
/// by line may be cut inside of an amount.
package struct WatchedFolder {
    /// Endings of files that are not whole.
    private static let unfinished = [
        ".part", ".partial", ".crdownload", ".download", ".tmp", ".unfinished",
    ]

    private let path: String
    /// What the files were when they were looked at last, and for how many looks they were so.
    private var seen: [String: (stamp: FileStamp, looks: Int)] = [:]
    /// What they were when they were handed out.
    private var handed: [String: FileStamp] = [:]

    /// A file that has come or changed.
    package struct File: Hashable, Sendable {
        /// Where it is.
        package let path: String
        /// Whether its last line may go on.
        package let isCut: Bool
    }

    /// How many looks at a file find it the same before it is taken for whole.
    private static let stillLooks = 2
    /// The same where its last line has no end.
    private static let cutLooks = 10

    /// A folder.
    ///
    /// - Throws: ``ApplicationError/file(path:code:)`` where there is none.
    package init(_ path: String) throws(ApplicationError) {
        guard Places.isFolder(path) else { throw .file(path: path, code: 20) }
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// The files that have come or changed, by name.
    ///
    /// - Parameter atOnce: Whether files are whole that were not looked at before; else a file is
    ///   once it is as it was at the last two looks.
    /// - Complexity: O(*n*) in the files of the folder.
    package mutating func files(atOnce: Bool) -> [File] {
        var whole: [File] = []
        var now: [String: (stamp: FileStamp, looks: Int)] = [:]
        for name in Places.names(in: path).sorted() {
            let file = "\(path)/\(name)"
            let isUnfinished = WatchedFolder.unfinished.contains(where: name.hasSuffix)
            guard !name.hasPrefix("."), !isUnfinished, Places.isFile(file),
                let stamp = Places.stamp(file)
            else { continue }
            let looks = seen[name].flatMap { $0.stamp == stamp ? $0.looks + 1 : nil } ?? 0
            now[name] = (stamp, looks)
            guard handed[name] != stamp, atOnce || looks >= WatchedFolder.stillLooks else {
                continue
            }
            let isCut = WatchedFolder.isCut(file)
            if isCut, !atOnce, looks < WatchedFolder.cutLooks { continue }
            handed[name] = stamp
            whole.append(File(path: file, isCut: isCut))
        }
        seen = now
        return whole
    }

    /// Whether a file ends inside of a line: not with its end, nor with a mark that ends what is
    /// no list of lines.
    private static func isCut(_ path: String) -> Bool {
        do throws(ApplicationError) {
            let source = try FileSource.open(path, spoolingIn: "/")
            if source.byteCount == 0 { return false }
            var last: [UInt8] = []
            do throws(ImportError) {
                try source.read(at: source.byteCount - 1, count: 1, into: &last)
            } catch { return false }
            // 0: the second byte of a line's end in UTF-16.
            return !last.allSatisfy { "\n\r\0>]}\"^-".utf8.contains($0) }
        } catch { return false }
    }
}
