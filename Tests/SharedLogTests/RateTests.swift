import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Synchronization
import Testing

/// Whether rates are wanted.
private let areRatesWanted =
    ProcessInfo.processInfo.environment["LEDGER_TEAM_RATES"] != nil && TestServer.shared != nil

/// How fast it is, beside the bare server; only where `LEDGER_TEAM_RATES` is set.
@Suite(
    "Rates of a team", .enabled(if: areRatesWanted, "LEDGER_TEAM_RATES is not set"),
    .serialized)
struct RateTests {
    private func replica(_ id: CommitID) throws -> (Replica, Folder) {
        let folder = Folder()
        return (try Replica(at: "\(folder.path)/log", creating: id, secret: { nil }), folder)
    }

    private func commit(_ count: Int) -> NewCommit {
        NewCommit(
            id: .random(), recordedAt: Timestamp(millisecondsSince1970: 1_000),
            events: (0..<count).map { .personAdded(PersonAdded(name: "Person \($0)")) })
    }

    private func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return (ContinuousClock.now - start) / .seconds(1)
    }

    /// The log of a fresh ledger, sealed or not.
    private func remote(_ server: TestServer, _ id: CommitID, _ isSealed: Bool) throws -> RemoteLog
    {
        let remote = try server.remote(id)
        if isSealed {
            let secret = MemberSecret(seed: MemberSecret.randomSeed())
            try server.begin(id, .all, [("first", secret)], by: secret)
            try remote.unlock(by: secret, known: [])
        }
        return remote
    }

    @Test(arguments: [false, true]) func appends(_ isSealed: Bool) throws {
        let server = try #require(TestServer.shared)
        let id = CommitID.random()
        let (replica, folder) = try replica(id)
        defer { withExtendedLifetime(folder) {} }
        let store = try SharedEventStore(remote(server, id, isSealed), replica)
        let bare = try BareInserts(server, rowBytes: 400)
        var (own, other) = ([Double](), [Double]())
        for _ in 0..<300 {
            own.append(try seconds { _ = try store.append(commit(1), expecting: nil) })
            other.append(try seconds { try bare.insert() })
        }
        let (a, b) = (own.reduce(0, +), other.reduce(0, +))
        let name = isSealed ? "append, sealed" : "append"
        print("\(name): \(Int(300 / a))/s, bare \(Int(300 / b))/s: \(Int(100 * b / a)) %")
        let polls = try seconds { for _ in 0..<1_000 { _ = try server.remote(id).head() } }
        let one = try server.remote(id)
        let heads = try seconds { for _ in 0..<1_000 { _ = try one.head() } }
        print("head: \(Int(heads * 1_000)) µs, with a connection \(Int(polls * 1_000)) µs")
    }

    /// Lets each sync of the server take so many microseconds longer, as on a disk that has no
    /// memory of its own, or with a second server.
    private func delaySyncs(by microseconds: Int, of server: TestServer) throws {
        try server.sql("ALTER SYSTEM SET commit_siblings = 0")
        try server.sql("ALTER SYSTEM SET commit_delay = \(microseconds)")
        try server.sql("SELECT pg_reload_conf()")
    }

    /// Eight who record in one ledger at the same moment; each commit has to know the one before.
    ///
    /// - Parameter delay: By how many microseconds each sync is delayed.
    @Test(arguments: [0, 4_000]) func eightWriters(_ delay: Int) throws {
        let (writers, rounds, each) = (8, 5, 20)
        let server = try #require(TestServer.shared)
        try delaySyncs(by: delay, of: server)
        defer { try? delaySyncs(by: 0, of: server) }
        let id = CommitID.random()
        let stores = try (0..<writers).map { _ in
            let options = Log.Options()
            let log = try Log.create(in: MemoryStorage(), id: id, options: options)
            return try SharedEventStore(server.remote(id), Replica(FileEventStore(log)))
        }
        let bare = try (0..<writers).map { _ in try BareInserts(server, rowBytes: 400) }
        let commits = writers * rounds * each
        let prepared = (0..<commits).map { _ in commit(1) }
        let failures = Mutex<[String]>([])
        func atOnce(_ body: @escaping @Sendable (Int) throws -> Void) -> Double {
            seconds {
                DispatchQueue.concurrentPerform(iterations: writers) { number in
                    do { try body(number) } catch { failures.withLock { $0.append("\(error)") } }
                }
            }
        }
        var (own, one, all) = (0.0, 0.0, 0.0)
        for round in 0..<rounds {
            own += atOnce { number in
                for count in 0..<each {
                    let place = (round * writers + number) * each + count
                    _ = try stores[number].append(prepared[place], expecting: nil)
                }
            }
            one += try seconds { for _ in 0..<(writers * each) { try bare[0].insert() } }
            all += atOnce { number in for _ in 0..<each { try bare[number].insert() } }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try stores[0].catchUp() == UInt64(commits))
        let rates = [own, one, all].map { Double(commits) / $0 }
        print(
            "eight writers in one ledger, syncs \(delay) µs longer: \(Int(rates[0]))/s, bare one "
                + "behind the other \(Int(rates[1]))/s: \(Int(100 * rates[0] / rates[1])) %; bare "
                + "eight at once \(Int(rates[2]))/s")
    }

    /// One row a statement into a table with one key, each safe on the disk, as ours.
    private struct BareInserts: Sendable {
        let connection: Connection
        let row: [UInt8]

        init(_ server: TestServer, rowBytes: Int) throws {
            try server.sql(
                "CREATE TABLE IF NOT EXISTS bare "
                    + "(number bigserial PRIMARY KEY, content bytea NOT NULL)")
            connection = try Connection(ServerAddress(server.address, [:]))
            row = Array(repeating: 7, count: rowBytes)
        }

        func insert() throws {
            try connection.run("INSERT INTO bare (content) VALUES ($1::bytea)", [.bytes(row)])
        }
    }

    @Test(arguments: [1, 100], [false, true])
    func catchUp(_ events: Int, _ isSealed: Bool) throws {
        let server = try #require(TestServer.shared)
        let id = CommitID.random()
        let source = try StoreKind.memoryStore()
        let commits = events == 1 ? 50_000 : 10_000
        for _ in 0..<commits { _ = try source.append(commit(events), expecting: nil) }
        let rows = try RemoteCommit.all(of: source)
        let remote = try remote(server, id, isSealed)
        let push = try seconds {
            for start in stride(from: 0, to: rows.count, by: 200) {
                _ = try remote.insert(Array(rows[start..<min(start + 200, rows.count)]))
            }
        }
        let (replica, folder) = try replica(id)
        defer { withExtendedLifetime(folder) {} }
        let pull = try seconds { _ = try replica.pull(from: remote, behind: 0) }
        #expect(try replica.store.head().root == source.head().root)
        let rates = [commits, commits, commits * events].map(Double.init)
        let (pushed, caught, read) = (rates[0] / push, rates[1] / pull, rates[2] / pull)
        let name = isSealed ? "sealed commits" : "commits"
        print(
            "\(name) of \(events): pushed \(Int(pushed)), caught up \(Int(caught)) commits/s, "
                + "\(Int(read)) events/s")
    }
}
