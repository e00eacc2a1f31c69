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
}
