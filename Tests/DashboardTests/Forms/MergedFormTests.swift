import Application
import Dashboard
import EventLog
import Foundation
import Ledger
import Support
import Testing

/// Forms of pages that are older than a merge, which gave their numbers to other entries.
@Suite("Forms after a merge")
struct MergedFormTests {
    /// A site, and another copy of its ledger.
    private final class Household {
        let place: String
        let site: TestSite
        private let other: Environment

        init() throws {
            let place = FileManager.default.temporaryDirectory
                .appending(path: "household-\(UUID().uuidString)").path
            let env = Environment.test.with {
                $0.home = FileHome("\(place)/a")
                $0.makeSeed = Seeds.random
            }
            _ = try InitLedger.run(InitLedger.Input(), in: env)
            _ = try BackUpLedger.run(BackUpLedger.Input(destination: "\(place)/b"), in: env)
            self.place = place
            other = env.with { $0.home = FileHome("\(place)/b") }
            site = try TestSite(over: env)
        }

        deinit { TestFolder.remove(place) }

        /// Records more on the other copy than there is here, and merges it, as another program
        /// does while the server runs.
        func merge() throws {
            let before = try site.count
            for number in 0..<(before + 4) {
                let line = LineInput(amount: "7", title: "Theirs \(number)")
                _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: other)
            }
            let place = place
            let done = try MergeCopy.run(
                MergeCopy.Input(other: "\(place)/b"),
                in: site.env.with { $0.home = FileHome("\(place)/a") })
            #expect(done.result == .merged)
        }

        /// The number of events as another program sees it.
        var count: UInt64 {
            get throws { try FileHome("\(place)/a").open()?.head().count ?? 0 }
        }

