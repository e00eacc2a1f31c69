internal import EventLog

/// A name that was asked for and that no live line has, and the names that may be meant.
package struct NameHint: Codable, Hashable, Sendable {
    /// What it names: `category`, `payee` or `tag`.
    package let what: String
    /// As it was asked for.
    package let name: String
    /// The nearest names, best first; of a category that was renamed what it is called now.
    package let near: [String]
    /// Whether it is a category that is called otherwise by now.
    package let renamed: Bool
}

extension LedgerSnapshot {
    /// What may be meant by the names in terms that nothing has; empty where all are known, or
    /// nothing is near.
    ///
    /// - Parameters:
    ///   - terms: As ``LineQuery`` has them.
    ///   - category: One more category, as it is typed.
    ///   - tag: One more tag.
    /// - Complexity: O(*n*) in the events where tags or payees are named.
    package func hints(
        of terms: String?, category: String? = nil, tag: String? = nil
    ) throws(StoreError) -> [NameHint] {
        var names = LineQuery.named(in: terms ?? "")
        if let category { names.append((.category, category)) }
        if let tag { names.append((.tag, tag)) }
        var hints: [NameHint] = []
        for (kind, name) in names where !name.trimmed.isEmpty {
            let hint =
                kind == .category ? try hint(ofCategory: name) : try hint(of: kind, called: name)
            if let hint, !hints.contains(hint) { hints.append(hint) }
        }
        return hints
    }

    private func hint(ofCategory text: String) throws(StoreError) -> NameHint? {
        guard let typed = try? CategoryPath(text) else { return nil }
        let current = Set(try categories().categories.map(referenceData.renamed)).sorted()
        let path = CategoryIndex.spelling(of: typed, among: current)
        if current.contains(where: { path.contains($0) }) { return nil }
        let now = referenceData.renamed(path)
        if now != path {
            return NameHint(what: "category", name: text, near: [now.text], renamed: true)
        }
        guard let near = CategoryIndex.similar(to: path, among: current) else { return nil }
        return NameHint(what: "category", name: text, near: [near], renamed: false)
    }

    private func hint(of kind: LineName, called text: String) throws(StoreError) -> NameHint? {
        let all = Set(try names(kind, of: LineQuery()).rows.map(\.name)).sorted()
        // Of payees a part is enough, of tags the name before a value.
        let (folded, tag) = (text.lowercased(), TagName(text))
        let isKnown = all.contains { name in
            kind == .payee ? name.lowercased().contains(folded) : tag.isMeant(name)
        }
        let near = isKnown ? [] : Spelling.nearest(to: text, among: all)
        return near.isEmpty
            ? nil : NameHint(what: kind.rawValue, name: text, near: near, renamed: false)
    }
}
