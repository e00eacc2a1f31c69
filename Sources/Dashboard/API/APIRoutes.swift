internal import Application

/// What programs can call: routes of the router that touch no files beside the ledger.
enum APIRoutes {
    /// In the order of the router, by path.
    static let all: [Route] = {
        let routes = (try? Router.standard.routes) ?? []
        return routes.filter { paths.contains($0.path) }
    }()

    private static let byPath = Dictionary(
        all.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })

    /// The route with a path; `nil` for one that is none, or not for programs.
    static func route(_ path: String) -> Route? { byPath[path] }

    /// What may have been meant by a path.
    static var names: [String] { all.map(\.path) }

    /// Those whose answers are described to the last field: reports and lists.
    static let described: [any Endpoint.Type] = [
        SpendingReportEndpoint.self, ExplainFigure.self, ListEntries.self, ShowEntry.self,
        ReportBudgets.self, ShowBalances.self, BalanceOverTime.self,
        AccountHistory.self, ListStatements.self, Reconcile.self, ListTasks.self, DueTasks.self,
        ListAccounts.self, ListPeople.self, BalancePeople.self, ListCategories.self,
        ListPayees.self, ListTags.self, ListPrices.self, ListClosings.self, ShowConfig.self,
        LedgerInfo.self, WhoAmI.self, ReadPeriod.self, AddEntry.self, AmendEntry.self,
        VoidEntry.self, RestoreEntry.self, AddTask.self,
    ]

    private static let paths: Set<String> = [
        ListEntries.path, ShowEntry.path, EntryHistory.path, SpendingReportEndpoint.path,
        ExplainFigure.path, ReadPeriod.path, DiffReports.path, CompareReports.path,
        ListCategories.path, RenameCategory.path, ListPayees.path, ListTags.path,
        ReportBudgets.path, SetBudget.path, RemoveBudget.path, ReportGoals.path, SetGoal.path,
        RemoveGoal.path, ListPrices.path, SetPrice.path, ListCurrencies.path,
        ListRepeats.path, AddRepeat.path, EditRepeat.path, SkipRepeat.path, StopRepeat.path,
        PostRepeats.path,
        CloseBooksEndpoint.path, ReopenBooksEndpoint.path, ListClosings.path,
        ListAccounts.path, AccountHistory.path, OpenAccount.path, ChangeAccount.path,
        ShowBalances.path, BalanceOverTime.path, AssertStatement.path, ListStatements.path,
        WithdrawStatement.path, Reconcile.path, ListTasks.path, ShowTask.path, DueTasks.path,
        FindTasks.path, NextTasks.path, ExplainTask.path, ListProjects.path, TaskTime.path,
        ListLog.path, LedgerInfo.path, ListUndoable.path, ShowConfig.path, WhoAmI.path,
        ListPeople.path, ShowPerson.path, BalancePeople.path, AddPerson.path, ChangePerson.path,
        JoinUnit.path, LeaveUnit.path, UnitTreeEndpoint.path, UnitChain.path, AddUnit.path,
        RenameUnit.path, MoveUnit.path, Permit.path, Revoke.path, AskRight.path,
        AddEntry.path, AmendEntry.path, VoidEntry.path, AmendEntries.path, VoidEntries.path,
        RestoreEntry.path, UndoCommits.path, RedoCommits.path, AddTask.path, EditTask.path,
        AnnotateTask.path, StartTasks.path, StopTasks.path, CompleteTasks.path, ReopenTasks.path,
        RescheduleTask.path, DropTasks.path, EditTasks.path, DuplicateTask.path, PayTask.path,
        TaskAgenda.path, TaskBurndown.path, MarkEntries.path, ListRoutes.path,
    ]
}

extension Route {
    /// Whether it only reads, so that it can be asked for with `GET`.
    var onlyReads: Bool { needs.allSatisfy { $0 == .read } }

    /// Whether it takes an idempotency key.
    var hasKey: Bool { fields.contains { $0.name == "key" } }

    /// Whether it takes the version that is to change.
    var hasVersion: Bool { fields.contains { $0.name == "version" && $0.type == "integer" } }

    /// Whether what it answers depends on the time of day, not on the day alone.
    var isOfTheMinute: Bool {
        path.hasPrefix("task") || path == DueTasks.path
    }
}
