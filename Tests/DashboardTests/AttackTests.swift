import Dashboard
import Testing

/// What pages of others, and others on the same machine, may try.
@Suite struct AttackTests {
    @Test(arguments: ["evil.example", "evil.example:8080", "127.0.0.1:8081", "127.0.0.1", ""])
    func refusesAForeignHost(host: String) throws {
        let site = try TestSite()
        #expect(site.get("/", ["host": host]).status == 421)
    }

    @Test(arguments: [
        "http://evil.example", "null", "http://127.0.0.1:8081", "https://127.0.0.1:8080",
    ])
    func refusesAForeignOrigin(origin: String) throws {
        let site = try TestSite()
        let before = try site.count
        let response = try site.send(
            "/do/add", ["amount": "1", "title": "x"], headers: ["origin": origin])
        #expect(response.status == 403)
        #expect(try site.count == before)
    }

    @Test func refusesWhatAnotherSiteSent() throws {
        let site = try TestSite()
        let response = try site.send(
            "/do/add", ["amount": "1", "title": "x"], headers: ["sec-fetch-site": "cross-site"])
        #expect(response.status == 403)
    }

    @Test func asksForTheToken() throws {
        let site = try TestSite()
        for cookie in ["", "ledger-8080=", "ledger-8080=00", "ledger-8081=1; x"] {
            #expect(site.get("/", ["cookie": cookie]).status == 401)
        }
        #expect(site.get("/?token=00").status == 401)
        #expect(site.get("/entries?token=00", ["cookie": ""]).status == 401)
    }

    @Test func tiresOfGuesses() throws {
        let site = try TestSite()
        let found = (0..<20).map { site.get("/?token=\($0)").status }
        #expect(found.prefix(10).allSatisfy { $0 == 401 })
        #expect(found.suffix(10).allSatisfy { $0 == 429 })
    }

    @Test func boundsRequests() throws {
        let site = try TestSite()
        let found = (0..<300).map { _ in site.get("/style-15.css").status }
        #expect(found.contains(429))
    }

    @Test func keepsRoomForWhoIsLetIn() throws {
        let site = try TestSite()
        let found = (0..<300).map { _ in site.get("/style-15.css", ["cookie": ""]).status }
        #expect(found.contains(429))
        #expect(site.get("/tasks").status == 200)
        let house = try TestHouse()
        let bo = try house.session(of: "Bo")
        let others = (0..<300).map { _ in house.get("/login").status }
        #expect(others.contains(429))
        #expect(house.get("/tasks", cookie: bo).status == 200)
        let listening = TestSite.request("GET", "/live", ["cookie": bo])
        #expect(house.dashboard.refusesToTell(listening)?.status == nil)
    }

