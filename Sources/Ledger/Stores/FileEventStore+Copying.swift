package import EventLog

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

extension FileEventStore {
    /// Copies what is durable into a folder, which is made where it is missing; an earlier copy is
    /// brought up to date. Others may append meanwhile.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - isRehearsal: Whether nothing is written.
    /// - Throws: ``CopyError``.
    package func copy(to path: String, isRehearsal: Bool) throws(CopyError) -> StoreCopy {
        let target: any LogStorage
        do throws(StorageError) {
            target = try FileEventStore.storage(at: path, isRehearsal: isRehearsal)
        } catch { throw .target(.storage(error)) }
        let copy = try log.copy(into: target, isRehearsal: isRehearsal)
        return StoreCopy(
            events: copy.events, root: copy.root.hex, bytes: copy.bytes,
            bytesCopied: copy.bytesCopied, eventsBefore: copy.eventsBefore)
    }

    private static func storage(
        at path: String, isRehearsal: Bool
    ) throws(StorageError) -> any LogStorage {
        guard isRehearsal else { return try DiskStorage.create(path: path) }
        do throws(StorageError) { return try DiskStorage(path: path) } catch .notFound {
            return MemoryStorage()
        } catch { throw error }
    }
}
