import Application
import Dashboard
import Ledger
import Testing

/// What routes answer, held against the description of the interface.
@Suite("Answers")
struct AnswerTests {
    private func filled() throws -> TestSite {
        let site = try TestSite(isUnhurried: true)
        let env = site.env
        _ = try OpenAccount.run(
            OpenAccount.Input(name: "bank", opening: "100", day: "2026-01-01"), in: env)
        for line in [
            LineInput(
                amount: "12.50", title: "Lunch", note: "n", category: "food", tags: ["work"],
                account: "bank"),
            LineInput(
                amount: "30", title: "Dinner", day: "2025-12-01", payer: "Bo", split: ["me", "Bo"]),
            LineInput(amount: "8 USD", title: "Book", account: "bank"),
            LineInput(amount: "5", title: "Move", account: "bank", kind: .transfer),
        ] {
            _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: env)
        }
        var budget = SetBudget.Input(category: "food", amount: "100", from: "2025-12-01")
        budget.rollover = true
        _ = try SetBudget.run(budget, in: env)
        _ = try site.send("/do/statement", ["account": "bank", "balance": "5"])
        for (title, due) in [("Rent", "2026-01-15"), ("Old", "2026-01-02"), ("Some day", "")] {
            _ = try site.send("/do/task/add", ["title": title, "due": due], from: "/tasks")
        }
        _ = try AddRepeat.run(
            AddRepeat.Input(
                line: LineInput(amount: "7", title: "Rent"), every: "month on the 15th"),
            in: env)
        return site
    }

    /// The same schema, which takes nothing that it does not describe.
    private static func closed(_ schema: AnyJSON) -> AnyJSON {
        guard var rules = schema.object else { return schema }
        if let items = rules["items"] { rules["items"] = closed(items) }
        if let properties = rules["properties"]?.object {
            rules["properties"] = .object(properties.mapValues(closed))
            rules["additionalProperties"] = .bool(false)
        }
        return .object(rules)
    }

    @Test("reports and lists answer what they are described to, to the last field")
    func described() throws {
        let site = try filled()
        func ask(_ target: String) -> WebResponse {
            site.dashboard.answer(
                TestSite.request("GET", target, ["authorization": "Bearer \(site.token)"]))
        }
        let check = SchemaCheck(
            document: AnyJSON(Array(ask("/api/openapi.json").body.utf8)) ?? .null)
        let line = try #require(
            try ListEntries.run(ListEntries.Input(query: "lunch"), in: site.env).rows.first?.id)
        let entry = "id=\(line)"
        var held = 0
        for (path, queries) in [
            (
                "report",
                [
                    "", "period=monthly", "period=daily&by=category", "by=payee", "by=tag",
                    "by=account", "by=person&period=yearly", "query=nothing",
                ]
            ),
            ("explain", ["currency=EUR", "category=food&currency=EUR"]),
            ("list", ["", "limit=1", "query=nothing", "voided=true"]), ("show", [entry]),
            ("budget", ["", "period=monthly&range=2026"]),
            ("balance", [""]), ("balance/history", ["period=monthly&begin=2025-12-01"]),
            ("statement/list", [""]), ("reconcile", ["", "account=bank"]),
            ("task/list", ["", "tab=all"]), ("due", ["", "within=2w"]), ("account/list", [""]),
            ("people", ["", "text=bo"]), ("people/balance", [""]), ("category/list", [""]),
            ("config", [""]), ("info", [""]), ("whoami", [""]), ("period", ["text=last+month"]),
        ] {
            let item = check.document.object?["paths"]?.object?["/api/\(path)"]
            let answer = item?.object?["get"]?.object?["responses"]?.object?["200"]
            let content = answer?.object?["content"]?.object?["application/json"]
            guard let schema = content?.object?["schema"] else { continue }
            #expect(schema.object?["properties"]?.object?.isEmpty == false, "\(path)")
            for query in queries {
                let response = ask("/api/\(path)?\(query)")
                #expect(response.status == 200, "\(path) \(query) \(response.body)")
                let value = AnyJSON(Array(response.body.utf8)) ?? .null
                #expect(check.faults(value, schema) == [], "\(path)?\(query)")
                // What is described, and what is worked out of it.
                let unknown = check.faults(value, AnswerTests.closed(schema)).filter { fault in
                    !fault.hasSuffix("/digest: unknown") && !fault.hasSuffix("/agrees: unknown")
                }
                #expect(unknown == [], "\(path)?\(query)")
                var less = value.object ?? [:]
                less["root"] = nil
                less["position"] = .bool(true)
                if value.object?["position"] != nil {
                    #expect(check.faults(.object(less), schema).count > 1, "\(path)")
                }
            }
            held += 1
        }
        #expect(held >= 15)
    }
}
