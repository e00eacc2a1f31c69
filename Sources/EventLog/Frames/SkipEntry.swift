/// A stretch of small frames that a walk went through, or a whole segment of which the list of
/// segments tells: the next walk need not begin before it, and may pass over it.
///
/// Marks live in memory, with a segment file, and are made of durable events only: nothing changes
/// these as long as the file is the same.
struct SkipEntry {
    /// Where the walk stood before the stretch, and behind it.
    var start: WalkState
    var end: WalkState
    /// What occurs in it.
    var types = TypeSet()
    var hasLinks = false
    /// Whether not all of its frames need be small.
    var hasColumns = false

    /// So many events a stretch has, or a few more. A command that goes over the log several times
    /// reads fewer at its end one by one.
    static let events: UInt64 = 64

    var count: UInt64 { end.position - start.position }

    /// Takes a frame of rows into the stretch, behind which the walk stands now.
    mutating func take(_ types: TypeSet, hasLinks: Bool, _ state: WalkState) {
        end = state
        self.types.formUnion(types)
        self.hasLinks = self.hasLinks || hasLinks
    }
}

/// The marks of a segment, ascending, apart from each other.
struct SkipIndex {
    private var all: [SkipEntry] = []

    /// Keeps a mark, if it lies behind all others.
    mutating func add(_ mark: SkipEntry) {
        guard (all.last?.end.position ?? 0) <= mark.start.position else { return }
        all.append(mark)
    }

    /// Where a walk to a position may begin; `nil` for the start of the segment.
    func start(for position: UInt64) -> WalkState? {
        let index = all.partitioningIndex { $0.end.position > position }
        if index < all.count, all[index].start.position <= position { return all[index].start }
        return index > 0 ? all[index - 1].end : nil
    }

    /// The stretch that begins at a position.
    func mark(at position: UInt64) -> SkipEntry? {
        let index = all.partitioningIndex { $0.start.position >= position }
        return index < all.count && all[index].start.position == position ? all[index] : nil
    }
}
