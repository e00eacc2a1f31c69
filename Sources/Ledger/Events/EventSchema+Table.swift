internal import EventLog

extension EventSchema {
    /// Every version of every type that this program reads, ascending by type and version. What
    /// stands here once never changes: another layout is another version.
    public static let all: [EventSchema] =
        ledger + lines + tasks + others + [schema(.schemasDeclared, 1, [needed(.schemas, .text)])]
        + closings + people

    private static let ledger = [
        schema(
            .ledgerOpened, 1,
            [
                needed(.currency), needed(.ledgerID, .bytes), needed(.zone, .text),
                needed(.weekStart, .integer), maybe(.schemas, .text),
            ]),
        schema(.personAdded, 1, [maybe(.personName, .text)]),
        schema(
            .settingsChanged, 1,
            [maybe(.currency), maybe(.zone, .text), maybe(.weekStart, .integer)]),
        schema(.currencyDeclared, 1, [needed(.currency)]),
        schema(.accountOpened, 1, account),
        schema(
            .batchStarted, 1,
            [needed(.origin, .text), maybe(.counts, .bytes), maybe(.fileName, .text)]),
        schema(.categoryRenamed, 1, [needed(.name, .text), needed(.formerName, .text)]),
    ]

    private static let lines = [
        schema(.lineAdded, 1, [maybe(.group, .integer)] + stated + details + title1),
        schema(.lineAdded, 2, [maybe(.group, .integer)] + stated + details + title2),
        schema(.lineAdded, 3, [maybe(.group, .integer)] + stated + details + title2 + shares),
        schema(.lineAmended, 1, links + stated + replaced + amended + details + title1),
        schema(.lineAmended, 2, links + stated + replaced + amended + details + title2),
        schema(
            .lineAmended, 3, links + stated + replaced + amended + details + title2 + shares),
        schema(.lineVoided, 1, links + replaced + [reason]),
        schema(.lineRestored, 1, links + stated + [reason]),
    ]

    private static let tasks = [
        schema(.taskAdded, 1, todo), schema(.taskEdited, 1, links + todo),
        schema(.taskCompleted, 1, links + [reason]), schema(.taskReopened, 1, links + [reason]),
        schema(.taskRescheduled, 1, links + deadline), schema(.taskDropped, 1, links + [reason]),
    ]

    private static let others = [
        schema(.accountChanged, 1, links + account + [maybe(.isClosed, .integer)]),
        schema(
            .statementAsserted, 1,
            [
                needed(.currency), needed(.account, .integer), needed(.day, .integer),
                needed(.amount, .integer),
            ]),
        schema(.assertionWithdrawn, 1, [needed(.target, .integer), reason]),
        schema(.commitUndone, 1, [needed(.undone, .integer), reason]),
        EventSchema(
            type: LostEvent.type, version: 1, name: "lost", isCritical: false, columns: []),
    ]

    private static let closings = [
        schema(
            .booksClosed, 1,
            [
                needed(.closedFrom, .integer), needed(.closedUntil, .integer),
                needed(.digest, .bytes), needed(.root, .bytes), needed(.pinned, .integer), reason,
            ]),
        schema(
            .booksReopened, 1,
            [needed(.target, .integer), maybe(.isCorrection, .integer), reason]),
        schema(
            .textErased, 1, [needed(.erased, .integer), maybe(.isRecorder, .integer), reason]),
    ]

    private static let people = [
        schema(.personChanged, 1, links + [maybe(.personName, .text)] + about),
        schema(.unitAdded, 1, unit), schema(.unitChanged, 1, links + unit + [closed]),
        schema(
            .membershipSet, 1,
            [needed(.target, .integer), needed(.unit, .integer), maybe(.post, .text)]),
        schema(
            .membershipEnded, 1,
            [needed(.target, .integer), needed(.unit, .integer), reason]),
        schema(.rightsGranted, 1, rights), schema(.rightsRevoked, 1, rights),
    ]

    // MARK: What several types have

    private static let about = [
        maybe(.post, .text), maybe(.picture, .text), maybe(.contact, .text),
    ]

    private static let unit = [maybe(.unit, .integer), needed(.name, .text)]

    private static let closed = maybe(.isClosed, .integer)

    private static let rights = [
        needed(.target, .integer), maybe(.unit, .integer), needed(.rights, .integer), reason,
    ]

    private static let links = [needed(.target, .integer), needed(.previous, .integer)]

    private static let stated = facts { $0 }

    private static let replaced = facts { $0.retracted ?? $0 }

    private static func facts(_ side: (ColumnID) -> ColumnID) -> [Column] {
        [
            needed(side(.kind), .integer), needed(side(.currency)), maybe(side(.category), .text),
            maybe(side(.account), .integer), maybe(side(.flags), .integer),
            needed(side(.day), .integer), needed(side(.amount), .integer),
        ]
    }

    private static let details = [
        maybe(.timeOfDay, .integer), maybe(.payer, .integer), maybe(.externalID, .text),
        maybe(.note, .text), maybe(.tags, .text),
    ]

    private static let title1 = [maybe(.title, .text)]

    private static let title2 = [
        Column(.title, "description", .text, isRequired: false), maybe(.payee, .text),
    ]

    private static let shares = [maybe(.shares, .text)]

    private static let amended = [needed(.changes, .integer), reason]

    private static let reason = maybe(.reason, .text)

    private static let deadline = [
        maybe(.deadlineDay, .integer), maybe(.deadlineInstant, .integer),
    ]

    private static let todo =
        deadline + [
            needed(.urgency, .integer), needed(.colour, .integer), maybe(.priority, .integer),
            maybe(.project, .text), maybe(.assignee, .integer), maybe(.title, .text),
            maybe(.note, .text), maybe(.tags, .text),
        ]

    private static let account = [
        needed(.currency), needed(.day, .integer), needed(.amount, .integer), needed(.name, .text),
    ]

    private static func needed(_ id: ColumnID, _ kind: Column.Kind = .bytes) -> Column {
        Column(id, id.word, kind, isRequired: true)
    }

    private static func maybe(_ id: ColumnID, _ kind: Column.Kind = .bytes) -> Column {
        Column(id, id.word, kind, isRequired: false)
    }

    /// In a salvaged ledger any event may say what told of it.
    private static func schema(
        _ type: EventType, _ version: UInt8, _ columns: [Column]
    ) -> EventSchema {
        EventSchema(
            type: type.rawValue, version: version, name: "\(type)", isCritical: type.isCritical,
            columns: columns + [maybe(.toldBy, .integer)])
    }
}

extension ColumnID {
    /// The name as one word.
    fileprivate var word: String { name.replacing(" ", with: "_") }
}
