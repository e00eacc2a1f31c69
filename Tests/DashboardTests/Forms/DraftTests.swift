import Application
import Dashboard
import EventLog
import Ledger
import Testing

/// What pages tell the script, which keeps in the browser what is typed until it was recorded.
@Suite("Text that a browser keeps")
struct DraftTests {
    /// The value of an attribute of a page; `nil` where it has none.
    private func value(_ name: String, in page: String) -> String? {
        page.firstRange(of: " \(name)=\"").map { range in
            String(page[range.upperBound...].prefix { $0 != "\"" })
        }
    }

    @Test("a page with forms says whose text is kept: of each person and ledger another one's")
    func owners() throws {
        let house = try TestHouse(["Bo": ["read"], "Cy": ["create"]])
        var owners: Set<String> = []
        for name in ["Ada", "Bo", "Cy"] {
            let cookie = try house.session(of: name)
            let page = house.get("/", cookie: cookie).body
            let owner = try #require(value("data-keeps", in: page), "\(name)")
            // 16 digits of the root over the first event, and the person.
            #expect(owner.split(separator: "-").map(\.count).first == 16, "\(owner)")
            #expect(page.contains(AttackTests.ownScript), "\(name)")
            #expect(value("data-keeps", in: house.get("/", cookie: cookie).body) == owner)
            owners.insert(owner)
        }
        #expect(owners.count == 3)
        let site = try TestSite()
        let page = site.get("/tasks", ["accept-language": "de"]).body
        #expect(value("data-discard", in: page) == "Verwerfen")
        #expect(value("data-kept", in: page)?.contains("%") == true)
        for target in ["/?at=1", "/offline", "/nowhere"] {
            #expect(value("data-keeps", in: site.get(target).body) == nil, "\(target)")
        }
    }

    @Test("what was taken is named by the key of its form, to who sent it and to nobody else")
    func taken() throws {
        let house = try TestHouse(["Di": ["read", "create"]])
        let (ada, di) = (try house.session(of: "Ada"), try house.session(of: "Di"))
        let form = try #require(BrowserForm(to: "/do/add", in: house.get("/", cookie: ada).body))
        let fields = form.fields.merging(["amount": "2", "title": "Bus"]) { $1 }
        let wrong = house.post("/do/add", fields.merging(["amount": "x"]) { $1 }, cookie: ada)
        #expect(wrong.status == 422 && value("data-taken", in: wrong.body) == nil)
        // The script knows by this that the form has what was typed already.
        #expect(wrong.body.contains("action=\"/do/add\" data-retry"))
        #expect(!house.get("/", cookie: ada).body.contains("data-retry"))
        #expect(BrowserForm(to: "/do/add", in: wrong.body)?.fields["key"] == form.fields["key"])
        let count = try house.env.store().head().count
        for _ in 1...2 {
            // An answer that was lost: it is sent once more with the key that was kept.
            let done = try #require(
                house.post("/do/add", fields, cookie: ada).header("Location"))
            let page = house.get(done, cookie: ada).body
            #expect(value("data-taken", in: page) == form.fields["key"])
            #expect(value("data-taken", in: house.get(done, cookie: di).body) == nil)
        }
        #expect(try house.env.store().head().count == count + 1)
    }

    @Test("the script keeps neither passwords, files nor tokens, and forgets all at the end")
    func secrets() throws {
        let script = try TestSite().get("/live.js").body
        let start = try #require(script.firstRange(of: "words.keeps"))
        let part = script[start.lowerBound...]
        for text in [
            "one.type !== \"password\" && one.type !== \"file\"", "[action='/do/logout']",
            "[\"form\", \"key\", \"back\", \"version\"]", "localStorage.removeItem",
            // What is old goes, whoever typed it.
            "for (const name of names(\"draft \")) {\n",
        ] {
            #expect(part.contains(text), "\(text)")
        }
        #expect(!part.contains("innerHTML") && !part.contains("\"token\""))
    }
}
