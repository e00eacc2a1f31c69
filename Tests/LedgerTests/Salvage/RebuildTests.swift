import EventLog
import Ledger
import Support
import Testing

/// A ledger written anew up to a position reports what the old one reported there.
@Suite("Restored to a position")
struct RebuildTests {
    @Test(
        "reports and root are those of the log replayed to there",
        arguments: 0..<60 as Range<UInt64>)
    func replayed(_ seed: UInt64) throws {
        let history = RandomHistory(seed: seed, count: 600)
        let ledger = try DamagedLog(history, seed: seed)
        if seed % 2 == 0 { _ = try ledger.log.seal() }
        var random = SeededRandom(seed: seed)
        let wanted = UInt64.random(in: 1...600, using: &random)
        let target = MemoryStorage()
        let head = try ledger.log.rebuild(wanted, in: target) { _ in }
        let old = FileEventStore(ledger.log)
        let new = FileEventStore(try Log.open(in: target))
        // The commit of the last event that was asked for is whole, and nothing follows it.
        let last = try #require(try old.event(at: wanted - 1))
        let behind = try old.event(at: head.count)
        #expect(behind.map { $0.commit != last.commit } ?? (head.count == 600))
        let inside = try old.event(at: head.count - 1)
        #expect(inside?.commit == last.commit)
        #expect(head.root == (try ledger.log.root(at: head.count)))
        #expect(try new.verify().root == head.root)
        let all = 0..<head.count
        #expect(try new.events(in: all) == old.events(in: all))
        #expect(
            try new.project(all, as: SpendingTable.self)
                == old.project(all, as: SpendingTable.self))
    }
}
