internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger today`, and `ledger` alone
struct TodayCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "The day: what was spent, what is due, what to type next.",
        discussion: """
            ledger alone shows the same; where there is no ledger yet, how to begin. What can be \
            typed is in ledger --help.
            """)

    /// Tasks that are shown, at most.
    private static let tasksMax = 5

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let today: DayOverview
        do throws(CommandFailure) {
            today = try overview(in: context)
        } catch .application(.noLedger(let home)) {
            let none = DayOverview.None(ledger: nil)
            return try context.put(
                none, text: TodayText.first(home, context.output), csv: TodayText.csv(nil))
        } catch {
            throw error
        }
        try context.put(
            today, text: TodayText.text(today, context.output), csv: TodayText.csv(today))
    }

    private func overview(in context: CommandContext) throws(CommandFailure) -> DayOverview {
        func spent(
            _ days: String, _ context: CommandContext
        ) throws(CommandFailure) -> SpendingReport {
            try context.call(
                SpendingReportEndpoint.self,
                SpendingReportEndpoint.Input(range: days, kinds: [.expense]))
        }
        let day = try spent("today", context)
        // All of one state, whatever is recorded meanwhile.
        let context = context.with(
            Session(context.session.current.with { $0.asOf = .position(day.position) }))
        let month = try spent("this month", context)
        var due = ListTasks.Input(tab: "failed")
        due.limit = TodayCommand.tasksMax
        let late = try context.call(ListTasks.self, due)
        due.tab = "today"
        let rest = try context.call(ListTasks.self, due)
        // Who may see a part of the ledger only decides nothing of it.
        let waiting = (try? context.call(CountAsides.self, NoInput()))?.count ?? 0
        return DayOverview(
            day: late.today, currency: day.settings.currency,
            spentToday: DayOverview.sums(day), spentThisMonth: DayOverview.sums(month),
            due: late.counts.failed + late.counts.today, late: late.counts.failed,
            tasks: Array((late.rows + rest.rows).prefix(TodayCommand.tasksMax)),
            setAside: waiting > 0 ? waiting : nil, position: day.position, root: day.root)
    }
}

/// What a day holds.
struct DayOverview: Encodable {
    /// Where there is no ledger.
    struct None: Encodable {
        let ledger: String?

        private enum Key: CodingKey { case ledger }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(ledger, forKey: .ledger)
        }
    }

    /// What was spent in a currency.
    struct Sum: Encodable {
        let currency: String
        let sum: String
        let count: Int64
    }

    let day: Day
    /// Code of the ledger's own currency.
    let currency: String
    let spentToday: [Sum]
    let spentThisMonth: [Sum]
    /// Open tasks that are due before tomorrow.
    let due: Int
    /// Those of them whose deadline has passed.
    let late: Int
    /// The first of them.
    let tasks: [TaskRow]
    /// What merges set aside and nobody has decided about; left out for nothing.
    let setAside: Int?
    let position: UInt64
    let root: String

    static func sums(_ report: SpendingReport) -> [Sum] {
        report.rows.map { Sum(currency: $0.currency, sum: $0.sum, count: $0.count) }
    }
}
