/// What the layer above holds a commit against when the log admits it.
package protocol CommitRules<Failure>: Sendable {
    /// Why it refuses a commit.
    associatedtype Failure: Error

    /// Whether an earlier commit of the same key, whose events stand from a position on, says the
    /// same.
    func isSame(as stored: [Row], from firstPosition: UInt64) -> Bool

    /// Looks at an event that asks for it, its links resolved.
    func check(_ row: Row, at index: Int, from firstPosition: UInt64) throws(Failure)

    /// Looks at what the events of a commit share.
    func check(_ header: CommitHeader, count: Int) throws(Failure)
}

/// The one way of a commit into a log: its key is compared, its links become positions, everything
/// is held against the rules, and its header is made. All stores go through it, so that all agree.
package enum CommitAdmission {
    /// Refuses what no log takes, wherever it stands.
    ///
    /// - Throws: ``LogError/emptyCommit``, ``LogError/tooLarge(_:index:)``,
    ///   ``LogError/badColumn(_:index:)``.
    package static func check(_ draft: CommitDraft) throws(LogError) {
        guard draft.events.count > 0 else { throw .emptyCommit }
        guard draft.events.count <= Limit.commitEventsMax else {
            throw .tooLarge(.commit, index: 0)
        }
        try checkKey(draft)
        if let (column, index) = draft.events.badColumn { throw .badColumn(column, index: index) }
    }

    static func checkKey(_ draft: CommitDraft) throws(LogError) {
        guard (draft.key?.count ?? 0) <= Limit.keyBytesMax else { throw .tooLarge(.key, index: 0) }
    }

    /// The earlier commit of a key, where it says the same; `nil` where there is none. A repeat is
    /// found before the end is compared, the end before a key's other content.
    ///
    /// - Parameters:
    ///   - isSame: Whether it says the same.
    ///   - isOutrun: Whether the end is not where the caller has seen it.
    ///   - head: The log's end.
    /// - Throws: ``LogError/conflict(expected:actual:)``, ``LogError/keyConflict(key:position:)``.
    package static func settle(
        _ earlier: Range<UInt64>?, isSame: Bool, key: [UInt8]?, expecting: UInt64?,
        isOutrun: Bool, _ head: LogHead
    ) throws(LogError) -> Appended? {
        if let earlier, isSame {
            return Appended(positions: earlier, root: head.root, isRepeat: true)
        }
        if let expecting, isOutrun { throw .conflict(expected: expecting, actual: head.count) }
        guard let earlier, let key else { return nil }
        throw .keyConflict(key: key, position: earlier.lowerBound)
    }

    /// What a commit's events share when it stands behind a head. The log clock never goes back:
    /// where the wall clock does, the difference is kept. What is absent takes no room.
    static func header(_ draft: CommitDraft, after head: LogHead) -> CommitHeader {
        var fields = [Field(.recordedAt, .integer(draft.recordedAt))]
        let lead = max(head.logClock, draft.recordedAt) &- draft.recordedAt
        if lead != 0 { fields.append(Field(.clockLead, .integer(lead))) }
        for (column, link) in [(ColumnID.actor, draft.actorLink), (.batch, draft.batchLink)] {
            guard let link else { continue }
            let position = link < 0 ? Int64(clamping: head.count) &+ ~link : link
            fields.append(Field(column, .integer(position)))
        }
        if let key = draft.key { fields.append(Field(.key, .bytes(key))) }
        return CommitHeader(id: draft.id, firstPosition: head.count, fields: fields)
    }

    /// Admits a commit behind a head.
    ///
    /// - Throws: ``LogError/badColumn(_:index:)``, ``LogError/badLink(index:)`` for a link to an
    ///   event that does not stand before, ``LogError/tooLarge(_:index:)``, ``LogError/full``, and
    ///   what the rules throw.
    /// - Complexity: O(*n*) in the bytes of the events.
    package static func admit<Rules: CommitRules>(
        _ draft: CommitDraft, after head: LogHead, _ rules: Rules
    ) throws(LogCallError<Rules.Failure>) -> AdmittedCommit {
        typealias Fault = LogCallError<Rules.Failure>
        var commit = AdmittedCommit(header: header(draft, after: head))
        guard head.count + UInt64(draft.events.count) <= Limit.logEventsMax else {
            throw .log(.full)
        }
        for index in 0..<draft.events.count {
            let inputs = commit.room(for: draft.events.events[index].valueBytes)
            try admit(
                draft.events, index, at: index, head.count, rules, to: &commit.pieces[inputs])
            commit.count += 1
        }
        try mappingError(Fault.caller, rules.check(commit.header, count: commit.count))
        return commit
    }

    /// Admits the next event of a commit: its links are resolved on the way.
    ///
    /// - Parameters:
    ///   - number: Which of the encoded events.
    ///   - index: Its index in the commit.
    static func admit<Rules: CommitRules>(
        _ events: EncodedEvents, _ number: Int, at index: Int, _ firstPosition: UInt64,
        _ rules: Rules, to inputs: inout LeafInputs
    ) throws(LogCallError<Rules.Failure>) {
        let event = events.events[number]
        if let column = event.badColumn { throw .log(.badColumn(column, index: index)) }
        let first = Int64(clamping: firstPosition)
        guard event.linkMax < first + Int64(index),
            events.links[event.links].allSatisfy({ ~$0.value < Int64(index) })
        else { throw .log(.badLink(index: index)) }
        inputs.begin(type: event.type, schema: event.schema, isCritical: event.isCritical)
        inputs.add { bytes in
            var start = event.start
            for link in events.links[event.links] {
                bytes += events.bytes[start..<link.field.lowerBound]
                FieldCoding.append(first + ~link.value, in: link.column, to: &bytes)
                start = link.field.upperBound
            }
            bytes += events.bytes[start..<event.facts]
        }
        inputs.endFacts(index: UInt64(index))
        inputs.add { $0 += events.bytes[event.facts..<event.end] }
        do throws(TooLarge) { try inputs.end() } catch {
            throw .log(.tooLarge(error, index: index))
        }
        guard event.needsCheck else { return }
        let row = inputs.row(at: inputs.count - 1)
        try mappingError(
            LogCallError<Rules.Failure>.caller,
            rules.check(row, at: index, from: firstPosition))
    }
}

