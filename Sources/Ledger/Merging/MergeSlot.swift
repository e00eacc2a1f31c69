internal import EventLog

/// What of a ledger an event has to itself: of two branches both cannot, unless they say the same.
struct MergeSlot: Hashable, Sendable {
    /// What kind of thing it is.
    enum Kind: Sendable {
        case version, settings, currency, category, account, person, unit, units, budget, membership
        case rights, price, attribute, goal, plan, skip, stop, undo, statement, schemas, importedID
        case importedRow, opening, aside, task, saidTask
    }

    let kind: Kind
    /// What tells it from others of the kind.
    let values: [FieldValue?]

    /// The slot that events of a type have, and by which columns; `nil` for those that have none of
    /// their own.
    private static func own(_ type: EventType) -> (kind: Kind, columns: [ColumnID])? {
        switch type {
        case .ledgerOpened: (.opening, [])
        case .commitSetAside: (.aside, [.digest, .note])
        case .settingsChanged: (.settings, [])
        case .currencyDeclared: (.currency, [.currency])
        case .categoryRenamed: (.category, [.formerName])
        case .accountOpened: (.account, [.name])
        case .personAdded: (.person, [.personName])
        case .unitAdded: (.unit, [.unit, .name])
        case .unitChanged: (.units, [])
        case .budgetSet, .budgetEnded: (.budget, [.currency, .name])
        case .membershipSet, .membershipEnded: (.membership, [.target, .unit])
        case .rightsGranted, .rightsRevoked: (.rights, [.target, .unit])
        case .priceSet: (.price, [.currency, .day, .name])
        case .taskAttributeDeclared: (.attribute, [.name])
        case .goalSet: (.goal, [.name])
        case .accountTyped, .lineMarked: (.plan, [.target])
        case .budgetWithdrawn, .budgetRestored, .repeatWithdrawn, .repeatRestored, .priceWithdrawn,
            .priceRestored, .assertionWithdrawn, .booksReopened:
            (.plan, [.target])
        case .repeatSkipped: (.skip, [.target, .day])
        case .commitUndone: (.undo, [.undone])
        case .statementAsserted: (.statement, [.account, .day, .currency])
        case .schemasDeclared: (.schemas, [.schemas])
        default: nil
        }
    }

    /// The slots of an event.
    ///
    /// - Parameter isImported: Whether a file brought it.
    static func all(of row: Row, isImported: Bool) -> [MergeSlot] {
        var slots: [MergeSlot] = []
        if row[.previous] != nil { slots.append(MergeSlot(.version, [.previous], of: row)) }
        guard let type = EventType(rawValue: row.type) else { return slots }
        switch type {
        case .lineAdded where row[.externalID] != nil:
            slots.append(MergeSlot(.importedID, [.account, .externalID], of: row))
        case .lineAdded where isImported:
            slots.append(MergeSlot(.importedRow, rowColumns, of: row))
        case .repeatSkipped where row[.mode] != nil:
            slots.append(MergeSlot(.stop, [.target], of: row))
        default:
            if let own = own(type) { slots.append(MergeSlot(own.kind, own.columns, of: row)) }
        }
        return slots
    }

    /// What tells a row of a file from others.
    private static let rowColumns: [ColumnID] = [
        .kind, .currency, .account, .day, .amount, .title, .payee,
    ]

    /// Whether the thing of the slot is one and the same on both sides, whatever else is said.
    var isName: Bool { [.account, .person, .unit].contains(kind) }

    /// Whether what else a commit says decides if two are the same: a rule that stops may go on as
    /// another one.
    var isOfItsCommit: Bool { kind == .stop }

    /// Whether several events may have it: as many as there are rows in a file.
    var isShared: Bool { kind == .importedRow || kind == .saidTask }

    /// Whether it is that of a task: the task is one and the same on both sides, but what is said
    /// of it may differ.
    var isTask: Bool { kind == .task || kind == .saidTask }

    /// The slot of a task by its id outside of the ledger.
    static func task(_ id: String) -> MergeSlot {
        MergeSlot(kind: .task, values: [.bytes(Array(id.utf8))])
    }

    /// The slot of tasks that came without an id, by what they say.
    static func task(saying text: String) -> MergeSlot {
        MergeSlot(kind: .saidTask, values: [.bytes(Array(text.utf8))])
    }

    private init(_ kind: Kind, _ columns: [ColumnID], of row: Row) {
        self.init(
            kind: kind,
            values: columns.map { column in
                guard kind != .version, kind != .importedRow else { return row[column] }
                return MergeSlot.folded(row[column], column)
            })
    }

    private init(kind: Kind, values: [FieldValue?]) {
        self.kind = kind
        self.values = values
    }

    /// The name that a change gives an account, a person or a unit; `nil` for other events.
    static func name(of row: Row) -> MergeSlot? {
        switch EventType(rawValue: row.type) {
        case .accountChanged: MergeSlot(.account, [.name], of: row)
        case .personChanged:
            row[.personName] == nil ? nil : MergeSlot(.person, [.personName], of: row)
        case .unitChanged: MergeSlot(.unit, [.unit, .name], of: row)
        default: nil
        }
    }

    /// Names are one in any case; a currency is told by its code.
    private static func folded(_ value: FieldValue?, _ column: ColumnID) -> FieldValue? {
        guard let bytes = value?.bytes else { return value }
        switch column {
        case .name, .formerName, .personName:
            return .bytes(Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8))
        case .currency: return .bytes(bytes.dropLast())
        default: return value
        }
    }
}
