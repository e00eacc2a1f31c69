internal import Application
internal import EventLog
internal import Ledger
internal import Synchronization

/// Figures that were made a moment ago, as long as the log stands still: a page that many look at
/// is added up once.
final class TodayShelf: Sendable {
    /// What figures hold for.
    struct Key: Hashable, Sendable {
        let head: LogHead
        /// Text that is erased leaves the head as it is, and changes this.
        let mark: FolderChange
        let person: UInt64?
        /// Tasks are late from one minute to the next.
        let minute: Int64
    }

    /// What is no part of the log, such as settings of the device, shows a moment later.
    static let life = Duration.seconds(5)
    private static let countMax = 16

    private struct Kept {
        let key: Key
        let time: Duration
        let figures: TodayFigures
    }

    private let kept = Mutex<[Kept]>([])
    private let uptime: @Sendable () -> Duration

    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// What is known, else what is made now.
    func figures(
        _ key: Key, _ make: () throws(ApplicationError) -> TodayFigures
    ) throws(ApplicationError) -> TodayFigures {
        let now = uptime()
        let known = kept.withLock { kept in
            kept.removeAll { now - $0.time > TodayShelf.life }
            return kept.first { $0.key == key }?.figures
        }
        if let known { return known }
        let figures = try make()
        kept.withLock { kept in
            kept.removeAll { $0.key.person == key.person }
            kept.append(Kept(key: key, time: now, figures: figures))
            if kept.count > TodayShelf.countMax { kept.removeFirst() }
        }
        return figures
    }
}

/// What *Today* shows of the ledger.
struct TodayFigures: Sendable {
    /// What was spent in some days.
    struct Tile: Sendable {
        let rows: [SpendingReport.Row]
        let start: Day?
        let end: Day?
    }

    let config: ShowConfig.Output
    /// Of today, of this week and of this month.
    let tiles: [Tile]
    let budgets: BudgetReport
    let due: TaskList
    let recent: LineList
    /// How much of what merges set aside nobody has decided about.
    let setAside: Int
    /// What a category and an account may be.
    let categories: [String]
    let accounts: [String]
    /// Who may have paid, and bear a part.
    let people: [String]
}