/// A commit as it goes into the log, cut into pieces; see ``PieceRule``.
package struct AdmittedCommit: Sendable {
    /// What its events share.
    package let header: CommitHeader
    /// How many events it has.
    package fileprivate(set) var count = 0
    fileprivate(set) var pieces: [LeafInputs] = []
    private var rule: PieceRule

    fileprivate init(header: CommitHeader) {
        self.header = header
        rule = PieceRule(header.firstPosition)
    }

    /// The piece for an event of so many bytes.
    fileprivate mutating func room(for bytes: Int) -> Int {
        let isFull = !rule.takes(bytes)
        if isFull {
            rule = PieceRule(header.firstPosition + UInt64(count))
            _ = rule.takes(bytes)
        }
        if isFull || pieces.isEmpty {
            pieces.append(LeafInputs())
            pieces[pieces.count - 1].begin(header)
        }
        return pieces.count - 1
    }

    /// The events as values.
    package var rows: [Row] { pieces.flatMap { piece in (0..<piece.count).map(piece.row) } }

    /// The leaf hashes of the events.
    ///
    /// - Parameter seed: The seed of a block of 4,096 positions.
    package func leaves(_ seed: (_ block: UInt64) -> [UInt8]) -> [Digest] {
        var leaves: [Digest] = []
        var position = header.firstPosition
        for var piece in pieces {
            var next = 0
            while next < piece.count {
                let block = position / Limit.seedEvents
                let left = Int((block + 1) * Limit.seedEvents - position)
                let end = min(piece.count, next + left)
                piece.hash(next..<end, from: position, seed: seed(block), to: &leaves)
                position += UInt64(end - next)
                next = end
            }
        }
        return leaves
    }
}

/// What holds where no layer above has rules of its own: commits of a key are compared value by
/// value.
struct PlainRules: CommitRules {
    let events: EncodedEvents

    func isSame(as stored: [Row], from firstPosition: UInt64) -> Bool {
        let positions = firstPosition..<(firstPosition + UInt64(events.count))
        return stored.count == events.count
            && zip(events.rows, stored).allSatisfy { $0.saysTheSame(as: $1, in: positions) }
    }

    func check(_ row: Row, at index: Int, from firstPosition: UInt64) throws(Never) {}

    func check(_ header: CommitHeader, count: Int) throws(Never) {}
}

extension Row {
    /// Whether an event of a commit that is to be appended says what another one says that stands
    /// in the log: no clocks, no actor, no version before, no old values, links into the commit by
    /// index, and of a text that was erased nobody can say what it was.
    ///
    /// - Parameters:
    ///   - stored: The other one, of the same schema version.
    ///   - positions: Where the commit of the other one stands.
    ///   - isLink: Whether integers in a column other than a link column are links, too.
    package func saysTheSame(
        as stored: Row, in positions: Range<UInt64>,
        isLink: (ColumnID) -> Bool = { _ in false }
    ) -> Bool {
        let asked = stored.isErased ? withoutText : self
        return type == stored.type && schema == stored.schema && isCritical == stored.isCritical
            && asked.content(in: positions, isLink)
                == stored.withoutSalt.content(in: positions, isLink)
    }

    private func content(in positions: Range<UInt64>, _ isLink: (ColumnID) -> Bool) -> [Field] {
        fields.compactMap { field in
            let column = field.column
            if column == .previous || column.restated != nil { return nil }
            guard column.kind == .link || isLink(column), let value = field.value.integer,
                value >= 0, positions.contains(UInt64(value))
            else { return field }
            return Field(column, .integer(-1 - (value - Int64(clamping: positions.lowerBound))))
        }
    }
}
