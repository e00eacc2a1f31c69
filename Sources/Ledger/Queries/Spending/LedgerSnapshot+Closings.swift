internal import EventLog

extension LedgerSnapshot {
    /// What a report says of closed periods; `nil` where it has none of their days.
    ///
    /// - Complexity: O(1) while nothing was corrected; else O(*n*) in the events.
    func closed(
        _ parameters: ReportParameters, _ report: SpendingReport
    ) throws(StoreError) -> ClosedReport? {
        let told = DayRange(
            start: report.start ?? parameters.range.start,
            end: report.end ?? parameters.range.end)
        let closings = referenceData.closingsInForce.filter { closing in
            let days = closing.closed.days
            return !days.intersection(told).isEmpty
                || closing.isCorrected
                    && !days.intersection(parameters.range).isEmpty
        }
        if closings.isEmpty { return nil }
        return ClosedReport(
            closings: closings.map { closing in
                ClosedReport.Closing(
                    id: closing.position, start: closing.closed.days.start,
                    end: closing.closed.days.end,
                    corrections: referenceData.corrections(of: closing).count)
            },
            restated: try restated(
                closings.filter(\.isCorrected), parameters, whole: told))
    }

    /// Only what was corrected can differ: the lines of each such period, as they were when it was
    /// closed, compared with those as they are, under the names of today.
    private func restated(
        _ closings: [ReferenceData.Closing], _ parameters: ReportParameters, whole: DayRange
    ) throws(StoreError) -> [ClosedReport.Row] {
        if closings.isEmpty { return [] }
        let now = try cells(for: parameters)
        var changes: [ReportCell: SpendingTable.Cell] = [:]
        var then = SpendingTable()
        var folded: UInt64 = 0
        for closing in closings.sorted(by: { $0.closed.pinned < $1.closed.pinned }) {
            let end = min(closing.closed.pinned + 1, count)
            if parameters.isPlain, end > folded {
                then.merge(
                    try store.project(folded..<end, threads: LedgerSnapshot.threads(for: end)))
                folded = end
            }
            var part = parameters
            part.range = parameters.range.intersection(closing.closed.days)
            let old: any SpendingCells =
                parameters.isPlain ? then : try before(end).cells(for: part)
            for (sign, table) in [(Int128(-1), old), (1, now)] {
                for (cell, sum) in cells(part, table) {
                    changes[cell, default: .zero] += SpendingTable.Cell(
                        sum: sum.sum * sign, count: sum.count * Int64(sign))
                }
            }
        }
        let all = cells(parameters, now)
        return changes.filter { $0.value != .zero }.sorted { $0.key < $1.key }.map { cell, change in
            let restated = all[cell] ?? .zero
            let days = parameters.period == nil ? whole : cell.days
            func text(_ minor: Int128) -> String {
                MoneyTotal(minor: minor, currency: cell.label.currency).text
            }
            return ClosedReport.Row(
                start: days.hasStart ? days.start : nil, end: days.hasEnd ? days.end : nil,
                kind: cell.label.kind, category: cell.category, account: cell.account,
                payee: cell.label.names.payee, tag: cell.label.names.tag,
                person: cell.label.names.person,
                currency: cell.label.currency.code, original: text(restated.sum - change.sum),
                restated: text(restated.sum), change: text(change.sum),
                originalCount: restated.count - change.count, restatedCount: restated.count)
        }
    }

    func cells(
        _ parameters: ReportParameters, _ table: some SpendingCells
    ) -> [ReportCell: SpendingTable.Cell] {
        let weekStart = parameters.weekStart ?? referenceData.settings?.weekStart ?? .monday
        var rollUp = RollUp(parameters, referenceData, weekStart)
        rollUp.add(table)
        return rollUp.cells()
    }

    /// What a closing of some days pins: the digest of all their figures, added up for it, and the
    /// root.
    package func pin(of days: DayRange) throws(BooksError) -> (digest: [UInt8], root: [UInt8]) {
        var snapshot = self
        snapshot.folds = nil
        let text = try snapshot.pinnedText(of: days)
        let root = try mappingError(BooksError.store, head().root)
        return (SHA256.hash(Array(text.utf8)).bytes, root.bytes)
    }

    /// Whether the figures of a closing's days are what it pinned: all of them, or of a closing of
    /// an earlier program their report in one bucket by category.
    func holds(_ closed: BooksClosed) throws(BooksError) -> Bool {
        if try pin(of: closed.days).digest == closed.digest { return true }
        let parameters = ReportParameters(range: closed.days, by: .category(depth: nil))
        let report = try report(parameters, now: closed.days.end)
        return SHA256.hash(Array(report.canonicalText.utf8)).bytes == closed.digest
    }

    /// Every closing that has one of some days, the newest first, held against the log.
    ///
    /// - Complexity: O(*n*) in the events for each closing.
    package func closingList(in range: DayRange = .all) throws(BooksError) -> ClosingList {
        var rows: [ClosingRow] = []
        let unrecorded: [UInt64: [UInt64]]
        do throws(StoreError) { unrecorded = try unrecordedChanges() } catch {
            throw .store(error)
        }
        for closing in referenceData.closings.reversed()
        where !closing.closed.days.intersection(range).isEmpty {
            rows.append(try row(of: closing, unrecorded: unrecorded[closing.position] ?? []))
        }
        let head = try mappingError(BooksError.store, self.head())
        return ClosingList(rows: rows, position: head.lastPosition, root: head.root.hex)
    }

