public import EventLog
internal import Synchronization

extension EventStore {
    /// The events of a range of positions; those beyond the end are left out.
    ///
    /// - Throws: What reading throws, and ``StoreError/undecodable(position:column:)`` and
    ///   ``StoreError/needsNewerVersion(position:type:schema:)`` for events that cannot be decoded.
    /// - Complexity: O(*n*) in the number of events, all of them in memory at once.
    public func events(in positions: Range<UInt64>) throws(StoreError) -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try read(positions, .all) { (batch) throws(StoreError) in
            try batch.appendEvents(to: &events)
            return .next
        }
        return events
    }

    /// The event at a position, or `nil` behind the end; throws as ``events(in:)`` does.
    public func event(at position: UInt64) throws(StoreError) -> RecordedEvent? {
        guard position < .max else { return nil }
        return try events(in: position..<(position + 1)).first
    }

    /// The events from a position on, batch by batch: first those that are there, then those that
    /// are appended, for as long as the caller asks for more.
    ///
    /// Nothing is read ahead, so a slow caller costs no memory. Only commits that are complete in
    /// the log are shown; one of many events comes in several batches. To resume later, follow from
    /// the last batch's `positions.upperBound`.
    ///
    /// - Parameters:
    ///   - position: The first event to show; it may lie behind the end.
    ///   - sections: What to read; the rest of each batch is empty.
    ///   - interval: How long to wait before looking again when there is nothing new.
    /// - Returns: Batches of 1 or more events. The sequence ends when the task is cancelled, and
    ///   throws ``StoreError`` when reading fails.
    public func follow(
        from position: UInt64, sections: Sections = .all,
        pollEvery interval: Duration = .milliseconds(20)
    ) -> AsyncThrowingStream<ColumnBatch, any Error> {
        let cursor = Cursor(position)
        return AsyncThrowingStream {
            while !Task.isCancelled {
                let next = cursor.position.withLock { $0 }
                if let batch = try self.firstBatch(from: next, sections) {
                    cursor.position.withLock { $0 = batch.positions.upperBound }
                    return batch
                }
                do { try await Task.sleep(for: interval) } catch { return nil }
            }
            return nil
        }
    }

    /// The positions of the commit with an idempotency key, found by looking at every commit.
    public func positions(ofKey key: String) throws(StoreError) -> Range<UInt64>? {
        let key = Array(key.utf8)
        let end = try head().count
        var first: UInt64?
        var next: UInt64?
        try read(0..<end, .commits) { batch in
            for run in batch.commits {
                if let first, run.header.firstPosition > first {
                    next = run.header.firstPosition
                    return .stop
                }
                if run.header.key == key { first = run.header.firstPosition }
            }
            return .next
        }
        return first.map { $0..<(next ?? end) }
    }

    private func firstBatch(
        from position: UInt64, _ sections: Sections
    ) throws(StoreError) -> ColumnBatch? {
        let end = try head().count
        guard position < end else { return nil }
        var first: ColumnBatch?
        try read(position..<end, sections) { batch in
            first = batch
            return .stop
        }
        return first
    }
}

/// An event with its place in the log.
public struct RecordedEvent: Hashable, Sendable {
    /// Its position.
    public let position: UInt64
    /// What happened.
    public let event: Event
    /// The commit that brought it.
    public let commit: CommitHeader
}

extension ColumnBatch {
    /// The events of a batch that was read with all sections.
    package func appendEvents(to events: inout [RecordedEvent]) throws(StoreError) {
        var picker = EventPicker(self)
        for (number, run) in commits.enumerated() {
            let end = number + 1 < commits.count ? commits[number + 1].firstIndex : count
            for index in run.firstIndex..<end {
                let position = firstPosition + UInt64(index)
                events.append(
                    RecordedEvent(
                        position: position, event: try picker.event(at: index),
                        commit: run.header))
            }
        }
    }
}

/// Where a follower stands; it is only ever used by one task at a time, which the compiler cannot
/// see.
private final class Cursor: Sendable {
    let position: Mutex<UInt64>

    init(_ position: UInt64) { self.position = Mutex(position) }
}
