internal import CLZ4

/// CRC32C (Castagnoli), the checksum of every header and section; see RFC 3720, 12.1.
///
/// `checksum(a + b) == checksum(b, seed: checksum(a))`.
package enum CRC32C {
    /// The checksum of an array.
    package static func checksum(_ bytes: [UInt8], seed: UInt32 = 0) -> UInt32 {
        checksum(bytes, 0..<bytes.count, seed: seed)
    }

    /// The checksum of a range of an array.
    ///
    /// - Precondition: The range lies in the array.
    package static func checksum(
        _ bytes: [UInt8], _ range: Range<Int>, seed: UInt32 = 0
    ) -> UInt32 {
        unsafe bytes.withUnsafeBytes { buffer in
            unsafe checksum(UnsafeRawBufferPointer(rebasing: buffer[range]), seed: seed)
        }
    }

    /// The checksum of borrowed bytes.
    package static func checksum(_ bytes: borrowing RawSpan, seed: UInt32 = 0) -> UInt32 {
        unsafe bytes.withUnsafeBytes { unsafe checksum($0, seed: seed) }
    }

    /// The same without the processor's instruction, for comparison.
    package static func portableChecksum(
        _ bytes: [UInt8], _ range: Range<Int>, seed: UInt32 = 0
    ) -> UInt32 {
        unsafe bytes.withUnsafeBytes { buffer in
            let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[range])
            guard let start = part.baseAddress else { return seed }
            let pointer = unsafe start.assumingMemoryBound(to: UInt8.self)
            return unsafe ~clz4_crc32c_portable(~seed, pointer, part.count)
        }
    }

    private static func checksum(_ buffer: UnsafeRawBufferPointer, seed: UInt32) -> UInt32 {
        guard let start = buffer.baseAddress else { return seed }
        let pointer = unsafe start.assumingMemoryBound(to: UInt8.self)
        return unsafe ~clz4_crc32c(~seed, pointer, buffer.count)
    }
}
