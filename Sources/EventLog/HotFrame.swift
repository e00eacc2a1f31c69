/// The hot and links sections of one frame of columns as they are stored: narrow integers in a
/// buffer that is used again for the next frame. Nothing is widened, copied or allocated for an
/// event.
///
/// Every count, width, offset, code and index was held against the bytes before the frame is
/// handed out; what the integers mean was not looked at.
public struct HotFrame: ~Escapable {
    /// The position of the first event.
    public let firstPosition: UInt64
    /// What the events state: one element an event.
    public let stated: HotLines
    /// What the events take back: one element a retraction, in the order of the events.
    public let retracted: HotLines

    @_lifetime(copy stated, copy retracted)
    init(firstPosition: UInt64, stated: HotLines, retracted: HotLines) {
        self.firstPosition = firstPosition
        self.stated = stated
        self.retracted = retracted
    }
}

/// Keys and numbers of events, or of what events take back, as they are stored.
public struct HotLines: ~Escapable {
    /// How many there are, 0 … 65,536.
    public var count: Int { layout.count }
    /// How many distinct keys they have.
    public var keyCount: Int { layout.keys.count }

    private let bytes: RawSpan
    private let layout: HotLayout

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan, _ layout: HotLayout) {
        self.bytes = bytes
        self.layout = layout
    }

    /// For each the index of its key; all are below ``keyCount``.
    public var codes: HotColumn {
        @_lifetime(copy self)
        get { HotColumn(bytes, layout.codes) }
    }

    /// The integers in a number column, those without one included; what stands for these means
    /// nothing.
    @_lifetime(copy self)
    public func numbers(_ column: ColumnID) -> HotColumn? {
        guard let layout = layout.numbers.first(where: { $0.column == column }) else { return nil }
        return HotColumn(bytes, layout.layout)
    }

    /// How many there are of every key.
    ///
    /// - Complexity: O(*n*).
    public var counts: [UInt32] {
        var counts = Array(repeating: UInt32(0), count: keyCount)
        switch codes.width {
        case 1: HotLines.count(codes.offsets(as: UInt8.self), &counts)
        case 2: HotLines.count(codes.offsets(as: UInt16.self), &counts)
        default: for code in codes.values { counts[Int(code)] += 1 }
        }
        return counts
    }

    /// Neighbours are counted apart: they are often alike, and would wait for each other.
    private static func count<Code: FixedWidthInteger & UnsignedInteger>(
        _ codes: Span<Code>, _ counts: inout [UInt32]
    ) {
        var others = counts
        let pairs = codes.count / 2
        for pair in 0..<pairs {
            counts[Int(Code(littleEndian: codes[2 * pair]))] &+= 1
            others[Int(Code(littleEndian: codes[2 * pair + 1]))] &+= 1
        }
        if codes.count % 2 == 1 {
            counts[Int(Code(littleEndian: codes[codes.count - 1]))] &+= 1
        }
        for code in counts.indices { counts[code] &+= others[code] }
    }

    /// The stored bytes of a key.
    @_lifetime(copy self)
    func bytes(ofKey index: Int) -> RawSpan { bytes.extracting(layout.keys[index]) }
}

/// An array of integers as it is stored: offsets of one width from a base, and some values apart.
public struct HotColumn: ~Escapable {
    /// How many integers there are.
    public var count: Int { layout.count }
    /// Bytes of an offset: 0, 1, 2, 4 or 8.
    public var width: Int { layout.width }
    /// What offsets are added to, wrapping.
    public var base: Int64 { layout.base }
    /// How many values stand apart.
    public var outlierCount: Int { layout.outliers.count / IntegerLayout.outlierBytes }

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
    public func offsets<Offset>(as type: Offset.Type) -> Span<Offset>
    where Offset: FixedWidthInteger & UnsignedInteger & BitwiseCopyable {
        let isWidth = Offset.bitWidth == 8 * layout.width
        return RawBytes.view(bytes.extracting(isWidth ? layout.values : 0..<0), as: type)
    }

    /// The index and the value of one that stands apart; the indexes ascend.
    ///
    /// - Parameter place: 0 ..< ``outlierCount``.
    public func outlier(at place: Int) -> (index: Int, value: Int64) {
        let offset = layout.outliers.lowerBound + place * IntegerLayout.outlierBytes
        let index = RawBytes.load(bytes, at: offset, as: UInt32.self) ?? 0
        return (Int(index), RawBytes.load(bytes, at: offset + 8, as: Int64.self) ?? 0)
    }

    /// The largest offset.
    ///
    /// - Complexity: O(*n*).
    public var largestOffset: UInt64 {
        switch layout.width {
        case 1: UInt64(RawBytes.largest(offsets(as: UInt8.self)))
        case 2: UInt64(RawBytes.largest(offsets(as: UInt16.self)))
        case 4: UInt64(RawBytes.largest(offsets(as: UInt32.self)))
        case 8: RawBytes.largest(offsets(as: UInt64.self))
        default: 0
        }
    }

    /// All values.
    ///
    /// - Complexity: O(*n*).
    public var values: [Int64] {
        var values = RawBytes.integers(
            bytes, layout.values, width: layout.width, base: layout.base, count: layout.count)
        for place in 0..<outlierCount {
            let (index, value) = outlier(at: place)
            values[index] = value
        }
        return values
    }
}
