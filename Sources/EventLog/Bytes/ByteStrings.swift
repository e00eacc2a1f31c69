/// Byte strings one behind the other in one piece of memory, numbered from 0.
public struct ByteStrings: Hashable, Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where each one ends.
    private(set) var ends: [UInt32] = []

    /// No strings.
    package init() {}

    /// Strings of the given lengths, which add up to the number of bytes.
    init(_ bytes: [UInt8], lengths: [UInt32]) {
        self.bytes = bytes
        ends.reserveCapacity(lengths.count)
        var end: UInt32 = 0
        for length in lengths {
            end += length
            ends.append(end)
        }
    }

    /// Whether all bytes are ASCII.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package var isASCII: Bool { bytes.reduce(0) { $0 | $1 } < 0x80 }

    /// Adds a string behind the others.
    mutating func append(_ string: some Collection<UInt8>) {
        bytes += string
        ends.append(UInt32(bytes.count))
    }

    /// Adds a string that stands in other bytes.
    mutating func append(_ source: borrowing RawSpan, _ range: Range<Int>) {
        RawBytes.append(source, range, to: &bytes)
        ends.append(UInt32(bytes.count))
    }

    /// Some of the strings, by their numbers.
    func picking(_ numbers: [Int]) -> ByteStrings {
        var bytes: [UInt8] = []
        let lengths = numbers.map { number in
            let string = self[number]
            bytes += string
            return UInt32(string.count)
        }
        return ByteStrings(bytes, lengths: lengths)
    }

    /// The given strings.
    init(_ strings: [[UInt8]]) {
        self.init(Array(strings.joined()), lengths: strings.map { UInt32($0.count) })
    }
}

extension ByteStrings: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { ends.count }

    /// A string by its number; its memory is shared.
    public subscript(number: Int) -> ArraySlice<UInt8> {
        let start = number == 0 ? 0 : Int(ends[number - 1])
        return bytes[start..<Int(ends[number])]
    }
}
