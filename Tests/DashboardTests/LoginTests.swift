import Application
import Dashboard
import EventLog
import Ledger
import Synchronization
import Testing

/// Persons who log in: who gets in, as whom, for how long, and what others may try.
@Suite("Logins")
struct LoginTests {
    @Test("hashes are Argon2id as another program makes it") func hashes() throws {
        let bytes = Array("correct horse".utf8)
        // Of argon2-cffi 25.1 with the salt 0123456789abcdef, 19,456 KiB and 2 passes.
        let other =
            "$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$"
            + "rk2Mi3E4dgRMg0fHaYaptWVZRKqs//6b6k3/nntqGJk"
        #expect(PasswordHash.holds(other, for: bytes))
        #expect(!PasswordHash.holds(other, for: Array("correct horse ".utf8)))
        let own = try #require(PasswordHash.make(bytes))
        #expect(own.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(PasswordHash.holds(own, for: bytes))
        #expect(try #require(PasswordHash.make(bytes)) != own)
        for text in ["", "$argon2id$", String(repeating: "x", count: 500)] {
            #expect(!PasswordHash.holds(text, for: bytes))
        }
    }

    @Test("a stranger is sent to the form, and back to the page that was asked for") func form()
        throws
    {
        let house = try TestHouse()
        let sent = house.get("/entries?q=a")
        #expect(sent.status == 303)
        #expect(sent.header("Location") == "/login?back=%2Fentries%3Fq%3Da")
        let page = house.get("/login?back=%2Fentries%3Fq%3Da").body
        #expect(page.contains("name=\"back\" value=\"/entries?q=a\""))
        #expect(!house.get("/login?back=%2F%2Fevil.example").body.contains("evil"))
        for target in ["/do/void", "/import", "/do/logout"] {
            let sent = house.post(target, ["amount": "1", "title": "x"])
            #expect(sent.status == 401 && sent.body.contains("href=\"/login\""))
            #expect(!sent.body.contains("token"))
        }
        #expect(house.dashboard.refusesToTell(TestSite.request("GET", "/live"))?.status == 401)
        // There is no token for everybody.
        #expect(house.get("/?token=00").status == 303)
        let foreign = house.post(
            "/login", ["name": "Bo", "password": "bo's password", "form": "0"])
        #expect(foreign.status == 403)
        let from = house.logIn(
            "Bo", "bo's password", ["origin": "http://evil.example"])
        #expect(from.status == 403)
    }

    @Test("each session acts as its person, and the ledger's rights hold everywhere") func rights()
        throws
    {
        let house = try TestHouse()
        let (ada, bo) = (
            try house.session("ada", "ada's password"), try house.session("Bo", "bo's password")
        )
        let form = TestSite.hidden("form", in: house.get("/", cookie: ada).body)
        let tea = ["amount": "5", "title": "Tea", "form": form, "key": "k", "back": "/"]
        #expect(house.post("/do/add", tea, cookie: ada).status == 303)
        #expect(house.get("/audit", cookie: ada).body.contains("· Ada"))
        let own = TestSite.hidden("form", in: house.get("/people", cookie: bo).body)
        #expect(own != form && !own.isEmpty)
        let count = try house.env.store().head().count
        // The form of somebody else is none.
        #expect(house.post("/do/add", tea, cookie: bo).status == 403)
        for (target, fields) in [
            ("/do/add", ["amount": "5", "title": "Milk"]), ("/do/task/add", ["title": "x"]),
            ("/do/budget", ["category": "food", "amount": "5"]),
            ("/do/people/add", ["name": "Cy"]), ("/do/undo", ["id": "\(count - 1)"]),
            ("/do/void", ["id": "\(count - 1)"]), ("/do/redo", ["id": "1"]),
        ] {
            let sent = house.post(target, fields.merging(["form": own]) { $1 }, cookie: bo)
            #expect(sent.status == 403 || sent.status == 422, "\(target) \(sent.status)")
        }
        #expect(try house.env.store().head().count == count)
        #expect(house.get("/entries", cookie: bo).body.contains("Tea"))
        // What opens everything is shown to nobody who logged in: a key begins with its person.
        let person = try #require(try house.env.acting(as: "Bo").user)
        let audit = house.get("/audit", cookie: bo).body
        #expect(audit.contains("Bearer \(person)-"))
        #expect(audit.ranges(of: "Bearer ").count == 1)
    }

