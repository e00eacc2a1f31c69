import Application
import Dashboard
import EventLog
import Ledger
import Synchronization
import Testing

/// Pages show each person what that person may do, and what one did is no other's.
@Suite("Pages of persons")
struct PersonPageTests {
    private func house() throws -> TestHouse {
        let house = try TestHouse([
            "Bo": ["read"], "Di": ["read", "create"], "Cy": ["create"], "No": ["read"],
        ])
        _ = try Revoke.run(Revoke.Input(people: ["No"], rights: ["read"]), in: house.env)
        let line = LineInput(amount: "5", title: "Tea", account: "bank")
        _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: house.env)
        var task = TaskInput()
        task.title = "Rent"
        task.due = "today"
        _ = try AddTask.run(AddTask.Input(task), in: house.env)
        return house
    }

    /// Where the forms of a page lead that record something.
    private func forms(_ page: String) -> Set<String> {
        Set(
            page.ranges(of: "action=\"/do/").map { range in
                "/do/" + page[range.upperBound...].prefix { $0 != "\"" }
            }
        ).subtracting(["/do/logout"])
    }

    @Test("whoever may not do something is not asked to") func shown() throws {
        let house = try house()
        let entry = try ListEntries.run(ListEntries.Input(), in: house.env).rows[0].id
        let pages = [
            "/", "/tasks", "/tasks?tab=agenda", "/entry?id=\(entry)", "/budget", "/people",
            "/import", "/accounts", "/reconcile?account=bank&balance=1",
            "/entry?id=\(entry + 1)",
        ]
        func all(_ name: String) throws -> Set<String> {
            let cookie = try house.session(of: name)
            var found: Set<String> = []
            for page in pages {
                let answer = house.get(page, cookie: cookie)
                #expect(answer.status == 200, "\(name) \(page)")
                found.formUnion(forms(answer.body))
                if answer.body.contains("data-drop") { found.insert("/import") }
            }
            return found
        }
        #expect(try all("Bo") == [])
        #expect(
            try all("Di") == [
                "/do/add", "/do/task/add", "/do/people/add", "/do/statement", "/import",
            ])
        #expect(
            try all("Ada").isSuperset(of: [
                "/do/add", "/do/task/add", "/do/people/add", "/do/amend", "/do/void",
                "/do/task/done", "/do/budget", "/do/statement", "/import",
            ]))
        // Who has recorded something is asked whether to take it back, and nobody else is.
        let ada = try house.session(of: "Ada")
        let form = try #require(BrowserForm(to: "/do/add", in: house.get("/", cookie: ada).body))
        let fields = form.fields.merging(["amount": "2", "title": "Bus"]) { $1 }
        let done = try #require(house.post("/do/add", fields, cookie: ada).header("Location"))
        #expect(forms(house.get(done, cookie: ada).body).contains("/do/undo"))
        #expect(
            !forms(house.get(done, cookie: try house.session(of: "Di")).body).contains("/do/undo"))
    }

    @Test("what a page offers is taken, and what it does not offer is refused")
    func offered() throws {
        let house = try house()
        for name in ["Ada", "Bo", "Di", "Cy", "No"] {
            let cookie = try house.session(of: name)
            let page = house.get("/", cookie: cookie)
            let shows = forms(page.body).contains("/do/add")
            let sent = house.post(
                "/do/add",
                [
                    "amount": "1", "title": "x", "back": "/",
                    "form": TestSite.hidden("form", in: page.body), "key": name,
                ], cookie: cookie)
            #expect(shows == (sent.status == 303), "\(name) \(sent.status)")
            #expect(shows || sent.body.contains("create"), "\(name) is told what is missing")
        }
    }

    @Test("who may only record, and who may do nothing, can do that and log out")
    func withoutReading() throws {
        let house = try house()
        let cy = try house.session(of: "Cy")
        let page = house.get("/", cookie: cy)
        #expect(page.status == 200 && forms(page.body) == ["/do/add"])
        #expect(!page.body.contains("Tea") && !page.body.contains("bank"))
        #expect(page.body.contains("/do/logout"))
        let form = try #require(BrowserForm(to: "/do/add", in: page.body))
        let fields = form.fields.merging(["amount": "2", "title": "Bus"]) { $1 }
        let sent = house.post("/do/add", fields, cookie: cy)
        #expect(sent.status == 303)
        let done = house.get(try #require(sent.header("Location")), cookie: cy)
        #expect(done.status == 200 && done.body.contains("Recorded"))
        #expect(!done.body.contains("/do/undo"))
        let bad = fields.merging(["amount": "x", "key": "k"]) { $1 }
        let wrong = house.post("/do/add", bad, cookie: cy)
        #expect(wrong.status == 422 && wrong.body.contains("value=\"Bus\""))
        for name in ["Cy", "No"] {
            let cookie = try house.session(of: name)
            for target in ["/entries", "/reports", "/audit", "/nowhere", "/proof?id=1"] {
                let answer = house.get(target, cookie: cookie)
                #expect([403, 404].contains(answer.status))
                #expect(answer.body.contains("/do/logout"), "\(name) \(target)")
            }
            let secret = TestSite.hidden("form", in: house.get("/entries", cookie: cookie).body)
            #expect(house.post("/do/logout", ["form": secret], cookie: cookie).status == 303)
            #expect(house.get("/", cookie: cookie).header("Location")?.hasPrefix("/login") == true)
        }
    }

    @Test("a key of one person answers no other one") func keys() throws {
        let house = try house()
        func add(_ name: String, _ amount: String = "12.00") throws -> WebResponse {
            let password = "\(name.lowercased())'s password"
            let session = house.dashboard.answer(
                TestSite.request(
                    "POST", "/api/session",
                    body: "{\"name\":\"\(name)\",\"password\":\"\(password)\"}"))
            let token = AnyJSON(Array(session.body.utf8))?.object?["token"]?.string ?? ""
            return house.dashboard.answer(
                TestSite.request(
                    "POST", "/api/add",
                    ["authorization": "Bearer \(token)", "idempotency-key": "lunch-1"],
                    body: "{\"lines\":[{\"amount\":\"\(amount)\",\"title\":\"Lunch\"}]}"))
        }
        let first = try add("Ada")
        #expect(first.status == 200)
        let id = try #require(AnyJSON(Array(first.body.utf8))?.object?["id"]?.integer)
        let count = try house.env.store().head().count
        for name in ["Di", "Cy"] {
            for amount in ["12.00", "13.00"] {
                let other = try add(name, amount)
                #expect(other.status == 422 || other.status == 409, "\(name) \(other.body)")
                #expect(other.body.contains("keyOfAnother"), "\(other.body)")
                #expect(!other.body.contains("event"), "\(other.body)")
            }
        }
        #expect(try house.env.store().head().count == count)
        let again = try add("Ada")
        #expect(again.status == 200)
        #expect(AnyJSON(Array(again.body.utf8))?.object?["id"]?.integer == id)
        #expect(try add("Ada", "13.00").body.contains("keyConflict"))
    }

    @Test("notes of a receipt are for whoever recorded it") func notes() throws {
        let house = try house()
        let ada = try house.session(of: "Ada")
        let form = TestSite.hidden("form", in: house.get("/", cookie: ada).body)
        let sent = house.post(
            "/do/add",
            [
                "amount": "1", "title": "x", "account": "secret", "form": form, "key": "k",
                "back": "/",
            ], cookie: ada)
        let target = try #require(sent.header("Location"))
        #expect(house.get(target, cookie: ada).body.contains("opened the account secret"))
        let di = try house.session(of: "Di")
        #expect(!house.get(target, cookie: di).body.contains("opened the account"))
    }

    @Test("who may not import sends no file, and nobody's files push out those of others")
    func files() throws {
        let house = try house()
        func upload(_ cookie: String, _ name: String, bytes: Int) -> WebResponse {
            let form = TestSite.hidden("form", in: house.get("/people", cookie: cookie).body)
            let head = "Date,Amount,Title\n2026-01-02,5,\(name)\n"
            let body =
                "--b\r\nContent-Disposition: form-data; name=\"form\"\r\n\r\n\(form)\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n"
                + "\r\n" + head + String(repeating: "\n", count: bytes) + "\r\n--b--"
            return house.dashboard.answer(
                TestSite.request(
                    "POST", "/import",
                    ["cookie": cookie, "content-type": "multipart/form-data; boundary=b"],
                    body: body))
        }
        let (ada, di) = (try house.session(of: "Ada"), try house.session(of: "Di"))
        let bo = try house.session(of: "Bo")
        let target = try #require(upload(ada, "Mine", bytes: 1).header("Location"))
        #expect(upload(bo, "Bo", bytes: 1).status == 403)
        let file = TestSite.request("POST", "/import", ["cookie": bo])
        #expect(house.dashboard.bodyBytesMax(of: file) == 65_536)
        for number in 1...9 {
            #expect(upload(di, "D\(number)", bytes: 1).status == 303)
        }
        for _ in 1...4 { #expect(upload(di, "big", bytes: 7 << 20).status == 303) }
        #expect(house.get(target, cookie: ada).body.contains("Mine"))
    }

    @Test("who logged out, lost the password or may not read hears nothing more")
    func live() throws {
        let house = try house()
        func hears(_ cookie: String) -> Bool {
            house.dashboard.refusesToTell(
                TestSite.request("GET", Dashboard.livePath, ["cookie": cookie])) == nil
        }
        let (ada, bo) = (try house.session(of: "Ada"), try house.session(of: "Bo"))
        #expect(hears(ada) && hears(bo))
        func hearsMore(_ cookie: String) -> Bool {
            house.dashboard.mayHearMore(
                TestSite.request("GET", Dashboard.livePath, ["cookie": cookie]))
        }
        #expect(hearsMore(ada) && hearsMore(bo))
        // Listening is no use: a session that nobody uses ends all the same.
        for _ in 1...3 {
            house.time.now.withLock { $0 += .seconds(5 * 3_600) }
            _ = hearsMore(bo)
        }
        #expect(!hearsMore(bo))
        let again = try house.session(of: "Bo")
        house.passwords.hashes.withLock { hashes in
            for key in hashes.keys.sorted().dropFirst().prefix(1) { hashes[key] = nil }
        }
        house.time.now.withLock { $0 += .seconds(3) }
        #expect(!hearsMore(again))
    }

    @Test("who logs out, or may not read any more, hears no more") func liveEnds() throws {
        let house = try house()
        func hears(_ cookie: String) -> Bool {
            house.dashboard.mayHearMore(
                TestSite.request("GET", Dashboard.livePath, ["cookie": cookie]))
        }
        let (ada, bo) = (try house.session(of: "Ada"), try house.session(of: "Bo"))
        #expect(hears(ada) && hears(bo))
        for name in ["Cy", "No"] { #expect(!hears(try house.session(of: name)), "\(name)") }
        let form = TestSite.hidden("form", in: house.get("/", cookie: ada).body)
        #expect(house.post("/do/logout", ["form": form], cookie: ada).status == 303)
        #expect(!hears(ada))
        _ = try Revoke.run(Revoke.Input(people: ["Bo"], rights: ["read"]), in: house.env)
        #expect(!hears(bo))
    }
}
