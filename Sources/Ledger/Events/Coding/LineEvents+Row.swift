internal import EventLog

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

extension LineDetails: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(time?.secondsSinceMidnight, in: .timeOfDay)
        writer.add(payer, in: .payer)
        writer.add(shares)
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
        details.write(to: &writer)
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
        details.write(to: &writer)
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
