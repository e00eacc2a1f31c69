internal import EventLog

extension LedgerSnapshot {
    /// The events that pass a filter, newest first.
    ///
    /// - Parameters:
    ///   - skip: How many to pass over.
    ///   - limit: How many are wanted; `nil` for all.
    /// - Complexity: O(*n*) in the events behind the last one that is wanted; looking for words
    ///   decodes them. What entities were before takes the links behind the oldest that changed.
    package func log(
        _ filter: LogFilter, skip: Int = 0, limit: Int? = nil
    ) throws(StoreError) -> LogPage {
        let (end, isCut) = skip.addingReportingOverflow(limit ?? .max)
        let found = try positions(of: filter, upTo: isCut ? .max : end)
        let page = found.dropFirst(skip).prefix(limit ?? .max)
        let rows = try logRows(at: page.reversed())
        let head = try head()
        return LogPage(
            rows: rows.reversed(), more: found.count > skip + page.count,
            skipped: skip > 0 ? skip : nil, position: head.lastPosition, root: head.root.hex)
    }

    /// The positions of the events that pass, newest first: all, or more than `end`.
    private func positions(
        of filter: LogFilter, upTo end: Int
    ) throws(StoreError) -> [UInt64] {
        let wanted = filter.customTypes.union(filter.types.map(\.rawValue))
        let types = TypeSet(wanted)
        let words = filter.words.map { FoldedText($0) }
        let isOfSome =
            !filter.fileDeeds.isEmpty && filter.fileDeeds.count < FileDeed.allCases.count
        let others =
            isOfSome
            ? try attachments().sayings.filter { !filter.fileDeeds.contains($0.value.deed) } : [:]
        let range = filter.positions.clamped(to: 0..<count)
        var found: [UInt64] = []
        var window = LogWindow(range)
        while found.count <= end, let part = window.next() {
            var passing: [UInt64]
            if wanted.isEmpty {
                passing = Array(part)
            } else {
                passing = try store.positions(in: part, holding: types) { type, _, _ in
                    wanted.contains(type)
                }
            }
            if isOfSome { passing.removeAll { others[$0] != nil } }
            if filter.asksForCommits {
                let (commits, isOver) = try self.commits(in: part, passing: filter)
                passing.removeAll { !commits.contains($0) }
                if isOver { window.stop() }
            }
            if !words.isEmpty { passing = try self.passing(passing, words) }
            found += passing.reversed()
        }
        return found
    }

    /// The events of a part whose commits pass, and whether all before it are too old.
    private func commits(
        in part: Range<UInt64>, passing filter: LogFilter
    ) throws(StoreError) -> (events: PositionRanges, isOver: Bool) {
        var events = PositionRanges()
        var isOver = false
        try store.read(part, .commits) { batch in
            for (number, run) in batch.commits.enumerated() {
                let next = number + 1
                let end = next < batch.commits.count ? batch.commits[next].firstIndex : batch.count
                let (first, last) = (UInt64(run.firstIndex), UInt64(end))
                if let since = filter.since, run.header.logClock < since.millisecondsSince1970 {
                    isOver = true
                } else if filter.passes(run.header) {
                    events.append(batch.firstPosition + first..<batch.firstPosition + last)
                }
            }
            return .next
        }
        return (events, isOver)
    }

    /// Those of some events in which all words occur.
    private func passing(
        _ positions: [UInt64], _ words: [FoldedText]
    ) throws(StoreError) -> [UInt64] {
        var passing: [UInt64] = []
        try store.readEvents(at: positions, .all) { position, event, _ in
            let texts = event.words(referenceData).map { Array($0.utf8) }
            if words.allSatisfy({ word in texts.contains { word.occurs(in: $0) } }) {
                passing.append(position)
            }
        }
        return passing
    }
}

extension LogFilter {
    fileprivate var asksForCommits: Bool {
        !actors.isEmpty || batch != nil || since != nil || until != nil
    }

