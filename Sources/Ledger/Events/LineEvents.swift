/// What an entry is.
public enum EntryKind: UInt8, CaseIterable, Codable, Hashable, Sendable {
    /// Money that was spent.
    case expense = 1
    /// Money that came in.
    case income = 2
    /// Money between one's own accounts, in no total.
    case transfer = 3
}

/// Marks on a line.
public struct LineFlags: OptionSet, Hashable, Sendable {
    /// One bit a mark.
    public let rawValue: UInt8

    /// Marks by their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A transfer into the account; without it a transfer goes out.
    public static let incoming = LineFlags(rawValue: 1)
    /// The other side of a transfer whose first side already counts in reports.
    public static let counterpart = LineFlags(rawValue: 2)
}

/// What reports need of a line, and what a retraction repeats.
public struct LineFacts: Hashable, Sendable {
    /// What the line's entry is.
    public var kind: EntryKind
    /// Positive is the kind's ordinary direction, negative a refund.
    public var amount: Money
    /// The day for which it counts.
    public var day: Day
    /// `nil` is uncategorised.
    public var category: CategoryPath?
    /// The account or payment method, an ``AccountOpened``; `nil` for none.
    public var account: Reference?
    /// Marks.
    public var flags: LineFlags

    /// The facts of a line.
    public init(
        kind: EntryKind, amount: Money, day: Day, category: CategoryPath? = nil,
        account: Reference? = nil, flags: LineFlags = []
    ) {
        self.kind = kind
        self.amount = amount
        self.day = day
        self.category = category
        self.account = account
        self.flags = flags
    }
}

/// What a line says besides its facts: all of it can stay empty.
public struct LineDetails: Hashable, Sendable {
    /// Local time of day.
    public var time: TimeOfDay?
    /// Who paid.
    public var payer: Reference?
    /// Who bears how much, ascending by person; together the line's amount, or none.
    public var shares: [Share]
    /// The id that another system, such as a bank, gave it.
    public var externalID: String?
    /// Who was paid, or who paid; empty where ``description`` says all. Erasable.
    public var payee: String
    /// What it was for; erasable.
    public var description: String
    /// Note; erasable.
    public var note: String
    /// Tags without newlines; erasable.
    public var tags: [String]

    /// The details of a line, none unless given.
    ///
    /// - Parameter title: Payee and description, as ``title`` takes them.
    public init(
        time: TimeOfDay? = nil, payer: Reference? = nil, shares: [Share] = [],
        externalID: String? = nil, title: String = "", note: String = "", tags: [String] = []
    ) {
        self.time = time
        self.payer = payer
        self.shares = shares
        self.externalID = externalID
        (payee, description) = ("", "")
        self.note = note
        self.tags = tags
        self.title = title
    }

    /// Details as columns have them.
    init(
        time: TimeOfDay?, payer: Reference?, shares: [Share], externalID: String?,
        payee: String, description: String, note: String, tags: [String]
    ) {
        self.time = time
        self.payer = payer
        self.shares = shares
        self.externalID = externalID
        self.payee = payee
        self.description = description
        self.note = note
        self.tags = tags
    }
}

extension LineDetails {
    /// Which fields differ, byte for byte.
    func changes(to other: LineDetails) -> FieldMask {
        var mask: FieldMask = []
        if time != other.time { mask.insert(.time) }
        if payer != other.payer { mask.insert(.payer) }
        if shares != other.shares { mask.insert(.shares) }
        if !externalID.isSame(as: other.externalID) { mask.insert(.externalID) }
        if !hasSameTitle(as: other) { mask.insert(.title) }
        if !note.isSame(as: other.note) { mask.insert(.note) }
        if !tags.isSame(as: other.tags) { mask.insert(.tags) }
        return mask
    }

    /// Takes some fields over: what an amendment of them does, and what takes one back.
    mutating func take(_ fields: FieldMask, from other: LineDetails) {
        if fields.contains(.time) { time = other.time }
        if fields.contains(.payer) { payer = other.payer }
        if fields.contains(.shares) { shares = other.shares }
        if fields.contains(.externalID) { externalID = other.externalID }
        if fields.contains(.title) { takeTitle(from: other) }
        if fields.contains(.note) { note = other.note }
        if fields.contains(.tags) { tags = other.tags }
    }

