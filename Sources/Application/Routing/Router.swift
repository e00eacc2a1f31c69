internal import Interchange
internal import Ledger

/// The one table of what can be asked for.
package struct Router: Sendable {
    private let endpoints: [any Endpoint.Type]
    let byPath: [String: any Endpoint.Type]

    /// A table.
    ///
    /// - Throws: ``ApplicationError/duplicatePath(_:)``.
    package init(_ endpoints: [any Endpoint.Type]) throws(ApplicationError) {
        var byPath: [String: any Endpoint.Type] = [:]
        for endpoint in endpoints {
            let other = byPath.updateValue(endpoint, forKey: endpoint.path)
            if other != nil { throw .duplicatePath(endpoint.path) }
        }
        self.endpoints = endpoints
        self.byPath = byPath
    }

    /// What can be asked for, in the order of the table.
    package var routes: [Route] {
        endpoints.map { endpoint in
            let needs = Permission.allCases.filter(endpoint.needs.contains)
            return Route(
                path: endpoint.path, summary: endpoint.summary, needs: needs,
                fields: Router.fields(of: endpoint))
        }
    }

    /// Calls an endpoint from within the program, which needs no table.
    ///
    /// - Throws: ``ApplicationError/denied(path:missing:)``,
    ///   ``ApplicationError/loginNeeded(path:)``, ``ApplicationError/forbidden(_:)``, and what the
    ///   endpoint throws.
    package static func call<E: Endpoint>(
        _ endpoint: E.Type, _ input: E.Input, in env: Environment
    ) throws(ApplicationError) -> E.Output {
        try check(endpoint, env)
        return try run(endpoint, input, in: env)
    }

    /// Does what was asked for, with what it was granted; who may not read the ledger learns no
    /// names from what is wrong, either.
    private static func run<E: Endpoint>(
        _ endpoint: E.Type, _ input: E.Input, in env: Environment,
        checking check: () throws(ApplicationError) -> Void = {}
    ) throws(ApplicationError) -> E.Output {
        let grant = try env.check(
            E.path, E.asks(input), isMending: E.isMending, receipt: E.receipt(input))
        try check()
        do throws(ApplicationError) {
            if E.isKeyed { try env.checkKey(env.key) }
            return try endpoint.run(
                input,
                in: env.with {
                    $0.grant = grant
                    if !E.isKeyed { $0.key = nil }
                })
        } catch {
            throw grant.reads ? error : error.withoutNames
        }
    }

    /// Calls an endpoint from outside, with JSON in and out.
    ///
    /// - Parameters:
    ///   - path: What the endpoint is called.
    ///   - json: An object in UTF-8; no bytes are `{}`.
    /// - Returns: One line of JSON, closed by a newline.
    /// - Throws: ``ApplicationError/unknownPath(_:suggestions:)``,
    ///   ``ApplicationError/badInput(path:field:_:)``, and what a call from within throws.
    package func call(
        _ path: String, _ json: [UInt8], in env: Environment
    ) throws(ApplicationError) -> [UInt8] {
        guard let endpoint = byPath[path] else { throw unknown(path) }
        return try text(endpoint, json, in: env)
    }

    /// What is wrong with a path that nothing is called, and what may have been meant.
    package func unknown(_ path: String) -> ApplicationError {
        let names = endpoints.map { $0.path }
        return .unknownPath(path, suggestions: Spelling.nearest(to: path, among: names))
    }

    /// Permissions come first: who may not call learns nothing of the input.
    private func text<E: Endpoint>(
        _ endpoint: E.Type, _ json: [UInt8], in env: Environment
    ) throws(ApplicationError) -> [UInt8] {
        try Router.check(endpoint, env)
        let input: E.Input
        var env = env
        do throws(JSONFault) {
            let json = json.isEmpty ? [0x7B, 0x7D] : json
            input = try JSONCoding.decode(E.Input.self, from: json)
            if let name = JSONMembers.doubled(in: json) {
                throw JSONFault(field: name, fault: .doubled)
            }
            if E.isKeyed {
                env.key = try JSONCoding.decode(RequestKey.self, from: json).key
            }
        } catch {
            try env.check(E.path, [PermissionRequest(E.needs)])
            throw .badInput(path: E.path, field: error.field, error.fault)
        }
        return JSONCoding.encode(
            try Router.run(endpoint, input, in: env) { () throws(ApplicationError) in
                try Router.checkFields(of: endpoint, json)
            })
    }

    static func check<E: Endpoint>(
        _ endpoint: E.Type, _ env: Environment
    ) throws(ApplicationError) {
        if endpoint.needs.isEmpty { return }
        guard case .granted(let granted) = env.access else {
            throw .loginNeeded(path: endpoint.path)
        }
        let missing = endpoint.needs.subtracting(granted)
        if !missing.isEmpty {
            throw .denied(
                path: endpoint.path, missing: Permission.allCases.filter(missing.contains))
        }
    }
}

