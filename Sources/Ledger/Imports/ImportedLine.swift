internal import EventLog

/// What an imported line said when it was imported.
package struct ImportedLine: Hashable, Sendable {
    /// The position of its creation: its id.
    package let id: UInt64
    /// As first imported, or as a later import restated it.
    package var facts: LineFacts
    /// As first imported, or as a later import restated it.
    package var details: LineDetails
    /// What the last import said of how far it has come with a bank, where that was looked for.
    package var status: LineStatus?

    /// A line.
    package init(id: UInt64, facts: LineFacts, details: LineDetails) {
        self.id = id
        self.facts = facts
        self.details = details
    }

    /// What recognises its row.
    package var fingerprint: LineFingerprint {
        LineFingerprint(facts, details, account: account)
    }

    /// What recognises its row by the id of another system; `nil` for none.
    package var idFingerprint: LineFingerprint? {
        LineFingerprint(idOf: facts, details, account: account)
    }

    private var account: LineFingerprint.Account? {
        facts.account?.position.map { .known($0) }
    }

    /// All that a row of it may look like. Of a line without any text it cannot be told whether
    /// that was erased.
    package var fingerprints: [LineFingerprint] {
        guard details.title.isEmpty, details.note.isEmpty else { return [fingerprint] }
        let head = LineFingerprint.Head(facts, account)
        return [
            fingerprint,
            LineFingerprint(textless: head, day: facts.day, minor: facts.amount.minor),
        ]
    }

    /// Takes in what an import restated.
    mutating func apply(_ event: LineAmended) {
        if event.changes.contains(.kind) { facts.kind = event.facts.kind }
        if event.changes.contains(.flags) { facts.flags = event.facts.flags }
        if event.changes.contains(.day) { facts.day = event.facts.day }
        if event.changes.contains(.amount) { facts.amount = event.facts.amount }
        if event.changes.contains(.category) { facts.category = event.facts.category }
        details.take(event.changes, from: event.details)
    }
}

extension LineFingerprint {
    /// The fingerprint of a line; `nil` for no account.
    package init(_ facts: LineFacts, _ details: LineDetails, account: Account?) {
        self.init(
            Head(facts, account), day: facts.day, minor: facts.amount.minor, time: details.time,
            title: TextHash(details.title.utf8), note: TextHash(details.note.utf8))
    }

    /// The fingerprint by the id of another system; `nil` without one.
    package init?(idOf facts: LineFacts, _ details: LineDetails, account: Account?) {
        guard let id = details.externalID, !id.isEmpty else { return nil }
        self.init(
            TextHash(id.utf8), of: Head(facts, account), day: facts.day,
            minor: facts.amount.minor)
    }
}

extension LineFingerprint.Head {
    /// The head of a line; `nil` for no account.
    package init(_ facts: LineFacts, _ account: LineFingerprint.Account?) {
        self.init(
            kind: facts.kind, isIncoming: facts.flags.contains(.incoming),
            currency: facts.amount.currency, account: account ?? .none)
    }
}

/// What imports did to lines of earlier imports.
package struct Restatements: Sendable {
    /// Lines that they restated, by id.
    package fileprivate(set) var lines: [UInt64: RestatedLine] = [:]
    /// Lines that they voided and that are void still: their rows were taken back.
    package fileprivate(set) var voided: Set<UInt64> = []
}

/// A line that later imports restated: its row may look as any of them.
package struct RestatedLine: Sendable {
    /// As the last import restated it.
    package fileprivate(set) var line: ImportedLine
    /// All that it looked like, the first import's first.
    package fileprivate(set) var fingerprints: [LineFingerprint]
}

/// The batches that imports made.
package struct ImportBatches: Sendable {
    /// What ``BatchStarted/origin`` says of imports.
    package static let origin = "import"
    /// The name of the count of rows that were read.
    package static let readCount = "read"
    /// The name of the count of tasks, which are called after what the file says of them.
    package static let tasksCount = "tasks"
    /// The name of the count of restated lines.
    package static let changedCount = "changed"
    /// The name of the count of lines that were voided because they were missing.
    package static let voidedCount = "voided"

    /// The positions of the events that opened them.
    package fileprivate(set) var starts: Set<UInt64> = []
    /// How many rows the file of each had.
    fileprivate var rows: [UInt64: Int64] = [:]

    /// Only those of files with as many rows.
    package func having(rows count: Int) -> ImportBatches {
        var found = self
        found.starts = starts.filter { rows[$0] == Int64(count) }
        found.restating = restating.filter(found.starts.contains)
        return found
    }

    /// How many rows or tasks those brought that do not say how many tasks they brought, as earlier
    /// programs wrote them: their tasks are called after their places.
    fileprivate(set) var newTasks: [UInt64: Int] = [:]

    /// Of those, the ones that restated or voided lines, ascending.
    fileprivate var restating: [UInt64] = []
}

