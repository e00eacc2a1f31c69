import EventLog
import Testing

struct PartitioningTests {
    @Test("finds every boundary of collections of every small size")
    func boundaries() {
        for count in 0...17 {
            for boundary in 0...count {
                let values = Array(0..<count)
                #expect(values.partitioningIndex { $0 >= boundary } == boundary)
                let range = UInt64(100)..<UInt64(100 + count)
                #expect(range.partitioningIndex { $0 >= 100 + boundary } == 100 + UInt64(boundary))
            }
        }
    }

    @Test("finds the first of equal values, and indexes of a slice are those of its base")
    func equalValuesAndSlices() {
        let values = [1, 2, 2, 2, 5, 9]
        #expect(values.partitioningIndex { $0 >= 2 } == 1)
        #expect(values.partitioningIndex { $0 > 2 } == 4)
        #expect(values[2...4].partitioningIndex { $0 >= 5 } == 4)
        #expect(values[2...4].partitioningIndex { $0 >= 6 } == 5)
    }

    @Test("asks of a logarithmic number of elements")
    func complexity() {
        var asked = 0
        let found = (0..<1_000_000).partitioningIndex { value in
            asked += 1
            return value >= 777_777
        }
        #expect(found == 777_777)
        #expect(asked <= 20)
    }

    @Test("throws what the closure throws")
    func errors() {
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            try [1].partitioningIndex { _ throws(Refused) in throw Refused() }
        }
    }
}
