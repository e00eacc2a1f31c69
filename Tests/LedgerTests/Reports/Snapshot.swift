import Ledger
import Support

/// What a ledger says: everything that an undo gives back.
struct Snapshot: Equatable {
    private let report: [SpendingReport.Row]
    private let accounts: [String]
    private let lines: [String]
    private let todos: [String]
    private let statements: [String]
    private let settings: Settings?
    private let budgets: [Budget]
    private let repeats: [RepeatRule]
    private let prices: [String]
    private let goals: [String]

    init(_ snapshot: LedgerSnapshot) throws {
        let day = Given.day(0)
        var rows: [SpendingReport.Row] = []
        for by in [ReportGrouping.category(depth: nil), .account] {
            rows += try snapshot.report(ReportParameters(period: .daily, by: by), now: day).rows
        }
        report = rows
        accounts = snapshot.referenceData.accounts.filter { !$0.isClosed }.map {
            "\($0.position) \($0.facts) \($0.type?.rawValue ?? "-")"
        }
        lines = try snapshot.lines().map {
            "\($0.id) \($0.facts) \($0.details) \($0.status?.rawValue ?? "-")"
        }
        goals = try snapshot.goalBook().goals.map(\.set.phrase).sorted()
        budgets = try snapshot.budgetBook().budgets(snapshot.referenceData)
        repeats = try snapshot.repeatBook().rules
        prices = try snapshot.priceBook().prices.map { "\($0.position) \($0.price)" }
        settings = snapshot.referenceData.settings
        var todos: [String] = []
        var standing: [UInt64: String] = [:]
        let state = try snapshot.state(for: Array(0..<snapshot.count))
        for todo in state.todos.values where todo.status != .dropped {
            let moments = TodoMoment.allCases.map { "\(todo.moments[$0]?.description ?? "-")" }
            todos.append(
                "\(todo.id) \(todo.facts) \(todo.status) \(moments) \(todo.prerequisites) "
                    + "\(todo.isStarted)")
        }
        for recorded in try snapshot.store.events(in: 0..<snapshot.count) {
            switch recorded.event {
            case .statementAsserted(let statement): standing[recorded.position] = "\(statement)"
            case .assertionWithdrawn(let withdrawal):
                if let target = withdrawal.target.position { standing[target] = nil }
            default: break
            }
        }
        self.todos = todos.sorted()
        statements = standing.values.sorted()
    }
}