    private func row(
        of closing: ReferenceData.Closing, unrecorded: [UInt64]
    ) throws(BooksError) -> ClosingRow {
        let closed = closing.closed
        let told = try mappingError(BooksError.store, logRows(at: [closing.position])).first
        let then = try mappingError(
            BooksError.store, LedgerSnapshot(store: store, upTo: closed.pinned + 1))
        let holds = try then.holds(closed)
        let root = try mappingError(BooksError.store, then.head().root)
        let (isMoved, changes) = try mappingError(BooksError.store) { () throws(StoreError) in
            try changesWhileOpen(before: closing)
        }
        let unrecorded = (changes + unrecorded).sorted()
        return ClosingRow(
            id: closing.position, start: closed.days.start, end: closed.days.end,
            recordedAt: told?.recordedAt ?? Timestamp(millisecondsSince1970: 0),
            actor: told?.actor ?? "", reason: closed.reason, pinned: closed.pinned,
            pinnedRoot: Digest(bytes: closed.root)?.hex ?? "",
            digest: Digest(bytes: closed.digest)?.hex ?? "",
            holds: holds && root.bytes == closed.root && unrecorded.isEmpty && !isMoved,
            corrections: referenceData.corrections(of: closing), reopened: closing.reopened,
            unrecorded: unrecorded.isEmpty ? nil : unrecorded)
    }
}

extension LedgerSnapshot {
    /// Whether a figure of some days is another one in a later state of the ledger, under the names
    /// of then: a category that was renamed moves none.
    ///
    /// - Complexity: O(*n*) in the events.
    func differs(
        from later: LedgerSnapshot, in days: DayRange
    ) throws(StoreError) -> Bool {
        do throws(BooksError) {
            let own = callingCategories(as: later)
            return try own.pinnedText(of: days) != later.pinnedText(of: days)
        } catch {
            if case .store(let error) = error { throw error }
            return true
        }
    }

    /// The events of a range that change lines of some days, ascending.
    ///
    /// - Complexity: O(*n*) in the events of the range.
    func changes(of days: DayRange, in range: Range<UInt64>) throws(StoreError) -> [UInt64] {
        let rule = ClosingRule(ReferenceData(), correction: nil)
        var found: [UInt64] = []
        try store.read(
            range, [.commits, .links, .hot, .facts, .text],
            holding: TypeSet(ClosingWatch.types.map(\.rawValue))
        ) { batch throws(StoreError) in
            try batch.forEachEvent { view throws(StoreError) in
                guard let type = view.type, ClosingWatch.types.contains(type) else { return }
                if rule.days(of: try view.event()).contains(where: days.contains) {
                    found.append(view.position)
                }
            }
            return .next
        }
        return found
    }

    /// What changed the days of a closing that an undo made again, while its books were open: what
    /// it pins is older than that.
    private func changesWhileOpen(
        before closing: ReferenceData.Closing
    ) throws(StoreError) -> (isMoved: Bool, by: [UInt64]) {
        guard let original = referenceData.original(of: closing), let reopened = original.reopened
        else { return (false, []) }
        let before = try changesWhileOpen(before: original)
        let days = closing.closed.days
        let then = try LedgerSnapshot(store: store, upTo: reopened)
        let again = try LedgerSnapshot(store: store, upTo: closing.position)
        guard try then.differs(from: again, in: days) else { return before }
        return (true, before.by + (try changes(of: days, in: reopened..<closing.position)))
    }
}

extension ReferenceData {
    /// The closing that one was made again of by an undo, the last of several.
    fileprivate func original(of closing: Closing) -> Closing? {
        guard closing.position > closing.closed.pinned + 1 else { return nil }
        return closings.last { other in
            other.closed == closing.closed && (other.reopened ?? .max) < closing.position
        }
    }

    /// The corrections of a closing, and of those that it was made again of, ascending.
    func corrections(of closing: Closing) -> [UInt64] {
        let earlier = original(of: closing).map(corrections(of:)) ?? []
        return earlier + closing.corrections
    }
}

extension ReferenceData.Closing {
    /// Whether its lines may have changed since: there were corrections, or it was made again by an
    /// undo and pins what an earlier one did.
    fileprivate var isCorrected: Bool { !corrections.isEmpty || position > closed.pinned + 1 }
}

/// A closing, in a list of them. What is `nil` is left out of JSON.
package struct ClosingRow: Codable, Hashable, Sendable {
    /// The position of the event that closed the books: its id.
    package let id: UInt64
    /// The first day.
    package let start: Day
    /// The day after the last.
    package let end: Day
    /// Wall clock as given, RFC 3339 in UTC.
    package let recordedAt: Timestamp
    /// Name of the acting person; empty when not known.
    package let actor: String
    /// A remark; empty when there is none.
    package let reason: String
    /// The position of the last event that was taken in.
    package let pinned: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let pinnedRoot: String
    /// The digest of what the closing pins, lower-case hex.
    package let digest: String
    /// Whether log and report still come to root and digest, and everything that changed the days
    /// since says why.
    package let holds: Bool
    /// The positions of the corrections since.
    package let corrections: [UInt64]
    /// The position of the event that reopened the books; `nil` while they are closed.
    package let reopened: UInt64?
    /// The positions of events that changed lines of the days since without a correction; left out
    /// where there are none.
    package let unrecorded: [UInt64]?
}

/// The periods whose books were closed, the newest first.
package struct ClosingList: Codable, Hashable, Sendable {
    /// The closings.
    package let rows: [ClosingRow]
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}
