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
            if LedgerFile.fate(of: path) == .stays { return }
            for value in values { places.add(path, value: value) }
        }
        return places.all
    }

    /// The files with such text that an erasure leaves, because they are none of the ledger's.
    func stays() throws(ApplicationError) -> [TextPlace] {
        var places = TextPlaces()
        try forEachFound { path, _ in
            if LedgerFile.fate(of: path) == .stays { places.add(path) }
        }
        return places.all
    }

    /// Takes it out.
    func remove() throws(ApplicationError) {
        guard let sought else { return }
        for name in FolderNames.keptNames {
            guard let json = try json(name) else { continue }
            var removed: [String] = []
            let pruned = json.pruned(of: sought, "", &removed)
            if !removed.isEmpty { try home.keep(JSONCoding.encodePretty(pruned), as: name) }
        }
        for path in paths where LedgerFile.fate(of: path) == .dropped {
            guard let folder = home.folder, try has(path) else { continue }
            try Places.removeFile("\(folder)/\(path)")
        }
    }

    /// The places in which some of it is found although it was taken out.
    func left() throws(ApplicationError) -> [TextPlace] {
        var places = TextPlaces()
        try forEachFound { path, values in
            if LedgerFile.fate(of: path) == .stays { return }
            for value in values { places.add(path, value: value) }
        }
        for path in paths where !isInLog && LedgerFile.fate(of: path) == .rewritten {
            if try has(path) { places.add(path) }
        }
        return places.all
    }

    /// Hands over the files that have some of it, but those of the log, and which of their entries.
    private func forEachFound(
        _ body: (String, [String]) -> Void
    ) throws(ApplicationError) {
        guard let sought else { return }
        for name in FolderNames.keptNames {
            var removed: [String] = []
            _ = try json(name)?.pruned(of: sought, "", &removed)
            if !removed.isEmpty { body(name, removed) }
        }
        for path in paths {
            switch LedgerFile.fate(of: path) {
            case .pruned, .rewritten: continue
            case .removed: if isInLog { continue }
            case .dropped, .stays: break
            }
            if try has(path) { body(path, [""]) }
        }
    }

    private func json(_ name: String) throws(ApplicationError) -> AnyJSON? {
        guard let bytes = try home.file(name) else { return nil }
        guard let json = try? JSONCoding.decode(AnyJSON.self, from: bytes) else {
            throw .settings(.damaged(path: "\(home.place)/\(name)", field: ""))
        }
        return json
    }

    /// Every file in the ledger's folder, by its path there.
    private var paths: [String] {
        guard let folder = home.folder else { return [] }
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
    private func has(_ path: String) throws(ApplicationError) -> Bool {
        guard let sought, let folder = home.folder else { return false }
        let source: FileSource
        do throws(ApplicationError) {
            source = try FileSource.open("\(folder)/\(path)", spoolingIn: folder)
        } catch {
            // Others come and go in the folder: what is gone since it was listed holds nothing.
            if Places.isFile("\(folder)/\(path)") { throw error }
            return false
        }
        if source.byteCount <= 1 << 20, let bytes = try Files.read("\(folder)/\(path)"),
            let text = String(validating: bytes, as: UTF8.self)
        {
            return sought.occurs(in: text)
        }
        let patterns = sought.rawPatterns
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

extension AnyJSON {
    /// The value without the members and elements that have some text.
    ///
    /// - Parameters:
    ///   - path: How the value is reached.
    ///   - removed: Takes in what was left out: the names of elements that have one, else how they
    ///     are reached.
    fileprivate func pruned(
        of sought: SoughtText, _ path: String, _ removed: inout [String]
    ) -> AnyJSON {
        switch self {
        case .object(let members):
            var kept: [String: AnyJSON] = [:]
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                let inner = path.isEmpty ? name : "\(path).\(name)"
                if sought.occurs(in: name) || value.string.map(sought.occurs) == true {
                    removed.append(inner)
                } else {
                    kept[name] = value.pruned(of: sought, inner, &removed)
                }
            }
            return .object(kept)
        case .array(let elements):
            var kept: [AnyJSON] = []
            for (index, element) in elements.enumerated() {
                if sought.occurs(in: element.texts.joined(separator: "\n")) {
                    removed.append(element.object?["name"]?.string ?? "\(path)[\(index)]")
                } else {
                    kept.append(element)
                }
            }
            return .array(kept)
        default: return self
        }
    }

    /// Every text in the value, names of members included.
    private var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { [$0.key] + $0.value.texts }
        case .null, .bool, .integer, .number: []
        }
    }
}
