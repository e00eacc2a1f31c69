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
        var state = Crypto.SHA256()
        update(&state, bytes, range)
        update(&state, digest.words)
        return finish(state)
    }

    /// The hash of a digest, then a range of bytes.
    ///
    /// - Precondition: The range lies in the array.
    static func hash(_ digest: Digest, then bytes: [UInt8], _ range: Range<Int>) -> Digest {
        var state = Crypto.SHA256()
        update(&state, digest.words)
        update(&state, bytes, range)
        return finish(state)
    }

    /// The hash of an array, then a number in eight bytes.
    static func hash(_ bytes: [UInt8], then number: UInt64) -> Digest {
        var state = Crypto.SHA256()
        update(&state, bytes)
        unsafe withUnsafeBytes(of: number.littleEndian) { unsafe state.update(bufferPointer: $0) }
        return finish(state)
    }

    /// The hash of a node: 0x01, then the hashes of both halves.
    package static func node(_ left: Digest, _ right: Digest) -> Digest {
        var state = Crypto.SHA256()
        unsafe withUnsafeBytes(of: UInt8(1)) { unsafe state.update(bufferPointer: $0) }
        update(&state, left.words)
        update(&state, right.words)
        return finish(state)
    }

    private static func update(
        _ state: inout Crypto.SHA256, _ words: (UInt64, UInt64, UInt64, UInt64)
    ) {
        let words = (
            words.0.littleEndian, words.1.littleEndian, words.2.littleEndian,
            words.3.littleEndian
        )
        unsafe withUnsafeBytes(of: words) { unsafe state.update(bufferPointer: $0) }
    }

    private static func update(
        _ state: inout Crypto.SHA256, _ bytes: [UInt8], _ range: Range<Int>
    ) {
        unsafe bytes.withUnsafeBytes {
            unsafe state.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[range]))
        }
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