    @Test(arguments: ["", "00", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"])
    func asksForTheTokenOfForms(token: String) throws {
        let site = try TestSite()
        let before = try site.count
        let response = try site.send(
            "/do/add", ["amount": "1", "title": "x", "form": token])
        #expect(response.status == 403)
        #expect(try site.count == before)
    }

    @Test func refusesALargeBody() throws {
        let site = try TestSite()
        let response = try site.send(
            "/do/add", ["amount": "1", "title": String(repeating: "x", count: 70_000)])
        #expect(response.status == 413)
    }

    @Test func refusesALongAddress() throws {
        let site = try TestSite()
        let length = 4_096 - "/entries?q=".count
        #expect(site.get("/entries?q=" + String(repeating: "x", count: length)).status == 200)
        #expect(site.get("/entries?q=" + String(repeating: "x", count: length + 1)).status == 414)
    }

    @Test(
        arguments: [
            "/../etc/passwd", "/..%2f..%2fetc/passwd", "//evil.example/", "/entries/../audit",
            "/style-15.css/..", "/%00", "/.git/config",
        ])
    func servesNoFiles(path: String) throws {
        #expect(try TestSite().get(path).status == 404)
    }

    @Test(arguments: ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x"])
    func goesNowhereElse(back: String) throws {
        let site = try TestSite()
        let response = try site.send(
            "/do/add", ["amount": "1", "title": "x", "back": back])
        #expect(response.status == 303)
        #expect(response.header("Location") == "/?done=2")
    }

    /// The one script that pages have.
    static let ownScript = "<script src=\"/live.js\" defer blocking=\"render\"></script>"
    static let hostile = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;"

    @Test func escapesEveryText() throws {
        let site = try TestSite()
        let text = AttackTests.hostile
        let response = try site.send(
            "/do/add",
            [
                "amount": "12.50", "title": text, "payee": text, "note": text, "tags": "a<b>\"",
                "category": text, "account": "",
            ])
        #expect(response.status == 303)
        let task = try site.send(
            "/do/task/add", ["title": text, "project": text], from: "/tasks")
        #expect(task.status == 303)
        let encoded = TestSite.encoded(text)
        let pages = [
            "/", "/entries", "/entry?id=2", "/tasks", "/audit", "/reports?by=category",
            "/reports?by=payee", "/reports?by=tag", "/accounts", "/budget",
            "/explain?q=\(encoded)", "/entries?q=\(encoded)", "/entries?p=\(encoded)",
            "/reports?period=\(encoded)", "/reports?by=\(encoded)", "/audit?q=\(encoded)",
            "/?at=\(encoded)", "/tasks?tab=\(encoded)", "/entry?id=\(encoded)",
            "/accounts?period=\(encoded)",
        ]
        for page in pages {
            let body = site.get(page).body.replacing(AttackTests.ownScript, with: "")
            #expect(!body.contains("<script"), "\(page)")
            #expect(!body.contains("<img"), "\(page)")
            #expect(!body.contains("style="), "\(page)")
            #expect(!body.contains("<b>"), "\(page)")
        }
        #expect(site.get("/entries").body.contains("&quot;&#39;&gt;&lt;script&gt;"))
        let wrong = try site.send("/do/add", ["amount": text, "title": text])
        #expect(wrong.status == 422)
        #expect(!wrong.body.replacing(AttackTests.ownScript, with: "").contains("<script"))
    }

    @Test func saysWhatABrowserMayDo() throws {
        let site = try TestSite()
        for target in ["/", "/nowhere", "/style-15.css", "/?token=1"] {
            let response = site.get(target)
            let policy = try #require(response.header("Content-Security-Policy"))
            #expect(
                policy.hasPrefix(
                    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self';"))
            #expect(!policy.contains("unsafe"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(response.header("X-Content-Type-Options") == "nosniff")
            #expect(response.header("Cache-Control") == "no-store")
        }
        let entrance = site.dashboard.open(on: 8_080).dropFirst("http://127.0.0.1:8080".count)
        let cookie = try #require(site.get(String(entrance)).header("Set-Cookie"))
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
    }

    @Test func recordsNothingWhenItOnlyShows() throws {
        let site = try TestSite(isReadOnly: true)
        let before = try site.count
        #expect(!site.get("/").body.contains("/do/add"))
        let response = try site.send(
            "/do/add", ["amount": "1", "title": "x"], from: "/entries")
        #expect(response.status == 403)
        #expect(try site.count == before)
    }

    @Test func wantsTheTokenForTheInterface() throws {
        let site = try TestSite()
        let address = site.dashboard.open(on: 8_080)
        let token = try #require(address.split(separator: "=").last)
        let right = ["authorization": "Bearer \(token)"]
        func call(_ path: String, _ json: String, _ headers: [String: String]) -> WebResponse {
            site.dashboard.answer(TestSite.request("POST", path, headers, body: json))
        }
        #expect(call("/api/add", #"{"lines":[{"amount":"1","title":"x"}]}"#, [:]).status == 401)
        let added = call("/api/add", #"{"lines":[{"amount":"1.25","title":"x"}]}"#, right)
        #expect(added.status == 200)
        #expect(added.body.contains(#""position":2"#))
        #expect(call("/api/list", "{}", right).body.contains(#""amount":"1.25""#))
        #expect(call("/api/list", "[", right).status == 422)
        #expect(call("/api/backup", #"{"folder":"/"}"#, right).status == 404)
        #expect(call("/api/../x", "{}", right).status == 404)
    }
}
