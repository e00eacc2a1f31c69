/// The only raw loads: little-endian, bounds-checked, at any alignment.
package enum RawBytes {
    // MARK: Single integers

    /// The integer at an offset, or `nil` where it does not lie wholly in the bytes.
    package static func load<T: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: [UInt8], at offset: Int, as type: T.Type
    ) -> T? {
        guard offset >= 0, bytes.count - offset >= MemoryLayout<T>.size else { return nil }
        return unsafe bytes.withUnsafeBytes {
            unsafe T(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: T.self))
        }
    }

    /// The integer at an offset, or `nil` where it does not lie wholly in the bytes.
    package static func load<T: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: borrowing RawSpan, at offset: Int, as type: T.Type
    ) -> T? {
        guard offset >= 0, bytes.byteCount - offset >= MemoryLayout<T>.size else { return nil }
        return unsafe T(
            littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: T.self))
    }

    // MARK: Columns

    /// Unsigned integers of `width` bytes (1, 2, 4 or 8) widened and added to a base, wrapping;
    /// `nil` where the range is not inside the bytes, not a multiple of the width, or the width
    /// another.
    ///
    /// - Complexity: O(*n*), a plain loop without checks inside.
    package static func integers(
        _ bytes: [UInt8], _ range: Range<Int>, width: Int, base: Int64
    ) -> [Int64]? {
        switch width {
        case 1: column(bytes, range, of: UInt8.self) { base &+ Int64($0) }
        case 2: column(bytes, range, of: UInt16.self) { base &+ Int64($0) }
        case 4: column(bytes, range, of: UInt32.self) { base &+ Int64($0) }
        case 8: column(bytes, range, of: UInt64.self) { base &+ Int64(bitPattern: $0) }
        default: nil
        }
    }

    @inline(__always)
    private static func column<T: FixedWidthInteger & BitwiseCopyable, Value>(
        _ bytes: [UInt8], _ range: Range<Int>, of type: T.Type, _ widen: (T) -> Value
    ) -> [Value]? {
        let width = MemoryLayout<T>.size
        guard range.lowerBound >= 0, range.upperBound <= bytes.count, range.count % width == 0
        else { return nil }
        let count = range.count / width
        return unsafe bytes.withUnsafeBytes { buffer in
            let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[range])
            return unsafe [Value](unsafeUninitializedCapacity: count) { target, initialized in
                for index in 0..<count {
                    let raw = unsafe part.loadUnaligned(fromByteOffset: index &* width, as: T.self)
                    unsafe target.initializeElement(at: index, to: widen(T(littleEndian: raw)))
                }
                initialized = count
            }
        }
    }

    // MARK: Whole arrays

    /// A hash of the bytes, another one in each process: nobody can choose bytes that collide.
    static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hasher = Hasher()
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    /// The bytes of some integers, little-endian.
    static func bytes(_ words: [UInt64]) -> [UInt8] {
        unsafe words.map(\.littleEndian).withUnsafeBytes { unsafe Array($0) }
    }

    /// Gives an array a size, keeping its storage where that is large enough; new bytes are 0.
    package static func resize(_ bytes: inout [UInt8], to count: Int) {
        if bytes.count > count {
            bytes.removeLast(bytes.count - count)
        } else if bytes.count < count {
            let added = count - bytes.count
            bytes.append(addingCapacity: added) { $0.append(repeating: 0, count: added) }
        }
    }
}
