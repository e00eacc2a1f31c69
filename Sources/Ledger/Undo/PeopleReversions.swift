/// The fields of a person.
struct PersonFields: OptionSet, Sendable {
    let rawValue: UInt8

    static let name = PersonFields(rawValue: 1)
    static let post = PersonFields(rawValue: 2)
    static let picture = PersonFields(rawValue: 4)
    static let contact = PersonFields(rawValue: 8)
}

extension ReferenceData.Person: Revertible {
    func fields(unlike other: ReferenceData.Person) -> PersonFields {
        var fields: PersonFields = []
        if !facts.name.isSame(as: other.facts.name) { fields.insert(.name) }
        if !facts.post.isSame(as: other.facts.post) { fields.insert(.post) }
        if !facts.picture.isSame(as: other.facts.picture) { fields.insert(.picture) }
        if !facts.contact.isSame(as: other.facts.contact) { fields.insert(.contact) }
        return fields
    }

    mutating func take(_ fields: PersonFields, from other: ReferenceData.Person) {
        if fields.contains(.name) { facts.name = other.facts.name }
        if fields.contains(.post) { facts.post = other.facts.post }
        if fields.contains(.picture) { facts.picture = other.facts.picture }
        if fields.contains(.contact) { facts.contact = other.facts.contact }
    }

    var isInactive: Bool { false }

    /// A person stays known.
    mutating func leave() {}

    static var goneFields: PersonFields { [] }

    static var goneField: String { "" }

    static var texts: PersonFields { [.name, .post, .picture, .contact] }

    func texts(_ referenceData: ReferenceData) -> [FieldText] { facts.texts }
}

extension PersonFacts {
    /// Every field as text.
    var texts: [FieldText] {
        [
            FieldText("name", name), FieldText("post", post.nonEmpty),
            FieldText("picture", picture.nonEmpty), FieldText("contact", contact.nonEmpty),
        ]
    }
}

/// A version of a unit with what the unit above is called.
struct UnitVersion: Revertible {
    var unit: Organisation.Unit
    var parentName: String

    struct Fields: OptionSet, Sendable {
        let rawValue: UInt8

        static let name = Fields(rawValue: 1)
        static let parent = Fields(rawValue: 2)
        static let closed = Fields(rawValue: 4)
    }

    func fields(unlike other: UnitVersion) -> Fields {
        var fields: Fields = []
        if !unit.name.isSame(as: other.unit.name) { fields.insert(.name) }
        if unit.parent != other.unit.parent { fields.insert(.parent) }
        if unit.isClosed != other.unit.isClosed { fields.insert(.closed) }
        return fields
    }

    mutating func take(_ fields: Fields, from other: UnitVersion) {
        if fields.contains(.name) { unit.name = other.unit.name }
        if fields.contains(.parent) {
            unit.parent = other.unit.parent
            parentName = other.parentName
        }
        if fields.contains(.closed) { unit.isClosed = other.unit.isClosed }
    }

    var isInactive: Bool { unit.isClosed }

    mutating func leave() { unit.isClosed = true }

    static var goneFields: Fields { .closed }

    static var goneField: String { "closed" }

    func texts(_ referenceData: ReferenceData) -> [FieldText] {
        [
            FieldText("name", unit.name), FieldText("parent", parentName),
            FieldText("closed", unit.isClosed ? "yes" : nil),
        ]
    }
}

extension Organisation.Membership: Revertible {
    /// The fields of a membership.
    struct Fields: OptionSet, Sendable {
        let rawValue: UInt8

        static let member = Fields(rawValue: 1)
        static let post = Fields(rawValue: 2)
    }

    func fields(unlike other: Organisation.Membership) -> Fields {
        var fields: Fields = []
        if isMember != other.isMember { fields.insert(.member) }
        if !post.isSame(as: other.post) { fields.insert(.post) }
        return fields
    }

    mutating func take(_ fields: Fields, from other: Organisation.Membership) {
        if fields.contains(.member) { isMember = other.isMember }
        if fields.contains(.post) { post = other.post }
    }

    var isInactive: Bool { !isMember }

    mutating func leave() { isMember = false }

    static var goneFields: Fields { .member }

    static var goneField: String { "member" }

    static var texts: Fields { .post }

    func texts(_ referenceData: ReferenceData) -> [FieldText] {
        [FieldText("member", isMember ? "yes" : nil), FieldText("post", post.nonEmpty)]
    }
}

/// The rights of a person in a place.
struct HeldRights: Revertible {
    var rights: Rights

    func fields(unlike other: HeldRights) -> Rights { rights.symmetricDifference(other.rights) }

    mutating func take(_ fields: Rights, from other: HeldRights) {
        rights = rights.subtracting(fields).union(other.rights.intersection(fields))
    }

    var isInactive: Bool { false }

    mutating func leave() { rights = [] }

    static var goneFields: Rights { [] }

    static var goneField: String { "" }

    func texts(_ referenceData: ReferenceData) -> [FieldText] {
        Rights.all.each.map { FieldText($0.names[0], rights.contains($0) ? "yes" : nil) }
    }
}
