internal import EventLog

extension FileEventStore {
    /// Drops texts; see ``EventStore/eraseText(at:)``. Segments that hold any are written anew;
    /// what was interrupted is done by the next call with the same positions.
    @discardableResult
    public func eraseText(at positions: [UInt64]) throws(StoreError) -> TextsErased {
        let done = try mappingError(StoreError.ofLog, log.erase(positions))
        return TextsErased(texts: done.texts, segments: done.segments, tails: done.tails)
    }

    /// The events whose text the log says to be erased, where an erasure was interrupted: some have
    /// text, or what was saved aside from the end of the log before the last one is still there.
    package func interruptedErasures() throws(StoreError) -> [UInt64] {
        let snapshot = try LedgerSnapshot(store: self)
        let pending = try snapshot.pendingErasures()
        if !pending.isEmpty { return pending }
        let erasures = try snapshot.erasures()
        guard let last = erasures.map(\.position).max(),
            try mappingError(StoreError.ofLog, log.hasTails(before: last))
        else { return [] }
        return try snapshot.events(of: erasures)
    }

    /// Lets a copy of a log go on with secrets of its own; see `Log.renewSecrets(replacing:)`.
    ///
    /// - Parameter other: The log that this one takes the place of.
    package func renewSecrets(replacing other: FileEventStore? = nil) throws(StoreError) {
        try mappingError(StoreError.ofLog, log.renewSecrets(replacing: other?.log))
    }

    /// Lets backups of another log go on with this one; see `Log.raiseGenerations(above:)`.
    ///
    /// - Parameter other: The log that this one takes the place of.
    package func raiseGenerations(above other: FileEventStore) throws(StoreError) {
        try mappingError(StoreError.ofLog, log.raiseGenerations(above: other.log))
    }
}
