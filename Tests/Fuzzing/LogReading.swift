import EventLog
import Ledger

/// Reads a log in every way there is, and holds the results against each other.
enum LogReading {
    /// More events than any input can hold are not read.
    private static let eventsMax: UInt64 = 1 << 20

    static func read(
        _ files: [String: [UInt8]], _ checks: FuzzChecks
    ) throws(FuzzFinding) {
        let storage = MemoryStorage(files)
        guard !checks.isDisjoint(with: [.reading, .verifying]),
            let (store, head) = opened(storage)
        else { return }
        if checks.contains(.reading) {
            try readEvents(store, head.count)
            try readLinks(store, head.count)
        }
        if checks.contains(.verifying), (try? store.verify()) != nil {
            try prove(store, head)
            try seal(storage, head)
        }
    }

    /// Parts of a log are what is cut out of the whole, where that can be read.
    private static func readEvents(
        _ store: FileEventStore, _ count: UInt64
    ) throws(FuzzFinding) {
        _ = try? store.positions(ofKey: "k8")
        guard let events = try? store.events(in: 0..<count) else { return }
        guard events.count <= count else { throw FuzzFinding("more events than the head says") }
        guard events.count == count, count > 0 else { return }
        for part in [(count / 3)..<(count - count / 4), (count / 2)..<(count / 2 + 1)] {
            guard let found = try? store.events(in: part),
                found == Array(events[Int(part.lowerBound)..<Int(part.upperBound)])
            else { throw FuzzFinding("a part differs from the whole") }
        }
        try decodeRows(store, events)
    }

    /// What is decoded row by row is what is decoded column by column, as many events of a batch
    /// are.
    private static func decodeRows(
        _ store: FileEventStore, _ events: [RecordedEvent]
    ) throws(FuzzFinding) {
        var rows: [Event?] = []
        _ = try? store.read(0..<UInt64(events.count), .all) { batch in
            rows += (0..<batch.count).map {
                try? Event(row: batch.row(at: $0), at: batch.firstPosition + UInt64($0))
            }
            return .next
        }
        guard rows == events.map(\.event) else { throw FuzzFinding("a row is another event") }
    }

    /// Who looks for links or types alone finds those that the columns have.
    private static func readLinks(
        _ store: FileEventStore, _ count: UInt64
    ) throws(FuzzFinding) {
        let columns: [ColumnID] = [.target, .previous]
        var whole: Set<[UInt64]> = []
        var ofLines: [UInt64] = []
        do {
            try store.read(0..<count, [.hot, .links]) { batch in
                for column in columns {
                    for (row, link) in batch.linkPairs(in: column) {
                        whole.insert([UInt64(column.rawValue), row, link])
                    }
                }
                for (position, code) in zip(batch.positions, batch.keyCodes)
                where batch.keys[Int(code)].type % 2 == 0 { ofLines.append(position) }
                return .next
            }
        } catch { return }
        var found: Set<[UInt64]> = []
        let isRead: ()? = try? store.readLinks(0..<count, in: columns) {
            found.insert([UInt64($0.rawValue), $1, $2])
        }
        guard isRead != nil, found == whole else { throw FuzzFinding("other links are found") }
        let positions = try? store.positions(in: 0..<count, holding: .all) { type, _, _ in
            type % 2 == 0
        }
        guard positions == ofLines else { throw FuzzFinding("other types are found") }
        var picked: [UInt64] = []
        let isPicked: ()? = try? store.scan(0..<count, ScanRequest(types: .all)) {
            $0.type % 2 == 0
        } _: { events in
            picked += events.rows.map { events.firstPosition + UInt64($0) }
        }
        guard isPicked != nil, picked == ofLines else { throw FuzzFinding("others are picked") }
    }

    /// Every event of a log that verifies can be proved.
    private static func prove(_ store: FileEventStore, _ head: LogHead) throws(FuzzFinding) {
        guard head.count > 0 else { return }
        let position = head.count / 2
        guard let proof = try? store.inclusion(of: position, in: head.count),
            MerkleProof.verifyInclusion(
                leafHash: proof.leaf, index: position, treeSize: head.count, proof: proof.hashes,
                root: head.root)
        else { throw FuzzFinding("event \(position) cannot be proved") }
    }

    private static func opened(_ storage: MemoryStorage) -> (FileEventStore, LogHead)? {
        guard let log = try? Log.open(in: storage, options: SampleLedger.options),
            let head = try? log.head(), head.count <= eventsMax
        else { return nil }
        return (FileEventStore(log), head)
    }

    /// The table of a fold over frames as they are stored is that of a fold over columns.
    static func foldTwice(_ files: [String: [UInt8]]) throws(FuzzFinding) {
        guard let (store, head) = opened(MemoryStorage(files)) else { return }
        let count = head.count
        let fast = try? store.project(0..<count, as: SpendingTable.self)
        var slow: SpendingTable? = SpendingTable()
        do {
            try store.read(0..<count, .report) { batch throws(StoreError) in
                try slow?.apply(batch)
                return .next
            }
        } catch { slow = nil }
        // Only who wants the events in their order looks at the order, and may refuse it.
        guard let slow else { return }
        guard let fast else {
            throw FuzzFinding("only the fold of frames as they are stored refuses them")
        }
        guard fast == slow else { throw FuzzFinding("two folds of the same frames differ") }
    }

    /// A log that verifies is sealed without a change of its root, or not at all: a forged head
    /// slot stops who would write.
    private static func seal(_ storage: MemoryStorage, _ head: LogHead) throws(FuzzFinding) {
        guard let log = try? Log.open(in: storage, options: SampleLedger.options),
            (try? log.seal()) != nil
        else { return }
        do {
            let sealed = try Log.open(in: storage, options: SampleLedger.options)
            guard try sealed.head().root == head.root else {
                throw FuzzFinding("sealing changed the root")
            }
            _ = try sealed.verify()
        } catch let finding as FuzzFinding { throw finding } catch {
            throw FuzzFinding("what was sealed cannot be read: \(error)")
        }
    }

    /// A damaged cache of keys must neither hide a key nor invent one. Each look-up reads the log
    /// anew where the cache is no use.
    static func lookUp(_ files: [String: [UInt8]], _ checks: FuzzChecks) throws(FuzzFinding) {
        let storage = MemoryStorage(files)
        do {
            let store = FileEventStore(try Log.open(in: storage, options: SampleLedger.options))
            let numbers: [(Int, FuzzChecks)] = [(2, .reading), (5, .verifying), (8, .folding)]
            for (number, check) in numbers where checks.contains(check) {
                guard let found = try store.positions(ofKey: "k\(number)"),
                    found.contains(UInt64(number))
                else { throw FuzzFinding("key \(number) is not found") }
            }
            if checks.contains(.folding), try store.positions(ofKey: "none") != nil {
                throw FuzzFinding("a key was found that nobody gave")
            }
        } catch let finding as FuzzFinding { throw finding } catch {
            throw FuzzFinding("a damaged cache stopped a look-up: \(error)")
        }
    }
}

extension ColumnBatch {
    /// The positions of the events that have a link, and what it points at.
    fileprivate func linkPairs(in column: ColumnID) -> [(UInt64, UInt64)] {
        guard let links = links[column] else { return [] }
        return zip(links.rows, links.values).filter { $1 >= 0 }.map {
            (firstPosition + UInt64($0), UInt64($1))
        }
    }
}
