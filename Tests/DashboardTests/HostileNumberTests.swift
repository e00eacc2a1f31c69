import Application
import Dashboard
import Ledger
import Testing

/// Numbers that nobody means, wherever a page or a route takes one.
@Suite("Hostile numbers")
struct HostileNumberTests {
    private static let numbers = [
        "9223372036854775807", "9223372036854775806", "-9223372036854775808",
        "18446744073709551615", "18446744073709551614", "99999999999999999999999", "-1", "1e9",
        "0x10", "²",
    ]

    /// The same in the words of spans, periods and days.
    private static let texts = [
        "9223372036854775807d", "9223372036854775807h", "9223372036854775807w",
        "every 9223372036854775807 days from 2026-01-01",
        "every 9223372036854775807 months from 2026-01-01", "every 9223372036854775807 weeks",
        "last 9223372036854775807 days", "in 9223372036854775807 months",
        "9223372036854775807 years ago", "9999-12-31", "since 9999-12-31", "until 0001-01-01",
        "92233720368547758.07", "-92233720368547758.08", "9223372036854775807",
        "18446744073709551615", "#18446744073709551615", ".9223372036854775807",
    ]

    private func filled() throws -> TestSite {
        let site = try TestSite(isUnhurried: true)
        _ = try OpenAccount.run(
            OpenAccount.Input(name: "bank", opening: "100", day: "2026-01-01"), in: site.env)
        _ = try site.send(
            "/do/add", ["amount": "5", "title": "Tea", "category": "food", "account": "bank"])
        _ = try site.send("/do/task/add", ["title": "Rent", "due": "tomorrow"], from: "/tasks")
        return site
    }

