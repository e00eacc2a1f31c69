internal import Application
internal import LedgerCLI

extension Dashboard {
    /// `POST /api/ROUTE` with a JSON object, for programs that show the token in a header:
    /// `Authorization: Bearer TOKEN`. No route touches files beside the ledger.
    func api(_ request: WebRequest) -> WebResponse {
        if let refusal = gate.admits(request) {
            let isGuess = refusal == .loggedOut
            return json(
                isGuess ? 401 : 429, code: isGuess ? "token" : "tooMany",
                isGuess ? "the header Authorization has no valid token" : "too many wrong tokens")
        }
        let path = String(request.path.dropFirst("/api/".count))
        guard request.method == "POST" else {
            return json(405, code: "method", "routes are called with POST")
        }
        do throws(ApplicationError) {
            guard Dashboard.routes.contains(path) else {
                throw .unknownPath(path, suggestions: Dashboard.routes.sorted())
            }
            let bytes = try router.call(path, request.body, in: env)
            return WebResponse(
                200, type: "application/json", String(decoding: bytes, as: UTF8.self))
        } catch {
            let status = if case .unknownPath = error { 404 } else { Dashboard.status(of: error) }
            return json(status, code: error.code, ErrorText(error).what)
        }
    }

    /// What programs can call.
    private static let routes: Set<String> = [
        ListEntries.path, ShowEntry.path, EntryHistory.path, SpendingReportEndpoint.path,
        ExplainFigure.path, ReadPeriod.path, ListCategories.path, ListPayees.path, ListTags.path,
        ReportBudgets.path, SetBudget.path, RemoveBudget.path, ListAccounts.path,
        ShowBalances.path, BalanceOverTime.path, ListTasks.path, ShowTask.path, DueTasks.path,
        FindTasks.path, ListLog.path, ListUndoable.path, ShowConfig.path, WhoAmI.path,
        AddEntry.path, AmendEntry.path, VoidEntry.path, RestoreEntry.path, UndoCommits.path,
        RedoCommits.path, AddTask.path, EditTask.path, CompleteTasks.path, ReopenTasks.path,
        RescheduleTask.path, DropTasks.path,
    ]

    private func json(_ status: Int, code: String, _ text: String) -> WebResponse {
        struct Failure: Encodable {
            let error: [String: String]
        }
        let bytes = JSONCoding.encode(Failure(error: ["code": code, "message": text]))
        return WebResponse(
            status, type: "application/json", String(decoding: bytes, as: UTF8.self))
    }
}
