internal import EventLog

/// Files that belong to something no more, or again: each by itself, so that nothing stands
/// against it.
struct AttachmentUndo: UndoPart {
    /// What is said of each file: as it holds now, and as it is to hold.
    private var changed: [(now: FileAttached, target: FileAttached)] = []

    /// - Complexity: O(*n*) in the events about files; nothing where none is taken back.
    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        if scope.plans.isEmpty { return }
        let book = try snapshot.attachments()
        let keys = Set(
            book.entries.filter { scope.plans.contains($0.position) }.compactMap(\.key))
        for key in keys.sorted() {
            guard let now = book.last(key, without: { _ in false })?.file else { continue }
            var target = book.last(key, without: scope.undone.contains)?.file
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
