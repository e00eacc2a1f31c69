/// Takes bytes that are read again from any place, more of them than memory should hold.
package protocol ByteSpool: AnyObject {
    /// Adds bytes at the end.
    ///
    /// - Throws: ``ImportError/unreadable(code:)``.
    func append(_ bytes: [UInt8]) throws(ImportError)

    /// All that was added; nothing is added afterwards.
    func source() throws(ImportError) -> any ByteSource
}

/// A spool that holds its bytes in memory.
package final class MemorySpool: ByteSpool {
    private var bytes: [UInt8] = []

    /// An empty one.
    package init() {}

    package func append(_ bytes: [UInt8]) { self.bytes += bytes }

    package func source() -> any ByteSource { MemoryBytes(bytes) }
}
