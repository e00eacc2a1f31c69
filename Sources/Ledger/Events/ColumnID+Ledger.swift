package import EventLog

/// The columns in which the ledger keeps what its events say.
extension ColumnID {
    // Links; the log itself has three.

    /// The first event of a commit that is taken back.
    package static let undone = ColumnID(rawValue: 0x04)
    /// The entity whose text is erased.
    package static let erased = ColumnID(rawValue: 0x06)
    /// The unit in which something is or holds; the one above a unit.
    package static let unit = ColumnID(rawValue: 0x05)

    /// The task that has to be done before another one.
    package static let prerequisite = ColumnID(rawValue: 0x07)

    // Keys: few distinct values, read by every report.

    /// Expense, income or transfer: the raw value of ``EntryKind``.
    package static let kind = ColumnID(rawValue: 0x10)
    /// The currency's code followed by one byte, its exponent.
    package static let currency = ColumnID(rawValue: 0x11)
    /// The category, UTF-8, segments joined by `:`.
    package static let category = ColumnID(rawValue: 0x12)
    /// The position of the account.
    package static let account = ColumnID(rawValue: 0x13)
    /// The raw value of ``LineFlags``.
    package static let flags = ColumnID(rawValue: 0x14)

    // Numbers.

    /// Days since 1970-01-01.
    package static let day = ColumnID(rawValue: 0x20)
    /// Minor units of the currency.
    package static let amount = ColumnID(rawValue: 0x21)

    // Facts.

    /// Which fields an amendment changed: the raw value of ``FieldMask``.
    package static let changes = ColumnID(rawValue: 0x50)
    /// Seconds since local midnight.
    package static let timeOfDay = ColumnID(rawValue: 0x51)
    /// The position of the person who paid.
    package static let payer = ColumnID(rawValue: 0x52)
    /// Who bears how many minor units: `position:units`, ascending, joined by `,`.
    package static let shares = ColumnID(rawValue: 0x53)
    /// The id that another system gave the entity.
    package static let externalID = ColumnID(rawValue: 0x54)
    /// The ledger's id, 16 bytes.
    package static let ledgerID = ColumnID(rawValue: 0x55)
    /// The IANA name of a time zone.
    package static let zone = ColumnID(rawValue: 0x56)
    /// First day of the week, Monday 1 … Sunday 7.
    package static let weekStart = ColumnID(rawValue: 0x57)
    /// The name of an account or a category: a fact that stays.
    package static let name = ColumnID(rawValue: 0x58)
    /// The name that a renamed category had.
    package static let formerName = ColumnID(rawValue: 0x59)
    /// Where a batch came from, such as `import`.
    package static let origin = ColumnID(rawValue: 0x5A)
    /// A deadline that is a day, or the last day of what comes again: days since 1970-01-01.
    package static let deadlineDay = ColumnID(rawValue: 0x5B)
    /// A deadline that is an instant: milliseconds since 1970-01-01T00:00:00Z.
    package static let deadlineInstant = ColumnID(rawValue: 0x5C)
    /// Basic, urgent or important: the raw value of ``TodoUrgency``.
    package static let urgency = ColumnID(rawValue: 0x5D)
    /// The raw value of ``TodoColour``.
    package static let colour = ColumnID(rawValue: 0x5E)
    /// A task's priority, 1 (highest) … 9.
    package static let priority = ColumnID(rawValue: 0x5F)
    /// A task's project, segments joined by `:`.
    package static let project = ColumnID(rawValue: 0x60)
    /// The position of the person to whom a task is assigned.
    package static let assignee = ColumnID(rawValue: 0x61)
    /// Counts of a batch: for each name, ascending by bytes, its length in two bytes, the name in
    /// UTF-8, and the count in eight, all little-endian.
    package static let counts = ColumnID(rawValue: 0x62)
    /// 1 for an account that is closed.
    package static let isClosed = ColumnID(rawValue: 0x63)
    /// What a program writes: the lines of its ``EventSchema``s.
    package static let schemas = ColumnID(rawValue: 0x65)

    /// The first day of a period whose books are closed: days since 1970-01-01.
    package static let closedFrom = ColumnID(rawValue: 0x66)
    /// The day after the last of a period whose books are closed: days since 1970-01-01.
    package static let closedUntil = ColumnID(rawValue: 0x67)
    /// The digest of the report of a period whose books are closed, 32 bytes.
    package static let digest = ColumnID(rawValue: 0x68)
    /// The root that a closing pins, 32 bytes.
    package static let root = ColumnID(rawValue: 0x69)
    /// The position of the last event that a closing takes in.
    package static let pinned = ColumnID(rawValue: 0x6A)
    /// 1 where closed books are open for one commit only.
    package static let isCorrection = ColumnID(rawValue: 0x6B)
    /// 1 where the text of everything goes that a person recorded.
    package static let isRecorder = ColumnID(rawValue: 0x6F)
    /// What someone may do: the raw value of ``Rights``.
    package static let rights = ColumnID(rawValue: 0x6D)

