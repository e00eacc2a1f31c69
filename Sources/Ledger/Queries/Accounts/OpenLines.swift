internal import EventLog

/// A line on the way into a reconciliation.
struct OpenLine: Hashable {
    let id: UInt64
    let day: Day
    /// What it does to its account, in minor units: negative when it leaves.
    let effect: Int128
    /// An imported line that looks like the same payment.
    var twin: UInt64?
}

/// The lines of an account and currency that may be on no statement yet.
struct OpenLines {
    /// Those that were typed by hand; ascending by day and id once they are paired.
    private(set) var typed: [OpenLine] = []
    private var imported: [OpenLine] = []

    /// How many days one payment may have in two places.
    static let twinDaysMax = 3

    /// Whether there are none of either sort.
    var isEmpty: Bool { typed.isEmpty && imported.isEmpty }

    mutating func add(_ line: OpenLine, isImported: Bool) {
        if isImported { imported.append(line) } else { typed.append(line) }
    }

    /// Leaves out what was typed for other days.
    mutating func keep(_ range: DayRange) {
        if range != .all { typed.removeAll { !range.contains($0.day) } }
    }

    /// Finds for every line that was typed an imported one of the same effect, at most
    /// ``twinDaysMax`` days apart. Each has one twin; the nearest are paired first.
    ///
    /// - Complexity: O(*n*), O(*m* · log *m*) in those of the effect of one that was typed, and for
    ///   each line those of the same effect on days close by.
    mutating func pair() {
        if typed.isEmpty { return }
        typed.sort { ($0.day, $0.id) < ($1.day, $1.id) }
        // Most were imported, and few of these come to what was typed.
        let effects = Set(typed.map(\.effect))
        let like = imported.filter { effects.contains($0.effect) }
        let alike = Dictionary(grouping: like.sorted { ($0.day, $0.id) < ($1.day, $1.id) }) {
            $0.effect
        }
        var pairs: [(distance: Int, typed: Int, imported: UInt64)] = []
        for (index, line) in typed.enumerated() {
            guard let others = alike[line.effect] else { continue }
            let first = line.day.adding(days: -OpenLines.twinDaysMax)
            for other in others[others.partitioningIndex { $0.day >= first }...] {
                let distance = line.day.days(until: other.day)
                if distance > OpenLines.twinDaysMax { break }
                pairs.append((abs(distance), index, other.id))
            }
        }
        var taken: Set<UInt64> = []
        pairs.sort { ($0.distance, $0.typed, $0.imported) < ($1.distance, $1.typed, $1.imported) }
        for pair in pairs where typed[pair.typed].twin == nil {
            if taken.insert(pair.imported).inserted { typed[pair.typed].twin = pair.imported }
        }
    }
}

/// The positions of everything that imports brought.
struct ImportedPositions {
    private var ranges = PositionRanges()

    /// - Parameter positions: Those that matter; `nil` for all.
    /// - Complexity: O(*n*) in the commits.
    init(_ snapshot: LedgerSnapshot, in positions: Range<UInt64>? = nil) throws(StoreError) {
        let batches = try snapshot.importBatches().starts
        if batches.isEmpty { return }
        try snapshot.store.read(positions ?? 0..<snapshot.count, .commits) { batch in
            for (number, run) in batch.commits.enumerated() {
                guard let id = run.header.batch, batches.contains(id) else { continue }
                let end =
                    number + 1 < batch.commits.count
                    ? batch.commits[number + 1].firstIndex : batch.count
                ranges.append(
                    batch.firstPosition + UInt64(run.firstIndex)..<batch.firstPosition
                        + UInt64(end))
            }
            return .next
        }
    }

    /// - Complexity: O(log *n*) in the commits.
    func contains(_ position: UInt64) -> Bool { ranges.contains(position) }
}
