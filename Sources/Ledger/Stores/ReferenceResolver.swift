package import EventLog

/// A commit on its way into a store: the one place that encodes events, turns references into
/// positions and says what is a repeat, so that all stores agree.
package struct ReferenceResolver: Sendable {
    /// The idempotency key as the log keeps it.
    package let key: [UInt8]?
    private let commit: NewCommit

    /// Looks at what holds wherever the commit will stand.
    ///
    /// - Throws: ``StoreError/emptyCommit``, or ``StoreError/log(_:)`` for too many events, too
    ///   long a key, or an unknown event with columns that the log cannot keep.
    /// - Complexity: O(*n*) in the number of events.
    package init(_ commit: NewCommit) throws(StoreError) {
        self.commit = commit
        let key = commit.key.map { Array($0.utf8) }
        self.key = key
        try mappingError(
            StoreError.ofLog, EncodedCommit.admit(count: commit.events.count, key: key))
        for (index, event) in commit.events.enumerated() {
            try ReferenceResolver.checkRaw(event, at: index, of: commit.origin)
        }
    }

    /// The idempotency key as the caller gave it.
    package var keyText: String? { commit.key }
    /// The commit's id.
    package var id: CommitID { commit.id }
    /// What is known of it.
    package var origin: CommitOrigin { commit.origin }
    /// How many events the commit has.
    package var count: Int { commit.events.count }

    /// What the log appends when the first event comes to stand at a position: every reference is
    /// the position of an earlier event; actor and batch may stand in the commit itself.
    ///
    /// - Throws: ``StoreError/badReference(index:)``, ``StoreError/unreadable(index:type:)``.
    /// - Complexity: O(*n*) in the number of events.
    package func encoded(at firstPosition: UInt64) throws(StoreError) -> EncodedCommit {
        var writer = RowWriter()
        var events: [EncodedEvent] = []
        events.reserveCapacity(count)
        for (index, event) in commit.events.enumerated() {
            events.append(
                try ReferenceResolver.encoded(
                    event, at: index, from: firstPosition, of: origin, commit.salts, &writer))
        }
        var shared = CommitDraft(
            id: id, recordedAt: commit.recordedAt.millisecondsSince1970,
            actor: try shared(commit.actor, from: firstPosition),
            batch: try shared(commit.batch, from: firstPosition), key: key, rows: [])
        shared.isReplica = commit.salts.areOwn
        return EncodedCommit(shared, events)
    }

    private func shared(
        _ reference: Reference?, from firstPosition: UInt64
    ) throws(StoreError) -> UInt64? {
        try ReferenceResolver.shared(reference?.link, from: firstPosition, count: count)
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
        let asked = commit.events.map(\.row).withoutDeclaration
        let stored = stored.withoutDeclaration
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
        guard abs(positions.count - count) <= 2 else { return false }
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

    /// Encodes an event for its position, with its salt.
    ///
    /// - Parameter writer: Memory that is used again.
    /// - Throws: ``StoreError/badReference(index:)``, ``StoreError/unreadable(index:type:)``.
    static func encoded(
        _ event: Event, at index: Int, from firstPosition: UInt64, of origin: CommitOrigin,
        _ salts: TextSalts, _ writer: inout RowWriter
    ) throws(StoreError) -> EncodedEvent {
        writer.begin(at: RowWriter.Place(firstPosition: firstPosition, index: index))
        var encoded: EncodedEvent
        if let type = event.write(to: &writer) {
            if writer.hasBadReference { throw .badReference(index: index) }
            writer.set(type)
            encoded = writer.event
        } else {
            var row = event.row
            try resolve(&row, at: index, from: firstPosition)
            encoded = EncodedEvent(row)
        }
        if !isReadable(event) { try checkReadable(encoded, at: index, firstPosition, of: origin) }
        salts.salt(&encoded, at: index)
        return encoded
    }

    /// Raw rows have columns that the log can keep, and are of types that this program does not
    /// know and may pass over.
    static func checkRaw(
        _ event: Event, at index: Int, of origin: CommitOrigin
    ) throws(StoreError) {
        guard let row = event.rawRow else { return }
        for field in row.fields where !RowRule.allows(field) || field.column.isLeftByErasure {
            throw .log(.badColumn(field.column, index: index))
        }
        guard origin != .otherProgram, case .unknown = event else { return }
        let type = EventType(rawValue: row.type)
        if row.isCritical || type.map({ row.schema <= $0.schema }) == true {
            throw .unreadable(index: index, type: row.type)
        }
    }

    /// Whether it is plain that an event can be read again: of a task only a priority needs not be
    /// one, and there are as many of them as a file has.
    private static func isReadable(_ event: Event) -> Bool {
        guard case .taskAdded(let added) = event else { return false }
        return added.facts.priority.map { (1...9).contains($0) } ?? true
    }

    /// What goes into a log for good can be read again.
    private static func checkReadable(
        _ event: EncodedEvent, at index: Int, _ firstPosition: UInt64, of origin: CommitOrigin
    ) throws(StoreError) {
        guard origin != .otherProgram, !readable.contains(event.type) else { return }
        do throws(StoreError) {
            _ = try Event(row: event.row, at: firstPosition + UInt64(index))
        } catch {
            throw .unreadable(index: index, type: event.type)
        }
    }

    /// Replaces the references of a raw row into its own commit by positions.
    ///
    /// - Throws: ``StoreError/badReference(index:)`` for one that is not to an earlier event.
    private static func resolve(
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
        return asked.isSame(as: upcasted, in: positions, where: \.isReference)
    }

    /// The position that a value means; `nil` when there can be none.
    private static func position(_ value: Int64, from firstPosition: UInt64) -> UInt64? {
        if value >= 0 { return UInt64(value) }
        let (sum, overflow) = firstPosition.addingReportingOverflow(UInt64(-1 - value))
        return overflow ? nil : sum
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
