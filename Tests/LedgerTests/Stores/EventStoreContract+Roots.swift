import EventLog
import Ledger
import Support
import Testing

extension EventStoreContract {
    /// The root of RFC 6962, section 2.1, by its own recursion.
    private func root(_ leaves: ArraySlice<Digest>) -> Digest {
        if leaves.count < 2 { return leaves.first ?? SHA256.hash([]) }
        var split = 1
        while split * 2 < leaves.count { split *= 2 }
        let middle = leaves.startIndex + split
        return SHA256.node(root(leaves[..<middle]), root(leaves[middle...]))
    }

    private func leaves(_ store: any EventStore) throws -> [Digest] {
        var leaves: [Digest] = []
        var seeds: [UInt64: [UInt8]] = [:]
        try store.read(0 ..< .max, .all) { (batch) throws(StoreError) in
            for index in 0..<batch.count {
                let position = batch.firstPosition + UInt64(index)
                let block = position / Limit.seedEvents
                if seeds[block] == nil { seeds[block] = try store.seed(of: block) }
                guard let seed = seeds[block], let header = batch.commit(at: index) else {
                    continue
                }
                leaves.append(
                    Leaf.hash(batch.row(at: index), header, position: position, seed: seed))
            }
            return .next
        }
        return leaves
    }

    private func head(
        _ kind: StoreKind, _ commits: [NewCommit], seed: @escaping SeedSource = StoreKind.fixedSeed
    ) throws -> LogHead {
        let store = try kind.makeStore(makeSeed: seed)
        for commit in commits { _ = try store.append(commit, expecting: nil) }
        return try store.head()
    }

