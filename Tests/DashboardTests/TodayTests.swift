import Application
import Dashboard
import EventLog
import Ledger
import Synchronization
import Testing

/// *Today* is added up once while nothing is recorded, and never shows what is not so any more.
@Suite("Today")
struct TodayTests {
    @Test("of many tasks that press the page shows the first ones, and where the others are")
    func manyTasks() throws {
        let site = try TestSite()
        for number in 1...53 {
            _ = try site.send(
                "/do/task/add", ["title": "Errand \(number)", "due": "2026-01-10"],
                from: "/tasks")
        }
        let page = site.get("/").body
        #expect(Set(page.matches(of: /Errand (\d+)/).map(\.output.1)).count == 50)
        #expect(page.contains("href=\"/tasks?tab=today\">and 3 more</a>"))
        let german = site.get("/", ["accept-language": "de"]).body
        #expect(german.contains(">und 3 weitere</a>"))
    }

    @Test("the page is the same as one that is made anew, and follows what is recorded")
    func same() throws {
        let site = try TestSite()
        func plain(_ page: String) -> String {
            page.replacing(/name="key" value="[0-9a-f]*"/, with: "")
        }
        _ = try site.send(
            "/do/add", ["amount": "5", "title": "Tea", "category": "food", "account": "bank"])
        let first = site.get("/").body
        #expect(plain(site.get("/").body) == plain(first))
        // A server that was just started knows nothing yet.
        let fresh = try TestSite(over: site.env)
        func figures(_ page: String) -> String {
            let main = page.firstRange(of: "<main").map { page[$0.lowerBound...] } ?? ""
            return plain(String(main)).replacing(/name="form" value="[0-9a-f.]*"/, with: "")
        }
        #expect(figures(fresh.get("/").body) == figures(first))
        // Each form has a key of its own all the same.
        #expect(site.get("/").body != first)
        _ = try site.send("/do/add", ["amount": "7", "title": "Bun", "category": "bread"])
        let next = site.get("/").body
        #expect(next.contains(">12.00</a>") && next.contains(">Bun<"))
        #expect(next.contains("<option value=\"bread\">"))
        let id = try #require(Int(next.components(before: "Bun", after: "/entry?id=") ?? ""))
        _ = try site.send("/do/undo", ["id": "\(id)"])
        #expect(site.get("/").body.contains(">5.00</a>"))
        #expect(site.get("/", ["accept-language": "de"]).body.contains("Zuletzt erfasst"))
        #expect(
            site.get("/?at=1").body.contains(">0</a>") || !site.get("/?at=1").body.contains("Tea"))
        #expect(site.get("/").body.contains(">5.00</a>"))
    }

    @Test("tasks are late from the minute on in which they are") func minutes() throws {
        let now = Mutex(Timestamp("2026-01-15T12:00:00Z") ?? Environment.test.now())
        let env = Environment.test.with { $0.now = { now.withLock { $0 } } }
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        let site = try TestSite(over: env)
        _ = try site.send(
            "/do/task/add", ["title": "Call", "due": "2026-01-15 12:30"], from: "/tasks")
        #expect(!site.get("/").body.contains("! late"))
        now.withLock { $0 = $0.adding(milliseconds: 1_900_000) }
        #expect(site.get("/").body.contains("! late"))
    }

    @Test("who may not read any more is shown nothing, and each person the forms of that person")
    func persons() throws {
        let house = try TestHouse(["Bo": ["read"], "Di": ["read", "create"]])
        let line = LineInput(amount: "5", title: "Tea")
        _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: house.env)
        let (bo, di) = (try house.session(of: "Bo"), try house.session(of: "Di"))
        for _ in 1...2 {
            #expect(house.get("/", cookie: di).body.contains("/do/add"))
            let page = house.get("/", cookie: bo).body
            #expect(page.contains("Tea") && !page.contains("/do/add"))
        }
        _ = try Revoke.run(Revoke.Input(people: ["Bo"], rights: ["read"]), in: house.env)
        let refused = house.get("/", cookie: bo)
        #expect(refused.status == 403 && !refused.body.contains("Tea"))
    }

    @Test("a copy of the page has the token of its own session, and keys that nobody else has")
    func copies() throws {
        let house = try TestHouse([:])
        // What looks like a key stays what it is.
        let title = "name=\"key\" value=\"ff\" name=\"form\" value=\"ee\""
        let line = LineInput(amount: "5", title: title)
        _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: house.env)
        var task = TaskInput()
        (task.title, task.due) = ("Call", "2026-01-15")
        _ = try AddTask.run(AddTask.Input(task), in: house.env)
        func values(_ name: String, _ page: String) -> [String] {
            page.components(between: "name=\"\(name)\" value=\"", and: "\"")
        }
        func token(_ form: String) -> String { String(form.prefix { $0 != "." }) }
        var keys: [String] = []
        var tokens: Set<String> = []
        for session in [try house.session(of: "Ada"), try house.session(of: "Ada")] {
            let other = values("form", house.get("/people", cookie: session).body).map(token)
            for _ in 1...2 {
                let page = house.get("/", cookie: session).body
                let forms = values("form", page)
                let own = forms.map(token)
                #expect(own.count == 3 && Set(own) == Set(other))
                // All but that to log out tell the log that the page is of.
                let logs = forms.map { $0.drop { $0 != "." } }.filter { !$0.isEmpty }
                #expect(logs.count == 2 && Set(logs).count == 1, "\(logs)")
                tokens.formUnion(own)
                keys += values("key", page)
                #expect(page.contains("&quot;ff&quot; name="))
            }
        }
        #expect(tokens.count == 2 && tokens.allSatisfy { $0.utf8.count == 64 })
        #expect(keys.count == 8 && Set(keys).count == 8)
        #expect(keys.allSatisfy { $0.utf8.count == 24 })
    }

    @Test("lists that are looked at again are those of the ledger, the person and the address")
    func again() throws {
        let house = try TestHouse(["Bo": ["read"]])
        func add(_ title: String) throws {
            let line = LineInput(amount: "5", title: title, category: "food")
            _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: house.env)
        }
        try add("Tea")
        let (ada, bo) = (try house.session(of: "Ada"), try house.session(of: "Bo"))
        let pages = [
            "/entries", "/entries?q=tea", "/entries?q=milk", "/reports", "/reports?by=category",
            "/tasks", "/accounts", "/budget", "/people", "/explain?category=food",
        ]
        for round in 1...2 {
            for page in pages {
                for cookie in [ada, bo] {
                    let first = house.get(page, cookie: cookie)
                    let second = house.get(page, cookie: cookie)
                    #expect(first.status == 200 && second.status == 200)
                    func plain(_ text: String) -> [String] {
                        let keys = text.components(between: "name=\"key\" value=\"", and: "\"")
                        return keys.reduce(text) { $0.replacing($1, with: "") }
                            .split(separator: "\n").map(String.init)
                    }
                    #expect(plain(first.body) == plain(second.body), "\(page) \(round)")
                }
                #expect(!house.get(page, cookie: bo).body.contains("/do/add"), "\(page)")
                let german = house.get(page, cookie: ada, ["accept-language": "de"]).body
                #expect(german.contains("<html lang=\"de\">"))
            }
            let (tea, milk) = (
                house.get("/entries?q=tea", cookie: ada).body,
                house.get("/entries?q=milk", cookie: ada).body
            )
            #expect(tea.contains(">Tea<") && !tea.contains(">Milk<"))
            #expect(milk.contains(">Milk<") == (round == 2) && !milk.contains(">Tea<"))
            try add("Milk")
        }
        _ = try Revoke.run(Revoke.Input(people: ["Bo"], rights: ["read"]), in: house.env)
        for page in pages { #expect(house.get(page, cookie: bo).status == 403, "\(page)") }
    }

    @Test("text that was erased is gone at once") func erased() throws {
        let house = try TestHouse([:])
        let line = LineInput(amount: "5", title: "Secret")
        let id = try AddEntry.run(AddEntry.Input(lines: [line]), in: house.env).id
        let ada = try house.session(of: "Ada")
        #expect(house.get("/", cookie: ada).body.contains("Secret"))
        _ = try EraseText.run(
            EraseText.Input(ids: ["\(id)"], reason: "asked for"), in: house.env)
        #expect(!house.get("/", cookie: ada).body.contains("Secret"))
    }

    @Test("where the server is not reached a page says so, and has nothing of the ledger")
    func offline() throws {
        let site = try TestSite()
        _ = try site.send("/do/add", ["amount": "5", "title": "Tea"])
        for (language, words) in [("en", "does not answer"), ("de", "antwortet nicht")] {
            let page = site.get("/offline", ["cookie": "", "accept-language": language])
            #expect(page.status == 200 && page.body.contains(words))
            #expect(!page.body.contains("<script") && !page.body.contains("<form"))
        }
        let worker = site.get("/offline.js", ["cookie": ""])
        #expect(worker.header("Content-Type") == "text/javascript; charset=utf-8")
        #expect(worker.header("Content-Security-Policy")?.contains("script-src 'self'") == true)
        // It keeps three things and no page of the ledger.
        #expect(worker.body.contains("addAll([PAGE, SENT, STYLE])"))
        #expect(!worker.body.contains("put(") && worker.body.contains("startsWith(\"/do/\")"))
        for (language, words) in [("en", "as not recorded"), ("de", "gilt als nicht erfasst")] {
            let sent = site.get("/offline?sent=yes", ["cookie": "", "accept-language": language])
            #expect(sent.status == 200 && sent.body.contains(words))
            #expect(!site.get("/offline", ["accept-language": language]).body.contains(words))
        }
        let style = try #require(
            worker.body.firstRange(of: "STYLE = \"").map { range in
                String(worker.body[range.upperBound...].prefix { $0 != "\"" })
            })
        #expect(site.get(style, ["cookie": ""]).status == 200)
        #expect(site.get("/live.js").body.contains("register(\"/offline.js\")"))
    }
}

extension String {
    /// All that stands between two texts.
    fileprivate func components(between start: String, and end: Character) -> [String] {
        ranges(of: start).map { String(self[$0.upperBound...].prefix { $0 != end }) }
    }

    /// What stands between two texts, the last before the first of the other.
    fileprivate func components(before text: String, after start: String) -> String? {
        guard let end = firstRange(of: text)?.lowerBound else { return nil }
        guard let begin = self[..<end].ranges(of: start).last?.upperBound else { return nil }
        return String(self[begin..<end].prefix(while: \.isNumber))
    }
}
