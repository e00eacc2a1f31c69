internal import EventLog

extension LedgerSnapshot {
    /// What the events at some positions, ascending, say.
    ///
    /// - Complexity: O(*n*) in the links from the oldest entity that they change to the last.
    package func logRows(at positions: [UInt64]) throws(StoreError) -> [LogRow] {
        var events: [RecordedEvent] = []
        try store.readEvents(at: positions, .all) { position, event, commit in
            guard let commit else { return }
            events.append(RecordedEvent(position: position, event: event, commit: commit))
        }
        var told = try told(of: events)
        let files = try fileSayings(among: events.lazy.map(\.event))
        for (position, file) in files { told[position]?.changes = file.changes }
        let names = LogNames(referenceData, units: try units(for: events))
        let types = DeclaredTypes(referenceData.declarations)
        let isOfRule = events.contains { RepeatOrigin.isKey($0.commit.key) }
        let rules = isOfRule ? try repeatBook().rulesByPrefix : [:]
        return events.map { recorded in
            if case .custom(let record) = recorded.event {
                let schema = types.schema(record.number, record.version)
                return row(of: recorded, Told(record.row, schema), types, rules)
            }
            return row(
                of: recorded, told[recorded.position] ?? recorded.event.told(names), types, rules,
                deed: files[recorded.position]?.deed.rawValue)
        }
    }

    /// The units as they are called now, where any of the events speaks of one.
    private func units(for events: [RecordedEvent]) throws(StoreError) -> Organisation {
        let isNeeded = events.contains { recorded in
            EventType(rawValue: recorded.event.row.type).map(Organisation.types.contains) ?? false
        }
        guard isNeeded else { return Organisation() }
        return try store.organisation([.unitAdded, .unitChanged], upTo: count)
    }

    private func row(
        of recorded: RecordedEvent, _ told: Told, _ types: DeclaredTypes, _ rules: [String: UInt64],
        deed: String? = nil
    ) -> LogRow {
        let number = recorded.event.row.type
        let words = recorded.event.type.map { ($0.entity, $0.action) } ?? types.words(of: number)
        let commit = recorded.commit
        let origin = RepeatBook.origin(of: commit.key, rules)
        return LogRow(
            position: recorded.position,
            recordedAt: Timestamp(millisecondsSince1970: commit.recordedAt),
            actor: commit.actor.flatMap(referenceData.person(at:))?.name ?? "",
            thing: words?.0 ?? "event", deed: deed ?? words?.1 ?? "\(number)",
            id: recorded.event.entity(at: recorded.position), title: told.title,
            day: told.day, changes: told.changes, reason: recorded.event.reason,
            commit: commit.firstPosition,
            batch: commit.batch, rule: origin?.rule, ruleDay: origin?.day)
    }

