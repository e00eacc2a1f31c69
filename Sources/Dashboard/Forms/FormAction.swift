internal import Application
internal import Ledger

/// What a form does, named by where it is sent.
enum FormAction: String, CaseIterable {
    case add = "/do/add"
    case settle = "/do/settle"
    case amend = "/do/amend"
    case void = "/do/void"
    case restore = "/do/restore"
    case undo = "/do/undo"
    case redo = "/do/redo"
    case addTask = "/do/task/add"
    case editTask = "/do/task/edit"
    case complete = "/do/task/done"
    case reopen = "/do/task/reopen"
    case drop = "/do/task/drop"
    case reschedule = "/do/task/due"
    case budget = "/do/budget"
    case endBudget = "/do/budget/end"
    case goal = "/do/goal"
    case endGoal = "/do/goal/end"
    case importFile = "/do/import"
    case assertStatement = "/do/statement"
    case addPerson = "/do/people/add"
    case attach = "/do/attach"
    case detach = "/do/detach"
    case keep = "/do/keep"

    /// What was recorded.
    struct Done {
        /// The first event, by which it can be undone.
        /// `nil` where nothing was, and of an undo.
        let id: UInt64?
        /// Of an undo, what was undone.
        var undone: UInt64?
        /// Another event that is undone with the first: that of the file of an entry.
        var also: UInt64?
        /// What was understood differently from what was typed.
        var notes: [DecisionNote] = []
        /// The page that shows it; `nil` for the one that the form came from.
        var page: Link?

        init(
            id: UInt64?, undone: UInt64? = nil, notes: [DecisionNote] = [], page: Link? = nil
        ) {
            self.id = id
            self.undone = undone
            self.notes = notes
            self.page = page
        }

        init(_ receipt: WriteReceipt) {
            self.init(id: receipt.position, notes: receipt.notes)
        }
    }

    /// Where the form is sent.
    var link: Link {
        switch self {
        case .add: Link("/do/add")
        case .settle: Link("/do/settle")
        case .amend: Link("/do/amend")
        case .void: Link("/do/void")
        case .restore: Link("/do/restore")
        case .undo: Link("/do/undo")
        case .redo: Link("/do/redo")
        case .addTask: Link("/do/task/add")
        case .editTask: Link("/do/task/edit")
        case .complete: Link("/do/task/done")
        case .reopen: Link("/do/task/reopen")
        case .drop: Link("/do/task/drop")
        case .reschedule: Link("/do/task/due")
        case .budget: Link("/do/budget")
        case .endBudget: Link("/do/budget/end")
        case .goal: Link("/do/goal")
        case .endGoal: Link("/do/goal/end")
        case .importFile: Link("/do/import")
        case .assertStatement: Link("/do/statement")
        case .addPerson: Link("/do/people/add")
        case .attach: Link("/do/attach")
        case .detach: Link("/do/detach")
        case .keep: Link("/do/keep")
        }
    }

    /// What it asks of whoever sends it.
    var needs: Set<Permission> {
        switch self {
        case .add, .settle: AddEntry.needs
        case .amend: AmendEntry.needs
        // The version that was seen is looked up.
        case .void: VoidEntry.needs.union([.read])
        case .restore: RestoreEntry.needs.union([.read])
        case .undo: UndoCommits.needs
        case .redo: RedoCommits.needs
        case .addTask: AddTask.needs
        case .editTask: EditTask.needs
        case .complete: CompleteTasks.needs
        case .reopen: ReopenTasks.needs
        case .drop: DropTasks.needs
        case .reschedule: RescheduleTask.needs
        case .budget: SetBudget.needs
        case .endBudget: RemoveBudget.needs
        case .goal: SetGoal.needs
        case .endGoal: RemoveGoal.needs
        case .importFile: ImportCSV.needs
        case .assertStatement: AssertStatement.needs
        case .addPerson: AddPerson.needs
        case .attach: AttachFiles.needs
        case .detach: DetachFiles.needs
        case .keep: KeepStanding.needs
        }
    }

