/// What is known of a person; all of it is erasable text.
public struct PersonFacts: Hashable, Sendable {
    /// What the person is called; empty when it was erased.
    public var name: String
    /// What the person does, whatever the unit; may be empty.
    public var post: String
    /// Where a picture is, such as a path or an address; may be empty.
    public var picture: String
    /// How to reach the person; may be empty.
    public var contact: String

    /// A person.
    public init(name: String, post: String = "", picture: String = "", contact: String = "") {
        self.name = name
        self.post = post
        self.picture = picture
        self.contact = contact
    }
}

/// A person has another name, post, picture or contact; what it says is complete.
public struct PersonChanged: Hashable, Sendable {
    /// The ``PersonAdded`` of which it speaks.
    public var target: Reference
    /// The event before that spoke of the same person.
    public var previous: Reference
    /// All of it as it is from now on.
    public var facts: PersonFacts

    /// A changed person.
    public init(target: Reference, previous: Reference, facts: PersonFacts) {
        self.target = target
        self.previous = previous
        self.facts = facts
    }
}

/// What a unit of the organisation is called, and where it stands.
public struct UnitFacts: Hashable, Sendable {
    /// A fact that stays; unlike those of its siblings.
    public var name: String
    /// The ``UnitAdded`` of the unit above; `nil` for one right below the ledger.
    public var parent: Reference?

    /// A unit.
    public init(name: String, parent: Reference? = nil) {
        self.name = name
        self.parent = parent
    }
}

/// A unit came into the organisation; its position is the unit's id.
public struct UnitAdded: Hashable, Sendable {
    /// What it is.
    public var facts: UnitFacts

    /// A unit.
    public init(facts: UnitFacts) { self.facts = facts }
}

/// A unit was renamed, moved, closed or taken up again; what it says is complete.
public struct UnitChanged: Hashable, Sendable {
    /// The ``UnitAdded`` of which it speaks.
    public var target: Reference
    /// The event before that spoke of the same unit.
    public var previous: Reference
    /// All of it as it is from now on.
    public var facts: UnitFacts
    /// Whether nothing is in it any more, and nothing new can be.
    public var isClosed: Bool

    /// A changed unit.
    public init(
        target: Reference, previous: Reference, facts: UnitFacts, isClosed: Bool = false
    ) {
        self.target = target
        self.previous = previous
        self.facts = facts
        self.isClosed = isClosed
    }
}

/// A person is in a unit from now on, or has another post there.
public struct MembershipSet: Hashable, Sendable {
    /// The ``PersonAdded``.
    public var person: Reference
    /// The ``UnitAdded``.
    public var unit: Reference
    /// What the person does there; erasable, may be empty.
    public var post: String

    /// A membership.
    public init(person: Reference, unit: Reference, post: String = "") {
        self.person = person
        self.unit = unit
        self.post = post
    }
}

/// A person is not in a unit any more.
public struct MembershipEnded: Hashable, Sendable {
    /// The ``PersonAdded``.
    public var person: Reference
    /// The ``UnitAdded``.
    public var unit: Reference
    /// Why; erasable, may be empty.
    public var reason: String

    /// The end of a membership.
    public init(person: Reference, unit: Reference, reason: String = "") {
        self.person = person
        self.unit = unit
        self.reason = reason
    }
}

/// What a person may do in a unit and in all below.
public struct Rights: OptionSet, Hashable, Sendable {
    /// One bit each.
    public let rawValue: UInt8

    /// By their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// To see what is there.
    public static let read = Rights(rawValue: 1)
    /// To record something new.
    public static let create = Rights(rawValue: 2)
    /// To change what is there.
    public static let write = Rights(rawValue: 4)
    /// To say what others may do.
    public static let share = Rights(rawValue: 8)
    /// All of them: what an owner of the ledger has.
    public static let all: Rights = [.read, .create, .write, .share]

    /// Each of them by itself, in order.
    package var each: [Rights] {
        [Rights.read, .create, .write, .share].filter(contains)
    }

    /// What they are called, in order: `read`, `create`, `write`, `share`.
    package var names: [String] {
        zip(["read", "create", "write", "share"], Rights.all.each).filter { contains($1) }
            .map { $0.0 }
    }

    /// The one that is called so; `nil` for another word. `all` is all of them.
    public init?(name: some StringProtocol) {
        let word = name.lowercased()
        if word == "all" {
            self = .all
            return
        }
        guard let found = Rights.all.each.first(where: { $0.names == [word] }) else { return nil }
        self = found
    }
}

/// What a person may do was changed in a unit and all below: granted or revoked.
public struct RightsChanged: Hashable, Sendable {
    /// The ``PersonAdded``.
    public var person: Reference
    /// The ``UnitAdded``; `nil` for the whole ledger.
    public var unit: Reference?
    /// One or more.
    public var rights: Rights
    /// Why; erasable, may be empty.
    public var reason: String

    /// Rights that are granted or revoked.
    public init(person: Reference, unit: Reference?, rights: Rights, reason: String = "") {
        self.person = person
        self.unit = unit
        self.rights = rights
        self.reason = reason
    }
}
