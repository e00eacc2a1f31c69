import Dashboard
import Support
import Testing

/// What strings of a public collection do in every field of a page (naughty-blns).
@Suite("Naughty strings in forms")
struct NaughtyFormTests {
    /// A form, and what makes it whole.
    private struct Form {
        let target: String
        let page: String
        let rest: [String: String]
        /// Fields that hardly any text is good for.
        let alone: [String]
        /// Fields that take most texts, which are sent together first.
        var texts: [String] = []
    }

    /// How many ledgers share the strings: a form that is refused shows its page, which takes the
    /// longer the more was recorded.
    private static let parts = 32

    private static let forms = [
        Form(
            target: "/do/add", page: "/", rest: ["amount": "1", "title": "x"],
            alone: ["amount", "day", "kind", "split", "payer"],
            texts: ["title", "category", "account", "payee", "tags", "note"]),
        Form(
            target: "/do/task/add", page: "/tasks", rest: ["title": "x"], alone: ["due"],
            texts: ["title", "project"]),
        Form(
            target: "/do/people/add", page: "/people", rest: ["name": "x"], alone: [],
            texts: ["name", "contact", "post"]),
        Form(
            target: "/do/budget", page: "/budget",
            rest: ["category": "a", "amount": "5", "period": "monthly"],
            alone: ["category", "amount", "period", "rollover"]),
        Form(
            target: "/do/goal", page: "/budget",
            rest: ["name": "a", "amount": "5", "account": "bank"],
            alone: ["name", "amount", "account", "by", "version"]),
        Form(
            target: "/do/budget/end", page: "/budget", rest: ["category": "none"],
            alone: ["category", "currency", "version"]),
        Form(
            target: "/do/statement", page: "/reconcile?account=bank",
            rest: ["account": "bank", "balance": "1"], alone: ["account", "balance", "on"]),
        Form(
            target: "/do/amend", page: "/entries", rest: [:], alone: ["amount", "day", "version"],
            texts: ["title", "category", "account", "payee", "tags", "note", "reason"]),
        Form(target: "/do/void", page: "/entries", rest: [:], alone: ["id", "version"]),
        Form(target: "/do/task/done", page: "/tasks", rest: [:], alone: ["id"]),
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
        .enabled(if: SharedData.has("naughty-blns"), "naughty-blns is not there"),
        arguments: 0..<parts)
    func everyField(part: Int) throws {
        let all = try #require(SharedData.json("naughty-blns/blns.json")?.array)
            .compactMap(\.string)
        #expect(all.count > 500)
        let strings = stride(from: part, to: all.count, by: NaughtyFormTests.parts).map { all[$0] }
        let site = try TestSite(isUnhurried: true)
        let shown = site.get("/").body
        _ = try site.send("/do/add", ["amount": "1", "title": "x", "account": "bank"])
        var (taken, refused) = (0, 0)
        func isTaken(_ form: Form, _ names: [String], _ text: String, _ rest: [String: String])
            throws -> Bool
        {
            let fields = form.rest.merging(rest) { $1 }
                .merging(names.map { ($0, text) }) { $1 }
            let what = "\(form.target) \(names) \(text)"
            let sent = try site.send(
                form.target, fields, from: form.page, key: "\(taken + refused)", shown: shown)
            #expect([303, 404, 409, 422].contains(sent.status), "\(what): \(sent.status)")
            #expect(NaughtyFormTests.isClean(sent.body), "\(what)")
            if sent.status == 303 { taken += 1 } else { refused += 1 }
            return sent.status == 303
        }
        for text in strings {
            let added = try site.send(
                "/do/add", ["amount": "1", "title": "x"], key: "new \(taken + refused)",
                shown: shown)
            let id = try #require(added.header("Location")?.split(separator: "=").last)
            for form in NaughtyFormTests.forms {
                let rest = form.target.hasPrefix("/do/add") ? [:] : ["id": String(id)]
                for name in form.alone { _ = try isTaken(form, [name], text, rest) }
                if try form.texts.isEmpty || isTaken(form, form.texts, text, rest) { continue }
                for name in form.texts { _ = try isTaken(form, [name], text, rest) }
            }
        }
        #expect(taken > 1_500 / NaughtyFormTests.parts && refused > 2_000 / NaughtyFormTests.parts)
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
