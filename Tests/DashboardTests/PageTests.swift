import Application
import Dashboard
import Ledger
import Testing

/// What pages show and what forms do. Figures are added up by hand.
@Suite struct PageTests {
    private func filled() throws -> TestSite {
        let site = try TestSite()
        for (amount, title, category, day) in [
            ("12.50", "Lunch", "food:out", "2026-01-15"), ("7.30", "Bread", "food", "2026-01-14"),
            ("1000", "Rent", "home", "2026-01-02"), ("3.20", "Tram", "transport", "2025-12-31"),
        ] {
            let sent = try site.send(
                "/do/add",
                ["amount": amount, "title": title, "category": category, "day": day])
            #expect(sent.status == 303)
        }
        return site
    }

    @Test func showsWhatWasSpent() throws {
        let page = try filled().get("/").body
        // Today 12.50; with Wednesday's bread 19.80; with the rent 1,019.80.
        #expect(page.contains(">12.50</a>"))
        #expect(page.contains(">19.80</a>"))
        #expect(page.contains(">1,019.80</a>"))
    }

    @Test func showsEveryPage() throws {
        let site = try filled()
        for path in [
            "/", "/reports", "/entries", "/entry?id=2", "/tasks", "/accounts", "/budget",
            "/people", "/audit", "/explain", "/import",
            "/reconcile", "/compared?from=1", "/verify",
        ] {
            let response = site.get(path)
            #expect(response.status == 200, "\(path)")
            #expect(response.body.hasPrefix("<!DOCTYPE html>"))
            #expect(response.body.contains("As of event "), "\(path)")
            #expect(response.body.utf8.count < 100_000)
            let past = site.get(path + (path.contains("?") ? "&" : "?") + "at=3")
            #expect(past.status == 200, "\(path)")
            #expect(past.body.contains("As it was: 3"), "\(path)")
            #expect(!past.body.contains("/do/"), "\(path)")
        }
    }

    @Test func leadsEachFigureToItsEvents() throws {
        let site = try filled()
        let report = site.get("/reports?by=category").body
        #expect(report.contains(">1,019.80</a>"))
        let link = try #require(report.components(before: ">7.30</a>").last?.href)
        let page = site.get(link).body
        #expect(page.contains("Bread"))
        #expect(!page.contains("Lunch"))
        #expect(!page.contains("The report shows"))
    }

    @Test func recordsAFormOnce() throws {
        let site = try TestSite()
        let fields = ["amount": "5", "title": "Tea"]
        let first = try site.send("/do/add", fields, key: "k1")
        let again = try site.send("/do/add", fields, key: "k1")
        #expect(first.header("Location") == "/?done=2")
        #expect(again.header("Location") == "/?done=2")
        #expect(try site.count == 3)
    }

    @Test func keepsWhatWasTyped() throws {
        let site = try TestSite()
        let response = try site.send(
            "/do/add", ["amount": "12,5o", "title": "Tea & cake", "day": "yesterday"])
        #expect(response.status == 422)
        #expect(response.body.contains("value=\"12,5o\""))
        #expect(response.body.contains("value=\"Tea &amp; cake\""))
        #expect(response.body.contains("value=\"yesterday\""))
        #expect(response.body.contains("aria-invalid"))
        #expect(try site.count == 2)
        let noTitle = try site.send("/do/add", ["amount": "5", "title": ""])
        #expect(noTitle.status == 422)
    }

    @Test func amendsWhatWasSeenAlone() throws {
        let site = try filled()
        let path = "/entry?id=2"
        let version = TestSite.hidden("version", in: site.get(path).body)
        let fields = [
            "id": "2", "version": version, "was-amount": "12.50", "amount": "13.50",
            "was-title": "Lunch", "title": "Lunch", "reason": "tip",
        ]
        let sent = try site.send("/do/amend", fields, from: path, key: "a")
        #expect(sent.header("Location") == "/entry?id=2&done=6")
        #expect(site.get(path).body.contains("12.50 → 13.50"))
        let twice = try site.send("/do/amend", fields, from: path, key: "a")
        #expect(twice.status == 303)
        let late = try site.send(
            "/do/amend", fields.merging(["amount": "99"]) { $1 }, from: path, key: "b")
        #expect(late.status == 409)
        #expect(late.body.contains("value=\"99\""))
        #expect(try site.count == 7)
    }

