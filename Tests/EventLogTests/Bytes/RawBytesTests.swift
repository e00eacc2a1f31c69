import EventLog
import Testing

@Suite struct RawBytesTests {
    private let bytes: [UInt8] = [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0x10]

    @Test func loadsLittleEndianAtAnyOffset() {
        #expect(RawBytes.load(bytes, at: 8, as: UInt8.self) == 0x10)
        #expect(RawBytes.load(bytes, at: 1, as: UInt16.self) == 0x4523)
        #expect(RawBytes.load(bytes, at: 3, as: UInt32.self) == 0xCDAB_8967)
        #expect(RawBytes.load(bytes, at: 1, as: UInt64.self) == 0x10EF_CDAB_8967_4523)
        #expect(RawBytes.load(bytes, at: 6, as: Int16.self) == -4_147)
    }

    @Test(arguments: [-1, 2, 9, 10, .max, .min])
    func loadsNothingOutside(offset: Int) {
        #expect(RawBytes.load(bytes, at: offset, as: UInt64.self) == nil)
    }

    @Test func widensColumns() {
        #expect(RawBytes.integers(bytes, 7..<9, width: 1, base: -5) == [234, 11])
        #expect(RawBytes.integers(bytes, 1..<5, width: 2, base: 0) == [0x4523, 0x8967])
        #expect(RawBytes.integers(bytes, 5..<9, width: 4, base: 1) == [0x10EF_CDAC])
        #expect(
            RawBytes.integers([UInt8](repeating: 0xFF, count: 8), 0..<8, width: 8, base: 3) == [2])
        #expect(RawBytes.integers(bytes, 3..<3, width: 8, base: 3) == [])
    }

    @Test(arguments: [(0..<10, 1), (0..<3, 2), (1..<9, 3), (1..<9, 0), (0..<9, 8), (-1..<3, 4)])
    func refusesColumns(range: Range<Int>, width: Int) {
        #expect(RawBytes.integers(bytes, range, width: width, base: 0) == nil)
    }
}
