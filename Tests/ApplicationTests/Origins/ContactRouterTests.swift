import Application
import EventLog
import Foundation
import Ledger
import Support
import Synchronization
import Testing

/// What went wrong in the router of the office app that this one follows: an unknown route never
/// called back, a handler could call back twice or not at all, nobody checked permissions, and
/// nobody could stop waiting.
@Suite("Origin: a request router")
struct ContactRouterTests {
    /// Does what a test tells it, then records an expense.
    private enum Slow: Endpoint {
        typealias Input = NoInput
        typealias Output = NoInput

        static let path = "slow"
        static let summary = "waits, then records"
        static let needs: Set<Permission> = [.create]

        static func run(
            _ input: Input, in env: Environment
        ) throws(ApplicationError) -> Output {
            env.progress(0)
            _ = try AddEntry.run(
                AddEntry.Input(lines: [LineInput(amount: "1", title: "x")]), in: env)
            env.progress(1)
            return input
        }
    }

    /// An environment whose slow endpoint waits at a gate, before it records or behind.
    private func world(
        stops stop: UInt64
    ) throws -> (env: Environment, enter: DispatchSemaphore, leave: DispatchSemaphore) {
        let (enter, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let env = try opened().with { copy in
            copy.progress = { step in
                guard step == stop else { return }
                enter.signal()
                leave.wait()
            }
        }
        return (env, enter, leave)
    }

    @Test("an unknown route answers, and names the nearest")
    func unknown() async throws {
        let error = ApplicationError.unknownPath("task/lst", suggestions: ["task/list"])
        #expect(throws: error) { try Router.standard.call("task/lst", [], in: .test) }
        await #expect(throws: error) {
            try await Router.standard.reply(to: "task/lst", [], in: .test, within: .seconds(60))
        }
    }

