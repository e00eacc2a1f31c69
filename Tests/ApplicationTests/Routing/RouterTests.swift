import Application
import Ledger
import Support
import Testing

@Suite struct RouterTests {
    private enum Echo: Endpoint {
        struct Input: Codable, Sendable {
            var text: String
        }

        typealias Output = Input

        static let path = "echo"
        static let summary = "says the same"
        static let needs: Set<Permission> = [.read, .write]

        static func run(_ input: Input, in env: Environment) throws(ApplicationError) -> Input {
            input
        }
    }

    private enum Twin: Endpoint {
        typealias Input = NoInput
        typealias Output = NoInput

        static let path = "echo"
        static let summary = "has another's path"
        static let needs: Set<Permission> = []

        static func run(_ input: Input, in env: Environment) throws(ApplicationError) -> Input {
            input
        }
    }

    @Test func listsItsRoutes() throws {
        #expect(
            try Router([Echo.self]).routes == [
                Route(
                    path: "echo", summary: "says the same", needs: [.read, .write],
                    fields: [InputField(name: "text", type: "text", required: true)])
            ])
        let routes = try Router.standard.routes
        #expect(routes.count == 167)
        #expect(routes.allSatisfy { !$0.summary.isEmpty })
        #expect(routes.filter(\.needs.isEmpty).map(\.path) == ["whoami", "routes"])
    }

    @Test func refusesTwoOfOnePath() {
        #expect(throws: ApplicationError.duplicatePath("echo")) {
            try Router([Echo.self, Twin.self])
        }
    }

    @Test func callsFromWithinAndFromOutside() throws {
        let router = try Router([Echo.self])
        let env = Environment.test
        #expect(try Router.call(Echo.self, Echo.Input(text: "a/b"), in: env).text == "a/b")
        let json = try router.call("echo", bytes(#"{"text":"a/b\u00e9"}"#), in: env)
        #expect(String(decoding: json, as: UTF8.self) == "{\"text\":\"a/bé\"}\n")
    }

    @Test func knowsTheNearestPath() throws {
        #expect(throws: ApplicationError.unknownPath("reprot", suggestions: ["report", "repeat"])) {
            try Router.standard.call("reprot", [], in: .test)
        }
        // A whole path goes before those of which only the last part is as near.
        let lists = ["list", "account/list", "category/list"]
        #expect(throws: ApplicationError.unknownPath("lst", suggestions: lists)) {
            try Router.standard.call("lst", [], in: .test)
        }
        #expect(throws: ApplicationError.unknownPath("", suggestions: [])) {
            try Router.standard.call("", [], in: .test)
        }
    }

    @Test(arguments: [
        ("", "text", InputFault.missing), ("{}", "text", .missing),
        (#"{"text":null}"#, "text", .missing), (#"{"text":7}"#, "text", .wrongType),
        ("nonsense", "", .notJSON), (#"{"text":"a"#, "", .notJSON), ("[]", "", .wrongType),
        ("\u{0}", "", .notJSON), (#"{"text":"a","text":"b"}"#, "text", .doubled),
        (#"{"text":"a","te\u0078t":"b"}"#, "text", .doubled),
    ])
    func namesTheFieldAtFault(json: String, field: String, fault: InputFault) throws {
        #expect(throws: ApplicationError.badInput(path: "echo", field: field, fault)) {
            try Router([Echo.self]).call("echo", bytes(json), in: .test)
        }
    }

    @Test func namesFieldsWithinLists() throws {
        let env = try opened()
        #expect(
            throws: ApplicationError.badInput(path: "add", field: "lines.1.amount", .missing)
        ) {
            try Router.standard.call(
                "add", bytes(#"{"lines":[{"amount":"1"},{"title":"x"}]}"#), in: env)
        }
        #expect(throws: ApplicationError.badInput(path: "list", field: "kinds.0", .badValue)) {
            try Router.standard.call("list", bytes(#"{"kinds":["gift"]}"#), in: env)
        }
        #expect(throws: ApplicationError.badInput(path: "import/csv", field: "file", .badValue)) {
            try Router.standard.call("import/csv", bytes(#"{"file":"~"}"#), in: env)
        }
    }

    @Test func asksForLoginAndPermission() throws {
        let router = try Router([Echo.self])
        let nobody = Environment.test.with { $0.access = .anonymous }
        #expect(throws: ApplicationError.loginNeeded(path: "echo")) {
            try Router.call(Echo.self, Echo.Input(text: ""), in: nobody)
        }
        let reader = Environment.test.with { $0.access = .granted([.read]) }
        // Even with bad input: who may not call learns nothing of it.
        #expect(throws: ApplicationError.denied(path: "echo", missing: [.write])) {
            try router.call("echo", bytes("nonsense"), in: reader)
        }
    }
}
