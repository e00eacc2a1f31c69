import EventLog
import Support
import Testing

@Suite("Byte strings and slices of batches")
struct ByteStringsTests {
    @Test("a text is found where a plain search finds it", arguments: 0..<40)
    func findsLikePlainSearch(_ seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let letters = Array("aAbB @`\u{C4}".utf8)
        func bytes(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in letters[Int(random.next() % UInt64(letters.count))] }
        }
        var values: [[UInt8]] = []
        for _ in 0..<200 { values.append(bytes(Int(random.next() % 20))) }
        let column = builtColumn(values)
        for length in 1...4 {
            let pattern = bytes(length).map(lower)
            let plain = values.map { value in
                let folded = value.map(lower)
                return folded.indices.contains { folded[$0...].starts(with: pattern) }
            }
            let found = Set(column.dictionary.containing(pattern))
            for (row, code) in zip(column.rows, column.codes) {
                #expect(found.contains(Int(code)) == plain[Int(row)])
            }
        }
    }

    private func lower(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
    }

    private func builtColumn(_ values: [[UInt8]]) -> BytesColumn {
        var builder = BatchBuilder(firstPosition: 0)
        let title = ColumnID(rawValue: 0x80)
        for value in values {
            builder.append(
                Row(
                    type: 8, schema: 1, isCritical: true, fields: [Field(title, .bytes(value))]))
        }
        return builder.finish().bytes[title] ?? BytesColumn()
    }

    @Test("a slice is what the same events make alone", arguments: 0..<30)
    func slicesLikeBuilding(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let count = 60
        var rows: [Row] = []
        for number in 0..<count {
            let isAmendment = number > 10 && random.next() % 3 == 0
            rows.append(
                isAmendment
                    ? LogSamples.amendment(of: UInt64(100 + number - 5), Int(random.next() % 9))
                    : LogSamples.row(Int(random.next() % 1_000)))
        }
        let whole = built(rows, 0..<count)
        for _ in 0..<20 {
            let cuts = [random.next(), random.next()].map { Int($0 % UInt64(count + 1)) }.sorted()
            let range = cuts[0]..<cuts[1]
            let slice = whole.slice(
                (100 + UInt64(range.lowerBound))..<(100 + UInt64(range.upperBound)))
            let alone = built(rows, range)
            #expect(slice.positions == alone.positions)
            #expect(slice.keys == alone.keys)
            #expect(slice.keyCodes == alone.keyCodes)
            #expect(slice.numbers == alone.numbers)
            #expect(slice.links == alone.links)
            #expect(slice.retractedKeys == alone.retractedKeys)
            #expect(slice.retractions == alone.retractions)
            #expect(slice.retractedNumbers == alone.retractedNumbers)
            #expect(slice.commits == alone.commits)
            #expect(slice.integers == alone.integers)
            #expect(slice.bytes == alone.bytes)
        }
    }

    /// The batch of some of the rows, which stand at position 100 and come in commits of seven.
    private func built(_ rows: [Row], _ range: Range<Int>) -> ColumnBatch {
        var builder = BatchBuilder(firstPosition: 100 + UInt64(range.lowerBound))
        for index in range {
            if index % 7 == 0 || index == range.lowerBound {
                let first = UInt64(index / 7 * 7)
                builder.begin(
                    CommitHeader(
                        id: CommitID(high: 1, low: first), firstPosition: 100 + first, fields: []))
            }
            builder.append(rows[index])
        }
        return builder.finish()
    }
}