    fileprivate func passes(_ commit: CommitHeader) -> Bool {
        if let until, commit.logClock >= until.millisecondsSince1970 { return false }
        if let batch, commit.batch != batch { return false }
        return actors.isEmpty || commit.actor.map(actors.contains) == true
    }
}

/// Parts of a range from its end backwards, each larger than the one behind it.
private struct LogWindow {
    private var rest: Range<UInt64>
    private var events: UInt64 = 256

    init(_ range: Range<UInt64>) { rest = range }

    mutating func next() -> Range<UInt64>? {
        if rest.isEmpty { return nil }
        let length = min(events, UInt64(rest.count))
        events = min(events * 4, 1 << 16)
        let part = (rest.upperBound - length)..<rest.upperBound
        rest = rest.lowerBound..<part.lowerBound
        return part
    }

    mutating func stop() { rest = rest.lowerBound..<rest.lowerBound }
}

extension Event {
    /// The texts that can be looked for.
    fileprivate func words(_ referenceData: ReferenceData) -> [String] {
        switch self {
        case .lineAdded(let line): line.details.words + line.facts.words(referenceData)
        case .lineAmended(let line):
            line.details.words + line.facts.words(referenceData) + [line.reason]
        case .lineRestored(let line): line.facts.words(referenceData) + [line.reason]
        case .taskAdded(let task): task.facts.words
        case .taskEdited(let task): task.facts.words
        case .accountOpened(let account): [account.name]
        case .accountChanged(let change): [change.facts.name]
        case .batchStarted(let batch): [batch.origin, batch.fileName]
        case .categoryRenamed(let names): [names.from.text, names.to.text]
        case .currencyDeclared(let currency): [currency.code]
        case .statementAsserted(let statement): [referenceData.accountName(statement.account) ?? ""]
        case .booksClosed(let closed): [closed.reason, closed.days.description]
        case .personChanged(let change):
            [change.facts.name, change.facts.post, change.facts.contact]
        case .unitAdded(let unit): [unit.facts.name]
        case .unitChanged(let change): [change.facts.name]
        case .membershipSet(let set): [referenceData.personName(set.person) ?? "", set.post]
        case .membershipEnded(let ended):
            [referenceData.personName(ended.person) ?? "", ended.reason]
        case .rightsGranted(let change), .rightsRevoked(let change):
            [referenceData.personName(change.person) ?? "", change.reason] + change.rights.names
        case .budgetSet(let set): [set.category.text, set.reason]
        case .budgetEnded(let ended): [ended.category.text, ended.reason]
        case .repeatAdded(let added): added.words(referenceData)
        case .taskValued(let valued): [valued.attribute] + row.texts
        case .taskAttributeDeclared(let attribute): [attribute.name] + attribute.choices
        case .priceSet(let price): [price.currency.code, price.unit, price.reason]
        case .goalSet(let goal): [goal.name, goal.reason]
        case .accountTyped(let typed):
            [referenceData.accountName(typed.account) ?? "", typed.type?.rawValue ?? ""]
        case .fileAttached(let file): [file.fileName]
        case .lineMarked(let mark): [mark.status?.rawValue ?? ""]
        case .unknown: []
        default: row.texts
        }
    }
}

extension RepeatAdded {
    fileprivate func words(_ referenceData: ReferenceData) -> [String] {
        switch content {
        case .line(let facts, let details): details.words + facts.words(referenceData)
        case .task(let facts, _): facts.words
        }
    }
}

extension LineFacts {
    fileprivate func words(_ referenceData: ReferenceData) -> [String] {
        [category?.text ?? "", referenceData.accountName(account) ?? ""]
    }
}

extension TodoFacts {
    fileprivate var words: [String] { [title, note, project?.text ?? ""] + tags }
}

extension Row {
    /// The erasable texts of the event.
    fileprivate var texts: [String] {
        fields.filter { $0.column.isErasable }
            .compactMap { $0.value.bytes.map { String(decoding: $0, as: UTF8.self) } }
    }
}