    /// How often something is: the name of a ``Period``, or the phrase of a ``Recurrence``.
    package static let every = ColumnID(rawValue: 0x6C)
    /// 1 for a budget that carries what is left into the next period, for what comes again and is
    /// recorded together, for what comes no more from a day on, and where a task waits for another
    /// no more; of a task's moment the raw value of ``TodoMoment``, of a price how many digits
    /// are decimals.
    package static let mode = ColumnID(rawValue: 0x6E)

    // Text: can be erased.

    /// The title of a task; of a line what it was for, in version 1 with the payee before it.
    package static let title = ColumnID(rawValue: 0x80)
    /// Note.
    package static let note = ColumnID(rawValue: 0x81)
    /// Tags, each followed by a newline.
    package static let tags = ColumnID(rawValue: 0x82)
    /// Why something was changed.
    package static let reason = ColumnID(rawValue: 0x83)
    /// A person's name.
    package static let personName = ColumnID(rawValue: 0x84)
    /// The name of a file that was imported or attached.
    package static let fileName = ColumnID(rawValue: 0x85)
    /// Who was paid, or who paid.
    package static let payee = ColumnID(rawValue: 0x86)
    /// What someone does, in general or in a unit.
    package static let post = ColumnID(rawValue: 0x87)
    /// Where a picture of a person is.
    package static let picture = ColumnID(rawValue: 0x88)
    /// How to reach a person.
    package static let contact = ColumnID(rawValue: 0x89)
    /// The SHA-256 of a file, in lower-case hexadecimal digits.
    package static let content = ColumnID(rawValue: 0x8A)
}

/// What is in a column: its name, and what its values mean.
package struct ColumnContent: Hashable, Sendable {
    /// What values mean.
    package enum Form: Hashable, Sendable {
        /// An integer that is nothing but a number, or bits.
        case number
        /// The position of an event.
        case position
        /// Days since 1970-01-01.
        case day
        /// Milliseconds since 1970-01-01T00:00:00Z.
        case instant
        /// Seconds since local midnight.
        case timeOfDay
        /// The raw value of an ``EntryKind``.
        case kind
        /// The raw value of a ``TodoUrgency``.
        case urgency
        /// The raw value of a ``TodoColour``.
        case colour
        /// The raw value of a ``Weekday``.
        case weekday
        /// Text in UTF-8.
        case text
        /// Texts, each followed by a newline.
        case tags
        /// A code, and one byte for its exponent.
        case currency
        /// Bytes that are no text.
        case bytes
    }

    /// What the column is called where people read of it.
    package let name: String
    /// What its values mean.
    package let form: Form

    private init(_ name: String, _ form: Form) {
        self.name = name
        self.form = form
    }

    /// Every column that this program knows, those of the log among them.
    package static let all: [ColumnID: ColumnContent] = [
        .target: ColumnContent("target", .position),
        .previous: ColumnContent("previous", .position),
        .group: ColumnContent("group", .position),
        .undone: ColumnContent("undone", .position),
        .prerequisite: ColumnContent("prerequisite", .position),
        .erased: ColumnContent("erased", .position),
        .kind: ColumnContent("kind", .kind),
        .currency: ColumnContent("currency", .currency),
        .category: ColumnContent("category", .text),
        .account: ColumnContent("account", .position),
        .flags: ColumnContent("flags", .number),
        .day: ColumnContent("day", .day),
        .amount: ColumnContent("amount", .number),
        .changes: ColumnContent("changes", .number),
        .timeOfDay: ColumnContent("time of day", .timeOfDay),
        .payer: ColumnContent("payer", .position),
        .shares: ColumnContent("shares", .text),
        .externalID: ColumnContent("external id", .text),
        .ledgerID: ColumnContent("ledger id", .bytes),
        .zone: ColumnContent("zone", .text),
        .weekStart: ColumnContent("week start", .weekday),
        .name: ColumnContent("name", .text),
        .formerName: ColumnContent("former name", .text),
        .origin: ColumnContent("origin", .text),
        .deadlineDay: ColumnContent("deadline day", .day),
        .deadlineInstant: ColumnContent("deadline instant", .instant),
        .urgency: ColumnContent("urgency", .urgency),
        .colour: ColumnContent("colour", .colour),
        .priority: ColumnContent("priority", .number),
        .project: ColumnContent("project", .text),
        .assignee: ColumnContent("assignee", .position),
        .counts: ColumnContent("counts", .bytes),
        .isClosed: ColumnContent("is closed", .number),
        .toldBy: ColumnContent("told by", .position),
        .schemas: ColumnContent("schemas", .text),
        .closedFrom: ColumnContent("closed from", .number),
        .closedUntil: ColumnContent("closed until", .number),
        .digest: ColumnContent("digest", .bytes),
        .root: ColumnContent("root", .bytes),
        .pinned: ColumnContent("pinned", .position),
        .isCorrection: ColumnContent("is correction", .number),
        .isRecorder: ColumnContent("is recorder", .number),
        .salt: ColumnContent("salt", .bytes),
        .commitment: ColumnContent("commitment", .bytes),
        .recordedAt: ColumnContent("recorded at", .number),
        .clockLead: ColumnContent("clock lead", .number),
        .actor: ColumnContent("actor", .position),
        .batch: ColumnContent("batch", .position),
        .key: ColumnContent("key", .bytes),
        .commitID: ColumnContent("commit id", .bytes),
        .title: ColumnContent("title", .text),
        .note: ColumnContent("note", .text),
        .tags: ColumnContent("tags", .tags),
        .reason: ColumnContent("reason", .text),
        .personName: ColumnContent("person name", .text),
        .fileName: ColumnContent("file name", .text),
        .payee: ColumnContent("payee", .text),
        .unit: ColumnContent("unit", .position),
        .rights: ColumnContent("rights", .number),
        .every: ColumnContent("every", .text),
        .mode: ColumnContent("mode", .number),
        .post: ColumnContent("post", .text),
        .picture: ColumnContent("picture", .text),
        .contact: ColumnContent("contact", .text),
        .content: ColumnContent("content", .text),
    ]
}

