import EventLog
import Ledger
import Support
import Testing

/// When sums are made, which stay, and when they go.
@Suite("Sums that are kept")
struct KeptSumsTests {
    private func ledger(_ count: Int, step: UInt64) throws -> SummedLedger {
        var random = SeededRandom(seed: 8)
        let ledger = try SummedLedger(step: step)
        let history = RandomHistory(seed: 8, count: count, days: 19_990...20_060)
        try ledger.append(history.events, &random)
        return ledger
    }

    @Test("of the newest, and of every 256th step") func kept() throws {
        let ledger = try ledger(600, step: 1)
        #expect(try ledger.store.keepSums())
        let names = ["000000000256.sums", "000000000512.sums", "000000000600.sums"]
        #expect(try ledger.files == names)
        #expect(try !ledger.store.keepSums())
        for (count, end) in [(100, 0), (255, 0), (256, 256), (511, 256), (599, 512), (600, 600)] {
            #expect(try ledger.store.summedEvents(upTo: UInt64(count)) == UInt64(end))
        }
        let before = try names.map { try #require(ledger.storage.bytes(of: $0)) }
        #expect(try ledger.store.keepSums(anew: true))
        #expect(try names.map { try #require(ledger.storage.bytes(of: $0)) } == before)
    }

    @Test("carried on or made at once, they are the same") func carriedOn() throws {
        var random = SeededRandom(seed: 8)
        let history = RandomHistory(seed: 8, count: 600, days: 19_990...20_060)
        let whole = try ledger(600, step: 8)
        try whole.store.keepSums()
        let grown = try SummedLedger(step: 8)
        var rest = history.events[...]
        while !rest.isEmpty {
            try grown.append(Array(rest.prefix(24)), &random)
            rest = rest.dropFirst(24)
            try grown.store.keepSums()
            #expect(try grown.files.count == 1)
        }
        #expect(try grown.files == whole.files)
        for ledger in [grown, whole] { #expect(try ledger.store.dropFalseSums() == []) }
    }

    @Test("not where they would hardly be smaller than the events") func worth() throws {
        let ledger = try ledger(300, step: 16)
        var options = SummedLedger.options()
        for (share, isKept) in [(100, false), (1, true)] as [(UInt64, Bool)] {
            options.sumShare = share
            let store = FileEventStore(try Log.open(in: ledger.storage, options: options))
            #expect(try store.keepSums() == isKept)
            #expect(try ledger.files.isEmpty == !isKept)
        }
    }

    @Test("an erasure takes them, and what was left half made") func erasure() throws {
        let ledger = try ledger(300, step: 16)
        try ledger.store.keepSums()
        ledger.storage.replace("000000000160.sums.tmp", bytes: [1])
        try ledger.store.eraseText(at: [1])
        #expect(try ledger.storage.list().allSatisfy { !$0.contains("sums") })
        #expect(try ledger.store.keepSums())
        #expect(try ledger.files == ["000000000288.sums"])
    }

    @Test("the next writer removes what was left half made") func half() throws {
        let ledger = try ledger(300, step: 16)
        ledger.storage.replace("000000000160.sums.tmp", bytes: [1])
        let store = try SummedLedger.open(ledger.storage)
        let line = Event.lineAdded(Given.line(5))
        let commit = NewCommit(
            id: .random(), recordedAt: Timestamp(millisecondsSince1970: 1_767_225_700_000),
            actor: .position(1), events: [line])
        _ = try store.append(commit)
        #expect(try ledger.storage.list().allSatisfy { !$0.contains("sums") })
    }
}
