internal import EventLog

extension EventDeclaration {
    static let lineAdded = EventDeclaration(
        .lineAdded, "line", "added", Event.lineAdded,
        versions: lineVersions([.maybe(.group)], .stated), undoneBy: .by([.lineVoided]),
        rights: .create)

    static let lineAmended = EventDeclaration(
        .lineAmended, "line", "amended", Event.lineAmended,
        versions: lineVersions(
            .links, .stated, .retracted, [.needed(.changes)], .reason),
        undoneBy: .by([.lineAmended]))

    static let lineVoided = EventDeclaration(
        .lineVoided, "line", "voided", Event.lineVoided, .links, .retracted, .reason,
        undoneBy: .by([.lineRestored]))

    static let lineRestored = EventDeclaration(
        .lineRestored, "line", "restored", Event.lineRestored, .links, .stated, .reason,
        undoneBy: .by([.lineVoided]))

    /// The versions of what says the details of a line.
    private static func lineVersions(_ lists: [EventSchema.Column]...) -> [Version] {
        let common = lists.flatMap(\.self)
        let details: [EventSchema.Column] = [
            .maybe(.timeOfDay), .maybe(.payer), .maybe(.externalID), .maybe(.note), .maybe(.tags),
        ]
        let title: [EventSchema.Column] = [
            EventSchema.Column(.title, "description", .text, isRequired: false), .maybe(.payee),
        ]
        return [
            Version(common, details, [.maybe(.title)]),
            Version(common, details, title, after: .titleIsDivided),
            Version(common, details, title, [.maybe(.shares)], after: .noShares),
        ]
    }
}

extension [EventSchema.Column] {
    fileprivate static let stated = facts { $0 }

    fileprivate static let retracted = facts { $0.retracted ?? $0 }

    private static func facts(_ side: (ColumnID) -> ColumnID) -> [EventSchema.Column] {
        [
            .needed(side(.kind)), .needed(side(.currency)), .maybe(side(.category)),
            .maybe(side(.account)), .maybe(side(.flags)), .needed(side(.day)),
            .needed(side(.amount)),
        ]
    }
}

extension Upcasting.Step {
    /// Version 2 of lines had no shares. Without a version of its own, a program that does not know
    /// them could amend an amount and leave shares that are not its sum.
    fileprivate static let noShares = Upcasting.Step("nobody shares the line", [:])

    /// Version 1 of lines had one title, version 2 has a payee and a description.
    fileprivate static let titleIsDivided = Upcasting.Step(
        "the title is divided at the first “ | ” into payee and description, where both say "
            + "something; else all of it is the description",
        [
            .title: .bytes { title in
                guard let (payee, description) = LineTitle.divided(title) else { return nil }
                return [
                    Field(.payee, .bytes(Array(payee))),
                    Field(.title, .bytes(Array(description))),
                ]
            }
        ])
}

extension LineFacts {
    /// Whether columns state facts or take them back.
    enum Side {
        case stated
        case retracted

        func column(_ column: ColumnID) -> ColumnID {
            switch self {
            case .stated: column
            case .retracted: column.retracted ?? column
            }
        }
    }

    func write(to writer: inout RowWriter, _ side: Side) {
        writer.add(kind.rawValue, in: side.column(.kind))
        writer.add(amount.currency, in: side.column(.currency))
        writer.add(category, in: side.column(.category))
        writer.add(account, in: side.column(.account))
        if !flags.isEmpty { writer.add(flags.rawValue, in: side.column(.flags)) }
        writer.add(day.daysSince1970, in: side.column(.day))
        writer.add(amount.minor, in: side.column(.amount))
    }

    init(from reader: RowReader, _ side: Side) throws(StoreError) {
        kind = try reader.required(side.column(.kind), reader.value)
        amount = Money(
            minor: try reader.required(side.column(.amount), reader.integer),
            currency: try reader.required(side.column(.currency), reader.currency))
        day = try reader.required(side.column(.day), reader.day)
        category = try reader.category(side.column(.category))
        account = try reader.reference(side.column(.account))
        flags = try reader.value(side.column(.flags)) ?? []
    }
}

extension LineDetails {
    /// Adds the columns; the shares are of an amount.
    func write(to writer: inout RowWriter, of amount: Int64) {
        writer.add(time?.secondsSinceMidnight, in: .timeOfDay)
        writer.add(payer, in: .payer)
        writer.add(shares, of: amount)
        writer.add(fact: externalID, in: .externalID)
        writer.add(text: description, in: .title)
        writer.add(text: note, in: .note)
        writer.add(tags: tags)
    }

    /// The payee has the highest column.
    fileprivate func writePayee(to writer: inout RowWriter) {
        writer.add(text: payee, in: .payee)
    }

    init(from reader: RowReader) throws(StoreError) {
        if let seconds: Int = try reader.integer(.timeOfDay) {
            time = TimeOfDay(secondsSinceMidnight: seconds)
            if time == nil { throw reader.undecodable(.timeOfDay) }
        }
        payer = try reader.reference(.payer)
        shares = try reader.shares()
        externalID = try reader.string(.externalID)
        payee = try reader.text(.payee)
        description = try reader.text(.title)
        note = try reader.text(.note)
        tags = try reader.tags()
    }
}

extension LineAdded: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(entry, in: .group)
        facts.write(to: &writer, .stated)
        details.write(to: &writer, of: facts.amount.minor)
        details.writePayee(to: &writer)
    }

    init(from reader: RowReader) throws(StoreError) {
        facts = try LineFacts(from: reader, .stated)
        details = try LineDetails(from: reader)
        entry = try reader.reference(.group)
    }
}

extension LineAmended: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        facts.write(to: &writer, .stated)
        replaced.write(to: &writer, .retracted)
        writer.add(changes.rawValue, in: .changes)
        details.write(to: &writer, of: facts.amount.minor)
        writer.add(text: reason, in: .reason)
        details.writePayee(to: &writer)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        facts = try LineFacts(from: reader, .stated)
        replaced = try LineFacts(from: reader, .retracted)
        changes = try reader.required(.changes, reader.value)
        details = try LineDetails(from: reader)
        reason = try reader.text(.reason)
    }
}

extension LineVoided: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        replaced.write(to: &writer, .retracted)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        replaced = try LineFacts(from: reader, .retracted)
        reason = try reader.text(.reason)
    }
}

extension LineRestored: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        facts.write(to: &writer, .stated)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        facts = try LineFacts(from: reader, .stated)
        reason = try reader.text(.reason)
    }
}