    @Test("no number in an address ends the server, and none is another question")
    func addresses() throws {
        let site = try filled()
        let pages = [
            "/", "/reports", "/explain", "/entries", "/entry", "/tasks", "/accounts", "/budget",
            "/import", "/people", "/reconcile", "/compared", "/verify", "/audit", "/proof",
        ]
        let names = [
            "skip", "limit", "at", "depth", "id", "t", "done", "undone", "begin", "end", "p",
            "period", "balance", "on", "from", "to", "sum", "q",
        ]
        for page in pages {
            for name in names {
                for number in HostileNumberTests.numbers {
                    let target = "\(page)?\(name)=\(TestSite.encoded(number))"
                    let account = page == "/reconcile" ? "&account=bank" : ""
                    let status = site.get(target + account).status
                    #expect([200, 404, 422].contains(status), "\(target) \(status)")
                    let isList = ["/entries", "/audit", "/explain"].contains(page)
                    if name == "skip", isList { #expect(status == 422, "\(target)") }
                }
            }
            #expect(site.get("\(page)?skip=0").status == site.get(page).status)
        }
        for page in ["/entries", "/audit", "/explain"] {
            #expect(site.get("\(page)?skip=1").status == 200)
        }
        for page in pages {
            for name in ["at", "p", "period", "begin", "end", "on", "from", "to", "balance", "q"] {
                for text in HostileNumberTests.texts {
                    let account = page == "/reconcile" ? "&account=bank" : ""
                    let target = "\(page)?\(name)=\(TestSite.encoded(text))\(account)"
                    #expect([200, 404, 422].contains(site.get(target).status), "\(target)")
                }
            }
        }
    }

    @Test("no number in a form ends the server") func forms() throws {
        let site = try filled()
        for (action, page) in [
            ("/do/undo", "/"), ("/do/redo", "/"), ("/do/void", "/"),
            ("/do/restore", "/"), ("/do/amend", "/"), ("/do/task/done", "/tasks"),
            ("/do/task/reopen", "/tasks"), ("/do/task/drop", "/tasks"),
        ] {
            for number in HostileNumberTests.numbers {
                let fields = ["id": number, "version": number, "amount": "7", "was-amount": "5"]
                let status = try site.send(action, fields, from: page).status
                #expect([303, 404, 409, 422].contains(status), "\(action) \(number) \(status)")
            }
        }
        for number in HostileNumberTests.numbers {
            for (action, fields, page) in [
                ("/do/add", ["amount": number, "title": "x", "day": number], "/"),
                ("/do/budget", ["category": "x", "amount": number, "period": number], "/budget"),
                ("/do/statement", ["account": "bank", "balance": number, "on": number], "/"),
                ("/do/task/add", ["title": "x", "due": number], "/tasks"),
            ] {
                let status = try site.send(action, fields, from: page).status
                #expect([303, 409, 422].contains(status), "\(action) \(number) \(status)")
            }
        }
    }

    @Test("no number in a call ends the server, in any field of any route") func routes() throws {
        let site = try filled()
        let document = site.dashboard.answer(TestSite.request("GET", "/api/openapi.json"))
        let check = SchemaCheck(document: AnyJSON(Array(document.body.utf8)) ?? .null)
        let paths = try #require(check.document.object?["paths"]?.object)
        var calls = 0
        for (path, item) in paths.sorted(by: { $0.key < $1.key }) {
            let body = item.object?["post"]?.object?["requestBody"]?.object?["content"]
            let schema = body?.object?["application/json"]?.object?["schema"] ?? .null
            let fields = schema.object?["properties"]?.object ?? [:]
            let numbers = fields.filter { $0.value.object?["type"] == "integer" }.map(\.key)
            for number in [Int64.max, .max - 1, .min, -1, 0] {
                for chosen in numbers.map({ [$0] }) + [numbers] where !chosen.isEmpty {
                    var members = check.sample(schema, full: false).object ?? [:]
                    for name in chosen { members[name] = .integer(number) }
                    let text = String(
                        decoding: JSONCoding.encode(AnyJSON.object(members)), as: UTF8.self)
                    let answer = site.dashboard.answer(
                        TestSite.request(
                            "POST", path, ["authorization": "Bearer \(site.token)"], body: text))
                    #expect(answer.status != 500, "\(path) \(text)")
                    calls += 1
                }
            }
        }
        #expect(calls > 100)
        for (path, item) in paths.sorted(by: { $0.key < $1.key }) {
            let body = item.object?["post"]?.object?["requestBody"]?.object?["content"]
            let schema = body?.object?["application/json"]?.object?["schema"] ?? .null
            let fields = schema.object?["properties"]?.object ?? [:]
            for (name, field) in fields where field.object?["type"] == "string" {
                for text in HostileNumberTests.texts {
                    var members = check.sample(schema, full: false).object ?? [:]
                    members[name] = .string(text)
                    let json = String(
                        decoding: JSONCoding.encode(AnyJSON.object(members)), as: UTF8.self)
                    let answer = site.dashboard.answer(
                        TestSite.request(
                            "POST", path, ["authorization": "Bearer \(site.token)"], body: json))
                    #expect(answer.status != 500, "\(path) \(json)")
                }
            }
        }
        let all = site.dashboard.answer(
            TestSite.request(
                "GET", "/api/people?limit=9223372036854775807",
                ["authorization": "Bearer \(site.token)"]))
        #expect(all.status == 200 && all.body.contains("Ada"))
    }

    @Test("a bar is as long as it can be, however large the amount") func bars() throws {
        let site = try filled()
        _ = try SetBudget.run(SetBudget.Input(category: "food", amount: "0.01"), in: site.env)
        for (amount, day) in [
            ("1000000000000000.00", "2026-01-15"), ("-90000000000000000.00", "2025-11-02"),
        ] {
            let line = LineInput(amount: amount, title: "Big", category: "food", day: day)
            _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: site.env)
        }
        for page in [
            "/", "/budget", "/reports", "/reports?period=daily", "/reports?by=category",
            "/accounts", "/reports?period=one",
        ] {
            let answer = site.get(page)
            #expect(answer.status == 200, "\(page)")
        }
        #expect(site.get("/budget").body.contains("width=\"100%\" class=\"over\""))
    }
}
