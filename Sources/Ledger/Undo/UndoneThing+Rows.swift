internal import EventLog

extension UndoneThing {
    /// What stands in the way, field by field.
    func conflicts(_ referenceData: ReferenceData) -> [UndoConflict] {
        switch self {
        case .line(let line, _):
            line.clashes(referenceData).map {
                UndoConflict($0, id: line.now.id, type: "line", title: line.now.details.name)
            }
        case .todo(let todo):
            todo.clashes(referenceData).map {
                UndoConflict($0, id: todo.now.id, type: "task", title: todo.now.facts.title)
            }
        }
    }

    /// What changes, field by field.
    func changes(_ referenceData: ReferenceData) -> [UndoChange] {
        switch self {
        case .line(let line, _):
            line.changes(referenceData).map {
                UndoChange(
                    $0, id: line.now.id, type: "line", title: line.now.details.name,
                    amount: line.now.facts.amount)
            }
        case .todo(let todo):
            todo.changes(referenceData).map {
                UndoChange($0, id: todo.now.id, type: "task", title: todo.now.facts.title)
            }
        }
    }

    /// How many of ``changes(_:)`` there are.
    func changesCount(_ referenceData: ReferenceData) -> Int {
        switch self {
        case .line(let line, _): line.changesCount(referenceData)
        case .todo(let todo): todo.changesCount(referenceData)
        }
    }
}

extension LineDetails {
    /// What a line is called: its title, else the first line of its note.
    fileprivate var name: String {
        if !title.trimmed.isEmpty { return title }
        return note.split { $0.isNewline }.first.map(String.init) ?? ""
    }
}

extension UndoChange {
    init(_ change: FieldChange, id: UInt64, type: String, title: String, amount: Money? = nil) {
        self.id = id
        self.type = type
        self.title = title
        self.amount = amount?.description ?? ""
        self.currency = amount?.currency.code ?? ""
        field = change.field
        was = change.was
        now = change.now
    }
}

extension UndoConflict {
    init<Thing>(_ clash: Reversion<Thing>.Clash, id: UInt64, type: String, title: String) {
        self.init(
            id: id, type: type, title: title, field: clash.change.field, set: clash.change.was,
            now: clash.change.now, by: clash.by)
    }
}

extension Event {
    /// Counts how many more live lines name an account after the event.
    func count(in lines: inout [UInt64: Int]) {
        let (new, old): (LineFacts?, LineFacts?) =
            switch self {
            case .lineAdded(let line): (line.facts, nil)
            case .lineAmended(let line): (line.facts, line.replaced)
            case .lineVoided(let line): (nil, line.replaced)
            case .lineRestored(let line): (line.facts, nil)
            default: (nil, nil)
            }
        if let account = new?.account?.position { lines[account, default: 0] += 1 }
        if let account = old?.account?.position { lines[account, default: 0] -= 1 }
    }
}

extension LedgerSnapshot {
    /// How many live lines name each account, the other sides of transfers included.
    ///
    /// - Complexity: O(*n*) in the keys of the events.
    func liveLines() throws(StoreError) -> [UInt64: Int] {
        var lines: [UInt64: Int] = [:]
        for (fields, count) in try store.lineCounts(of: 0..<self.count).totals {
            let account = fields.first { $0.column == .account }?.value.integer
            guard let position = account.flatMap({ UInt64(exactly: $0) }) else { continue }
            lines[position, default: 0] += Int(count)
        }
        return lines
    }
}
