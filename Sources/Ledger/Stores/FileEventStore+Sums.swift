internal import EventLog

extension FileEventStore {
    /// The sums of as many of the first events as there are any for; `nil` where none can be
    /// believed.
    ///
    /// - Parameter count: How many events there may be in them.
    func sums(upTo count: UInt64) throws(StoreError) -> SpendingSums? {
        let file = try mappingError(
            StoreError.ofLog, log.sums(upTo: count, of: SpendingSums.content))
        return file.flatMap(SpendingSums.init)
    }

    /// How many of the first events a report with sums does not add up.
    ///
    /// - Parameter count: How many events it takes in.
    package func summedEvents(upTo count: UInt64) throws(StoreError) -> UInt64 {
        try sums(upTo: count)?.position ?? 0
    }

    /// Keeps what all events before the newest full step come to, in a file beside the log, where
    /// there is none: for reports, which add up no more than what follows then.
    ///
    /// Nothing is kept that would hardly be smaller than the log, nor where the device has no
    /// secret or nothing can be written.
    ///
    /// - Parameter isAnew: Whether those that are there are made anew from the events.
    /// - Returns: Whether any were made.
    /// - Complexity: O(*n*) in the events behind the last sums; O(1) where there are none.
    @discardableResult
    package func keepSums(anew isAnew: Bool = false) throws(StoreError) -> Bool {
        let ends = try mappingError(StoreError.ofLog, log.missingSums(anew: isAnew))
        guard let first = ends.first else { return false }
        var known = isAnew ? nil : try sums(upTo: first.position)
        var isMade = false
        for end in ends {
            let next = (known?.position ?? 0)..<end.position
            var blocks = try blocks(behind: known, next)
            // Sums that were believed may turn out to be damaged.
            if blocks == nil { blocks = try self.blocks(behind: nil, 0..<end.position) }
            guard let blocks, blocks.cells <= end.cellsMax else { continue }
            let days = try LedgerSnapshot(store: self, upTo: end.position)
                .recordedDays(behind: known?.recordedDays ?? [:])
            let names = try nameBlocks(behind: known, at: end) ?? []
            // Tasks lie in the newest only: there may be as many in each.
            let tasks = end == ends.last ? try taskBlock(behind: known, at: end) : nil
            let all = blocks.bytes(
                days, names + (tasks.map { [$0] } ?? []), try linkFilters(behind: known, at: end),
                try wordSums(behind: known, at: end), try highDays(behind: known, at: end))
            let file = try mappingError(
                StoreError.ofLog, log.keepSums(all, at: end, of: SpendingSums.content))
            guard let file else { return isMade }
            let before = known
            known = SpendingSums(file)
            isMade = true
            if let before, before.position == end.keptFrom { try dropTasks(at: before.position) }
        }
        return isMade
    }

    /// The figures behind sums.
    private func blocks(
        behind known: SpendingSums?, _ range: Range<UInt64>
    ) throws(StoreError) -> SpendingSums.Blocks? {
        let table = try addUp(range)
        return SpendingSums.blocks(
            SumMerger<LineTotals.Group>(known, table, table.groups) { $0 })
    }

    /// The highest day that lines of each step state.
    private func highDays(
        behind known: SpendingSums?, at end: SumEnd
    ) throws(StoreError) -> [Int64?] {
        let step = end.position / max(1, end.steps)
        guard let known, known.step == step else {
            return try highDays(0..<end.position, step)
        }
        return known.highDays + (try highDays(known.position..<end.position, step))
    }

