/// Categories that get their former names back.
struct RenameUndo: UndoPart {
    /// Why a category cannot have its former name back.
    private struct Clash {
        let rename: ReferenceData.Rename
        /// What the category is called now; `nil` when it and another have become one.
        let name: CategoryPath?
        /// The event that made it so.
        let by: UInt64
    }

    private let referenceData: ReferenceData
    /// The categories in use, as they were spelled.
    private let used: [CategoryPath]
    /// The renames that take others back, in their order, with the positions of those.
    private var inverses: [(position: UInt64, names: CategoryRenamed)] = []
    private var clashes: [Clash] = []

    /// - Complexity: O(*n*) in the events for each rename.
    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        referenceData = snapshot.referenceData
        used = scope.renames.isEmpty ? [] : try snapshot.categories().categories
        for position in scope.renames {
            let index = referenceData.renames.firstIndex { $0.position == position }
            guard let index else { continue }
            let before: CategoryIndex = try snapshot.store.project(0..<position)
            if let clash = rollBack(index, before: before.categories) { clashes.append(clash) }
        }
    }

    /// Takes one back; the newest first.
    ///
    /// - Parameters:
    ///   - index: The index of the rename in the reference data.
    ///   - before: The categories in use when it was made, as they were spelled.
    /// - Returns: What prevents it; `nil` when it is taken back.
    private mutating func rollBack(_ index: Int, before: [CategoryPath]) -> Clash? {
        let rename = referenceData.renames[index]
        let (from, to) = (rename.names.from, rename.names.to)
        func merged(by position: UInt64) -> Clash {
            Clash(rename: rename, name: nil, by: position)
        }
        for category in before {
            let old = called(category, upTo: index)
            if to.contains(old), !from.contains(old) { return merged(by: rename.position) }
        }
        let later = referenceData.renames[(index + 1)...]
        let present = (later.map(\.names) + inverses.map(\.names)).reduce(to) {
            $0.replacing($1.from, with: $1.to)
        }
        if present != to {
            let by = later.last { $0.names.from.contains(to) }?.position
            return Clash(rename: rename, name: present, by: by ?? rename.position)
        }
        for category in used {
            let name = inverses.reduce(referenceData.renamed(category)) {
                $0.replacing($1.names.from, with: $1.names.to)
            }
            let isRenamed = from.contains(called(category, upTo: index))
            let isJoined = to.contains(name) && !to.contains(category) && !isRenamed
            if isJoined || (from.contains(name) && !to.contains(name)) {
                return merged(by: later.last?.position ?? rename.position)
            }
        }
        inverses.append((rename.position, CategoryRenamed(from: to, to: from)))
        return nil
    }

    func conflicts(_ names: UndoNames) -> [UndoConflict] {
        clashes.map { clash in
            let title = clash.rename.names.to.text
            let label = EntityLabel(id: clash.rename.position, type: "category", title: title)
            return UndoConflict(
                label, field: clash.name == nil ? UndoConflict.mergedField : "name", set: title,
                now: clash.name?.text ?? title, by: clash.by)
        }
    }

    func changes(_ names: UndoNames) -> [UndoChange] {
        inverses.map { position, names in
            let change = FieldChange(field: "name", was: names.from.text, now: names.to.text)
            let label = EntityLabel(id: position, type: "category", title: names.from.text)
            return UndoChange(label, change)
        }
    }

    func events(from index: Int, reason: String) -> [Event] {
        inverses.map { .categoryRenamed($0.names) }
    }

    /// What a category was called before a rename.
    private func called(_ category: CategoryPath, upTo index: Int) -> CategoryPath {
        referenceData.renames[..<index].reduce(category) {
            $0.replacing($1.names.from, with: $1.names.to)
        }
    }
}
