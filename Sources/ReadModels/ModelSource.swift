public import EventLog
public import Ledger

/// What rows are made of: the events up to some position, and what they refer to.
public struct ModelSource {
    /// Where the events are.
    public let store: any EventStore
    /// How many events are seen.
    public let count: UInt64
    /// What references are called.
    public let names: ModelNames

    init(_ store: any EventStore, count: UInt64, names: ModelNames) {
        self.store = store
        self.count = count
        self.names = names
    }

    /// Hands over the events of some types in a range, in order.
    ///
    /// - Parameters:
    ///   - positions: Events beyond the end are left out.
    ///   - sections: What is read of each.
    ///   - types: The others are passed over.
    ///   - writer: Called now and then with how far the work is done.
    ///   - body: Takes one event after the other.
    /// - Throws: What reading and the body throw.
    /// - Complexity: O(*n*) in the events of the parts of the log that hold such events.
    public func forEachEvent(
        in positions: Range<UInt64>, _ sections: Sections, of types: [EventType],
        telling writer: ModelWriter? = nil, _ body: (EventView) throws -> Void
    ) throws {
        try store.eachEvent(in: positions, sections, of: types, body) { writer?.reached($0) }
    }
}
