/// The hot columns of one frame, as they are stored: narrow integers in a buffer that is used again
/// for the next frame, put in order by day and key. Nothing is widened, copied or allocated for an
/// event.
///
/// Every count, width, offset, code and index was held against the bytes before the frame is
/// handed out; what the integers mean was not looked at.
public struct HotFrame: ~Escapable {
    /// The position of the first event.
    package let firstPosition: UInt64
    /// What the events state: one line an event.
    package let stated: HotLines
    /// What the events take back: one line a retraction.
    package let retracted: HotLines

    @_lifetime(copy stated, copy retracted)
    init(firstPosition: UInt64, stated: HotLines, retracted: HotLines) {
        self.firstPosition = firstPosition
        self.stated = stated
        self.retracted = retracted
    }
}

/// Keys and numbers of events, or of what events take back, as they are stored: by day, those of a
/// day by key, those of a day and key in the order of the events.
package struct HotLines: ~Escapable {
    /// How many there are, 0 … 65,536.
    package var count: Int { layout.count }
    /// How many distinct keys they have.
    package var keyCount: Int { layout.keys.count }
    /// How many of them stand together.
    package var runs: HotRuns { layout.runs }

    private let bytes: RawSpan
    private let layout: LineLayout

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan, _ layout: LineLayout) {
        self.bytes = bytes
        self.layout = layout
    }

    /// The integers in a number column, one for every line whose key has one; `nil` for the day,
    /// and where no line has any.
    @_lifetime(copy self)
    package func numbers(_ column: ColumnID) -> HotColumn? {
        guard let layout = layout.numbers.first(where: { $0.column == column }) else { return nil }
        return HotColumn(bytes, layout.layout)
    }

    /// Whether lines of a key have a number.
    package func has(_ column: ColumnID, key index: Int) -> Bool {
        layout.masks[index] & (1 << UInt16(column.rawValue & 0x0F)) != 0
    }

    /// The stored bytes of a key.
    @_lifetime(copy self)
    func bytes(ofKey index: Int) -> RawSpan { bytes.extracting(layout.keys[index]) }
}

/// Lines that stand together: a run is all lines of a day and key.
package struct HotRuns: Sendable {
    /// The distinct days, ascending.
    package internal(set) var days: [Int64] = []
    /// For every day its first run; then that of the lines without a day; then how many runs there
    /// are.
    package internal(set) var starts = [0, 0]
    /// Of every run the index of its key, below ``HotLines/keyCount``; they ascend within a day.
    package internal(set) var codes: [UInt16] = []
    /// Of every run how many lines it has, 1 or more.
    package internal(set) var lengths: [UInt32] = []
    /// Of every key how many lines it has.
    package internal(set) var counts: [UInt32] = []
}

/// An array of integers as it is stored: offsets of one width from a base, and some values apart.
package struct HotColumn: ~Escapable {
    /// How many integers there are.
    package var count: Int { layout.count }
    /// Bytes of an offset: 0, 1, 2, 4 or 8.
    package var width: Int { layout.width }
    /// What offsets are added to, wrapping.
    package var base: Int64 { layout.base }

    private let bytes: RawSpan
    private let layout: IntegerLayout

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan, _ layout: IntegerLayout) {
        self.bytes = bytes
        self.layout = layout
    }

    /// The offsets; 0 for those that stand apart.
    ///
    /// - Parameter type: The type that is ``width`` bytes wide; the span is empty for any other.
    @_lifetime(copy self)
    package func offsets<Offset>(as type: Offset.Type) -> Span<Offset>
    where Offset: FixedWidthInteger & UnsignedInteger & BitwiseCopyable {
        let isWidth = Offset.bitWidth == 8 * layout.width
        return RawBytes.view(bytes.extracting(isWidth ? layout.values : 0..<0), as: type)
    }

    /// The index and the value, as its 64 bits, of each that stands apart, little-endian; the
    /// indexes ascend.
    package var exceptions: Span<UInt64> {
        @_lifetime(copy self)
        get { RawBytes.view(bytes.extracting(layout.outliers), as: UInt64.self) }
    }

    /// Adds up offsets, 0 for those that stand apart.
    ///
    /// - Parameters:
    ///   - range: Lies in the integers.
    ///   - sums: Holds afterwards, from its start on, the sum of those before each and, one behind
    ///     the last, that of all, wrapping; longer than the range.
    /// - Complexity: O(*n*) in the range, a plain loop without checks inside.
    package func prefixSums(_ range: Range<Int>, into sums: inout MutableSpan<UInt64>) {
        switch layout.width {
        case 1: RawBytes.prefixSums(offsets(as: UInt8.self).extracting(range), into: &sums)
        case 2: RawBytes.prefixSums(offsets(as: UInt16.self).extracting(range), into: &sums)
        case 4: RawBytes.prefixSums(offsets(as: UInt32.self).extracting(range), into: &sums)
        case 8: RawBytes.prefixSums(offsets(as: UInt64.self).extracting(range), into: &sums)
        default: for index in 0...range.count { sums[index] = 0 }
        }
    }

    /// All values.
    ///
    /// - Complexity: O(*n*).
    package var values: [Int64] { values(at: 0..<layout.count) }

    /// The values at some indexes below ``count``.
    ///
    /// - Complexity: O(*n*) in the indexes, and in the values that stand apart.
    func values(at range: Range<Int>) -> [Int64] {
        let start = layout.values.lowerBound + range.lowerBound * layout.width
        var values = RawBytes.integers(
            bytes, start..<(start + range.count * layout.width), width: layout.width,
            base: layout.base, count: range.count)
        if range.isEmpty { return values }
        let exceptions = exceptions
        for place in stride(from: 0, to: exceptions.count, by: 2) {
            let index = Int(truncatingIfNeeded: UInt64(littleEndian: exceptions[place]))
            guard range.contains(index) else { continue }
            values[index - range.lowerBound] = Int64(
                bitPattern: UInt64(littleEndian: exceptions[place + 1]))
        }
        return values
    }

    /// The value at an index below ``count``.
    ///
    /// - Complexity: O(log *n*) in the values that stand apart.
    func value(at index: Int) -> Int64 {
        let exceptions = exceptions
        var (low, high) = (0, exceptions.count / 2)
        while low < high {
            let middle = (low + high) / 2
            if UInt64(littleEndian: exceptions[2 * middle]) < UInt64(index) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        if 2 * low < exceptions.count, UInt64(littleEndian: exceptions[2 * low]) == UInt64(index) {
            return Int64(bitPattern: UInt64(littleEndian: exceptions[2 * low + 1]))
        }
        let offset: UInt64
        switch width {
        case 1: offset = UInt64(offsets(as: UInt8.self)[index])
        case 2: offset = UInt64(UInt16(littleEndian: offsets(as: UInt16.self)[index]))
        case 4: offset = UInt64(UInt32(littleEndian: offsets(as: UInt32.self)[index]))
        case 8: offset = UInt64(littleEndian: offsets(as: UInt64.self)[index])
        default: offset = 0
        }
        return base &+ Int64(bitPattern: offset)
    }
}