    @Test("ledger: the root of nothing is the hash of nothing", arguments: StoreKind.allCases)
    func emptyRoot(_ kind: StoreKind) throws {
        // RFC 6962, 2.1: MTH({}) = SHA-256().
        #expect(
            try kind.makeStore().head().root.bytes == [
                0xE3, 0xB0, 0xC4, 0x42, 0x98, 0xFC, 0x1C, 0x14, 0x9A, 0xFB, 0xF4, 0xC8, 0x99, 0x6F,
                0xB9, 0x24, 0x27, 0xAE, 0x41, 0xE4, 0x64, 0x9B, 0x93, 0x4C, 0xA4, 0x95, 0x99, 0x1B,
                0x78, 0x52, 0xB8, 0x55,
            ])
    }

    @Test("ledger: roots are those of RFC 6962", arguments: StoreKind.allCases)
    func rootsFollowStandard(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        for id in 0..<9 as Range<UInt64> {
            let appended = try store.append(crowd(Int(id) + 1, id: id), expecting: nil)
            let leaves = try leaves(store)
            #expect(leaves.count == Int(appended.positions.upperBound))
            #expect(appended.root == root(leaves[...]))
            #expect(try store.head().root == appended.root)
        }
    }

    @Test("ledger: roots beyond one block of seeds", arguments: StoreKind.allCases)
    func rootsOverBlocks(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(4_000, id: 1), expecting: nil)
        _ = try store.append(crowd(5_000, id: 2), expecting: nil)
        #expect(try store.head().root == root(leaves(store)[...]))
    }

    @Test(
        "ledger: equal events and seeds have equal roots in every store",
        arguments: StoreKind.allCases)
    func rootsAgree(_ kind: StoreKind) throws {
        let commits = [
            commit(try Samples.everyEvent(), id: 1), crowd(5_000, id: 2), crowd(3, id: 3),
        ]
        #expect(try head(kind, commits) == head(.memory, commits))
    }

    @Test("ledger: a root changes with anything that is said", arguments: StoreKind.allCases)
    func rootsDiffer(_ kind: StoreKind) throws {
        let events = try Samples.everyEvent()
        var base = commit(events, actor: .position(1), batch: .position(5), key: "k")
        base.origin = .otherProgram
        var variants = [base]
        func vary(_ change: (inout NewCommit) -> Void) {
            var variant = base
            change(&variant)
            variants.append(variant)
        }
        vary { $0.id = CommitID(high: 7, low: 2) }
        vary { $0.id = CommitID(high: 8, low: 1) }
        vary { $0.recordedAt = Timestamp(millisecondsSince1970: 1_001) }
        vary { $0.actor = .position(2) }
        vary { $0.actor = nil }
        vary { $0.batch = nil }
        vary { $0.key = nil }
        vary { $0.key = "l" }
        vary { $0.events.swapAt(1, 2) }
        vary { $0.events.removeLast() }
        // Every value of every event, and every event's type, schema version and critical bit.
        for (index, event) in events.enumerated() {
            // Shares are of their amount: the other values change without them.
            let row = event.row.without(.shares)
            if row != event.row { vary { $0.events[index] = .unknown(row) } }
            for field in row.fields {
                vary { $0.events[index] = .unknown(row.without(field.column)) }
            }
            for field in row.fields where !field.column.isReference {
                vary { $0.events[index] = .unknown(row.changing(field.column)) }
            }
            vary { $0.events[index] = .unknown(row.copy(type: row.type + 1)) }
            vary { $0.events[index] = .unknown(row.copy(schema: row.schema + 1)) }
            vary { $0.events[index] = .unknown(row.copy(isCritical: !row.isCritical)) }
        }
        let roots = try variants.map { try head(kind, [$0]).root }
        #expect(variants.count > 200)
        #expect(Set(roots).count == variants.count)
    }

    @Test("ledger: a refused commit and a repeat leave the root", arguments: StoreKind.allCases)
    func rootsStay(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a"], id: 1, key: "k"), expecting: 0)
        let root = try store.head().root
        _ = try refusal(store, people(["b"], id: 2), expecting: 0)
        _ = try refusal(store, people(["b"], id: 2, key: "k"))
        _ = try store.append(people(["a"], id: 3, key: "k"), expecting: nil)
        #expect(try store.head().root == root)
        _ = try store.append(people(["b"], id: 4), expecting: 1)
        #expect(
            try store.head() == head(kind, [people(["a"], id: 1, key: "k"), people(["b"], id: 4)]))
    }

    @Test("ledger: seeds belong to blocks of 4,096 positions", arguments: StoreKind.allCases)
    func seedsPerBlock(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        #expect(try store.seed(of: 0) == nil)
        _ = try store.append(crowd(4_096, id: 1), expecting: 0)
        #expect(try store.seed(of: 0) == StoreKind.fixedSeed(0))
        #expect(try store.seed(of: 1) == nil)
        _ = try store.append(crowd(4_097, id: 2), expecting: nil)
        #expect(try store.seed(of: 1) == StoreKind.fixedSeed(1))
        #expect(try store.seed(of: 2) == StoreKind.fixedSeed(2))
        #expect(try store.seed(of: 3) == nil)
        #expect(try store.seed(of: .max) == nil)
    }

    @Test("ledger: other seeds, other roots", arguments: StoreKind.allCases)
    func seedsMatter(_ kind: StoreKind) throws {
        let commits = [people(["a"])]
        let zeros: SeedSource = { _ in Array(repeating: 0, count: 32) }
        #expect(try head(kind, commits).root != head(kind, commits, seed: zeros).root)
        #expect(
            try head(kind, commits, seed: Seeds.random) != head(kind, commits, seed: Seeds.random))
    }

    @Test("ledger: the frontier goes with the head", arguments: StoreKind.allCases)
    func frontierMatchesHead(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        for id in 0..<20 as Range<UInt64> {
            let frontier = try store.frontier()
            let head = try store.head()
            #expect(frontier.size == head.count)
            #expect(frontier.root == head.root)
            _ = try store.append(crowd(Int(id % 5) + 1, id: id), expecting: nil)
        }
    }
}

extension Row {
    func copy(
        type: UInt16? = nil, schema: UInt8? = nil, isCritical: Bool? = nil
    ) -> Row {
        Row(
            type: type ?? self.type, schema: schema ?? self.schema,
            isCritical: isCritical ?? self.isCritical, fields: fields)
    }

    fileprivate func without(_ column: ColumnID) -> Row {
        var row = self
        row[column] = nil
        return row
    }

    fileprivate func changing(_ column: ColumnID) -> Row {
        var row = self
        switch self[column] {
        case .integer(let value): row[column] = .integer(value ^ 1)
        case .bytes(let value): row[column] = .bytes(value + [0])
        case nil: break
        }
        return row
    }
}
