import EventLog
import Ledger
import LedgerTesting
import Support
import Synchronization
import Testing

/// Who decides about what a merge set aside, and how much is looked up for that.
@Suite("What merges set aside")
struct SetAsideTests {
    /// Bo, who may only read, and something that a merge set aside.
    private struct House {
        let store: MemoryEventStore
        let bo: UInt64
        let aside = CommitSetAside(
            commit: Array(repeating: 7, count: 16), reason: "otherwise", content: "amount 14.00")

        init() throws {
            store = try Given.store([Given.ledger, [.personAdded(PersonAdded(name: "Bo"))]])
            bo = 4
            try record(
                [
                    .rightsGranted(
                        RightsChanged(person: .position(bo), unit: nil, rights: .read))
                ], by: 1)
            try record([.commitSetAside(aside)], by: 1)
        }

        /// The key of what decides, with a number behind it from 2 on.
        func key(_ number: Int) -> String {
            number == 1 ? aside.answerKey(0) : "\(aside.answerKey(0))-\(number)"
        }

        func record(_ events: [Event], by actor: UInt64, key: String? = nil) throws {
            let count = store.head().count
            var commit = NewCommit(
                id: CommitID(high: 9, low: count),
                recordedAt: Timestamp(millisecondsSince1970: 1_767_300_000_000 + Int64(count)),
                actor: .position(actor), events: events, origin: .otherProgram)
            commit.key = key
            _ = try store.append(commit, expecting: nil)
        }

        /// What Bo recorded under the key with each of some numbers, by a program that asks nobody.
        func fake(_ numbers: ClosedRange<Int>) throws {
            for number in numbers {
                try record([.lineAdded(Given.line(1, "fake"))], by: bo, key: key(number))
            }
        }

        func waiting() throws -> [String] {
            try LedgerSnapshot(store: store).waitingAsides().map(\.key)
        }
    }

    @Test("is decided by who may, however many have recorded with its keys before and behind")
    func decided() throws {
        for fakes in [0, 1, 15, 16, 17, 40] {
            let house = try House()
            if fakes > 0 { try house.fake(1...fakes) }
            #expect(try house.waiting() == [house.key(fakes + 1)], "\(fakes)")
            try house.record(
                [.lineAdded(Given.line(1_400, "lunch"))], by: 1, key: house.key(fakes + 1))
            #expect(try house.waiting() == [], "\(fakes)")
            try house.fake((fakes + 2)...(fakes + 30))
            // The same numbers, written in another way.
            for sign in ["+", "0"] {
                try house.record(
                    [.lineAdded(Given.line(1, "fake"))], by: house.bo,
                    key: "\(house.key(1))-\(sign)\(fakes + 1)")
            }
            #expect(try house.waiting() == [], "\(fakes)")
            let snapshot = try LedgerSnapshot(store: house.store)
            #expect(try snapshot.isDecision(house.key(fakes + 1)))
            #expect(try !snapshot.isDecision(house.key(fakes + 2)))
        }
    }

    @Test("is looked up as often behind a hundred as behind a thousand that decide nothing")
    func bounded() throws {
        func asked(_ fakes: Int) throws -> (keys: Int, reads: Int) {
            let house = try House()
            try house.fake(1...fakes)
            let store = AskedStore(over: house.store)
            let snapshot = try LedgerSnapshot(store: store)
            let before = store.counts
            #expect(try snapshot.waitingAsides().map(\.key) == [house.key(fakes + 1)])
            let after = store.counts
            return (after.keys - before.keys, after.reads - before.reads)
        }
        let (few, many) = (try asked(100), try asked(1_000))
        // The key, the one of earlier programs, the numbers up to 16, and the free one.
        #expect(few.keys <= 20 && few.keys == many.keys, "\(few.keys), \(many.keys)")
        #expect(many.reads <= few.reads + 8, "\(few.reads), \(many.reads)")
    }
}

/// Counts how often keys are looked up, and events read.
private final class AskedStore: EventStore {
    private let base: any EventStore
    private let asked = Mutex((keys: 0, reads: 0))

    init(over base: any EventStore) { self.base = base }

    var counts: (keys: Int, reads: Int) { asked.withLock { $0 } }

    func head() throws(StoreError) -> LogHead { try base.head() }

    func append(_ commit: NewCommit, expecting: UInt64?) throws(StoreError) -> Appended {
        try base.append(commit, expecting: expecting)
    }

    func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        asked.withLock { $0.reads += 1 }
        try base.readStored(positions, sections, holding: types, body)
    }

    func scan(
        _ positions: Range<UInt64>, _ pick: ScanRequest,
        where isWanted: (ScanResult.Kind) -> Bool,
        _ body: (ScanResult) throws(StoreError) -> Void
    ) throws(StoreError) {
        asked.withLock { $0.reads += 1 }
        try base.scan(positions, pick, where: isWanted, body)
    }

    func positions(ofKey key: String) throws(StoreError) -> Range<UInt64>? {
        asked.withLock { $0.keys += 1 }
        return try base.positions(ofKey: key)
    }

    func frontier() throws(StoreError) -> MerkleFrontier { try base.frontier() }

    func seed(of block: UInt64) throws(StoreError) -> [UInt8]? { try base.seed(of: block) }
}