    /// What events say of lines, tasks and accounts, which may have been otherwise before.
    private func told(of events: [RecordedEvent]) throws(StoreError) -> [UInt64: Told] {
        let ids = Set(events.compactMap { $0.event.versionOf(at: $0.position) })
        var told: [UInt64: Told] = [:]
        if !ids.isEmpty {
            let wanted = Set(events.map(\.position))
            var state = LedgerState(count: count, referenceData: referenceData)
            // What came later changes nothing of what an event said.
            let own = before(events.last.map { $0.position + 1 } ?? count)
            try store.readEvents(at: own.versions(of: ids.sorted()).positions, .all) {
                position, event, _ in
                guard let id = event.versionOf(at: position), ids.contains(id) else { return }
                let old = wanted.contains(position) ? state.texts(of: id) : []
                state.apply(event, at: position)
                guard wanted.contains(position) else { return }
                told[position] = Told(
                    state.title(of: id), state.lines[id]?.facts.day, from: old,
                    to: state.texts(of: id))
            }
        }
        let accounts = Dictionary(grouping: events) { $0.event.account }
        for (account, changes) in accounts {
            guard let account, let history = try history(ofAccount: account) else { continue }
            for recorded in changes {
                let version = history.versions.first { $0.position == recorded.position }
                guard case .accountChanged(let change) = recorded.event, let version else {
                    continue
                }
                told[recorded.position] = Told(
                    title: change.facts.name, changes: version.changes)
            }
        }
        // Each costs the links behind what it speaks of.
        var standingMax = 100
        let asides = events.contains { $0.event.type == .commitSetAside } ? try keptAsides() : []
        let kept = Dictionary(uniqueKeysWithValues: asides.map { ($0.position, $0) })
        var past = PastRights(self)
        for recorded in events {
            guard let waiting = kept[recorded.position] else { continue }
            let (aside, found) = (waiting.aside, try decided(waiting, &past))
            // What stood against it when it was set aside.
            let there = before(recorded.position)
            let target = standingMax > 0 ? aside.target?.position : nil
            standingMax -= 1
            let standing = try target.flatMap { (id) throws(StoreError) in
                try there.standing(id)
            }
            var said = Told(
                standing?.title ?? "",
                [
                    "content": aside.content.trimmed.nonEmpty, "stands": standing?.says,
                    "key": found.key, "answered": found.answer.map { "\($0.lowerBound)" },
                ])
            said.day = standing?.day
            told[recorded.position] = said
        }
        return told
    }
}

/// What an event says.
private struct Told {
    var title = ""
    /// The day for which a line counts.
    var day: Day?
    var changes: [FieldChange] = []

    init(title: String, changes: [FieldChange] = []) {
        self.title = title
        self.changes = changes
    }

    init(_ title: String, _ day: Day?, from old: [FieldText], to new: [FieldText]) {
        self.title = title
        self.day = day
        changes = FieldText.changes(from: old, to: new)
    }

    /// What is said for the first time.
    init(_ title: String = "", _ fields: KeyValuePairs<String, String?>) {
        self.title = title
        changes = fields.compactMap { field in
            field.value.map { FieldChange(field: field.key, was: nil, now: $0) }
        }
    }
}

extension LedgerState {
    fileprivate func texts(of id: UInt64) -> [FieldText] {
        lines[id]?.texts(referenceData) ?? todos[id]?.texts(referenceData) ?? []
    }

    fileprivate func title(of id: UInt64) -> String {
        lines[id]?.details.title ?? todos[id]?.facts.title ?? ""
    }
}

extension Event {
    /// The account of which the event is a change.
    fileprivate var account: UInt64? {
        if case .accountChanged(let change) = self { change.target.position } else { nil }
    }

    /// The line or task of which the event at a position is a version.
    fileprivate func versionOf(at position: UInt64) -> UInt64? {
        switch self {
        case .lineAdded, .taskAdded: position
        default: target
        }
    }

    /// The creation of the entity of which the event at a position speaks.
    fileprivate func entity(at position: UInt64) -> UInt64? {
        switch self {
        case .personAdded, .accountOpened, .batchStarted, .currencyDeclared, .statementAsserted,
            .booksClosed, .unitAdded, .budgetSet, .budgetEnded, .repeatAdded, .priceSet,
            .taskAttributeDeclared, .goalSet:
            position
        case .personChanged(let change): change.target.position
        case .unitChanged(let change): change.target.position
        case .membershipSet(let set): set.person.position
        case .membershipEnded(let ended): ended.person.position
        case .rightsGranted(let change), .rightsRevoked(let change): change.person.position
        case .accountChanged(let change): change.target.position
        case .accountTyped(let typed): typed.account.position
        case .assertionWithdrawn(let assertion): assertion.target.position
        case .commitUndone(let undo): undo.commit.position
        case .commitSetAside(let aside): aside.target?.position
        case .booksReopened(let reopened): reopened.target.position
        case .textErased(let erased): erased.target.position
        case .budgetWithdrawn(let change), .budgetRestored(let change),
            .repeatWithdrawn(let change), .repeatRestored(let change),
            .priceWithdrawn(let change), .priceRestored(let change):
            change.target.position
        case .repeatSkipped(let skipped): skipped.target.position
        case .fileAttached(let file): file.target.position
        default: versionOf(at: position)
        }
    }