        /// The title and the amount of an entry as it is now.
        func entry(_ id: UInt64) throws -> [String] {
            let place = place
            let shown = try ShowEntry.run(
                EntryInput(id: "\(id)"),
                in: site.env.with { $0.home = FileHome("\(place)/a") })
            let row = try #require(shown.rows.first { $0.id == id })
            return [row.title, row.amount, "\(row.voided)"]
        }
    }

    private func add(_ site: TestSite) throws {
        let sent = try site.send("/do/add", ["amount": "5", "title": "Mine"])
        #expect(sent.header("Location") == "/?done=2")
    }

    @Test("a change is not that of another entry, and what was typed is shown") func amend() throws
    {
        let house = try Household()
        try add(house.site)
        let page = house.site.get("/entry?id=2").body
        var form = try #require(BrowserForm(to: "/do/amend", in: page))
        try house.merge()
        let (count, before) = (try house.count, try house.entry(2))
        #expect(before[0].hasPrefix("Theirs"))
        form.fields["amount"] = "99.25"
        form.fields["note"] = "first\r\nsecond"
        let sent = try house.site.send(
            "/do/amend", form.fields, from: "/entry?id=2", shown: page)
        #expect(sent.status == 409 && sent.body.contains("Nothing was done"), "\(sent.body)")
        #expect(sent.body.contains("99.25") && sent.body.contains("first\nsecond"))
        #expect(sent.body.contains("href=\"/entries\"") && sent.body.contains("value=\"Mine\""))
        #expect(!sent.body.contains("/do/amend"))
        #expect(try house.count == count && house.entry(2) == before)
        // On the page as it is now it can be changed.
        let now = house.site.get("/entry?id=2").body
        var again = try #require(BrowserForm(to: "/do/amend", in: now))
        again.fields["amount"] = "8"
        let done = try house.site.send(
            "/do/amend", again.fields, from: "/entry?id=2", shown: now)
        #expect(done.status == 303)
        #expect(try house.entry(2) == [before[0], "8.00", "false"])
    }

    @Test("a change of a task is none of another one, and all that was typed is shown")
    func editTask() throws {
        let house = try Household()
        _ = try house.site.send("/do/task/add", ["title": "Call"], from: "/tasks")
        let page = house.site.get("/entry?id=2").body
        var form = try #require(BrowserForm(to: "/do/task/edit", in: page))
        try house.merge()
        let count = try house.count
        let typed = [
            "title": "Call Ann", "project": "garden", "priority": "3", "scheduled": "2026-02-01",
            "wait": "2026-02-02", "until": "2026-02-03", "depends": "77",
        ]
        form.fields.merge(typed) { $1 }
        let sent = try house.site.send(
            "/do/task/edit", form.fields, from: "/entry?id=2", shown: page)
        #expect(sent.status == 409 && sent.body.contains("Nothing was done"), "\(sent.body)")
        for (name, value) in typed { #expect(sent.body.contains(">\n\(value)<"), "\(name)") }
        #expect(try house.count == count)
    }

    @Test("nothing of others is undone, voided, completed or moved") func buttons() throws {
        let house = try Household()
        try add(house.site)
        _ = try house.site.send("/do/task/add", ["title": "Call"], from: "/tasks")
        let agenda = "/tasks?tab=agenda"
        let pages = [
            ("/do/undo", "/?done=2"), ("/do/void", "/entry?id=2"), ("/do/task/done", "/tasks"),
            ("/do/task/due", agenda),
        ].map { ($0.0, $0.1, house.site.get($0.1).body) }
        #expect(house.site.get("/?done=2").body.contains("/do/undo"))
        try house.merge()
        let (count, before) = (try house.count, try house.entry(2))
        for (target, page, shown) in pages {
            var fields = try #require(BrowserForm(to: target, in: shown), "\(target)").fields
            if target == "/do/task/due" { fields.merge(["id": "3", "due": "today"]) { $1 } }
            let sent = try house.site.send(target, fields, from: page, shown: shown)
            #expect(sent.status == 409, "\(target) \(sent.status)")
            #expect(sent.body.contains("href=\"/tasks\""), "\(target)")
        }
        #expect(try house.count == count && house.entry(2) == before)
        // What is told of an event is told of no other one.
        #expect(!house.site.get("/?done=2").body.contains("/do/undo"))
    }

    @Test("a file is not attached to another entry") func attach() throws {
        let house = try Household()
        try add(house.site)
        let shown = house.site.get("/entry?id=2").body
        try house.merge()
        let count = try house.count
        let fields = try #require(BrowserForm(to: "/do/attach", in: shown)).fields
        var body = ""
        for (name, value) in fields where name != "file" {
            body += "--XyZ\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        body += "--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
        body += "\r\nbill\r\n--XyZ--\r\n"
        let sent = house.site.postFile("/do/attach", Array(body.utf8))
        #expect(sent.status == 409 && sent.body.contains("Choose the file"), "\(sent.body)")
        #expect(try house.count == count)
    }

    @Test(
        "what names no number stands in its form again, and is recorded once when it is sent again",
        arguments: [
            ("/do/add", "/", ["amount": "3.75", "title": "Bread"]),
            ("/do/budget", "/budget", ["category": "food", "amount": "40.75"]),
            ("/do/task/add", "/tasks", ["title": "Water plants"]),
            ("/do/people/add", "/people", ["name": "Bo"]),
        ])
    func added(target: String, page: String, typed: [String: String]) throws {
        let house = try Household()
        try add(house.site)
        let shown = house.site.get(page).body
        let form = try #require(BrowserForm(to: target, in: shown))
        try house.merge()
        let count = try house.count
        let fields = form.fields.merging(typed) { $1 }
        let sent = try house.site.send(
            target, fields, from: page, key: form.fields["key"], shown: shown)
        #expect(sent.status == 409 && sent.body.contains("send it again"), "\(sent.body)")
        #expect(try house.count == count)
        let again = try #require(BrowserForm(to: target, in: sent.body))
        for (name, value) in typed { #expect(again.fields[name] == value, "\(name)") }
        #expect(again.fields["key"] == form.fields["key"])
        var counts: [UInt64] = []
        for _ in 0..<2 {
            let done = try house.site.send(
                target, again.fields, from: page, key: again.fields["key"], shown: sent.body)
            #expect(done.status == 303, "\(done.body)")
            counts.append(try house.count)
        }
        #expect(counts[0] > count && counts[1] == counts[0])
    }

    @Test("a page stays good while the log only grows; a form without its log is none")
    func grown() throws {
        let house = try Household()
        try add(house.site)
        let shown = house.site.get("/entry?id=2").body
        for number in 0..<3 {
            _ = try house.site.send("/do/add", ["amount": "1", "title": "More \(number)"])
        }
        var fields = try #require(BrowserForm(to: "/do/amend", in: shown)).fields
        fields["amount"] = "6"
        let token = try #require(fields["form"])
        let parts = token.split(separator: ".")
        #expect(parts.count == 3 && parts[1] == "3" && parts[2].count == 16)
        for (form, status) in [
            (String(parts[0]), 403), ("\(parts[0]).3", 403), ("\(parts[0]).x.\(parts[2])", 403),
            ("\(parts[0]).2.\(parts[2])", 409), ("\(parts[0]).99.\(parts[2])", 409),
            ("0.\(parts[1]).\(parts[2])", 403), (token, 303),
        ] {
            let sent = try house.site.send(
                "/do/amend", fields.merging(["form": form]) { $1 }, from: "/entry?id=2",
                shown: shown)
            #expect(sent.status == status, "\(form) \(sent.status)")
        }
        #expect(try house.entry(2) == ["Mine", "6.00", "false"])
    }

    @Test("a program says by If-Match of which log its ids are") func program() throws {
        let house = try Household()
        try add(house.site)
        func call(
            _ path: String, _ json: String, method: String = "POST", _ match: String? = nil
        ) -> WebResponse {
            var headers = ["authorization": "Bearer \(house.site.token)"]
            if let match { headers["if-match"] = match }
            return house.site.dashboard.answer(
                TestSite.request(method, path, headers, body: json))
        }
        func amend(_ amount: String, _ match: String?) -> WebResponse {
            call("/api/amend", "{\"id\":\"2\",\"amount\":\"\(amount)\"}", match)
        }
        let tag = try #require(call("/api/list", "", method: "GET").header("ETag"))
        #expect(amend("6", tag).status == 200)
        // The log grew, and what was asked of stands where it stood.
        #expect(amend("7", "\"x\", W/\(tag)").status == 200)
        #expect(amend("8", "*").status == 200 && amend("9", nil).status == 200)
        for none in ["\"1\"", "x", tag.replacing("\"", with: "")] {
            let sent = amend("10", none)
            #expect(sent.status == 412 && sent.body.contains("ifMatch"), "\(none)")
        }
        try house.merge()
        let (count, before) = (try house.count, try house.entry(2))
        let late = amend("11", tag)
        #expect(late.status == 412 && late.body.contains("urn:ledger:problem:merged"))
        #expect(late.body.contains("\"exit\":1"), "\(late.body)")
        #expect(try house.count == count && house.entry(2) == before)
        let now = try #require(call("/api/list", "", method: "GET").header("ETag"))
        #expect(amend("12", now).status == 200)
        #expect(try house.entry(2) == [before[0], "12.00", "false"])
    }
}
