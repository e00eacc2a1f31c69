internal import EventLog

extension EventDeclaration {
    static let personChanged = EventDeclaration(
        .personChanged, "person", "changed", Event.personChanged,
        .links, [.maybe(.personName), .maybe(.post), .maybe(.picture), .maybe(.contact)],
        undoneBy: .by([.personChanged]), changesFigures: false)

    static let unitAdded = EventDeclaration(
        .unitAdded, "unit", "added", Event.unitAdded, .unit, undoneBy: .by([.unitChanged]),
        changesFigures: false, rights: .create)

    static let unitChanged = EventDeclaration(
        .unitChanged, "unit", "changed", Event.unitChanged,
        .links, .unit, [.maybe(.isClosed)], undoneBy: .by([.unitChanged]),
        changesFigures: false)

    static let membershipSet = EventDeclaration(
        .membershipSet, "membership", "set", Event.membershipSet,
        [.needed(.target), .needed(.unit), .maybe(.post)],
        undoneBy: .by([.membershipEnded, .membershipSet]), changesFigures: false)

    static let membershipEnded = EventDeclaration(
        .membershipEnded, "membership", "ended", Event.membershipEnded,
        [.needed(.target), .needed(.unit)], .reason, undoneBy: .by([.membershipSet]),
        changesFigures: false)

    static let rightsGranted = EventDeclaration(
        .rightsGranted, "rights", "granted", Event.rightsGranted, .rights,
        undoneBy: .by([.rightsRevoked]), changesFigures: false, rights: .share)

    static let rightsRevoked = EventDeclaration(
        .rightsRevoked, "rights", "revoked", Event.rightsRevoked, .rights,
        undoneBy: .by([.rightsGranted]), changesFigures: false, rights: .share)
}

extension [EventSchema.Column] {
    fileprivate static let unit: [EventSchema.Column] = [.maybe(.unit), .needed(.name)]

    fileprivate static let rights: [EventSchema.Column] =
        joined([.needed(.target), .maybe(.unit), .needed(.rights)], .reason)
}

extension PersonChanged: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        writer.add(text: facts.name, in: .personName)
        writer.add(text: facts.post, in: .post)
        writer.add(text: facts.picture, in: .picture)
        writer.add(text: facts.contact, in: .contact)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        facts = PersonFacts(
            name: try reader.text(.personName), post: try reader.text(.post),
            picture: try reader.text(.picture), contact: try reader.text(.contact))
    }
}

extension UnitFacts {
    fileprivate func writeName(to writer: inout RowWriter) { writer.add(fact: name, in: .name) }

    fileprivate init(from reader: RowReader) throws(StoreError) {
        name = try reader.required(.name, reader.string)
        parent = try reader.reference(.unit)
    }
}

extension UnitAdded: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(facts.parent, in: .unit)
        facts.writeName(to: &writer)
    }

    init(from reader: RowReader) throws(StoreError) { facts = try UnitFacts(from: reader) }
}

extension UnitChanged: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        writer.add(facts.parent, in: .unit)
        facts.writeName(to: &writer)
        if isClosed { writer.add(1, in: .isClosed) }
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        facts = try UnitFacts(from: reader)
        let closed: UInt8 = try reader.integer(.isClosed) ?? 0
        if closed > 1 { throw reader.undecodable(.isClosed) }
        isClosed = closed == 1
    }
}

extension MembershipSet: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(person, in: .target)
        writer.add(unit, in: .unit)
        writer.add(text: post, in: .post)
    }

    init(from reader: RowReader) throws(StoreError) {
        person = try reader.required(.target, reader.reference)
        unit = try reader.required(.unit, reader.reference)
        post = try reader.text(.post)
    }
}

extension MembershipEnded: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(person, in: .target)
        writer.add(unit, in: .unit)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        person = try reader.required(.target, reader.reference)
        unit = try reader.required(.unit, reader.reference)
        reason = try reader.text(.reason)
    }
}

extension RightsChanged: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(person, in: .target)
        writer.add(unit, in: .unit)
        writer.add(rights.rawValue, in: .rights)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        person = try reader.required(.target, reader.reference)
        unit = try reader.reference(.unit)
        rights = try reader.required(.rights, reader.value)
        if rights.isEmpty || !Rights.all.contains(rights) { throw reader.undecodable(.rights) }
        reason = try reader.text(.reason)
    }
}
