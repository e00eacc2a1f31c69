internal import EventLog
internal import Interchange
internal import Ledger

/// Goes through the files of a ledger's folder for text that is to go: what finds it before, takes
/// it out, and looks for it afterwards.
struct ErasedFiles {
    private let home: any LedgerHome
    /// What is looked for; `nil` for nothing.
    private let sought: SoughtText?
    /// Whether the log goes on having some of it, as facts: then its bytes say nothing.
    private let isInLog: Bool

    init(_ home: any LedgerHome, _ plan: ErasurePlan) {
        self.home = home
        sought = plan.sought
        isInLog = !plan.stays.all.isEmpty
    }

    /// What an erasure takes out of files.
    func takes() throws(ApplicationError) -> [TextPlace] {
        var places = TextPlaces()
        try forEachFound { path, values in
            if LedgerFile.fate(of: path).isKept { return }
            for value in values { places.add(path, value: value) }
        }
        return places.all
    }

    /// Where an erasure leaves such text: in files that are none of the ledger's, and as names of
    /// accounts, categories and columns in those that are.
    ///
    /// - Parameter going: The paths of files of entries that go with it.
    func stays(but going: Set<String>) throws(ApplicationError) -> [TextPlace] {
        var places = TextPlaces()
        if let sought {
            for part in try kept(sought) {
                for value in part.stays { places.add(part.name, value: value) }
            }
        }
        try forEachFound { path, _ in
            if LedgerFile.fate(of: path).isKept, !going.contains(path) { places.add(path) }
        }
        // What they are called is text of people, too.
        if let sought {
            for path in paths where LedgerFile.fate(of: path) == .stays {
                if sought.occurs(in: path), try !has(path) { places.add(path) }
            }
        }
        return places.all
    }

    /// Takes it out.
    ///
    /// - Parameter withTails: Whether the log takes no text out itself, and with it no ends that
    ///   were saved aside.
    func remove(withTails: Bool) throws(ApplicationError) {
        guard let sought else { return }
        for part in try kept(sought) where !part.takes.isEmpty {
            try home.keep(part.rest, as: part.name)
        }
        guard let folder = home.folder else { return }
        // Whoever took some out before may have been killed before the folders were synced.
        var changed = Set([folder, "\(folder)/log"].filter(Places.isFolder))
        for path in paths {
            // Without what files of tasks said, what differs is a conflict.
            var goes = path.hasPrefix(SyncState.prefix)
            if LedgerFile.fate(of: path) == .dropped
                || withTails && path.hasPrefix("log/") && Log.isTail(String(path.dropFirst(4)))
            {
                goes = try has(path)
            }
            if !goes { continue }
            try Places.removeFile("\(folder)/\(path)")
            changed.insert(POSIX.folder(of: "\(folder)/\(path)"))
        }
        // No crash brings it back.
        for folder in changed.sorted() { try Files.syncFolder(folder) }
    }

    /// The places in which some of it is found although it was taken out.
    ///
    /// - Parameter known: Patterns that values of the log have which are none of the text: in its
    ///   bytes these tell nothing.
    func left(known: Set<[UInt8]>) throws(ApplicationError) -> [TextPlace] {
        var places = TextPlaces()
        try forEachFound { path, values in
            if LedgerFile.fate(of: path).isKept { return }
            for value in values { places.add(path, value: value) }
        }
        for path in paths where !isInLog && LedgerFile.fate(of: path) == .rewritten {
            if try has(path, but: known) { places.add(path) }
        }
        return places.all
    }

    /// Hands over the files that have some of it, but those of the log, and which of their entries.
    private func forEachFound(
        _ body: (String, [String]) -> Void
    ) throws(ApplicationError) {
        guard let sought else { return }
        for part in try kept(sought) where !part.takes.isEmpty { body(part.name, part.takes) }
        for path in paths {
            switch LedgerFile.fate(of: path) {
            case .pruned, .rewritten: continue
            case .removed: if isInLog { continue }
            case .dropped, .stays, .attached: break
            }
            if try has(path) { body(path, [""]) }
        }
    }

    /// What an erasure does to the files that people's settings, profiles and rules stand in.
    private func kept(_ sought: SoughtText) throws(ApplicationError) -> [PrunedFile] {
        [
            try settings(sought), try items(CSVProfile.self, sought), try items(Rule.self, sought),
        ].compactMap { $0 }
    }

    private func settings(_ sought: SoughtText) throws(ApplicationError) -> PrunedFile? {
        guard let bytes = try home.file(SettingsFile.name) else { return nil }
        do throws(SettingsError) {
            return try SettingsFile(bytes, path: "\(home.place)/\(SettingsFile.name)")
                .pruned(of: sought)
        } catch { throw .settings(error) }
    }

    private func items<Item: KeptItem>(
        _ kind: Item.Type, _ sought: SoughtText
    ) throws(ApplicationError) -> PrunedFile? {
        guard try home.file(Item.fileName) != nil else { return nil }
        return try home.kept(kind).pruned(of: sought)
    }

    /// Every file in the ledger's folder, by its path there; of a draft in that of the ledger
    /// below, in which nothing is changed.
    private var paths: [String] {
        guard let folder = home.saved.folder else { return [] }
        return ErasedFiles.paths(in: folder, depth: 0)
    }

    /// Folders may be links to those above them.
    private static func paths(in folder: String, depth: Int) -> [String] {
        var paths: [String] = []
        for name in Places.names(in: folder) where name != "." && name != ".." {
            if Places.isFile("\(folder)/\(name)") {
                paths.append(name)
            } else if depth < 4, Places.isFolder("\(folder)/\(name)") {
                let inner = ErasedFiles.paths(in: "\(folder)/\(name)", depth: depth + 1)
                paths += inner.map { "\(name)/\($0)" }
            }
        }
        return paths
    }

    /// Whether the bytes of a file have some of it.
    ///
    /// - Complexity: O(*n*) in the bytes, for each pattern; 1 MiB at a time is in memory.
    private func has(
        _ path: String, but known: Set<[UInt8]> = []
    ) throws(ApplicationError) -> Bool {
        guard let sought, let folder = home.saved.folder else { return false }
        let source: FileSource
        do throws(ApplicationError) {
            source = try FileSource.open("\(folder)/\(path)", spoolingIn: folder)
        } catch {
            // Others come and go in the folder: what is gone since it was listed holds nothing.
            if Places.isFile("\(folder)/\(path)") { throw error }
            return false
        }
        if known.isEmpty, source.byteCount <= 1 << 20,
            let bytes = try Files.read("\(folder)/\(path)"),
            let text = String(validating: bytes, as: UTF8.self)
        {
            return sought.occurs(in: text)
        }
        let patterns = sought.rawPatterns.filter { !known.contains($0) }
        guard let longest = patterns.map(\.count).max() else { return false }
        var offset: UInt64 = 0
        var piece: [UInt8] = []
        while offset < source.byteCount {
            do throws(ImportError) {
                try source.read(at: offset, count: 1 << 20, into: &piece)
            } catch .unreadable(let code) { throw .file(path: path, code: code) } catch {
                // Somebody writes it anew.
                return false
            }
            if patterns.contains(where: { ByteStrings.has($0, in: piece) }) { return true }
            if offset + UInt64(piece.count) >= source.byteCount { break }
            offset += UInt64(piece.count - longest)
        }
        return false
    }
}
