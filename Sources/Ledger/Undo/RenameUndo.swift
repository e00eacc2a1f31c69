/// Categories that get their former names back.
struct RenameUndo {
    /// Why a category cannot have its former name back.
    struct Clash {
        let rename: ReferenceData.Rename
        /// What the category is called now; `nil` when it and another have become one.
        let name: CategoryPath?
        /// The event that made it so.
        let by: UInt64
    }

    private let referenceData: ReferenceData
    /// The categories in use, as they were spelled.
    private let used: [CategoryPath]
    /// The renames that take others back, in their order.
    private(set) var inverses: [CategoryRenamed] = []

    init(_ referenceData: ReferenceData, used: [CategoryPath]) {
        self.referenceData = referenceData
        self.used = used
    }

    /// Takes one back; the newest first.
    ///
    /// - Parameters:
    ///   - index: The index of the rename in the reference data.
    ///   - before: The categories in use when it was made, as they were spelled.
    /// - Returns: What stands in the way; `nil` when it is taken back.
    mutating func rollBack(_ index: Int, before: [CategoryPath]) -> Clash? {
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
        let present = (later.map(\.names) + inverses).reduce(to) {
            $0.replacing($1.from, with: $1.to)
        }
        if present != to {
            let by = later.last { $0.names.from.contains(to) }?.position
            return Clash(rename: rename, name: present, by: by ?? rename.position)
        }
        for category in used {
            let name = inverses.reduce(referenceData.renamed(category)) {
                $0.replacing($1.from, with: $1.to)
            }
            let isRenamed = from.contains(called(category, upTo: index))
            let isJoined = to.contains(name) && !to.contains(category) && !isRenamed
            if isJoined || (from.contains(name) && !to.contains(name)) {
                return merged(by: later.last?.position ?? rename.position)
            }
        }
        inverses.append(CategoryRenamed(from: to, to: from))
        return nil
    }

    /// What a category was called before a rename.
    private func called(_ category: CategoryPath, upTo index: Int) -> CategoryPath {
        referenceData.renames[..<index].reduce(category) {
            $0.replacing($1.names.from, with: $1.names.to)
        }
    }
}
