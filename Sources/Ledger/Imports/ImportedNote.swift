/// The note of a task as an import brought it: what people wrote, and below a line such as `[ics]`
/// what the other program says besides.
struct ImportedNote: Hashable {
    /// What people wrote.
    let text: String
    /// The id in the other program, in small letters; `nil` for none.
    let id: String?
    /// What the other program says besides, without ids and without what exports write of a task
    /// itself.
    let rest: [String]

    private static let heads: Set<String> = ["[taskwarrior]", "[todo.txt]", "[ics]"]
    private static let ids = ["uuid", "UID", "ledger-id"]
    private static let reckoned: Set<Substring> = [
        "entry", "start", "end", "CREATED", "COMPLETED", "STATUS",
    ]

    /// - Parameter note: The note; one that was typed may look the same.
    init(_ note: String) {
        // By bytes: there are as many notes as tasks.
        let lines = note.utf8.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        let head = lines.lastIndex { ImportedNote.heads.contains($0) }
        let parts = head.map { lines[($0 + 1)...].map(ImportedNote.attribute) } ?? []
        guard let head, !parts.contains(where: { $0 == nil }) else {
            (text, id, rest) = (note, nil, [])
            return
        }
        let attributes = parts.compactMap(\.self)
        text = lines[..<head].joined(separator: "\n")
        id = ImportedNote.ids.lazy.compactMap { key in attributes.first { $0.key == key }?.value }
            .first?.lowercased()
        rest = attributes.compactMap { key, value in
            let isOwn =
                ImportedNote.ids.contains(String(key))
                || ImportedNote.reckoned.contains(key.prefix { $0 != ";" })
            return isOwn ? nil : "\(key): \(value)"
        }
    }

    /// Whether another one says the same of a task.
    func isAlike(_ other: ImportedNote) -> Bool {
        text.utf8.elementsEqual(other.text.utf8) && rest == other.rest
    }

    private static func attribute(_ line: String) -> (key: Substring, value: Substring)? {
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return nil }
        let value = line[line.index(after: colon)...]
        let text = value.first == "=" ? value.dropFirst() : value
        guard text.first == " " else { return nil }
        return (line[..<colon], text.dropFirst())
    }
}

extension TodoFacts {
    /// What a task that has no id is known by where imports bring it: its words, project and tags.
    package var saying: String {
        var known: Set<String> = []
        let parts = [title, project?.text ?? ""] + tags.filter { known.insert($0).inserted }
        return parts.joined(separator: "\u{1F}")
    }
}

/// What tasks that imports brought are called outside of the ledger: every device that gets the
/// same file calls them the same.
struct ImportedTaskIDs {
    private var counts: [String: Int] = [:]

    /// The id of the next task; `nil` where nothing tells it any more, because its text was erased.
    mutating func next(_ facts: TodoFacts) -> String? {
        if facts.title.isEmpty { return nil }
        let identity =
            ImportedNote(facts.note).id.map { "id:" + $0 } ?? KnownTask.identity(of: facts)
        counts[identity, default: 0] += 1
        return KnownTask.ownID(of: identity, counts[identity] ?? 1)
    }
}
