internal import Application
internal import EventLog
internal import Ledger

/// What endpoints are asked by the fields of a form.
extension FormAction {
    /// Records an entry, and attaches the file that came with it under a key of its own: where that
    /// fails, the same form records nothing twice when it is sent again.
    static func record(
        entry form: FormFields, _ env: Environment
    ) throws(ApplicationError) -> Done {
        let receipt = try Router.call(AddEntry.self, entry(form), in: env)
        guard let file = form.file, !file.bytes.isEmpty else { return Done(receipt) }
        let attached = try Router.call(
            AttachFiles.self, self.file(form, of: "#\(receipt.id)"),
            in: env.with { $0.key = $0.key.map { $0 + "-file" } })
        var done = Done(receipt)
        done.also = attached.position
        return done
    }

    /// The file that came with a form, for an entry or a task.
    static func file(_ form: FormFields, of id: String) -> AttachFiles.Input {
        let file = AttachFiles.File(
            bytes: FileBytes(form.file?.bytes ?? []), name: form.file?.name)
        return AttachFiles.Input(id: id, files: [file])
    }

    /// Decides that nothing comes of what a merge set aside.
    static func keep(
        what aside: String, _ env: Environment
    ) throws(ApplicationError) -> Done {
        do throws(ApplicationError) {
            let input = KeepStanding.Input(aside: aside)
            return Done(try Router.call(KeepStanding.self, input, in: env))
        } catch {
            switch error {
            // It waits no more: the form was sent twice, or somebody else was faster.
            case .decision(.nothingChanged), .badChoice: return Done(id: nil)
            default: throw error
            }
        }
    }

    /// What one person gives another one to settle; with an account that it leaves or reaches where
    /// that is kept here.
    static func payment(_ form: FormFields) -> AddEntry.Input {
        let line = LineInput(
            amount: form["amount"] ?? "", currency: form["currency"], title: form["title"],
            day: form["day"], payer: form["payer"], kind: .transfer,
            split: form["split"].map { [$0] })
        return AddEntry.Input(lines: [line], from: form["from"], to: form["to"])
    }

    static func entry(_ form: FormFields) throws(ApplicationError) -> AddEntry.Input {
        let line = LineInput(
            amount: form["amount"] ?? "", title: form["title"],
            note: form.exact("note").map(FormText.lines).flatMap { $0.isEmpty ? nil : $0 },
            category: form["category"], day: form["day"],
            tags: form["tags"].map(FormText.tags), account: form["account"],
            payer: form["payer"],
            kind: try form.word("kind", of: EntryKind.allCases.map(\.name))
                .flatMap { EntryKind(name: $0) },
            payee: form["payee"], split: form["split"].map { [$0] })
        return AddEntry.Input(lines: [line])
    }

    /// What differs from what the form showed: a field that nobody touched says nothing, so that
    /// the form means the same when it is sent twice.
    static func changes(_ form: FormFields) -> AmendEntry.Input {
        func changed(_ name: String) -> String? { self.changed(name, form) }
        var input = AmendEntry.Input(id: form["id"] ?? "")
        input.amount = changed("amount")
        input.title = changed("title")
        input.payee = changed("payee")
        // The field shows both: what names no payee takes the one away that was there.
        if let title = input.title, input.payee == nil, !title.contains(" | ") { input.payee = "" }
        input.note = changedNote(form)
        input.category = changed("category")
        input.day = changed("day")
        input.account = changed("account")
        input.tags = changed("tags").map(FormText.tags)
        input.version = form.number("version")
        input.reason = form["reason"]
        return input
    }

    /// The same of a task.
    static func edits(_ form: FormFields) -> EditTask.Input {
        func changed(_ name: String) -> String? { self.changed(name, form) }
        var task = TaskInput()
        task.title = changed("title")
        task.due = changed("due")
        task.project = changed("project")
        task.assignee = changed("assignee")
        task.priority = changed("priority")
        task.type = changed("type")
        task.wait = changed("wait")
        task.scheduled = changed("scheduled")
        task.until = changed("until")
        task.tags = changed("tags").map(FormText.tags)
        task.note = changedNote(form)
        if let depends = changed("depends").map(FormText.tags) {
            let known = FormText.tags(form["was-depends"] ?? "")
            task.depends =
                known.filter { !depends.contains($0) }.map { "-" + $0 }
                + depends.filter { !known.contains($0) }
        }
        return EditTask.Input(id: form["id"] ?? "", task, version: form.number("version"))
    }

    /// A field as it was typed; `nil` where it is as the form showed it.
    private static func changed(_ name: String, _ form: FormFields) -> String? {
        guard let now = form.raw(name) else { return nil }
        return FormText.isSame(now, form.raw("was-\(name)") ?? "") ? nil : now
    }

    private static func changedNote(_ form: FormFields) -> String? {
        let note = form.exact("note").map(FormText.lines)
        return note == FormText.lines(form.exact("was-note") ?? "") ? nil : note
    }

    /// A budget; what is not said of carrying over stays as it is.
    static func budget(
        _ form: FormFields, _ env: Environment
    ) throws(ApplicationError) -> SetBudget.Input {
        let category = form["category"] ?? ""
        let said = try form.word("rollover", of: ["yes", "no"])
        let rollover = if let said { said == "yes" } else { try env.rollsOver(category) }
        return SetBudget.Input(
            category: category, amount: form["amount"] ?? "", currency: form["currency"],
            period: form["period"], rollover: rollover, version: form.number("version"))
    }

    /// What is to be put aside for something.
    static func goal(_ form: FormFields) -> SetGoal.Input {
        SetGoal.Input(
            name: form["name"] ?? "", amount: form["amount"] ?? "", currency: form["currency"],
            account: form["account"] ?? "", by: form["by"], version: form.number("version"))
    }
}

extension Environment {
    /// Whether the budget of a category is carried over today; not where there is none.
    fileprivate func rollsOver(_ category: String) throws(ApplicationError) -> Bool {
        let snapshot = try snapshot()
        guard let path = try? CategoryPath(category) else { return false }
        let today = try today(in: snapshot).day
        let book = try mappingError(ApplicationError.store, snapshot.budgetBook())
        let budgets = book.budgets(snapshot.referenceData)
        return budgets.contains { budget in
            budget.category == path && budget.goal(on: today)?.rollsOver == true
        }
    }
}
