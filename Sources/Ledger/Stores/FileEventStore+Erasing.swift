internal import EventLog

extension FileEventStore {
    /// Drops texts; see ``EventStore/eraseText(at:)``. Segments that hold any are written anew;
    /// what was interrupted is done by the next call with the same positions.
    @discardableResult
    public func eraseText(at positions: [UInt64]) throws(StoreError) -> TextsErased {
        let done = try mappingError(StoreError.ofLog, log.erase(positions))
        return TextsErased(texts: done.texts, segments: done.segments, tails: done.tails)
    }
}
