package import EventLog

extension FileEventStore {
    /// Writes the first events into a folder that has no log, under the same roots. A commit is
    /// never cut.
    ///
    /// - Parameters:
    ///   - count: How many events there shall be at least; the commit of the last one comes whole.
    ///   - path: The folder, which is made where it is missing; `nil` for one in memory.
    ///   - progress: Called now and then with the number of events so far.
    /// - Throws: ``CopyError``.
    package func rebuild(
        _ count: UInt64, at path: String?, progress: (UInt64) -> Void
    ) throws(CopyError) -> LogHead {
        let folder = try path.map { path throws(CopyError) in
            try mappingError(CopyError.targetStorage, DiskStorage.create(path: path))
        }
        let target: any LogStorage = folder ?? MemoryStorage()
        return try rebuild(count, in: target, progress: progress)
    }

    /// The same into storage that has no log.
    package func rebuild(
        _ count: UInt64, in target: any LogStorage, progress: (UInt64) -> Void
    ) throws(CopyError) -> LogHead {
        try log.rebuild(count, in: target, progress: progress)
    }

    /// Adds the first events to a log that is written anew; see `Log.append(_:to:progress:)`.
    package func append(
        _ count: UInt64, to builder: inout LogBuilder, progress: (UInt64) -> Void
    ) throws(CopyError) {
        try log.append(count, to: &builder, progress: progress)
    }

    /// The 16 bytes that tell the log's files, and those of its copies, from any other's.
    package func id() throws(StoreError) -> CommitID {
        try mappingError(StoreError.ofLog, log.id())
    }

    /// Opens the log in some storage, such as memory.
    package static func open(in storage: any LogStorage) throws(StoreError) -> FileEventStore {
        FileEventStore(
            try mappingError(StoreError.log) { () throws(LogError) in
                try Log.open(in: storage)
            })
    }

    /// What is left of a log that is damaged behind some event, for reading.
    package static func beforeDamage(at path: String) throws(StoreError) -> FileEventStore {
        let storage: DiskStorage
        do throws(StorageError) { storage = try DiskStorage(path: path) } catch {
            throw .log(.storage(error))
        }
        return FileEventStore(
            try mappingError(StoreError.ofLog, Log.beforeDamage(in: storage)))
    }

    /// Removes caches of keys that do not fit the log; see `Log.dropFalseKeys`.
    package func dropFalseKeys() throws(StoreError) -> [String] {
        try mappingError(StoreError.ofLog, log.dropFalseKeys())
    }

    /// The root over the first events.
    package func root(at count: UInt64) throws(StoreError) -> Digest {
        try mappingError(StoreError.ofLog, log.root(at: count))
    }

    /// The files of the log, in order.
    package func files() throws(StoreError) -> [LogFileName] {
        try mappingError(StoreError.ofLog, log.files())
    }

    /// The names of files that newer ones have replaced, and that are there all the same.
    package func replacedFiles() throws(StoreError) -> [String] {
        try mappingError(StoreError.ofLog, log.replacedFiles())
    }

    /// Hashes what was appended behind a head that was verified before, and some files; see
    /// `Log.quickCheck`.
    package func quickCheck(
        since count: UInt64, files: Set<UInt64>, progress: (UInt64) -> Void
    ) throws(StoreError) -> (head: LogHead, root: Digest?) {
        try mappingError(
            StoreError.ofLog, log.quickCheck(since: count, files: files, progress: progress))
    }
}
