import Application
import Ledger
import Support
import Testing

/// What the documentation says of rights is what the router asks, request by request.
@Suite("The table of rights")
struct RightsTableTests {
    /// A row of the table of requests.
    private struct Row {
        var path: String
        var needs: Set<Permission>
        /// The field that names the unit; `nil` for the whole ledger.
        var field: String?
    }

    /// A request for each path; the units that it names are Sales.
    private static let samples: [String: String] = [
        "config/change": #"{"weekStart":"sunday"}"#,
        "add": #"{"lines":[{"amount":"1","title":"Tea"}]}"#, "show": #"{"id":"7"}"#,
        "amend": #"{"id":"7","note":"x"}"#, "void": #"{"ids":["7"]}"#,
        "amend/where": #"{"lines":{"query":"tea"},"changes":{"id":"","note":"x"}}"#,
        "void/where": #"{"query":"tea"}"#, "restore": #"{"ids":["7"]}"#, "history": #"{"id":"7"}"#,
        "close": #"{"period":"2025-12"}"#, "reopen": #"{"period":"2025-12","reason":"x"}"#,
        "category/rename": #"{"category":"food","name":"meals"}"#, "erase": #"{"ids":["7"]}"#,
        "account/open": #"{"name":"Cash"}"#,
        "import/csv":
            #"{"file":"ZGF0ZSxhbW91bnQsdGl0bGUKMjAyNi0wMS0wMSw1LFRlYQo="}"#,
        "account/change": #"{"account":"bank","name":"Giro"}"#,
        "account/history": #"{"id":"bank"}"#,
        "statement/assert": #"{"account":"bank","balance":"5"}"#,
        "statement/withdraw": #"{"id":"7"}"#, "task/add": #"{"task":{"title":"Milk"}}"#,
        "task/show": #"{"id":"8"}"#, "task/edit": #"{"id":"8","task":{"title":"Oat"}}"#,
        "task/start": #"{"ids":["8"]}"#, "task/stop": #"{"ids":["8"]}"#,
        "task/explain": #"{"id":"8"}"#, "task/duplicate": #"{"id":"8","task":{}}"#,
        "task/edit-all": #"{"ids":["8"],"task":{"title":"Oat"}}"#,
        "task/pay": #"{"id":"8","line":{"amount":"1"}}"#,
        "task/attribute/add": #"{"name":"size"}"#,
        "task/sync": #"{"form":"todo.txt","path":"/proc/nowhere/a"}"#,
        "task/annotate": #"{"id":"8","text":"half a litre"}"#,
        "task/done": #"{"ids":["8"]}"#, "task/reopen": #"{"ids":["8"]}"#,
        "task/reschedule": #"{"id":"8","due":"tomorrow"}"#, "task/drop": #"{"ids":["8"]}"#,
        "task/find": #"{"text":"milk"}"#, "undo": #"{"ids":["7"]}"#,
        "backup": #"{"destination":"/proc/nowhere/a"}"#,
        "backup/restore": #"{"backup":"/proc/nowhere/a","destination":"/proc/nowhere/b"}"#,
        "salvage": #"{"destination":"/proc/nowhere/b"}"#, "merge": #"{"other":"/proc/nowhere/a"}"#,
        "merge/keep": #"{"aside":"5"}"#,
        "join": #"{"other":"/proc/nowhere/a"}"#, "bundle": #"{"path":"/proc/nowhere/a"}"#,
        "clone": #"{"source":"/proc/nowhere/a","destination":"/proc/nowhere/b"}"#,
        "events/import": #"{"path":"/proc/nowhere/a"}"#, "profile/remove": #"{"name":"giro"}"#,
        "profile/match": #"{"path":"/proc/nowhere/a"}"#,
        "tables/export": #"{"path":"/proc/nowhere/a"}"#,
        "rules/remove": #"{"name":"tea"}"#, "reader/next": #"{"name":"mail"}"#,
        "reader/keep": #"{"name":"mail","from":0,"events":3,"root":"00"}"#,
        "tiles/export": #"{"path":"/proc/nowhere/a"}"#,
        "witness/new": #"{"name":"w1"}"#, "witness/sign": #"{"checkpoint":"x"}"#,
        "reader/move": #"{"name":"mail"}"#, "reader/remove": #"{"name":"mail"}"#,
        "device/rename": #"{"device":"phone","name":"tablet"}"#,
        "device/revoke": #"{"device":"phone"}"#,
        "people": #"{"unit":"Sales"}"#,
        "people/show": #"{"person":"me"}"#,
        "people/add": #"{"person":{"name":"Cid"},"unit":"Sales"}"#,
        "people/change": #"{"id":"me","person":{"post":"clerk"}}"#,
        "people/join": #"{"people":["me"],"unit":"Sales"}"#,
        "people/leave": #"{"people":["me"],"unit":"Sales"}"#, "unit/tree": #"{"unit":"Sales"}"#,
        "unit/chain": #"{"unit":"Sales"}"#, "unit/add": #"{"name":"Field","parent":"Sales"}"#,
        "unit/rename": #"{"unit":"Sales","name":"Trade"}"#,
        "unit/move": #"{"unit":"Sales","parent":"Sales"}"#,
        "permit": #"{"people":["Ada"],"rights":[],"unit":"Sales"}"#,
        "revoke": #"{"people":["Ada"],"rights":["read"],"unit":"Sales"}"#,
        "can": #"{"person":"me","rights":["read"],"unit":"Sales"}"#,
    ]

