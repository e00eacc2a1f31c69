import Application
import Dashboard
import EventLog
import Ledger
import Testing

/// Reconciling, the past, verifying, the agenda, and what phones and keyboards need. Figures are
/// added up by hand.
@Suite("Screens")
struct ScreenTests {
    /// An account with 100.00 from 2026-01-01 on, and three payments of it.
    private func filled() throws -> TestSite {
        let site = try TestSite()
        _ = try OpenAccount.run(
            OpenAccount.Input(name: "Giro", opening: "100", day: "2026-01-01"), in: site.env)
        for (amount, title, day) in [
            ("10.00", "Lunch", "2026-01-02"), ("7.50", "Books", "2026-01-03"),
            ("20.00", "Late", "2026-01-10"),
        ] {
            let sent = try site.send(
                "/do/add", ["amount": amount, "title": title, "day": day, "account": "Giro"])
            #expect(sent.status == 303)
        }
        return site
    }

    @Test("ticks say what a difference is made of, and a statement is noted") func ticking() throws
    {
        let site = try filled()
        // 100 − 10 − 7.50 − 20 = 62.50; the bank has not booked the 20.00 yet.
        let asked = "/reconcile?account=Giro&balance=82.50&on=2026-01-12"
        let before = try site.count
        let open = site.get(asked).body
        #expect(open.contains("It differs") && open.contains("<strong>62.50 EUR</strong>"))
        // Without a tick all three, −37.50, are no explanation of 20.00.
        #expect(open.contains("3 without a tick come to −37.50 EUR."))
        let lunch = try #require(ScreenTests.tick("Lunch", in: open))
        let books = try #require(ScreenTests.tick("Books", in: open))
        let ticked = site.get("\(asked)&t=\(lunch)&t=\(books)").body
        #expect(ticked.contains("1 without a tick come to −20.00 EUR: that is all"))
        #expect(try site.count == before)
        let fields = ["account": "Giro", "balance": "62.50", "on": "2026-01-12"]
        let page = site.get("/reconcile?account=Giro&balance=62.50&on=2026-01-12").body
        #expect(page.contains("It agrees"))
        let noted = try site.send(
            "/do/statement", fields,
            from: "/reconcile?account=Giro&balance=62.50&on=2026-01-12")
        #expect(noted.status == 303)
        #expect(try site.count == before + 1)
        #expect(site.get("/reconcile?account=Giro").body.contains("agreed last on 2026-01-12"))
        let wrong = site.get("/reconcile?account=Giro&balance=x")
        #expect(wrong.status == 422 && wrong.body.contains("role=\"alert\""))
        #expect(site.get("/reconcile?account=%3Cb%3E").body.contains("role=\"alert\""))
    }

    @Test("entries of an account have what was in it then") func running() throws {
        let site = try filled()
        let page = site.get("/entries?q=acct%3AGiro").body
        #expect(page.contains(">Balance</th>"))
        // 100 − 10 − 7.50 − 20, the newest first.
        var rest = page[...]
        for balance in ["62.50", "82.50", "90.00"] {
            let place = rest.firstRange(of: "<td class=\"n wide-only\">\(balance)</td>")
            #expect(place != nil, "\(balance)")
            if let place { rest = rest[place.upperBound...] }
        }
        #expect(!site.get("/entries").body.contains(">Balance</th>"))
    }

    /// The id of the box in front of a title.
    private static func tick(_ title: String, in page: String) -> String? {
        guard let place = page.firstRange(of: "· \(title)</span>") else { return nil }
        let head = page[..<place.lowerBound]
        guard let value = head.ranges(of: "name=\"t\" value=\"").last else { return nil }
        return String(head[value.upperBound...].prefix { $0 != "\"" })
    }

    @Test("every page has a slider in the past, and keeps what it was asked") func past() throws {
        let site = try filled()
        let page = site.get("/entries?q=Lunch&at=3").body
        #expect(page.contains("type=\"range\" name=\"at\" min=\"1\" max=\"5\" value=\"3\""))
        #expect(page.contains("<input type=\"hidden\" name=\"q\" value=\"Lunch\">"))
        #expect(site.get("/audit").body.contains("type=\"range\""))
        #expect(!site.get("/entries").body.contains("type=\"range\""))
    }

    @Test("two moments are compared to the event") func moments() throws {
        let site = try filled()
        let page = site.get("/compared?from=3").body
        // Only Lunch was there; 7.50 and 20.00 came: 10.00 and 37.50.
        #expect(page.contains(">10.00 EUR</td>") && page.contains(">37.50 EUR</td>"))
        #expect(page.contains(">4</a>") && page.contains(">5</a>"))
        let wrong = site.get("/compared?from=99")
        #expect(wrong.status == 404 && wrong.body.contains("role=\"alert\""))
        #expect(site.get("/compared?from=5&to=3").body.contains("role=\"alert\""))
    }

