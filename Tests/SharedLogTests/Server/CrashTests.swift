import Application
import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Testing

/// Programs and servers that are killed in the middle.
@Suite("Kills on a team", .needsServer, .serialized)
struct CrashTests {
    @Test("devices killed while they synchronise lose and double nothing", arguments: 0..<2)
    func clients(_ seed: UInt64) throws {
        let server = try #require(TestServer.shared)
        var random = SeededRandom(seed: seed + 7)
        let first = try Device(on: server)
        try first.sync()
        let devices = [first, try Device(of: first)]
        let runner = try CommandRunner()
        for device in devices {
            let done = try remote(runner, device, "add", server.address)
            #expect(done.code == 0, "\(done.errors)")
        }
        var recorded: [String] = []
        for round in 0..<10 {
            for (number, device) in devices.enumerated() {
                for count in 0..<(1 + Int(random.next() % 3)) {
                    let title = "\(round)-\(number)-\(count)"
                    try device.add(title)
                    recorded.append(title)
                }
            }
            let device = devices[round % 2]
            let running = try runner.start(
                ["remote", "sync", "--ledger", device.home])
            Thread.sleep(forTimeInterval: Double(random.next() % 120) / 1_000)
            running.killNow()
            _ = try running.finish()
            let other = devices[(round + 1) % 2]
            #expect(try remote(runner, other, "sync").code == 0)
        }
        for _ in 0..<2 {
            for device in devices {
                let done = try remote(runner, device, "sync")
                #expect(done.code == 0, "\(done.errors)")
            }
        }
        #expect(try devices[0].root() == devices[1].root())
        #expect(try devices[0].titles() == recorded.sorted())
        #expect(try remote(runner, devices[0], "verify", "--whole").code == 0)
        for device in devices {
            #expect(!FileManager.default.fileExists(atPath: "\(device.home)/log.fetching"))
        }
    }

    private func remote(
        _ runner: CommandRunner, _ device: Device, _ words: String...
    ) throws -> CommandResult {
        try runner.start(["remote"] + words + ["--ledger", device.home]).finish()
    }

    @Test("a server that is there and says nothing is given up, and asked again")
    func silence() throws {
        let server = try #require(TestServer.shared)
        let address = try ServerAddress(server.address, [:])
        let holder = try Connection(address)
        let waiting = try Connection(address, patience: 200)
        let lock = Int64(UInt32.random(in: 0 ... .max))
        let statement = "SELECT count(pg_advisory_lock($1::bigint))"
        try holder.run(statement, [.integer(lock)])
        // The second time nothing is asked: what came back would answer the first question.
        for _ in 0..<2 {
            let error = #expect(throws: SharedLogError.self) {
                try waiting.run(statement, [.integer(lock)])
            }
            #expect("\(String(describing: error))".contains("has not answered"))
        }
        try waiting.reconnect()
        let rows = try waiting.run("SELECT 1 FROM generate_series(1, $1::bigint)", [.integer(9)])
        #expect(rows.rows.count == 9)
    }

    @Test("a server that is killed has all that it acknowledged, once")
    func servers() throws {
        let server = try TestServer()
        let id = CommitID.random()
        var acknowledged: [CommitID] = []
        let options = Log.Options()
        let log = try Log.create(in: MemoryStorage(), id: id, options: options)
        let store = try SharedEventStore(server.remote(id), Replica(FileEventStore(log)))
        for round in 0..<5 {
            let end = Date().addingTimeInterval(0.3 + Double(round) * 0.1)
            let killer = Thread {
                Thread.sleep(until: end)
                try? server.run("kill")
                try? server.run("start")
            }
            killer.start()
            let goal = acknowledged.count + 60
            let limit = Date().addingTimeInterval(60)
            while acknowledged.count < goal || !killer.isFinished, Date() < limit {
                let commit = NewCommit(
                    id: .random(), recordedAt: Timestamp(millisecondsSince1970: 1_000),
                    events: [.personAdded(PersonAdded(name: "\(acknowledged.count)"))])
                // The same commit again, until the server says that it has it.
                while Date() < limit {
                    do {
                        _ = try store.append(commit, expecting: nil)
                        acknowledged.append(commit.id)
                        break
                    } catch StoreError.log(.knownCommit) {
                        acknowledged.append(commit.id)
                        break
                    } catch { Thread.sleep(forTimeInterval: 0.05) }
                }
            }
        }
        let remote = try server.remote(id)
        let fresh = Replica(
            FileEventStore(try Log.create(in: MemoryStorage(), id: id, options: options)))
        let all = try fresh.pull(from: remote, behind: 0)
        #expect(all.events == UInt64(acknowledged.count))
        #expect(try RemoteCommit.all(of: fresh.store).map(\.id) == acknowledged)
        #expect(try fresh.store.head().root == store.head().root)
        try server.run("remove")
    }
}
