internal import EventLog
internal import Interchange

/// The files that a journal includes: those below its folder.
struct JournalFiles {
    /// Bytes of a file, at most.
    private static let bytesMax: UInt64 = 1 << 28

    private let path: String?
    private let folder: String?

    init(_ path: String?) {
        self.path = path
        folder = path == "-" ? nil : path.map { POSIX.folder(of: $0) }
    }

    /// The files that a pattern finds, by their paths below the folder, in the order of these; not
    /// the first file, where the pattern is in it.
    func matching(_ pattern: IncludePattern) -> Result<[String], JournalInclude> {
        guard let folder, let path else { return .failure(JournalInclude(.noFolder)) }
        var search = JournalSearch(folder)
        search.look(in: pattern.folder, pattern.parts[...])
        if search.isOverfull { return .failure(JournalInclude(.ring)) }
        var found = search.found
        if pattern.file.isEmpty {
            let own = Places.resolved(path)
            found = found.filter { Places.resolved("\(folder)/\($0)") != own }
        }
        if found.isEmpty { return .failure(JournalInclude(.pattern)) }
        return .success(found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    /// A file by its path below the folder.
    func source(_ name: String) -> Result<any ByteSource, JournalInclude> {
        guard let folder else { return .failure(JournalInclude(.noFolder)) }
        let path = "\(folder)/\(name)"
        guard Places.lies(path, in: folder) else { return .failure(JournalInclude(.outside)) }
        do {
            // It is read in several passes.
            guard let source = try FileSource.lasting(path) else {
                return .failure(JournalInclude(.pipe))
            }
            guard source.byteCount <= JournalFiles.bytesMax else {
                return .failure(JournalInclude(.unreadable))
            }
            return .success(source)
        } catch { return .failure(JournalInclude(.unreadable)) }
    }

    /// The bytes of a file by its path below the folder.
    func bytes(_ name: String) -> Result<[UInt8], JournalInclude> {
        source(name).flatMap { source in
            do throws(ImportError) { return .success(try source.bytes()) } catch {
                return .failure(JournalInclude(.unreadable))
            }
        }
    }
}

/// Looks for the files of a pattern in a folder and those below it.
private struct JournalSearch {
    /// Names that are looked at, at most.
    private static let namesMax = 100_000

    private let top: String
    private var names = 0
    /// The paths of files, relative to the folder.
    private(set) var found: Set<String> = []

    init(_ top: String) { self.top = top }

    /// Whether there is more to look at than is worth it.
    var isOverfull: Bool { names > JournalSearch.namesMax }

    /// Looks for what some patterns, one below the other, find in a folder.
    ///
    /// - Parameter folder: Its path relative to the first one; empty for that.
    mutating func look(in folder: String, _ parts: ArraySlice<String>) {
        guard let part = parts.first, !isOverfull else { return }
        let place = folder.isEmpty ? top : "\(top)/\(folder)"
        guard Places.lies(place, in: top) else { return }
        let rest = parts.dropFirst()
        let isDeep = part == "**"
        if isDeep, !rest.isEmpty { look(in: folder, rest) }
        let pattern = NamePattern(isDeep ? "*" : part)
        for name in Places.names(in: place) {
            names += 1
            if isOverfull { return }
            guard pattern.matches(name) else { continue }
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            if Places.isFolder("\(top)/\(path)") {
                // A link may lead round in a ring.
                let isLink =
                    Places.resolved("\(place)/\(name)") != Places.resolved(place) + "/" + name
                if isDeep, !isLink { look(in: path, parts) }
                if !isDeep, !rest.isEmpty { look(in: path, rest) }
            } else if rest.isEmpty {
                found.insert(path)
            }
        }
    }
}