extension Router {
    /// Everything that the program offers.
    package static var standard: Router {
        get throws(ApplicationError) {
            try Router([
                InitLedger.self, ShowConfig.self, ChangeConfig.self, ShowStats.self, AddEntry.self,
                ListEntries.self, ShowEntry.self, AmendEntry.self, VoidEntry.self,
                AmendEntries.self, VoidEntries.self, RestoreEntry.self, MarkEntries.self,
                AttachFiles.self, DetachFiles.self, ListAttachments.self, ReadAttachment.self,
                EntryHistory.self,
                SpendingReportEndpoint.self, ReadPeriod.self, ExplainFigure.self, DiffReports.self,
                CompareReports.self, ReportBudgets.self, SetBudget.self, RemoveBudget.self,
                ReportGoals.self, SetGoal.self, RemoveGoal.self,
                ListPrices.self, SetPrice.self, ImportPrices.self, ListCurrencies.self,
                DeclareCurrency.self,
                ListRepeats.self, AddRepeat.self, EditRepeat.self, SkipRepeat.self, StopRepeat.self,
                PostRepeats.self,
                CloseBooksEndpoint.self, ReopenBooksEndpoint.self, ListClosings.self,
                EraseText.self, FinishErasures.self,
                ListCategories.self, RenameCategory.self, ListPayees.self, ListTags.self,
                OpenAccount.self, ImportCSV.self, ReplayLedger.self, VerifyLog.self,
                ListLog.self, ReadOn.self, KeepPlace.self, MoveReader.self, ListReaders.self,
                RemoveReader.self,
                LedgerInfo.self, LogSizes.self, SealLog.self, DemoLedger.self,
                ListAccounts.self, AccountHistory.self, ChangeAccount.self, ShowBalances.self,
                BalanceOverTime.self,
                AssertStatement.self,
                ListStatements.self, WithdrawStatement.self, Reconcile.self,
                AddTask.self, ListTasks.self, ShowTask.self, EditTask.self, AnnotateTask.self,
                CompleteTasks.self, ReopenTasks.self, RescheduleTask.self, DropTasks.self,
                StartTasks.self, StopTasks.self, FindTasks.self, NextTasks.self,
                ExplainTask.self, ListProjects.self, TaskTime.self, DueTasks.self,
                EditTasks.self, DuplicateTask.self, PayTask.self, TaskAgenda.self,
                TaskBurndown.self, TaskReview.self, DeclareAttribute.self,
                ListAttributes.self,
                UndoCommits.self, RedoCommits.self, ListUndoable.self,
                ListProjections.self, RebuildProjections.self, RefreshProjections.self,
                UpgradeProjections.self, CheckProjections.self, DropProjections.self,
                QueryModels.self,
                ListSchemas.self, ShowSchema.self, DiffSchemas.self,
                Doctor.self, BackUpLedger.self, RestoreBackup.self, SalvageLedger.self,
                MergeCopy.self, KeepStanding.self, CountAsides.self, JoinLedger.self,
                BundleLedger.self, CloneLedger.self,
                ListKept<CSVProfile>.self, RemoveKept<CSVProfile>.self, MatchProfiles.self,
                ExportEvents.self, ImportEvents.self, ExportJournal.self, ExportTasks.self,
                ExportTables.self, ExportTiles.self, SyncTasks.self,
                ListKept<Rule>.self, SaveRule.self, RemoveKept<Rule>.self, ApplyRules.self,
                ListPeople.self, ShowPerson.self, BalancePeople.self, AddPerson.self,
                ChangePerson.self,
                JoinUnit.self, LeaveUnit.self, UnitTreeEndpoint.self, UnitChain.self,
                AddUnit.self, RenameUnit.self, MoveUnit.self, Permit.self, Revoke.self,
                AskRight.self,
                ListDevices.self, AddDevice.self, RenameDevice.self, RevokeDevice.self,
                VouchCommits.self,
                NewKey.self, ListKeys.self, MakeCheckpoint.self, ProveEvent.self,
                ProveFigure.self, ProveConsistency.self, ProveBranch.self, SignReport.self,
                NewWitness.self, ShowWitness.self, CosignCheckpoint.self,
                WhoAmI.self, ListRoutes.self,
            ])
        }
    }
}
