internal import CLZ4

/// LZ4 blocks (LZ4 Block Format Description, 2022-07-31), without a frame around them.
package enum LZ4 {
    /// Why a block could not be decompressed.
    package enum Failure: Error, Hashable, Sendable {
        /// The stated size is negative or above ``rawBytesMax``.
        case tooLarge
        /// The bytes are no block, or one of more bytes than stated.
        case malformed
        /// The block holds fewer bytes than stated.
        case tooShort(bytes: Int)
    }

    /// Bytes before compression, at most.
    package static let rawBytesMax = 1 << 28

    /// A block of all the bytes.
    package static func compress(_ source: [UInt8]) -> [UInt8] {
        compress(source, 0..<source.count)
    }

    /// A block of the bytes in a range; never empty, at most 1/255 + 16 bytes longer than they.
    ///
    /// - Precondition: The range lies in the array and has at most ``rawBytesMax`` bytes.
    package static func compress(_ source: [UInt8], _ range: Range<Int>) -> [UInt8] {
        precondition(range.count <= rawBytesMax, "a caller passed on a section that is too long")
        let capacity = LZ4_compressBound(Int32(range.count))
        return unsafe source.withUnsafeBytes { buffer in
            let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[range])
            let start = unsafe part.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe [UInt8](unsafeUninitializedCapacity: Int(capacity)) { target, count in
                let end = unsafe UnsafeMutableRawBufferPointer(target)
                    .baseAddress?.assumingMemoryBound(to: CChar.self)
                let length = unsafe LZ4_compress_default(start, end, Int32(part.count), capacity)
                precondition(length > 0, "a target of LZ4_compressBound bytes always suffices")
                count = Int(length)
            }
        }
    }

    /// Decompresses the block in a range of bytes.
    ///
    /// - Parameters:
    ///   - target: Holds exactly the raw bytes afterwards, and nothing after an error. Its storage
    ///     is used again, so that a loop with one target allocates once.
    ///   - rawBytes: How many bytes the block must give.
    ///   - isStrict: Whether a match that does not point at bytes before it is refused, which the
    ///     format forbids and `LZ4_decompress_safe` takes where its offset is 0; costs a look at
    ///     every match.
    /// - Precondition: The range lies in the array.
    package static func decompress(
        _ source: [UInt8], _ range: Range<Int>, into target: inout [UInt8], rawBytes: Int,
        isStrict: Bool = false
    ) throws(Failure) {
        guard 0...rawBytesMax ~= rawBytes else {
            target.removeAll(keepingCapacity: true)
            throw .tooLarge
        }
        // A byte of a block gives 255 at most: no memory for a length that it cannot have.
        guard rawBytes <= 255 * range.count + 64 else {
            target.removeAll(keepingCapacity: true)
            throw .malformed
        }
        RawBytes.resize(&target, to: rawBytes)
        let length = unsafe source.withUnsafeBytes { buffer in
            let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[range])
            guard let count = Int32(exactly: part.count) else { return Int32(-1) }
            return unsafe target.withUnsafeMutableBytes { raw in
                unsafe LZ4_decompress_safe(
                    part.baseAddress?.assumingMemoryBound(to: CChar.self),
                    raw.baseAddress?.assumingMemoryBound(to: CChar.self),
                    count, Int32(rawBytes))
            }
        }
        guard length == Int32(rawBytes) else {
            target.removeAll(keepingCapacity: true)
            throw length < 0 ? .malformed : .tooShort(bytes: Int(length))
        }
        guard !isStrict || pointsBack(source, range) else {
            target.removeAll(keepingCapacity: true)
            throw .malformed
        }
    }

    /// Whether every match of a block points at bytes that the block gave before.
    private static func pointsBack(_ block: [UInt8], _ range: Range<Int>) -> Bool {
        var reader = ByteReader(block, range)
        var given = 0
        do throws(ByteReader.Malformed) {
            while true {
                let token = try reader.byte()
                given += try reader.skip(try reader.length(token >> 4)).count
                if reader.isAtEnd { return true }
                let offset = Int(try reader.integer(UInt16.self))
                guard offset > 0, offset <= given else { return false }
                given += try reader.length(token & 15) + 4
            }
        } catch { return false }
    }
}

extension ByteReader {
    /// A length of an LZ4 block that begins with the half of a token.
    fileprivate mutating func length(_ half: UInt8) throws(Malformed) -> Int {
        var length = Int(half)
        var more: UInt8 = half < 15 ? 0 : 255
        while more == 255 {
            more = try byte()
            length += Int(more)
        }
        return length
    }
}
