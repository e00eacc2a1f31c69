import Application
import EventLog
import Ledger
import Support
import Synchronization
import Testing

/// What went wrong in the containers and assemblers that this one does without: a subclass that was
/// ignored, and a data source that was opened twice. What is missing does not compile here, and
/// what is above another layer cannot be called from below it.
@Suite("Origin: a dependency assembler")
struct AssemblerTests {
    /// Takes any endpoint, so that nothing is known of it when this is compiled.
    private func run<E: Endpoint>(
        _ endpoint: E.Type, _ json: String, _ env: Environment
    ) throws -> [UInt8] {
        try Router.standard.call(E.path, bytes(json), in: env)
    }

    /// Through the protocol the origin used the production object, silently.
    @Test("what is replaced for a test is what is used, however it is called")
    func subclassTrap() throws {
        let production = SpyEventStore()
        let test = SpyEventStore()
        let real = try opened { $0.home = MemoryHome(production) }
        let env = try opened { $0.home = MemoryHome(test) }
        production.forget()
        test.forget()
        let erased: any Endpoint.Type = AddEntry.self
        _ = try run(erased, #"{"lines":[{"amount":"1","title":"a"}]}"#, env)
        let input = AddEntry.Input(lines: [LineInput(amount: "2", title: "b")])
        _ = try Router.call(AddEntry.self, input, in: env)
        _ = try AddEntry.run(input, in: env)
        #expect(test.commits.count == 3)
        #expect(production.calls == [])
        _ = real
    }

    /// A home that counts how often its store is opened.
    private final class CountingHome: LedgerHome {
        let place = "counted"
        let opened = Mutex(0)
        private let base: FileHome

        init(_ base: FileHome) { self.base = base }

        func open() throws(StoreError) -> (any EventStore)? {
            let store = try base.open()
            if store != nil { opened.withLock { $0 += 1 } }
            return store
        }

        func create(
            id: CommitID, makeSeed: @escaping SeedSource
        ) throws(StoreError) -> any EventStore { try base.create(id: id, makeSeed: makeSeed) }

        func file(_ name: String) throws(ApplicationError) -> [UInt8]? { try base.file(name) }

        func keep(_ bytes: [UInt8], as name: String) throws(ApplicationError) {
            try base.keep(bytes, as: name)
        }
    }

    @Test("the log is opened once, whoever asks and however many at a time")
    func openedTwice() async throws {
        let runner = try CommandRunner()
        let home = FileHome(runner.home)
        let counting = CountingHome(home)
        let env = try opened { $0.home = counting }
        let store = try #require(try home.open() as AnyObject?)
        let identity = ObjectIdentifier(store)
        let same = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    // Each builds what it needs on a changed copy of its own.
                    let copy = env.with { $0.user = 1 }
                    _ = try copy.snapshot()
                    return try copy.store() as AnyObject === counting.open() as AnyObject
                }
            }
            return try await group.reduce(true) { $0 && $1 }
        }
        #expect(same)
        #expect(ObjectIdentifier(try #require(try home.open() as AnyObject?)) == identity)
        #expect(counting.opened.withLock { $0 } > 100)
    }

    @Test("a draft reads the one log, and leaves it alone")
    func overlay() throws {
        let spy = SpyEventStore()
        let env = try opened { $0.home = MemoryHome(spy) }
        spy.forget()
        let draft = env.dryRun()
        try draft.add("5")
        #expect(try draft.sums() == ["expense 5.00 EUR 1"])
        #expect(spy.commits.isEmpty)
        #expect(try env.sums() == [])
    }
}
