import Application
import Dashboard
import EventLog
import Ledger
import Synchronization
import Testing

/// Forms that are sent once the session is over, or once the server was started again: what was
/// typed is in its form again, and is recorded when it is sent from there.
@Suite("Outdated forms")
struct OutdatedFormTests {
    private static let tea = [
        "amount": "7.31", "title": "Tea & \"cake\"", "category": "food:out", "note": "a\r\n b",
        "split": "me, Bo",
    ]

    /// The form of a page that came back with what was typed.
    private func again(_ target: String, in page: String) throws -> BrowserForm {
        let start = try #require(page.firstRange(of: "action=\"\(target)\" data-retry"))
        return try #require(BrowserForm(to: target, in: String(page[start.lowerBound...])))
    }

    private func expectTyped(_ form: BrowserForm) {
        for (name, text) in Self.tea { #expect(form.fields[name] == text, "\(name)") }
    }

    @Test("who is logged out logs in, and finds what was typed") func login() throws {
        let house = try TestHouse()
        let old = try house.session(of: "Ada")
        var form = try #require(
            BrowserForm(to: "/do/add", in: house.get("/", cookie: old).body))
        form.fields.merge(Self.tea) { $1 }
        house.time.now.withLock { $0 += .seconds(13 * 3_600) }
        let count = try house.env.store().head().count
        let out = house.post("/do/add", form.fields, cookie: old)
        #expect(out.status == 401 && out.body.contains("you are not logged in any more"))
        #expect(out.body.contains("\nTea &amp; &quot;cake&quot;</textarea>"))
        // The token of the form is not handed on.
        let token = try #require(form.fields["form"]).prefix { $0 != "." }
        #expect(!out.body.contains(token))
        var login = try #require(BrowserForm(to: "/login", in: out.body)).fields
        (login["name"], login["password"]) = ("Ada", "not hers")
        let wrong = house.post("/login", login)
        #expect(wrong.status == 401 && wrong.header("Set-Cookie") == nil)
        login = try #require(BrowserForm(to: "/login", in: wrong.body)).fields
        #expect(login["name"] == "Ada")
        login["password"] = "ada's password"
        // A server that was started again asks once more.
        let restarted = house.post("/login", login.merging(["form": "0"]) { $1 })
        #expect(restarted.status == 403 && restarted.header("Set-Cookie") == nil)
        login = try #require(BrowserForm(to: "/login", in: restarted.body)).fields
        login["password"] = "ada's password"
        let page = house.post("/login", login)
        #expect(page.status == 200)
        let cookie = String(
            try #require(page.header("Set-Cookie")?.split(separator: ";").first))
        let shown = try again("/do/add", in: page.body)
        expectTyped(shown)
        #expect(shown.fields["key"] == form.fields["key"])
        #expect(try house.env.store().head().count == count)
        for _ in 1...2 {
            let sent = house.post("/do/add", shown.fields, cookie: cookie)
            #expect(sent.header("Location") == "/?done=\(count)", "\(sent.body)")
            #expect(try house.env.store().head().count == count + 1)
        }
    }

    @Test("who may not record is told what was typed, after a login too") func rights() throws {
        let house = try TestHouse()
        let out = house.post("/do/add", Self.tea)
        var login = try #require(BrowserForm(to: "/login", in: out.body)).fields
        (login["name"], login["password"]) = ("Bo", "bo's password")
        let page = house.post("/login", login)
        #expect(page.status == 403 && page.body.contains(">What you typed<"))
        #expect(page.header("Set-Cookie") != nil && !page.body.contains("/do/add"))
    }

    @Test("who shows no token opens the address with it, and finds what was typed")
    func token() throws {
        let site = try TestSite()
        _ = try site.send("/do/people/add", ["name": "Bo"], from: "/people")
        let (page, count) = (site.get("/").body, try site.count)
        var form = try #require(BrowserForm(to: "/do/add", in: page))
        form.fields.merge(Self.tea) { $1 }
        let key = form.fields["key"]
        let out = try site.send(
            "/do/add", form.fields, key: key, shown: page, headers: ["cookie": ""])
        #expect(out.status == 401 && out.body.contains(">Show the form again<"))
        let carried = try #require(BrowserForm(to: "/do/add", in: out.body))
        let page2 = try site.send("/do/add", carried.fields, key: key, shown: out.body)
        #expect(page2.status == 403)
        let shown = try again("/do/add", in: page2.body)
        expectTyped(shown)
        #expect(try site.count == count)
        let sent = try site.send("/do/add", shown.fields, key: key, shown: page2.body)
        #expect(sent.header("Location") == "/?done=\(count)", "\(sent.body)")
        #expect(try site.count == count + 1)
    }

    /// Of a form that is longer than 64 KiB a server reads the beginning.
    @Test("a file has to be chosen again, and is asked for", arguments: [3, 70_000])
    func file(size: Int) throws {
        let house = try TestHouse()
        let fields = Self.tea.merging(["back": "/", "key": "k"]) { $1 }
        var request = TestSite.request(
            "POST", "/do/add", ["content-type": "multipart/form-data; boundary=XyZ"])
        let body = TestSite.parts(fields, "bill.png", [UInt8](repeating: 1, count: size))
        request.headers["content-length"] = "\(body.count)"
        request.body = Array(body.prefix(65_536))
        let out = house.dashboard.answer(request)
        #expect(out.status == 401)
        var login = try #require(BrowserForm(to: "/login", in: out.body)).fields
        (login["name"], login["password"]) = ("Ada", "ada's password")
        let page = house.post("/login", login)
        expectTyped(try again("/do/add", in: page.body))
        #expect(page.body.contains("! Choose the file again."))
    }

    @Test("what somebody else changed meanwhile is told before it is written over")
    func versions() throws {
        let site = try TestSite(isUnhurried: true)
        _ = try site.send("/do/add", ["amount": "5", "title": "Tea"])
        let (target, address) = ("/do/amend", "/entry?id=2")
        let page = site.get(address).body
        var form = try #require(BrowserForm(to: target, in: page))
        form.fields["amount"] = "6"
        form.fields["form"] =
            String(repeating: "0", count: 64) + (form.fields["form"] ?? "").drop { $0 != "." }
        let other = try #require(BrowserForm(to: target, in: page))
        let change = other.fields.merging(["amount": "9"]) { $1 }
        #expect(
            try site.send(target, change, from: address, key: "other", shown: page).status == 303)
        let count = try site.count
        let out = try site.send(
            target, form.fields, from: address, key: form.fields["key"], shown: page)
        #expect(out.status == 403)
        let shown = try again(target, in: out.body)
        #expect(shown.fields["amount"] == "6" && shown.fields["version"] == "2")
        let sent = try site.send(
            target, shown.fields, from: address, key: shown.fields["key"], shown: out.body)
        #expect(sent.status == 409)
        #expect(try site.count == count)
    }

    @Test("what a stranger sends is shown as text, whatever its names are") func hostile() throws {
        let text = AttackTests.hostile
        for page in [
            try TestHouse().post("/do/add", [text: text, "title": text, "form": text]).body,
            try TestSite().send("/do/add", ["title": text, text: text], headers: ["cookie": ""])
                .body,
        ] {
            #expect(page.contains("&lt;script&gt;"))
            #expect(!page.contains("<script") && !page.contains("<img"))
        }
    }
}
