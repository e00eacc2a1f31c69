internal import Crypto

/// SHA-256 (FIPS 180-4), and the two hashes of a Merkle tree (RFC 6962, 2.1).
package enum SHA256 {
    /// The hash of an array.
    package static func hash(_ bytes: [UInt8]) -> Digest {
        var state = Crypto.SHA256()
        update(&state, bytes)
        return finish(state)
    }

    /// The hash of several arrays, one after the other.
    package static func hash(_ parts: [UInt8]...) -> Digest {
        var state = Crypto.SHA256()
        for part in parts { update(&state, part) }
        return finish(state)
    }

    /// The hash of a leaf: 0x00, then its input.
    package static func leaf(_ input: [UInt8]) -> Digest {
        var state = Crypto.SHA256()
        unsafe withUnsafeBytes(of: UInt8(0)) { unsafe state.update(bufferPointer: $0) }
        update(&state, input)
        return finish(state)
    }

    /// The hash of a range of bytes, then a digest.
    ///
    /// - Precondition: The range lies in the array.
    static func hash(_ bytes: [UInt8], _ range: Range<Int>, then digest: Digest) -> Digest {
        unsafe joined(range.count + Digest.byteCount) { target in
            unsafe copy(bytes, range, to: target, at: 0)
            unsafe store(digest, to: target, at: range.count)
        }
    }

    /// The hash of a digest, then a range of bytes.
    ///
    /// - Precondition: The range lies in the array.
    static func hash(_ digest: Digest, then bytes: [UInt8], _ range: Range<Int>) -> Digest {
        unsafe joined(Digest.byteCount + range.count) { target in
            unsafe store(digest, to: target, at: 0)
            unsafe copy(bytes, range, to: target, at: Digest.byteCount)
        }
    }

    /// The hash of an array, then a number in eight bytes.
    static func hash(_ bytes: [UInt8], then number: UInt64) -> Digest {
        unsafe joined(bytes.count + 8) { target in
            unsafe copy(bytes, 0..<bytes.count, to: target, at: 0)
            unsafe target.storeBytes(
                of: number.littleEndian, toByteOffset: bytes.count, as: UInt64.self)
        }
    }

    /// The hash of a node: 0x01, then the hashes of both halves.
    package static func node(_ left: Digest, _ right: Digest) -> Digest {
        unsafe joined(1 + 2 * Digest.byteCount) { target in
            unsafe target[0] = 1
            unsafe store(left, to: target, at: 1)
            unsafe store(right, to: target, at: 1 + Digest.byteCount)
        }
    }

    /// The hash of `count` bytes that are put together first: that costs less than several calls.
    private static func joined(
        _ count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) -> Digest {
        unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { target in
            unsafe fill(target)
            var state = Crypto.SHA256()
            unsafe state.update(bufferPointer: UnsafeRawBufferPointer(target))
            return finish(state)
        }
    }

    private static func copy(
        _ bytes: [UInt8], _ range: Range<Int>, to target: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) {
        unsafe bytes.withUnsafeBytes { source in
            let part = unsafe UnsafeRawBufferPointer(rebasing: source[range])
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: part)
        }
    }

    private static func store(
        _ digest: Digest, to target: UnsafeMutableRawBufferPointer, at offset: Int
    ) {
        let words = digest.words
        unsafe target.storeBytes(of: words.0.littleEndian, toByteOffset: offset, as: UInt64.self)
        unsafe target.storeBytes(
            of: words.1.littleEndian, toByteOffset: offset + 8, as: UInt64.self)
        unsafe target.storeBytes(
            of: words.2.littleEndian, toByteOffset: offset + 16, as: UInt64.self)
        unsafe target.storeBytes(
            of: words.3.littleEndian, toByteOffset: offset + 24, as: UInt64.self)
    }

    private static func update(_ state: inout Crypto.SHA256, _ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe state.update(bufferPointer: $0) }
    }

    private static func finish(_ state: Crypto.SHA256) -> Digest {
        unsafe state.finalize().withUnsafeBytes { buffer in
            func word(_ index: Int) -> UInt64 {
                unsafe UInt64(
                    littleEndian: buffer.loadUnaligned(
                        fromByteOffset: 8 * index, as: UInt64.self))
            }
            return Digest(words: (word(0), word(1), word(2), word(3)))
        }
    }
}
