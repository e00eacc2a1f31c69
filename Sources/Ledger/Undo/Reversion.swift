/// An entity some of whose versions are taken back, newest first: each field that such a version
/// changed becomes what it was before, if it still holds what the version made it.
struct Reversion<Entity: Revertible>: Sendable {
    /// A version of the entity.
    struct Version: Sendable {
        /// The position of the event that made it.
        let position: UInt64
        /// The entity from then on.
        let entity: Entity
        /// Whether it is to be taken back.
        let isUndone: Bool
        /// The fields whose text was erased: nothing can be taken from them.
        var lost: Entity.Fields = []
    }

    /// The entity as it is.
    let now: Entity
    /// The entity as it would be; as it is where there is a conflict.
    private(set) var target: Entity
    /// The index of the version that cannot be taken back, and the entity as that version would
    /// find it; `nil` when all can be.
    private(set) var conflict: (version: Int, found: Entity)?
    private let versions: [Version]

    /// - Parameter versions: All of them, oldest first, the creation included; one or more.
    init?(_ versions: [Version]) {
        guard let last = versions.last else { return nil }
        self.versions = versions
        now = last.entity
        target = last.entity
        for index in versions.indices.reversed() where versions[index].isUndone {
            guard rollBack(index) else {
                conflict = (index, target)
                target = now
                return
            }
        }
    }

    /// Whether the creation is taken back: then what else changed does not matter.
    var leavesNothing: Bool { versions.first?.isUndone == true && conflict == nil }

    /// The version that a new event follows.
    var lastPosition: UInt64 { versions.last?.position ?? 0 }

    /// `false` when a field does not hold what the version made it, or the entity is gone.
    private mutating func rollBack(_ index: Int) -> Bool {
        let made = versions[index].entity
        let found = target.fields(unlike: made)
        guard index > 0 else {
            // What was erased is unlike everything.
            let found = found.subtracting(versions[0].lost)
            if !found.isEmpty { return false }
            target.leave()
            return true
        }
        let before = versions[index - 1].entity
        let changed = made.fields(unlike: before)
        if !changed.isDisjoint(with: found) || (target.isInactive && !made.isInactive) {
            return false
        }
        if !changed.isDisjoint(with: versions[index - 1].lost) { return false }
        target.take(changed, from: before)
        return true
    }

    /// A field that prevents it.
    struct Clash {
        /// The version that cannot be taken back.
        let version: UInt64
        /// The field as that version made it and as it is now.
        let change: FieldChange
        /// The event that changed it since.
        let by: UInt64
    }

    /// What prevents it, field by field; nothing without a conflict.
    func clashes(_ referenceData: ReferenceData) -> [Clash] {
        guard let conflict else { return [] }
        let made = versions[conflict.version]
        let texts = made.entity.texts(referenceData)
        let before = conflict.version > 0 ? versions[conflict.version - 1].entity : nil
        let own = before.map {
            FieldText.changes(from: $0.texts(referenceData), to: texts).map(\.field)
        }
        let all = FieldText.changes(from: texts, to: conflict.found.texts(referenceData))
        if conflict.version > 0 {
            let before = versions[conflict.version - 1]
            let needed = made.entity.fields(unlike: before.entity).intersection(before.lost)
            if !needed.isEmpty {
                let change = FieldChange(field: UndoConflict.erasedField, was: nil, now: nil)
                return [Clash(version: made.position, change: change, by: before.position)]
            }
        }
        let met = all.filter { own?.contains($0.field) ?? true || $0.field == Entity.goneField }
        return (met.isEmpty ? all : met).map { change in
            Clash(
                version: made.position, change: change,
                by: changer(of: change.field, after: conflict.version, referenceData))
        }
    }

    /// Whether something that is taken back followed a version whose text was erased.
    var followsErased: Bool {
        versions.indices.dropFirst().contains { index in
            versions[index].isUndone && !versions[index - 1].lost.isDisjoint(with: Entity.texts)
        }
    }

    /// The last event that changed a field and stays.
    private func changer(of field: String, after index: Int, _ referenceData: ReferenceData)
        -> UInt64
    {
        var found = lastPosition
        for later in (index + 1)..<max(index + 1, versions.count)
        where !versions[later].isUndone {
            let changes = FieldText.changes(
                from: versions[later - 1].entity.texts(referenceData),
                to: versions[later].entity.texts(referenceData))
            if changes.contains(where: { $0.field == field }) { found = versions[later].position }
        }
        return found
    }

    /// How many of ``changes(_:)`` there are.
    func changesCount(_ referenceData: ReferenceData) -> Int {
        let fields = now.fields(unlike: target)
        if fields.isEmpty { return 0 }
        if leavesNothing { return now.isInactive ? 0 : 1 }
        return fields == Entity.goneFields ? 1 : changes(referenceData).count
    }

    /// What changes, as text; of an entity whose creation is taken back only that it is gone.
    func changes(_ referenceData: ReferenceData) -> [FieldChange] {
        let all = FieldText.changes(from: now.texts(referenceData), to: target.texts(referenceData))
        if leavesNothing { return all.filter { $0.field == Entity.goneField } }
        if !all.contains(where: { $0.field == Entity.goneField }) { return all }
        return all.filter { !Entity.goneParts.contains($0.field) }
    }
}

/// What can be taken back field by field.
protocol Revertible: Sendable {
    /// One bit a field.
    associatedtype Fields: OptionSet & Sendable

    /// The fields in which it differs from another version of the same entity.
    func fields(unlike other: Self) -> Fields

    /// Takes some fields from another version.
    mutating func take(_ fields: Fields, from other: Self)

    /// Whether it was voided, dropped or closed.
    var isInactive: Bool { get }

    /// What is left of it when its creation is taken back: it is voided, dropped or closed.
    mutating func leave()

    /// The field that says whether it is gone.
    static var goneFields: Fields { get }
    /// The names of fields that are told only where ``goneField`` stays as it is.
    static var goneParts: Set<String> { get }

    /// The fields that hold text which can be erased.
    static var texts: Fields { get }

    /// The name of the field that says whether it is gone.
    static var goneField: String { get }

    /// Every field as text, always in the same order.
    func texts(_ referenceData: ReferenceData) -> [FieldText]

    /// What it is called.
    func label(_ names: UndoNames) -> EntityLabel

    /// The events that make it what it is to be, as few as possible.
    ///
    /// - Parameters:
    ///   - target: What it is to be, in some field unlike what it is.
    ///   - leavesNothing: Whether its creation is taken back: then it only goes.
    ///   - index: The index of the first of them in its commit.
    func events(
        toBecome target: Self, leavesNothing: Bool, from index: Int, reason: String
    ) -> [Event]
}

extension Revertible {
    static var texts: Fields { [] }

    // An entity that is never gone.
    static var goneField: String { "" }

    static var goneParts: Set<String> { [] }

    var isInactive: Bool { false }

    mutating func leave() {}
}
