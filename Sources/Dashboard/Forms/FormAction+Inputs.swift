internal import Application
internal import EventLog
internal import Ledger

/// What endpoints are asked by the fields of a form.
extension FormAction {
    static func entry(_ form: FormFields) throws(ApplicationError) -> AddEntry.Input {
        let line = LineInput(
            amount: form["amount"] ?? "", title: form["title"],
            note: form.exact("note").map(FormText.lines).flatMap { $0.isEmpty ? nil : $0 },
            category: form["category"], day: form["day"],
            tags: form["tags"].map(FormText.tags), account: form["account"],
            kind: try form.word("kind", of: EntryKind.allCases.map(\.name))
                .flatMap { EntryKind(name: $0) },
            payee: form["payee"])
        return AddEntry.Input(lines: [line])
    }

    /// What differs from what the form showed: a field that nobody touched says nothing, so that
    /// the form means the same when it is sent twice.
    static func changes(_ form: FormFields) -> AmendEntry.Input {
        func changed(_ name: String) -> String? {
            guard let now = form.raw(name) else { return nil }
            let was = form.raw("was-\(name)") ?? ""
            return FormText.isSame(now, was) ? nil : now
        }
        var input = AmendEntry.Input(id: form["id"] ?? "")
        input.amount = changed("amount")
        input.title = changed("title")
        input.payee = changed("payee")
        // The field shows both: what names no payee takes the one away that was there.
        if let title = input.title, input.payee == nil, !title.contains(" | ") { input.payee = "" }
        if let note = form.exact("note").map(FormText.lines),
            note != FormText.lines(form.exact("was-note") ?? "")
        {
            input.note = note
        }
        input.category = changed("category")
        input.day = changed("day")
        input.account = changed("account")
        input.tags = changed("tags").map(FormText.tags)
        input.version = form["version"].flatMap { UInt64($0) }
        input.reason = form["reason"]
        return input
    }

    /// A budget; what is not said of carrying over stays as it is.
    static func budget(
        _ form: FormFields, _ env: Environment
    ) throws(ApplicationError) -> SetBudget.Input {
        let category = form["category"] ?? ""
        let said = try form.word("rollover", of: ["yes", "no"])
        let rollover = if let said { said == "yes" } else { try env.rollsOver(category) }
        return SetBudget.Input(
            category: category, amount: form["amount"] ?? "", period: form["period"],
            rollover: rollover)
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
