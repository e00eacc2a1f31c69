extension Router {
    /// What a receipt can be of: whatever commands and pages show that look at the ledger alone,
    /// and answer the same of the same events at the same moment.
    package static var signable: Router {
        get throws(ApplicationError) {
            try Router([
                SpendingReportEndpoint.self, CompareReports.self, ReportBudgets.self,
                ReportGoals.self, ReadPeriod.self, ExplainFigure.self, ShowStats.self,
                ListEntries.self, ShowEntry.self, EntryHistory.self,
                ListLog.self, ShowConfig.self, ListClosings.self,
                ListCategories.self, ListPayees.self, ListTags.self,
                ListPrices.self, ListCurrencies.self, ListRepeats.self,
                ListAccounts.self, AccountHistory.self, ShowBalances.self, BalanceOverTime.self,
                ListStatements.self, Reconcile.self,
                ListTasks.self, ShowTask.self, FindTasks.self, DueTasks.self, NextTasks.self,
                ExplainTask.self, ListProjects.self, TaskTime.self, TaskAgenda.self,
                TaskBurndown.self, TaskReview.self, ListAttributes.self,
                ListPeople.self, ShowPerson.self, BalancePeople.self, UnitTreeEndpoint.self,
                UnitChain.self, AskRight.self, WhoAmI.self,
            ])
        }
    }

    /// A request as it is signed: where the answer says whether its events were hashed, they are to
    /// be.
    ///
    /// - Throws: ``ProofError/unsignable(_:)``,
    ///   ``ApplicationError/badInput(path:field:_:)``.
    func hashing(_ path: String, _ options: String) throws(ApplicationError) -> String {
        guard let endpoint = byPath[path] else { throw .proof(.unsignable(path)) }
        guard let endpoint = endpoint as? any HashingEndpoint.Type else { return options }
        return try hashing(endpoint, options)
    }

    private func hashing<E: HashingEndpoint>(
        _ endpoint: E.Type, _ options: String
    ) throws(ApplicationError) -> String {
        let input: E.Input
        do throws(JSONFault) {
            input = try JSONCoding.decode(
                E.Input.self, from: options.isEmpty ? [0x7B, 0x7D] : Array(options.utf8))
        } catch {
            throw .badInput(path: E.path, field: error.field, error.fault)
        }
        return String(decoding: JSONCoding.encode(E.hashing(input)).dropLast(), as: UTF8.self)
    }
}
