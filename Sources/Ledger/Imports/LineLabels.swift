internal import EventLog

/// What a file says of a line and people change most: its category, its tags and its status.
///
/// It is keyed anew in every process, as ``LineFingerprint`` is.
package struct LineLabels: Hashable, Sendable {
    private let category: TextHash
    private let tags: TextHash
    /// How far it has come with a bank; `nil` for none.
    package var status: LineStatus?

    /// Between tags: no text has it.
    private static let mark = Character("\u{1F}")

    /// Some labels.
    ///
    /// - Parameters:
    ///   - category: As it is called now; `nil` for none.
    ///   - tags: In any order.
    ///   - status: The status.
    package init(_ category: CategoryPath?, _ tags: [String], _ status: LineStatus?) {
        self.init(LineLabels.hash(category), tags: LineLabels.hash(tags))
        self.status = status
    }

    init(_ category: TextHash, tags: TextHash) { (self.category, self.tags) = (category, tags) }

    /// The hash of a category, in whichever case it is written.
    static func hash(_ category: CategoryPath?) -> TextHash {
        category.map { TextHash($0.text.lowercased().utf8) } ?? .empty
    }

    /// The hash of tags as an event holds them.
    static func hash(stored bytes: some Collection<UInt8>) -> TextHash {
        hash([String](ArraySlice(bytes), isASCII: false) ?? [])
    }

    private static func hash(_ tags: [String]) -> TextHash {
        if tags.isEmpty { return .empty }
        return TextHash(tags.sorted().joined(separator: String(mark)).utf8)
    }
}

/// What imports said of how far their lines have come with a bank.
package struct ImportedMarks: Sendable {
    private var pending: PositionSet
    private var cleared: PositionSet

    fileprivate init(_ count: UInt64) {
        (pending, cleared) = (PositionSet(count), PositionSet(count))
    }

    /// What the last import said of a line; `nil` for nothing.
    package func status(of id: UInt64) -> LineStatus? {
        if cleared.contains(id) { return .cleared }
        return pending.contains(id) ? .pending : nil
    }

    fileprivate mutating func take(_ mark: LineMarked) {
        guard let id = mark.target.position else { return }
        pending.remove(id)
        cleared.remove(id)
        switch mark.status {
        case .pending: pending.insert(id)
        case .cleared: cleared.insert(id)
        case nil: break
        }
    }
}

extension LedgerSnapshot {
    /// What imports said of the status of lines, those left out that an undo took back.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold marks are read. In memory are two
    ///   bits an event.
    package func importedMarks(_ batches: ImportBatches) throws(StoreError) -> ImportedMarks {
        var marks = ImportedMarks(count)
        if batches.starts.isEmpty { return marks }
        let undone = try undoMarks()
        let found = try store.referencePositions(in: 0..<count, of: [.lineMarked])
        let sections: Sections = [.links, .hot, .facts, .text, .commits]
        try store.readEvents(at: found, sections) { _, event, commit in
            guard case .lineMarked(let mark) = event, let batch = commit?.batch,
                batches.starts.contains(batch), undone.undoer(of: batch) == nil
            else { return }
            marks.take(mark)
        }
        return marks
    }
}
