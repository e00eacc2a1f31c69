public import EventLog

/// An event where it stands in its columns: what is asked of it is decoded, and nothing else.
///
/// Text that several events share is decoded once. A value that an event does not have is `nil`,
/// and text is empty; what does not hold what it should is an error only of ``event()``.
public struct EventView: Sendable {
    let columns: EventColumns
    var index: Int

    /// The position in the log.
    public var position: UInt64 { columns.batch.firstPosition + UInt64(index) }

    /// The type; `nil` for one that this program does not know and may ignore.
    public var type: EventType? { columns.type(at: index) }

    /// The commit that brought the event; `nil` when commits were not read.
    ///
    /// - Complexity: O(log *n*) in the commits of the batch.
    public var commit: CommitHeader? { columns.batch.commit(at: index) }

    /// All facts that a line states: when it is added, amended or restored.
    public var facts: LineFacts? { columns.stated(at: index) }

    /// All facts that are taken back, when a line is amended or voided.
    public var replaced: LineFacts? { columns.replaced(at: index) }

    /// The amount among ``facts``.
    public var amount: Money? { columns.amount(at: index) }

    /// The day among ``facts``.
    public var day: Day? { columns.day(at: index) }

    /// The category among ``facts``.
    public var category: CategoryPath? { columns.category(at: index) }

    /// The position of the entity of which the event speaks; `nil` for one that creates something.
    public var target: UInt64? { columns.target[index].flatMap { UInt64(exactly: $0) } }

    /// The position of the version before.
    public var previous: UInt64? { columns.previous[index].flatMap { UInt64(exactly: $0) } }

    /// Local time of day of a line.
    public var time: TimeOfDay? {
        columns.time[index].flatMap { Int(exactly: $0) }.flatMap {
            TimeOfDay(secondsSinceMidnight: $0)
        }
    }

    /// The title of a line, as ``LineDetails/title``, or of a task.
    public var title: String {
        let description = columns.title[index, default: ""] ?? ""
        return columns.payee.has(index) ? LineTitle.joined(payee, description) : description
    }

    /// Who was paid, or who paid.
    public var payee: String { columns.payee[index, default: ""] ?? "" }

    /// Note of a line or a task.
    public var note: String { columns.note[index, default: ""] ?? "" }

    /// Tags of a line or a task.
    public var tags: [String] { columns.tags[index, default: []] ?? [] }

    /// Why something was changed.
    public var reason: String { columns.reason[index, default: ""] ?? "" }

    /// The whole event.
    ///
    /// - Throws: ``StoreError/undecodable(position:column:)`` for an event that does not say what
    ///   its type needs.
    public func event() throws(StoreError) -> Event { try columns.event(at: index) }
}

extension ColumnBatch {
    /// Hands over the events in order.
    ///
    /// - Precondition: The batch was read with the hot columns. Values of other sections that were
    ///   not read are missing.
    /// - Throws: ``StoreError/needsNewerVersion(position:type:schema:)`` for a critical event that
    ///   this program does not know, and what `body` throws.
    /// - Complexity: O(*n*) in the events.
    public func forEachEvent(
        _ body: (EventView) throws(StoreError) -> Void
    ) throws(StoreError) {
        if count == 0 { return }
        _ = try knownTypes()
        var view = EventView(columns: EventColumns(self), index: 0)
        while view.index < count {
            try body(view)
            view.index += 1
        }
    }
}
