import EventLog
import Ledger
import SharedLog
import Support
import Testing

/// What travels from one log to another is the same there.
@Suite("Commits as rows")
struct CarryTests {
    /// The rows of a log.
    private func carried(_ store: any EventStore) throws -> [RemoteCommit] {
        try RemoteCommit.all(of: store)
    }

    /// A log made of rows, and what it was opened with.
    private func log(of commits: [RemoteCommit]) throws -> FileEventStore {
        let options = Log.Options()
        let store = FileEventStore(
            try Log.create(in: MemoryStorage(), id: .random(), options: options))
        try Replica(store).take(commits)
        return store
    }

    @Test("a log made of rows has the same root and the same events", arguments: 0..<12)
    func roundTrip(_ seed: UInt64) throws {
        let store = try StoreKind.memoryStore()
        var program = try RandomProgram(seed: seed, on: store, splits: true, budgets: true)
        for _ in 0..<120 { try program.step() }
        let erased = (0..<(try store.head().count)).filter { $0 % 7 == seed % 7 }
        try store.eraseText(at: seed.isMultiple(of: 2) ? [] : erased)
        for _ in 0..<20 { try program.step() }
        let copy = try log(of: carried(store))
        #expect(try copy.head() == store.head())
        #expect(try copy.verify().root == store.head().root)
        #expect(try texts(copy) == texts(store))
        // Rows of a copy are as good as those of the log.
        #expect(try log(of: carried(copy)).head() == store.head())
    }

    @Test("a log of several blocks, in commits of many events, is the same there")
    func blocks() throws {
        let store = try StoreKind.memoryStore()
        var next: UInt64 = 0
        for count in [3_000, 3_000, 10_000, 1, 65_536, 5] {
            let people = (0..<count).map { Event.personAdded(PersonAdded(name: "p\($0)")) }
            next += 1
            _ = try store.append(
                NewCommit(
                    id: CommitID(high: 1, low: next),
                    recordedAt: Timestamp(millisecondsSince1970: 1_000), events: people),
                expecting: nil)
            if count == 3_000 { try store.eraseText(at: [10, 4_000]) }
        }
        let copy = try log(of: carried(store))
        #expect(try copy.head() == store.head())
        #expect(try copy.verify().root == store.head().root)
    }

