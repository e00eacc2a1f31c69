import Application
import EventLog
import Ledger
import Support
import Synchronization
import Testing

/// What went wrong with the global stack of environments that this one follows: concurrent ones
/// mixed up, the root popped, a push that was saved to disk, and a login that was lost on the way.
@Suite("Origin: an app environment")
struct AppEnvironmentTests {
    /// Who did it, from when on, in what currency: as the request's own environment says.
    private enum Sign: Endpoint {
        struct Output: Codable, Sendable, Equatable {
            var id: UInt64
            var user: UInt64
            var now: Timestamp
            var owner: String?
            var rows: Int
        }

        typealias Input = NoInput

        static let path = "sign"
        static let summary = "records who asks"
        static let needs: Set<Permission> = [.create]

        static func run(
            _ input: Input, in env: Environment
        ) throws(ApplicationError) -> Output {
            let line = LineInput(amount: "1", title: env.defaults.owner)
            let id = try AddEntry.run(AddEntry.Input(lines: [line]), in: env).id
            return Output(
                id: id, user: env.user ?? 0, now: env.now(), owner: env.defaults.owner,
                rows: env.lastList.count)
        }
    }

    /// A ledger with so many persons beside the owner, and the ids of all.
    private func crowd(_ count: Int) throws -> (env: Environment, persons: [UInt64]) {
        let env = try opened()
        let events = (0..<count).map { Event.personAdded(PersonAdded(name: "P\($0)")) }
        let commit = NewCommit(
            id: CommitID(high: 8, low: 1), recordedAt: env.now(), actor: .position(1),
            events: events)
        let appended = try env.store().append(commit, expecting: nil)
        return (env, Array(appended.positions))
    }

    @Test("of 1,000 requests at a time by different persons none sees another's environment")
    func concurrent() async throws {
        let (base, persons) = try crowd(50)
        let session = Session(base)
        let start = base.now()
        let router = try Router([Sign.self])
        let replies = try await withThrowingTaskGroup(of: (Int, Sign.Output).self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    // A request pushes nothing: it has a changed copy of its own.
                    let env = session.current.with { copy in
                        copy.user = persons[number % 50]
                        copy.now = { start.adding(milliseconds: Int64(number)) }
                        copy.defaults.owner = "Request \(number)"
                        copy.lastList = Array(repeating: 1, count: number)
                    }
                    while true {
                        do throws(ApplicationError) {
                            return (number, try await router.reply(Sign.self, NoInput(), in: env))
                        } catch .busy {
                            // Many others were faster: nothing was recorded, so once more.
                            continue
                        } catch {
                            throw error
                        }
                    }
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(replies.count == 1_000)
        #expect(Set(replies.values.map(\.id)).count == 1_000)
        for (number, reply) in replies {
            let user = persons[number % 50]
            #expect(reply.user == user)
            #expect(reply.now == start.adding(milliseconds: Int64(number)))
            #expect((reply.owner, reply.rows) == ("Request \(number)", number))
        }
        // And the log says the same of each.
        let store = try base.store()
        for recorded in try store.events(in: 52..<1_052) {
            guard case .lineAdded(let line) = recorded.event,
                let number = Int(line.details.title.split(separator: " ").last ?? "")
            else {
                Issue.record("\(recorded)")
                continue
            }
            #expect(recorded.commit[.actor]?.integer == Int64(persons[number % 50]))
            #expect(replies[number]?.id == recorded.position)
        }
        #expect(try store.head().count == 1_052)
        #expect((session.current.user, session.depth) == (nil, 1))
    }

    @Test("the root cannot be popped")
    func popTheRoot() {
        let session = Session(.test)
        #expect(session.pop() == nil)
        session.push(.test)
        #expect(session.pop() != nil)
        #expect(session.pop() == nil)
        #expect(session.depth == 1)
    }

    @Test("what throws in a changed environment leaves none behind")
    func throwing() throws {
        let session = Session(try opened())
        #expect(throws: ApplicationError.unknownID("99")) {
            try ShowEntry.run(EntryInput(id: "99"), in: session.current.with { $0.user = 7 })
        }
        #expect((session.current.user, session.depth) == (nil, 1))
    }

