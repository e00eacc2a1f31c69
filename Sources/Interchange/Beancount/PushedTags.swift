/// Tags that all transactions have between the lines that push and pop them.
struct PushedTags {
    /// How often each is pushed.
    private var counts: [String: Int] = [:]
    /// Those that were pushed, in their order; some of them may have been popped since.
    private var order: [String] = []

    /// Those that are pushed, each once.
    var all: [String] {
        mutating get {
            if order.count != counts.count {
                var known: Set<String> = []
                order = order.filter { counts[$0] != nil && known.insert($0).inserted }
            }
            return order
        }
    }

    /// Adds a tag.
    ///
    /// - Complexity: O(1)
    mutating func push(_ tag: String) {
        let count = counts[tag] ?? 0
        if count == 0 { order.append(tag) }
        counts[tag] = count + 1
    }

    /// Takes a tag away that was pushed.
    ///
    /// - Returns: Whether there was one.
    /// - Complexity: O(1)
    mutating func pop(_ tag: String) -> Bool {
        guard let count = counts[tag] else { return false }
        counts[tag] = count > 1 ? count - 1 : nil
        return true
    }
}
