/// A field that is taken back by itself: each entity lists its fields once.
struct RevertibleField<Entity>: Sendable {
    /// Its name in changes and conflicts.
    let name: String
    /// How it is compared and taken.
    let access: FieldAccess<Entity>
    /// Whether it holds text that can be erased.
    let isErasable: Bool
    /// What it says; `nil` for nothing.
    let text: @Sendable (Entity, ReferenceData) -> String?

    init(
        _ name: String, _ access: FieldAccess<Entity>, isErasable: Bool = false,
        text: @escaping @Sendable (Entity, ReferenceData) -> String?
    ) {
        self.name = name
        self.access = access
        self.isErasable = isErasable
        self.text = text
    }

    /// A field that is stored and compared by `==`.
    init<Value: Equatable & Sendable>(
        _ name: String, _ path: FieldPath<Entity, Value>,
        text: @escaping @Sendable (Value) -> String?
    ) {
        self.init(name, FieldAccess(path)) { entity, _ in text(entity[keyPath: path]) }
    }

    /// A text.
    init(
        _ name: String, text path: FieldPath<Entity, String>,
        isErasable: Bool = false
    ) {
        self.init(name, FieldAccess(path), isErasable: isErasable) { entity, _ in
            entity[keyPath: path].nonEmpty
        }
    }

    /// A field that says `yes` or nothing.
    init(_ name: String, flag path: FieldPath<Entity, Bool>) {
        self.init(name, path) { $0 ? "yes" : nil }
    }
}

/// Where an entity stores a field.
typealias FieldPath<Entity, Value> = any WritableKeyPath<Entity, Value> & Sendable

/// How a field is compared and taken from another version.
struct FieldAccess<Entity>: Sendable {
    /// Whether two versions hold the same.
    let isSame: @Sendable (Entity, Entity) -> Bool
    /// Takes the field from another version.
    let take: @Sendable (inout Entity, Entity) -> Void

    init(
        isSame: @escaping @Sendable (Entity, Entity) -> Bool,
        take: @escaping @Sendable (inout Entity, Entity) -> Void
    ) {
        self.isSame = isSame
        self.take = take
    }

    /// A field that is stored.
    init<Value: Sendable>(
        _ path: FieldPath<Entity, Value>,
        isSame: @escaping @Sendable (Value, Value) -> Bool
    ) {
        self.isSame = { isSame($0[keyPath: path], $1[keyPath: path]) }
        take = { $0[keyPath: path] = $1[keyPath: path] }
    }

    /// A field that is compared by `==`.
    init<Value: Equatable & Sendable>(_ path: FieldPath<Entity, Value>) {
        self.init(path, isSame: ==)
    }

    /// A text, compared byte for byte.
    init(_ path: FieldPath<Entity, String>) {
        self.init(path) { $0.isSame(as: $1) }
    }

    /// Texts, compared byte for byte.
    init(_ path: FieldPath<Entity, [String]>) {
        self.init(path) { $0.isSame(as: $1) }
    }
}

/// Some fields of an entity, one bit for each in the order in which it lists them.
struct FieldSet: OptionSet, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The field at an index; no entity lists more than 32.
    init(index: Int) { rawValue = 1 << UInt32(index) }
}

/// An entity that lists its fields.
protocol FieldwiseRevertible: Revertible where Fields == FieldSet {
    /// Its fields, always in the same order.
    static var fields: [RevertibleField<Self>] { get }
}

extension FieldwiseRevertible {
    /// The fields of which something holds.
    static func fields(where isWanted: (RevertibleField<Self>) -> Bool) -> FieldSet {
        var set: FieldSet = []
        for (index, field) in fields.enumerated() where isWanted(field) {
            set.insert(FieldSet(index: index))
        }
        return set
    }

    func fields(unlike other: Self) -> FieldSet {
        Self.fields { !$0.access.isSame(self, other) }
    }

    mutating func take(_ fields: FieldSet, from other: Self) {
        for (index, field) in Self.fields.enumerated()
        where fields.contains(FieldSet(index: index)) {
            field.access.take(&self, other)
        }
    }

    static var goneFields: FieldSet { fields { $0.name == goneField } }

    static var texts: FieldSet { fields(where: \.isErasable) }

    func texts(_ referenceData: ReferenceData) -> [FieldText] {
        Self.fields.map { FieldText($0.name, $0.text(self, referenceData)) }
    }
}
