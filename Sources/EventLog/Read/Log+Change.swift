extension Log {
    /// When files of the log came or went, to be compared: an erasure puts others in their place,
    /// and an append does so only where one is full. `nil` where it cannot be told, or not yet.
    package func lastChange() -> FolderChange? { storage.lastChange() }
}