    @Test("what a device signed is signed there, too, with the salts of its texts")
    func signed() throws {
        let store = try StoreKind.memoryStore()
        let signer = try #require(
            NoteSigner(name: "laptop", secret: [UInt8](repeating: 1, count: 32)))
        func append(_ number: Int64, _ events: [Event]) throws {
            let commit = NewCommit(
                id: CommitID(high: 3, low: UInt64(number)),
                recordedAt: Timestamp(millisecondsSince1970: 1_000),
                actor: number > 0 ? .position(1) : nil, events: events)
            let device = DeviceSigner(
                signer, number: number, seed: [UInt8](repeating: 2, count: 32))
            _ = try store.append(
                number > 0 ? device.signed(commit, over: store) : commit, expecting: nil)
        }
        try append(0, Given.ledger)
        let (key, root) = (signer.verifier.publicKey, try store.head().root.bytes)
        try append(
            1, [.deviceAdded(DeviceAdded(name: "laptop", key: key, by: key, root: root))])
        try append(2, [.lineAdded(Given.line(500, "bread")), .lineAdded(Given.line(70, "milk"))])
        try store.eraseText(at: [try store.head().count - 2])
        let copy = try log(of: carried(store))
        #expect(try copy.head() == store.head())
        let devices = try LedgerSnapshot(store: copy).referenceData.devices
        let report = try #require(try copy.signatureReport(devices, own: nil))
        #expect(report.doubtful.isEmpty)
        #expect(report.signed == 2 && report.earlier == 1)
    }

    @Test("a row whose texts are gone leaves the root as it is")
    func textsGone() throws {
        let store = try StoreKind.memoryStore()
        var program = try RandomProgram(seed: 5, on: store)
        for _ in 0..<60 { try program.step() }
        let rows = try carried(store).map { $0.seq % 3 == 0 ? $0.withoutTexts : $0 }
        let copy = try log(of: rows)
        #expect(try copy.head() == store.head())
        #expect(try copy.verify().root == store.head().root)
    }

    @Test("a row that was cut, or in which a byte was changed, is refused")
    func damage() throws {
        let store = try StoreKind.memoryStore()
        _ = try store.append(
            NewCommit(
                id: CommitID(high: 1, low: 1), recordedAt: Timestamp(millisecondsSince1970: 1_000),
                events: [
                    .personAdded(PersonAdded(name: "Ada")), .personAdded(PersonAdded(name: "Bo")),
                ]), expecting: nil)
        let row = try #require(carried(store).first)
        #expect(throws: Never.self) { try log(of: [row]) }
        for length in 0..<row.body.count {
            #expect(throws: SharedLogError.self) {
                try log(of: [row.with(body: Array(row.body.prefix(length)))])
            }
        }
        for index in row.body.indices {
            var body = row.body
            body[index] ^= 1
            #expect(throws: SharedLogError.self, "\(index)") { try log(of: [row.with(body: body)]) }
        }
        let texts = try #require(row.texts)
        for index in texts.indices {
            var changed = texts
            changed[index] ^= 1
            #expect(throws: SharedLogError.self, "\(index)") {
                try log(of: [row.with(texts: changed)])
            }
        }
    }

    @Test("of a commit over more than 255 blocks the events of later ones have salts of their own")
    func manyBlocks() throws {
        let title = Field(ColumnID(rawValue: 0x80), .bytes(Array("Tea".utf8)))
        let erased = Row(
            type: 7, schema: 1, isCritical: false,
            fields: [Field(.commitment, .bytes([UInt8](repeating: 9, count: 32)))])
        let blocks = 257
        let events = Int(Limit.seedEvents)
        var rows = [Row](repeating: erased, count: (blocks - 1) * events + 2)
        let told = (0..<blocks).map { $0 * events } + [rows.count - 1]
        for index in told {
            rows[index] = Row(type: 7, schema: 1, isCritical: false, fields: [title])
        }
        func seed(_ block: UInt64) -> [UInt8] {
            BlockSeed.whole((0..<32).map { UInt8(truncatingIfNeeded: block &+ $0) })
        }
        let header = CommitHeader(id: CommitID(high: 1, low: 1), firstPosition: 0, fields: [])
        let made = try CommitBytes(header, rows) { block throws(StoreError) in seed(block) }

        var text: [UInt8] = []
        FieldCoding.append(title, to: &text)
        text = [UInt8(text.count), 0, 0, 0] + text
        var expected: [UInt8] = [2, 255]
        for block in UInt64(0)..<255 {
            expected += [UInt8(block), 0, 0, 0, 0, 0, 0, 0, 35, 0, 0, 0] + seed(block)
        }
        for index in rows.indices {
            let position = UInt64(index)
            if rows[index].isErased {
                expected.append(2)
            } else if index < 255 * events {
                expected += [0] + text
            } else {
                let salt = Leaf.salt(of: position, seed: seed(position / Limit.seedEvents))
                expected += [1] + salt + text
            }
        }
        #expect(made.texts == expected, "\(made.texts?.count ?? 0), \(expected.count)")
    }

    /// What every event says, without what an erasure left.
    private func texts(_ store: any EventStore) throws -> [Row] {
        var rows: [Row] = []
        try store.read(0 ..< .max, .all) { batch in
            rows += batch.rows.map(\.withoutSalt)
            return .next
        }
        return rows
    }
}

extension StoreKind {
    /// A log in memory with seeds as they are made.
    static func memoryStore() throws -> FileEventStore {
        FileEventStore(try Log.create(in: MemoryStorage(), id: .random(), options: Log.Options()))
    }
}
