import Application
import Dashboard
import Synchronization
import Testing

/// What calendars and Prometheus read, each with a token of its own.
@Suite("Feeds")
struct FeedTests {
    @Test("tasks are a calendar, to who has the address") func calendar() throws {
        let site = try TestSite()
        _ = try site.send(
            "/do/task/add", ["title": "Pay, rent; \\ now", "due": "2026-01-20"], from: "/tasks")
        let target = try #require(site.dashboard.feedTarget)
        func get(_ target: String, _ headers: [String: String] = [:]) -> WebResponse {
            site.dashboard.answer(TestSite.request("GET", target, headers))
        }
        let feed = get(target)
        #expect(feed.status == 200)
        #expect(feed.header("Content-Type") == "text/calendar; charset=utf-8")
        #expect(feed.body.hasPrefix("BEGIN:VCALENDAR\r\n"))
        #expect(feed.body.contains("SUMMARY:Pay\\, rent\\; \\\\ now\r\n"))
        let tag = try #require(feed.header("ETag"))
        #expect(get(target, ["if-none-match": tag]).status == 304)
        #expect(get("/feed/tasks.ics").status == 401)
        #expect(get("/feed/tasks.ics?token=\(site.token)").status == 401)
        #expect(get(target, ["host": "evil.example"]).status == 421)
        // The token of the feed opens nothing else.
        let token = target.split(separator: "=").last ?? ""
        #expect(get("/?token=\(token)").status == 401)
        #expect(get("/metrics", ["authorization": "Bearer \(token)"]).status == 401)
        let posted = site.dashboard.answer(TestSite.request("POST", target))
        #expect(posted.status == 405)
        for _ in 0..<20 { _ = get("/feed/tasks.ics?token=0") }
        #expect(get("/feed/tasks.ics?token=0").status == 429)
        #expect(get(target).status == 200)
    }

    @Test("what is counted is what was asked, and names nothing of the ledger") func metrics()
        throws
    {
        let site = try TestSite()
        for _ in 0..<3 { _ = site.get("/entries?q=secret") }
        _ = site.get("/nowhere/secret")
        let token = try #require(site.dashboard.metricsToken)
        let right = ["authorization": "Bearer \(token)"]
        let response = site.dashboard.answer(TestSite.request("GET", "/metrics", right))
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        let lines = response.body.split(separator: "\n")
        #expect(lines.contains("ledger_http_requests_total{route=\"/entries\",status=\"2xx\"} 3"))
        #expect(lines.contains("ledger_http_requests_total{route=\"other\",status=\"4xx\"} 1"))
        #expect(lines.contains("ledger_events 2") && lines.contains("ledger_position 1"))
        #expect(lines.contains("ledger_readable 1"))
        // The entrance, three pages and one that is none.
        #expect(lines.contains("ledger_http_request_duration_seconds_count 5"))
        #expect(lines.contains("ledger_http_request_duration_seconds_bucket{le=\"+Inf\"} 5"))
        #expect(!response.body.contains("secret"))
        #expect(site.get("/metrics").status == 401)
        let wrong = ["authorization": "Bearer \(site.token)"]
        #expect(site.dashboard.answer(TestSite.request("GET", "/metrics", wrong)).status == 401)
    }

    @Test("each person has a feed and metrics that act as that person, and end with the password")
    func persons() throws {
        let house = try TestHouse(["Bo": ["read"], "Cy": ["create"]])
        _ = try AddTask.run(AddTask.Input(task("Paint")), in: house.env)
        func links(_ name: String) throws -> (feed: String, metrics: String) {
            let page = house.get("/audit", cookie: try house.session(of: name)).body
            func text(_ start: String) -> String {
                let rest = page.firstRange(of: start).map { page[$0.upperBound...] } ?? ""
                return String(rest.prefix { $0 != "\"" && $0 != "<" })
            }
            return (text("href=\"/feed/tasks.ics?token="), text("Authorization: Bearer "))
        }
        func feed(_ token: String) -> WebResponse { house.get("/feed/tasks.ics?token=\(token)") }
        func metrics(_ token: String) -> WebResponse {
            house.get("/metrics", ["authorization": "Bearer \(token)"])
        }
        let (ada, bo) = (try links("Ada"), try links("Bo"))
        #expect(Set([ada.feed, ada.metrics, bo.feed, bo.metrics]).count == 4)
        for person in [ada, bo] {
            #expect(feed(person.feed).body.contains("SUMMARY:Paint"))
            #expect(metrics(person.metrics).body.contains("ledger_events "))
            // Each opens one thing.
            #expect(feed(person.metrics).status == 401 && metrics(person.feed).status == 401)
        }
        // The key of one is none of another.
        let swapped = bo.feed.prefix { $0 != "-" } + ada.feed.drop { $0 != "-" }
        #expect(feed(String(swapped)).status == 401)
        #expect(feed("-").status == 401 && feed("99-00").status == 401)
        _ = try Revoke.run(Revoke.Input(people: ["Bo"], rights: ["read"]), in: house.env)
        #expect(feed(bo.feed).status == 403 && metrics(bo.metrics).status == 403)
        house.passwords.hashes.withLock { $0[$0.keys.min() ?? 0] = "another" }
        house.time.now.withLock { $0 += .seconds(3) }
        #expect(feed(ada.feed).status == 401 && metrics(ada.metrics).status == 401)
    }

