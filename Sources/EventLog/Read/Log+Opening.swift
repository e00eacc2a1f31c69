extension Log {
    /// Makes an empty log in a folder that has none; the folder, and those above it, are made where
    /// they are missing, for their owner only.
    ///
    /// ```swift
    /// let log = try Log.create(at: "/var/lib/app/log")
    /// let hello = Row(
    ///     type: 1, schema: 1, isCritical: false,
    ///     fields: [Field(ColumnID(rawValue: 0x80), .bytes(Array("Hello".utf8)))])
    /// try log.append(CommitDraft(id: .random(), recordedAt: 0, rows: [hello]))
    /// ```
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - id: What tells this log's files from any other's.
    /// - Throws: ``LogError/exists`` when there is a log already, and
    ///   ``LogError/storage(_:)`` when the folder cannot be made.
    public static func create(at path: String, id: CommitID = .random()) throws(LogError) -> Log {
        let storage: DiskStorage
        do throws(StorageError) { storage = try DiskStorage.create(path: path) } catch {
            throw .storage(error)
        }
        return try create(in: storage, id: id)
    }

    /// Whether a path leads to the folder of this log; it may lead to another one by now.
    package func isAt(_ path: String) -> Bool { (storage as? DiskStorage)?.isAt(path) ?? false }

    /// Opens the log in a folder; nothing is written.
    ///
    /// ```swift
    /// let log = try Log.open(at: "/var/lib/app/log")
    /// try log.read(0..<(try log.head().count), .all) { batch in
    ///     for row in batch.rows { … }
    ///     return true
    /// }
    /// ```
    ///
    /// - Throws: ``LogError/missing`` when the folder has no log, or is none, and
    ///   ``LogError/corrupt(_:)`` when what is durable cannot be read to its end.
    public static func open(at path: String) throws(LogError) -> Log {
        let storage: DiskStorage
        do throws(StorageError) { storage = try DiskStorage(path: path) } catch {
            if case .notFound = error { throw .missing }
            throw .storage(error)
        }
        return try open(in: storage)
    }
}

extension CommitID {
    /// 16 bytes of the system's random numbers: an id unlike any other.
    ///
    /// ```swift
    /// let commit = CommitDraft(id: .random(), recordedAt: now, rows: rows)
    /// ```
    public static func random() -> CommitID {
        CommitID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
    }
}
