internal import EventLog

/// A reader of a log who goes on where it was, after a crash, too: every event is handed out at
/// least once, in order.
///
/// ```swift
/// let reader = EventReader(of: store, keeping: PlaceFile(path))
/// while let page = try reader.next() {
///     for recorded in page.events { send(recorded) }
///     try reader.acknowledge(page)
/// }
/// ```
///
/// What was handed out and not acknowledged comes again. Where the log is not the one that was
/// read, nothing is handed out: whoever runs the reader says from where it goes on, by keeping a
/// place.
public struct EventReader<Keeper: PlaceKeeper>: Sendable {
    /// Events that were handed out together.
    public struct Page: Hashable, Sendable {
        /// The events in their order, 1 or more.
        public let events: [RecordedEvent]
        /// Where they begin.
        public let start: ReaderPlace
        /// The place behind them, which is kept once they are acknowledged.
        public let end: ReaderPlace
    }

    private let store: any EventStore
    private let keeper: Keeper

    /// A reader of a store.
    ///
    /// - Parameters:
    ///   - store: What is read.
    ///   - keeper: Where the place is kept, one for each reader.
    public init(of store: any EventStore, keeping keeper: Keeper) {
        self.store = store
        self.keeper = keeper
    }

    /// The events behind the kept place; `nil` where there are none yet.
    ///
    /// - Parameter limit: How many at most; 1 or more. Those of one commit may come in two pages.
    /// - Throws: ``ReaderError`` where the log is not the one that was read, or cannot be read, and
    ///   what the keeper throws.
    /// - Complexity: O(*n*) in the events of one segment.
    public func next(_ limit: Int = 4_096) throws -> Page? {
        let start = try keeper.place() ?? .start
        try store.hold(start)
        let head = try mappingError(ReaderError.store, store.head())
        let count = min(head.count, start.count.addingClamped(UInt64(max(1, limit))))
        guard count > start.count else { return nil }
        let (events, end) = try mappingError(ReaderError.store) { () throws(StoreError) in
            (try store.events(in: start.count..<count), try store.place(behind: count))
        }
        // Who replaced the log in between is found at the next page.
        guard let end, UInt64(events.count) == count - start.count else {
            throw ReaderError.cut(events: head.count, read: start.count)
        }
        return Page(events: events, start: start, end: end)
    }

    /// Keeps the place behind a page: its events were dealt with.
    ///
    /// - Throws: ``ReaderError/moved(from:now:)`` where the kept place is another one than that at
    ///   which the page begins, and what the keeper throws.
    public func acknowledge(_ page: Page) throws {
        let kept = try keeper.place() ?? .start
        guard kept == page.start else {
            throw ReaderError.moved(from: page.start.count, now: kept.count)
        }
        try keeper.keep(page.end)
    }

    /// Goes on behind the first events of the log, whatever was read: behind 0 for all of them
    /// again, or for a log that was replaced.
    ///
    /// - Throws: ``ReaderError/cut(events:read:)`` where there are not so many, and what the keeper
    ///   throws.
    public func move(behind count: UInt64) throws {
        let found = try mappingError(ReaderError.store) { () throws(StoreError) in
            (place: try store.place(behind: count), events: try store.head().count)
        }
        guard let place = found.place else {
            throw ReaderError.cut(events: found.events, read: count)
        }
        try keeper.keep(place)
    }
}

extension UInt64 {
    fileprivate func addingClamped(_ other: UInt64) -> UInt64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
