internal import EventLog
internal import Interchange
internal import Ledger

/// One import into a ledger as it is: what its rows are, what is written of them, and the receipt.
struct ImportRun {
    let survey: FileSurvey
    let matching: RowMatching
    private let rows: RowReading
    private let snapshot: LedgerSnapshot
    private let proposals: ImportProposals
    private let fileName: String
    /// The rows that are written.
    private let written: RowSet
    private let totals: ImportTotals
    private let changed: [ImportReceipt.Changed]
    /// What the ids of the file say of themselves.
    private let idNotes: [DecisionNote]
    /// The changes that are taken over.
    private let accepted: [ChangedRows.Pair]
    /// What was expected and comes with these rows.
    private let expected: ExpectedRows
    /// The categories that rows get.
    let learned: LearnedCategories
    /// What may be a transfer.
    private let transfers: TransferPairs
    /// Rows that look like entries that were typed, by their places, with their lines.
    private let typed: [(line: Int, twin: TypedTwins.Pair)]
    /// The market prices that come with a journal.
    var prices: NewPrices?
    /// The events of budgets that come with a journal.
    var others: [Event] = []
    /// Events before that of the first row.
    private var openingCount = 0

    /// - Parameter rules: The rules that say a category, which go before what is learned; `nil` to
    ///   learn nothing.
    init(
        _ rows: RowReading, _ survey: FileSurvey, _ snapshot: LedgerSnapshot,
        _ proposals: ImportProposals, fileName: String, rules: [LineTest]?
    ) throws(ApplicationError) {
        (self.rows, self.survey, self.snapshot) = (rows, survey, snapshot)
        (self.proposals, self.fileName) = (proposals, fileName)
        var expected = try ExpectedRows(snapshot)
        matching = try RowMatching(snapshot, survey, rows, expected)
        var unknown = matching.new
        unknown.insert(matching.unplaced)
        var alike = matching.unplaced
        // Where nothing is new, they are proposed and nothing is recorded.
        if proposals == .list, matching.new.count > 0 { alike.insert(matching.turned) }
        let other = OtherReading(rows, snapshot, survey)
        if proposals != .ignore, let found = try other.found(among: matching.new, held: alike) {
            throw .importedBefore(found.batch, rows: found.rows)
        }
        let elsewhere = KnownElsewhere(rows, snapshot, survey)
        if proposals != .ignore, let found = try elsewhere?.found(among: unknown) {
            throw .importedBefore(found.batch, rows: found.rows)
        }
        idNotes = try elsewhere?.repeated() ?? []
        var written = matching.new
        if proposals == .ignore {
            for pair in matching.changed where !pair.isSure { written.insert(pair.row.index) }
            written.insert(matching.held)
        }
        var totals = ImportTotals(snapshot.referenceData.currencyOrder)
        var strangers = Strangers(snapshot)
        var failure: ApplicationError?
        try rows.rows { index, row in
            guard written.contains(index) else { return true }
            strangers.look(at: row)
            // Reports do not count the other side of a transfer.
            if row.own?.isCounterpart == true { return true }
            totals.add(row.facts)
            do throws(ApplicationError) {
                try expected.take(row)
            } catch {
                failure = error
                return false
            }
            return true
        }
        if let failure { throw failure }
        try strangers.refuse()
        (self.written, self.totals, self.expected) = (written, totals, expected)
        learned =
            try rules.map { rules throws(ApplicationError) in
                try LearnedCategories(rows, written, snapshot, rules)
            } ?? LearnedCategories()
        transfers = try TransferPairs(rows, written, survey.days, snapshot)
        typed = try snapshot.typedTwins(of: rows, written)
        changed = matching.changed.map(\.proposal)
        accepted = proposals == .accept ? matching.accepted : []
    }

    private var accepts: Bool { proposals == .accept }

    /// Whether there is anything to write.
    var isEmpty: Bool {
        let accepted = accepts ? accepted.count + matching.missing.count : 0
        return written.count + accepted + others.count + (prices?.newCount ?? 0) == 0
            && survey.accounts.allSatisfy { $0.opening == nil }
    }

    private var known: Int {
        survey.rows - matching.new.count - matching.changed.count - matching.held.count
    }

    /// What is to be written.
    mutating func streamed() throws(ApplicationError) -> Streamed {
        var start = ImportStart(
            origin: ImportBatches.origin, fileName: fileName,
            counts: [
                ImportBatches.readCount: survey.rows, "new": written.count, "known": known,
                ImportBatches.changedCount: accepted.count,
                ImportBatches.voidedCount: accepts ? matching.missing.count : 0,
                "refused": survey.refusedCount,
            ].filter { $0.value > 0 }.mapValues { Int64($0) },
            accounts: survey.accounts)
        if accepts {
            start.changes = accepted.filter { $0.changes != LineChanges() }.map {
                ImportStart.Change(id: $0.line.id, changes: $0.changes)
            }
            start.voids = matching.missing.map(\.id)
        }
        start.came = expected.came
        let ids = start.changes.map(\.id) + start.voids
        let state = try mappingError(ApplicationError.store) { () throws(StoreError) in
            var state = try snapshot.state(for: ids)
            state.idleAccounts = try snapshot.idleAccounts(among: survey.accounts.map(\.name))
            return state
        }
        let decision = try mappingError(
            ApplicationError.decision, ImportDecision(start, state))
        openingCount = decision.opening.count
        return Streamed(batch: .inThisCommit(0)) { [self] (emit) throws(StreamFailure) in
            try events(decision, emit)
        }
    }

