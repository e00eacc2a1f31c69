import Application
import Ledger
import Support
import Testing

/// Every request that writes, held against a closed month: what would change a figure of it is
/// refused unless it is a correction, and everything else changes none.
@Suite("Closed books and every request")
struct ClosedBooksTests {
    /// What was recorded before the books were closed.
    struct World {
        var env: Environment
        /// Positions by name.
        var ids: [String: String] = [:]

        /// Calls a request and keeps the position of its thing.
        mutating func make(_ name: String, _ path: String, _ json: String) throws {
            let done = try answer(path, filled(json), in: env)
            ids[name] = done["id"]?.number
        }

        /// What can be applied, imported again and redone later.
        mutating func recordRoundabout() throws {
            let rule = #"{"rule":{"name":"drinks","where":"tea","set":{"category":"drink"}}}"#
            _ = try answer("rules/save", rule, in: env)
            _ = try answer("import/csv", #"{"file":"\#(ClosedBooksTests.bank)"}"#, in: env)
            let undone = #"{"lines":[{"amount":"5","title":"Undone","day":"2026-01-19"}]}"#
            try make("undone", "add", undone)
            _ = try answer("undo", "{}", in: env)
        }

        /// A request with positions for names such as `<tea>`.
        func filled(_ json: String) -> String {
            ids.reduce(json) { $0.replacing("<\($1.key)>", with: $1.value) }
        }
    }

    /// A request, with names for positions.
    typealias Request = (path: String, json: String)

