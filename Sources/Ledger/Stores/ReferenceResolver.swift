package import EventLog

/// A commit on its way into a store: the one place that turns references into positions and says
/// what may be appended and what is a repeat, so that all stores agree.
package struct ReferenceResolver: Sendable {
    /// The idempotency key as the log keeps it.
    package let key: [UInt8]?
    /// The idempotency key as the caller gave it.
    package let keyText: String?

    /// The commit's id.
    package let id: CommitID
    /// What is known of it.
    package let origin: CommitOrigin
    private let recordedAt: Int64
    private let actor: Int64?
    private let batch: Int64?
    private let rows: [Row]
    private let salts: TextSalts

    /// Encodes the events.
    ///
    /// - Throws: ``StoreError/emptyCommit``, or ``StoreError/log(_:)`` for too many events, too
    ///   long a key, or an unknown event with columns that the log cannot keep.
    /// - Complexity: O(*n*) in the number of events.
    package init(_ commit: NewCommit) throws(StoreError) {
        id = commit.id
        origin = commit.origin
        salts = commit.salts
        recordedAt = commit.recordedAt.millisecondsSince1970
        actor = commit.actor?.link
        batch = commit.batch?.link
        keyText = commit.key
        key = commit.key.map { Array($0.utf8) }
        rows = commit.events.map(\.row)
        if rows.isEmpty { throw .emptyCommit }
        if rows.count > Limit.commitEventsMax { throw .log(.tooLarge(.commit, index: 0)) }
        if let key, key.count > Limit.keyBytesMax { throw .log(.tooLarge(.key, index: 0)) }
        for (index, row) in rows.enumerated() {
            try RowRule.check(row, at: index)
            try ReferenceResolver.checkRaw(commit.events[index], at: index, of: origin)
        }
    }

    /// How many events the commit has.
    package var count: Int { rows.count }

    /// What the log appends when the first event comes to stand at a position: every reference is
    /// the position of an earlier event; actor and batch may stand in the commit itself.
    ///
    /// - Throws: ``StoreError/badReference(index:)``.
    /// - Complexity: O(*n*) in the number of events.
    package func draft(at firstPosition: UInt64) throws(StoreError) -> CommitDraft {
        var rows = rows
        for index in rows.indices {
            try ReferenceResolver.resolve(&rows[index], at: index, from: firstPosition)
            try ReferenceResolver.checkReadable(rows[index], at: index, firstPosition, of: origin)
            if salts.areOwn { rows[index] = salts.salted(rows[index], at: index) }
        }
        var draft = CommitDraft(
            id: id, recordedAt: recordedAt,
            actor: try ReferenceResolver.shared(actor, from: firstPosition, count: count),
            batch: try ReferenceResolver.shared(batch, from: firstPosition, count: count),
            key: key, rows: rows)
        draft.isReplica = salts.areOwn
        return draft
    }

    /// Whether a commit that stands in the log is what this one says.
    ///
    /// What is compared is what was asked for: types and values, but not what was replaced, not the
    /// version before, and references into the commit by index. Older schema versions are upcast;
    /// what a program declares of its schemas, and what a device signs, was asked for by nobody.
    ///
    /// - Parameters:
    ///   - stored: The events in the log.
    ///   - firstPosition: The position of the first of them.
    package func isSame(as stored: [Row], from firstPosition: UInt64) -> Bool {
        let (asked, stored) = (rows.withoutDeclaration, stored.withoutDeclaration)
        let positions = firstPosition..<(firstPosition + UInt64(asked.count))
        return asked.count == stored.count
            && zip(asked, stored).allSatisfy { ReferenceResolver.isSame($0, as: $1, in: positions) }
    }

    /// Whether the events at some positions of a store are what this commit says.
    ///
    /// - Complexity: O(*n*) in the number of events; nothing is read when their numbers differ.
    package func isSame(
        as positions: Range<UInt64>, in store: some EventStore
    ) throws(StoreError) -> Bool {
        // One of them may have a declaration and a signature that the other one has not.
        guard abs(positions.count - rows.count) <= 2 else { return false }
        var stored: [Row] = []
        try store.read(positions, .all) { batch in
            stored += batch.rows
            return .next
        }
        return isSame(as: stored, from: positions.lowerBound)
    }
}

extension [Row] {
    /// Without the declaration of schemas and the signature at the end.
    fileprivate var withoutDeclaration: ArraySlice<Row> {
        var rows = self[...]
        while rows.last?.isDeclaration == true { rows = rows.dropLast() }
        return rows
    }
}

extension Row {
    /// Whether the event declares schemas or signs its commit: nobody asks for those.
    var isDeclaration: Bool {
        [EventType.schemasDeclared, .commitSigned].contains { $0.rawValue == type }
    }
}

/// What holds for each event of a commit by itself.
extension ReferenceResolver {
    /// The types of which every value that there is can be read again.
    private static let readable: Set<UInt16> = Set(
        [.lineAdded, .lineAmended, .lineVoided, .lineRestored, .personAdded].map(
            \EventType.rawValue))