    /// The same of the steps of a range.
    fileprivate func highDays(
        _ range: Range<UInt64>, _ step: UInt64
    ) throws(StoreError) -> [Int64?] {
        let pick = ScanRequest(types: .all, integers: [.day])
        var highs: [Int64?] = []
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Int(step)) {
            var high: Int64?
            try scan(start..<(start + step), pick) { kind in
                EventType(kind)?.statesFacts == true
            } _: { picked in
                var days = picked.values(of: .day)
                for row in picked.rows {
                    if let day = days.value(at: row) { high = max(high ?? day, day) }
                }
            }
            highs.append(high)
        }
        return highs
    }

    /// Writes sums that are kept for good anew without tasks, which only the newest have.
    private func dropTasks(at position: UInt64) throws(StoreError) {
        // What is erased from here on shows in the names of segments; what was erased before has
        // taken the sums.
        let end = try mappingError(StoreError.ofLog, log.end(ofSumsAt: position))
        guard let sums = try sums(upTo: position), sums.position == position, sums.hasTasks,
            let blocks = sums.blocksWithoutTasks()
        else { return }
        _ = try mappingError(
            StoreError.ofLog, log.keepSums(blocks, at: end, of: SpendingSums.content))
    }

    /// Keeps what the full files of the log say in one file, so that the next program opens none of
    /// them; see ``Log/keepSegmentList()``.
    package func keepSegmentList() throws(StoreError) {
        try mappingError(StoreError.ofLog, log.keepSegmentList())
    }

    /// The blocks with names of sums; `nil` where they would hardly be smaller than the log, or
    /// names cannot be told by sums.
    private func nameBlocks(
        behind known: SpendingSums?, at end: SumEnd
    ) throws(StoreError) -> [[UInt8]]? {
        let seen = try head().count
        let snapshot = try LedgerSnapshot(store: self, upTo: end.position)
        var start: UInt64 = 0
        var table = NameTable()
        // Where there were too many there still are: that is looked at ever more seldom.
        let isTriedAgain = end.isFar(from: known)
        if let known, known.hasNamesByMonth || !isTriedAgain {
            if !known.hasNames { return nil }
            // Those that are damaged are made anew.
            if let names = known.names(byMonth: known.hasNamesByMonth),
                try !erases(behind: names.seen)
            {
                (table, start) = (names.table, known.position)
            }
        }
        let namesMax = end.cellsMax == .max ? .max : NameSums.namesMax(of: end.position)
        guard var found = try snapshot.nameTable(table, from: start, namesMax: namesMax) else {
            return nil
        }
        try found.findLastDays(in: snapshot, months: .max)
        func fits(_ table: NameTable, _ share: UInt64) -> Bool {
            end.cellsMax == .max || UInt64(table.count) <= end.position / share
        }
        let totals = found.isByMonth ? found.totals : found
        guard fits(totals, NameSums.share) else { return nil }
        return NameSums(found, seen: seen).blocks(
            withMonths: found.isByMonth && fits(found, NameSums.monthShare))
    }

    /// The block with tasks of sums; `nil` where it would hardly be smaller than the log.
    private func taskBlock(
        behind known: SpendingSums?, at end: SumEnd
    ) throws(StoreError) -> [UInt8]? {
        let seen = try head().count
        let snapshot = try LedgerSnapshot(store: self, upTo: end.position)
        var start: UInt64 = 0
        var fold = TaskFold(keepsRecords: true)
        if let known {
            if let tasks = known.tasks(keepsRecords: true), try !erases(behind: tasks.seen) {
                (fold, start) = (tasks.fold, known.position)
            } else if !known.hasTasks, !end.isFar(from: known), known.position != end.keptFrom {
                return nil
            }
        }
        let found = try snapshot.taskFold(fold, from: start, settlesAgain: true)
        guard
            end.cellsMax == .max
                || UInt64(found.records.count) <= end.position / TaskSums.share
        else { return nil }
        return TaskSums(found, seen: seen).block()
    }

    /// Removes sums that are not what the events come to, or cannot be believed.
    ///
    /// - Returns: The names of the files that were removed.
    /// - Complexity: O(*n*) in the events that have sums.
    package func dropFalseSums() throws(StoreError) -> [String] {
        var table = LineTotals()
        var words = SummedWords()
        var end: UInt64 = 0
        var failure: StoreError?
        let dropped = try mappingError(StoreError.ofLog) { () throws(LogError) in
            try log.dropFalseSums(of: SpendingSums.content) { file in
                if failure != nil { return true }
                do throws(StoreError) {
                    table.merge(try addUp(end..<file.position))
                    end = file.position
                    guard let sums = SpendingSums(file), sums.holds(table) else { return false }
                    return try words.agree(with: sums, self)
                } catch {
                    failure = error
                    return true
                }
            }
        }
        // What only a newer program can add up has sums that only a newer program can judge.
        if let failure { throw failure }
        return dropped
    }

    private func addUp(_ range: Range<UInt64>) throws(StoreError) -> LineTotals {
        try project(range, threads: LedgerSnapshot.threads(for: UInt64(range.count)))
    }
}

