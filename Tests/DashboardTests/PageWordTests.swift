import Application
import Dashboard
import EventLog
import Foundation
import Ledger
import Support
import Testing

/// What pages say, and what they refuse: words in addresses, notes of receipts, what comes again.
@Suite("Words of pages")
struct PageWordTests {
    @Test(
        "a word in an address that is none is refused, with those that are",
        arguments: [
            ("/reports?kind=incme", "income"), ("/reports?by=categry", "category"),
            ("/reports?period=monthy", "monthly"), ("/explain?kind=foo", "income"),
            ("/explain?depth=x", "depth"), ("/explain?depth=0", "depth"),
            ("/tasks?tab=opne", "open"), ("/accounts?period=monthy", "monthly"),
            ("/compared?from=1&by=payees", "category"), ("/verify?run=quik", "quick"),
            ("/entries?skip=x", "skip"), ("/entries?q=amt%3A%3E%3Ex", "amt:"),
            ("/entries?p=2026-02-30", "2026-02-30"), ("/reports?p=nonsense", "nonsense"),
            ("/reports?q=kind%3Afoo", "foo"), ("/compared?from=x", "x"),
            ("/reconcile?account=nobody", "nobody"), ("/explain?q=amt%3Ax", "amt"),
        ])
    func refused(target: String, word: String) throws {
        let site = try TestSite()
        _ = try site.send("/do/add", ["amount": "5", "title": "Tea", "account": "bank"])
        let answer = site.get(target)
        #expect(answer.status == 422, "\(target)")
        #expect(answer.body.contains(word), "\(answer.body)")
    }

    @Test("what a receipt notes stands beside Undo, and nobody else is shown it")
    func notes() throws {
        let site = try TestSite()
        _ = try site.send("/do/add", ["amount": "5", "title": "Tea", "category": "home"])
        let sent = try site.send(
            "/do/add", ["amount": "6", "title": "Tea", "category": "hoome", "account": "bank"])
        let target = try #require(sent.header("Location"))
        let page = site.get(target).body
        let place = try #require(page.firstRange(of: "role=\"status\""))
        let notice = page[place.lowerBound...].prefix(1_500)
        #expect(notice.contains("hoome is new here; did you mean home?"))
        #expect(notice.contains("opened the account bank") && notice.contains("/do/undo"))
        let german = site.get(target, ["accept-language": "de"]).body
        #expect(german.contains("hoome ist hier neu; war home gemeint?"))
        // Of another event there is nothing to say, and of one that nobody recorded just now.
        #expect(!site.get("/?done=2").body.contains("did you mean"))
        for query in ["done=1", "done=99", "undone=2"] {
            #expect(!site.get("/?\(query)").body.contains("class=\"note\""), "\(query)")
        }
        #expect(site.get("/?done=2").body.contains("Recorded, event 2."))
        let late = try site.send(
            "/do/task/add", ["title": "x", "due": "2026-01-02"], from: "/tasks")
        #expect(site.get(try #require(late.header("Location"))).body.contains("already past"))
        let undone = try site.send("/do/undo", ["id": target.filter(\.isNumber)])
        #expect(undone.status == 303)
    }

