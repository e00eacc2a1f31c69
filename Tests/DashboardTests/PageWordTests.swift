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
}
