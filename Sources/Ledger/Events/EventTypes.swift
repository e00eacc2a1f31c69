public import EventLog

/// The types of events, by the number they have on disk. A number is never used again for another
/// meaning.
public enum EventType: UInt16, CaseIterable, Sendable {
    /// ``LedgerOpened``.
    case ledgerOpened = 1
    /// ``PersonAdded``.
    case personAdded = 2
    /// ``SettingsChanged``.
    case settingsChanged = 3
    /// A ``Currency`` of the ledger's own.
    case currencyDeclared = 4
    /// ``AccountOpened``.
    case accountOpened = 5
    /// ``BatchStarted``.
    case batchStarted = 6
    /// ``CategoryRenamed``.
    case categoryRenamed = 7
    /// ``LineAdded``.
    case lineAdded = 8
    /// ``LineAmended``.
    case lineAmended = 9
    /// ``LineVoided``.
    case lineVoided = 10
    /// ``LineRestored``.
    case lineRestored = 11
    /// ``TaskAdded``.
    case taskAdded = 12
    /// ``TaskEdited``.
    case taskEdited = 13
    /// ``TaskChange``: completed.
    case taskCompleted = 14
    /// ``TaskChange``: reopened.
    case taskReopened = 15
    /// ``TaskRescheduled``.
    case taskRescheduled = 16
    /// ``TaskChange``: dropped.
    case taskDropped = 17
    /// ``AccountChanged``.
    case accountChanged = 18
    /// ``StatementAsserted``.
    case statementAsserted = 19
    /// ``AssertionWithdrawn``.
    case assertionWithdrawn = 20
    /// ``CommitUndone``.
    case commitUndone = 21
    // 22 is what a salvage puts in the place of a lost event.
    /// ``SchemasDeclared``.
    case schemasDeclared = 23
    /// ``BooksClosed``.
    case booksClosed = 24
    /// ``BooksReopened``.
    case booksReopened = 25
    /// ``TextErased``.
    case textErased = 26
    /// ``PersonChanged``.
    case personChanged = 27
    /// ``UnitAdded``.
    case unitAdded = 28
    /// ``UnitChanged``.
    case unitChanged = 29
    /// ``MembershipSet``.
    case membershipSet = 30
    /// ``MembershipEnded``.
    case membershipEnded = 31
    /// ``RightsChanged``: granted.
    case rightsGranted = 32
    /// ``RightsChanged``: revoked.
    case rightsRevoked = 33

    /// The schema version that this program writes, 1 … 255.
    public var schema: UInt8 {
        switch self {
        case .lineAdded, .lineAmended: 3
        default: 1
        }
    }

    /// Whether a program that does not know the type must refuse to report and append.
    public var isCritical: Bool {
        switch self {
        case .batchStarted, .statementAsserted, .assertionWithdrawn, .commitUndone,
            .schemasDeclared, .textErased:
            false
        default: true
        }
    }
}

/// The columns in which the ledger keeps what its events say.
extension ColumnID {
    // Links; the log itself has three.

    /// The first event of a commit that is taken back.
    public static let undone = ColumnID(rawValue: 0x04)
    /// The entity whose text is erased.
    public static let erased = ColumnID(rawValue: 0x06)
    /// The unit in which something is or holds; the one above a unit.
    public static let unit = ColumnID(rawValue: 0x05)

    // Keys: few distinct values, read by every report.

    /// Expense, income or transfer: the raw value of ``EntryKind``.
    public static let kind = ColumnID(rawValue: 0x10)
    /// The currency's code followed by one byte, its exponent.
    public static let currency = ColumnID(rawValue: 0x11)
    /// The category, UTF-8, segments joined by `:`.
    public static let category = ColumnID(rawValue: 0x12)
    /// The position of the account.
    public static let account = ColumnID(rawValue: 0x13)
    /// The raw value of ``LineFlags``.
    public static let flags = ColumnID(rawValue: 0x14)

    // Numbers.

    /// Days since 1970-01-01.
    public static let day = ColumnID(rawValue: 0x20)
    /// Minor units of the currency.
    public static let amount = ColumnID(rawValue: 0x21)

    // Facts.

