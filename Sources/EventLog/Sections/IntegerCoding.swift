/// An array of integers on disk: a frame of reference of fixed width, and outliers apart.
///
/// ```
///  0  width:u8 (0, 1, 2, 4, 8)  0:u8×3  count:u32
///  8  base:i64
/// 16  outliers:u32  0:u32
/// 24  count × width bytes, unsigned, little-endian, value − base (0 for an outlier)
///     zeros to a multiple of 8
///     outliers × { index:u32 0:u32 value:i64 }, ascending by index
/// ```
///
/// The array starts at a multiple of 8 of its section. Widths are fixed so that a reader adds
/// columns with plain loops; a day or an amount far from the others does not widen the rest.
enum IntegerCoding {
    private static let widths = [0, 1, 2, 4, 8]

    /// Appends an array.
    ///
    /// - Parameter outliersAllowed: Whether values may stand apart; codes never do.
    static func append(
        _ values: [Int64], outliersAllowed: Bool = true, to bytes: inout [UInt8]
    ) {
        let (base, width) = window(values, outliersAllowed: outliersAllowed)
        let span = reach(width)
        var outliers: [Int] = []
        bytes.align()
        let start = bytes.count
        bytes.append(UInt8(width))
        bytes += [0, 0, 0]
        bytes.append(integer: UInt32(values.count))
        bytes.append(integer: base)
        bytes.append(integer: UInt64(0))
        for (index, value) in values.enumerated() {
            var offset = UInt64(bitPattern: value &- base)
            if value < base || offset > span {
                outliers.append(index)
                offset = 0
            }
            for byte in 0..<width { bytes.append(UInt8(truncatingIfNeeded: offset >> (8 * byte))) }
        }
        bytes.align()
        for index in 0..<4 {
            bytes[start + 16 + index] = UInt8(truncatingIfNeeded: outliers.count >> (8 * index))
        }
        for index in outliers {
            bytes.append(integer: UInt64(index))
            bytes.append(integer: values[index])
        }
    }

    /// Reads an array of exactly `count` integers, or of these those at some places.
    ///
    /// - Complexity: O(*n*) in the places and outliers.
    static func read(
        _ reader: inout ByteReader, count: Int, at places: Range<Int>? = nil
    ) throws(ByteReader.Malformed) -> [Int64] {
        let layout = try IntegerLayout(&reader, count: count)
        let places = places ?? 0..<count
        guard places.upperBound <= count else { throw ByteReader.Malformed() }
        return HotColumn(reader.bytes, layout).values(at: places)
    }

    /// Reads an array of exactly `count` codes, each from 0 to below `limit`.
    static func readCodes<Code: FixedWidthInteger & UnsignedInteger>(
        _ reader: inout ByteReader, count: Int, below limit: Int
    ) throws(ByteReader.Malformed) -> [Code] {
        let layout = try IntegerLayout(&reader, count: count)
        let isPlain = layout.base == 0 && layout.outliers.isEmpty
        guard isPlain, layout.width <= min(4, Code.bitWidth / 8) else {
            let codes = HotColumn(reader.bytes, layout).values(at: 0..<count)
            guard codes.allSatisfy({ $0 >= 0 && $0 < limit }) else { throw ByteReader.Malformed() }
            return codes.map { Code(truncatingIfNeeded: $0) }
        }
        let codes = RawBytes.codes(
            reader.bytes, layout.values, width: layout.width, base: Code(0), count: count)
        var largest: Code = 0
        for code in codes { largest = max(largest, code) }
        guard codes.isEmpty || Int(largest) < limit else { throw ByteReader.Malformed() }
        return codes
    }

    /// The largest offset that `width` bytes hold.
    private static func reach(_ width: Int) -> UInt64 {
        width == 8 ? .max : (1 << UInt64(8 * width)) - 1
    }

    /// The base and width that make the array smallest; 16 bytes an outlier.
    private static func window(
        _ values: [Int64], outliersAllowed: Bool
    ) -> (base: Int64, width: Int) {
        guard let low = values.min(), let high = values.max() else { return (0, 0) }
        let span = UInt64(bitPattern: high &- low)
        let full = widths.first { reach($0) >= span } ?? 8
        guard outliersAllowed, full > 0, values.count >= 16 else { return (low, full) }
        var best = (base: low, width: full, cost: values.count * full)
        let sample = stride(from: 0, to: values.count, by: max(1, values.count / 1_024))
            .map { values[$0] }.sorted()
        for width in widths where width < full {
            let reach = reach(width)
            for base in [low, base(of: sample, reach, low: low)] {
                let exceptions = values.count {
                    $0 < base || UInt64(bitPattern: $0 &- base) > reach
                }
                let cost = values.count * width + exceptions * 16
                if cost < best.cost { best = (base, width, cost) }
            }
        }
        return (best.base, best.width)
    }
    /// Where most of some ascending values lie in reach: a little below the first of them, because
    /// they are but a sample.
    private static func base(of sample: [Int64], _ reach: UInt64, low: Int64) -> Int64 {
        var best = (first: 0, count: 0)
        var end = 0
        for first in sample.indices {
            while end < sample.count, UInt64(bitPattern: sample[end] &- sample[first]) <= reach {
                end += 1
            }
            if end - first > best.count { best = (first, end - first) }
        }
        // A few far below would not be dear, but a report's table of days would be as long.
        let base = sample[best.first + best.count / 256]
        let span = UInt64(bitPattern: sample[best.first + best.count - 1] &- base)
        let below = min(reach - span, span / 8, UInt64(bitPattern: base &- low))
        return base &- Int64(bitPattern: below)
    }
}
