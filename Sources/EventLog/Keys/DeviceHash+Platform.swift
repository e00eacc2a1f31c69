internal import CSodium

/// Checksums that only who knows a secret can make: BLAKE2b (RFC 7693). Files that follow from a
/// log carry them, so that one that was damaged, forged or made elsewhere is noticed.
package struct DeviceHash: Sendable {
    /// Bytes of a secret.
    package static let secretBytes = 32
    /// Bytes of a checksum.
    package static let bytes = 16
    /// In the place of a secret where there is none: against accidents only.
    package static let noSecret = [UInt8](repeating: 0, count: secretBytes)

    private let secret: [UInt8]
    /// Keeps what the checksums of one kind of file are from those of others.
    private let use: [UInt8]

    /// Checksums for one use.
    ///
    /// - Parameters:
    ///   - secret: Bytes that nobody else knows; of another number than ``secretBytes`` they do not
    ///     count.
    ///   - use: What they are for; 16 characters count.
    package init(secret: [UInt8], for use: String) {
        _ = DeviceHash.isReady
        self.secret = secret.count == DeviceHash.secretBytes ? secret : DeviceHash.noSecret
        self.use = Array((Array(use.utf8) + Array(repeating: 0, count: 16)).prefix(16))
    }

    /// Lets the library choose what is fastest on this processor.
    private static let isReady = sodium_init() >= 0

    /// Writes the checksum of some bytes to ``bytes`` bytes.
    ///
    /// - Parameter seed: What else it depends on, such as a page's number.
    package func write(
        of source: UnsafeRawBufferPointer, seed: UInt64, to target: UnsafeMutableRawPointer
    ) {
        let salt = (seed.littleEndian, UInt64(0))
        unsafe withUnsafeBytes(of: salt) { salt in
            // SAFETY: the target takes 16 bytes; salt and use have 16, and the secret 32.
            _ = unsafe crypto_generichash_blake2b_salt_personal(
                target.assumingMemoryBound(to: UInt8.self), DeviceHash.bytes,
                source.bindMemory(to: UInt8.self).baseAddress, UInt64(source.count), secret,
                secret.count, salt.bindMemory(to: UInt8.self).baseAddress, use)
        }
    }

    /// The first 8 bytes of the checksum of some bytes, as a number.
    package func checksum(_ bytes: [UInt8], _ range: Range<Int>, seed: UInt64) -> UInt64 {
        var words = (UInt64(0), UInt64(0))
        unsafe bytes.withUnsafeBytes { source in
            unsafe withUnsafeMutableBytes(of: &words) { target in
                guard let start = target.baseAddress else { return }
                unsafe write(
                    of: UnsafeRawBufferPointer(rebasing: source[range]), seed: seed, to: start)
            }
        }
        return UInt64(littleEndian: words.0)
    }

    /// The same of all bytes.
    package func checksum(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
        checksum(bytes, 0..<bytes.count, seed: seed)
    }
}
