internal import EventLog

extension EventDeclaration {
    static let accountChanged = EventDeclaration(
        .accountChanged, "account", "changed", Event.accountChanged,
        .links, .account, [.maybe(.isClosed)], undoneBy: .by([.accountChanged]))

    static let statementAsserted = EventDeclaration(
        .statementAsserted, "statement", "asserted", Event.statementAsserted, isCritical: false,
        [.needed(.currency), .needed(.account), .needed(.day), .needed(.amount)],
        undoneBy: .by([.assertionWithdrawn]), rights: .create)

    static let assertionWithdrawn = EventDeclaration(
        .assertionWithdrawn, "statement", "withdrawn", Event.assertionWithdrawn,
        isCritical: false, [.needed(.target)], .reason, undoneBy: .by([.statementAsserted]))

    static let commitUndone = EventDeclaration(
        .commitUndone, "commit", "undone", Event.commitUndone, isCritical: false,
        [.needed(.undone)], .reason, undoneBy: .by([.commitUndone]), changesFigures: false,
        rights: nil)
}

extension AccountChanged: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        facts.write(to: &writer)
        if isClosed { writer.add(1, in: .isClosed) }
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        facts = try AccountOpened(from: reader)
        let closed: UInt8 = try reader.integer(.isClosed) ?? 0
        if closed > 1 { throw reader.undecodable(.isClosed) }
        isClosed = closed == 1
    }
}

extension StatementAsserted: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(balance.currency, in: .currency)
        writer.add(account, in: .account)
        writer.add(day.daysSince1970, in: .day)
        writer.add(balance.minor, in: .amount)
    }

    init(from reader: RowReader) throws(StoreError) {
        account = try reader.required(.account, reader.reference)
        balance = Money(
            minor: try reader.required(.amount, reader.integer),
            currency: try reader.required(.currency, reader.currency))
        day = try reader.required(.day, reader.day)
    }
}

extension AssertionWithdrawn: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        reason = try reader.text(.reason)
    }
}

extension CommitUndone: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(commit, in: .undone)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        commit = try reader.required(.undone, reader.reference)
        reason = try reader.text(.reason)
    }
}
