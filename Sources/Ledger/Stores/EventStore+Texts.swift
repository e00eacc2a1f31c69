package import EventLog

extension EventStore {
    /// What every erasure changes, to be compared with what was told before: as long as that and
    /// the head are the same, the store says the same. `nil` where that cannot be told, as within
    /// seconds of a change.
    package func textMark() -> FolderChange? {
        switch self {
        case let store as FileEventStore: (store.base ?? store.log).lastChange()
        case let store as MemoryEventStore: FolderChange(count: store.erasures)
        default: nil
        }
    }
}