    @Test("two endpoints of one path are refused when the table is made")
    func duplicate() {
        #expect(throws: ApplicationError.duplicatePath("slow")) {
            try Router([Slow.self, Slow.self])
        }
    }

    @Test("there is one answer, and it comes off the caller's thread")
    func answers() async throws {
        let env = try opened()
        let router = try Router.standard
        let json = try await router.reply(
            to: "add", bytes(#"{"lines":[{"amount":"4","title":"Tea"}]}"#), in: env)
        #expect(JSONValue(parsing: json)?["id"]?.integer == 2)
        let input = AddEntry.Input(lines: [LineInput(amount: "5", title: "Bun")])
        #expect(try await router.reply(AddEntry.self, input, in: env, within: .seconds(60)).id == 3)
        await #expect(throws: ApplicationError.badInput(path: "add", field: "lines", .missing)) {
            try await router.reply(to: "add", [], in: env, within: .seconds(60))
        }
    }

    /// Endlessly, where the origin had no limit; and what comes later changes nothing.
    @Test("who stops waiting is told so, and nothing is recorded from then on")
    func timedOut() async throws {
        let (env, _, leave) = try world(stops: 0)
        let router = try Router([Slow.self])
        await #expect(throws: ApplicationError.timedOut(path: "slow")) {
            try await router.reply(Slow.self, NoInput(), in: env, within: .milliseconds(20))
        }
        leave.signal()
        // The endpoint goes on, and finds that nobody waits any more.
        let gate = CallGate()
        let closed = env.with { $0.gate = gate }
        #expect(gate.close(.timedOut(path: "slow")))
        leave.signal()
        #expect(throws: ApplicationError.timedOut(path: "slow")) {
            try Slow.run(NoInput(), in: closed)
        }
        #expect(try env.events() == 2)
    }

    @Test("what is being recorded when the time is over is waited for")
    func recording() async throws {
        let (env, enter, leave) = try world(stops: 1)
        let router = try Router([Slow.self])
        let reply = Task {
            // One that was too late even to begin ends the wait, too.
            defer { enter.signal() }
            return try await router.reply(Slow.self, NoInput(), in: env, within: .seconds(1))
        }
        await Blocking.run { enter.wait() }
        try await Task.sleep(for: .milliseconds(1_200))
        leave.signal()
        _ = try await reply.value
        #expect(try env.events() == 3)
    }

    @Test("a cancelled task gets its answer at once, and records nothing")
    func cancelled() async throws {
        let (env, enter, leave) = try world(stops: 0)
        let router = try Router([Slow.self])
        let task = Task { try await router.reply(Slow.self, NoInput(), in: env) }
        await Blocking.run { enter.wait() }
        task.cancel()
        await #expect(throws: ApplicationError.cancelled(path: "slow")) { try await task.value }
        leave.signal()
        try await Task.sleep(for: .milliseconds(20))
        #expect(try env.events() == 2)
        // A task that was cancelled before does not even begin.
        let late = Task {
            do { try await Task.sleep(for: .seconds(3_600)) } catch {}
            return try await router.reply(Slow.self, NoInput(), in: env)
        }
        late.cancel()
        await #expect(throws: ApplicationError.cancelled(path: "slow")) { try await late.value }
    }

    /// Not on a thread of the tests, of which there is one a core: what is waited for would come
    /// behind all of them.
    @Test("callers that have nothing else to do can wait, too")
    func waits() async throws {
        let (env, router) = (try opened(), try Router.standard)
        let json = bytes(#"{"lines":[{"amount":"4","title":"Tea"}]}"#)
        let reply = try await Blocking.run {
            Result { try router.wait(for: "add", json, in: env, within: .seconds(60)) }
        }.get()
        #expect(JSONValue(parsing: reply)?["id"]?.integer == 2)
    }

    @Test("all permissions are needed, and the first look is at them")
    func permissions() throws {
        let reader = try opened().with { $0.access = .granted([.read]) }
        #expect(throws: ApplicationError.denied(path: "add", missing: [.create])) {
            try Router.standard.call("add", bytes("nonsense"), in: reader)
        }
        #expect(try reader.events() == 2)
    }

    @Test("a field that is spelt wrong is named, not passed over")
    func strangers() throws {
        let env = try opened()
        func unknown(_ path: String, _ json: String, _ field: String, _ near: [String]) {
            #expect(
                throws: ApplicationError.unknownField(path: path, field: field, suggestions: near)
            ) { try Router.standard.call(path, bytes(json), in: env) }
        }
        unknown("list", #"{"limt":5}"#, "limt", ["limit"])
        unknown(
            "add", #"{"lines":[{"amount":"1","title":"a"},{"amount":"1","titel":"b"}]}"#,
            "lines.1.titel", ["title"])
        unknown("config", #"{"x":{"y":1}}"#, "x", [])
        #expect(try env.events() == 2)
    }

    @Test("every route says all that it takes")
    func fields() throws {
        let routes = try Router.standard.routes
        for route in routes {
            let isEmpty = route.fields.isEmpty
            let json = #"{"surely-unknown":1}"#
            let error = #expect(throws: ApplicationError.self) {
                try Router.standard.call(route.path, bytes(json), in: try opened())
            }
            switch error {
            case .unknownField(route.path, "surely-unknown", _)?: break
            case .badInput(route.path, let field, .missing)?:
                let first = route.fields.first(where: \.required)
                #expect(field == first?.name || field.hasPrefix("\(first?.name ?? "?")."))
            default: Issue.record("\(route.path): \(error as Any), \(isEmpty)")
            }
        }
        let add = try #require(routes.first { $0.path == "add" })
        #expect(
            add.fields.map(\.name) == [
                "lines", "from", "to", "received", "receivedCurrency", "refusesSlips",
                "status", "key",
            ])
        #expect(add.fields.map(\.required) == [true] + Array(repeating: false, count: 7))
        #expect(add.fields[0].type == "list of object")
        let line = add.fields[0].flattened
        let amount = try #require(line.first { $0.name == "lines.amount" })
        #expect((amount.type, amount.required) == ("text", true))
        let kind = try #require(line.first { $0.name == "lines.kind" })
        #expect(kind.values == ["expense", "income", "transfer"])
        let tags = try #require(line.first { $0.name == "lines.tags" })
        #expect((tags.type, tags.required) == ("list of text", false))
        let text = try Router.standard.call("routes", [], in: .test)
        #expect(JSONValue(parsing: text)?["routes"]?.array?.count == routes.count)
    }
}
