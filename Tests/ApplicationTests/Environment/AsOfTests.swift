import Application
import EventLog
import Ledger
import Support
import Testing

/// Whatever a request said when some event was the last one, it says again when asked for the past
/// up to that event.
@Suite("The past comes back as it was")
struct AsOfTests {
    /// Every request that reads; `due` and the tabs of tasks depend on the clock, which stands.
    private static let requests: [(path: String, json: String)] = [
        ("report", ""), ("report", #"{"period":"monthly","by":"category"}"#),
        ("report", #"{"period":"weekly","by":"category","depth":1,"kinds":["expense"]}"#),
        ("report", #"{"period":"daily","by":"account","begin":"2026-01-04","end":"2026-01-15"}"#),
        ("report", #"{"range":"this week"}"#),
        ("list", #"{"limit":20}"#), ("list", #"{"limit":20,"voided":true,"category":"food"}"#),
        ("list", #"{"limit":9,"query":"title","end":"2026-01-12"}"#),
        ("balance", ""), ("balance", #"{"on":"2026-01-09","all":true}"#),
        ("account/list", ""), ("account/history", #"{"id":"Cash"}"#),
        ("task/list", #"{"tab":"all"}"#), ("task/find", #"{"text":"task"}"#),
        ("due", #"{"within":"9d"}"#), ("log", #"{"limit":20}"#),
        ("log", #"{"limit":9,"kinds":["amended","task","account"]}"#),
        ("log", #"{"limit":9,"words":["food"]}"#), ("config", ""),
        ("reconcile", #"{"account":"Cash"}"#),
        ("show", #"{"id":"9"}"#), ("show", #"{"id":"line 7"}"#),
        ("history", #"{"id":"5"}"#), ("history", #"{"id":"11"}"#), ("history", #"{"id":"14"}"#),
    ]

    private func answers(_ env: Environment) throws -> [[UInt8]] {
        let router = try Router.standard
        return AsOfTests.requests.map { request in
            do {
                return try router.call(request.path, bytes(request.json), in: env)
            } catch {
                return bytes("\(error)")
            }
        }
    }

    /// The names of requests that did not come back.
    private func differing(_ env: Environment, _ known: [[UInt8]]) throws -> [String] {
        zip(AsOfTests.requests, zip(known, try answers(env))).compactMap { request, pair in
            pair.0 == pair.1 ? nil : "\(request.path) \(request.json)"
        }
    }

    @Test(
        "byte for byte, by position and by time, before and after sealing",
        arguments: Soak.seeds(3), StoreKind.allCases)
    func comesBack(_ seed: UInt64, _ kind: StoreKind) throws {
        var program = try RandomProgram(seed: seed, on: kind)
        let env = Environment.test.with { $0.home = MemoryHome(program.store) }
        var known: [(last: UInt64, clock: Int64, answers: [[UInt8]])] = []
        func note() throws {
            let head = try program.store.head()
            known.append((head.count - 1, head.logClock, try answers(env)))
        }
        for step in 0..<24 {
            // Enough for a frame of columns; what follows stays in small ones.
            if step == 12, kind == .file {
                try program.append(
                    (0..<4_200).map {
                        .lineAdded(Given.line(Int64($0), "Bulk", day: Int32($0 % 20)))
                    })
            }
            try program.step()
            if step % 5 == 4 { _ = try program.undo(.newest) }
            if [3, 8, 12, 17].contains(step) { try note() }
        }
        for isSealed in [false, true] {
            if isSealed { _ = try Router.standard.call("seal", [], in: env) }
            for (last, clock, answers) in known {
                let past = env.with { $0.asOf = .position(last) }
                #expect(try differing(past, answers) == [], "\(last) \(isSealed)")
                let time = Timestamp(millisecondsSince1970: clock)
                let then = env.with { $0.asOf = .time(time) }
                #expect(try differing(then, answers) == [], "\(time) \(isSealed)")
            }
        }
    }

    @Test("every request of the list exists and answers")
    func allAnswer() throws {
        var program = try RandomProgram(seed: 1, on: .memory)
        for _ in 0..<30 { try program.step() }
        let env = Environment.test.with { $0.home = MemoryHome(program.store) }
        let refused = try zip(AsOfTests.requests, answers(env)).filter { $1.first != 0x7B }
        #expect(refused.map { "\($0.0.path) \($0.0.json)" }.count <= 3, "\(refused)")
    }
}