    @Test("whoever logs out in the middle of a request is its author to the end")
    func midRequest() throws {
        let session = Session(try opened())
        let bo = try session.current.person("Bo")
        try session.login("bo")
        let request = session.current
        try session.logout()
        let id = try request.add("5")
        #expect(try request.actor(of: id) == bo)
        #expect(try session.current.actor(of: try session.current.add("6")) == 1)
    }

    @Test("a session of somebody whom the ledger does not know records nothing")
    func stranger() throws {
        let env = try opened().with { $0.user = 7 }
        #expect(throws: ApplicationError.decision(.unknownPerson(7))) { try env.add("5") }
        #expect(throws: ApplicationError.decision(.unknownPerson(7))) {
            try WhoAmI.run(NoInput(), in: env)
        }
        #expect(try env.events() == 2)
    }

    /// What everything that writes says of who did it.
    @Test("the acting person is in every event")
    func everyEvent() throws {
        let base = try opened()
        let bo = try base.person("Bo")
        let env = try base.acting(as: "BO")
        #expect(env.user == bo)
        let requests: [(String, String)] = [
            ("account/open", #"{"name":"Cash"}"#),
            ("add", #"{"lines":[{"amount":"5","title":"Tea","payer":"Cy","account":"Cash"}]}"#),
            ("amend", #"{"id":"tea","category":"food"}"#), ("void", #"{"ids":["tea"]}"#),
            ("restore", #"{"ids":["tea"]}"#), ("undo", "{}"), ("redo", "{}"),
            ("task/add", #"{"task":{"title":"Call"}}"#), ("task/done", #"{"ids":["call"]}"#),
            ("task/reopen", #"{"ids":["call"]}"#), ("task/drop", #"{"ids":["call"]}"#),
            ("config/change", #"{"weekStart":"sunday"}"#), ("close", #"{"period":"2025-12"}"#),
            ("reopen", #"{"period":"2025-12","reason":"bill"}"#),
            ("statement/assert", #"{"account":"Cash","balance":"-5"}"#),
        ]
        let before = try env.events()
        for (path, json) in requests { _ = try Router.standard.call(path, bytes(json), in: env) }
        let recorded = try env.store().events(in: before ..< .max)
        #expect(recorded.count >= requests.count)
        for event in recorded {
            #expect(event.commit[.actor]?.integer == Int64(bo), "\(event.event)")
        }
        #expect(try WhoAmI.run(NoInput(), in: env).name == "Bo")
        #expect(try WhoAmI.run(NoInput(), in: base).isOwner)
    }

    @Test("a moment of the past has its events, its clock and its settings")
    func timeTravel() throws {
        let env = try opened()
        try env.add("1", day: "2026-01-15")
        let next = try env.at("2026-01-16T09:00:00Z")
        try next.add("2")
        let report = SpendingReportEndpoint.Input(range: "today")
        func sums(_ env: Environment) throws -> [String] {
            try SpendingReportEndpoint.run(report, in: env).rows.map(\.sum)
        }
        for (when, clock) in [
            ("2", "2026-01-15T12:00:00Z"), ("2026-01-15", "2026-01-15T23:59:59.999Z"),
            ("2026-01-16T08:59:59Z", "2026-01-16T08:59:59Z"),
        ] {
            let then = try next.travelling(to: when)
            #expect(try then.snapshot().count == 3)
            #expect(then.now().description == clock)
            #expect(throws: ApplicationError.readOnlyPast) { try then.add("9") }
        }
        #expect(try sums(next.travelling(to: "2026-01-15")) == ["1.00"])
        #expect(try sums(next.travelling(to: "2026-01-16T08:59:59Z")) == [])
        #expect(try sums(next.travelling(to: "3")) == ["2.00"])
        #expect(throws: ApplicationError.beyondEnd(position: 4, last: 3)) {
            try next.travelling(to: "4")
        }
    }
}

extension Environment {
    /// Adds a person beside an expense and returns the id.
    fileprivate func person(_ name: String) throws -> UInt64 {
        let line = LineInput(amount: "1", title: "With \(name)", payer: name)
        _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: self)
        return try #require(try acting(as: name).user)
    }

    /// Who recorded an event.
    fileprivate func actor(of id: UInt64) throws -> UInt64? {
        let commit = try store().event(at: id)?.commit
        return commit?[.actor]?.integer.map { UInt64($0) }
    }
}
