import EventLog
import Ledger
import Support
import Testing

@Suite("Overlay store")
struct OverlayEventStoreTests {
    private func people(_ names: [String], id: UInt64, key: String? = nil) -> NewCommit {
        NewCommit(
            id: CommitID(high: 7, low: id), recordedAt: Timestamp(millisecondsSince1970: Int64(id)),
            key: key, events: names.map { .personAdded(PersonAdded(name: $0)) })
    }

    private func base(_ count: Int) throws -> MemoryEventStore {
        let base = MemoryEventStore(makeSeed: StoreKind.fixedSeed)
        if count > 0 {
            _ = try base.append(people((0..<count).map { "b\($0)" }, id: 1, key: "base"))
        }
        return base
    }

    private func overlay(_ base: any EventStore) throws -> OverlayEventStore {
        try OverlayEventStore(over: base, makeSeed: StoreKind.fixedSeed)
    }

    @Test(
        "the roots are those the store below would have had",
        arguments: [0, 1, 4_095, 4_096], StoreKind.allCases)
    func hasRootsOfBase(_ count: Int, _ kind: StoreKind) throws {
        let base = try kind.makeStore()
        if count > 0 {
            let names = (0..<count).map { "b\($0)" }
            _ = try base.append(people(names, id: 1, key: "base"), expecting: 0)
        }
        let draft = try overlay(base)
        let before = try base.head()
        let commits = [
            people(["x", "y"], id: 2), people((0..<4_100).map { "z\($0)" }, id: 3, key: "k"),
        ]
        let drafted = try commits.map { try draft.append($0) }
        #expect(try base.head() == before)
        #expect(try base.append(commits[0], expecting: nil) == drafted[0])
        #expect(try base.append(commits[1], expecting: nil) == drafted[1])
        #expect(try draft.head() == base.head())
        #expect(try draft.frontier() == base.frontier())
        for block in 0..<4 as Range<UInt64> {
            #expect(try draft.seed(of: block) == base.seed(of: block))
        }
        #expect(try draft.events(in: 0 ..< .max) == base.events(in: 0 ..< .max))
    }

    @Test("reading goes from the store below into the draft", arguments: [0, 1, 3, 5, 6, 8])
    func readsAcross(_ start: UInt64) throws {
        let draft = try overlay(base(5))
        _ = try draft.append(people(["x", "y", "z"], id: 2))
        let recorded = try draft.events(in: start..<8)
        #expect(recorded.map(\.position) == Array(start..<8))
        #expect(recorded.allSatisfy { $0.commit.firstPosition == ($0.position < 5 ? 0 : 5) })
    }

    @Test("a reader that stops below does not see the draft")
    func stopsBelow() throws {
        let draft = try overlay(base(5))
        _ = try draft.append(people(["x"], id: 2))
        var seen: [Range<UInt64>] = []
        try draft.read(0..<6, .hot) { batch in
            seen.append(batch.positions)
            return .stop
        }
        #expect(seen == [0..<5])
    }

    @Test("the expected end counts the events below")
    func expectsTogether() throws {
        let draft = try overlay(base(5))
        #expect(throws: StoreError.conflict(expected: 0, actual: 5)) {
            try draft.append(people(["x"], id: 2), expecting: 0)
        }
        #expect(try draft.append(people(["x"], id: 2), expecting: 5).positions == 5..<6)
    }

    @Test("keys below count, with the same and with other content")
    func findsKeysBelow() throws {
        let draft = try overlay(base(3))
        _ = try draft.append(people(["x"], id: 2))
        let again = try draft.append(people(["b0", "b1", "b2"], id: 9, key: "base"), expecting: 0)
        #expect(again == Appended(positions: 0..<3, root: draft.head().root, isRepeat: true))
        #expect(throws: StoreError.keyConflict(key: "base", position: 0)) {
            try draft.append(people(["b0", "b1"], id: 9, key: "base"))
        }
        #expect(try draft.positions(ofKey: "base") == 0..<3)
    }

    @Test("references reach below")
    func refersBelow() throws {
        let draft = try overlay(base(3))
        var commit = people(["x"], id: 2)
        commit.actor = .position(2)
        commit.events.append(
            .taskDropped(TaskChange(target: .position(1), previous: .inThisCommit(0))))
        _ = try draft.append(commit)
        let dropped = TaskChange(target: .position(1), previous: .position(3))
        #expect(try draft.event(at: 4)?.event == .taskDropped(dropped))
        #expect(try draft.event(at: 4)?.commit.actor == 2)
    }

    @Test("the log clock goes on from below")
    func continuesClock() throws {
        let base = MemoryEventStore(makeSeed: StoreKind.fixedSeed)
        _ = try base.append(people(["a"], id: 9_000))
        let draft = try overlay(base)
        _ = try draft.append(people(["b"], id: 10))
        #expect(draft.head().logClock == 9_000)
        #expect(try draft.event(at: 1)?.commit[.clockLead] == .integer(8_990))
    }

    @Test("what the store below gets later is not in the draft")
    func keepsItsBase() throws {
        let base = try base(3)
        let draft = try overlay(base)
        _ = try base.append(people(["later"], id: 5, key: "late"))
        #expect(draft.head().count == 3)
        #expect(try draft.events(in: 0..<10).count == 3)
        #expect(try draft.positions(ofKey: "late") == nil)
        #expect(try draft.append(people(["x"], id: 6, key: "late")).positions == 3..<4)
    }

    @Test("drafts over drafts")
    func stacks() throws {
        let base = try base(4_000)
        let lower = try overlay(base)
        _ = try lower.append(people((0..<200).map { "l\($0)" }, id: 2))
        let upper = try overlay(lower)
        _ = try upper.append(people(["u"], id: 3))
        _ = try base.append(people((0..<200).map { "l\($0)" }, id: 2))
        _ = try base.append(people(["u"], id: 3))
        #expect(upper.head() == base.head())
        #expect(lower.head().count == 4_200)
    }
}
