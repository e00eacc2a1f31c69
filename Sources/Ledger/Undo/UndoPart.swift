/// What becomes of something when commits are taken back.
protocol UndoPart: Sendable {
    /// What cannot be taken back, field by field.
    func conflicts(_ names: UndoNames) -> [UndoConflict]

    /// What changes, field by field.
    func changes(_ names: UndoNames) -> [UndoChange]

    /// How many of ``changes(_:)`` there are.
    func changesCount(_ names: UndoNames) -> Int

    /// The events that take it back, as few as possible.
    ///
    /// - Parameter index: The index of the first of them in its commit.
    func events(from index: Int, reason: String) -> [Event]
}

extension UndoPart {
    func changesCount(_ names: UndoNames) -> Int { changes(names).count }
}

/// What changes and conflicts take names from.
struct UndoNames: Sendable {
    let referenceData: ReferenceData
    let organisation: Organisation

    init(_ referenceData: ReferenceData, _ organisation: Organisation = Organisation()) {
        self.referenceData = referenceData
        self.organisation = organisation
    }
}

/// What changes and conflicts call an entity.
struct EntityLabel {
    /// The position of its creation; of settings and categories that of the change.
    var id: UInt64
    /// `line`, `task`, `account` and so on; see ``UndoChange/type``.
    let type: String
    /// What it is called now; may be empty.
    let title: String
    /// The amount of a line.
    var amount: Money?
}

extension UndoChange {
    init(_ label: EntityLabel, _ change: FieldChange) {
        id = label.id
        type = label.type
        title = label.title
        amount = label.amount?.description ?? ""
        currency = label.amount?.currency.code ?? ""
        field = change.field
        was = change.was
        now = change.now
    }

    /// A field that says `yes` or nothing.
    init(_ label: EntityLabel, _ field: String, becomes now: Bool) {
        self.init(
            label, FieldChange(field: field, was: now ? nil : "yes", now: now ? "yes" : nil))
    }
}

extension UndoConflict {
    init(_ label: EntityLabel, field: String, set: String?, now: String?, by: UInt64) {
        self.init(
            id: label.id, type: label.type, title: label.title, field: field, set: set, now: now,
            by: by)
    }

    init<Entity>(_ label: EntityLabel, _ clash: Reversion<Entity>.Clash) {
        self.init(
            label, field: clash.change.field, set: clash.change.was, now: clash.change.now,
            by: clash.by)
    }
}

extension Reversion: UndoPart {
    func conflicts(_ names: UndoNames) -> [UndoConflict] {
        let clashes = clashes(names.referenceData)
        if clashes.isEmpty { return [] }
        let label = now.label(names)
        return clashes.map { UndoConflict(label, $0) }
    }

    func changes(_ names: UndoNames) -> [UndoChange] {
        let label = now.label(names)
        return changes(names.referenceData).map { UndoChange(label, $0) }
    }

    func changesCount(_ names: UndoNames) -> Int { changesCount(names.referenceData) }

    func events(from index: Int, reason: String) -> [Event] {
        if now.fields(unlike: target).isEmpty { return [] }
        return now.events(
            toBecome: target, leavesNothing: leavesNothing, from: index, reason: reason)
    }
}