    /// The ledger.
    ///
    /// - Parameter folder: Where it lies; `nil` for in memory.
    static func world(in folder: String? = nil, isClosed: Bool = true) throws -> World {
        // 2026-03-15T12:00:00Z
        let env = try opened {
            $0.now = { Timestamp(millisecondsSince1970: 1_773_576_000_000) }
            guard let folder else { return }
            $0.home = FileHome(folder)
            $0.makeSeed = Seeds.random
        }
        var world = World(env: env.with { $0.acceptsClock = true })
        try world.make("bob", "people/add", #"{"person":{"name":"Bob"}}"#)
        try world.make("sales", "unit/add", #"{"name":"Sales"}"#)
        try world.make("field", "unit/add", #"{"name":"Field"}"#)
        try world.make(
            "bank", "account/open",
            #"{"name":"bank","opening":"100","currency":"EUR","day":"2026-01-01"}"#)
        try world.make("cash", "account/open", #"{"name":"cash","day":"2026-02-01"}"#)
        try world.make(
            "loan", "account/open",
            #"{"name":"loan","opening":"-50","currency":"EUR","day":"2026-01-05"}"#)
        _ = try answer("account/change", #"{"account":"loan","type":"liability"}"#, in: world.env)
        world.ids["typed"] = "\(try world.env.events() - 1)"
        func line(_ day: String, _ rest: String) -> String {
            #"{"lines":[{"amount":"10","day":"\#(day)",\#(rest)}]}"#
        }
        let tea = #""title":"Tea","category":"food","account":"bank""#
        try world.make("tea", "add", line("2026-01-10", tea))
        try world.make("plain", "add", line("2026-01-11", #""title":"Plain""#))
        let dinner = #""title":"Dinner","payer":"me","split":["me","Bob"]"#
        try world.make("dinner", "add", line("2026-01-12", dinner))
        try world.make("gone", "add", line("2026-01-13", #""title":"Gone""#))
        _ = try answer("void", world.filled(#"{"ids":["<gone>"]}"#), in: world.env)
        world.ids["void"] = "\(try world.env.events() - 1)"
        try world.make("open", "add", line("2026-02-10", #""title":"Open""#))
        try world.make(
            "trip", "add", line("2026-02-12", #""title":"Train","category":"travel""#))
        try world.make("openBank", "add", line("2026-02-11", #""title":"Giro","account":"bank""#))
        try world.make(
            "stated", "statement/assert",
            #"{"account":"bank","balance":"90","on":"2026-01-31"}"#)
        try world.make(
            "later", "statement/assert", #"{"account":"bank","balance":"80","on":"2026-02-28"}"#)
        try world.make("task", "task/add", #"{"task":{"title":"Milk"}}"#)
        try world.recordRoundabout()
        if isClosed { try world.make("closing", "close", #"{"period":"2026-01"}"#) }
        return world
    }

    /// Every figure of January that a request tells.
    func figures(_ env: Environment) throws -> [JSONValue] {
        var figures: [JSONValue] = []
        for period in ["daily", "weekly", "monthly"] {
            for by in ["category", "account"] {
                let json =
                    #"{"range":"2026-01","period":"\#(period)","by":"\#(by)","#
                    + #""kinds":["expense","income","transfer"]}"#
                let report = try answer("report", json, in: env)
                figures.append(try plain(report["rows"]))
            }
        }
        for day in ["2025-12-31", "2026-01-05", "2026-01-10", "2026-01-31"] {
            let balance = try answer("balance", #"{"on":"\#(day)","all":true}"#, in: env)
            // The balance sheet; a type without anything in it is no figure.
            for row in try #require(balance["types"]?.array)
            where row["sum"]?.string != "0.00" {
                figures.append(.array([.string(day), .string("sheet"), try plain(row)]))
            }
            for row in try #require(balance["rows"]?.array) {
                let sum = row["balance"]?.string ?? "-"
                // Nothing in an account, and nothing known of it, is no figure.
                if sum == "0.00" || sum == "-" { continue }
                figures.append(.array([.string(day), try plain(row["id"]), .string(sum)]))
            }
        }
        let people = try answer("people/balance", #"{"range":"2026-01"}"#, in: env)
        figures += [try plain(people["rows"]), try plain(people["payments"])]
        let statements = try answer("statement/list", in: env)
        figures += try #require(statements["rows"]?.array).filter {
            $0["day"]?.string?.hasPrefix("2026-01") == true
        }.map { try plain($0) }
        return figures
    }

    /// The same under the names that everything had at first.
    private func plain(_ value: JSONValue?) throws -> JSONValue {
        switch try #require(value) {
        case .object(let members): .object(try members.mapValues { try plain($0) })
        case .array(let elements): .array(try elements.map { try plain($0) })
        case .string("giro"): .string("bank")
        case .string("Rob"): .string("Bob")
        case let other: other
        }
    }

    private static let line = #"{"lines":[{"amount":"5","title":"Late","day":"2026-01-20"}]}"#
    /// Two days of January, and the same with another amount in the second.
    private static let bank =
        "ZGF0ZSxhbW91bnQsdGl0bGUKMjAyNi0wMS0yMiw4LFJlbnQKMjAyNi0wMS0yMyw5LEhlYXQK"
    private static let otherBank =
        "ZGF0ZSxhbW91bnQsdGl0bGUKMjAyNi0wMS0yMiw4LFJlbnQKMjAyNi0wMS0yMyw3LEhlYXQK"
    private static let csv = "ZGF0ZSxhbW91bnQsdGl0bGUKMjAyNi0wMS0yMSw3LExhdGUK"

    /// What changes a figure of January.
    static let pinned: [Request] = [
        ("add", line),
        ("task/pay", #"{"id":"<task>","line":{"amount":"5","day":"2026-01-20"}}"#),
        (
            "add",
            #"{"lines":[{"amount":"5","title":"Late","day":"2026-01-20","account":"bank"}]}"#
        ),
        // What is in an account at the end of January counts what is dated earlier.
        (
            "add",
            #"{"lines":[{"amount":"5","title":"Old","day":"2025-12-20","account":"cash"}]}"#
        ),
        (
            "add",
            #"{"lines":[{"amount":"5","title":"Old","day":"2025-12-20","account":"new"}]}"#
        ),
        ("amend", #"{"id":"<tea>","amount":"11"}"#), ("amend", #"{"id":"<tea>","kind":"income"}"#),
        ("amend", #"{"id":"<tea>","category":"drink"}"#),
        ("amend", #"{"id":"<tea>","day":"2026-01-11"}"#),
        ("amend", #"{"id":"<tea>","day":"2026-02-11"}"#),
        ("amend", #"{"id":"<open>","day":"2026-01-11"}"#),
        ("amend", #"{"id":"<tea>","account":"cash"}"#),
        ("amend", #"{"id":"<tea>","currency":"USD"}"#),
        ("amend", #"{"id":"<dinner>","payer":"Bob"}"#),
        ("amend", #"{"id":"<dinner>","split":["me:2","Bob"]}"#),
        ("amend", #"{"id":"<dinner>","split":[]}"#),
        ("void", #"{"ids":["<tea>"]}"#), ("void", #"{"ids":["<dinner>"]}"#),
        ("restore", #"{"ids":["<gone>"]}"#),
        ("amend/where", #"{"lines":{"query":"tea"},"changes":{"id":"","category":"drink"}}"#),
        ("void/where", #"{"query":"tea"}"#), ("import/csv", #"{"file":"\#(csv)"}"#),
        ("import/csv", #"{"file":"\#(otherBank)","proposals":"accept"}"#),
        ("rules/apply", #"{"lines":{"query":""}}"#), ("redo", #"{"ids":["<undone>"]}"#),
        ("account/change", #"{"account":"bank","opening":"500"}"#),
        ("account/change", #"{"account":"bank","day":"2026-01-11"}"#),
        ("account/change", #"{"account":"bank","currency":"USD"}"#),
        ("account/change", #"{"account":"bank","type":"liability"}"#),
        ("account/change", #"{"account":"loan","type":"asset"}"#),
        ("account/change", #"{"account":"loan","type":""}"#), ("undo", #"{"ids":["<typed>"]}"#),
        (
            "account/open",
            #"{"name":"safe","opening":"9","currency":"EUR","day":"2026-01-15"}"#
        ),
        (
            "statement/assert", #"{"account":"bank","balance":"91","on":"2026-01-31"}"#
        ),
        ("statement/withdraw", #"{"id":"<stated>"}"#),
        ("config/change", #"{"weekStart":"sunday"}"#),
        ("category/rename", #"{"category":"food","name":"meals"}"#),
        ("undo", #"{"ids":["<tea>"]}"#), ("undo", #"{"ids":["<dinner>"]}"#),
        ("undo", #"{"ids":["<void>"]}"#),
        ("undo", #"{"ids":["<stated>"]}"#),
    ]

    /// What changes none.
    static let free: [Request] = [
        ("add", #"{"lines":[{"amount":"5","title":"New","day":"2026-02-20","account":"bank"}]}"#),
        ("add", #"{"lines":[{"amount":"5","title":"Old","day":"2025-12-20"}]}"#),
        // The opening balance contains it.
        ("add", #"{"lines":[{"amount":"5","title":"Old","day":"2025-12-20","account":"bank"}]}"#),
        ("amend", #"{"id":"<tea>","title":"Coffee","note":"seen"}"#),
        ("amend", #"{"id":"<tea>","payee":"Kiosk","tags":["work"]}"#),
        ("amend", #"{"id":"<open>","amount":"11"}"#),
        ("amend/where", #"{"lines":{"query":"tea"},"changes":{"id":"","note":"seen"}}"#),
        ("void/where", #"{"query":"open"}"#), ("void", #"{"ids":["<open>"]}"#),
        ("account/change", #"{"account":"bank","name":"giro"}"#),
        ("account/change", #"{"account":"cash","type":"liability"}"#),
        ("account/change", #"{"account":"bank","type":"asset"}"#),
        ("mark", #"{"ids":["<tea>"],"status":"cleared"}"#),
        ("attach", #"{"id":"<tea>","files":[{"name":"bill","bytes":"YmlsbA=="}]}"#),
        ("goal/set", #"{"name":"Bike","amount":"500","account":"bank"}"#),
        ("currency/add", #"{"code":"HOURS"}"#),
        ("account/change", #"{"account":"cash","closed":true}"#),
        ("account/change", #"{"account":"cash","opening":"7","day":"2026-02-03"}"#),
        ("account/open", #"{"name":"safe","day":"2026-01-15"}"#),
        ("account/open", #"{"name":"box","opening":"9","day":"2026-02-15"}"#),
        ("statement/assert", #"{"account":"bank","balance":"81","on":"2026-02-28"}"#),
        ("statement/withdraw", #"{"id":"<later>"}"#), ("close", #"{"period":"2026-02"}"#),
        ("config/change", #"{"zone":"Asia/Tokyo","currency":"USD"}"#),
        ("category/rename", #"{"category":"travel","name":"trips"}"#),
        ("budget/set", #"{"category":"travel","amount":"400"}"#),
        ("price/set", #"{"from":"USD","to":"EUR","price":"0.92","on":"2026-01-15"}"#),
        ("price/import", #"{"file":"MjAyNi0wMS0xNSxHQlAsRVVSLDEuMTUK"}"#),
        ("repeat/add", #"{"line":{"amount":"980","title":"Rent"},"every":"month on the 1st"}"#),
        ("task/add", #"{"task":{"title":"Bread"}}"#),
        ("task/edit", #"{"id":"<task>","task":{"title":"Oat"}}"#),
        ("task/start", #"{"ids":["<task>"]}"#),
        ("task/annotate", #"{"id":"<task>","text":"half a litre"}"#),
        ("task/edit-all", #"{"ids":["<task>"],"task":{"priority":"H"}}"#),
        ("task/duplicate", #"{"id":"<task>","task":{}}"#),
        ("task/attribute/add", #"{"name":"size"}"#),
        ("task/pay", #"{"id":"<task>","line":{"amount":"5"}}"#),
        ("task/done", #"{"ids":["<task>"]}"#), ("task/drop", #"{"ids":["<task>"]}"#),
        ("task/reschedule", #"{"id":"<task>","due":"tomorrow"}"#),
        ("people/add", #"{"person":{"name":"Cid"}}"#),
        ("people/change", #"{"id":"Bob","person":{"name":"Rob"}}"#),
        ("people/join", #"{"people":["Bob"],"unit":"Sales"}"#),
        ("unit/add", #"{"name":"Labs"}"#), ("unit/rename", #"{"unit":"Sales","name":"Trade"}"#),
        ("unit/move", #"{"unit":"Field","parent":"Sales"}"#),
        ("permit", #"{"people":["Bob"],"rights":["read"]}"#),
        ("erase", #"{"ids":["<tea>"]}"#), ("undo", #"{"ids":["<open>"]}"#), ("seal", "{}"),
        ("rules/save", #"{"rule":{"name":"r","where":"tea","set":{"category":"x"}}}"#),
    ]

    /// What writes no event into this ledger, or only takes back what stands elsewhere here.
    private static let apart: Set<String> = [
        "init", "demo", "events/import", "merge", "merge/keep", "join", "erase/finish",
        "projections/drop",
        "profile/remove", "rules/remove", "reader/keep", "reader/move", "reader/remove", "key/new",
        "device/add", "device/rename", "device/revoke", "device/vouch",
        "checkpoint", "prove", "prove/figure",
        "prove/consistency", "prove/branch", "receipt", "witness/new", "witness/sign",
        "tiles/export",
        "budget/remove", "goal/remove", "repeat/edit", "repeat/skip", "repeat/stop", "repeat/post",
        "task/reopen", "task/stop", "task/sync",
        "people/leave", "revoke", "reopen", "detach",
    ]

    @Test("are held against each other, all of them") func areComplete() throws {
        let tried = Set((ClosedBooksTests.pinned + ClosedBooksTests.free).map(\.path))
        let writing = try Router.standard.routes.filter { route in
            route.needs != [.read] && !route.needs.isEmpty
        }
        #expect(Set(writing.map(\.path)) == tried.union(ClosedBooksTests.apart))
    }

    @Test("what changes a figure is refused, or a correction", arguments: pinned.indices)
    func refuses(_ index: Int) throws {
        let (path, json) = ClosedBooksTests.pinned[index]
        let world = try ClosedBooksTests.world()
        let request = bytes(world.filled(json))
        let before = try figures(world.env)
        let root = try world.env.root()
        for reason in [nil, "", " ", "\u{200B}\t", "…"] as [String?] {
            let env = world.env.with { $0.correction = reason }
            do {
                _ = try Router.standard.call(path, request, in: env)
                Issue.record("\(path) \(json) went through")
            } catch .decision(.closedPeriod(_, let closing, _)) {
                #expect("\(closing)" == world.ids["closing"])
            }
        }
        #expect(try world.env.root() == root)
        #expect(try figures(world.env) == before)
        let env = world.env.with { $0.correction = "late bill" }
        _ = try Router.standard.call(path, request, in: env)
        let closings = try Router.call(ListClosings.self, DaysInput(), in: env)
        #expect(closings.rows.first?.corrections.count == 1)
        #expect(closings.rows.first?.holds == true)
    }

    @Test("everything else changes no figure", arguments: free.indices)
    func allows(_ index: Int) throws {
        let (path, json) = ClosedBooksTests.free[index]
        let world = try ClosedBooksTests.world()
        let before = try figures(world.env)
        _ = try Router.standard.call(path, bytes(world.filled(json)), in: world.env)
        #expect(try figures(world.env) == before, "\(path) \(json)")
        let closings = try Router.call(ListClosings.self, DaysInput(), in: world.env)
        #expect(closings.rows.allSatisfy { $0.corrections.isEmpty && $0.holds })
    }

    @Test("a payee is text, so that a sum by payee of closed days changes freely")
    func textIsNotPinned() throws {
        let world = try ClosedBooksTests.world()
        func sum() throws -> [String?] {
            let rows = try answer(
                "list", #"{"query":"payee:Kiosk","range":"2026-01"}"#, in: world.env)["rows"]
            return try #require(rows?.array).map { $0["amount"]?.string }
        }
        #expect(try sum().isEmpty)
        let named = world.filled(#"{"id":"<tea>","payee":"Kiosk"}"#)
        _ = try answer("amend", named, in: world.env)
        #expect(try sum() == ["10.00"])
        let closings = try Router.call(ListClosings.self, DaysInput(), in: world.env)
        #expect(closings.rows.allSatisfy { $0.corrections.isEmpty && $0.holds })
    }

    @Test("a closing ends for a reason only") func staysClosed() throws {
        let world = try ClosedBooksTests.world()
        let id = try #require(world.ids["closing"])
        func refused(_ path: String, _ json: String) throws {
            let root = try world.env.root()
            do {
                _ = try Router.standard.call(path, bytes(json), in: world.env)
                Issue.record("\(path) \(json) went through")
            } catch .decision(.closingStays(_, let closing)) {
                #expect("\(closing)" == id)
            }
            #expect(try world.env.root() == root)
        }
        try refused("undo", "{}")
        try refused("undo", #"{"reason":"wrong file"}"#)
        for reason in ["", " ", "."] {
            try refused("undo", #"{"ids":["\#(id)"],"reason":"\#(reason)"}"#)
            try refused("undo", #"{"since":"1h","reason":"\#(reason)"}"#)
            try refused("reopen", #"{"period":"2026-01","reason":"\#(reason)"}"#)
        }
        try refused("reopen", #"{"period":"2026-01"}"#)
        let undone = world.env.dryRun()
        _ = try answer("undo", #"{"ids":["\#(id)"],"reason":"wrong file"}"#, in: undone)
        // What was undone is closed again by a redo.
        _ = try answer("redo", "{}", in: undone)
        #expect(throws: ApplicationError.self) {
            try answer("add", ClosedBooksTests.line, in: undone)
        }
        _ = try answer("reopen", #"{"period":"2026-01","reason":"wrong file"}"#, in: world.env)
        _ = try answer("add", ClosedBooksTests.line, in: world.env)
    }
}
