internal import EventLog

/// How many live lines there are of every key: of all that a line's facts say but day
/// and amount.
struct LineCounts: Projection {
    /// Counts by the fields of keys that came in batches or from other tallies.
    private var counts: [[Field]: Int64] = [:]
    /// Keys of frames; for each number what its lines count.
    private var numbers = KeyInterner()
    private var numbered: [Int64] = []

    /// No lines.
    init() {}

    static let name = "line-tally"
    static let version = 1
    static let sections = Sections.report

    /// The keys that live lines have, and how many.
    ///
    /// - Complexity: O(*k*) in the keys.
    var totals: [[Field]: Int64] {
        var totals = counts
        for (key, count) in zip(numbers.keys, numbered) { totals[key.fields, default: 0] += count }
        return totals.filter { $0.value != 0 }
    }

    mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        for postings in try batch.postings() {
            for (key, count) in zip(postings.keys, postings.counts()) {
                if let key { counts[key.fields, default: 0] += count }
            }
        }
    }

    mutating func apply(_ frame: borrowing HotFrame, using space: inout ScratchBuffers) -> Bool {
        guard let stated = tally(frame.stated, 1, areRetracted: false, &space),
            let retracted = tally(frame.retracted, -1, areRetracted: true, &space)
        else { return false }
        for (number, count) in stated + retracted { numbered[number] += count }
        return true
    }

    /// For every key its number and how many lines have it, with a sign; `nil` when one cannot be
    /// read.
    private mutating func tally(
        _ lines: borrowing HotLines, _ sign: Int64, areRetracted: Bool,
        _ space: inout ScratchBuffers
    ) -> [(number: Int, count: Int64)]? {
        guard numbers.number(lines, into: &space.numbers) else { return nil }
        while numbered.count < numbers.keys.count { numbered.append(0) }
        var found: [(number: Int, count: Int64)] = []
        for (number, count) in zip(space.numbers, lines.runs.counts) {
            guard let counts = numbers.keys[number].hasLines(isRetracted: areRetracted) else {
                return nil
            }
            if counts { found.append((number, sign * Int64(count))) }
        }
        return found
    }

    mutating func merge(_ other: LineCounts) {
        for (fields, count) in other.totals { counts[fields, default: 0] += count }
    }

    static func == (left: LineCounts, right: LineCounts) -> Bool { left.totals == right.totals }
}

extension EventStore {
    /// How many live lines there are in the first events.
    func lineCounts(of positions: Range<UInt64>) throws(StoreError) -> LineCounts {
        try project(positions, threads: 1)
    }
}