    /// What an event says that is no version of anything that may have been otherwise before.
    fileprivate func told(_ names: LogNames) -> Told {
        switch self {
        case .ledgerOpened(let event):
            Told(
                "",
                [
                    "currency": event.settings.baseCurrency.code, "zone": event.settings.zoneName,
                    "weekStart": "\(event.settings.weekStart)",
                ])
        case .settingsChanged(let event):
            Told(
                "",
                [
                    "currency": event.baseCurrency?.code, "zone": event.zoneName,
                    "weekStart": event.weekStart.map { "\($0)" },
                ])
        case .personAdded(let person): Told(title: person.name)
        case .currencyDeclared(let currency):
            Told(currency.code, ["digits": "\(currency.exponent)"])
        case .accountOpened(let account):
            Told(
                account.name,
                [
                    "opening": account.opening.description,
                    "currency": account.opening.currency.code,
                ])
        case .batchStarted(let batch): Told(batch.fileName, ["origin": batch.origin])
        case .categoryRenamed(let names):
            Told(
                title: names.to.text,
                changes: [
                    FieldChange(field: "name", was: names.from.text, now: names.to.text)
                ])
        case .statementAsserted(let statement):
            Told(
                names.referenceData.accountName(statement.account) ?? "",
                [
                    "balance": statement.balance.description,
                    "currency": statement.balance.currency.code,
                    "day": statement.day.description,
                ])
        case .booksClosed(let closed):
            Told(
                "",
                [
                    "start": closed.days.start.description, "end": closed.days.end.description,
                    "pinned": "\(closed.pinned)",
                ])
        case .booksReopened(let reopened):
            Told("", ["correction": reopened.isCorrection ? "yes" : nil])
        case .textErased(let erased):
            Told("", ["recorded": erased.isRecorder ? "yes" : nil])
        case .commitSetAside(let aside): Told("", ["content": aside.content.trimmed.nonEmpty])
        case .branchMerged(let merged): Told(merged)
        case .budgetSet(let set):
            Told(
                set.category.text,
                [
                    "goal": set.goal.description, "currency": set.goal.currency.code,
                    "every": set.period.name, "day": set.day.description,
                    "rollover": set.rollsOver ? "yes" : nil,
                ])
        case .budgetEnded(let ended):
            Told(
                ended.category.text,
                ["currency": ended.currency.code, "day": ended.day.description])
        case .repeatAdded(let added): told(of: added, names)
        default: toldOfPeople(names)
        }
    }

    /// What is said of what comes again.
    private func told(of added: RepeatAdded, _ names: LogNames) -> Told {
        let (facts, todo): (LineFacts?, TodoFacts?) =
            switch added.content {
            case .line(let facts, _): (facts, nil)
            case .task(let facts, _): (nil, facts)
            }
        return Told(
            added.title,
            [
                "kind": facts?.kind.name ?? "task", "amount": facts?.amount.description,
                "currency": facts?.amount.currency.code, "category": facts?.category?.text,
                "account": names.referenceData.accountName(facts?.account),
                "project": todo?.project?.text, "every": added.recurrence.description,
                "from": added.first.description, "until": added.last?.description,
                "post": added.posts ? "yes" : nil,
            ])
    }

