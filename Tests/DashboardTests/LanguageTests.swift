import Application
import Dashboard
import Ledger
import Testing

/// Pages in the language of who reads them.
@Suite("Languages")
struct LanguageTests {
    /// A site with something on every page.
    private func filled() throws -> TestSite {
        let site = try TestSite()
        for (amount, title) in [("12.50", "Lunch"), ("7.30", "Bread")] {
            _ = try site.send(
                "/do/add", ["amount": amount, "title": title, "category": "food"])
        }
        _ = try site.send(
            "/do/task/add", ["title": "Pay rent", "due": "2026-01-15"], from: "/tasks")
        _ = try site.send(
            "/do/task/edit", ["id": "4", "type": "urgent", "priority": "1"], from: "/tasks")
        _ = try site.send("/do/people/add", ["name": "Bo"], from: "/people")
        _ = try site.send(
            "/do/budget", ["category": "food", "amount": "40", "period": "monthly"],
            from: "/budget")
        _ = try AddRepeat.run(
            AddRepeat.Input(
                line: LineInput(amount: "700", title: "Rent", kind: .transfer, incoming: true),
                every: "month on the 20th"), in: site.env)
        _ = try site.send(
            "/do/add",
            ["amount": "1", "title": "x", "category": "foood", "account": "bank", "kind": "income"])
        for (name, day) in [("Bike", "2026-12"), ("Boat", "2026-01-10")] {
            _ = try site.send(
                "/do/goal", ["name": name, "amount": "500", "account": "bank", "by": day],
                from: "/budget")
        }
        return site
    }

    private static let pages = [
        "/", "/reports", "/reports?by=category", "/entries", "/entries?q=x", "/entry?id=2",
        "/entry?id=4", "/tasks", "/tasks?tab=agenda", "/tasks?tab=done", "/accounts", "/budget",
        "/budget?goal=Bike", "/budget?category=food&currency=EUR",
        "/people", "/audit", "/explain", "/import", "/import?file=00", "/reconcile",
        "/compared?from=2",
        "/verify?run=full", "/entries?at=3", "/nowhere", "/?done=2", "/?undone=2",
        "/conflicts", "/offline", "/offline?sent=yes", "/keys", "/reports?kind=x",
        "/entries?skip=x",
        "/accounts?period=weekly",
        "/compared?from=x",
        "/reconcile?account=bank&balance=1", "/tasks?tab=all", "/reports?by=payee",
    ]

    @Test("every text of a page has a form in German; figures stay exact") func whole() throws {
        let site = try filled()
        let missing = Language.Missing()
        Language.$missing.withValue(missing) {
            for page in LanguageTests.pages {
                let body = site.get(page, ["accept-language": "de-AT,de;q=0.9,en;q=0.5"]).body
                #expect(body.contains("<html lang=\"de\">"), "\(page)")
            }
        }
        #expect(missing.all == [])
        let today = site.get("/", ["accept-language": "de"]).body
        #expect(today.contains(">Zuletzt erfasst<") && today.contains(">12.50 EUR<"))
        #expect(site.get("/entries", ["accept-language": "de"]).body.contains(">3 Buchungen"))
        #expect(site.get("/entries").body.contains(">3 entries"))
    }

    @Test("a budget says what it leaves out in other currencies") func apart() throws {
        let site = try filled()
        _ = try site.send("/do/add", ["amount": "8 USD", "title": "Diner", "category": "food"])
        #expect(site.get("/budget").body.contains("not in it, which is in EUR: 8.00 USD"))
        let german = site.get("/budget", ["accept-language": "de"]).body
        #expect(german.contains("nicht darin, weil es in EUR ist: 8.00 USD"))
    }

    @Test("what an entry was recorded as is said in the language of the page") func kinds() throws {
        let site = try filled()
        let german = site.get("/entry?id=2", ["accept-language": "de"]).body
        #expect(german.contains("Art </span>Ausgabe<"))
        #expect(site.get("/entry?id=2").body.contains("kind </span>expense<"))
    }

    @Test("what is said to strangers is said in German, too") func strangers() throws {
        let site = try TestSite()
        let missing = Language.Missing()
        let told = Language.$missing.withValue(missing) {
            for (target, headers) in [
                ("/", ["cookie": ""]), ("/", ["host": "x"]), ("/", ["origin": "http://x"]),
                ("/do/x", [:]), ("/" + String(repeating: "x", count: 5_000), [:]),
            ] {
                _ = site.get(target, ["accept-language": "de"].merging(headers) { $1 })
            }
            let typed = TestSite.request(
                "POST", "/do/add", ["accept-language": "de"], body: "amount=1&title=Tee")
            return site.dashboard.answer(typed).body
        }
        #expect(told.contains(">Formular wieder zeigen<") && told.contains("Was Sie eingegeben"))
        #expect(missing.all == [])
    }