extension SumEnd {
    /// Whether since earlier sums the log has become so much longer that what did not fit is tried
    /// again: a power of two of steps lies between.
    fileprivate func isFar(from known: SpendingSums?) -> Bool {
        guard let known, steps > 0 else { return true }
        let before = known.position / max(1, position / steps)
        return before.leadingZeroBitCount != steps.leadingZeroBitCount
    }
}

/// What the first events say besides figures, added up again to judge sums.
private struct SummedWords {
    /// `nil` where names cannot be told by sums.
    private var names: NameTable? = NameTable()
    private var named: UInt64 = 0
    private var tasks = TaskFold(keepsRecords: false)
    private var tasked: UInt64 = 0
    private var words = WordSums(step: 0, filters: [])
    private var worded: UInt64 = 0
    /// Of how many events the following are, step by step.
    private var linkStep: UInt64 = 0
    private var highDays: [Int64?] = []
    /// Those of the last steps.
    private var links: [LinkFilter] = []

    /// Whether sums say the same, as far as they have words; asked of ascending positions.
    mutating func agree(
        with sums: SpendingSums, _ store: FileEventStore
    ) throws(StoreError) -> Bool {
        let snapshot = try LedgerSnapshot(store: store, upTo: sums.position)
        guard try snapshot.confirms(sums.recordedDays), try agreeOnWords(with: sums, store),
            try agreeOnLinks(with: sums, store)
        else { return false }
        if sums.hasNames {
            if let known = names { names = try snapshot.nameTable(known, from: named) }
            named = sums.position
            guard let names else { return false }
            for isByMonth in sums.hasNamesByMonth ? [false, true] : [false] {
                guard let kept = sums.names(byMonth: isByMonth),
                    try !store.erases(behind: kept.seen),
                    kept.table.agrees(with: isByMonth ? names : names.totals)
                else { return false }
            }
        }
        guard sums.hasTasks else { return true }
        tasks = try snapshot.taskFold(tasks, from: tasked, settlesAgain: true)
        tasked = sums.position
        guard let kept = sums.tasks(keepsRecords: false) else { return false }
        return try !store.erases(behind: kept.seen) && kept.fold.agrees(with: tasks)
    }

    /// Whether the filters are those of the words of the events.
    private mutating func agreeOnWords(
        with sums: SpendingSums, _ store: FileEventStore
    ) throws(StoreError) -> Bool {
        guard let kept = sums.words() else { return false }
        let start = sums.position - kept.events
        let isMore =
            worded <= sums.position && words.step == kept.step && worded - words.events == start
        let (filters, next) = isMore ? (words.filters, worded) : ([], start)
        let more = try store.wordFilters(next..<sums.position, kept.step)
        words = WordSums(step: kept.step, filters: filters + more)
        worded = sums.position
        return words == kept
    }

    /// Whether the filters of links and the highest days are those of the events.
    private mutating func agreeOnLinks(
        with sums: SpendingSums, _ store: FileEventStore
    ) throws(StoreError) -> Bool {
        if linkStep != sums.step { (linkStep, highDays, links) = (sums.step, [], []) }
        let known = UInt64(highDays.count) * sums.step
        highDays += try store.highDays(known..<sums.position, sums.step)
        links += try store.linkFilters(known..<sums.position, sums.step)
        guard let kept = sums.links(), kept.count <= links.count else { return false }
        // Those before belong to earlier sums only.
        links = Array(links.suffix(kept.count))
        return highDays == sums.highDays && links == kept
    }
}