    /// The address for others that a page of reports has.
    private func shared(in page: String) -> String {
        let start = "href=\"/shared"
        let rest = page.firstRange(of: start).map { page[$0.upperBound...] } ?? ""
        return "/shared" + rest.prefix { $0 != "\"" }.replacing("&amp;", with: "&")
    }

    @Test("a link shows one report to whoever has it, and opens nothing else") func sharing() throws
    {
        let site = try TestSite()
        let food = ["amount": "12.50", "title": "Lunch", "category": "food"]
        _ = try site.send("/do/add", food)
        _ = try site.send("/do/add", ["amount": "99", "title": "Gift", "category": "gifts"])
        let target = shared(in: site.get("/reports?by=category&q=cat%3Afood").body)
        func stranger(_ target: String, _ method: String = "GET") -> WebResponse {
            site.dashboard.answer(TestSite.request(method, target))
        }
        let page = stranger(target)
        #expect(page.status == 200 && page.body.contains("12.50"))
        for text in ["gifts", "99.00", "<form", "<nav", "<a ", "/shared", "<script"] {
            #expect(!page.body.contains(text), "\(text)")
        }
        // What is recorded later is there, too; nothing else is, whatever is asked.
        _ = try site.send("/do/add", food, key: "second")
        #expect(stranger(target).body.contains("25.00"))
        for other in [
            "/shared", "/shared?key=", "/shared?key=0-00", target.replacing("food", with: "gifts"),
            target + "&p=2026", target.replacing("by=category&", with: ""), "/reports", "/",
        ] {
            #expect([401, 429].contains(stranger(other).status), "\(other)")
        }
        #expect(stranger(target, "POST").status == 401)
        // One beside earlier days stays so, and no other one becomes so.
        let beside = shared(in: site.get("/reports?by=category&compare=year").body)
        let both = stranger(beside)
        #expect(both.status == 200 && both.body.contains("id=\"compared\""))
        #expect(!both.body.contains("<a ") && both.body.contains("99.00"))
        #expect([401, 429].contains(stranger(target + "&compare=year").status))
        #expect(shared(in: site.get("/reports?at=1").body) == "/shared")
    }

    @Test("such a link acts as who made it, and ends with the password") func ofPersons() throws {
        let house = try TestHouse(["Bo": ["read"]])
        let line = LineInput(amount: "5", title: "Tea", category: "food")
        _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: house.env)
        func link(_ name: String) throws -> String {
            shared(in: house.get("/reports", cookie: try house.session(of: name)).body)
        }
        let (ada, bo) = (try link("Ada"), try link("Bo"))
        #expect(ada != bo)
        #expect(house.get(ada).status == 200 && house.get(bo).body.contains("5.00"))
        _ = try Revoke.run(Revoke.Input(people: ["Bo"], rights: ["read"]), in: house.env)
        #expect(house.get(bo).status == 403 && !house.get(bo).body.contains("5.00"))
        house.passwords.hashes.withLock { $0[$0.keys.min() ?? 0] = "another" }
        house.time.now.withLock { $0 += .seconds(3) }
        #expect(house.get(ada).status == 401)
    }

    private func task(_ title: String) -> TaskInput {
        var task = TaskInput()
        task.title = title
        return task
    }

    @Test("what is kept on the device comes back; anything else is refused") func kept() throws {
        var file = ServeFile { [UInt8](repeating: 7, count: $0) }
        file.set("$argon2id$x", for: 3)
        #expect(ServeFile(file.bytes) == file)
        #expect(file.feed == String(repeating: "07", count: 32))
        for text in ["", "{}", "[]", #"{"version":2,"feed":"","metrics":"","passwords":{}}"#] {
            #expect(ServeFile(Array(text.utf8)) == nil)
        }
    }
}