    /// What stands between the tags of a page, and what is called for who does not see it.
    private func texts(_ page: String) -> Set<String> {
        var texts: Set<String> = []
        for part in page.split(separator: "<") {
            guard let end = part.firstIndex(of: ">") else { continue }
            texts.insert(String(part[part.index(after: end)...]))
            let label = part[..<end].split(separator: "aria-label=\"").dropFirst().first
            if let label { texts.insert(String(label.prefix { $0 != "\"" })) }
        }
        return texts
    }

    @Test("what is the same in both languages is the ledger's own, or the same in both")
    func plain() throws {
        let site = try filled()
        for (amount, title, category) in [("99 USD", "Book", ""), ("3", "Tea", "food")] {
            _ = try site.send(
                "/do/add", ["amount": amount, "title": title, "category": category])
        }
        _ = try site.send(
            "/do/amend",
            ["id": "2", "version": "1", "title": "Lunch", "was-title": "Lunch", "amount": "13"],
            from: "/entry?id=2")
        var known: Set<String> = [
            "Ada", "Lunch", "Bread", "food", "foood", "Pay", "rent", "Rent", "Bo", "Book", "Tea",
            "Bike", "Boat", "bank", "EUR", "USD", "api", "openapi", "json", "Authorization",
            "Bearer", "metrics", "UTC", "Esc",
            "Jan", "Feb", "Apr", "Jun", "Jul", "Aug", "Sep", "Nov", "English", "yes",
            // What fields of the log say.
            "expense", "income", "transfer", "basic", "urgent", "green", "open",
            // German for what and day, which English pages have beside them in another sense.
            "Was", "Tag",
        ]
        func words(_ text: String) -> [String] {
            text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
                .filter { $0.count > 1 && $0.allSatisfy(\.isLetter) }
        }
        for (english, german) in Language.formsOfGerman where english == german {
            known.formUnion(words(english))
        }
        var found: Set<String> = []
        for page in LanguageTests.pages + ["/entry?id=4", "/reports?by=tag", "/compared?from=1"] {
            let answer = site.get(page)
            // What is wrong is said in the words of the program.
            guard answer.status == 200 else { continue }
            let german = site.get(page, ["accept-language": "de"]).body
            for text in texts(answer.body).intersection(texts(german))
            where words(text).contains(where: { !known.contains($0) }) {
                found.insert("\(page): \(text)")
            }
        }
        #expect(found == [])
        let today = site.get("/", ["accept-language": "de"]).body
        #expect(today.contains("und 99.00 USD"))
        let reports = site.get("/reports?by=category", ["accept-language": "de"]).body
        #expect(reports.contains(">(ohne)<") && !reports.contains("(none)"))
    }

    @Test("each form takes what its text is given") func forms() {
        for (english, german) in Language.formsOfGerman {
            let counts = [english, german].map { text in text.filter { $0 == "%" }.count }
            #expect(counts[0] == counts[1], "\(english)")
            #expect(!german.isEmpty)
        }
    }

    @Test(
        "the language is what the browser asks for first, or what was chosen",
        arguments: [
            ("", "en"), ("fr", "en"), ("de", "de"), ("DE-ch", "de"), ("en,de", "en"),
            ("en;q=0.5, de;q=0.75", "de"), ("de;q=0, en;q=0.1", "en"), ("x;q=;de", "en"),
            ("*", "en"), ("de;q=nan", "en"),
        ])
    func choice(header: String, language: String) throws {
        let site = try TestSite()
        let body = site.get("/", ["accept-language": header]).body
        #expect(body.contains("<html lang=\"\(language)\">"))
    }

    @Test("a choice is kept, and goes nowhere else") func switched() throws {
        let site = try TestSite()
        let sent = site.get("/language?to=de&back=%2Ftasks")
        #expect(sent.status == 303 && sent.header("Location") == "/tasks")
        let cookie = try #require(sent.header("Set-Cookie"))
        #expect(cookie.hasPrefix("ledger-language=de; Path=/; "))
        let chosen = TestSite.request(
            "GET", "/login", ["cookie": "ledger-language=de", "accept-language": "en"])
        #expect(site.dashboard.answer(chosen).body.contains("lang=\"de\""))
        let bad = site.get("/language?to=%0d%0aX&back=%2F%2Fevil.example")
        #expect(bad.header("Location") == "/" && bad.header("Set-Cookie") == nil)
    }
}
