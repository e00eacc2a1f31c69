internal import EventLog

/// A name that was asked for and that no live line, or no task, has, and the names that may be
/// meant.
package struct NameHint: Codable, Hashable, Sendable {
    /// What it names: `category`, `payee`, `tag` or `project`; `word` for one that is looked for in
    /// all text, `task` for one that is looked for in tasks.
    package let what: String
    /// As it was asked for.
    package let name: String
    /// The nearest names, best first; of a category that was renamed what it is called now.
    package let near: [String]
    /// Whether it is a category that is called otherwise by now.
    package let renamed: Bool

    /// The categories, or projects, that are spelt like one that is none, best first.
    static func near(to path: CategoryPath, among known: [CategoryPath]) -> [String] {
        CategoryIndex.similar(to: path, among: known).map { [$0] }
            ?? Spelling.nearest(
                to: path.segments.last ?? "",
                among: known.flatMap { known in
                    known.segments.indices.map { known.depth($0 + 1).text }
                })
    }
}

extension LedgerSnapshot {
    /// What may be meant by the names in terms that nothing has; empty where all are known, or
    /// nothing is near.
    ///
    /// - Parameters:
    ///   - terms: As ``LineQuery`` has them.
    ///   - category: One more category, as it is typed.
    ///   - tag: One more tag.
    ///   - words: Words of the terms that no live line has.
    ///   - withSums: Whether sums beside the log are believed where they can be.
    /// - Complexity: O(*n*) in the events where names are asked for that no sums tell; for words
    ///   O(1) in those of a large log.
    package func hints(
        of terms: String?, category: String? = nil, tag: String? = nil, words: [String] = [],
        withSums: Bool = false
    ) throws(StoreError) -> [NameHint] {
        var names = LineQuery.named(in: terms ?? "")
        if let category { names.append((.category, category)) }
        if let tag { names.append((.tag, tag)) }
        var hints: [NameHint] = []
        for (kind, name) in names where !name.trimmed.isEmpty {
            let hint =
                kind == .category
                ? try hint(ofCategory: name, withSums)
                : try hint(of: kind, called: name, withSums)
            if let hint, !hints.contains(hint) { hints.append(hint) }
        }
        if words.isEmpty { return hints }
        let known = try knownWords(withSums)
        // What is shorter is like too much.
        for word in Set(words).sorted() where word.count > 2 {
            let near = Spelling.nearest(to: word, among: known)
            if near.isEmpty { continue }
            hints.append(NameHint(what: "word", name: word, near: near, renamed: false))
        }
        return hints
    }

    /// Whether it is known what may be meant by words: of a large log by sums beside it alone, for
    /// else every line would be looked at.
    package func tellsNames(withSums: Bool) throws(StoreError) -> Bool {
        if count < Limit.segmentEvents { return true }
        return withSums ? try sums()?.hasNames == true : false
    }

    /// The names that lines have, and the words of those that have several, each in one spelling.
    private func knownWords(_ withSums: Bool) throws(StoreError) -> [String] {
        var (tags, payees): (Set<String>, Set<String>) = ([], [])
        let hasSums = withSums ? try sums()?.hasNames == true : false
        if hasSums, let table = try nameTable(byMonth: false) {
            (tags, payees) = (table.liveTexts(.tags), table.liveTexts(.payee))
        } else if count < Limit.segmentEvents {
            try forEachLine(of: LineQuery()) { line in
                tags.formUnion(line.names(.tag, referenceData))
                payees.formUnion(line.names(.payee, referenceData))
            }
        } else {
            return []
        }
        var names = try knownCategories(withSums).flatMap(\.segments)
        names += tags.sorted() + payees.sorted()
        names += names.flatMap { $0.split(separator: " ").map(String.init) }
        let spellings = names.map { ($0.lowercased(), $0) }
        return Array(Dictionary(spellings) { first, _ in first }.values)
    }

    /// The categories that lines have, as they are called now, ascending.
    private func knownCategories(_ withSums: Bool) throws(StoreError) -> [CategoryPath] {
        let asked = ReportParameters(by: .category(depth: nil))
        guard let cells = withSums ? try summedCells(for: asked) : nil else {
            return Set(try categories().categories.map(referenceData.renamed)).sorted()
        }
        var counts = Array(repeating: Int64(0), count: cells.groups.count)
        cells.forEachRow { _, row in row.forEachCell { counts[$0] += $1.count } }
        let live = zip(cells.groups, counts).filter { $0.1 > 0 }.compactMap(\.0.category)
        return Set(live.map(referenceData.renamed)).sorted()
    }

    private func hint(
        ofCategory text: String, _ withSums: Bool
    ) throws(StoreError) -> NameHint? {
        guard let typed = try? CategoryPath(text) else { return nil }
        let current = try knownCategories(withSums)
        let path = CategoryIndex.spelling(of: typed, among: current)
        if current.contains(where: { path.contains($0) }) { return nil }
        let now = referenceData.renamed(path)
        if now != path {
            return NameHint(what: "category", name: text, near: [now.text], renamed: true)
        }
        let near = NameHint.near(to: path, among: current)
        return near.isEmpty
            ? nil : NameHint(what: "category", name: text, near: near, renamed: false)
    }

    private func hint(
        of kind: LineName, called text: String, _ withSums: Bool
    ) throws(StoreError) -> NameHint? {
        let all = Set(try names(kind, of: LineQuery(), withSums: withSums).rows.map(\.name))
            .sorted()
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
