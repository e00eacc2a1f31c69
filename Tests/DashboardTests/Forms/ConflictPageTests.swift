import Application
import Dashboard
import EventLog
import Foundation
import Ledger
import Support
import Testing

/// What a merge set aside, with both sides, and what is decided about it on the pages.
@Suite("Deciding after a merge on the pages")
struct ConflictPageTests {
    /// A ledger in which a lunch of 12.50 is 13.00, and in a copy that was merged 14.00; or some
    /// such lunches; or something else that was changed on both sides.
    private final class Household {
        let place: String
        let env: Environment

        init(
            _ count: Int = 1, add: (Environment) throws -> UInt64 = Household.addLunch,
            change: (Environment, UInt64, _ isHere: Bool) throws -> Void = Household.changeLunch
        ) throws {
            let place = FileManager.default.temporaryDirectory
                .appending(path: "conflict-\(UUID().uuidString)").path
            self.place = place
            let here = Environment.test.with {
                $0.home = FileHome("\(place)/a")
                $0.makeSeed = Seeds.random
            }
            let there = here.with { $0.home = FileHome("\(place)/b") }
            _ = try InitLedger.run(InitLedger.Input(), in: here)
            var ids: [UInt64] = []
            for _ in 0..<count { ids.append(try add(here)) }
            #expect(ids.first == 2)
            _ = try BackUpLedger.run(BackUpLedger.Input(destination: "\(place)/b"), in: here)
            for (env, isHere) in [(here, true), (there, false)] {
                for id in ids { try change(env, id, isHere) }
            }
            // The longer side stands.
            for number in 0..<3 {
                let line = LineInput(amount: "1", title: "Tea \(number)")
                _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: here)
            }
            let done = try MergeCopy.run(MergeCopy.Input(other: "\(place)/b"), in: here)
            #expect(done.result == .merged)
            env = here.with { $0.home = FileHome("\(place)/a") }
        }

        deinit { TestFolder.remove(place) }

        private static func addLunch(_ env: Environment) throws -> UInt64 {
            let lunch = LineInput(amount: "12.50", title: "Lunch", category: "food")
            return try AddEntry.run(AddEntry.Input(lines: [lunch]), in: env).id
        }

        private static func changeLunch(
            _ env: Environment, _ id: UInt64, _ isHere: Bool
        ) throws {
            var input = AmendEntry.Input(id: "\(id)")
            input.amount = isHere ? "13" : "14"
            _ = try AmendEntry.run(input, in: env)
        }

        /// A task to paint: here a fence, there a wall, or dropped there and done here.
        static func painting(isDropped: Bool = false) throws -> Household {
            try Household(
                add: { env in
                    var task = TaskInput()
                    (task.title, task.due, task.note) = ("Paint", "2026-02-01", "two\nlines")
                    return try AddTask.run(AddTask.Input(task), in: env).id
                },
                change: { env, id, isHere in
                    let one = EntriesInput(ids: ["\(id)"])
                    var task = TaskInput()
                    task.title = isHere ? "Paint fence" : "Paint wall"
                    if !isDropped {
                        _ = try EditTask.run(EditTask.Input(id: "\(id)", task), in: env)
                    } else if isHere {
                        _ = try CompleteTasks.run(one, in: env)
                    } else {
                        _ = try DropTasks.run(one, in: env)
                    }
                })
        }

        /// The task as it is, and every version of it.
        func task() throws -> (row: TaskRow?, actions: [String]) {
            let place = place
            let now = env.with { $0.home = FileHome("\(place)/a") }
            let history = try EntryHistory.run(EntryInput(id: "2"), in: now)
            return (
                try ShowTask.run(EntryInput(id: "2"), in: now).rows.first,
                history.versions.map(\.action.rawValue)
            )
        }

