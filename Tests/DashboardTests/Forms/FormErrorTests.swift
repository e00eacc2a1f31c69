import Application
import Dashboard
import EventLog
import Ledger
import Synchronization
import Testing

/// Every form in which somebody types: what is wrong stands beside the field that it is about, and
/// what was typed is there again whatever comes between.
@Suite("What is wrong with a form")
struct FormErrorTests {
    /// A form with what is typed into it, one field of which is wrong.
    struct Form: Sendable {
        let target: String
        let page: String
        let typed: [String: String]
        let wrong: String
        /// What stands before it on its page, where others go to the same address.
        let mark: String

        init(
            _ target: String, _ page: String, _ typed: [String: String], wrong: String,
            after mark: String = ""
        ) {
            (self.target, self.page, self.typed) = (target, page, typed)
            (self.wrong, self.mark) = (wrong, mark)
        }
    }

    private static let entry = [
        "amount": "7.31", "title": "Tea for two", "category": "food:out", "day": "2026-01-03",
        "account": "Piggy bank", "payee": "Corner shop", "tags": "trip", "note": "with cake",
        "split": "me, Bo", "payer": "me",
    ]
    private static let change = [
        "amount": "30.00", "title": "Tea for two", "category": "food:out", "day": "2026-01-03",
        "account": "bank", "tags": "trip", "reason": "a slip", "note": "with cake",
    ]
    private static let payment = ["amount": "7.31", "day": "2026-01-03", "title": "By hand"]
    private static let task = ["title": "Water plants", "due": "2026-02-03", "project": "garden"]
    private static let edit = [
        "title": "Water plants", "due": "2026-02-03", "project": "garden", "assignee": "Bo",
        "tags": "green", "note": "not too much", "priority": "3", "scheduled": "2026-01-20",
        "wait": "2026-01-19", "until": "2026-03-03", "depends": "",
    ]
    private static let goal = [
        "name": "Bicycle", "amount": "731", "account": "bank", "by": "2026-12",
    ]
    private static let goalChange = ["amount": "731", "account": "bank", "by": "2026-12"]

    /// A form for each field that can be wrong.
    private static func each(
        _ target: String, _ page: String, _ typed: [String: String],
        _ wrong: KeyValuePairs<String, String>, after mark: String = ""
    ) -> [Form] {
        wrong.map { name, text in
            Form(
                target, page, typed.merging([name: text]) { $1 }, wrong: name, after: mark)
        }
    }

    static let forms =
        each(
            "/do/add", "/", entry,
            [
                "amount": "12x", "category": "a::b", "day": "someday!",
                "split": "me=4, Bo=40",
            ])
        + each(
            "/do/settle", "/people", payment, ["amount": "12x", "day": "someday!", "title": " "])
        + each(
            "/do/amend", "/entry?id=3", change,
            ["amount": "12x", "category": "a::b", "day": "someday!"])
        + each(
            "/do/task/add", "/tasks", task,
            ["title": " ", "due": "someday!", "project": "a::b"])
        + each(
            "/do/task/edit", "/entry?id=4", edit,
            [
                "title": "", "due": "someday!", "project": "a::b", "priority": "12",
                "scheduled": "someday!", "wait": "someday!", "until": "someday!",
                "depends": "999",
            ])
        + each(
            "/do/task/due", "/tasks?tab=agenda", ["id": "4", "due": "2026-02-03"],
            ["id": "Nothing", "due": "someday!"])
        + each(
            "/do/budget", "/budget", ["category": "travel:air", "amount": "731"],
            ["category": "a::b", "amount": "12x"], after: ">Set a budget<")
        + each(
            "/do/budget", "/budget?category=food&currency=EUR", ["amount": "731"],
            ["amount": "12x"])
        + each(
            "/do/goal", "/budget", goal,
            ["amount": "12x", "account": "Nowhere", "by": "someday!"], after: ">Set a goal<")
        + each(
            "/do/goal", "/budget?goal=Bike", goalChange,
            ["amount": "12x", "account": "Nowhere", "by": "someday!"])
        + each(
            "/do/people/add", "/people", ["name": "Cy", "contact": "cy@x.org", "post": "cook"],
            ["name": "Bo"])

    /// A site with something for every form: Bo is 2, the dinner 3, the task 4.
    private func filled() throws -> TestSite {
        let site = try TestSite(isUnhurried: true)
        _ = try site.send("/do/people/add", ["name": "Bo"], from: "/people")
        let dinner = LineInput(amount: "30", title: "Dinner", split: ["me, Bo"])
        #expect(try AddEntry.run(AddEntry.Input(lines: [dinner]), in: site.env).id == 3)
        _ = try site.send("/do/task/add", ["title": "Paint"], from: "/tasks")
        _ = try OpenAccount.run(OpenAccount.Input(name: "bank"), in: site.env)
        let budget = SetBudget.Input(category: "food", amount: "40")
        _ = try SetBudget.run(budget, in: site.env)
        let bike = SetGoal.Input(name: "Bike", amount: "500", account: "bank")
        _ = try SetGoal.run(bike, in: site.env)
        return site
    }

    /// The form as it is on a page, and what a browser sends with what is typed into it.
    private func sent(_ form: Form, in page: String) throws -> [String: String] {
        let mark = form.mark.isEmpty ? page.startIndex : page.firstRange(of: form.mark)?.upperBound
        let start = try #require(mark)
        let shown = try #require(BrowserForm(to: form.target, in: String(page[start...])))
        #expect(Set(form.typed.keys).isSubset(of: shown.shown), "\(form.target)")
        return shown.fields.merging(form.typed) { $1 }
    }

