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

    /// Some bytes of an array, without a copy.
    ///
    /// - Precondition: The range lies in the array.
    @_lifetime(borrow bytes)
    static func span(_ bytes: borrowing [UInt8], _ range: Range<Int>) -> RawSpan {
        unsafe bytes.span.bytes.extracting(range)
    }

    /// A copy of some bytes.
    ///
    /// - Precondition: The range lies in the bytes.
    static func array(_ bytes: borrowing RawSpan, _ range: Range<Int>) -> [UInt8] {
        unsafe bytes.extracting(range).withUnsafeBytes { unsafe Array($0) }
    }

    /// Appends a copy of some bytes.
    ///
    /// - Precondition: The range lies in the bytes.
    static func append(
        _ bytes: borrowing RawSpan, _ range: Range<Int>, to array: inout [UInt8]
    ) {
        unsafe bytes.extracting(range).withUnsafeBytes { unsafe array.append(contentsOf: $0) }
    }

    /// Bytes as integers of one width, without a copy.
    ///
    /// - Precondition: They start at a multiple of the width, and are a whole number of integers.
    @_lifetime(copy bytes)
    static func view<T: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: RawSpan, as type: T.Type
    ) -> Span<T> {
        unsafe bytes._unsafeView(as: type)
    }

    /// Unsigned integers of `width` bytes (0, 1, 2, 4 or 8) widened and added to a base, wrapping;
    /// `count` times the base for width 0.
    ///
    /// - Complexity: O(*n*), a plain loop without checks inside.
    /// - Precondition: The range lies in the bytes and has `count` integers.
    static func integers(
        _ bytes: borrowing RawSpan, _ range: Range<Int>, width: Int, base: Int64, count: Int
    ) -> [Int64] {
        let part = bytes.extracting(range)
        switch width {
        case 1: return widened(view(part, as: UInt8.self)) { base &+ Int64($0) }
        case 2: return widened(view(part, as: UInt16.self)) { base &+ Int64($0) }
        case 4: return widened(view(part, as: UInt32.self)) { base &+ Int64($0) }
        case 8: return widened(view(part, as: UInt64.self)) { base &+ Int64(bitPattern: $0) }
        default: return Array(repeating: base, count: count)
        }
    }

    /// Offsets of `width` bytes (0, 1, 2 or 4), cut to the width of codes, added to a base,
    /// wrapping; the base for width 0.
    ///
    /// - Precondition: The range lies in the bytes and has `count` integers.
    static func codes<Code: FixedWidthInteger & UnsignedInteger>(
        _ bytes: borrowing RawSpan, _ range: Range<Int>, width: Int, base: Code, count: Int
    ) -> [Code] {
        let part = bytes.extracting(range)
        switch width {
        case 1: return widened(view(part, as: UInt8.self)) { base &+ Code($0) }
        case 2:
            return widened(view(part, as: UInt16.self)) { base &+ Code(truncatingIfNeeded: $0) }
        case 4:
            return widened(view(part, as: UInt32.self)) { base &+ Code(truncatingIfNeeded: $0) }
        default: return Array(repeating: base, count: count)
        }
    }

    @inline(__always)
    private static func widened<T: FixedWidthInteger & BitwiseCopyable, Value>(
        _ values: Span<T>, _ widen: (T) -> Value
    ) -> [Value] {
        unsafe [Value](unsafeUninitializedCapacity: values.count) { target, initialized in
            for index in values.indices {
                let value = widen(T(littleEndian: values[index]))
                unsafe target.initializeElement(at: index, to: value)
            }
            initialized = values.count
        }
    }

    /// The sum of the integers before each, and behind them that of all, wrapping.
    ///
    /// - Precondition: There is room for one sum more than there are integers.
    /// - Complexity: O(*n*); four at a time, so that only one addition waits for the one before.
    @inline(__always)
    static func prefixSums<T: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ values: Span<T>, into sums: inout MutableSpan<UInt64>
    ) {
        let count = values.count
        precondition(sums.count > count)
        var sum: UInt64 = 0
        var index = 0
        func value(_ offset: Int) -> UInt64 {
            unsafe UInt64(truncatingIfNeeded: T(littleEndian: values[unchecked: index &+ offset]))
        }
        while index &+ 4 <= count {
            let first = value(0)
            let second = first &+ value(1)
            let third = second &+ value(2)
            unsafe sums[unchecked: index] = sum
            unsafe sums[unchecked: index &+ 1] = sum &+ first
            unsafe sums[unchecked: index &+ 2] = sum &+ second
            unsafe sums[unchecked: index &+ 3] = sum &+ third
            sum &+= third &+ value(3)
            index &+= 4
        }
        while index < count {
            unsafe sums[unchecked: index] = sum
            sum &+= value(0)
            index &+= 1
        }
        sums[count] = sum
    }

    /// Whether one of the integers in a range, little-endian, is `first` or at most `reach` above.
    ///
    /// - Precondition: The range lies in the integers.
    @inline(__always)
    static func hasAny(
        _ values: borrowing Span<UInt16>, _ range: Range<Int>, from first: UInt16, reach: UInt16
    ) -> Bool {
        precondition(range.lowerBound >= 0 && range.upperBound <= values.count)
        var least = UInt16.max
        var index = range.lowerBound
        while index < range.upperBound {
            let value = unsafe UInt16(littleEndian: values[unchecked: index])
            least = min(least, value &- first)
            index &+= 1
        }
        return least <= reach
    }

    // MARK: Whole arrays

    /// A hash of the bytes in a range, another one in each process: nobody can choose bytes that
    /// collide. Products of 64 × 64 bits folded in half, as in wyhash.
    ///
    /// - Precondition: The range lies in the array.
    static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        return unsafe bytes.withUnsafeBytes { buffer in
            var hash = folded(seed.0 ^ UInt64(range.count), seed.1)
            var offset = range.lowerBound
            while offset + 8 <= range.upperBound {
                let word = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                hash = folded(hash ^ word, seed.1)
                offset += 8
            }
            var rest: UInt64 = 0
            while offset < range.upperBound {
                rest = unsafe rest << 8 | UInt64(buffer[offset])
                offset += 1
            }
            return folded(hash ^ rest, seed.1)
        }
    }

    private static let seed = (
        UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max) | 1
    )

    @inline(__always)
    private static func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    /// Whether two ranges hold the same bytes.
    ///
    /// - Precondition: The ranges lie in their arrays.
    static func isSame(
        _ left: [UInt8], _ first: Range<Int>, _ right: [UInt8], _ second: Range<Int>
    ) -> Bool {
        guard first.count == second.count else { return false }
        precondition(
            first.lowerBound >= 0 && first.upperBound <= left.count
                && second.lowerBound >= 0 && second.upperBound <= right.count)
        return unsafe left.withUnsafeBytes { one in
            unsafe right.withUnsafeBytes { two in
                let start = unsafe UnsafeRawBufferPointer(rebasing: one[first])
                let other = unsafe UnsafeRawBufferPointer(rebasing: two[second])
                var offset = 0
                while offset + 8 <= start.count {
                    let word = unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    guard
                        unsafe word
                            == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    else { return false }
                    offset += 8
                }
                while offset < start.count {
                    guard unsafe start[offset] == other[offset] else { return false }
                    offset += 1
                }
                return true
            }
        }
    }

    /// Up to eight bytes from an offset on as one integer, the first ones lowest; 0 for those
    /// behind the end.
    @inline(__always)
    static func word(_ bytes: borrowing RawSpan, at offset: Int) -> UInt64 {
        load(bytes, at: offset, as: UInt64.self) ?? lastWord(bytes, at: offset)
    }

    @inline(never)
    private static func lastWord(_ bytes: borrowing RawSpan, at offset: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<max(0, min(8, bytes.byteCount - offset)) {
            let byte = load(bytes, at: offset + index, as: UInt8.self) ?? 0
            word |= UInt64(byte) << UInt64(8 * index)
        }
        return word
    }

    /// Whether some bytes stand at an offset of an array.
    static func holds(_ bytes: [UInt8], at offset: Int, _ other: borrowing RawSpan) -> Bool {
        guard offset >= 0, offset <= bytes.count - other.byteCount else { return false }
        let part = span(bytes, offset..<(offset + other.byteCount))
        var index = 0
        while index < other.byteCount {
            if word(part, at: index) != word(other, at: index) { return false }
            index += 8
        }
        return true
    }

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