    /// All that words are searched in when the log is.
    var words: [String] { [title, note, externalID ?? ""] + tags }
}

/// A line of an expense, an income or a transfer. Lines of one entry stand in one commit.
public struct LineAdded: Hashable, Sendable {
    /// What reports need.
    public var facts: LineFacts
    /// Everything else.
    public var details: LineDetails
    /// The first line of the entry; `nil` in that line itself.
    public var entry: Reference?

    /// A new line.
    public init(facts: LineFacts, details: LineDetails = LineDetails(), entry: Reference? = nil) {
        self.facts = facts
        self.details = details
        self.entry = entry
    }
}

/// Which fields an amendment changed.
public struct FieldMask: OptionSet, Hashable, Sendable {
    /// One bit a field.
    public let rawValue: UInt16

    /// Fields by their bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// ``LineFacts/kind``.
    public static let kind = FieldMask(rawValue: 1)
    /// ``LineFacts/amount``.
    public static let amount = FieldMask(rawValue: 2)
    /// ``LineFacts/day``.
    public static let day = FieldMask(rawValue: 4)
    /// ``LineFacts/category``.
    public static let category = FieldMask(rawValue: 8)
    /// ``LineFacts/account``.
    public static let account = FieldMask(rawValue: 16)
    /// ``LineDetails/time``.
    public static let time = FieldMask(rawValue: 32)
    /// ``LineDetails/payer``.
    public static let payer = FieldMask(rawValue: 64)
    /// ``LineDetails/externalID``.
    public static let externalID = FieldMask(rawValue: 128)
    /// ``LineDetails/payee`` and ``LineDetails/description``: an amendment states both or none.
    public static let title = FieldMask(rawValue: 256)
    /// ``LineDetails/note``.
    public static let note = FieldMask(rawValue: 512)
    /// ``LineDetails/tags``.
    public static let tags = FieldMask(rawValue: 1024)
    /// ``LineFacts/flags``.
    public static let flags = FieldMask(rawValue: 2048)
    /// ``LineDetails/shares``.
    public static let shares = FieldMask(rawValue: 4096)
}

/// An amendment: complete new facts, the facts they replace, and of the details those that changed.
public struct LineAmended: Hashable, Sendable {
    /// The ``LineAdded`` that is amended.
    public var target: Reference
    /// The version before: the creation, an amendment or a restore.
    public var previous: Reference
    /// All facts as they are from now on.
    public var facts: LineFacts
    /// All facts as they were in the version before.
    public var replaced: LineFacts
    /// The fields that changed.
    public var changes: FieldMask
    /// New details; only those named in ``changes`` mean something, the others are empty.
    public var details: LineDetails
    /// Why; erasable, may be empty.
    public var reason: String

    /// An amendment of a line.
    public init(
        target: Reference, previous: Reference, facts: LineFacts, replaced: LineFacts,
        changes: FieldMask, details: LineDetails = LineDetails(), reason: String = ""
    ) {
        self.target = target
        self.previous = previous
        self.facts = facts
        self.replaced = replaced
        self.changes = changes
        self.details = details
        self.reason = reason
    }
}

/// A line does not count any more.
public struct LineVoided: Hashable, Sendable {
    /// The ``LineAdded`` that is voided.
    public var target: Reference
    /// The version before: the creation, an amendment or a restore.
    public var previous: Reference
    /// All facts as they were in the version before.
    public var replaced: LineFacts
    /// Why; erasable, may be empty.
    public var reason: String

    /// The end of a line, until it is restored.
    public init(
        target: Reference, previous: Reference, replaced: LineFacts, reason: String = ""
    ) {
        self.target = target
        self.previous = previous
        self.replaced = replaced
        self.reason = reason
    }
}

/// A voided line counts again, with the facts it had.
public struct LineRestored: Hashable, Sendable {
    /// The ``LineAdded`` that is restored.
    public var target: Reference
    /// The void.
    public var previous: Reference
    /// All facts as they were before the void.
    public var facts: LineFacts
    /// Why; erasable, may be empty.
    public var reason: String

    /// The return of a voided line.
    public init(target: Reference, previous: Reference, facts: LineFacts, reason: String = "") {
        self.target = target
        self.previous = previous
        self.facts = facts
        self.reason = reason
    }
}
