public import EventLog

extension FileEventStore {
    /// Appends a commit as ``append(_:expecting:)`` does, for callers on one of the threads that
    /// Swift's tasks share: a thread of the system waits for the disk instead.
    ///
    /// Tasks that append at the same time share a sync.
    ///
    /// - Throws: As ``append(_:expecting:)`` does.
    public func appendInBackground(
        _ commit: NewCommit, expecting: UInt64? = nil
    ) async throws(StoreError) -> Appended {
        let result = await Blocking.run {
            Result { () throws(StoreError) in try self.append(commit, expecting: expecting) }
        }
        return try result.get()
    }
}
