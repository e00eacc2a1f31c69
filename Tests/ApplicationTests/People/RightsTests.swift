import Application
import Ledger
import Support
import Testing

/// Rights, as the router checks them.
@Suite("Rights at the router")
struct RightsTests {
    /// Company 2, Sales 3 in it; Bob 4, who may do some things in Company.
    private func world(_ rights: String, in unit: String? = "Company") throws -> Environment {
        let env = try opened()
        _ = try answer("unit/add", #"{"name":"Company"}"#, in: env)
        _ = try answer("unit/add", #"{"name":"Sales","parent":"Company"}"#, in: env)
        _ = try answer("people/add", #"{"person":{"name":"Bob"}}"#, in: env)
        if !rights.isEmpty {
            _ = try Router.call(
                Permit.self, RightsInput(people: ["Bob"], rights: [rights], unit: unit), in: env)
        }
        return env
    }

    private func refusal(
        _ path: String, _ missing: Permission..., in unit: String
    ) -> ApplicationError {
        .forbidden(Refusal(path: path, person: 4, name: "Bob", missing: missing, unit: unit))
    }

    @Test("before the first grant everyone may do everything") func startsOpen() throws {
        let bob = try world("").with { $0.user = 4 }
        _ = try answer("add", #"{"lines":[{"amount":"1","title":"Tea"}]}"#, in: bob)
        _ = try answer("unit/rename", #"{"unit":"Sales","name":"Trade"}"#, in: bob)
        #expect(
            try Router.call(AskRight.self, .init(person: "Bob", rights: ["all"]), in: bob)
                .granted)
    }

    @Test("each endpoint is checked at the unit that it is about") func checksUnits() throws {
        let env = try world("read,create,write")
        let bob = env.with { $0.user = 4 }
        let router = try Router.standard
        #expect(throws: refusal("add", .create, in: "/")) {
            try router.call("add", bytes(#"{"lines":[{"amount":"1","title":"Tea"}]}"#), in: bob)
        }
        #expect(throws: refusal("people", .read, in: "/")) {
            try router.call("people", [], in: bob)
        }
        // What was granted in Company holds in Sales, and in no other place.
        _ = try answer("people", #"{"unit":"Sales"}"#, in: bob)
        _ = try answer("unit/add", #"{"name":"Field","parent":"Sales"}"#, in: bob)
        _ = try answer("people/join", #"{"people":["me"],"unit":"Field"}"#, in: bob)
        _ = try answer("unit/move", #"{"unit":"Field","parent":"Company"}"#, in: bob)
        #expect(throws: refusal("unit/move", .write, in: "/")) {
            try router.call("unit/move", bytes(#"{"unit":"Field","parent":"/"}"#), in: bob)
        }
        #expect(throws: refusal("unit/add", .create, in: "/")) {
            try router.call("unit/add", bytes(#"{"name":"Other"}"#), in: bob)
        }
        // The owner does as before, and rights follow the tree.
        _ = try answer("unit/move", #"{"unit":"Field","parent":"/"}"#, in: env)
        #expect(throws: refusal("people/leave", .write, in: "Field")) {
            try router.call("people/leave", bytes(#"{"people":["me"],"unit":"Field"}"#), in: bob)
        }
    }

    @Test("who may only record reads no task by a copy of it") func copiesNoTask() throws {
        let env = try world("create", in: nil)
        _ = try answer("task/add", #"{"task":{"title":"Surprise"}}"#, in: env)
        let bob = env.with { $0.user = 4 }
        #expect(throws: refusal("task/duplicate", .read, in: "/")) {
            try Router.standard.call(
                "task/duplicate", bytes(#"{"id":"6","task":{}}"#), in: bob)
        }
        _ = try answer("task/add", #"{"task":{"title":"Milk"}}"#, in: bob)
    }

    @Test("who passes a right on needs it, and the right to share") func checksSharing() throws {
        let bob = try world("share,read", in: "Sales").with { $0.user = 4 }
        let router = try Router.standard
        let eve = #"{"people":["Ada"],"rights":["write"],"unit":"Sales"}"#
        #expect(throws: refusal("permit", .write, in: "Company/Sales")) {
            try router.call("permit", bytes(eve), in: bob)
        }
        #expect(throws: refusal("permit", .read, .share, in: "Company")) {
            try router.call(
                "permit", bytes(#"{"people":["Ada"],"rights":["read"],"unit":"Company"}"#), in: bob)
        }
        _ = try answer("permit", #"{"people":["Ada"],"rights":["read"],"unit":"Sales"}"#, in: bob)
        _ = try answer("revoke", #"{"people":["Ada"],"rights":["read"],"unit":"Sales"}"#, in: bob)
    }

    @Test("writing is no way to rights, not even by an undo") func guardsUndo() throws {
        let env = try world("read,write", in: nil)
        let bob = env.with { $0.user = 4 }
        let router = try Router.standard
        _ = try answer("revoke", #"{"people":["Bob"],"rights":["read"]}"#, in: env)
        #expect(throws: refusal("undo", .read, .share, in: "/")) {
            try router.call("undo", bytes(#"{"ids":["6"]}"#), in: bob)
        }
        _ = try answer("undo", #"{"ids":["6"]}"#, in: env)
        _ = try answer("people", in: bob)
    }

    @Test("the past is seen by who may see the present") func checksThePresent() throws {
        let env = try world("read", in: nil)
        _ = try answer("revoke", #"{"people":["Bob"],"rights":["read"]}"#, in: env)
        let past = env.with {
            $0.user = 4
            $0.asOf = .position(5)
        }
        #expect(throws: refusal("people", .read, in: "/")) {
            try Router.standard.call("people", [], in: past)
        }
        // But what someone was allowed then can be told.
        let then = env.with { $0.asOf = .position(5) }
        let asked = AskRight.Input(person: "Bob", rights: ["read"])
        #expect(try Router.call(AskRight.self, asked, in: then).granted)
        #expect(try !Router.call(AskRight.self, asked, in: env).granted)
    }

    @Test("who may not call learns nothing of the input") func checksBeforeDecoding() throws {
        let bob = try world("write").with { $0.user = 4 }
        #expect(throws: refusal("add", .create, in: "/")) {
            try Router.standard.call("add", bytes("nonsense"), in: bob)
        }
        #expect(throws: refusal("unit/rename", .write, in: "Nowhere")) {
            try Router.standard.call(
                "unit/rename", bytes(#"{"unit":"Nowhere","name":"X"}"#), in: bob)
        }
    }

    @Test("who may not read learns no names by an id or a spelling") func tellsNoNames() throws {
        let env = try world("create", in: nil)
        _ = try answer("account/open", #"{"name":"SecretBank"}"#, in: env)
        _ = try answer("people/add", #"{"person":{"name":"Cy"}}"#, in: env)
        let bob = env.with { $0.user = 4 }
        let router = try Router.standard
        #expect(throws: ApplicationError.decision(.duplicateAccount("SECRETBANK", 0))) {
            try router.call("account/open", bytes(#"{"name":"SECRETBANK"}"#), in: bob)
        }
        for id in ["1", "#1", "99"] {
            for field in [#""payer":"\#(id)""#, #""split":["me","\#(id)"]"#] {
                let json = #"{"lines":[{"amount":"1","title":"Tea",\#(field)}]}"#
                #expect(throws: ApplicationError.unknownPerson(id, suggestions: [])) {
                    try router.call("add", bytes(json), in: bob)
                }
            }
        }
        for unit in ["3", "Sales", "99"] {
            #expect(throws: refusal("unit/tree", .read, in: unit)) {
                try router.call("unit/tree", bytes(#"{"unit":"\#(unit)"}"#), in: bob)
            }
        }
    }

    @Test("every route is checked") func checksEveryRoute() throws {
        let bob = try world("write").with { $0.user = 4 }
        let before = try bob.events()
        for route in try Router.standard.routes where !route.needs.isEmpty {
            #expect(throws: refusal(route.path, route.needs, in: "/"), "\(route.path)") {
                try Router.standard.call(route.path, bytes("nonsense"), in: bob)
            }
        }
        #expect(try bob.events() == before)
    }

    private func refusal(
        _ path: String, _ missing: [Permission], in unit: String
    ) -> ApplicationError {
        .forbidden(Refusal(path: path, person: 4, name: "Bob", missing: missing, unit: unit))
    }

    @Test("persons and units are found by what is typed") func findsNames() throws {
        let env = try world("")
        _ = try answer("people/add", #"{"person":{"name":"Bob Stone"}}"#, in: env)
        _ = try answer("unit/add", #"{"name":"Sales"}"#, in: env)
        func ids(_ people: String) throws -> [UInt64] {
            try Router.call(ListPeople.self, .init(people: [people]), in: env).rows.map(\.id)
        }
        #expect(try ids("stone") == [5])
        #expect(try ids("bob") == [4])
        #expect(try ids("#5, ADA") == [1, 5])
        #expect(throws: ApplicationError.ambiguousPerson("bo", ["Bob", "Bob Stone"])) {
            try ids("bo")
        }
        #expect(throws: ApplicationError.unknownPerson("Bop", suggestions: ["Bob"])) {
            try ids("Bop")
        }
        #expect(throws: ApplicationError.decision(.unknownPerson(3))) { try ids("3") }
        func unit(_ text: String) throws -> UInt64? {
            try Router.call(UnitChain.self, .init(unit: text), in: env).rows.last?.id
        }
        #expect(try unit("company/sales") == 3)
        #expect(try unit("#3") == 3)
        // A whole path goes before the end of another.
        #expect(try unit("Sales") == 6)
        #expect(throws: ApplicationError.unknownUnit("Slaes", suggestions: ["Sales"])) {
            try unit("Slaes")
        }
        _ = try answer("unit/add", #"{"name":"A","parent":"6"}"#, in: env)
        _ = try answer("unit/add", #"{"name":"A","parent":"3"}"#, in: env)
        #expect(throws: ApplicationError.ambiguousUnit("a", ["Company/Sales/A", "Sales/A"])) {
            try unit("a")
        }
    }
}