    @Test("programs log in, too, and no route that changes something is open to a reader")
    func programs() throws {
        let house = try TestHouse()
        func call(_ path: String, _ json: String, _ token: String) -> WebResponse {
            house.dashboard.answer(
                TestSite.request(
                    "POST", path, ["authorization": "Bearer \(token)"], body: json))
        }
        let wrong = call("/api/session", #"{"name":"Bo","password":"x"}"#, "")
        #expect(wrong.status == 401)
        #expect(call("/api/session", "[]", "").status == 400)
        let answer = call("/api/session", #"{"name":"Bo","password":"bo's password"}"#, "")
        let token = try #require(AnyJSON(Array(answer.body.utf8))?.object?["token"]?.string)
        #expect(call("/api/list", "{}", token).status == 200)
        #expect(call("/api/list", "{}", String(token.reversed())).status == 401)
        #expect(call("/api/whoami", "{}", token).body.contains("Bo"))
        let count = try house.env.store().head().count
        var refused = 0
        for route in try Router.standard.routes where route.needs.contains(where: { $0 != .read }) {
            let response = call("/api/\(route.path)", "{}", token)
            #expect([403, 404].contains(response.status), "\(route.path) \(response.body)")
            refused += response.status == 403 ? 1 : 0
        }
        #expect(refused > 35)
        #expect(try house.env.store().head().count == count)
    }

    @Test("an id that somebody else set is worth nothing afterwards") func fixation() throws {
        let house = try TestHouse()
        let planted = "ledger-8080=" + String(repeating: "a", count: 64)
        let response = house.logIn("Bo", "bo's password", cookie: planted)
        let header = try #require(response.header("Set-Cookie"))
        #expect(!header.contains("aaaaaaaa"))
        #expect(header.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
        #expect(house.get("/", cookie: planted).status == 303)
        let first = String(try #require(header.split(separator: ";").first))
        #expect(house.get("/", cookie: first).status == 200)
        let second = try house.session("Bo", "bo's password")
        #expect(second != first)
        // Who logs in again from the same browser leaves no session behind.
        _ = house.logIn("Bo", "bo's password", cookie: first)
        #expect(house.get("/", cookie: first).status == 303)
        #expect(house.get("/", cookie: second).status == 200)
    }

    @Test("wrong ones are told nothing, and soon have to wait") func guesses() throws {
        let house = try TestHouse()
        let bodies = ["Bo", "Nobody", "<b>"].map { house.logIn($0, "wrong password") }
        #expect(bodies.allSatisfy { $0.status == 401 })
        #expect(bodies.allSatisfy { $0.body.contains("The name or the password is wrong.") })
        #expect(bodies[2].body.contains("value=\"&lt;b&gt;\"") && !bodies[2].body.contains("<b>"))
        let more = (0..<6).map { _ in house.logIn("bo", "wrong password").status }
        #expect(more == [401, 401, 401, 401, 429, 429])
        // The right one has to wait as well; somebody else does not.
        #expect(house.logIn("Bo", "bo's password").status == 429)
        #expect(house.logIn("Ada", "ada's password").status == 303)
        house.time.now.withLock { $0 += .seconds(31) }
        #expect(house.logIn("Bo", "bo's password").status == 303)
        // A person's id is no name, and neither is an empty one.
        for name in ["1", "#1", "", "me", "ME", "Ad"] {
            #expect(house.logIn(name, "ada's password").status == 401, "\(name)")
        }
    }

    @Test("a session ends by itself, by a new password, and when told to") func ends() throws {
        let house = try TestHouse()
        let idle = try house.session("Bo", "bo's password")
        house.time.now.withLock { $0 += .seconds(11 * 3_600) }
        #expect(house.get("/", cookie: idle).status == 200)
        house.time.now.withLock { $0 += .seconds(13 * 3_600) }
        #expect(house.get("/", cookie: idle).status == 303)
        let changed = try house.session("Bo", "bo's password")
        house.passwords.hashes.withLock { $0[$0.keys.max() ?? 0] = nil }
        house.time.now.withLock { $0 += .seconds(3) }
        #expect(house.get("/", cookie: changed).status == 303)
        #expect(house.logIn("Bo", "bo's password").status == 401)
        let ada = try house.session("Ada", "ada's password")
        let form = TestSite.hidden("form", in: house.get("/", cookie: ada).body)
        #expect(house.post("/do/logout", ["form": "0"], cookie: ada).status == 403)
        let left = house.post("/do/logout", ["form": form], cookie: ada)
        #expect(left.status == 303 && left.header("Set-Cookie")?.contains("Max-Age=0") == true)
        #expect(house.get("/", cookie: ada).status == 303)
    }

    @Test("a file of one person is no other's") func files() throws {
        let house = try TestHouse()
        let ada = try house.session("Ada", "ada's password")
        let form = TestSite.hidden("form", in: house.get("/import", cookie: ada).body)
        let body =
            "--b\r\nContent-Disposition: form-data; name=\"form\"\r\n\r\n\(form)\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n"
            + "Date,Amount,Title\n2026-01-02,5,Secret\n\r\n--b--"
        let sent = house.dashboard.answer(
            TestSite.request(
                "POST", "/import",
                ["cookie": ada, "content-type": "multipart/form-data; boundary=b"], body: body))
        let target = try #require(sent.header("Location"))
        #expect(house.get(target, cookie: ada).body.contains("Secret"))
        let bo = try house.session("Bo", "bo's password")
        #expect(!house.get(target, cookie: bo).body.contains("Secret"))
    }

    @Test("behind a server that encrypts its name is known, and cookies stay encrypted")
    func address() throws {
        let address = try #require(PublicAddress("https://Ledger.example:443/"))
        let house = try TestHouse(address: address)
        let there = ["host": "ledger.example", "origin": "https://ledger.example"]
        let response = house.logIn("Bo", "bo's password", there)
        #expect(response.status == 303)
        #expect(response.header("Set-Cookie")?.hasSuffix("; SameSite=Strict; Secure") == true)
        for (host, origin) in [
            ("ledger.example", "http://ledger.example"), ("evil.example", "https://evil.example"),
            ("ledger.example", "http://127.0.0.1:8080"), ("ledger.example:443", ""),
        ] {
            let headers = ["host": host].merging(origin.isEmpty ? [:] : ["origin": origin]) { $1 }
            #expect([403, 421].contains(house.get("/login", cookie: "", headers).status))
        }
        for text in [
            "http://a", "https://", "https://a/b", "https://a:0", "https://a b", "https://a@b",
            "https://a:1:2", "a", "https://ä",
        ] {
            #expect(PublicAddress(text) == nil, "\(text)")
        }
    }

    @Test("nothing listens beyond this machine without logins and encryption")
    func options() throws {
        for words in [
            ["--listen", "0.0.0.0"], ["--listen", "192.168.1.2", "--login"],
            ["--listen", "::", "--public", "https://a"], ["--public", "https://a"],
            ["--login", "--public", "http://a"],
            ["--read-only=no"], ["--read-only=yes"], ["--login=no"], ["--login="], ["--help=no"],
            ["--port", "22", "--port", "23"], ["--port=22", "--port", "22"], ["--port="],
            ["--rate", "5", "--rate=5"], ["--ledger", "a", "--ledger", "b"], ["--x=1", "--x=1"],
        ] {
            #expect(throws: ServeOptions.Fault.self, "\(words)") { try ServeOptions(words) }
        }
        let options = try ServeOptions(
            ["--listen", "0.0.0.0", "--login", "--public", "https://a", "--port", "80"])
        #expect(options.isLogin && options.listen == "0.0.0.0")
        #expect(try ServeOptions(["--login"]).listen == "127.0.0.1")
        #expect(try ServeOptions(["--add-login", "Bo"]).added == "Bo")
    }
}
