import Dashboard
import Synchronization
import Testing

/// Strings that break programs, in every field of forms and of addresses; a public list of them is
/// sent over a socket by `tools/browser-test --only strings`.
@Suite("Naughty strings")
struct NaughtyTests {
    static let strings = [
        "", " ", "undefined", "null", "NaN", "-1e999", "0x0", "1/0", "1,000.00", "１２", "٣",
        "\u{202E}321", "\u{FEFF}", "\u{0}", "\u{7F}", "\u{FFFF}", "\r\nSet-Cookie: a=b",
        "<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "</textarea><script>",
        "javascript:alert(1)", "';DROP TABLE lines;--", "$(touch x)", "../../../etc/passwd",
        "%00%s%n", "{{7*7}}", "田中さん", "Ṱ̺̺̕o͞ ̷i̲̬", "👩‍👩‍👧‍👦", "cat:(", "amt:>",
        "\\", "name=\"key\" value=\"",
    ]

    private static let forms: [(target: String, fields: [String: String])] = [
        (
            "/do/add",
            [
                "amount": "1", "title": "x", "category": "c", "day": "today", "account": "",
                "payee": "", "tags": "", "note": "", "kind": "expense",
            ]
        ),
        ("/do/task/add", ["title": "x", "due": "", "project": ""]),
        (
            "/do/budget",
            ["category": "c", "amount": "1", "period": "month", "rollover": ""]
        ),
        ("/do/people/add", ["name": "x", "contact": "", "post": ""]),
    ]

    private static let questions = [
        "/entries?q=", "/entries?p=", "/entries?skip=", "/reports?q=", "/reports?by=",
        "/reports?p=", "/?at=", "/audit?q=", "/people?q=", "/tasks?tab=", "/entry?id=",
        "/explain?category=", "/compared?from=", "/reconcile?account=", "/import?file=",
        "/language?to=",
    ]

    @Test("nothing fails, and no markup of anybody is in a page", arguments: strings)
    func everywhere(text: String) throws {
        let site = try TestSite(isUnhurried: true)
        func check(_ response: WebResponse, _ what: String) {
            #expect(response.status < 500 && response.status != 429, "\(what)")
            let page = response.body.replacing(AttackTests.ownScript, with: "")
            #expect(!page.contains("<script") && !page.contains("<img"), "\(what)")
            #expect(!response.headers.contains { $0.value.contains("\n") }, "\(what)")
        }
        let shown = site.get("/people").body
        for form in NaughtyTests.forms {
            for name in form.fields.keys.sorted() {
                var fields = form.fields
                fields[name] = text
                let response = try site.send(
                    form.target, fields, from: "/tasks", key: "\(form.target)-\(name)",
                    shown: shown)
                check(response, "\(name) of \(form.target)")
            }
        }
        let encoded = TestSite.encoded(text)
        for question in NaughtyTests.questions { check(site.get(question + encoded), question) }
        for page in ["/", "/", "/entries", "/tasks", "/people", "/budget", "/audit", "/accounts"] {
            check(site.get(page), page)
        }
    }

    @Test("who logs in with them is told nothing else") func logins() throws {
        let house = try TestHouse(["Bo": ["read"]])
        for text in NaughtyTests.strings {
            for (name, password) in [(text, "x"), ("Bo", text)] {
                let answer = house.logIn(name, password)
                #expect([401, 429].contains(answer.status), "\(text)")
                #expect(answer.header("Set-Cookie") == nil, "\(text)")
                let page = answer.body
                #expect(!page.contains("<script") && !page.contains("<img"), "\(text)")
            }
            house.time.now.withLock { $0 += .seconds(60) }
        }
    }
}
