import Application
import Dashboard
import Ledger
import Testing

/// Budgets and goals are changed and ended where they are shown.
@Suite("Budgets and goals on their page")
struct BudgetFormTests {
    private static let food = "/budget?category=food&currency=EUR"
    private static let bike = "/budget?goal=Bike"

    /// A site with a budget of 40.00 EUR for food, of which 12.50 are spent.
    private func budgeted() throws -> TestSite {
        let site = try TestSite(isUnhurried: true)
        let lunch = LineInput(amount: "12.50", title: "Lunch", category: "food:out")
        _ = try AddEntry.run(AddEntry.Input(lines: [lunch]), in: site.env)
        let budget = SetBudget.Input(category: "food", amount: "40")
        _ = try SetBudget.run(budget, in: site.env)
        return site
    }

    /// A site with 100.00 EUR in the bank, of which a bike for 500.00 is to be bought.
    private func saving() throws -> TestSite {
        let site = try TestSite(isUnhurried: true)
        _ = try OpenAccount.run(
            OpenAccount.Input(name: "bank", opening: "100", day: "2026-01-01"), in: site.env)
        let page = site.get("/budget").body
        var form = try #require(BrowserForm(to: "/do/goal", in: page))
        form.fields.merge(
            ["name": "Bike", "amount": "500", "account": "bank", "by": "2026-12"]) { $1 }
        try once("/do/goal", form, site, page, at: "/budget")
        return site
    }