extension ColumnID {
    /// What is in the column; `nil` where only a newer program knows it. A column that takes back
    /// another holds what that one does.
    package var content: ColumnContent? { ColumnContent.all[restated ?? self] }

    /// What the column is called where people read of it; its number where only a newer program
    /// knows it. A column that takes back another is called like that one.
    package var name: String {
        if let restated { return "former \(restated.name)" }
        return ColumnContent.all[self]?.name ?? "0x" + EventSchema.hexadecimal(self)
    }
}

extension ColumnContent.Form {
    /// What a schema says of values of the form.
    package var kind: EventSchema.Column.Kind {
        switch self {
        case .text, .tags: .text
        case .currency, .bytes: .bytes
        default: .integer
        }
    }

    /// What an integer of the form says, where it is a word or a moment; `nil` for a plain number,
    /// and for what cannot be.
    package func word(of value: Int64) -> String? {
        switch self {
        case .day: Int32(exactly: value).map { Day(daysSince1970: $0).description }
        case .instant: Timestamp(millisecondsSince1970: value).description
        case .timeOfDay:
            Int(exactly: value).flatMap { TimeOfDay(secondsSinceMidnight: $0)?.description }
        case .kind: UInt8(exactly: value).flatMap { EntryKind(rawValue: $0)?.name }
        case .urgency: UInt8(exactly: value).flatMap { TodoUrgency(rawValue: $0)?.name }
        case .colour: UInt8(exactly: value).flatMap { TodoColour(rawValue: $0)?.name }
        case .weekday:
            Int(exactly: value).flatMap { number in
                Weekday.allCases.first { Int($0.rawValue) == number }?.name
            }
        case .number, .position, .text, .tags, .currency, .bytes: nil
        }
    }

    /// Bytes of the form for people: what is no text is hexadecimal.
    package func text(of bytes: [UInt8]) -> String {
        switch self {
        case .currency: return String(decoding: bytes.dropLast(), as: UTF8.self)
        case .tags:
            let tags = bytes.split(separator: Tags.end).map { String(decoding: $0, as: UTF8.self) }
            return tags.joined(separator: " ")
        case .bytes: return hexadecimal(bytes)
        default: return String(validating: bytes, as: UTF8.self) ?? hexadecimal(bytes)
        }
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { EventSchema.hexadecimal(ColumnID(rawValue: $0)).lowercased() }.joined()
    }
}

extension FieldValue {
    /// The value for people.
    func text(in form: ColumnContent.Form) -> String {
        switch self {
        case .integer(let value): form.word(of: value) ?? "\(value)"
        case .bytes(let bytes): form.text(of: bytes)
        }
    }
}
