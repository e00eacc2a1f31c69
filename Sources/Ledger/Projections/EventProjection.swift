public import EventLog

/// A projection that is handed one event after the other.
///
/// Whoever needs no text, or no commits, says so in ``Projection/sections``: what is not asked for
/// is neither read nor decoded.
public protocol EventProjection: Projection {
    /// Takes in the event that follows.
    ///
    /// - Throws: What ``EventView/event()`` throws, and what else makes the value useless.
    mutating func apply(_ event: EventView) throws(StoreError)
}

extension EventProjection {
    /// Everything.
    public static var sections: Sections { .all }

    /// Takes in the events that follow, one by one.
    public mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try batch.forEachEvent { event throws(StoreError) in try apply(event) }
    }
}