    /// What an event says of persons and the organisation, of a day that is passed over, or of an
    /// attribute of tasks.
    private func toldOfPeople(_ names: LogNames) -> Told {
        switch self {
        case .taskAttributeDeclared(let attribute):
            let choices = attribute.choices.joined(separator: ", ").nonEmpty
            return Told(attribute.name, ["kind": attribute.kind.name, "choices": choices])
        case .personChanged(let change):
            let facts = change.facts
            return Told(
                facts.name,
                [
                    "name": facts.name, "post": facts.post.nonEmpty,
                    "picture": facts.picture.nonEmpty, "contact": facts.contact.nonEmpty,
                ])
        case .repeatSkipped(let skipped):
            return Told("", [skipped.stops ? "none from" : "not on": skipped.day.description])
        case .priceSet(let price):
            return Told(
                "\(price.currency) \(price.unit)",
                ["price": price.rate.description, "day": price.day.description])
        case .fileAttached(let file):
            let name = file.fileName
            return Told(name, [file.ends ? "detached" : "attached": file.content.nonEmpty])
        case .accountTyped(let typed):
            return Told(
                names.referenceData.accountName(typed.account) ?? "",
                ["type": typed.type?.rawValue ?? "none"])
        case .goalSet(let goal):
            return Told(
                goal.name,
                [
                    "amount": goal.amount.description, "currency": goal.amount.currency.code,
                    "by": goal.until?.description,
                    "account": names.referenceData.accountName(goal.account),
                ])
        case .unitAdded(let unit):
            return Told(unit.facts.name, ["parent": names.unit(unit.facts.parent)])
        case .unitChanged(let change):
            return Told(
                change.facts.name,
                [
                    "parent": names.unit(change.facts.parent),
                    "closed": change.isClosed ? "yes" : nil,
                ])
        case .membershipSet(let set):
            return Told(
                names.person(set.person),
                ["unit": names.unit(set.unit), "post": set.post.nonEmpty])
        case .membershipEnded(let ended):
            return Told(names.person(ended.person), ["unit": names.unit(ended.unit)])
        case .rightsGranted(let change), .rightsRevoked(let change):
            return Told(
                names.person(change.person),
                [
                    "rights": change.rights.names.joined(separator: " "),
                    "unit": names.unit(change.unit) ?? "/",
                ])
        case .lineAdded, .lineAmended, .lineVoided, .lineRestored, .lineMarked, .taskAdded,
            .taskEdited,
            .taskCompleted, .taskReopened, .taskRescheduled, .taskDropped, .taskTimed, .taskLinked,
            .taskStarted, .taskStopped, .taskFinished, .taskValued, .accountChanged,
            .assertionWithdrawn, .commitUndone, .schemasDeclared, .budgetWithdrawn, .budgetRestored,
            .repeatWithdrawn, .repeatRestored, .priceWithdrawn, .priceRestored, .custom, .unknown:
            return Told(title: "")
        default:
            return Told(ofDevices: self, names.referenceData.devices)
                ?? Told(row, EventSchema.known(row.type, row.schema))
        }
    }
}

extension Told {
    /// What an event says by its columns: for types of which nothing more is known.
    fileprivate init(_ row: Row, _ schema: EventSchema?) {
        for field in row.fields where field.column != .reason {
            let column = schema?.columns.first { $0.id == field.column }
            let text = field.value.text(in: field.column.content?.form ?? .text)
            if title.isEmpty, column?.kind == .text { title = text }
            let name = column?.name ?? field.column.name
            changes.append(FieldChange(field: name, was: nil, now: text))
        }
    }
}

extension Told {
    /// What an event says of devices, without their keys and signatures; `nil` for others.
    fileprivate init?(ofDevices event: Event, _ devices: DeviceBook) {
        func name(_ key: [UInt8]) -> String { devices.name(of: key) ?? "" }
        switch event {
        case .deviceAdded(let device): self.init(device.name, ["by": name(device.by)])
        case .deviceRevoked(let device): self.init(name(device.key), ["by": name(device.by)])
        case .commitSigned(let signed): self.init(name(signed.key), ["number": "\(signed.number)"])
        case .commitsVouched(let others): self.init("", ["commits": "\(others.commits.count)"])
        default: return nil
        }
    }

    /// What a merge says of itself.
    fileprivate init(_ merged: BranchMerged) {
        let counts = merged.counts.mapValues { "\($0)" }
        self.init(
            "",
            [
                "commits": counts["commits"], "aside": counts["aside"],
                "shared": "\(merged.shared)",
                "root": FieldValue.bytes(merged.root).text(in: .bytes),
            ])
    }
}
