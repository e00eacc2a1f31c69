import Dashboard
import Support
import Testing

/// What strings of a public collection do in every field of a page (naughty-blns).
@Suite("Naughty strings in forms")
struct NaughtyFormTests {
    /// Fields of forms, with what makes the rest of them whole.
    private static let forms: [(target: String, page: String, rest: [String: String])] = [
        ("/do/add", "/", ["amount": "1", "title": "x"]),
        ("/do/task/add", "/tasks", ["title": "x"]),
        ("/do/people/add", "/people", ["name": "x"]),
        ("/do/budget", "/budget", ["category": "a", "amount": "5", "period": "monthly"]),
    ]

    private static let fields = [
        "/do/add": ["amount", "title", "category", "day", "account", "payee", "tags", "note"],
        "/do/task/add": ["title", "due", "project"], "/do/people/add": ["name", "contact", "post"],
        "/do/budget": ["category", "amount", "period"],
    ]

    /// Whether a page has an element or an attribute that is none of the program's own.
    private static func isClean(_ body: String) -> Bool {
        let page = body.replacing(AttackTests.ownScript, with: "").lowercased()
        let bad = [
            "<script", "<img", "<iframe", "<svg onload", "<object", "javascript:", " onerror=\"",
            " onload=\"", " onmouseover=\"", " style=\"", "<b>", "<marquee", "<style",
        ]
        // A link of the program's own goes to a path of its own; text is escaped.
        return bad.allSatisfy { mark in
            mark == "javascript:" ? !page.contains("href=\"javascript:") : !page.contains(mark)
        }
    }

    @Test(
        "every string in every field is recorded or refused, and never markup",
        .enabled(if: SharedData.has("naughty-blns"), "naughty-blns is not there"))
    func everyField() throws {
        let strings = try #require(SharedData.json("naughty-blns/blns.json")?.array)
            .compactMap(\.string)
        #expect(strings.count > 500)
        let site = try TestSite(isUnhurried: true)
        let shown = site.get("/").body
        var (taken, refused) = (0, 0)
        for (number, text) in strings.enumerated() {
            let form = NaughtyFormTests.forms[number % NaughtyFormTests.forms.count]
            for field in NaughtyFormTests.fields[form.target] ?? [] {
                let sent = try site.send(
                    form.target, form.rest.merging([field: text]) { $1 }, from: form.page,
                    key: "\(number)-\(field)", shown: shown)
                switch sent.status {
                case 303: taken += 1
                case 409, 422: refused += 1
                default: Issue.record("\(form.target) \(field) \(text): \(sent.status)")
                }
                #expect(NaughtyFormTests.isClean(sent.body), "\(form.target) \(field): \(text)")
            }
        }
        #expect(taken > 500 && refused > 100)
        for page in [
            "/", "/entries", "/tasks", "/tasks?tab=agenda", "/people", "/budget", "/audit",
            "/reports?by=category", "/reports?by=payee", "/reports?by=tag", "/accounts",
            "/reconcile", "/compared?from=1", "/explain",
        ] {
            let response = site.get(page)
            #expect(response.status == 200, "\(page)")
            #expect(NaughtyFormTests.isClean(response.body), "\(page)")
        }
    }

    @Test(
        "every string in an address, and as the name of a file",
        .enabled(if: SharedData.has("naughty-blns"), "naughty-blns is not there"))
    func addresses() throws {
        let strings = try #require(SharedData.json("naughty-blns/blns.json")?.array)
            .compactMap(\.string).filter { $0.utf8.count < 1_000 }
        let site = try TestSite(isUnhurried: true)
        let targets = [
            "/entries?q=", "/entries?p=", "/?at=", "/reports?by=", "/tasks?tab=", "/import?file=",
            "/reconcile?account=", "/compared?from=", "/proof?id=", "/language?to=", "/login?back=",
        ]
        for (number, text) in strings.enumerated() {
            let target = targets[number % targets.count] + TestSite.encoded(text)
            let response = site.get(target)
            #expect(response.status < 500, "\(target)")
            #expect(NaughtyFormTests.isClean(response.body), "\(target)")
            for header in response.headers {
                #expect(!header.value.contains { $0.isNewline }, "\(target)")
            }
        }
        for text in strings where !text.contains(where: \.isNewline) {
            let sent = site.upload("Date,Amount,Title\n2026-01-02,5,Tea\n", name: text)
            // A quote ends a name; what stands behind it is no header.
            #expect([303, 400, 422].contains(sent.status), "\(text)")
            if let target = sent.header("Location") {
                #expect(NaughtyFormTests.isClean(site.get(target).body), "\(text)")
            }
        }
    }
}
