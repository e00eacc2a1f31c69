package import EventLog

extension FileEventStore {
    /// Copies what is durable into a folder, which is made where it is missing; an earlier copy is
    /// brought up to date. Others may append to this store meanwhile, but not to the copy, until it
    /// is released.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``CopyError``.
    package func copy(to path: String) throws(CopyError) -> HeldCopy {
        let target = try mappingError(CopyError.targetStorage, DiskStorage.create(path: path))
        let (copy, lock) = try log.lockedCopy(into: target)
        return HeldCopy(copy, in: target, lock)
    }

    /// Takes over what another log saved aside from its end; see `Log.takeTails(of:behind:)`.
    ///
    /// - Parameter erasure: Where the last erasure is recorded there; `nil` for none.
    package func takeTails(
        of other: FileEventStore, behind erasure: UInt64?
    ) throws(StoreError) {
        try mappingError(StoreError.ofLog, log.takeTails(of: other.log, behind: erasure))
    }

    /// What a copy would come to; nothing is written.
    package func copyRehearsal(to path: String) throws(CopyError) -> StoreCopy {
        let target: any LogStorage
        do throws(StorageError) { target = try DiskStorage(path: path) } catch .notFound {
            target = MemoryStorage()
        } catch { throw .target(.storage(error)) }
        return StoreCopy(try log.copy(into: target, isRehearsal: true))
    }
}

/// What a copy of a store came to.
package struct StoreCopy: Hashable, Sendable {
    /// Events in the copy.
    package let events: UInt64
    /// The root over them, lower-case hex.
    package let root: String
    /// Bytes of the copy.
    package let bytes: UInt64
    /// Bytes of them that were not there before.
    package let bytesCopied: UInt64
    /// Events that were there before.
    package let eventsBefore: UInt64
}

/// A copy of a store that nobody else changes yet.
package struct HeldCopy: Sendable {
    /// What the copy came to.
    package let copy: StoreCopy
    /// The folder of the copy, whatever it is called by now.
    private let folder: DiskStorage
    private let lock: any LogLock

    init(_ copy: LogCopy, in folder: DiskStorage, _ lock: any LogLock) {
        self.copy = StoreCopy(copy)
        self.folder = folder
        self.lock = lock
    }

    /// Whether a path still leads to the folder.
    package func isAt(_ path: String) -> Bool { folder.isAt(path) }

    /// Lets others write there.
    package func release() { lock.release() }
}

extension StoreCopy {
    init(_ copy: LogCopy) {
        self.init(
            events: copy.events, root: copy.root.hex, bytes: copy.bytes,
            bytesCopied: copy.bytesCopied, eventsBefore: copy.eventsBefore)
    }
}

extension FileEventStore {
    /// Keeps all others from appending until the reservation is released.
    package func reserve() throws(StoreError) -> Reservation {
        try mappingError(StoreError.ofLog, log.reserve())
    }
}
