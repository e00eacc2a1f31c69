/// How categories are spelt, to find the spelling of another one at once.
///
/// From the top down, a segment that no category has at this place, but one has in another case,
/// takes the spelling of that one; of several, the first by bytes.
struct CategorySpelling {
    /// A segment below a place of the tree.
    private struct Step: Hashable {
        /// The number of the place; 0 for the top.
        let place: Int
        let segment: String
    }

    /// By the place above and the segment in small letters: its spellings.
    private var spellings: [Step: [String]] = [:]
    /// By the place above and the segment as it is spelt: the place.
    private var places: [Step: Int] = [:]

    /// Takes in some categories.
    ///
    /// - Complexity: O(*n*) in their bytes, and as much memory, however deep they are.
    init(_ categories: some Sequence<CategoryPath>) {
        for category in categories { insert(category) }
    }

    /// Takes in one more.
    ///
    /// - Complexity: O(1) in the number of categories.
    mutating func insert(_ category: CategoryPath) {
        var place = 0
        for segment in category.segments {
            let folded = Step(place: place, segment: segment.lowercased())
            var alike = spellings[folded] ?? []
            if !alike.contains(where: { $0.isSame(as: segment) }) {
                alike.append(segment)
                alike.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                spellings[folded] = alike
            }
            let step = Step(place: place, segment: segment)
            place = places[step] ?? places.count + 1
            places[step] = place
        }
    }

    /// A category in the spelling that is known.
    ///
    /// - Complexity: O(1) in the number of categories.
    func spelling(of category: CategoryPath) -> CategoryPath {
        var place: Int? = 0
        var path = ""
        for segment in category.segments {
            let alike =
                place.flatMap { spellings[Step(place: $0, segment: segment.lowercased())] } ?? []
            let isKnown = alike.contains { $0.isSame(as: segment) }
            let chosen = isKnown ? segment : alike.first ?? segment
            path += path.isEmpty ? chosen : ":" + chosen
            place = place.flatMap { places[Step(place: $0, segment: chosen)] }
        }
        return (try? CategoryPath(path)) ?? category
    }
}