    private func events(
        _ decision: ImportDecision, _ emit: (Event) throws(StoreError) -> Void
    ) throws(StreamFailure) -> [DecisionNote] {
        var deciding = RowDecision(decision, snapshot.referenceData.persons)
        var failure: StreamFailure?
        for event in decision.opening { try mappingError(StreamFailure.store, emit(event)) }
        do throws(ApplicationError) {
            try rows.rows { index, row in
                guard written.contains(index) else { return true }
                failure = take(row, index, &deciding, emit)
                return failure == nil
            }
        } catch { throw .source(error) }
        if let failure { throw failure }
        for pair in accepted where pair.isMarked {
            let mark = LineMarked(.position(pair.line.id), pair.row.status)
            try mappingError(StreamFailure.store, emit(.lineMarked(mark)))
        }
        for (row, status) in deciding.marks {
            let mark = LineMarked(.inThisCommit(openingCount + row), status)
            try mappingError(StreamFailure.store, emit(.lineMarked(mark)))
        }
        let decided = deciding.decision
        for event in try mappingError(StreamFailure.decision, decided.ending()) {
            try mappingError(StreamFailure.store, emit(event))
        }
        try prices?.visit { (price) throws(StreamFailure) in
            try mappingError(StreamFailure.store, emit(.priceSet(price)))
        }
        for event in others { try mappingError(StreamFailure.store, emit(event)) }
        return decided.notes + expected.notes
    }

    /// Hands the event of a row over; there are as many rows as lines, so nothing is in between.
    private func take(
        _ row: ImportRow, _ index: Int, _ deciding: inout RowDecision,
        _ emit: (Event) throws(StoreError) -> Void
    ) -> StreamFailure? {
        let event: Event
        do throws(RowDecision.Failure) {
            event = try deciding.event(of: row, learned: learned.category(index, row))
        } catch {
            switch error {
            case .decision(let error): return .decision(error)
            case .unknownPerson(let name): return .source(.unknownPerson(name, suggestions: []))
            }
        }
        do throws(StoreError) { try emit(event) } catch { return .store(error) }
        return nil
    }

    /// What may be a transfer, for the receipt.
    ///
    /// - Parameter recorded: What was written; `nil` for nothing.
    func transferNotes(_ recorded: CommandOutcome?) -> [ImportCSV.TransferNote] {
        if transfers.isEmpty { return [] }
        let ids = ids(recorded)
        return transfers.notes { ids[$0] }
    }

    /// The lines that rows became, by their places; none where nothing was written.
    private func ids(_ recorded: CommandOutcome?) -> [Int: UInt64] {
        guard let first = recorded?.appended.positions.lowerBound else { return [:] }
        var (ids, next) = ([Int: UInt64](), first + UInt64(openingCount))
        for row in 0..<survey.rows where written.contains(row) {
            ids[row] = next
            next += 1
        }
        return ids
    }

    /// The rows that look like entries that were typed; `nil` for none.
    private func typed(_ recorded: CommandOutcome?) -> [ImportReceipt.Typed]? {
        if typed.isEmpty { return nil }
        let ids = ids(recorded)
        return typed.map { line, twin in
            let id = ids[twin.row]
            return ImportReceipt.Typed(
                line: line, entry: twin.id, day: twin.day, id: id,
                void: id.map { twin.hasParts ? $0 : twin.id })
        }
    }

    /// The receipt.
    ///
    /// - Parameters:
    ///   - recorded: What was written; `nil` for nothing.
    ///   - isKept: Whether it stays written.
    func receipt(
        _ recorded: CommandOutcome?, at head: LogHead, isKept: Bool
    ) -> ImportReceipt {
        ImportReceipt(
            file: fileName, read: survey.rows + survey.refusedCount,
            new: written.count, late: matching.lateCount, known: known, changed: changed,
            held: matching.held.count > 0 ? matching.held.count : nil,
            unplaced: matching.unplaced.count > 0 ? matching.unplaced.count : nil,
            typed: typed(isKept ? recorded : nil),
            missing: matching.missing.prefix(FileSurvey.shownMax).map(\.missing),
            missingCount: matching.missing.count, accepted: accepts && recorded != nil,
            refused: survey.refused.map(\.refusal), refusedCount: survey.refusedCount,
            sums: totals.totals, id: recorded?.appended.positions.lowerBound,
            position: recorded.map { $0.appended.positions.upperBound - 1 }
                ?? (head.count > 0 ? head.count - 1 : 0),
            root: recorded?.appended.root.hex ?? head.root.hex,
            notes: idNotes + (recorded?.decision.notes ?? []))
    }
}
