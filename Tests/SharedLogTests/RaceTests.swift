import Application
import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Synchronization
import Testing

/// Many who record at the same moment.
@Suite("Writers at once", .needsServer)
struct RaceTests {
    private static let writers = 8

    private var server: TestServer { get throws { try #require(TestServer.shared) } }

    /// Does something on threads of its own.
    private func inParallel(_ body: @escaping @Sendable (Int) throws -> Void) throws {
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: RaceTests.writers) { number in
            do { try body(number) } catch { failures.withLock { $0.append("\(error)") } }
        }
        #expect(failures.withLock { $0 } == [])
    }

    @Test("all succeed, each at a position of its own")
    func everybodySucceeds() throws {
        let (server, id) = (try server, CommitID.random())
        let stores = try (0..<RaceTests.writers).map { _ in
            let options = Log.Options()
            let log = try Log.create(in: MemoryStorage(), id: id, options: options)
            return try SharedEventStore(server.remote(id), Replica(FileEventStore(log)))
        }
        let taken = Mutex<[UInt64]>([])
        try inParallel { number in
            for count in 0..<20 {
                let commit = NewCommit(
                    id: .random(), recordedAt: Timestamp(millisecondsSince1970: 1_000),
                    events: [.personAdded(PersonAdded(name: "\(number)-\(count)"))])
                let done = try stores[number].append(commit, expecting: nil)
                taken.withLock { $0.append(done.positions.lowerBound) }
            }
        }
        #expect(taken.withLock { $0.sorted() } == Array(0..<160))
        for store in stores { try store.catchUp() }
        #expect(Set(try stores.map { try $0.head().root }).count == 1)
        let names = try stores[0].events(in: 0..<160).compactMap { recorded in
            if case .personAdded(let person) = recorded.event { person.name } else { nil }
        }
        #expect(Set(names).count == 160)
    }

    @Test("one row a position: of those who ask for the same one wins")
    func oneWinner() throws {
        let (server, id) = (try server, CommitID.random())
        let remotes = try (0..<RaceTests.writers).map { _ in try server.remote(id) }
        for round in 0..<20 {
            let rows = try (0..<RaceTests.writers).map { _ in
                let options = Log.Options()
                let replica = Replica(
                    FileEventStore(
                        try Log.create(in: MemoryStorage(), id: id, options: options)))
                _ = try replica.pull(from: remotes[0], behind: 0)
                let draft = replica.store
                _ = try draft.append(
                    NewCommit(
                        id: .random(), recordedAt: Timestamp(millisecondsSince1970: 1_000),
                        events: [.personAdded(PersonAdded(name: "\(round)"))]), expecting: nil)
                return try #require(RemoteCommit.all(of: draft).last)
            }
            let results = Mutex<[RemoteLog.Insertion]>([])
            try inParallel { number in
                let result = try remotes[number].insert([rows[number]])
                results.withLock { $0.append(result) }
            }
            let found = results.withLock { $0 }
            #expect(found.filter { $0 == .done }.count == 1)
            #expect(found.filter { $0 == .outrun }.count == RaceTests.writers - 1)
        }
        #expect(try remotes[0].head().seq == 20)
    }

    @Test("who records again what stands there, in its own place, finds it by its key")
    func sameCommit() throws {
        let (server, id) = (try server, CommitID.random())
        let stores = try (0..<2).map { _ in
            let log = try Log.create(in: MemoryStorage(), id: id, options: Log.Options())
            return try SharedEventStore(server.remote(id), Replica(FileEventStore(log)))
        }
        let commit = NewCommit(
            id: .random(), recordedAt: Timestamp(millisecondsSince1970: 1_000), key: "once",
            events: [.personAdded(PersonAdded(name: "Ada"))])
        #expect(try stores[0].append(commit, expecting: nil).isRepeat == false)
        // The other one has not seen it, as one whose answer was lost while the server recorded.
        let again = try stores[1].append(commit, expecting: nil)
        #expect(again.isRepeat && again.positions == 0..<1)
        #expect(try stores[1].head().count == 1)
    }

    @Test("the server itself refuses a gap, a repeat, and what follows something else")
    func keys() throws {
        let (server, id) = (try server, CommitID.random())
        let remote = try server.remote(id)
        let store = try StoreKind.memoryStore()
        var program = try RandomProgram(seed: 1, on: store)
        for _ in 0..<10 { try program.step() }
        let rows = try RemoteCommit.all(of: store)
        #expect(try remote.insert([rows[1]]) == .outrun)
        #expect(try remote.insert([rows[0]]) == .done)
        #expect(try remote.insert([rows[0]]) != .done)
        #expect(try remote.insert([rows[2]]) == .outrun)
        #expect(try remote.insert(Array(rows[1...])) == .done)
        // All of several or none.
        #expect(try remote.insert(Array(rows[1...])) != .done)
        #expect(try remote.head().seq == Int64(rows.count))
        // The same commit in another place, and one behind a root that was never there.
        let name = RemoteLog.name(of: id)
        let last = rows.count
        func value(_ column: String, of seq: Int) -> String {
            "(SELECT \(column) FROM ledger.commits WHERE ledger = '\(name)' AND seq = \(seq))"
        }
        let fresh = "decode(md5('a'), 'hex')"
        for (prev, root, id) in [
            (last, value("root", of: last), value("id", of: 1)),
            (last, value("root", of: 1), fresh),
            (last - 1, value("root", of: last - 1), fresh),
        ] {
            #expect(throws: TestServer.Failure.self) {
                try server.sql(
                    """
                    INSERT INTO ledger.commits (ledger, seq, prev, prev_root, id, first_event,
                    events, body, root) SELECT ledger, \(last + 1), \(prev), \(root), \(id), 99, 1,
                    body, root FROM ledger.commits WHERE ledger = '\(name)' AND seq = \(last)
                    """)
            }
        }
    }
}
