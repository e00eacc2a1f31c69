internal import EventLog

/// A search for lines, column by column: first by keys and numbers, then, where that leaves
/// something open, what text says. Of lines that were amended the text of each version is kept in
/// mind as far as it matters.
struct LineSearch {
    /// A line that was found.
    struct Hit {
        /// What decides its place in the list: the larger comes first.
        var rank: Int128
        var id: UInt64
        /// Seconds since midnight, -1 for none; `nil` where that was not read, or was perhaps said
        /// by an earlier version.
        var time: Int64?
    }

    let snapshot: LedgerSnapshot
    var filter: LineFilter
    let threads: Int
    let matcher: LineMatcher
    /// The versions that another one follows.
    private(set) var superseded: PositionSet
    /// From this position on it is known which versions are followed.
    private var knownFrom: UInt64
    let creations: [PositionSet]
    /// What keys were found to say, over all batches.
    private var known = KeyMemo<KeyPlan>()
    private(set) var plans: [KeyPlan] = []
    var texts: FoundTexts
    /// In a part of the log the lines that were changed; `nil` where all of it is gone through.
    var changed: [Changed]?
    /// How many lines were found.
    var count: UInt64 = 0
    /// What the lines that count come to.
    var sums: [LineSum.Key: SpendingTable.Cell] = [:]
    /// The lines found, without some of those that come behind the limit.
    var hits: [Hit] = []
    /// What ranks below comes behind the limit.
    var least = Int128.min
    /// Whether lines of that rank were dropped, because their times put them behind the limit.
    var lacksTies = false
    /// With more lines of one day than this behind the limit their times decide at once.
    private static let tiesMax = 1_000
    /// How many lines behind the limit have the last rank that counts.
    private var tied = 0
    /// The batches in which lines were found.
    var spans: [Range<UInt64>] = []
    /// What the lines come to by day, where that is asked for instead of the lines.
    var cells: FoundCells?

    /// Some events of a batch, as they state or take back facts.
    private struct Side {
        let postings: Postings
        /// A plan for each key.
        let plans: [KeyPlan?]
        /// The lines that events speak of.
        let targets: SparseIntegers
        /// Seconds since midnight by event; `nil` where they were not read.
        var times: SparseIntegers?

        /// The line of which the event at an index of the batch speaks; `nil` where it records one.
        func target(at row: Int) -> UInt64? {
            targets[row].flatMap { UInt64(exactly: $0) }
        }
    }

    init(_ filter: LineFilter, in snapshot: LedgerSnapshot, threads: Int) throws(StoreError) {
        self.snapshot = snapshot
        self.filter = filter
        self.threads = threads
        matcher = LineMatcher(filter.query)
        superseded = PositionSet(snapshot.count)
        knownFrom = snapshot.count
        creations = try snapshot.creations(matcher.commitTests)
        texts = FoundTexts(matcher, superseded)
    }

    /// A search through a part, where it is known which versions are followed.
    init(
        _ filter: LineFilter, in snapshot: LedgerSnapshot, _ superseded: PositionSet,
        _ creations: [PositionSet], least: Int128
    ) {
        self.snapshot = snapshot
        self.filter = filter
        threads = 1
        self.superseded = superseded
        self.creations = creations
        self.least = least
        matcher = LineMatcher(filter.query)
        knownFrom = 0
        texts = FoundTexts(matcher, superseded)
    }

    /// Finds the lines.
    mutating func run() throws(StoreError) { if try !findFirstPage() { try findOnward() } }

    /// Adds what was found under each key to the sums.
    mutating func addSums() {
        for plan in plans where plan.found != .zero {
            sums[LineSum.Key(plan.facts), default: .zero] += plan.found
        }
    }

    /// Finds the lines among all that there are.
    mutating func findAll() throws(StoreError) {
        if try findOfWords() { return keepFirst() }
        try findSuperseded(from: 0)
        if !filter.everyVersion, try findOfDays() { return keepFirst() }
        texts = FoundTexts(matcher, superseded, keepsAll: filter.everyVersion)
        if matcher.needles.isEmpty {
            try snapshot.store.read(0..<snapshot.count, .report) { batch throws(StoreError) in
                try look(through: batch, readsText: false)
                return .next
            }
        } else {
            let spans = matcher.isOpenToAll ? [0..<snapshot.count] : try spansOfInterest()
            try texts.findChanges(in: snapshot)
            var sections: Sections = [.report, .text]
            if matcher.places.contains(.payer) { sections.insert(.facts) }
            if try findInParts(sections) { return keepFirst() }
            for span in spans {
                try snapshot.store.read(span, sections) { batch throws(StoreError) in
                    try look(through: batch, readsText: true)
                    return .next
                }
            }
        }
        keepFirst()
    }

    /// Learns which versions from a position on are followed by another one.
    mutating func findSuperseded(from position: UInt64) throws(StoreError) {
        guard position < knownFrom else { return }
        var found = superseded
        superseded = PositionSet(0)
        try snapshot.store.readLinks(position..<knownFrom, in: [.previous]) { _, _, previous in
            found.insert(previous)
        }
        superseded = found
        knownFrom = position
    }

