/// How categories are spelt, to find the spelling of another one at once.
///
/// From the top down, a segment that no category has at this place, but one has in another case,
/// takes the spelling of that one; of several, the first by bytes.
struct CategorySpelling {
    /// By the path above, as it is spelt, and the segment in small letters: its spellings.
    private var spellings: [String: [String: [String]]] = [:]

    /// Takes in some categories.
    ///
    /// - Complexity: O(*n*) in their segments.
    init(_ categories: some Sequence<CategoryPath>) {
        for category in categories { insert(category) }
    }

    /// Takes in one more.
    ///
    /// - Complexity: O(1) in the number of categories.
    mutating func insert(_ category: CategoryPath) {
        var path = ""
        for segment in category.segments {
            let folded = segment.lowercased()
            var alike = spellings[path]?[folded] ?? []
            if !alike.contains(where: { $0.isSame(as: segment) }) {
                alike.append(segment)
                alike.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                spellings[path, default: [:]][folded] = alike
            }
            path += path.isEmpty ? segment : ":" + segment
        }
    }

    /// A category in the spelling that is known.
    ///
    /// - Complexity: O(1) in the number of categories.
    func spelling(of category: CategoryPath) -> CategoryPath {
        var path = ""
        for segment in category.segments {
            let alike = spellings[path]?[segment.lowercased()] ?? []
            let isKnown = alike.contains { $0.isSame(as: segment) }
            let chosen = isKnown ? segment : alike.first ?? segment
            path += path.isEmpty ? chosen : ":" + chosen
        }
        return (try? CategoryPath(path)) ?? category
    }
}