    @Test func takesBackAndBringsBack() throws {
        let site = try filled()
        let path = "/entry?id=3"
        let version = TestSite.hidden("version", in: site.get(path).body)
        let voided = try site.send("/do/void", ["id": "3", "version": version], from: path)
        #expect(voided.header("Location") == "/entry?id=3&done=6")
        #expect(site.get(path).body.contains("Restore"))
        let undone = try site.send("/do/undo", ["id": "6"], from: path)
        #expect(undone.header("Location") == "/entry?id=3&undone=6")
        #expect(!site.get(path).body.contains(">void</span>"))
        let redone = try site.send("/do/redo", ["id": "6"], from: path)
        #expect(redone.status == 303)
        #expect(site.get(path).body.contains(">void</span>"))
    }

    @Test func keepsTasks() throws {
        let site = try TestSite()
        let added = try site.send(
            "/do/task/add", ["title": "Pay rent", "due": "2026-01-15"], from: "/tasks")
        #expect(added.header("Location") == "/tasks?done=2")
        #expect(site.get("/").body.contains("Pay rent"))
        #expect(try site.send("/do/task/done", ["id": "2"]).status == 303)
        #expect(!site.get("/tasks").body.contains(">Pay rent</a>"))
        #expect(site.get("/tasks?tab=done").body.contains(">Pay rent</a>"))
    }

    @Test func showsABudget() throws {
        let site = try filled()
        let set = try site.send(
            "/do/budget", ["category": "food", "amount": "40", "period": "monthly"],
            from: "/budget")
        #expect(set.status == 303)
        let page = site.get("/budget").body
        // 12.50 and 7.30 of 40.
        #expect(page.contains(">19.80</a>"))
        #expect(page.contains("20.20 left"))
    }

    @Test func staysAtOnePosition() throws {
        let site = try filled()
        #expect(site.get("/entries?at=2").body.contains("Lunch"))
        #expect(!site.get("/entries?at=2").body.contains("Bread"))
        #expect(site.get("/entries?at=99").status == 404)
        #expect(site.get("/entries").body.contains("Bread"))
    }

    @Test func saysWhatIsWrongWithTerms() throws {
        let page = try filled().get("/entries?q=amt%3A%3E%3Ex")
        #expect(page.status == 422)
        #expect(page.body.contains("role=\"alert\""))
        #expect(page.body.contains("value=\"amt:&gt;&gt;x\""))
    }
}

extension String {
    /// What lies in front of each place where a text occurs.
    fileprivate func components(before text: String) -> [Substring] {
        firstRange(of: text).map { [self[..<$0.lowerBound]] } ?? []
    }
}

extension Substring {
    /// The last address in it, as a browser reads it.
    fileprivate var href: String? {
        let start = "href=\""
        guard let last = ranges(of: start).last else { return nil }
        let address = self[last.upperBound...].prefix { $0 != "\"" }
        return String(address).replacing("&amp;", with: "&")
    }

    @Test func saysWhoOwesWhom() throws {
        let site = try TestSite()
        let added = try site.send(
            "/do/people/add", ["name": "Bo <b>", "contact": "bo@example.org"], from: "/people")
        #expect(added.status == 303)
        _ = try site.send("/do/people/add", ["name": "Cy"], from: "/people")
        var line = LineInput(amount: "30", title: "Dinner")
        (line.payer, line.split) = ("Bo <b>", ["Ada", "Bo <b>", "Cy"])
        _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: site.env)
        let page = site.get("/people").body
        #expect(page.contains("Bo &lt;b&gt;") && page.contains("bo@example.org"))
        // 30 for three: two owe 10 each.
        #expect(page.contains("Ada gives Bo &lt;b&gt;") && page.contains("Cy gives Bo"))
        #expect(page.contains(">10.00 EUR<") && page.contains(">20.00 EUR<"))
        #expect(!site.get("/people?q=cy").body.contains("bo@example.org"))
        let twice = try site.send("/do/people/add", ["name": "Cy"], from: "/people")
        #expect(twice.status == 422 && twice.body.contains("value=\"Cy\""))
    }
}
