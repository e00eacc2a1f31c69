internal import EventLog

extension LedgerSnapshot {
    /// What some commits, or batches of them, did.
    ///
    /// - Parameter groups: Each of one commit, or of several of a batch.
    /// - Complexity: O(*n*) in the events of the commits, and in the links behind the oldest entity
    ///   of which they speak.
    package func rows(of groups: [[RecordedCommit]]) throws(StoreError) -> [CommitRow] {
        let marks = try undoMarks()
        var summaries: [Summary] = []
        for group in groups { summaries.append(try summary(of: group, marks)) }
        try tellFiles(in: &summaries)
        let state = try state(for: summaries.compactMap(\.target), withCategories: false)
        return zip(groups, summaries).map { row(of: $0, $1, state, marks) }
    }

    /// What a group did, before names are looked up.
    fileprivate struct Summary {
        var action = CommitRow.Action.other
        var count = 0
        var title = ""
        /// The line or task that gives the title.
        var target: UInt64?
        /// The first event about a file, where files are all that it is about.
        var fileEvent: UInt64?
        /// What the first file is called.
        var file: String?
    }

    /// Says which files were attached, detached or renamed.
    private func tellFiles(in summaries: inout [Summary]) throws(StoreError) {
        guard summaries.contains(where: { $0.fileEvent != nil }) else { return }
        let sayings = try attachments().sayings
        for index in summaries.indices {
            guard let event = summaries[index].fileEvent, let file = sayings[event] else {
                continue
            }
            summaries[index].file = file.name
            summaries[index].action =
                switch file.deed {
                case .attached: .fileAttached
                case .detached: .fileDetached
                case .renamed: .fileRenamed
                }
        }
    }

    private func row(
        of group: [RecordedCommit], _ summary: Summary, _ state: LedgerState, _ marks: UndoIndex
    ) -> CommitRow {
        let last = group.map(\.header.recordedAt).max() ?? 0
        let line = summary.target.flatMap { state.lines[$0] }
        let todo = summary.target.flatMap { state.todos[$0] }
        let id = group.map(\.id).min() ?? 0
        return CommitRow(
            id: id, recordedAt: Timestamp(millisecondsSince1970: last),
            actor: group.first?.header.actor.flatMap(referenceData.person(at:))?.name ?? "",
            action: summary.action,
            title: line?.details.title ?? todo?.facts.title ?? summary.title,
            file: summary.file, amount: line?.facts.amount.description ?? "",
            currency: line?.facts.amount.currency.code ?? "", things: summary.count,
            events: group.reduce(0) { $0 + UInt64($1.positions.count) },
            batch: group.first?.header.batch, undoes: group.flatMap { marks.undone[$0.id] ?? [] })
    }

    private func summary(
        of group: [RecordedCommit], _ marks: UndoIndex
    ) throws(StoreError) -> Summary {
        var counts: [UInt16: Int] = [:]
        var firsts: [UInt16: UInt64] = [:]
        for commit in group {
            try store.read(commit.positions, .hot) { batch in
                for (index, code) in batch.keyCodes.enumerated() {
                    let type = batch.keys[Int(code)].type
                    counts[type, default: 0] += 1
                    if counts[type] == 1 { firsts[type] = batch.firstPosition + UInt64(index) }
                }
                return .next
            }
        }
        var summary = Summary()
        let found = Summary.types.first { firsts[$0.type.rawValue] != nil }
        if let found {
            summary.action = found.action
            summary.count = counts[found.type.rawValue] ?? 0
        }
        if let commit = group.first, marks.isUndo(commit.id) {
            summary.action = marks.isRedo(commit.id) ? .redone : .undone
            summary.count = marks.undone[commit.id]?.count ?? 0
            return summary
        }
        let first = firsts[EventType.batchStarted.rawValue]
        if let batch = group.first?.header.batch ?? first {
            try fill(&summary, fromEventAt: batch)
            let added = counts[EventType.lineAdded.rawValue] ?? 0
            // A change of many lines is a batch, too, but of no file.
            if added == 0, summary.title.isEmpty, let found, let first = firsts[found.type.rawValue]
            {
                try fill(&summary, fromEventAt: first)
            } else {
                summary.action = .imported
                summary.count = added
            }
        } else if let found, let first = firsts[found.type.rawValue] {
            try fill(&summary, fromEventAt: first)
        }
        return summary
    }