    /// Whether a page has each text that was typed.
    private func expectKept(_ form: Form, in page: String) {
        for text in form.typed.values where !text.allSatisfy(\.isWhitespace) {
            #expect(page.contains(text), "\(form.target) \(form.wrong): \(text)")
        }
    }

    @Test("stands beside the field, in an open form that has all that was typed")
    func beside() throws {
        let site = try filled()
        for form in FormErrorTests.forms {
            let (page, count) = (site.get(form.page).body, try site.count)
            let fields = try sent(form, in: page)
            let answer = try site.send(
                form.target, fields, from: form.page, key: fields["key"], shown: page)
            let what: Comment = "\(form.target) \(form.wrong)"
            // What a number or a word should mean is not there.
            let isUnknown = ["Nothing", "999"].contains(form.typed[form.wrong])
            #expect(answer.status == (isUnknown ? 404 : 422), what)
            let bad = answer.body.matches(of: /name="([a-z]+)"[^>]* aria-invalid="true"/)
            #expect(bad.map { String($0.1) } == [form.wrong], what)
            #expect(answer.body.ranges(of: "class=\"wrong\"").count == 1, what)
            #expect(!answer.body.contains("class=\"alert\""), what)
            let start = try #require(
                answer.body.firstRange(of: "action=\"\(form.target)\" data-retry"), what)
            let again = try #require(
                BrowserForm(to: form.target, in: String(answer.body[start.lowerBound...])), what)
            for (name, text) in form.typed {
                #expect(again.fields[name]?.trimmed == text.trimmed, what)
            }
            #expect(again.fields["key"] == fields["key"], what)
            #expect(try site.count == count, what)
        }
    }

    @Test("all that was typed is kept where another copy was merged meanwhile") func merged() throws
    {
        let site = try filled()
        let count = try site.count
        for form in FormErrorTests.forms {
            let page = site.get(form.page).body
            var fields = try sent(form, in: page)
            // The token, how many events, and a root that they do not have.
            let parts = try #require(fields["form"]).split(separator: ".")
            fields["form"] = "\(parts[0]).\(parts[1]).0000000000000000"
            let answer = try site.send(
                form.target, fields, from: form.page, key: fields["key"], shown: page)
            #expect(answer.status == 409, "\(form.target)")
            expectKept(form, in: answer.body)
        }
        #expect(try site.count == count)
    }

    @Test("all that was typed is in its form again where the server was started again meanwhile")
    func outdated() throws {
        let site = try filled()
        let count = try site.count
        for form in FormErrorTests.forms {
            let page = site.get(form.page).body
            var fields = try sent(form, in: page)
            let own = try #require(fields["form"])
            fields["form"] = String(repeating: "0", count: 64) + own.drop { $0 != "." }
            let answer = try site.send(
                form.target, fields, from: form.page, key: fields["key"], shown: page)
            let what: Comment = "\(form.target) \(form.wrong)"
            #expect(answer.status == 403, what)
            let start = try #require(
                answer.body.firstRange(of: "action=\"\(form.target)\" data-retry"), what)
            let again = try #require(
                BrowserForm(to: form.target, in: String(answer.body[start.lowerBound...])), what)
            for (name, text) in form.typed {
                #expect(again.fields[name]?.trimmed == text.trimmed, what)
            }
            // Its token is the present one, and it counts once however often it is sent.
            #expect(again.fields["form"] == own && again.fields["key"] == fields["key"], what)
            #expect(answer.body.ranges(of: "or the server was started again").count == 1, what)
            #expect(!answer.body.contains("data-live"), what)
        }
        #expect(try site.count == count)
    }

    @Test("all that was typed is kept where it may not be recorded, and where a form is too old")
    func refused() throws {
        let house = try TestHouse(["Bo": ["read"]])
        let cookie = try house.session(of: "Bo")
        let token = TestSite.hidden("form", in: house.get("/nowhere", cookie: cookie).body)
        let count = try house.env.store().head().count
        for form in FormErrorTests.forms {
            for token in [token, String(repeating: "0", count: 64)] {
                house.time.now.withLock { $0 += .seconds(1) }
                let fields = form.typed.merging(
                    ["form": token, "key": form.target, "back": form.page]
                ) { old, _ in old }
                let answer = house.post(form.target, fields, cookie: cookie)
                #expect(answer.status == 403, "\(form.target) \(form.wrong)")
                expectKept(form, in: answer.body)
                #expect(answer.body.contains(">What you typed<"), "\(form.target)")
            }
        }
        #expect(try house.env.store().head().count == count)
    }

    @Test("what was typed of a payment is kept where somebody else settled it meanwhile")
    func settled() throws {
        let site = try filled()
        let page = site.get("/people").body
        let form = try #require(BrowserForm(to: "/do/settle", in: page))
        // Half of 30.00.
        #expect(form.fields["amount"] == "15.00")
        let first = try site.send(
            "/do/settle", form.fields, from: "/people", key: "other", shown: page)
        #expect(first.status == 303, "\(first.body)")
        let count = try site.count
        let typed = ["amount": "12x", "title": "By hand, at the station"]
        let late = try site.send(
            "/do/settle", form.fields.merging(typed) { $1 }, from: "/people",
            key: form.fields["key"], shown: page)
        #expect(late.status == 422 && late.body.contains(">What you typed<"))
        #expect(late.body.contains("\n12x</textarea>"))
        #expect(late.body.contains("\nBy hand, at the station</textarea>"))
        #expect(late.body.contains("is no amount") && !late.body.contains("/do/settle"))
        #expect(try site.count == count)
    }
}

extension String {
    /// Without blanks around it, as a form is read.
    fileprivate var trimmed: String {
        let head = drop(while: \.isWhitespace)
        return String(head.dropLast(head.reversed().prefix(while: \.isWhitespace).count))
    }
}
