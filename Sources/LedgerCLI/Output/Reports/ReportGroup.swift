internal import Ledger

/// A row of a report by something: one group, or one with all below it.
struct ReportGroup {
    var name: String
    /// How many groups it lies in.
    var depth = 0
    /// What tells it from others, from the outermost group that it lies in to itself.
    var path: [Part] = []
    /// By the number of the bucket; `nil` where there is nothing.
    private(set) var sums: [Figure?]
    private(set) var total = Figure.zero
    /// Whether lines may count in several groups below, so that these have no sum.
    var hasNoSum = false

    /// A value of one of the things that distinguish rows, or a level of it.
    struct Part {
        /// Which of these things.
        let column: Int
        let text: String
    }

    init(name: String, buckets: Int) {
        self.name = name
        sums = Array(repeating: nil, count: buckets)
    }

    /// What the outer ones of some groups come to, of as many buckets.
    init(name: String, of groups: some Collection<ReportGroup>) {
        self.init(name: name, buckets: groups.first?.sums.count ?? 0)
        for group in groups where group.depth == 0 {
            for (index, sum) in group.sums.enumerated() { sum.map { add($0, at: index) } }
        }
    }

    mutating func add(_ sum: Figure, at index: Int) {
        sums[index] = (sums[index] ?? .zero) + sum
        total = total + sum
    }

    /// The name behind as many blanks as it lies deep.
    var indented: String { String(repeating: "  ", count: depth) + name }
}
