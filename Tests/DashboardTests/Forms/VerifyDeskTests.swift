import Application
import Dashboard
import EventLog
import Foundation
import Ledger
import Support
import Synchronization
import Testing

/// Verifying beside the requests. Whether a request comes back before the end is held by a log that
/// waits to be read on.
@Suite("How far verifying is")
struct VerifyDeskTests {
    @Test("whoever asked is told how far it is, and once what came of it") func told() throws {
        let clock = Mutex(Duration.zero)
        let desk = VerifyDesk(uptime: { clock.withLock { $0 } })
        let own = VerifyDesk.Question(person: 1, isQuick: false)
        let isHeld = Mutex(true)
        let runs = Mutex(0)
        let verify: @Sendable (VerifyDesk.Progress) -> Result<VerifyDesk.Found, ApplicationError> =
            { progress in
                runs.withLock { $0 += 1 }
                progress.expect(7)
                progress.note(4)
                while isHeld.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.01) }
                return .failure(.noLedger(home: "nowhere"))
            }
        guard case .running(let state) = desk.sight(of: own, verify) else {
            Issue.record("nothing is under way")
            return
        }
        // It may not have begun yet.
        #expect((state.events, state.all) == (4, 7) || (state.events, state.all) == (0, 0))
        let others = [
            VerifyDesk.Question(person: 2, isQuick: false),
            VerifyDesk.Question(person: 1, isQuick: true),
        ]
        for other in others {
            guard case .busy = desk.sight(of: other, verify) else {
                Issue.record("two verify at once")
                return
            }
        }
        isHeld.withLock { $0 = false }
        var sight = desk.sight(of: own, verify)
        while case .running = sight { sight = desk.sight(of: own, verify) }
        guard case .done(.failure(.noLedger)) = sight else {
            Issue.record("what came of it is not told")
            return
        }
        #expect(runs.withLock { $0 } == 1)
        // Whoever asks once more has it read once more.
        sight = desk.sight(of: own, verify)
        while case .running = sight { sight = desk.sight(of: own, verify) }
        #expect(runs.withLock { $0 } == 2)
    }

    @Test("what nobody asks for again is forgotten by itself")
    func forgotten() async throws {
        let desk = VerifyDesk(uptime: { .zero }, life: .milliseconds(50))
        let runs = Mutex(0)
        let verify: @Sendable (VerifyDesk.Progress) -> Result<VerifyDesk.Found, ApplicationError> =
            { _ in
                // Longer than the first request waits.
                Thread.sleep(forTimeInterval: 0.7)
                runs.withLock { $0 += 1 }
                return .failure(.noLedger(home: "nowhere"))
            }
        let own = VerifyDesk.Question(person: nil, isQuick: false)
        _ = desk.sight(of: own, verify)
        #expect(!desk.isEmpty || runs.withLock { $0 } == 1)
        while !desk.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(runs.withLock { $0 } == 1)
        // Whoever comes later begins anew.
        _ = desk.sight(of: own, verify)
        while !desk.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(runs.withLock { $0 } == 2)
    }

    @Test("who asks for other things meanwhile is answered")
    func beside() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { TestFolder.remove(folder) }
        let store = HeldStore(try FileEventStore.create(at: folder))
        defer { store.release() }
        let env = Environment.test.with { $0.home = MemoryHome(store) }
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        let site = try TestSite(over: env)
        #expect(site.get("/verify?run=full").body.contains("data-again"))
        for page in ["/", "/reports", "/entries", "/tasks", "/accounts", "/people", "/audit"] {
            #expect(site.get(page).status == 200, "\(page)")
        }
        let sent = try site.send("/do/add", ["amount": "7", "title": "Tea", "category": "food"])
        #expect(sent.status == 303)
        #expect(site.get("/entries").body.contains("Tea"))
        #expect(site.get("/verify?run=full").body.contains("data-again"))
        #expect(store.isWaiting)
        store.release()
        #expect(site.verified("/verify?run=full").contains("All of it is whole"))
    }
}

/// A log in files; who verifies it waits amidst of what is read.
private final class HeldStore: LogInspection {
    private let base: FileEventStore
    private let held = Mutex((isHeld: true, isWaiting: false))

    init(_ base: FileEventStore) { self.base = base }

    /// Lets the verifying go on.
    func release() { held.withLock { $0.isHeld = false } }

    var isWaiting: Bool { held.withLock { $0.isWaiting } }

    func verify(progress: (UInt64) -> Void) throws(StoreError) -> LogStatistics {
        try base.verify { events in
            progress(events)
            while held.withLock({ held in
                held.isWaiting = held.isHeld
                return held.isHeld
            }) {
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    func head() throws(StoreError) -> LogHead { try base.head() }

    func append(_ commit: NewCommit, expecting: UInt64?) throws(StoreError) -> Appended {
        try base.append(commit, expecting: expecting)
    }

    func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        try base.readStored(positions, sections, holding: types, body)
    }

    func frontier() throws(StoreError) -> MerkleFrontier { try base.frontier() }

    func seed(of block: UInt64) throws(StoreError) -> [UInt8]? { try base.seed(of: block) }

    func positions(ofKey key: String) throws(StoreError) -> Range<UInt64>? {
        try base.positions(ofKey: key)
    }

    func statistics(upTo end: UInt64?) throws(StoreError) -> LogStatistics {
        try base.statistics(upTo: end)
    }

    func pack() throws(StoreError) -> LogSealing { try base.pack() }
}