    /// Whether an event has to be held against what is read again.
    static func isAlwaysReadable(_ type: UInt16) -> Bool { readable.contains(type) }

    /// Raw rows are of types that this program does not know and may pass over.
    package static func checkRaw(
        _ event: Event, at index: Int, of origin: CommitOrigin
    ) throws(StoreError) {
        guard origin != .otherProgram, case .unknown(let row) = event else { return }
        let type = EventType(rawValue: row.type)
        if row.isCritical || type.map({ row.schema <= $0.schema }) == true {
            throw .unreadable(index: index, type: row.type)
        }
    }

    /// What goes into a log for good can be read again.
    ///
    /// - Parameter row: The event, its references resolved.
    package static func checkReadable(
        _ row: Row, at index: Int, _ firstPosition: UInt64, of origin: CommitOrigin
    ) throws(StoreError) {
        guard origin != .otherProgram, !isAlwaysReadable(row.type) else { return }
        do throws(StoreError) {
            _ = try Event(row: row, at: firstPosition + UInt64(index))
        } catch {
            throw .unreadable(index: index, type: row.type)
        }
    }

    /// Replaces the references of an event into its own commit by positions.
    ///
    /// - Parameters:
    ///   - row: The event.
    ///   - index: Its index in the commit.
    ///   - firstPosition: The position of the commit.
    /// - Throws: ``StoreError/badReference(index:)`` for one that is not to an earlier event.
    package static func resolve(
        _ row: inout Row, at index: Int, from firstPosition: UInt64
    ) throws(StoreError) {
        let limit = firstPosition + UInt64(index)
        for place in row.fields.indices {
            let column = row.fields[place].column
            if column == .shares { try checkShares(row, at: index, before: limit) }
            guard column.isReference, let value = row.fields[place].value.integer else { continue }
            guard let target = position(value, from: firstPosition), target < limit else {
                throw .badReference(index: index)
            }
            if value < 0 { row[column] = .integer(Int64(target)) }
        }
    }

    /// Shares are of events before, and together the amount: nothing else could be read again.
    private static func checkShares(
        _ row: Row, at index: Int, before limit: UInt64
    ) throws(StoreError) {
        guard let bytes = row[.shares]?.bytes, let shares = [Share](stored: bytes),
            let amount = row[.amount]?.integer, let last = shares.last, last.person < limit,
            shares.addUp(to: amount)
        else { throw .badReference(index: index) }
    }

    /// The position of what all events of a commit refer to; it may stand in the commit.
    package static func shared(
        _ link: Int64?, from firstPosition: UInt64, count: Int
    ) throws(StoreError) -> UInt64? {
        guard let link else { return nil }
        guard let target = position(link, from: firstPosition),
            target < firstPosition + UInt64(count)
        else { throw .badReference(index: 0) }
        return target
    }

    /// Whether an event says what another one says that stands in the log, in a commit at the given
    /// positions; see ``isSame(as:from:)``.
    package static func isSame(
        _ asked: Row, as row: Row, in positions: Range<UInt64>
    ) -> Bool {
        let upcasted = Upcasting.current.upcast(row, to: asked.schema) ?? row
        // Of a text that was erased nobody can say what it was.
        let (asked, stored) = (row.isErased ? asked.withoutText : asked, upcasted.withoutSalt)
        return asked.type == stored.type && asked.schema == stored.schema
            && asked.isCritical == stored.isCritical
            && content(of: asked, in: positions) == content(of: stored, in: positions)
    }

    private static func content(of row: Row, in positions: Range<UInt64>) -> [Field] {
        row.fields.compactMap { field in
            if field.column == .previous || field.column.restated != nil { return nil }
            guard field.column.isReference, let value = field.value.integer, value >= 0,
                positions.contains(UInt64(value))
            else { return field }
            let index = Int64(UInt64(value) - positions.lowerBound)
            return Field(field.column, .integer(-1 - index))
        }
    }

    /// The position that a value means; `nil` when there can be none.
    private static func position(_ value: Int64, from firstPosition: UInt64) -> UInt64? {
        if value >= 0 { return UInt64(value) }
        let (sum, overflow) = firstPosition.addingReportingOverflow(UInt64(-1 - value))
        return overflow ? nil : sum
    }
}

extension RowRule {
    /// Throws for a column that an event must not set.
    package static func check(_ row: Row, at index: Int) throws(StoreError) {
        for field in row.fields where !allows(field) || field.column.isLeftByErasure {
            throw .log(.badColumn(field.column, index: index))
        }
    }
}

extension ColumnID {
    /// Whether integers in the column are positions of events.
    package var isReference: Bool {
        switch self {
        case .account, .retractedAccount, .payer, .assignee: true
        default: 0x01...0x0F ~= rawValue
        }
    }

    private static let retractedAccount = ColumnID(rawValue: ColumnID.account.rawValue + 0x20)
}
