internal import CLZ4

/// SHA-256 (FIPS 180-4), and the hashes of a Merkle tree (RFC 6962, 2.1).
///
/// By the processor's instructions where it has them, two messages at a time; by libsodium
/// elsewhere.
package enum SHA256 {
    /// Whether this processor has instructions for it.
    package static let hasHardware = clz4_sha256_has_hardware() != 0

    /// The hash of an array.
    package static func hash(_ bytes: [UInt8]) -> Digest {
        unsafe bytes.withUnsafeBytes { unsafe hash($0) }
    }

    /// The hash of a part of an array.
    ///
    /// - Precondition: The range lies in the array.
    static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> Digest {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        return unsafe bytes.withUnsafeBytes {
            unsafe hash(UnsafeRawBufferPointer(rebasing: $0[range]))
        }
    }

    /// The same by libsodium, for comparison.
    package static func portableHash(_ bytes: [UInt8]) -> Digest {
        unsafe bytes.withUnsafeBytes { unsafe portable($0) }
    }

    /// The hash of several arrays, one after the other.
    package static func hash(_ parts: [UInt8]...) -> Digest { hash(Array(parts.joined())) }

    /// The hash of a leaf: 0x00, then its input.
    package static func leaf(_ input: [UInt8]) -> Digest { hash([0] + input) }

    /// The hash of a node: 0x01, then the hashes of both halves.
    package static func node(_ left: Digest, _ right: Digest) -> Digest {
        unsafe withUnsafeTemporaryAllocation(byteCount: 65, alignment: 8) { target in
            unsafe target[0] = 1
            unsafe store(left, to: target, at: 1)
            unsafe store(right, to: target, at: 1 + Digest.byteCount)
            return unsafe hash(UnsafeRawBufferPointer(target))
        }
    }

    /// The root over leaves, a power of two of them.
    package static func root(_ leaves: ArraySlice<Digest>) -> Digest {
        var digests = Array(leaves)
        var count = digests.count
        while count > 1 {
            count /= 2
            if hasHardware {
                unsafe digests.withUnsafeMutableBytes { buffer in
                    let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    unsafe clz4_sha256_nodes(start, count)
                }
            } else {
                for index in 0..<count {
                    digests[index] = node(digests[2 * index], digests[2 * index + 1])
                }
            }
        }
        return digests.first ?? hash([])
    }

    /// The hashes of two ranges of an array, each written over the 32 bytes at an offset of it.
    ///
    /// - Precondition: Ranges and targets lie in the array.
    package static func hash(
        _ bytes: inout [UInt8], _ first: (range: Range<Int>, target: Int),
        _ second: (range: Range<Int>, target: Int)
    ) {
        let last = bytes.count - Digest.byteCount
        precondition(
            max(first.range.upperBound, second.range.upperBound) <= bytes.count
                && min(first.range.lowerBound, second.range.lowerBound) >= 0
                && 0...last ~= first.target && 0...last ~= second.target)
        unsafe bytes.withUnsafeMutableBytes { buffer in
            let one = unsafe UnsafeRawBufferPointer(rebasing: buffer[first.range])
            let two = unsafe UnsafeRawBufferPointer(rebasing: buffer[second.range])
            guard hasHardware, let start = buffer.baseAddress else {
                let digests = unsafe (portable(one), portable(two))
                unsafe store(digests.0, to: buffer, at: first.target)
                unsafe store(digests.1, to: buffer, at: second.target)
                return
            }
            unsafe clz4_sha256_two(
                start.assumingMemoryBound(to: UInt8.self) + first.range.lowerBound,
                first.range.count,
                start.assumingMemoryBound(to: UInt8.self) + first.target,
                start.assumingMemoryBound(to: UInt8.self) + second.range.lowerBound,
                second.range.count,
                start.assumingMemoryBound(to: UInt8.self) + second.target)
        }
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Digest {
        guard hasHardware else { return unsafe portable(bytes) }
        return unsafe digest { target in
            unsafe clz4_sha256(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, target)
        }
    }

    private static func portable(_ bytes: UnsafeRawBufferPointer) -> Digest {
        unsafe digest { unsafe Sodium.sha256(bytes, to: $0) }
    }

    /// The digest whose 32 bytes something writes.
    private static func digest(_ write: (UnsafeMutablePointer<UInt8>) -> Void) -> Digest {
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 4) { words in
            unsafe words.withMemoryRebound(to: UInt8.self) { target in
                if let start = target.baseAddress { unsafe write(start) }
            }
            return unsafe Digest(words: (words[0], words[1], words[2], words[3]))
        }
    }

    private static func store(
        _ digest: Digest, to target: UnsafeMutableRawBufferPointer, at offset: Int
    ) {
        let words = digest.words
        for (index, word) in [words.0, words.1, words.2, words.3].enumerated() {
            unsafe target.storeBytes(
                of: word.littleEndian, toByteOffset: offset + 8 * index, as: UInt64.self)
        }
    }
}
