extension FormAction {
    /// Whether it names something by a number that the log gave it, and shows nothing else by which
    /// a page that is newer could find it.
    var namesID: Bool {
        switch self {
        case .add, .addTask, .budget, .endBudget, .goal, .endGoal, .importFile, .assertStatement,
            .addPerson:
            false
        case .settle, .amend, .void, .restore, .undo, .redo, .editTask, .complete, .reopen, .drop,
            .reschedule, .attach, .detach, .keep:
            true
        }
    }

    /// Whether its page can show it again with what is wrong.
    var keepsInput: Bool {
        switch self {
        case .add, .settle, .amend, .addTask, .editTask, .reschedule, .budget, .endBudget, .goal,
            .endGoal, .importFile, .assertStatement, .addPerson:
            true
        case .void, .restore, .undo, .redo, .complete, .reopen, .drop, .attach, .detach, .keep:
            false
        }
    }

    /// Whether a page shows again what was typed; of a file, what it comes to says all there is.
    func isShown(in page: HTML) -> Bool {
        self == .importFile || PageContext.hasRetry(page)
    }

    /// What somebody types into it, with what it is called there.
    var typed: [(name: String, label: Phrase)] {
        switch self {
        case .add:
            [
                ("amount", "Amount"), ("title", "What"), ("category", "Category"), ("day", "Day"),
                ("account", "Account"), ("payee", "Payee"), ("tags", "Tags"), ("note", "Note"),
                ("split", "Borne by"), ("payer", "Paid by"),
            ]
        case .settle:
            [
                ("amount", "Amount"), ("day", "Day"), ("title", "What"), ("from", "From account"),
                ("to", "To account"),
            ]
        case .amend:
            [
                ("amount", "Amount"), ("title", "What"), ("category", "Category"), ("day", "Day"),
                ("account", "Account"), ("tags", "Tags"), ("reason", "Because"), ("note", "Note"),
            ]
        case .addTask:
            [("title", "What is to be done"), ("due", "Due"), ("project", "Project")]
        case .editTask:
            [
                ("title", "What is to be done"), ("due", "Due: a day, or none"),
                ("project", "Project"), ("assignee", "Who does it"), ("tags", "Tags"),
                ("note", "Note"), ("priority", "Priority: 1 (highest) to 9"),
                ("scheduled", "To be taken up"), ("wait", "Hidden until"),
                ("until", "Of use until"), ("depends", "Waits for: numbers of tasks"),
            ]
        case .reschedule:
            [
                ("id", "Task: a number, or a word of its title"),
                ("due", "Due: a day, or none"),
            ]
        case .budget: [("category", "Category"), ("amount", "Amount")]
        case .goal:
            [("name", "What for"), ("amount", "Amount"), ("account", "Account"), ("by", "By when")]
        case .assertStatement:
            [
                ("account", "Account"), ("balance", "The statement says"),
                ("on", "At the end of"),
            ]
        case .addPerson: [("name", "Name"), ("contact", "Contact"), ("post", "Post")]
        case .void, .restore, .undo, .redo, .complete, .reopen, .drop, .endBudget, .endGoal,
            .importFile, .attach, .detach, .keep:
            []
        }
    }
}

extension Dashboard {
    /// What was typed into a form that no page shows again, to be taken from there.
    func typed(_ action: FormAction, _ form: FormFields) -> HTML {
        let typed = action.typed.compactMap { item in
            form.exact(item.name).flatMap { $0.isEmpty ? nil : (item.label, FormText.lines($0)) }
        }
        if typed.isEmpty { return .empty }
        return tag("section", .css("card")) {
            tag("h2") { "What you typed" }
            tag("div", .css("fields")) {
                for (label, text) in typed {
                    tag("label") {
                        tag("span") { label }
                        tag("textarea", .of("rows", "1"), .flag("readonly")) {
                            "\n" + text as String
                        }
                    }
                }
            }
        }
    }
}