    /// Learns of some versions that they are followed by another one.
    mutating func insertSuperseded(_ versions: Set<UInt64>) {
        for version in versions { superseded.insert(version) }
    }

    /// Where text has to be read: the batches in which keys and days leave lines open, and those
    /// before them in which such lines may have had their text.
    private mutating func spansOfInterest() throws(StoreError) -> [Range<UInt64>] {
        var spans: [(positions: Range<UInt64>, isOpen: Bool, isReplaced: Bool)] = []
        var oldest = UInt64.max
        // What was voided states no day.
        for part in try snapshot.parts(from: filter.withVoided ? .min : matcher.days.start) {
            guard part.mayHaveDay else {
                spans.append((part.positions, false, superseded.intersects(part.positions)))
                continue
            }
            try snapshot.store.read(part.positions, .report) { batch throws(StoreError) in
                let stated = try stated(batch)
                let plans = stated.plans.map { $0?.open != nil }
                let voided = filter.withVoided ? try voided(batch) : nil
                var isOpen = voided.map { $0.plans.contains { $0?.open != nil } } ?? false
                if !isOpen, plans.contains(true) {
                    let postings = stated.postings
                    isOpen = postings.indices.contains { index in
                        plans[Int(postings.codes[index])] && contains(postings.days[index])
                            && isLooked(at: postings.position(at: index))
                    }
                }
                if isOpen { batch.forEachLink(in: .target) { oldest = min(oldest, $1) } }
                spans.append((batch.positions, isOpen, superseded.intersects(batch.positions)))
                return .next
            }
        }
        var found: [Range<UInt64>] = []
        for span in spans
        where span.isOpen || span.isReplaced && span.positions.upperBound > oldest {
            if let last = found.last, last.upperBound == span.positions.lowerBound {
                found[found.count - 1] = last.lowerBound..<span.positions.upperBound
            } else {
                found.append(span.positions)
            }
        }
        return found
    }

    /// Whether a version counts: the last of a line, unless every one does.
    private func isLooked(at position: UInt64) -> Bool {
        filter.everyVersion || !superseded.contains(position)
    }

    private func contains(_ day: Int64) -> Bool {
        matcher.days.contains(Day(daysSince1970: Int32(clamping: day)))
    }

    mutating func look(
        through batch: ColumnBatch, readsText: Bool, readsTimes: Bool = false
    ) throws(StoreError) {
        if readsText { try texts.take(in: batch) }
        let before = count
        defer { if count > before { spans.append(batch.positions) } }
        var stated = try stated(batch)
        if readsTimes {
            stated.times = SparseIntegers(batch.integers[.timeOfDay], of: batch.count)
        }
        let mayChange = changed != nil && batch.links[.target] != nil
        let isIdle = readsText && texts.isIdle && !mayChange
        check(stated) { $0.open != nil && !(isIdle && $0.needsFindings) }
        if filter.withVoided, let voided = try voided(batch) {
            check(voided) { $0.open != nil }
        }
    }

    /// Takes the lines that pass.
    private mutating func check(_ side: Side, where isOpen: (KeyPlan) -> Bool) {
        let plans = side.plans.map { $0.flatMap { isOpen($0) ? $0 : nil } }
        guard plans.contains(where: { $0 != nil }) else { return }
        let needed = plans.map { $0?.needed ?? 0 }
        // The latest days mostly come last: what is found first rules out most of the others.
        for index in side.postings.indices.reversed() {
            let code = Int(side.postings.codes[index])
            if changed != nil, let plan = plans[code],
                let target = side.target(at: side.postings.row(at: index))
            {
                putOff(target, plan, side, index)
                continue
            }
            // Where text is looked for, most lines do not have it.
            if needed[code] != 0, findings(side, index) & needed[code] != needed[code] { continue }
            guard let plan = plans[code] else { continue }
            check(plan, side, index)
        }
    }

    /// Puts a line off that was changed until all parts of the log were gone through.
    private mutating func putOff(_ id: UInt64, _ plan: KeyPlan, _ side: Side, _ index: Int) {
        let day = side.postings.days[index]
        guard contains(day), isLooked(at: side.postings.position(at: index)) else { return }
        changed?.append(
            Changed(id: id, day: day, amount: side.postings.amounts[index], plan: plan.number))
    }

    /// What was found in the text of the version that an element states or takes back.
    private func findings(_ side: Side, _ index: Int) -> UInt64 {
        let row = side.postings.row(at: index)
        return texts.findings(side.target(at: row), row)
    }

