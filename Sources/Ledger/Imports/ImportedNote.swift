/// The note of a task as an import brought it: what people wrote, and below a line such as `[ics]`
/// what the other program says besides.
struct ImportedNote: Hashable {
    /// What people wrote.
    let text: String
    /// What the other program says besides, without ids and without what exports write of a task
    /// itself.
    let rest: [String]

    private static let heads = ["[taskwarrior]", "[todo.txt]", "[ics]"].map { Array($0.utf8) }
    private static let ids = ["uuid", "UID", "ledger-id"].map { Array($0.utf8) }
    private static let reckoned = ["entry", "start", "end", "CREATED", "COMPLETED", "STATUS"]
        .map { Array($0.utf8) }

    /// - Parameter note: The note; one that was typed may look the same.
    init(_ note: String) {
        let bytes = Array(note.utf8)
        guard let (head, lines) = ImportedNote.block(of: bytes) else {
            (text, rest) = (note, [])
            return
        }
        text = String(decoding: bytes[..<max(head - 1, 0)], as: UTF8.self)
        rest = lines.reversed().compactMap { line in
            let key = bytes[line.key]
            let name = key.prefix { $0 != UInt8(ascii: ";") }
            let isOwn =
                ImportedNote.ids.contains { $0.elementsEqual(key) }
                || ImportedNote.reckoned.contains { $0.elementsEqual(name) }
            let line = line.key.lowerBound..<line.value.upperBound
            return isOwn ? nil : String(decoding: bytes[line], as: UTF8.self)
        }
    }

    /// The id that a note says, in small letters; `nil` for none.
    static func id(in note: String) -> String? {
        let bytes = Array(note.utf8)
        guard let lines = block(of: bytes)?.lines else { return nil }
        for id in ids {
            guard let line = lines.last(where: { id.elementsEqual(bytes[$0.key]) }) else {
                continue
            }
            return String(decoding: bytes[line.value], as: UTF8.self).lowercased()
        }
        return nil
    }

    /// Where the line stands that names a program, and what stands below it, from the last line up;
    /// `nil` where there is no such line, or something else below it.
    private static func block(
        of bytes: [UInt8]
    ) -> (head: Int, lines: [(key: Range<Int>, value: Range<Int>)])? {
        var lines: [(key: Range<Int>, value: Range<Int>)] = []
        var end = bytes.count
        while true {
            let start = (bytes[..<end].lastIndex(of: 0x0A) ?? -1) + 1
            let line = bytes[start..<end]
            if line.first == UInt8(ascii: "["), heads.contains(where: { $0.elementsEqual(line) }) {
                return (start, lines)
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > start else {
                return nil
            }
            let isRaw = colon + 1 < end && bytes[colon + 1] == UInt8(ascii: "=")
            let value = colon + (isRaw ? 2 : 1)
            guard value < end, bytes[value] == 0x20, start > 0 else { return nil }
            lines.append((start..<colon, (value + 1)..<end))
            end = start - 1
        }
    }

    /// Whether another one says the same of a task.
    func isAlike(_ other: ImportedNote) -> Bool {
        text.utf8.elementsEqual(other.text.utf8) && rest == other.rest
    }
}

extension TodoFacts {
    /// What a task that has no id is known by where imports bring it: its words, project and tags.
    package var saying: String {
        var saying = title
        saying += "\u{1F}"
        saying += project?.text ?? ""
        var known: Set<String> = []
        for tag in tags where tags.count == 1 || known.insert(tag).inserted {
            saying += "\u{1F}"
            saying += tag
        }
        return saying
    }
}

/// What tasks that imports brought are called outside of the ledger: every device that gets the
/// same file calls them the same.
struct ImportedTaskIDs {
    private var counts: [TaskKey: Int] = [:]
    private var countsOfSayings: [String: Int] = [:]

    /// The id of the next task; `nil` where nothing tells it any more, because its text was erased.
    mutating func next(_ facts: TodoFacts) -> String? {
        number(facts).map { ImportedTaskIDs.id(facts, $0) }
    }

    /// Which one of those that are known by the same the next task is, from 1; `nil` where nothing
    /// tells it any more.
    mutating func number(_ facts: TodoFacts) -> Int? {
        if facts.title.isEmpty { return nil }
        if let id = ImportedNote.id(in: facts.note) {
            counts[TaskKey(id), default: 0] += 1
            return counts[TaskKey(id)]
        }
        let saying = facts.saying
        countsOfSayings[saying, default: 0] += 1
        return countsOfSayings[saying]
    }

    /// The id of a task by what it was added as, and its number.
    static func id(_ facts: TodoFacts, _ number: Int) -> String {
        let identity =
            ImportedNote.id(in: facts.note).map { "id:" + $0 } ?? KnownTask.identity(of: facts)
        return KnownTask.ownID(of: identity, number)
    }
}