    @Test("a report stands beside earlier days, cut where the later ones are, by each group")
    func compared() throws {
        let site = try TestSite()
        for (amount, category, day) in [
            ("10", "food", "2025-12-03"), ("5", "food", "2025-12-20"),
            ("12", "food", "2026-01-03"), ("7", "home", "2026-01-05"),
            ("8", "fun", "2025-12-04"), ("6", "fun", "2026-01-04"),
        ] {
            _ = try site.send(
                "/do/add",
                ["amount": amount, "title": "x", "category": category, "day": day])
        }
        // To the 15th of both months: 10.00 and 12.00 of food, a fifth more; 8.00 and 6.00 of fun,
        // a quarter less; 0 and 7.00 of home.
        let page = site.get("/reports?by=category&compare=previous").body
        let start = try #require(page.firstRange(of: "id=\"compared\""))
        let rest = page[start.upperBound...]
        let end = try #require(rest.firstRange(of: "</section>"))
        let table = rest[..<end.lowerBound]
        let cells = table.replacing(/<[^>]+>/, with: "|").split(separator: "|").map(String.init)
        #expect(
            cells.suffix(12) == [
                "food", "10.00 EUR", "12.00 EUR", "+2.00 · +20.0 %", "fun", "8.00 EUR",
                "6.00 EUR", "\u{2212}2.00 · \u{2212}25.0 %", "home", "0.00 EUR", "7.00 EUR",
                "+7.00",
            ])
        #expect(table.contains("begin=2025-12-01&amp;end=2025-12-16"))
        #expect(table.contains("begin=2026-01-01&amp;end=2026-01-16"))
        #expect(table.contains("Both end early"))
        // Days that are over are not cut: 15.00 of December beside nothing of November.
        let over = site.get("/reports?by=category&p=2025-12&compare=previous").body
        #expect(over.contains(">15.00 EUR</a>") && !over.contains("Both end early"))
        #expect(!site.get("/reports?by=category").body.contains("id=\"compared\""))
        #expect(site.get("/reports?compare=x").status == 422)
        let missing = Language.Missing()
        Language.$missing.withValue(missing) {
            _ = site.get("/reports?by=category&compare=year", ["accept-language": "de"])
        }
        #expect(missing.all == [])
    }

    @Test("a comparison of more groups than a page shows says so, in German too")
    func manyCompared() throws {
        let site = try TestSite()
        for number in 1...101 {
            let line = LineInput(amount: "1", title: "x", category: "c\(number)")
            _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: site.env)
        }
        let target = "/reports?by=category&compare=previous"
        #expect(site.get(target).body.contains("Shown: 100 of 101 rows; terms narrow it."))
        let german = site.get(target, ["accept-language": "de"]).body
        #expect(german.contains("Gezeigt: 100 von 101 Zeilen; Begriffe grenzen ein."))
        #expect(!site.get(target + "&q=cat%3Ac1").body.contains("rows; terms narrow it."))
    }

    @Test("the log is narrowed by what happened, who recorded it and when, as ledger log does")
    func narrowed() throws {
        let site = try TestSite()
        _ = try site.send("/do/add", ["amount": "5", "title": "Tea"])
        _ = try site.send("/do/task/add", ["title": "Call"], from: "/tasks")
        // Four events: the ledger, its owner, a line and a task.
        for (query, events) in [
            ("", [3, 2, 1, 0]), ("kind=line-added", [2]), ("kind=line+task", [3, 2]),
            ("who=ada", [3, 2, 1, 0]), ("since=2026-01-16", []), ("until=2026-01-15", []),
            ("since=2026-01-15&kind=task&q=call", [3]),
        ] {
            let page = site.get("/audit?\(query)")
            #expect(page.status == 200)
            let found = page.body.matches(of: /Proof of event ([0-9]+)/).map { Int($0.1) }
            #expect(found == events, "\(query)")
            if events.isEmpty { #expect(page.body.contains("No event passes.")) }
        }
        for query in ["kind=tea", "who=Nobody", "since=someday!"] {
            let page = site.get("/audit?\(query)")
            let value = query.split(separator: "=")[1]
            #expect(page.status == 422 && page.body.contains("role=\"alert\""), "\(query)")
            #expect(page.body.contains("value=\"\(value)\""), "\(query)")
        }
    }

    @Test("behind the last row a list says so, and leads back") func beyond() throws {
        let site = try TestSite()
        _ = try site.send("/do/add", ["amount": "5", "title": "Tea"])
        for target in ["/entries?skip=999999", "/audit?skip=999999"] {
            let page = site.get(target).body
            #expect(page.contains("There are no more.") && page.contains("rel=\"prev\""))
            #expect(!page.contains("1000000 to"), "\(target)")
        }
        #expect(site.get("/entries?q=nothing").body.contains("No entry passes."))
    }

    @Test("the agenda has what comes again, and tasks say what they wait for") func agenda() throws
    {
        let site = try TestSite()
        _ = try site.send("/do/task/add", ["title": "Buy paint"], from: "/tasks")
        var task = TaskInput()
        task.title = "Paint the wall"
        task.due = "2026-01-17"
        task.depends = ["2"]
        _ = try AddTask.run(AddTask.Input(task), in: site.env)
        _ = try AddRepeat.run(
            AddRepeat.Input(
                line: LineInput(amount: "700", title: "Rent"), every: "month on the 20th"),
            in: site.env)
        let page = site.get("/tasks?tab=agenda").body
        #expect(page.contains("Rent") && page.contains("700.00 EUR"))
        #expect(page.contains("comes again"))
        for tab in ["open", "agenda"] {
            let body = site.get("/tasks?tab=\(tab)").body
            #expect(body.contains("waits for 2 Buy paint"), "\(tab)")
        }
        #expect(site.get("/tasks").body.contains("Rent"))
        // What the command line has on these days.
        let items = try TaskAgenda.run(TaskAgenda.Input(period: "2w"), in: site.env)
            .rows.flatMap(\.items)
        #expect(items.map(\.title) == ["Paint the wall", "Rent"])
        for item in items { #expect(page.contains(">\(item.title)")) }
        #expect(page.contains("Without a day") && page.contains("Buy paint"))
        _ = try site.send("/do/task/done", ["id": "2"], from: "/tasks")
        #expect(!site.get("/tasks?tab=agenda").body.contains("waits for"))
    }

    @Test("verifying what is new says no more than was looked at, and compares statements")
    func quick() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { TestFolder.remove(folder) }
        let env = Environment.test.with { $0.home = FileHome(folder) }
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        let site = try TestSite(over: env)
        _ = try OpenAccount.run(
            OpenAccount.Input(name: "bank", opening: "4", day: "2026-01-01"), in: env)
        let whole = site.verified("/verify?run=full")
        #expect(whole.contains("All of it is whole"))
        let noted = try site.send("/do/statement", ["account": "bank", "balance": "5"])
        #expect(noted.status == 303)
        let page = site.verified("/verify?run=quick")
        #expect(!page.contains("All of it is whole") && !page.contains("0 commits"))
        #expect(page.contains("1 thing does not agree"))
        #expect(page.contains("the statement says 5.00 EUR, the ledger has 4.00"))
        #expect(page.contains("hashed 1 new event"))
    }

    @Test("a task is headed by its title, and what is neither line nor task has no form")
    func headed() throws {
        let site = try TestSite()
        _ = try site.send("/do/task/add", ["title": "Buy paint"], from: "/tasks")
        #expect(try OpenAccount.run(OpenAccount.Input(name: "bank"), in: site.env).id == 3)
        let task = site.get("/entry?id=2").body
        #expect(task.contains("<h1>Buy paint</h1>") && task.contains("/do/attach"))
        #expect(task.contains("<a href=\"/tasks\" aria-current=\"page\">"))
        #expect(task.contains(" event 2 · 2026-01-15 12:00 UTC · Ada"))
        let account = site.get("/entry?id=3").body
        #expect(account.contains("<h1>History of 3</h1>") && !account.contains("action=\"/do/"))
        #expect(account.contains("<a href=\"/accounts\" aria-current=\"page\">"))
        #expect(site.get("/audit").body.contains("2026-01-15 12:00 UTC · Ada"))
    }
}