    /// Records it. The same form twice records once: its key is the same.
    func run(
        _ form: FormFields, _ dashboard: Dashboard, _ env: Environment
    ) throws(ApplicationError) -> Done {
        let id = form["id"] ?? ""
        let one = EntriesInput(ids: [id], reason: form["reason"])
        switch self {
        case .add: return try FormAction.record(entry: form, env)
        case .settle:
            return Done(try Router.call(AddEntry.self, FormAction.payment(form), in: env))
        case .amend:
            return Done(try Router.call(AmendEntry.self, FormAction.changes(form), in: env))
        case .void:
            try checkVersion(form, dashboard, wanted: true)
            return Done(try Router.call(VoidEntry.self, one, in: env))
        case .restore:
            try checkVersion(form, dashboard, wanted: false)
            return Done(try Router.call(RestoreEntry.self, one, in: env))
        case .undo:
            let all = UndoCommits.Input(ids: [id] + [form["also"]].compactMap(\.self))
            let receipt = try Router.call(UndoCommits.self, all, in: env)
            return Done(id: nil, undone: UInt64(id), notes: receipt.notes)
        case .redo:
            let receipt = try Router.call(RedoCommits.self, UndoCommits.Input(ids: [id]), in: env)
            return Done(id: receipt.position, notes: receipt.notes)
        case .addTask:
            var task = TaskInput()
            task.title = form["title"]
            task.due = form["due"]
            task.project = form["project"]
            return Done(try Router.call(AddTask.self, AddTask.Input(task), in: env))
        case .editTask:
            return Done(try Router.call(EditTask.self, FormAction.edits(form), in: env))
        case .complete:
            return Done(id: try Router.call(CompleteTasks.self, one, in: env).position)
        case .reopen:
            return Done(id: try Router.call(ReopenTasks.self, one, in: env).position)
        case .drop:
            return Done(id: try Router.call(DropTasks.self, one, in: env).position)
        case .reschedule:
            // Without a word it would take the day away, as `none` does.
            guard let due = form["due"] else {
                throw .badInput(path: RescheduleTask.path, field: "due", .missing)
            }
            let input = RescheduleTask.Input(id: id, due: due)
            return Done(id: try Router.call(RescheduleTask.self, input, in: env).position)
        case .budget:
            return Done(
                try Router.call(SetBudget.self, FormAction.budget(form, env), in: env))
        case .endBudget, .goal, .endGoal: return try plan(form, env)
        case .importFile: return try record(file: form, dashboard, env)
        case .assertStatement:
            let input = AssertStatement.Input(
                account: form["account"] ?? "", balance: form["balance"] ?? "", on: form["on"])
            let receipt = try Router.call(AssertStatement.self, input, in: env)
            return Done(id: receipt.id, notes: receipt.notes)
        case .addPerson:
            var person = PersonInput()
            person.name = form["name"]
            person.contact = form["contact"]
            person.post = form["post"]
            return Done(try Router.call(AddPerson.self, AddPerson.Input(person), in: env))
        case .attach:
            return Done(try Router.call(AttachFiles.self, FormAction.file(form, of: id), in: env))
        case .detach:
            let input = DetachFiles.Input(id: id, files: form["file"].map { [$0] })
            return Done(try Router.call(DetachFiles.self, input, in: env))
        case .keep: return try FormAction.keep(what: form["aside"] ?? "", env)
        }
    }

    /// Ends a budget, or sets or ends a goal.
    private func plan(_ form: FormFields, _ env: Environment) throws(ApplicationError) -> Done {
        let version = form.number("version")
        switch self {
        case .endBudget:
            let input = RemoveBudget.Input(
                category: form["category"] ?? "", currency: form["currency"], version: version)
            return Done(try Router.call(RemoveBudget.self, input, in: env))
        case .endGoal:
            let input = RemoveGoal.Input(name: form["name"] ?? "", version: version)
            return Done(try Router.call(RemoveGoal.self, input, in: env))
        default:
            return Done(try Router.call(SetGoal.self, FormAction.goal(form), in: env))
        }
    }

    /// Records a file that was looked at before, and shows what came of it.
    private func record(
        file form: FormFields, _ dashboard: Dashboard, _ env: Environment
    ) throws(ApplicationError) -> Done {
        guard let file = dashboard.shelf.file(form["file"] ?? "", of: env.user) else {
            return Done(id: nil)
        }
        let input = try ImportQuestion(form).input(file)
        let done = try Router.call(ImportCSV.self, input, in: env)
        guard let id = done.receipt.id else { return Done(id: nil) }
        let page =
            done.understood.tasks == nil ? Link("/entries", ["q": "batch:\(id)"]) : Link("/tasks")
        return Done(id: id, notes: done.receipt.notes, page: page)
    }

    /// Whether the line is as it was when the form was made; one that is already as it is wanted
    /// is left to the key of the form.
    private func checkVersion(
        _ form: FormFields, _ dashboard: Dashboard, wanted isVoided: Bool
    ) throws(ApplicationError) {
        guard let id = form["id"], let expected = form.number("version") else { return }
        let shown = try Router.call(
            ShowEntry.self, EntryInput(id: id), in: dashboard.env)
        guard let row = shown.rows.first(where: { $0.id == shown.id }) else { return }
        if row.version != expected, row.voided != isVoided {
            throw .changedSince("\(row.id)", version: row.version, expected: expected)
        }
    }
}
