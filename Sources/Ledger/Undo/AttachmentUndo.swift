internal import EventLog

/// Files that belong to something no more, or again: each by itself, so that nothing stands
/// against it.
struct AttachmentUndo: UndoPart {
    /// What is said of each file: as it holds now, and as it is to hold.
    private var changed: [(now: FileAttached, target: FileAttached)] = []
    /// Whether it takes back what is said of files whose names and hashes were erased.
    private(set) var followsErased = false

    /// - Complexity: O(*n*) in the events about files; nothing where none is taken back.
    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        if scope.plans.isEmpty { return }
        let book = try snapshot.attachments()
        let said = book.entries.filter { scope.plans.contains($0.position) }
        let keys = Set(said.compactMap(\.key))
        followsErased = said.contains { $0.key == nil }
        let marks = try snapshot.undoMarks()
        let left = Set(marks.all.filter(scope.undone.contains))
        for key in keys.sorted() {
            guard let now = book.last(key, without: { _ in false })?.file else { continue }
            // What undos said themselves counts for nothing: it follows from what they left.
            var gone: Set<UInt64> = []
            for entry in book.entries where entry.key == key {
                let commit = try snapshot.commit(at: entry.position)?.header.firstPosition
                if scope.undone.contains(entry.position)
                    || commit.map({
                        marks.isUndo($0) || marks.undoer(of: $0, without: left) != nil
                    }) == true
                {
                    gone.insert(entry.position)
                }
            }
            var target = book.last(key, without: gone.contains)?.file
            if target == nil {
                target = now
                target?.ends = true
            }
            if let target, target.ends != now.ends || target.fileName != now.fileName {
                changed.append((now, target))
            }
        }
    }

    func conflicts(_ names: UndoNames) -> [UndoConflict] { [] }

    func changes(_ names: UndoNames) -> [UndoChange] {
        changed.compactMap { now, target in
            guard let id = now.target.position else { return nil }
            let label = EntityLabel(id: id, type: "file", title: now.fileName)
            return target.ends == now.ends
                ? UndoChange(
                    label, FieldChange(field: "name", was: now.fileName, now: target.fileName))
                : UndoChange(label, "attached", becomes: !target.ends)
        }
    }

    func events(from index: Int, reason: String) -> [Event] {
        changed.map { .fileAttached($0.target) }
    }
}
