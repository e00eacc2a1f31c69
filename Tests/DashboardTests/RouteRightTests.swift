import Application
import Dashboard
import EventLog
import Ledger
import Synchronization
import Testing

/// Each right alone, through every route, form and page: nothing is open that the table of rights
/// closes, and nothing closed that it opens.
@Suite("Rights through every route")
struct RouteRightTests {
    /// What forms ask for, by the route that does the same.
    private static let forms = [
        "/do/add": "add", "/do/settle": "add", "/do/amend": "amend", "/do/void": "void",
        "/do/restore": "restore",
        "/do/undo": "undo", "/do/redo": "redo", "/do/task/add": "task/add",
        "/do/task/edit": "task/edit",
        "/do/task/done": "task/done", "/do/task/reopen": "task/reopen",
        "/do/task/drop": "task/drop", "/do/task/due": "task/reschedule",
        "/do/budget": "budget/set", "/do/budget/end": "budget/remove",
        "/do/goal": "goal/set", "/do/goal/end": "goal/remove",
        "/do/statement": "statement/assert", "/do/people/add": "people/add",
        "/do/detach": "detach", "/do/keep": "merge/keep",
    ]

    /// Pages and what else there is to read.
    private static let pages = [
        "/reports", "/explain", "/entries", "/entry?id=5", "/tasks", "/tasks?tab=agenda",
        "/accounts", "/budget", "/import", "/people", "/reconcile", "/compared?from=1", "/verify",
        "/verify?run=full", "/conflicts", "/audit", "/proof?id=1", "/file?id=5", "/entries?at=2",
    ]

    /// A house in which Bo has one right, and the cookie of Bo.
    private func house(_ right: Permission) throws -> (house: TestHouse, cookie: String) {
        let house = try TestHouse(["Bo": [right.rawValue]])
        let line = LineInput(amount: "5", title: "Secret tea", account: "bank")
        _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: house.env)
        return (house, try house.session(of: "Bo"))
    }

    @Test("programs", arguments: Permission.allCases) func routes(right: Permission) throws {
        let (house, cookie) = try house(right)
        let token = String(try #require(cookie.split(separator: "=").last))
        let count = try house.env.store().head().count
        let routes = try Router.standard.routes
        var (open, closed) = (0, 0)
        for route in routes where !route.needs.isEmpty {
            house.time.now.withLock { $0 += .seconds(1) }
            let answer = house.dashboard.answer(
                TestSite.request(
                    "POST", "/api/\(route.path)", ["authorization": "Bearer \(token)"],
                    body: "{}"))
            if route.needs.allSatisfy({ $0 == right }) {
                #expect(answer.status != 401, "\(right) \(route.path)")
                open += [403, 404].contains(answer.status) ? 0 : 1
            } else {
                // One that is not for programs, or asks in a unit that is not named, is not there.
                #expect([403, 404].contains(answer.status), "\(right) \(route.path)")
                #expect(!answer.body.contains("Secret"), "\(right) \(route.path)")
                closed += answer.status == 403 ? 1 : 0
            }
        }
        #expect(closed > 20, "\(right)")
        #expect(open > 0 || right == .share, "\(right)")
        if right == .read { #expect(try house.env.store().head().count == count) }
    }

    @Test("forms", arguments: Permission.allCases) func forms(right: Permission) throws {
        let (house, cookie) = try house(right)
        // Each page has a form at least, to log out.
        let form = TestSite.hidden("form", in: house.get("/nowhere", cookie: cookie).body)
        #expect(form.utf8.count == 64)
        let needs = Dictionary(
            try Router.standard.routes.map { ($0.path, $0.needs) }, uniquingKeysWith: { $1 })
        for (target, path) in RouteRightTests.forms.sorted(by: { $0.key < $1.key }) {
            let asked = try #require(needs[path], "\(path)")
            if asked.allSatisfy({ $0 == right }) { continue }
            house.time.now.withLock { $0 += .seconds(1) }
            let count = try house.env.store().head().count
            let fields = [
                "form": form, "key": target, "back": "/", "amount": "1", "title": "x", "id": "5",
                "name": "Cy", "category": "food", "account": "bank", "balance": "1",
                "due": "today",
            ]
            let sent = house.post(target, fields, cookie: cookie)
            #expect(sent.status == 403, "\(right) \(target)")
            #expect(!sent.body.contains("Secret"), "\(right) \(target)")
            #expect(try house.env.store().head().count == count, "\(right) \(target)")
        }
    }

    @Test("pages, for who may not read", arguments: Permission.allCases.filter { $0 != .read })
    func pages(right: Permission) throws {
        let (house, cookie) = try house(right)
        for target in RouteRightTests.pages {
            house.time.now.withLock { $0 += .seconds(1) }
            let answer = house.get(target, cookie: cookie)
            #expect([403, 404].contains(answer.status), "\(right) \(target)")
            #expect(!answer.body.contains("Secret"), "\(right) \(target)")
        }
        #expect(house.get("/", cookie: cookie).status == (right == .create ? 200 : 403))
        let live = TestSite.request("GET", "/live", ["cookie": cookie])
        #expect(house.dashboard.refusesToTell(live)?.status == 403)
    }
}