extension LedgerSnapshot {
    /// The batches that imports made.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold batches are read.
    package func importBatches() throws(StoreError) -> ImportBatches {
        try foundImports.batches { () throws(StoreError) in try findImportBatches() }
    }

    /// What an account began with, whatever was made of that since, where an import opened it;
    /// `nil` for any other.
    ///
    /// - Complexity: That of ``importBatches()``.
    package func importedOpening(of account: UInt64) throws(StoreError) -> Money? {
        let imports = try importBatches().starts
        var opening: Money?
        try store.readEvents(at: [account], [.hot, .facts, .commits]) { _, event, commit in
            guard case .accountOpened(let opened) = event, let batch = commit?.batch,
                imports.contains(batch)
            else { return }
            opening = opened.opening
        }
        return opening
    }

    private func findImportBatches() throws(StoreError) -> ImportBatches {
        var found: [UInt64] = []
        let wanted = TypeSet([EventType.batchStarted.rawValue])
        try store.read(0..<count, .hot, holding: wanted) { batch in
            let isStart = batch.keys.map { $0.type == EventType.batchStarted.rawValue }
            if isStart.contains(true) {
                for index in 0..<batch.count where isStart[Int(batch.keyCodes[index])] {
                    found.append(batch.firstPosition + UInt64(index))
                }
            }
            return .next
        }
        var batches = ImportBatches()
        try store.readEvents(at: found, [.hot, .facts]) { position, event, _ in
            guard case .batchStarted(let started) = event,
                started.origin == ImportBatches.origin
            else { return }
            batches.starts.insert(position)
            batches.rows[position] = started.counts[ImportBatches.readCount]
            if started.counts[ImportBatches.tasksCount] == nil {
                batches.newTasks[position] = Int(clamping: started.counts["new"] ?? 0)
            }
            let counts = [ImportBatches.changedCount, ImportBatches.voidedCount]
            if counts.contains(where: { started.counts[$0] ?? 0 > 0 }) {
                batches.restating.append(position)
            }
        }
        return batches
    }

    /// What imports did to lines of earlier imports, those left out that an undo took back.
    ///
    /// - Complexity: O(*r*) in these lines, and the frames in which the batches begin; O(*n*) in
    ///   the links where any were voided.
    package func restatements(
        _ batches: ImportBatches
    ) throws(StoreError) -> Restatements {
        var found = Restatements()
        if batches.restating.isEmpty { return found }
        let marks = try undoMarks()
        for start in batches.restating where marks.undoer(of: start) == nil {
            var amendments: [LineAmended] = []
            var voided: [UInt64] = []
            try store.read(start..<count, .all) { batch throws(StoreError) in
                for index in 0..<batch.count {
                    let position = batch.firstPosition + UInt64(index)
                    guard batch.commit(at: index)?.batch == start else { return .stop }
                    switch try Event(row: batch.row(at: index), at: position) {
                    case .lineAmended(let amended): amendments.append(amended)
                    case .lineVoided(let event): voided += event.target.position.map { [$0] } ?? []
                    case .lineAdded: return .stop
                    default: break
                    }
                }
                return .next
            }
            for amended in amendments {
                guard let id = amended.target.position else { continue }
                try restate(id, amended, in: &found.lines)
            }
            found.voided.formUnion(voided)
        }
        if !found.voided.isEmpty {
            let lines = try state(for: found.voided.sorted(), withCategories: false).lines
            found.voided = found.voided.filter { lines[$0]?.isVoided == true }
        }
        return found
    }

    private func restate(
        _ id: UInt64, _ amended: LineAmended, in found: inout [UInt64: RestatedLine]
    ) throws(StoreError) {
        if found[id] == nil, case .lineAdded(let added)? = try store.event(at: id)?.event {
            let line = ImportedLine(id: id, facts: added.facts, details: added.details)
            found[id] = RestatedLine(line: line, fingerprints: line.fingerprints)
        }
        guard var restated = found[id] else { return }
        restated.line.apply(amended)
        restated.fingerprints += restated.line.fingerprints
        found[id] = restated
    }

    /// The lines that imports brought, as they were then.
    package func importedLines(at ids: [UInt64]) throws(StoreError) -> [ImportedLine] {
        var lines: [ImportedLine] = []
        try store.readEvents(at: ids, [.hot, .facts, .text]) { position, event, _ in
            guard case .lineAdded(let added) = event else { return }
            lines.append(ImportedLine(id: position, facts: added.facts, details: added.details))
        }
        return lines
    }
}
