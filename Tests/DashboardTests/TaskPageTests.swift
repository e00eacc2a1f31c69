import Application
import Dashboard
import Ledger
import Testing

/// What the page of tasks does beside adding and completing them.
@Suite("Pages of tasks")
struct TaskPageTests {
    private func filled() throws -> TestSite {
        let site = try TestSite()
        for (title, due) in [("Old", "2026-01-10"), ("Now", "2026-01-15")] {
            _ = try site.send("/do/task/add", ["title": title, "due": due], from: "/tasks")
        }
        return site
    }

    @Test("a task goes to another day, by its number or a word, and back by undo")
    func moved() throws {
        let site = try filled()
        let agenda = "/tasks?tab=agenda"
        let page = site.get(agenda).body
        // It is dragged from where it stands to a day.
        #expect(page.contains("draggable=\"true\" data-task=\"2\""))
        _ = try site.send(
            "/do/task/add", ["title": "Call", "due": "2026-01-16 17:00"], from: "/tasks")
        #expect(site.get(agenda).body.contains("data-time=\"17:00\""))
        #expect(page.contains("data-day=\"2026-01-17\"") && page.contains("id=\"move\""))
        let sent = try site.send(
            "/do/task/due", ["id": "2", "due": "2026-01-17"], from: agenda, key: "k")
        #expect(sent.status == 303)
        func due(_ id: UInt64) throws -> String? {
            try ListTasks.run(ListTasks.Input(tab: "all"), in: site.env).rows
                .first { $0.id == id }?.dueLocal
        }
        #expect(try due(2)?.hasPrefix("2026-01-17") == true)
        let count = try site.count
        let again = try site.send(
            "/do/task/due", ["id": "2", "due": "2026-01-17"], from: agenda, key: "k")
        #expect(try again.status == 303 && site.count == count)
        #expect(
            try site.send("/do/task/due", ["id": "Now", "due": "none"], from: agenda).status == 303)
        #expect(try due(3)?.isEmpty == true)
        let undone = try site.send("/do/undo", ["id": "\(count - 1)"])
        #expect(undone.status == 303)
        #expect(try due(2)?.hasPrefix("2026-01-10") == true)
    }

    @Test("a change of one field of a task leaves all others as they are") func changed() throws {
        let site = try filled()
        var task = TaskInput()
        (task.title, task.due, task.note) = ("Roof", "2026-02-03 17:30", " one\n\ntwo ")
        (task.project, task.priority, task.type) = ("home:roof", "2", "urgent")
        (task.tags, task.assignee, task.depends) = (["two words", "b,c"], "Bo", ["2"])
        (task.wait, task.scheduled, task.until) = ("2026-01-20", "2026-01-25 09:00", "2026-03-01")
        let id = try AddTask.run(AddTask.Input(task), in: site.env).id
        func row() throws -> TaskRow {
            try #require(ShowTask.run(EntryInput(id: "\(id)"), in: site.env).rows.first)
        }
        func send(_ edit: (inout BrowserForm) -> Void) throws -> WebResponse {
            let page = site.get("/entry?id=\(id)").body
            var form = try #require(BrowserForm(to: "/do/task/edit", in: page))
            edit(&form)
            return try site.send(
                "/do/task/edit", form.fields, from: "/entry?id=\(id)", shown: page)
        }
        let before = try row()
        #expect(try send { _ in }.status == 422)
        #expect(try send { $0.fields["title"] = "Mend the roof" }.status == 303)
        let after = try row()
        #expect(after.title == "Mend the roof" && after.note == " one\n\ntwo ")
        #expect(after.dueLocal == "2026-02-03 17:30" && after.project == "home:roof")
        #expect(after.type == .urgent && after.priority == 2 && after.assignee == "Bo")
        #expect(after.tags == before.tags && after.depends == [2])
        #expect(
            [after.wait, after.scheduled, after.until]
                == [before.wait, before.scheduled, before.until])
        let history = try EntryHistory.run(EntryInput(id: "\(id)"), in: site.env)
        #expect(history.versions.last?.changes.map(\.field) == ["title"])
        // For what it waits: one more, another one no more; a field that is emptied takes away.
        let waits = try send {
            ($0.fields["depends"], $0.fields["project"], $0.fields["due"]) = ("3", "", "none")
        }
        #expect(waits.status == 303, "\(waits.body)")
        let last = try row()
        #expect(last.depends == [3] && last.project.isEmpty && last.dueLocal.isEmpty)
    }

    @Test("what was dropped or is hidden stands under all, and can be taken up again")
    func all() throws {
        let site = try filled()
        var task = TaskInput()
        (task.title, task.wait) = ("Later", "2026-03-01")
        _ = try AddTask.run(AddTask.Input(task), in: site.env)
        let page = site.get("/entry?id=2").body
        let drop = try #require(BrowserForm(to: "/do/task/drop", in: page))
        let sent = try site.send("/do/task/drop", drop.fields, from: "/entry?id=2", shown: page)
        #expect(sent.status == 303)
        let open = site.get("/tasks").body
        #expect(!open.contains(">Old</a>") && !open.contains(">Later</a>"))
        let all = site.get("/tasks?tab=all").body
        #expect(all.contains(">Later</a>") && all.contains(">Dropped (1)</h2>"))
        let reopen = try #require(BrowserForm(to: "/do/task/reopen", in: all))
        #expect(reopen.fields["id"] == "2")
        _ = try site.send("/do/task/reopen", reopen.fields, from: "/tasks?tab=all", shown: all)
        #expect(site.get("/tasks").body.contains(">Old</a>"))
    }

    @Test("what is wrong with a change of a task stands beside its field") func slips() throws {
        let site = try filled()
        let page = site.get("/entry?id=2").body
        var form = try #require(BrowserForm(to: "/do/task/edit", in: page))
        (form.fields["title"], form.fields["until"]) = ("Older", "someday!")
        let sent = try site.send("/do/task/edit", form.fields, from: "/entry?id=2", shown: page)
        #expect(sent.status == 422 && sent.body.contains("value=\"Older\""))
        let wrong = "name=\"until\" value=\"someday!\" aria-invalid=\"true\""
        #expect(sent.body.contains(wrong), "\(sent.body)")
        // Somebody else was faster: nothing is lost, and nothing written over.
        _ = try site.send("/do/task/due", ["id": "2", "due": "2026-01-20"], from: "/tasks")
        form.fields["until"] = ""
        let late = try site.send("/do/task/edit", form.fields, from: "/entry?id=2", shown: page)
        #expect(late.status == 409 && late.body.contains("value=\"Older\""))
        // Who may only read has no form.
        let reading = try TestSite(over: site.env, isReadOnly: true).get("/entry?id=2").body
        #expect(!reading.contains("/do/task/") && reading.contains("2026-01-20"))
    }

    @Test("what is no day and no task is told beside its field, and kept") func wrong() throws {
        let site = try filled()
        let agenda = "/tasks?tab=agenda"
        // On a phone there is no room for these words beside another field.
        #expect(site.get(agenda).body.contains("<label class=\"wide\"><span>Task: a number"))
        let count = try site.count
        let day = try site.send("/do/task/due", ["id": "2", "due": "someday!"], from: agenda)
        #expect(day.status == 422 && day.body.contains("value=\"someday!\""))
        #expect(day.body.contains("aria-invalid"))
        let task = try site.send("/do/task/due", ["id": "99", "due": "today"], from: agenda)
        #expect(task.status == 404 && task.body.contains("value=\"99\""))
        let empty = try site.send("/do/task/due", ["id": "2", "due": ""], from: agenda)
        #expect(empty.status == 422)
        #expect(try site.count == count)
        // Who may not change anything has no form, and nothing to drag.
        let reading = try TestSite(over: site.env, isReadOnly: true).get(agenda).body
        #expect(!reading.contains("id=\"move\"") && !reading.contains("draggable"))
    }

    /// Looking up and writing 740,000 of them took minutes, at each page.
    @Test("a rule that began two thousand years ago costs no more than one of some years")
    func ancient() throws {
        let site = try TestSite()
        let line = LineInput(amount: "1", title: "Daily")
        _ = try AddRepeat.run(
            AddRepeat.Input(line: line, every: "day", from: "0001-01-01"), in: site.env)
        let due = try #require(try DueTasks.run(DueTasks.Input(), in: site.env).expected)
        #expect(due.count == 1_001 && due.last?.day.description == "2026-01-15")
        for target in ["/", "/tasks"] {
            let page = site.get(target)
            #expect(page.status == 200 && page.body.utf8.count < 60_000, "\(target)")
            #expect(page.body.contains("The last 50 of 10"), "\(target)")
        }
    }

    @Test("how the number of open tasks went stands behind those that are done")
    func burndown() throws {
        let site = try TestSite()
        #expect(!site.get("/tasks?tab=done").body.contains("How it went"))
        for title in ["One", "Two", "Three"] {
            _ = try site.send("/do/task/add", ["title": title], from: "/tasks")
        }
        _ = try site.send("/do/task/done", ["id": "2"], from: "/tasks")
        let page = site.get("/tasks?tab=done").body
        // 2026-01-15 is in the week that began on 2026-01-12: three came, one was done.
        let row =
            "<th class=\"day\" scope=\"row\">2026-01-12</th>"
            + "<td class=\"n\">3</td><td class=\"n\">1</td>"
            + "<td class=\"n\"></td><td class=\"n\">2</td>"
        #expect(page.contains("How it went") && page.contains(row))
        #expect(page.contains("aria-label=\"Open at the end of each week, as below\""))
    }
}