    /// Sends a form twice, which records it once.
    private func once(
        _ target: String, _ form: BrowserForm, _ site: TestSite, _ page: String,
        at address: String
    ) throws {
        let count = try site.count
        let mark = address.contains("?") ? "&" : "?"
        for _ in 1...2 {
            let sent = try site.send(
                target, form.fields, from: address, key: form.fields["key"], shown: page)
            #expect(
                sent.header("Location") == "\(address)\(mark)done=\(count)", "\(sent.body)")
            #expect(try site.count == count + 1)
        }
    }

    /// Takes back what the page says was recorded last.
    private func undo(_ site: TestSite) throws {
        let last = try site.count - 1
        let done = site.get("/budget?done=\(last)").body
        let form = try #require(BrowserForm(to: "/do/undo", in: done))
        let sent = try site.send(
            "/do/undo", form.fields, from: "/budget", key: form.fields["key"], shown: done)
        #expect(sent.status == 303, "\(sent.body)")
    }

    @Test("a budget is changed from what it is, once, and that is undone") func changed() throws {
        let site = try budgeted()
        let page = site.get(BudgetFormTests.food).body
        #expect(page.contains("12.50</a> of 40.00 EUR") && page.contains("27.50 left"))
        var form = try #require(BrowserForm(to: "/do/budget", in: page))
        #expect(form.fields["amount"] == "40.00" && form.fields["period"] == "monthly")
        #expect(form.fields["rollover"] == "no" && form.fields["version"] == "3")
        form.fields.merge(["amount": "50", "rollover": "yes"]) { $1 }
        try once("/do/budget", form, site, page, at: BudgetFormTests.food)
        let now = site.get(BudgetFormTests.food).body
        #expect(now.contains("12.50</a> of 50.00 EUR") && now.contains("37.50 left"))
        let next = try #require(BrowserForm(to: "/do/budget", in: now))
        #expect(next.fields["rollover"] == "yes" && next.fields["version"] == "4")
        try undo(site)
        #expect(site.get(BudgetFormTests.food).body.contains("12.50</a> of 40.00 EUR"))
    }

    @Test("a budget is ended, once, and that is undone") func ended() throws {
        let site = try budgeted()
        let page = site.get(BudgetFormTests.food).body
        let form = try #require(BrowserForm(to: "/do/budget/end", in: page))
        try once("/do/budget/end", form, site, page, at: BudgetFormTests.food)
        let now = site.get(BudgetFormTests.food).body
        #expect(now.contains("There is no budget yet.") && !now.contains("/do/budget/end"))
        try undo(site)
        #expect(site.get(BudgetFormTests.food).body.contains("12.50</a> of 40.00 EUR"))
    }

    @Test("a budget that ends later is changed, and not ended again") func ending() throws {
        let site = try budgeted()
        let end = RemoveBudget.Input(category: "food", from: "2026-02-01")
        #expect(try RemoveBudget.run(end, in: site.env).id == 4)
        let page = site.get(BudgetFormTests.food).body
        #expect(page.contains("12.50</a> of 40.00 EUR") && !page.contains("/do/budget/end"))
        var form = try #require(BrowserForm(to: "/do/budget", in: page))
        form.fields["amount"] = "50"
        try once("/do/budget", form, site, page, at: BudgetFormTests.food)
        // What holds from this month on holds in the next one, too.
        let now = site.get(BudgetFormTests.food).body
        #expect(now.contains("12.50</a> of 50.00 EUR") && now.contains("/do/budget/end"))
    }

    @Test("what somebody else made of a budget meanwhile stands beside what was typed")
    func changedSince() throws {
        let site = try budgeted()
        let page = site.get(BudgetFormTests.food).body
        var form = try #require(BrowserForm(to: "/do/budget", in: page))
        let end = try #require(BrowserForm(to: "/do/budget/end", in: page))
        _ = try SetBudget.run(SetBudget.Input(category: "food", amount: "60"), in: site.env)
        let count = try site.count
        form.fields["amount"] = "50"
        let late = try site.send(
            "/do/budget", form.fields, from: BudgetFormTests.food, key: form.fields["key"],
            shown: page)
        #expect(late.status == 409 && late.body.contains("was changed since"), "\(late.body)")
        #expect(late.body.contains("12.50</a> of 60.00 EUR"))
        let lateEnd = try site.send(
            "/do/budget/end", end.fields, from: BudgetFormTests.food, key: end.fields["key"],
            shown: page)
        #expect(lateEnd.status == 409 && lateEnd.body.contains("was changed since"))
        #expect(lateEnd.body.contains("12.50</a> of 60.00 EUR"))
        #expect(try site.count == count)
        let again = try #require(BrowserForm(to: "/do/budget", in: late.body))
        #expect(again.fields["amount"] == "50" && again.fields["version"] == "4")
        try once("/do/budget", again, site, late.body, at: BudgetFormTests.food)
        #expect(site.get(BudgetFormTests.food).body.contains("12.50</a> of 50.00 EUR"))
    }

    @Test("a goal is set, changed and ended, and each is undone") func goals() throws {
        let site = try saving()
        let page = site.get(BudgetFormTests.bike).body
        // 400.00 in the twelve months from January to December.
        for text in ["100.00 of 500.00 EUR", "400.00 missing", "by 2026-12-31", "33.34 a month"] {
            #expect(page.contains(text), "\(text)")
        }
        var form = try #require(BrowserForm(to: "/do/goal", in: page))
        #expect(form.fields["amount"] == "500.00" && form.fields["account"] == "bank")
        #expect(form.fields["by"] == "2026-12-31" && form.fields["version"] == "3")
        form.fields.merge(["amount": "600", "by": ""]) { $1 }
        try once("/do/goal", form, site, page, at: BudgetFormTests.bike)
        let now = site.get(BudgetFormTests.bike).body
        #expect(now.contains("100.00 of 600.00 EUR") && !now.contains("a month"))
        try undo(site)
        let then = site.get(BudgetFormTests.bike).body
        #expect(then.contains("100.00 of 500.00 EUR"))
        let end = try #require(BrowserForm(to: "/do/goal/end", in: then))
        try once("/do/goal/end", end, site, then, at: BudgetFormTests.bike)
        #expect(!site.get(BudgetFormTests.bike).body.contains("/do/goal/end"))
        try undo(site)
        #expect(site.get(BudgetFormTests.bike).body.contains("100.00 of 500.00 EUR"))
    }

    @Test("what somebody else made of a goal meanwhile stands beside what was typed")
    func goalSince() throws {
        let site = try saving()
        let page = site.get(BudgetFormTests.bike).body
        var form = try #require(BrowserForm(to: "/do/goal", in: page))
        let end = try #require(BrowserForm(to: "/do/goal/end", in: page))
        let other = SetGoal.Input(name: "bike", amount: "700", account: "bank")
        _ = try SetGoal.run(other, in: site.env)
        let count = try site.count
        form.fields["amount"] = "650"
        let late = try site.send(
            "/do/goal", form.fields, from: BudgetFormTests.bike, key: form.fields["key"],
            shown: page)
        #expect(late.status == 409 && late.body.contains("was changed since"), "\(late.body)")
        let lateEnd = try site.send(
            "/do/goal/end", end.fields, from: BudgetFormTests.bike, key: end.fields["key"],
            shown: page)
        #expect(lateEnd.status == 409 && lateEnd.body.contains("100.00 of 700.00 EUR"))
        #expect(try site.count == count)
        let again = try #require(BrowserForm(to: "/do/goal", in: late.body))
        #expect(again.fields["amount"] == "650" && again.fields["version"] == "4")
        try once("/do/goal", again, site, late.body, at: BudgetFormTests.bike)
        #expect(site.get(BudgetFormTests.bike).body.contains("100.00 of 650.00 EUR"))
    }

    @Test("a program names the version of a budget and a goal that it changes") func program()
        throws
    {
        let site = try budgeted()
        _ = try OpenAccount.run(OpenAccount.Input(name: "bank"), in: site.env)
        let goal = SetGoal.Input(name: "Bike", amount: "500", account: "bank")
        #expect(try SetGoal.run(goal, in: site.env).id == 5)
        func status(_ path: String, _ version: String, _ body: String) -> Int {
            site.dashboard.answer(
                TestSite.request(
                    "POST", "/api/\(path)",
                    [
                        "authorization": "Bearer \(site.token)", "expected-version": version,
                        "content-type": "application/json",
                    ], body: body)
            ).status
        }
        let food = #""category":"food""#
        let bike = #""name":"Bike""#
        for (path, version, body) in [
            ("budget/set", "2", "{\(food),\"amount\":\"50\"}"), ("budget/remove", "2", "{\(food)}"),
            ("goal/set", "4", "{\(bike),\"amount\":\"9\",\"account\":\"bank\"}"),
            ("goal/remove", "4", "{\(bike)}"),
        ] {
            let count = try site.count
            #expect(status(path, version, body) == 409, "\(path)")
            #expect(try site.count == count)
        }
        for name in ["Food", " food "] {
            let body = "{\"category\":\"\(name)\",\"amount\":\"50\"}"
            #expect(status("budget/set", "2", body) == 409, "\(name)")
        }
        // Blanks around a name are none of it, and no other goal is made where one is to change.
        for (name, code) in [("Bike ", 409), (" bike", 409), ("Byke", 422)] {
            let body = "{\"name\":\"\(name)\",\"amount\":\"9\",\"account\":\"bank\"}"
            #expect(status("goal/set", "4", body) == code, "\(name)")
            #expect(try site.count == 6)
        }
        #expect(status("budget/set", "3", "{\(food),\"amount\":\"50\"}") == 200)
        #expect(status("budget/remove", "6", "{\(food)}") == 200)
        // It ended on its first day, and is none that there never was.
        #expect(status("budget/set", "6", "{\(food),\"amount\":\"60\"}") == 409)
        #expect(status("budget/remove", "6", "{\(food)}") == 409)
        #expect(status("budget/set", "7", "{\"category\":\"foot\",\"amount\":\"60\"}") == 422)
        #expect(status("budget/set", "7", "{\(food),\"amount\":\"60\"}") == 200)
        let names = RenameCategory.Input(category: "food", name: "groceries")
        #expect(try RenameCategory.run(names, in: site.env).id == 9)
        let old = #"{"category":"Food","amount":"70"}"#
        #expect(status("budget/set", "7", old) == 409)
        #expect(status("budget/set", "8", old) == 200)
        #expect(status("goal/remove", "5", "{\(bike)}") == 200)
    }

    @Test("a page has the forms of one budget or goal, and links to those of the others")
    func long() throws {
        let site = try saving()
        for number in 1...40 {
            let budget = SetBudget.Input(category: "c\(number)", amount: "1")
            _ = try SetBudget.run(budget, in: site.env)
        }
        let page = site.get("/budget").body
        #expect(page.ranges(of: ">Change<").count == 41)
        #expect(page.utf8.count < 100_000, "\(page.utf8.count)")
        let link = try #require(page.firstMatch(of: /href="(\/budget\?category=c7&amp;[^"]*)"/))
        let chosen = site.get(String(link.1).replacing("&amp;", with: "&")).body
        let form = try #require(BrowserForm(to: "/do/budget/end", in: chosen))
        #expect(form.fields["category"] == "c7")
        #expect(chosen.ranges(of: ">Change<").count == 40)
        #expect(chosen.ranges(of: "/do/budget/end").count == 1)
    }

    @Test("who may only read sees budgets and goals, and no form") func read() throws {
        let site = try saving()
        let reader = try TestSite(over: site.env, isReadOnly: true)
        let bike = BudgetFormTests.bike
        for page in [reader.get(bike).body, site.get("\(bike)&at=3").body] {
            #expect(page.contains("100.00 of 500.00 EUR") && !page.contains(">Change<"))
            #expect(!page.contains("/do/budget") && !page.contains("/do/goal"))
        }
    }
}