    @Test("all of it is verified when asked") func verify() throws {
        let site = try filled()
        #expect(!site.get("/verify").body.contains("All of it is whole"))
        // Until it is done, the script asks again how far it is.
        #expect(site.get("/live.js").body.contains("\"main [data-again]\""))
        let page = site.verified("/verify?run=full")
        #expect(page.contains("All of it is whole"))
        let root = try site.env.store().head().root.hex
        #expect(page.contains(root))
    }

    @Test("a proof needs a key, and says so; without a token there is none") func proof() throws {
        let site = try filled()
        let page = site.get("/proof?id=%232")
        #expect(page.status == 422 && page.body.contains("No proof"))
        #expect(site.get("/proof?id=%232", ["cookie": ""]).status == 401)
    }

    @Test("the agenda has each of the next days, late ones first") func agenda() throws {
        let site = try TestSite()
        for (title, due) in [
            ("Old", "2026-01-10"), ("Now", "2026-01-15"), ("Next", "2026-01-16"),
            ("Far", "2026-03-02"), ("Some day", ""),
        ] {
            _ = try site.send("/do/task/add", ["title": title, "due": due], from: "/tasks")
        }
        let page = site.get("/tasks?tab=agenda").body
        // 2026-01-15 is a Thursday.
        let order = [
            ">Late<", ">Old<", ">Today, Thu 2026-01-15<", ">Now<",
            ">Tomorrow, Fri 2026-01-16<", ">Next<", ">Wed 2026-01-28<", ">Mon 2026-03-02<",
            ">Far<", ">Without a day<", ">Some day<",
        ]
        var rest = page[...]
        for text in order {
            let place = rest.firstRange(of: text)
            #expect(place != nil, "\(text)")
            if let place { rest = rest[place.upperBound...] }
        }
        #expect(!page.contains("Thu 2026-01-29"))
    }

    @Test("what can be chosen is named, and no two names lead to different places")
    func names() throws {
        let site = try filled()
        for name in ["Bo", "Cy"] {
            _ = try site.send("/do/people/add", ["name": name], from: "/people")
            _ = try AddEntry.run(
                AddEntry.Input(lines: [
                    LineInput(
                        amount: "4", title: "Tea", day: "2026-01-02", payer: name,
                        split: ["me", name])
                ]), in: site.env)
        }
        for path in ["/people", "/budget", "/audit"] {
            let page = site.get(path).body
            var places: [String: Set<String>] = [:]
            for link in page.matches(of: /<a ([^>]*)>([^<]*)<\/a>/) {
                let words = link.1.firstMatch(of: /aria-label="([^"]*)"/)?.1 ?? link.2
                let place = link.1.firstMatch(of: /href="([^"]*)"/)?.1 ?? ""
                places[String(words), default: []].insert(String(place))
            }
            #expect(places.count > 10 && places[""] == nil, "\(path): \(places)")
            // The same title may stand in many rows, each beside its own event.
            let twice = places.filter { $0.value.count > 1 }.keys
            #expect(
                twice.allSatisfy { ["Tea", "Lunch", "Books", "Late"].contains($0) }, "\(twice)")
            for field in page.matches(of: /<(input|select|textarea) [^>]*>/)
            where !field.0.contains("type=\"hidden\"") {
                let before = page[..<field.range.lowerBound]
                let start = before.ranges(of: "<label").last?.lowerBound ?? page.startIndex
                let rest = before[start...]
                #expect(!rest.contains("</label>"), "\(path): \(field.0)")
                #expect(rest.contains(/<span>[^<]+<\/span>/), "\(path): \(field.0)")
            }
        }
    }

    @Test("pages list their keys, and can be kept like a program") func comfort() throws {
        let site = try filled()
        let page = site.get("/").body
        // Pages do without the list until somebody asks for it.
        #expect(!page.contains("<kbd>") && page.contains("? lists the keys"))
        #expect(site.get("/live.js").body.contains("fetch(\"/keys\")"))
        let list = site.get("/keys").body
        #expect(list.contains("<dialog id=\"keys\"") && list.contains("<kbd>?</kbd>"))
        // Whoever opens the address itself sees the list, too: a dialog is closed there.
        let seen = list.prefix(upTo: try #require(list.firstRange(of: "<dialog")).lowerBound)
        #expect(seen.contains("<h1>Keys</h1>") && seen.contains("<kbd>?</kbd>"))
        #expect(page.contains("rel=\"manifest\""))
        let manifest = site.get("/app.webmanifest")
        #expect(manifest.status == 200)
        let value = try #require(AnyJSON(Array(manifest.body.utf8))?.object)
        #expect(value["start_url"] == "/" && value["display"] == "standalone")
        let policy = try #require(manifest.header("Content-Security-Policy"))
        #expect(policy.contains("manifest-src 'self'"))
    }
}
