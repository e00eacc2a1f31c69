internal import EventLog
internal import Synchronization

/// What the events behind some figures come to, kept from one answer to the next as ``KeptFolds``
/// are: of those that were asked for last.
final class KeptFigures: Sendable {
    /// Which figure.
    struct Key: Hashable, Sendable {
        let query: FigureQuery
        let currency: Currency
        /// What categories are called decides which events count.
        let renames: [ReferenceData.Rename]
    }

    /// What is kept of a figure.
    struct Kept: Sendable {
        let marks: FigureMarks
        /// The page that was asked for last.
        let page: FigurePage?
    }

    private struct Entry {
        /// What stands in the place of another log is another store.
        weak var store: FileEventStore?
        let key: Key
        let kept: Kept
    }

    /// Events between two marks, at least.
    let step: UInt64
    private let entries = Mutex<[Entry]>([])

    /// So many figures are kept, and no page of more events.
    private static let (countMax, pageMax) = (16, 200)

    /// Nothing yet.
    init(step: UInt64) { self.step = step }

    /// From how many positions on something can be read, of all figures.
    var markCount: Int { entries.withLock { $0.reduce(0) { $0 + $1.kept.marks.marks.count } } }

    /// What is kept of a figure in a store; `nil` for nothing.
    func kept(_ key: Key, of store: FileEventStore) -> Kept? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.store === store && $0.key == key })
            else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.kept
        }
    }

    /// Keeps a figure in the place of fewer of its events.
    func keep(_ kept: Kept, _ key: Key, of store: FileEventStore) {
        let isShort = kept.page.map { $0.steps.count <= KeptFigures.pageMax } ?? true
        let new = Entry(
            store: store, key: key,
            kept: Kept(marks: kept.marks, page: isShort ? kept.page : nil))
        entries.withLock { entries in
            let known = entries.firstIndex { $0.store === store && $0.key == key }
            if let known {
                let end = entries[known].kept.marks.end.position
                if end > kept.marks.end.position { return }
                entries.remove(at: known)
            }
            entries.append(new)
            entries.removeAll { $0.store == nil }
            if entries.count > KeptFigures.countMax { entries.removeFirst() }
        }
    }
}