    private func fill(_ summary: inout Summary, fromEventAt position: UInt64) throws(StoreError) {
        var isOfRule = false
        try store.readEvents(at: [position], .all) { position, event, _ in
            switch event {
            case .batchStarted(let batch): summary.title = batch.fileName
            case .lineAdded, .taskAdded: summary.target = position
            case .accountOpened(let account): summary.title = account.name
            case .accountChanged(let change): summary.title = change.facts.name
            case .categoryRenamed(let names):
                summary.title = "\(names.from.text) → \(names.to.text)"
            case .personAdded(let person): summary.title = person.name
            case .currencyDeclared(let currency): summary.title = currency.code
            case .booksClosed(let closed): summary.title = closed.days.description
            case .booksReopened(let reopened):
                let closing = referenceData.closings.first {
                    $0.position == reopened.target.position
                }
                summary.title = closing?.closed.days.description ?? ""
            case .textErased(let erased): summary.title = "\(erased.target.position ?? 0)"
            case .personChanged(let change): summary.title = change.facts.name
            case .unitAdded(let unit): summary.title = unit.facts.name
            case .unitChanged(let change): summary.title = change.facts.name
            case .membershipSet(let set): summary.title = referenceData.personName(set.person) ?? ""
            case .membershipEnded(let ended):
                summary.title = referenceData.personName(ended.person) ?? ""
            case .rightsGranted(let change), .rightsRevoked(let change):
                summary.title = referenceData.personName(change.person) ?? ""
            case .statementAsserted(let statement):
                summary.title = referenceData.accountName(statement.account) ?? ""
            case .budgetSet(let set):
                summary.title = BudgetBook.Saying.set(set).title(referenceData)
            case .budgetEnded(let ended):
                summary.title = BudgetBook.Saying.ended(ended).title(referenceData)
            case .repeatAdded(let added): summary.title = added.phrase
            case .priceSet(let price): summary.title = price.phrase
            case .taskAttributeDeclared(let attribute): summary.title = attribute.name
            case .goalSet(let goal): summary.title = goal.phrase
            case .accountTyped(let typed):
                summary.title = referenceData.accountName(typed.account) ?? ""
            case .commitSetAside(let aside):
                summary.title = PlainText.cut(PlainText.plain(aside.content), to: 60)
            case .deviceAdded(let device): summary.title = device.name
            case .deviceRevoked(let device):
                summary.title = referenceData.devices.name(of: device.key) ?? ""
            case .repeatSkipped: isOfRule = true
            case .fileAttached:
                (summary.target, summary.fileEvent) = (event.target, position)
            default: summary.target = event.target
            }
        }
        if isOfRule { summary.title = try repeatBook().title(at: position) ?? "" }
    }
}

extension LedgerSnapshot.Summary {
    /// What a commit is called by, the first that it holds.
    fileprivate static let types: [(type: EventType, action: CommitRow.Action)] = [
        (.ledgerOpened, .opened), (.lineAdded, .added), (.lineAmended, .amended),
        (.lineVoided, .voided), (.lineRestored, .restored), (.taskAdded, .taskAdded),
        (.taskEdited, .taskEdited), (.taskCompleted, .taskCompleted),
        (.taskReopened, .taskReopened), (.taskRescheduled, .taskRescheduled),
        (.taskDropped, .taskDropped), (.taskTimed, .taskTimed), (.taskLinked, .taskLinked),
        (.taskStarted, .taskStarted), (.taskStopped, .taskStopped),
        (.taskFinished, .taskFinished), (.taskValued, .taskValued),
        (.taskAttributeDeclared, .taskAttributeDeclared), (.repeatAdded, .repeatAdded),
        (.categoryRenamed, .categoryRenamed),
        (.accountOpened, .accountOpened), (.accountChanged, .accountChanged),
        (.settingsChanged, .settingsChanged), (.currencyDeclared, .currencyDeclared),
        (.statementAsserted, .statementAsserted), (.assertionWithdrawn, .statementWithdrawn),
        (.personAdded, .personAdded), (.booksClosed, .booksClosed),
        (.booksReopened, .booksReopened), (.personChanged, .personChanged),
        (.unitAdded, .unitAdded), (.unitChanged, .unitChanged),
        (.rightsGranted, .rightsGranted), (.rightsRevoked, .rightsRevoked),
        (.membershipSet, .membershipSet), (.membershipEnded, .membershipEnded),
        (.textErased, .textErased), (.budgetSet, .budgetSet), (.budgetEnded, .budgetEnded),
        (.budgetWithdrawn, .budgetWithdrawn), (.budgetRestored, .budgetRestored),
        (.repeatSkipped, .repeatSkipped),
        (.repeatWithdrawn, .repeatWithdrawn), (.repeatRestored, .repeatRestored),
        (.priceSet, .priceSet), (.priceWithdrawn, .priceWithdrawn),
        (.priceRestored, .priceRestored), (.branchMerged, .branchMerged),
        (.commitSetAside, .commitSetAside), (.lineMarked, .lineMarked),
        (.fileAttached, .fileAttached),
        (.accountTyped, .accountTyped), (.goalSet, .goalSet),
        (.deviceAdded, .deviceAdded), (.deviceRevoked, .deviceRevoked),
    ]
}