    /// Takes a line if it passes.
    private mutating func check(_ plan: KeyPlan, _ side: Side, _ index: Int) {
        let position = side.postings.position(at: index)
        let day = side.postings.days[index]
        guard let open = plan.open, contains(day), isLooked(at: position) else { return }
        let amount = side.postings.amounts[index]
        if open.isEmpty, filter.order == .day, Int128(day) < least {
            count += 1
            if side.postings.sign > 0 { plan.count(amount) }
            return
        }
        let row = side.postings.row(at: index)
        let target = side.target(at: row)
        let findings = open.isEmpty ? 0 : texts.findings(target, row)
        if plan.needsFindings, findings == 0 { return }
        var hit = Hit(rank: 0, id: target ?? position)
        if target == nil, let times = side.times { hit.time = times[row] ?? -1 }
        let isFound = take(
            hit, plan, open,
            LineMatcher.Values(
                id: hit.id, day: Day(daysSince1970: Int32(clamping: day)), amount: amount,
                findings: findings))
        // What was voided is listed, and counts no more.
        if isFound, side.postings.sign > 0 { plan.count(amount) }
    }

    /// Takes a line if it passes where its key leaves clauses open.
    ///
    /// - Parameter hit: Without its rank.
    /// - Returns: Whether it passes.
    mutating func take(
        _ hit: Hit, _ plan: KeyPlan, _ open: [Int], _ values: LineMatcher.Values
    ) -> Bool {
        guard matcher.admits(open, plan.facts, values, creations) else { return false }
        count += 1
        if cells != nil {
            if let place = plan.place(in: &cells) {
                let cell = SpendingTable.Cell(sum: Int128(values.amount), count: 1)
                cells?.add(cell, place, on: values.day)
            }
            return true
        }
        var hit = hit
        hit.rank =
            switch filter.order {
            case .day: Int128(values.day.daysSince1970)
            case .amount:
                AmountRange.units(values.amount, exponent: plan.facts.currency.exponent)
            case .position: Int128(hit.id)
            }
        if hit.rank >= least {
            hits.append(hit)
            if hits.count >= LineSearch.compactAt(filter.limit, tied: tied) { keepFirst() }
        }
        return true
    }

    /// From this many hits on, those behind the limit are dropped. No property of a search: one
    /// that is asked for between changes has the whole search copied, for each hit.
    private static func compactAt(_ limit: Int?, tied: Int) -> Int {
        guard let limit, limit < .max / 8 else { return .max }
        return 2 * max(0, limit) + max(256, 2 * tied)
    }

    /// Drops what ranks behind the limit; all of the last rank stay, for what else decides is not
    /// known yet.
    mutating func keepFirst() {
        guard let limit = filter.limit, limit < hits.count else { return }
        guard limit > 0 else { return hits.removeAll() }
        least = hits.map(\.rank).sorted(by: >)[limit - 1]
        hits.removeAll { $0.rank < least }
        if hits.count > limit + LineSearch.tiesMax { breakTies(limit) }
        tied = hits.count - limit
    }

    /// Of the lines of the last day that counts drops those that their time puts behind the limit.
    private mutating func breakTies(_ limit: Int) {
        let known = hits.filter { $0.rank == least && $0.time != nil }.sorted { left, right in
            (left.time ?? -1, left.id) > (right.time ?? -1, right.id)
        }
        let behind = Set(known.dropFirst(max(0, limit - hits.count { $0.rank > least })).map(\.id))
        if !behind.isEmpty { lacksTies = true }
        hits.removeAll { behind.contains($0.id) }
    }
}

extension LineSearch {
    /// The events that state facts of lines.
    private mutating func stated(_ batch: ColumnBatch) throws(StoreError) -> Side {
        try side(of: batch.statedPostings(), batch)
    }

    /// The voids; `nil` where there is none.
    private mutating func voided(_ batch: ColumnBatch) throws(StoreError) -> Side? {
        let isVoid = try batch.knownTypes().map { $0 == .lineVoided }
        guard isVoid.contains(true) else { return nil }
        let codes = batch.keyCodes
        return try side(of: batch.retractedPostings.only { isVoid[Int(codes[$0])] }, batch)
    }

    private mutating func side(
        of postings: Postings, _ batch: ColumnBatch
    ) throws(StoreError) -> Side {
        var plans: [KeyPlan?] = []
        for (code, key) in postings.keys.enumerated() {
            guard let key else {
                plans.append(nil)
                continue
            }
            plans.append(try plan(key) { postings.position(ofKey: code) })
        }
        return Side(
            postings: postings, plans: plans,
            targets: SparseIntegers(batch.links[.target], of: batch.count))
    }

    /// What is left of the query for lines of a key.
    mutating func plan(
        _ key: GroupKey, _ position: () -> UInt64
    ) throws(StoreError) -> KeyPlan {
        var made: KeyPlan?
        let plan = try known.value(of: key, at: position) {
            [matcher, snapshot] (reader) throws(StoreError) in
            let flags: LineFlags = try reader.value(.flags) ?? []
            let facts = LineMatcher.KeyFacts(
                kind: try reader.required(.kind, reader.value),
                currency: try reader.required(.currency, reader.currency),
                category: try reader.category(.category).map(snapshot.referenceData.renamed),
                account: try reader.reference(.account)?.position,
                isIncoming: flags.contains(.incoming))
            let plan = KeyPlan(facts, matcher, group: try SpendingTable.Group(of: reader))
            made = plan
            return plan
        }
        if let made {
            made.number = plans.count
            plans.append(made)
        }
        return plan
    }
}