    /// Which fields an amendment changed: the raw value of ``FieldMask``.
    public static let changes = ColumnID(rawValue: 0x50)
    /// Seconds since local midnight.
    public static let timeOfDay = ColumnID(rawValue: 0x51)
    /// The position of the person who paid.
    public static let payer = ColumnID(rawValue: 0x52)
    /// Who bears how many minor units: `position:units`, ascending, joined by `,`.
    public static let shares = ColumnID(rawValue: 0x53)
    /// The id that another system gave the entity.
    public static let externalID = ColumnID(rawValue: 0x54)
    /// The ledger's id, 16 bytes.
    public static let ledgerID = ColumnID(rawValue: 0x55)
    /// The IANA name of a time zone.
    public static let zone = ColumnID(rawValue: 0x56)
    /// First day of the week, Monday 1 … Sunday 7.
    public static let weekStart = ColumnID(rawValue: 0x57)
    /// The name of an account or a category: a fact that stays.
    public static let name = ColumnID(rawValue: 0x58)
    /// The name that a renamed category had.
    public static let formerName = ColumnID(rawValue: 0x59)
    /// Where a batch came from, such as `import`.
    public static let origin = ColumnID(rawValue: 0x5A)
    /// A deadline that is a day: days since 1970-01-01.
    public static let deadlineDay = ColumnID(rawValue: 0x5B)
    /// A deadline that is an instant: milliseconds since 1970-01-01T00:00:00Z.
    public static let deadlineInstant = ColumnID(rawValue: 0x5C)
    /// Basic, urgent or important: the raw value of ``TodoUrgency``.
    public static let urgency = ColumnID(rawValue: 0x5D)
    /// The raw value of ``TodoColour``.
    public static let colour = ColumnID(rawValue: 0x5E)
    /// A task's priority, 1 (highest) … 9.
    public static let priority = ColumnID(rawValue: 0x5F)
    /// A task's project, segments joined by `:`.
    public static let project = ColumnID(rawValue: 0x60)
    /// The position of the person to whom a task is assigned.
    public static let assignee = ColumnID(rawValue: 0x61)
    /// Counts of a batch: for each name, ascending by bytes, its length in two bytes, the name in
    /// UTF-8, and the count in eight, all little-endian.
    public static let counts = ColumnID(rawValue: 0x62)
    /// 1 for an account that is closed.
    public static let isClosed = ColumnID(rawValue: 0x63)
    /// What a program writes: the lines of its ``EventSchema``s.
    public static let schemas = ColumnID(rawValue: 0x65)

    /// The first day of a period whose books are closed: days since 1970-01-01.
    public static let closedFrom = ColumnID(rawValue: 0x66)
    /// The day after the last of a period whose books are closed: days since 1970-01-01.
    public static let closedUntil = ColumnID(rawValue: 0x67)
    /// The digest of the report of a period whose books are closed, 32 bytes.
    public static let digest = ColumnID(rawValue: 0x68)
    /// The root that a closing pins, 32 bytes.
    public static let root = ColumnID(rawValue: 0x69)
    /// The position of the last event that a closing takes in.
    public static let pinned = ColumnID(rawValue: 0x6A)
    /// 1 where closed books are open for one commit only.
    public static let isCorrection = ColumnID(rawValue: 0x6B)
    /// 1 where the text of everything goes that a person recorded.
    public static let isRecorder = ColumnID(rawValue: 0x6F)
    /// What someone may do: the raw value of ``Rights``.
    public static let rights = ColumnID(rawValue: 0x6D)

    // Text: can be erased.

    /// The title of a task; of a line what it was for, in version 1 with the payee before it.
    public static let title = ColumnID(rawValue: 0x80)
    /// Note.
    public static let note = ColumnID(rawValue: 0x81)
    /// Tags, each followed by a newline.
    public static let tags = ColumnID(rawValue: 0x82)
    /// Why something was changed.
    public static let reason = ColumnID(rawValue: 0x83)
    /// A person's name.
    public static let personName = ColumnID(rawValue: 0x84)
    /// The name of a file that was imported.
    public static let fileName = ColumnID(rawValue: 0x85)
    /// Who was paid, or who paid.
    public static let payee = ColumnID(rawValue: 0x86)
    /// What someone does, in general or in a unit.
    public static let post = ColumnID(rawValue: 0x87)
    /// Where a picture of a person is.
    public static let picture = ColumnID(rawValue: 0x88)
    /// How to reach a person.
    public static let contact = ColumnID(rawValue: 0x89)
}
