package import EventLog

/// The files that belong to lines and tasks.
package struct AttachmentBook: Projection, Hashable {
    /// What was said of a file, and where.
    struct Entry: Hashable {
        let position: UInt64
        let file: FileAttached

        /// Which file of what; `nil` where that was erased.
        var key: Key? {
            guard let target = file.target.position, !file.content.isEmpty else { return nil }
            return Key(target: target, content: file.content)
        }
    }

    /// A file of a line or a task.
    struct Key: Hashable, Comparable {
        let target: UInt64
        let content: String

        static func < (left: Key, right: Key) -> Bool {
            (left.target, left.content) < (right.target, right.content)
        }
    }

    /// All that was said, in the order of the log.
    private(set) var entries: [Entry] = []

    /// An empty book.
    package init() {}

    /// `attachments`.
    package static let name = "attachments"
    /// 1.
    package static let version = 1
    /// Everything but commits.
    package static let sections: Sections = [.links, .hot, .facts, .text]

    /// The types of the events that a book takes in.
    static let types: Set<EventType> = [.fileAttached, .commitSetAside]

    /// What merges set aside, in words: hashes of files may be among them.
    private var setAside: [String] = []

    /// The files that belong to something, in the order in which they came: where each was last
    /// attached, and what was said of it.
    package var files: [(position: UInt64, file: FileAttached)] {
        var last: [Key: Entry] = [:]
        for entry in entries { if let key = entry.key { last[key] = entry } }
        return last.values.filter { !$0.file.ends }.sorted { $0.position < $1.position }
            .map { ($0.position, $0.file) }
    }

    /// The hashes of all files of which something is said, those among them that belong to nothing
    /// any more.
    package var contents: Set<String> { Set(entries.compactMap(\.key?.content)) }

    /// Whether a merge set aside that a file belongs to something.
    package func isSetAside(_ content: String) -> Bool {
        setAside.contains { $0.contains(content) }
    }

    /// What may be the hash of a file in what merges set aside.
    package var contentsSetAside: Set<String> {
        Set(setAside.flatMap { text in text.matches(of: /[0-9a-f]{64}/).map { String($0.output) } })
    }

    /// The hashes of files of which something was said behind some events.
    package func contents(since position: UInt64) -> Set<String> {
        Set(entries.filter { $0.position >= position }.compactMap(\.key?.content))
    }

    /// The hashes of files of which nothing is said but by some events.
    package func contents(only events: Set<UInt64>) -> [String] {
        let others = entries.filter { !events.contains($0.position) }
        return contents.subtracting(others.compactMap(\.key?.content)).sorted()
    }

    /// What held of a file before some events, or without them; `nil` for nothing.
    func last(_ key: Key, without undone: (UInt64) -> Bool) -> Entry? {
        entries.last { $0.key == key && !undone($0.position) }
    }

    /// Takes in the events that follow.
    package mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try batch.forEachEvent(of: AttachmentBook.types) { position, event in
            switch event {
            case .fileAttached(let file): entries.append(Entry(position: position, file: file))
            case .commitSetAside(let aside) where aside.goesOn && !setAside.isEmpty:
                setAside[setAside.count - 1] += aside.content
            case .commitSetAside(let aside): setAside.append(aside.content)
            default: break
            }
        }
    }

    /// Takes in the book of the events that follow.
    package mutating func merge(_ other: AttachmentBook) {
        entries += other.entries
        setAside += other.setAside
    }
}

extension LedgerSnapshot {
    /// The files that belong to lines and tasks.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold such events are read.
    package func attachments() throws(StoreError) -> AttachmentBook {
        try book(of: AttachmentBook.types)
    }
}
