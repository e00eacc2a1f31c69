public import EventLog

/// Which events a condition is about: all that is given must hold of an event.
///
/// ```swift
/// // Whatever changed line 42, or took it away.
/// EventQuery(of: [.lineAmended, .lineVoided, .lineRestored], pointingAt: 42)
/// ```
public struct EventQuery: Hashable, Sendable {
    /// The numbers of the types; empty for all.
    public var types: Set<UInt16>
    /// The position of an event to which one of the links leads; `nil` for any.
    public var target: UInt64?
    /// What stands in columns, in the newest version of the event; empty for anything.
    public var values: [ColumnID: FieldValue]

    /// Events of types by their numbers, custom ones too.
    public init(
        types: Set<UInt16> = [], pointingAt target: UInt64? = nil,
        with values: [ColumnID: FieldValue] = [:]
    ) {
        self.types = types
        self.target = target
        self.values = values
    }

    /// Events of the ledger's own types.
    public init(
        of types: Set<EventType>, pointingAt target: UInt64? = nil,
        with values: [ColumnID: FieldValue] = [:]
    ) {
        self.init(types: Set(types.map(\.rawValue)), pointingAt: target, with: values)
    }

    /// Whether an event is one of them.
    func finds(_ row: Row) -> Bool {
        guard types.isEmpty || types.contains(row.type) else { return false }
        if let target {
            let links = row.fields.filter { ColumnID.links.contains($0.column.rawValue) }
            guard links.contains(where: { $0.value.integer == Int64(clamping: target) }) else {
                return false
            }
        }
        return values.allSatisfy { row[$0.key] == $0.value }
    }
}

/// Why nothing was appended under a condition.
public enum ConditionError: Error, Hashable, Sendable {
    /// An event that the condition is about came behind what the caller had seen.
    case occurred(at: UInt64)
    /// The store could not do it.
    case store(StoreError)
}

extension EventStore {
    /// Appends a commit where none of some events came behind what the caller has seen: what others
    /// recorded about something else does not matter (a dynamic consistency boundary).
    ///
    /// ```swift
    /// let count = try store.head().count
    /// let line = try decide(on: store.events(in: 0..<count))
    /// try store.append(
    ///     commit, unless: [EventQuery(of: [.lineAmended, .lineVoided], pointingAt: 42)],
    ///     behind: count)
    /// ```
    ///
    /// It holds at the very position of the commit: the events behind `count` are looked through,
    /// and the commit goes right behind the last of them or, where others were faster, what they
    /// appended is looked through as well.
    ///
    /// - Parameters:
    ///   - commit: 1 or more events.
    ///   - queries: What must not have come; an event that one of them finds is enough.
    ///   - count: The number of events that the caller has seen.
    /// - Returns: The positions, or those of the earlier commit with the same idempotency key and
    ///   content, whatever came since.
    /// - Throws: ``ConditionError/occurred(at:)`` with the first such event, and
    ///   ``ConditionError/store(_:)`` with what ``append(_:expecting:)-(NewCommit,_)`` throws.
    /// - Complexity: O(*n*) in the events behind `count`, beside the commit's own.
    @discardableResult
    public func append(
        _ commit: NewCommit, unless queries: [EventQuery], behind count: UInt64
    ) throws(ConditionError) -> Appended {
        var seen = count
        while true {
            let end = try mappingError(ConditionError.store, head().count)
            let found = try mappingError(
                ConditionError.store, firstPosition(of: queries, in: seen..<max(seen, end)))
            if let found {
                if let known = try mappingError(ConditionError.store, repeated(commit)) {
                    return known
                }
                throw .occurred(at: found)
            }
            do throws(StoreError) { return try append(commit, expecting: max(seen, end)) } catch {
                // Whoever was faster has appended something that is to be looked through.
                guard case .conflict(_, let actual) = error, actual > max(seen, end) else {
                    throw .store(error)
                }
                seen = max(seen, end)
            }
        }
    }

    /// The position of the first event of a range that one of some queries finds; `nil` for none.
    ///
    /// - Parameter positions: Events beyond the end are left out.
    /// - Complexity: O(*n*) in the events.
    public func firstPosition(
        of queries: [EventQuery], in positions: Range<UInt64>
    ) throws(StoreError) -> UInt64? {
        if queries.isEmpty || positions.isEmpty { return nil }
        let isAny = queries.contains { $0.types.isEmpty }
        let types = queries.reduce(into: Set<UInt16>()) { $0.formUnion($1.types) }
        var found: UInt64?
        try read(positions, .all, holding: isAny ? .all : TypeSet(types)) { batch in
            for index in 0..<batch.count {
                let position = batch.firstPosition + UInt64(index)
                guard positions.contains(position) else { continue }
                let row = batch.row(at: index)
                if queries.contains(where: { $0.finds(row) }) {
                    found = position
                    return .stop
                }
            }
            return .next
        }
        return found
    }

    /// The earlier commit of the same key and content; `nil` where there is none.
    private func repeated(_ commit: NewCommit) throws(StoreError) -> Appended? {
        guard commit.key != nil else { return nil }
        // No log has so many events: only a repeat comes through.
        do throws(StoreError) { return try append(commit, expecting: .max) } catch {
            if case .conflict = error { return nil }
            throw error
        }
    }
}

extension ColumnID {
    /// Columns that hold positions of other events.
    fileprivate static let links: ClosedRange<UInt8> = 0x01...0x0F
}