        var amount: String? {
            get throws {
                let place = place
                let now = env.with { $0.home = FileHome("\(place)/a") }
                return try ShowEntry.run(EntryInput(id: "2"), in: now).rows.first?.amount
            }
        }
    }

    @Test("Today leads to both sides, and what stands is kept by one button, once")
    func kept() throws {
        let house = try Household()
        let site = try TestSite(over: house.env)
        let today = site.get("/").body
        #expect(today.contains("<a href=\"/conflicts\">Merges set aside 1 to decide about</a>"))
        let page = site.get("/conflicts").body
        #expect(page.contains(">Lunch</a>") && page.contains("Both sides changed it"))
        let stands = try #require(page.firstRange(of: "Stands:"))
        let aside = try #require(page.firstRange(of: "Was set aside:"))
        #expect(page[stands.upperBound..<aside.lowerBound].contains("amount 13.00"))
        #expect(page[aside.upperBound...].contains("14.00"))
        let form = try #require(BrowserForm(to: "/do/keep", in: page))
        let count = try site.count
        for _ in 1...2 {
            let sent = try site.send("/do/keep", form.fields, from: "/conflicts", shown: page)
            #expect(sent.status == 303, "\(sent.body)")
        }
        #expect(try site.count == count + 1)
        #expect(site.get("/conflicts").body.contains("Nothing waits for a decision."))
        #expect(!site.get("/").body.contains("Merges set aside"))
        #expect(try house.amount == "13.00")
    }

    @Test("a change from there is the decision for the other side") func changed() throws {
        let house = try Household()
        let site = try TestSite(over: house.env)
        let list = site.get("/conflicts").body
        let link = try #require(list.firstMatch(of: /href="(\/entry\?id=2&amp;decides=[0-9]+)"/))
        let target = String(link.1).replacing("&amp;", with: "&")
        let page = site.get(target).body
        #expect(page.contains("A merge set aside:") && page.contains("14.00"))
        var form = try #require(BrowserForm(to: "/do/amend", in: page))
        #expect(form.fields["decides"]?.hasPrefix("aside-") == true)
        form.fields["amount"] = "14"
        let count = try site.count
        let sent = try site.send("/do/amend", form.fields, from: target, shown: page)
        #expect(sent.header("Location") == "/conflicts?done=\(count)", "\(sent.body)")
        let end = site.get("/conflicts?done=\(count)").body
        #expect(end.contains("Recorded, event") && end.contains("Nothing waits for a decision."))
        #expect(try house.amount == "14.00")
        // What is decided is no more, and an entry without a conflict has none.
        for old in [target, "/entry?id=2&decides=2", "/entry?id=2"] {
            #expect(!site.get(old).body.contains("name=\"decides\""), "\(old)")
        }
        #expect(site.get("/entry?id=2&decides=x").status == 422)
    }

    @Test("a task is changed to the other side, too, and nothing else of it") func task() throws {
        let house = try Household.painting()
        let site = try TestSite(over: house.env)
        let list = site.get("/conflicts").body
        #expect(list.contains("title Paint fence") && list.contains("Paint wall"))
        let link = try #require(list.firstMatch(of: /href="(\/entry\?id=2&amp;decides=[0-9]+)"/))
        let target = String(link.1).replacing("&amp;", with: "&")
        let page = site.get(target).body
        let stands = try #require(page.firstRange(of: "Stands:"))
        #expect(page[stands.upperBound...].prefix(400).contains("title Paint fence"))
        let aside = try #require(page.firstRange(of: "A merge set aside:"))
        #expect(page[aside.upperBound...].prefix(400).contains("Paint wall"))
        var form = try #require(BrowserForm(to: "/do/task/edit", in: page))
        #expect(form.fields["decides"]?.hasPrefix("aside-") == true)
        form.fields["title"] = "Paint wall"
        let count = try site.count
        for _ in 1...2 {
            let sent = try site.send("/do/task/edit", form.fields, from: target, shown: page)
            #expect(sent.header("Location") == "/conflicts?done=\(count)", "\(sent.body)")
        }
        #expect(site.get("/conflicts").body.contains("Nothing waits for a decision."))
        #expect(try site.count == count + 1)
        let (row, _) = try house.task()
        #expect(row?.title == "Paint wall" && row?.dueLocal == "2026-02-01")
        #expect(row?.note == "two\nlines")
        #expect(!site.get(target).body.contains("name=\"decides\""))
    }

    @Test("a task that was done here and dropped there is decided in one step, undone in one")
    func closed() throws {
        for isListed in [true, false] {
            let house = try Household.painting(isDropped: true)
            let site = try TestSite(over: house.env)
            let list = site.get("/conflicts").body
            let link = try #require(
                list.firstMatch(of: /href="(\/entry\?id=2&amp;decides=[0-9]+)"/))
            let target = isListed ? "/conflicts" : String(link.1).replacing("&amp;", with: "&")
            let page = site.get(target).body
            #expect(page.contains("task-dropped"))
            let form = try #require(BrowserForm(to: "/do/task/drop", in: page))
            #expect(form.fields["decides"]?.hasPrefix("aside-") == true)
            let count = try site.count
            for _ in 1...2 {
                let sent = try site.send(
                    "/do/task/drop", form.fields, from: target, key: form.fields["key"],
                    shown: page)
                // It is taken up and dropped by two events of one commit.
                #expect(
                    sent.header("Location") == "/conflicts?done=\(count + 1)", "\(sent.body)")
                #expect(try site.count == count + 2)
            }
            #expect(site.get("/conflicts").body.contains("Nothing waits for a decision."))
            var (row, actions) = try house.task()
            #expect(row?.status == .dropped)
            #expect(actions == ["added", "completed", "reopened", "dropped"])
            let done = site.get("/conflicts?done=\(count + 1)").body
            let undo = try #require(BrowserForm(to: "/do/undo", in: done))
            let undone = try site.send(
                "/do/undo", undo.fields, from: "/conflicts", key: undo.fields["key"], shown: done)
            #expect(undone.status == 303, "\(undone.body)")
            (row, actions) = try house.task()
            #expect(row?.status == .completed)
        }
    }

    @Test("a button does only what can be done with the task as it is now") func now() throws {
        let house = try Household.painting(isDropped: true)
        let site = try TestSite(over: house.env)
        let one = EntriesInput(ids: ["2"])
        _ = try ReopenTasks.run(one, in: site.env)
        #expect(site.get("/conflicts").body.contains("/do/task/drop"))
        _ = try DropTasks.run(one, in: site.env)
        let page = site.get("/conflicts").body
        #expect(page.contains("task-dropped") && !page.contains("/do/task/"))
        let form = try #require(BrowserForm(to: "/do/keep", in: page))
        let sent = try site.send("/do/keep", form.fields, from: "/conflicts", shown: page)
        #expect(sent.status == 303, "\(sent.body)")
        #expect(site.get("/conflicts").body.contains("Nothing waits for a decision."))
    }

    @Test("a word in the titles of a closed and an open task is asked about as what decides")
    func word() throws {
        let house = try Household.painting(isDropped: true)
        let site = try TestSite(over: house.env)
        let page = site.get("/conflicts").body
        let form = try #require(BrowserForm(to: "/do/task/drop", in: page))
        var task = TaskInput()
        task.title = "Paint fence"
        let other = try AddTask.run(AddTask.Input(task), in: site.env).id
        let deciding = site.env.with { $0.key = form.fields["decides"] }
        let paint = EntriesInput(ids: ["paint"])
        let count = try site.count
        let tries: [() throws -> Void] = [
            { _ = try DropTasks.run(paint, in: deciding) },
            { _ = try CompleteTasks.run(paint, in: deciding) },
            { _ = try ReopenTasks.run(paint, in: deciding) },
        ]
        for close in tries {
            let error = #expect(throws: ApplicationError.self) { try close() }
            #expect(error?.code == "ambiguousID")
        }
        #expect(try site.count == count)
        #expect(try DropTasks.run(EntriesInput(ids: ["2"]), in: deciding).ids == [2])
        // Without a key an open one is meant.
        #expect(try DropTasks.run(paint, in: site.env).ids == [other])
    }

    @Test("a task that was done here and dropped there is taken up again as the decision")
    func reopened() throws {
        let house = try Household.painting(isDropped: true)
        let site = try TestSite(over: house.env)
        let list = site.get("/conflicts").body
        let link = try #require(list.firstMatch(of: /href="(\/entry\?id=2&amp;decides=[0-9]+)"/))
        let target = String(link.1).replacing("&amp;", with: "&")
        let page = site.get(target).body
        let form = try #require(BrowserForm(to: "/do/task/reopen", in: page))
        let sent = try site.send("/do/task/reopen", form.fields, from: target, shown: page)
        #expect(sent.status == 303, "\(sent.body)")
        #expect(site.get("/conflicts").body.contains("Nothing waits for a decision."))
        let open = site.get("/entry?id=2").body
        // What is no decision takes up nothing by itself.
        #expect(!open.contains("name=\"decides\"") && open.contains("/do/task/done"))
        let (row, actions) = try house.task()
        #expect(row?.status == .open && actions == ["added", "completed", "reopened"])
    }

    @Test("who may only read sees both sides and no button; German has all of it") func shown()
        throws
    {
        let house = try Household()
        let site = try TestSite(over: house.env, isReadOnly: true)
        let missing = Language.Missing()
        let page = Language.$missing.withValue(missing) {
            site.get("/conflicts", ["accept-language": "de"]).body
        }
        #expect(page.contains("Es gilt:") && page.contains("Beiseitegelegt:"))
        #expect(page.contains("jede anders") && missing.all == [])
        #expect(!page.contains("/do/keep") && !page.contains("decides="))
        let entry = site.get("/entry?id=2").body
        #expect(!entry.contains("decides") && entry.contains("13.00"))
    }

    @Test("who may not decide names no key of a decision, in a form or through the API")
    func reserved() throws {
        let house = try TestHouse(["Bo": ["read", "create", "write"]])
        let line = LineInput(amount: "12.50", title: "Lunch")
        let id = try AddEntry.run(AddEntry.Input(lines: [line]), in: house.env).id
        let aside = CommitSetAside(
            commit: Array(repeating: 7, count: 16), target: .position(id), reason: "otherwise",
            content: "amount 14.00")
        let position = try house.env.store().append(
            NewCommit(
                id: CommitID(high: 9, low: 9), recordedAt: house.env.now(), actor: .position(1),
                events: [.commitSetAside(aside)]), expecting: nil
        ).positions.lowerBound
        let count = try house.env.store().head().count

        let (ada, bo) = (try house.session(of: "Ada"), try house.session(of: "Bo"))
        func amend(_ cookie: String) throws -> WebResponse {
            let page = house.get("/entry?id=\(id)&decides=\(position)", cookie: cookie).body
            var form = try #require(BrowserForm(to: "/do/amend", in: page))
            #expect((form.fields["decides"] == aside.answerKey(0)) == (cookie == ada))
            form.fields["decides"] = aside.answerKey(0)
            form.fields["amount"] = "14"
            return house.post("/do/amend", form.fields, cookie: cookie)
        }
        func add(key: String) throws -> WebResponse {
            let token = bo.split(separator: "=").last ?? ""
            return house.dashboard.answer(
                TestSite.request(
                    "POST", "/api/add",
                    ["authorization": "Bearer \(token)", "idempotency-key": key],
                    body: #"{"lines":[{"amount":"1","title":"Fake"}]}"#))
        }
        let refused = try amend(bo)
        #expect(refused.status == 403, "\(refused.body)")
        let list = house.get("/conflicts", cookie: bo).body
        #expect(list.contains("Was set aside:") && !list.contains("decides="))
        let answered = try add(key: aside.answerKey(0))
        #expect(answered.status == 403 && answered.body.contains("forbidden"))
        let made = try add(key: "repeat/1/2026-01-01")
        #expect(made.status == 422 && made.body.contains("ownKey"), "\(made.body)")
        #expect(try house.env.store().head().count == count)
        let done = try amend(ada)
        #expect(done.status == 303, "\(done.body)")
        #expect(try CountAsides.run(NoInput(), in: house.env).count == 0)
    }

    @Test("what waits is found behind more decisions than a page has") func behind() throws {
        let house = try Household(30)
        let kinds = ["commit-set-aside"]
        let asides = try ListLog.run(ListLog.Input(kinds: kinds, limit: 100), in: house.env).rows
        #expect(asides.count == 30)
        // Of 30 the 29 newest: with these decisions the log has 58 such events before the oldest.
        for row in asides.dropLast() {
            _ = try KeepStanding.run(KeepStanding.Input(aside: "\(row.position)"), in: house.env)
        }
        let site = try TestSite(
            over: house.env.with { $0.home = FileHome("\(house.place)/a") })
        #expect(site.get("/").body.contains("Merges set aside 1 to decide about"))
        let page = site.get("/conflicts").body
        #expect(page.contains("event \(asides[29].position)") && page.contains("Was set aside:"))
        let form = try #require(BrowserForm(to: "/do/keep", in: page))
        let sent = try site.send("/do/keep", form.fields, from: "/conflicts", shown: page)
        #expect(sent.status == 303, "\(sent.body)")
        #expect(site.get("/conflicts").body.contains("Nothing waits for a decision."))
    }
}
