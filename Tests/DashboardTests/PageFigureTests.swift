import Application
import Dashboard
import Ledger
import Testing

/// Figures of pages are those of the command line on the same ledger, and lead to what makes them.
/// Sums are added up by hand.
@Suite("Figures of pages")
struct PageFigureTests {
    private func add(_ site: TestSite, _ lines: LineInput...) throws {
        for line in lines { _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: site.env) }
    }

    /// Every figure of a page that leads to `/explain`: what stands there, and where it leads.
    private func figures(_ page: String) -> [(link: String, figure: String)] {
        page.ranges(of: "<a href=\"/explain?").map { range in
            let start = page.index(range.lowerBound, offsetBy: 9)
            let link = page[start...].prefix { $0 != "\"" }
            let rest = page[link.endIndex...].dropFirst(2)
            return (String(link).replacing("&amp;", with: "&"), String(rest.prefix { $0 != "<" }))
        }
    }

    private func big(_ page: String) -> String? {
        page.firstRange(of: "<span class=\"big\">").map { range in
            String(page[range.upperBound...].prefix { $0 != "<" })
        }
    }

    @Test("days that cut a period cut what its figure leads to") func cut() throws {
        let site = try TestSite()
        try add(
            site, LineInput(amount: "10", title: "A", day: "2025-10-01"),
            LineInput(amount: "5", title: "B", day: "2025-10-15"))
        let page = site.get("/reports?period=monthly&p=2025-10-10..2025-10-20").body
        let figure = try #require(figures(page).first)
        #expect(figure.figure == "5.00")
        let there = site.get(figure.link).body
        #expect(big(there) == "5.00" && !there.contains("role=\"alert\""))
        #expect(there.contains(">B</a>") && !there.contains(">A</a>"))
    }

    @Test("each figure of a report leads to the same figure, however it is asked for")
    func reports() throws {
        let site = try TestSite(isUnhurried: true)
        try add(
            site,
            LineInput(
                amount: "12.50", title: "Lunch", category: "food:out", day: "2025-10-01",
                tags: ["work"], account: "bank"),
            LineInput(amount: "9.99", title: "Pizza", category: "food", day: "2025-10-15"),
            LineInput(amount: "-2.00", title: "Pizza", category: "food", day: "2025-12-31"),
            LineInput(
                amount: "700", title: "Rent", category: "home", day: "2026-01-02",
                account: "bank"),
            LineInput(amount: "3.20", title: "Tram", day: "2026-01-14", payer: "Ada"),
            LineInput(amount: "8.80 USD", title: "Book", day: "2025-12-30", tags: ["work"]))
        var found = 0
        for period in ["daily", "weekly", "monthly", "yearly", "one"] {
            for by in ["", "category", "payee", "tag", "account", "person"] {
                for days in [
                    "", "2025-10-10..2026-01-05", "since 2025-10-10", "until 2026-01-02",
                    "last 30 days", "2025-12",
                ] {
                    for terms in ["", "lunch or pizza", "payee:lunch or tag:work", "not:rent"] {
                        let pairs = [("period", period), ("by", by), ("p", days), ("q", terms)]
                        let query = pairs.filter { !$0.1.isEmpty }
                            .map { "\($0.0)=\(TestSite.encoded($0.1))" }.joined(separator: "&")
                        let answer = site.get("/reports?\(query)")
                        try #require(answer.status == 200, "\(query)")
                        for figure in figures(answer.body) {
                            let there = site.get(figure.link)
                            #expect(big(there.body) == figure.figure, "\(query) \(figure.link)")
                            #expect(!there.body.contains("role=\"alert\""), "\(query)")
                            found += 1
                        }
                    }
                }
            }
        }
        #expect(found > 2_000)
        // What the command line reports of the same days.
        let report = try SpendingReportEndpoint.run(
            SpendingReportEndpoint.Input(
                period: "yearly", range: "since 2025-10-10", kinds: [.expense]), in: site.env)
        let page = site.get("/reports?period=yearly&p=since%202025-10-10").body
        #expect(Set(figures(page).map(\.figure)) == ["7.99", "703.20", "8.80"])
        #expect(Set(report.rows.map(\.sum)) == ["7.99", "703.20", "8.80"])
    }

    @Test("all lines count towards a difference, not those alone that are shown")
    func reconcile() throws {
        let site = try TestSite()
        _ = try OpenAccount.run(
            OpenAccount.Input(name: "bank", opening: "1000", day: "2026-01-01"), in: site.env)
        let lines = (1...250).map {
            LineInput(amount: "1.00", title: "N\($0)", day: "2026-01-10", account: "bank")
        }
        for line in lines { try add(site, line) }
        // 1000 − 250 = 750, and the bank says 950: 200 of 250 are missing there.
        let page = site.get("/reconcile?account=bank&balance=950&on=2026-01-12").body
        #expect(page.contains("250 without a tick come to −250.00 EUR."))
        #expect(!page.contains("that is all of the difference"))
        let whole = site.get("/reconcile?account=bank&balance=1000&on=2026-01-12").body
        #expect(whole.contains("−250.00 EUR: that is all of the difference"))
        #expect(whole.ranges(of: "type=\"checkbox\"").count == 200)
        #expect(whole.contains("The first 200 are shown."))
    }

    @Test("a budget that rolls over has what is carried, and keeps rolling over")
    func rollover() throws {
        let site = try TestSite()
        var budget = SetBudget.Input(category: "food", amount: "100", from: "2025-11-01")
        budget.rollover = true
        _ = try SetBudget.run(budget, in: site.env)
        try add(
            site, LineInput(amount: "10", title: "x", category: "food", day: "2025-11-05"))
        // 90 of November and 100 of December are carried into January's 100.
        let page = site.get("/budget").body
        #expect(page.contains(" of 290.00 EUR"))
        #expect(page.contains("190.00 carried over") && page.contains("290.00 left"))
        let form = try #require(BrowserForm(to: "/do/budget", in: page))
        #expect(form.fields["rollover"] == "")
        let fields = ["category": "food", "amount": "110", "period": "monthly", "rollover": ""]
        #expect(try site.send("/do/budget", fields, from: "/budget").status == 303)
        // From January on 110, and what was carried stays.
        #expect(site.get("/budget").body.contains(" of 300.00 EUR"))
        let ended = fields.merging(["rollover": "no"]) { $1 }
        #expect(try site.send("/do/budget", ended, from: "/budget").status == 303)
        #expect(site.get("/budget").body.contains(" of 110.00 EUR"))
        let begun = ["category": "fun", "amount": "5", "period": "weekly", "rollover": "yes"]
        #expect(try site.send("/do/budget", begun, from: "/budget").status == 303)
        let rows = try ReportBudgets.run(ReportBudgets.Input(), in: site.env).rows
        #expect(rows.first { $0.category == "fun" }?.carried == "0.00")
        // A first period has nothing carried into it, and nothing is said of it.
        #expect(!site.get("/budget").body.contains("0.00 carried over"))
        #expect(rows.first { $0.category == "food" }?.carried == nil)
        let wrong = fields.merging(["rollover": "maybe"]) { $1 }
        #expect(try site.send("/do/budget", wrong, from: "/budget").status == 422)
    }

    @Test("what a person paid is not what the person recorded") func paid() throws {
        let site = try TestSite()
        try add(
            site, LineInput(amount: "30", title: "Dinner", payer: "Bo Li"),
            LineInput(amount: "4", title: "Tea"))
        let page = site.get("/people").body
        #expect(page.contains("href=\"/entries?q=who%3A%22Bo%20Li%22\""))
        let list = site.get("/entries?q=who%3A%22Bo%20Li%22").body
        #expect(list.contains(">Dinner<") && !list.contains(">Tea<"))
    }

    @Test("sums of transfers say which way they go, in every language") func transfers() throws {
        let site = try TestSite()
        try add(
            site, LineInput(amount: "350", title: "Move", account: "bank", kind: .transfer),
            LineInput(
                amount: "300", title: "Back", account: "cash", kind: .transfer, incoming: true))
        let page = site.get("/entries").body
        #expect(page.contains("transfer out <strong>350.00 EUR</strong>"))
        #expect(page.contains("transfer in <strong>300.00 EUR</strong>"))
        let german = site.get("/entries", ["accept-language": "de"]).body
        #expect(german.contains("Umbuchung aus <strong>350.00 EUR</strong>"))
        try add(site, LineInput(amount: "1", title: "x", category: "food"))
        let compared = site.get("/compared?from=3", ["accept-language": "de"]).body
        #expect(compared.contains("Ausgabe food") && !compared.contains("expense"))
    }

    @Test("words of charts are words") func charts() throws {
        let site = try TestSite()
        try add(
            site, LineInput(amount: "850.05", title: "A", day: "2025-11-01"),
            LineInput(amount: "1", title: "B", day: "2026-01-01"))
        for page in ["/reports", "/reports?period=weekly", "/reports?by=payee", "/accounts"] {
            for language in ["en", "de"] {
                let body = site.get(page, ["accept-language": language]).body
                #expect(!body.contains("Phrase("), "\(page)")
            }
        }
        #expect(site.get("/reports").body.contains("<title>Nov 2025: 850.05</title>"))
    }

    @Test("the month that is running has no end yet") func running() throws {
        let site = try TestSite()
        _ = try OpenAccount.run(
            OpenAccount.Input(name: "bank", opening: "100", day: "2025-12-01"), in: site.env)
        try add(site, LineInput(amount: "30", title: "x", day: "2026-01-29", account: "bank"))
        let page = site.get("/accounts").body
        let row = "Jan 2026<span class=\"tag\"> so far</span>"
        #expect(page.contains(row))
        #expect(page.ranges(of: " so far</span>").count == 1)
        #expect(page.ranges(of: "class=\"open\"").count == 1)
        #expect(page.ranges(of: "<rect").count > 1)
    }

    @Test("terms with or are held together") func brackets() throws {
        let site = try TestSite()
        try add(
            site, LineInput(amount: "12.50", title: "Lunch"),
            LineInput(amount: "9.99", title: "Pizza"))
        let page = site.get("/reports?q=lunch+or+pizza&by=payee").body
        let pizza = try #require(figures(page).first { $0.figure == "9.99" })
        #expect(big(site.get(pizza.link).body) == "9.99")
    }

    @Test("a report is of the kind that its terms ask for, whatever is chosen beside them")
    func kinds() throws {
        let site = try TestSite()
        try add(
            site, LineInput(amount: "12.50", title: "Lunch", day: "2026-01-10"),
            LineInput(amount: "2000", title: "Salary", day: "2026-01-12", kind: .income))
        for query in ["q=kind%3Aincome", "kind=expense&q=kind%3Aincome", "q=not+kind%3Aexpense"] {
            let page = site.get("/reports?period=one&\(query)").body
            #expect(figures(page).map(\.figure) == ["2,000.00"], "\(query)")
            #expect(page.contains("value=\"income\" selected"), "\(query)")
        }
        let both = "q=kind%3Aincome+or+kind%3Aexpense"
        for (kind, sum) in [("expense", "12.50"), ("income", "2,000.00")] {
            let page = site.get("/reports?period=one&kind=\(kind)&\(both)").body
            #expect(figures(page).map(\.figure) == [sum])
        }
    }
}
