import EventLog
import Ledger
import Support
import Testing

/// Encodings worked out by hand from the tables of `Format.md`: they must never change.
@Suite("Events as bytes")
struct EventBytesTests {
    /// The facts and the text of an event, without what its commit adds.
    private func bytes(_ event: Event) -> (facts: [UInt8], text: [UInt8]) {
        let header = CommitHeader(id: CommitID(high: 0, low: 0), firstPosition: 0, fields: [])
        // Index 0 takes two bytes, the commit's id two and its own sixteen.
        let facts = LeafParts.facts(event.row, header, index: 0).dropLast(2 + 2 + 16)
        return (Array(facts), LeafParts.text(event.row))
    }

    @Test("a person")
    func person() {
        let (facts, text) = bytes(.personAdded(PersonAdded(name: "Zoë")))
        // Version 1, type 2, critical; the name has 4 bytes: 4 × 2 + 1 = 9.
        #expect(facts == [0x01, 0x02, 0x80])
        #expect(text == [0x84, 0x09, 0x5A, 0x6F, 0xC3, 0xAB])
    }

    @Test("a line: 12.50 EUR for food on 2026-04-01 at 08:30")
    func line() throws {
        var facts = try Samples.facts(cents: 1_250, day: 20_544, account: .position(4))
        facts.category = try Samples.category("Food")
        let time: TimeOfDay = try #require(TimeOfDay(secondsSinceMidnight: 30_600))
        let details = LineDetails(time: time, title: "Apples", tags: ["fruit", "bio"])
        let line = LineAdded(facts: facts, details: details, entry: .position(300))
        let (hashed, text) = bytes(.lineAdded(line))
        let expected: [[UInt8]] = [
            [0x03, 0x08, 0x80],
            [0x03, 0x04, 0x2C, 0x01],  // group: 300 = 0x012C
            [0x10, 0x02, 0x01],  // kind: expense
            [0x11, 0x09, 0x45, 0x55, 0x52, 0x02],  // currency: EUR, 2
            [0x12, 0x09, 0x46, 0x6F, 0x6F, 0x64],  // category: Food
            [0x13, 0x02, 0x04],  // account: 4
            [0x20, 0x04, 0x40, 0x50],  // day: 20,544 = 0x5040
            [0x21, 0x04, 0xE2, 0x04],  // amount: 1,250 = 0x04E2
            [0x51, 0x04, 0x88, 0x77],  // time: 30,600 = 0x7788
        ]
        #expect(hashed == Array(expected.joined()))
        #expect(
            text == [0x80, 0x0D] + Array("Apples".utf8) + [0x82, 0x15] + Array("fruit\nbio\n".utf8))
    }

    @Test("a void of a refund of 300 yen")
    func void() throws {
        let yen = Money(minor: -300, currency: try Samples.currency("JPY", 0))
        let replaced = LineFacts(
            kind: .income, amount: yen, day: Day(daysSince1970: -1), flags: .incoming)
        let void = LineVoided(
            target: .position(0), previous: .inThisCommit(0), replaced: replaced, reason: "x")
        let (facts, text) = bytes(.lineVoided(void))
        let expected: [[UInt8]] = [
            [0x01, 0x0A, 0x80],
            [0x01, 0x00],  // target: 0 takes no byte
            [0x02, 0x02, 0xFF],  // previous: -1
            [0x30, 0x02, 0x02],  // retracted kind: income
            [0x31, 0x09, 0x4A, 0x50, 0x59, 0x00],  // retracted currency: JPY, 0
            [0x34, 0x02, 0x01],  // retracted flags: incoming
            [0x40, 0x02, 0xFF],  // retracted day: 1969-12-31
            [0x41, 0x04, 0xD4, 0xFE],  // retracted amount: -300 = 0xFED4
        ]
        #expect(facts == Array(expected.joined()))
        #expect(text == [0x83, 0x03, 0x78])
    }

    @Test("a batch: not critical, counts by name")
    func batch() {
        let batch = BatchStarted(
            origin: "import", fileName: "a.csv", counts: ["rows": 258, "bad": -1])
        let (facts, text) = bytes(.batchStarted(batch))
        let expected: [[UInt8]] = [
            [0x01, 0x06, 0x00],
            [0x5A, 0x0D], Array("import".utf8),
            [0x62, 0x37],  // 13 + 14 = 27 bytes
            [0x03, 0x00], Array("bad".utf8), [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x04, 0x00], Array("rows".utf8), [0x02, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00],
        ]
        #expect(facts == Array(expected.joined()))
        #expect(text == [0x85, 0x0B] + Array("a.csv".utf8))
    }

    @Test("a task")
    func task() {
        let facts = TodoFacts(
            title: "Tax", deadline: .instant(Timestamp(millisecondsSince1970: 1_785_492_000_000)),
            urgency: .urgent, colour: .gray, priority: 9)
        let (hashed, text) = bytes(.taskAdded(TaskAdded(facts: facts)))
        let expected: [[UInt8]] = [
            [0x01, 0x0C, 0x80],
            // 1,785,492,000,000 = 0x019F_B79D_CD00: six bytes
            [0x5C, 0x0C, 0x00, 0xCD, 0x9D, 0xB7, 0x9F, 0x01],
            [0x5D, 0x02, 0x02], [0x5E, 0x02, 0x04], [0x5F, 0x02, 0x09],
        ]
        #expect(hashed == Array(expected.joined()))
        #expect(text == [0x80, 0x07, 0x54, 0x61, 0x78])
    }
}