    /// The cells of the tables of the document that have so many columns.
    private static func cells(_ columns: Int) throws -> [[String]] {
        let path = "Sources/Application/Application.docc/Rights.md"
        let text = try #require(try SourceTree.file(path)).text
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.dropFirst(2).dropLast(2).split(separator: " | ").map(String.init)
        }
        return rows.filter { $0.count == columns }
    }

    private static func words(_ cell: String) -> [String] {
        cell.split(separator: ",").map { String($0.filter { $0 != "`" && $0 != " " }) }
    }

    /// The table of requests; that of fields has other words in its second column.
    private static func table() throws -> [Row] {
        try cells(3).filter { !$0[1].contains("`") && !$0[1].contains("table") }.map { cells in
            let needs = words(cells[1]).compactMap(Permission.init)
            let field = cells[2].hasPrefix("`") ? words(cells[2])[0] : nil
            return Row(path: words(cells[0])[0], needs: Set(needs), field: field)
        }
    }

    /// Company 2, Sales 3 in it, Other 4, Bob 5, who may do some things somewhere; a line 7 of an
    /// account, a statement and a task.
    private func world(_ rights: Set<Permission>, in unit: String?) throws -> Environment {
        let env = try opened()
        _ = try answer("unit/add", #"{"name":"Company"}"#, in: env)
        _ = try answer("unit/add", #"{"name":"Sales","parent":"Company"}"#, in: env)
        _ = try answer("unit/add", #"{"name":"Other"}"#, in: env)
        _ = try answer("people/add", #"{"person":{"name":"Bob"}}"#, in: env)
        try env.add("5", "Tea", account: "bank")
        _ = try answer("task/add", #"{"task":{"title":"Milk"}}"#, in: env)
        let words = rights.map(\.rawValue)
        let person = rights.isEmpty ? "Ada" : "Bob"
        _ = try? Router.call(
            Permit.self,
            RightsInput(people: [person], rights: words.isEmpty ? ["read"] : words, unit: unit),
            in: env)
        if rights.isEmpty, unit == nil {
            // Something has to be in force.
            _ = try Router.call(
                Permit.self, RightsInput(people: ["Ada"], rights: ["read"], unit: "Other"), in: env)
        }
        return env.with { $0.user = 5 }
    }

    /// What is refused; `nil` where a call goes through, or fails for another reason.
    private func refusal(_ path: String, _ json: String, in env: Environment) throws -> Refusal? {
        do {
            _ = try Router.standard.call(path, bytes(json), in: env)
        } catch .forbidden(let refusal) {
            return refusal
        } catch {}
        return nil
    }

    @Test("has each request with what it asks") func isComplete() throws {
        let table = try RightsTableTests.table()
        let routes = try Router.standard.routes
        #expect(table.map(\.path) == routes.map(\.path))
        #expect(table.map(\.needs) == routes.map { Set($0.needs) })
        for row in table {
            guard let field = row.field else { continue }
            let route = try #require(routes.first { $0.path == row.path })
            #expect(route.fields.contains { $0.name == field }, "\(row.path)")
        }
    }

    private static let sets: [Set<Permission>] = [
        [.read], [.create], [.write], [.share], [.read, .create], [.read, .write],
        [.read, .share], [.create, .write, .share], [.write, .share],
        [.read, .create, .write, .share],
    ]

    @Test(
        "is what is asked: each request with each set of rights in each unit, now and as of then",
        arguments: [nil, "Company", "Sales", "Other"] as [String?])
    func isAsked(_ unit: String?) throws {
        let table = try RightsTableTests.table()
        for rights in RightsTableTests.sets {
            let bob = try world(rights, in: unit)
            let count = try bob.with { $0.user = nil }.events()
            for row in table {
                let reaches = unit == nil || row.field != nil && unit != "Other"
                let isAllowed = row.needs.isEmpty || reaches && row.needs.isSubset(of: rights)
                let json = RightsTableTests.samples[row.path] ?? "{}"
                let draft = bob.dryRun()
                let past = bob.with { $0.asOf = .position(count - 1) }
                for (way, env) in [("now", draft), ("as of", past)] {
                    let refused = try refusal(row.path, json, in: env)
                    #expect(
                        (refused == nil) == isAllowed,
                        "\(row.path) \(rights.map(\.rawValue).sorted()) \(unit ?? "/") \(way)")
                    #expect(refused == nil || refused?.path == row.path)
                }
            }
            #expect(try bob.with { $0.user = nil }.events() == count)
        }
    }

    @Test("has what is kept beside the log, and that is asked, command by command")
    func isAskedBeside() throws {
        let table = try RightsTableTests.cells(2)
        let rows = table.map { ($0[0].filter { $0 != "`" }, Set($0[1].split(separator: ", "))) }
        let commands = BesideRequest.allCases
        #expect(rows.map(\.0) == commands.map(\.rawValue))
        for (row, command) in zip(rows, commands) {
            #expect(row.1 == Set(command.needs.map { Substring($0.rawValue) }))
        }
        for rights in RightsTableTests.sets {
            let session = Session(try world(rights, in: nil))
            let calls: [(BesideRequest, () throws -> Void)] = [
                (.listContexts, { _ = try session.taskContexts() }),
                (.changeContexts, { try session.defineTaskContext("shop", ["+shop"]) }),
                (.changeContexts, { try session.useTaskContext("shop") }),
                (.changeContexts, { try session.useTaskContext(nil) }),
                (.changeContexts, { try session.defineTaskContext("shop", []) }),
                // Who may not look learns no names from what is wrong.
                (.changeContexts, { try session.useTaskContext("nosuch") }),
                (.listUrgency, { _ = try session.taskUrgency() }),
                (.changeUrgency, { try session.setTaskUrgency("tag:shop", "3") }),
                (.changeUrgency, { try session.setTaskUrgency("tag:shop", nil) }),
            ]
            for (command, call) in calls {
                var refused: Refusal?
                do { try call() } catch ApplicationError.forbidden(let refusal) {
                    refused = refusal
                } catch {}
                let missing = command.needs.subtracting(rights)
                #expect(
                    Set(refused?.missing ?? []) == missing,
                    "\(command.rawValue) \(rights.map(\.rawValue).sorted())")
                #expect(refused == nil || refused?.path == command.rawValue)
            }
        }
    }

    /// A value for a field: names that are units, too.
    private func values(_ field: InputField) -> [String] {
        if let values = field.values { return values.map { "\"\($0)\"" } }
        switch field.type {
        case "text": return ["\"Other\""]
        case "integer", "number": return ["1"]
        case "flag": return ["true", "false"]
        case "list of text": return [#"["read"]"#]
        default: return []
        }
    }

    /// An object with one more field, or with that field instead.
    private func with(_ field: String, _ value: String, _ json: String) throws -> String {
        guard let object = JSONValue(parsing: bytes(json))?.object else { return json }
        guard object[field] == nil else { return json }
        let rest = json.dropFirst()
        return "{\"\(field)\":\(value)" + (rest == "}" ? "}" : ",\(rest)")
    }

    @Test("has each field that asks for something else") func namesFields() throws {
        let nobody = try world([], in: nil)
        let rows = try RightsTableTests.cells(3).filter { $0[1].contains("`") }
        let named = Set(
            rows.map { "\(RightsTableTests.words($0[0])[0]).\(RightsTableTests.words($0[1])[0])" })
        let units = try RightsTableTests.table()
        for route in try Router.standard.routes where !route.needs.isEmpty {
            let json = RightsTableTests.samples[route.path] ?? "{}"
            let plain = try refusal(route.path, json, in: nobody)
            #expect(plain != nil, "\(route.path)")
            for field in route.fields {
                let isUnit = units.contains { $0.path == route.path && $0.field == field.name }
                let differs = try values(field).contains { value in
                    let other = try with(field.name, value, json)
                    return try other != json && refusal(route.path, other, in: nobody) != plain
                }
                let isNamed = isUnit || named.contains("\(route.path).\(field.name)")
                #expect(!differs || isNamed, "\(route.path).\(field.name)")
            }
        }
        // Those that are named do ask.
        for (path, json, missing, place) in [
            ("unit/chain", #"{"person":"me"}"#, [Permission.read], "/"),
            (
                "import/csv", #"{"path":"-","proposals":"accept"}"#, [.read, .create, .write], "/"
            ),
            ("import/csv", #"{"path":"-","saveProfile":"x"}"#, [.read, .create, .write], "/"),
            ("import/csv", #"{"path":"-","proposals":"list"}"#, [.read, .create], "/"),
            (
                "permit", #"{"people":["Ada"],"rights":["write"],"unit":"Sales"}"#,
                [.write, .share], "Sales"
            ),
        ] as [(String, String, [Permission], String)] {
            let refused = try refusal(path, json, in: nobody)
            #expect(refused?.missing == missing, "\(path) \(json)")
            #expect(refused?.unit == place, "\(path) \(json)")
        }
    }
}
