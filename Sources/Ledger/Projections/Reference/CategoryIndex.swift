public import EventLog

/// The categories in use, as they were spelled, with the number of live lines of each.
public struct CategoryIndex: Projection, Hashable {
    private var counts: [CategoryPath: Int64] = [:]
    /// The categories that were decoded, by their bytes.
    private var known: [[UInt8]: CategoryPath] = [:]
    /// Keys of frames; for each number its category, and what its lines count.
    private var numbers = KeyInterner()
    private var numbered: [(category: CategoryPath?, count: Int64)] = []

    /// An empty index.
    public init() {}

    /// `categories`.
    public static let name = "categories"
    /// 1.
    public static let version = 1
    /// Types, keys and retracted keys.
    public static let sections = Sections.report

    /// The categories of live lines, ascending by bytes; renames are not applied.
    ///
    /// - Complexity: O(*n* log *n*).
    public var categories: [CategoryPath] {
        totals.filter { $0.value > 0 }.keys.sorted()
    }

    /// How many live lines a category has, those below it not included; 0 for an unknown one.
    public func count(of category: CategoryPath) -> Int64 { totals[category] ?? 0 }

    private var totals: [CategoryPath: Int64] {
        var index = self
        for (category, count) in numbered {
            if let category { index.add(count, to: category) }
        }
        return index.counts
    }

    /// Takes in the events that follow.
    public mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        for postings in try batch.postings() {
            let counts = postings.counts()
            for (code, key) in postings.keys.enumerated() {
                if let key { try add(counts[code], to: key) { postings.position(ofKey: code) } }
            }
        }
    }

    /// Takes in the events that follow as they are stored.
    ///
    /// - Complexity: O(*n*) in the keys.
    public mutating func apply(_ frame: borrowing HotFrame, using space: inout ScratchBuffers)
        -> Bool
    {
        guard let added = tally(frame.stated, 1, areRetracted: false, &space),
            let retracted = tally(frame.retracted, -1, areRetracted: true, &space)
        else { return false }
        for (number, count) in added + retracted { numbered[number].count += count }
        return true
    }

    /// For every key its number and how many lines have it, with a sign; `nil` when one cannot be
    /// read.
    private mutating func tally(
        _ lines: borrowing HotLines, _ sign: Int64, areRetracted: Bool,
        _ space: inout ScratchBuffers
    ) -> [(number: Int, count: Int64)]? {
        guard numbers.number(lines, into: &space.numbers) else { return nil }
        while numbered.count < numbers.keys.count {
            let key = numbers.keys[numbered.count]
            guard let counts = key.hasLines(isRetracted: areRetracted),
                let category = counts ? try? key.reader(at: 0).category(.category) : .some(nil)
            else { return nil }
            numbered.append((category, 0))
        }
        return zip(space.numbers, lines.runs.counts).map { ($0, sign * Int64($1)) }
    }

    /// Equal when the counts are, however they came to be.
    public static func == (left: CategoryIndex, right: CategoryIndex) -> Bool {
        left.totals == right.totals
    }

    /// Hashes the counts.
    public func hash(into hasher: inout Hasher) { hasher.combine(totals) }

    /// Takes in the index of the events that follow.
    public mutating func merge(_ other: CategoryIndex) {
        for (category, count) in other.totals { add(count, to: category) }
    }

    private mutating func add(
        _ count: Int64, to key: GroupKey, _ position: () -> UInt64
    ) throws(StoreError) {
        guard let field = key[.category] else { return }
        if let bytes = field.bytes, let category = known[bytes] { return add(count, to: category) }
        let reader = key.reader(at: position())
        let category = try reader.required(.category, reader.category)
        known[Array(category.text.utf8)] = category
        add(count, to: category)
    }

    private mutating func add(_ count: Int64, to category: CategoryPath) {
        let sum = counts[category, default: 0] + count
        counts[category] = sum == 0 ? nil : sum
    }
}

extension CategoryIndex {
    /// A category in the spelling that is known.
    ///
    /// From the top down, a segment that no category has at this place, but one has in another
    /// case, takes the spelling of that one; of several, the first by bytes.
    ///
    /// - Complexity: O(*n* log *n*) in the number of categories.
    package func spelling(of category: CategoryPath) -> CategoryPath {
        CategoryIndex.spelling(of: category, among: categories)
    }

    /// The known category of the same depth that a new one is spelt nearly like: the first of its
    /// segments that is new is compared with those beside it only. `nil` where it is known, or
    /// nothing is near.
    static func similar(to category: CategoryPath, among categories: [CategoryPath]) -> String? {
        if categories.contains(where: { category.contains($0) }) { return nil }
        if let path = divided(category, among: categories) { return path }
        let segments = category.segments
        var known = categories.map(\.segments)
        for (depth, segment) in segments.enumerated() {
            known.removeAll { $0.count <= depth }
            if known.contains(where: { $0[depth] == segment }) {
                known.removeAll { $0[depth] != segment }
                continue
            }
            let near = Spelling.nearest(to: segment, among: known.map { $0[depth] }, limit: 1)
            return near.first.map { near in
                (segments[..<depth] + [near] + segments[(depth + 1)...]).joined(separator: ":")
            }
        }
        return nil
    }

    /// `food:out` for `food/out` where there is a category `food`: levels that are parted by what
    /// parts them elsewhere; `nil` for any other.
    private static func divided(
        _ category: CategoryPath, among categories: [CategoryPath]
    ) -> String? {
        for mark in ["/", ">", ".", "|"] where category.text.contains(mark) {
            let parts = category.text.replacing(mark, with: ":").split(separator: ":")
                .map { String($0).trimmed }
            guard !parts.contains(""), let path = try? CategoryPath(parts.joined(separator: ":")),
                categories.contains(where: { $0.depth(1).isSameIgnoringCase(as: path.depth(1)) })
            else { continue }
            return spelling(of: path, among: categories).text
        }
        return nil
    }

    /// As `spelling(of:)`, among some categories, ascending.
    static func spelling(
        of category: CategoryPath, among categories: [CategoryPath]
    ) -> CategoryPath {
        CategorySpelling(categories).spelling(of: category)
    }
}

extension EventType {
    /// Whether events of the type state facts of a line that count.
    var statesFacts: Bool {
        switch self {
        case .lineAdded, .lineAmended, .lineRestored: true
        default: false
        }
    }
}
