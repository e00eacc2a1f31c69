import EventLog
import Ledger
import Support
import Testing

@Suite("Shares in a column")
struct ShareColumnTests {
    private func line(_ shares: [Share], cents: Int64 = 1_000) throws -> LineAdded {
        LineAdded(facts: try Samples.facts(cents: cents), details: LineDetails(shares: shares))
    }

    private let shares = [
        Share(person: 1, minor: 334), Share(person: 7, minor: -1), Share(person: 20, minor: 667),
    ]

    @Test("shares are ASCII, ascending, and nothing where nobody shares")
    func isText() throws {
        let row = Event.lineAdded(try line(shares)).row
        #expect(row[.shares]?.bytes == Array("1:334,7:-1,20:667".utf8))
        #expect(row.schema == 3)
        #expect(Event.lineAdded(try line([])).row[.shares] == nil)
    }

    /// The row with other bytes as shares, at position 100, by itself and in a batch.
    private func decoded(_ bytes: [UInt8], cents: Int64 = 1_000) throws -> LineAdded? {
        let row = Event.lineAdded(try line([], cents: cents)).row
        let changed = Row(
            type: row.type, schema: row.schema, isCritical: row.isCritical,
            fields: row.fields + [Field(.shares, .bytes(bytes))])
        let error = StoreError.undecodable(position: 100, column: .shares)
        let (alone, batched) = try Samples.reading(changed, at: 100)
        #expect(batched == [alone])
        guard case .success(.lineAdded(let line)) = alone else {
            #expect(alone == .failure(error))
            return nil
        }
        return line
    }

    @Test("they come back, by themselves and in batches")
    func comesBack() throws {
        #expect(try decoded(Array("1:334,7:-1,20:667".utf8))?.details.shares == shares)
        let least = try decoded(Array("99:\(Int64.min)".utf8), cents: .min)
        #expect(least?.details.shares == [Share(person: 99, minor: .min)])
        let far = try decoded(Array("1:\(Int64.max),2:\(Int64.min)".utf8), cents: -1)
        #expect(far?.details.shares.count == 2)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", ",", ":", "1", "1:", ":1000", "1:1000,", ",1:1000", "1:1000,,2:0", "1:999",
            "1:1001", "01:1000", "+1:1000", "-1:1000", "1:+1000", "1:01000", "1 :1000", "1:1000 ",
            "1:500,1:500", "7:500,1:500", "100:1000", "101:1000", "1:-0,2:1000", "1:1000:2",
            "1:0x3E8", "1:1000\n", "1:1000,2:a", "18446744073709551616:1000",
            "1:9223372036854775808", "１:1000",
        ])
    func refuses(_ text: String) throws {
        #expect(try decoded(Array(text.utf8)) == nil)
    }

    @Test("cut or changed at any byte, they are refused, or they add up")
    func isCut() throws {
        let bytes = Array("1:334,7:-1,20:667".utf8)
        for end in bytes.indices { #expect(try decoded(Array(bytes[..<end])) == nil) }
        for start in bytes.indices.dropFirst() {
            #expect(try decoded(Array(bytes[start...])) == nil)
        }
        for index in bytes.indices {
            for byte: UInt8 in [0, 0x2C, 0x2D, 0x30, 0x39, 0x3A, 0xFF] where byte != bytes[index] {
                var changed = bytes
                changed[index] = byte
                let found = try decoded(changed)
                #expect(found?.details.shares.addUp(to: 1_000) != false)
            }
        }
    }

    @Test("no store takes shares that could not be read again", arguments: StoreKind.allCases)
    func refusedByStores(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        func commit(_ shares: [Share]) throws -> NewCommit {
            NewCommit(
                id: CommitID(high: 1, low: try store.head().count),
                recordedAt: Timestamp(millisecondsSince1970: 0),
                events: [.lineAdded(try line(shares))])
        }
        let ledger = NewCommit(
            id: CommitID(high: 1, low: 0), recordedAt: Timestamp(millisecondsSince1970: 0),
            events: Given.ledger)
        _ = try store.append(ledger, expecting: nil)
        for bad in [
            [Share(person: 1, minor: 999)], [Share(person: 4, minor: 1_000)],
            [Share(person: 1, minor: 500), Share(person: 1, minor: 500)],
        ] {
            let error = StoreError.badReference(index: 0)
            #expect(throws: error) { try store.append(commit(bad), expecting: nil) }
            let event = Event.lineAdded(try line(bad))
            let stream = CommitStream(
                id: CommitID(high: 1, low: 9), recordedAt: Timestamp(millisecondsSince1970: 0),
                events: { emit throws(StoreError) in try emit(event) })
            #expect(throws: error) { try store.append(stream, expecting: nil) }
        }
        let good = try commit([Share(person: 1, minor: 1_000)])
        #expect(try store.append(good, expecting: nil).positions == 4..<5)
        let lines = try store.events(in: 4..<5)
        #expect(lines.map(\.event) == good.events)
    }

    @Test("version 2 of lines reads as one that nobody shares")
    func liftsVersion2() throws {
        var lines = 0
        for event in try Samples.everyEvent() {
            guard case .lineAdded(var line) = event else { continue }
            line.details.shares = []
            let row = Event.lineAdded(line).row
            let old = Row(
                type: row.type, schema: 2, isCritical: row.isCritical, fields: row.fields)
            #expect(try Event(row: old, at: 100) == .lineAdded(line))
            lines += 1
        }
        #expect(lines > 0)
    }
}
