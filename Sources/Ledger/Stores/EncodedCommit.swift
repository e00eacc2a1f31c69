package import EventLog

/// A commit on its way into a store: its events encoded, and what a ledger holds them against when
/// the log admits them. All stores append it, so that all agree.
package struct EncodedCommit: CommitRules {
    /// What the log is given.
    package let draft: CommitDraft
    /// The idempotency key as the caller gave it.
    package let keyText: String?
    /// What is known of the commit.
    package let origin: CommitOrigin

    /// Encodes the events.
    ///
    /// - Throws: ``StoreError/emptyCommit``, ``StoreError/unreadable(index:type:)``, or
    ///   ``StoreError/log(_:)`` for too many events, too long a key, or an unknown event with
    ///   columns that the log cannot keep.
    /// - Complexity: O(*n*) in the number of events.
    package init(_ commit: NewCommit) throws(StoreError) {
        var writer = RowWriter()
        for event in commit.events { writer.write(event) }
        self.init(commit, writer.events)
        try mappingError({ StoreError($0, key: commit.key) }, CommitAdmission.check(draft))
        for (index, event) in commit.events.enumerated() {
            try EncodedCommit.checkRaw(event, at: index, of: origin)
        }
    }

    /// What a stream says of its commit, without events.
    package init(_ stream: CommitStream) {
        let commit = NewCommit(
            id: stream.id, recordedAt: stream.recordedAt, actor: stream.actor,
            batch: stream.batch, key: stream.key, events: [], origin: stream.origin)
        self.init(commit, EncodedEvents())
    }

    private init(_ commit: NewCommit, _ events: EncodedEvents) {
        keyText = commit.key
        origin = commit.origin
        draft = CommitDraft(
            id: commit.id, recordedAt: commit.recordedAt.millisecondsSince1970,
            actorLink: commit.actor?.link, batchLink: commit.batch?.link,
            key: commit.key.map { Array($0.utf8) }, events: events)
    }

    /// Whether a commit that stands in the log is what this one says.
    ///
    /// What is compared is what was asked for: types and values, but not what was replaced, not the
    /// version before, and references into the commit by index. Older schema versions are upcast;
    /// what a program declares of its schemas was asked for by nobody.
    ///
    /// - Parameters:
    ///   - stored: The events in the log.
    ///   - firstPosition: The position of the first of them.
    package func isSame(as stored: [Row], from firstPosition: UInt64) -> Bool {
        let rows = draft.rows
        let (asked, stored) = (rows.withoutDeclaration, stored.withoutDeclaration)
        let positions = firstPosition..<(firstPosition + UInt64(asked.count))
        return asked.count == stored.count
            && zip(asked, stored).allSatisfy { EncodedCommit.isSame($0, as: $1, in: positions) }
    }

    /// Whether the events at some positions of a store are what this commit says.
    ///
    /// - Complexity: O(*n*) in the number of events; nothing is read when their numbers differ.
    package func isSame(
        as positions: Range<UInt64>, in store: some EventStore
    ) throws(StoreError) -> Bool {
        // One of them may have a declaration that the other one has not.
        guard abs(positions.count - draft.events.count) <= 1 else { return false }
        var stored: [Row] = []
        try store.read(positions, .all) { batch in
            stored += batch.rows
            return .next
        }
        return isSame(as: stored, from: positions.lowerBound)
    }

    /// Whether an event says what another one says that stands in the log, in a commit at the given
    /// positions; see ``isSame(as:from:)``.
    package static func isSame(
        _ asked: Row, as row: Row, in positions: Range<UInt64>
    ) -> Bool {
        let stored = Upcasting.current.upcast(row, to: asked.schema) ?? row
        return asked.saysTheSame(as: stored, in: positions, isLink: \.isReference)
    }

    /// What goes into a log for good can be read again: shares are of events before, and together
    /// the amount.
    package func check(
        _ row: Row, at index: Int, from firstPosition: UInt64
    ) throws(StoreError) {
        let position = firstPosition + UInt64(index)
        if let value = row[.shares] {
            guard let bytes = value.bytes, let shares = [Share](stored: bytes),
                let amount = row[.amount]?.integer, let last = shares.last,
                last.person < position, shares.addUp(to: amount)
            else { throw .badReference(index: index) }
        }
        if origin == .otherProgram { return }
        do throws(StoreError) { _ = try Event(row: row, at: position) } catch {
            throw .unreadable(index: index, type: row.type)
        }
    }

    /// Actor and batch are events before, or of the commit.
    package func check(_ header: CommitHeader, count: Int) throws(StoreError) {
        let end = Int64(clamping: header.firstPosition) + Int64(count)
        for link in [draft.actorLink, draft.batchLink] {
            guard let link else { continue }
            guard link < 0 ? ~link < Int64(count) : link < end else {
                throw .badReference(index: 0)
            }
        }
    }

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
}

extension [Row] {
    /// Without the declaration of schemas at the end.
    fileprivate var withoutDeclaration: ArraySlice<Row> {
        last?.isDeclaration == true ? dropLast() : self[...]
    }
}

extension Row {
    /// Whether the event declares schemas.
    var isDeclaration: Bool { type == EventType.schemasDeclared.rawValue }
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
