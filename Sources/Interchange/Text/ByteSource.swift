/// Bytes of a file that can be read again from any place.
package protocol ByteSource {
    /// The length of the whole.
    var byteCount: UInt64 { get }

    /// Reads bytes from a place.
    ///
    /// - Parameters:
    ///   - offset: Where the first byte is, from 0.
    ///   - count: How many bytes are wanted.
    ///   - buffer: Its content is replaced by what was read: fewer bytes than wanted only at the
    ///     end, none beyond it.
    /// - Throws: ``ImportError/unreadable(code:)``.
    func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ImportError)
}

extension ByteSource {
    /// All of the bytes.
    package func bytes() throws(ImportError) -> [UInt8] {
        var bytes: [UInt8] = []
        try read(at: 0, count: Int(clamping: byteCount), into: &bytes)
        return bytes
    }
}

/// Bytes in memory.
package struct MemoryBytes: ByteSource, Sendable {
    private let bytes: [UInt8]

    /// Some bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var byteCount: UInt64 { UInt64(bytes.count) }

    package func read(
        at offset: UInt64, count: Int, into buffer: inout [UInt8]
    ) throws(ImportError) {
        buffer.removeAll(keepingCapacity: true)
        guard count > 0, let start = Int(exactly: offset), start < bytes.count else { return }
        buffer += bytes[start..<min(bytes.count - start, count) + start]
    }
}

extension [UInt8] {
    /// Takes bytes away at the end, or adds zeroes there.
    ///
    /// Here it is compiled with optimisation; a loop over a whole file elsewhere is not.
    package mutating func resize(to count: Int) {
        if self.count > count {
            removeLast(self.count - count)
        } else {
            append(contentsOf: [UInt8](repeating: 0, count: count - self.count))
        }
    }
}
