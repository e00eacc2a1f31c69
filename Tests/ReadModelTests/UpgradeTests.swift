import EventLog
import Ledger
import ReadModels
import Support
import Testing

/// Names, settings and programs change: rows are read as they were until what was built beside
/// them is accepted.
@Suite struct UpgradeTests {
    /// Sunday 2026-01-04 and Monday 2026-01-05.
    private let store: MemoryEventStore
    private let folder: Folder
    private let models: ModelDatabase
    private static let weeks = "SELECT week, category, amount FROM weekly_report"

    init() throws {
        store = try Given.store([
            Given.ledger,
            [
                .lineAdded(Given.line(1_250, "Lunch", day: 3, category: "food:lunch")),
                .lineAdded(Given.line(500, "Tea", day: 4, category: "food")),
            ],
        ])
        folder = try Folder()
        models = ModelDatabase(folder, store)
        _ = try models.catchUp()
    }

    private func append(_ events: Event...) throws {
        let count = store.head().count
        let commit = NewCommit(
            id: CommitID(high: 7, low: count),
            recordedAt: Timestamp(millisecondsSince1970: 0), events: events)
        _ = try store.append(commit, expecting: nil)
    }

    private func rename(_ from: String, _ to: String) throws {
        try append(
            .categoryRenamed(CategoryRenamed(from: CategoryPath(from), to: CategoryPath(to))))
    }

    private func outdated() throws -> [String: ModelOutdated] {
        var found: [String: ModelOutdated] = [:]
        for outcome in try models.catchUp() { found[outcome.name] = outcome.outdated }
        return found
    }

    @Test func weekStart() throws {
        try append(.settingsChanged(SettingsChanged(weekStart: .sunday)))
        try append(.lineAdded(Given.line(700, "Bun", day: 5, category: "food")))
        #expect(try outdated() == ["report": .names])
        // Weeks from Monday, with what came later.
        let old = ["2025-12-29|food:lunch|1250", "2026-01-05|food|1200"]
        #expect(try models.rows(Self.weeks) == old)
        #expect(try models.check().allSatisfy { $0.differing == 0 })
        let upgrade = try #require(try models.prepareUpgrade(listing: true).first)
        #expect(upgrade.name == "report" && upgrade.reason == .names && upgrade.position == 7)
        #expect(upgrade.changed == ["weekly_report": 4])
        let changes = upgrade.changes.map {
            "\($0.key): \($0.old ?? "-") > \($0.new ?? "-") \($0.events)"
        }
        #expect(
            changes.sorted() == [
                "2025-12-29 expense EUR 2 food:lunch : amount 1250, count 1 > - [4]",
                "2026-01-04 expense EUR 2 food : - > amount 1200, count 2 [5, 7]",
                "2026-01-04 expense EUR 2 food:lunch : - > amount 1250, count 1 [4]",
                "2026-01-05 expense EUR 2 food : amount 1200, count 2 > - [5, 7]",
            ])
        #expect(try models.rows(Self.weeks) == old)
        #expect(try models.list().filter(\.prepared).map(\.name) == ["report"])
        #expect(try models.acceptUpgrade() == ["report"])
        #expect(
            try models.rows(Self.weeks) == ["2026-01-04|food|1200", "2026-01-04|food:lunch|1250"])
        #expect(try models.list().allSatisfy { $0.state == .fresh || $0.optional })
        #expect(try outdated() == [:])
        #expect(try models.prepareUpgrade() == [])
    }

    @Test func categoryTree() throws {
        try rename("food", "meals")
        #expect(try outdated() == ["report": .names, "expense": .names])
        #expect(try models.rows("SELECT category FROM expense") == ["food:lunch", "food"])
        let upgrades = try models.prepareUpgrade(listing: true)
        // Two cells go and two come in each of three tables; two lines change.
        #expect(
            upgrades.map(\.changed) == [
                ["daily_report": 4, "weekly_report": 4, "monthly_report": 4], ["expense": 2],
            ])
        let expense = upgrades[1].changes.map { "\($0.key) \($0.old ?? "") \($0.new ?? "")" }
        #expect(
            expense == [
                "4 category food:lunch category meals:lunch", "5 category food category meals",
            ])
        let month = upgrades[0].changes.filter { $0.table == "monthly_report" }
        #expect(Set(month.map(\.events)) == [[4], [5]] && month.count == 4)
        #expect(Set(try models.acceptUpgrade()) == ["report", "expense"])
        #expect(try models.rows("SELECT category FROM expense") == ["meals:lunch", "meals"])
        let fresh = ModelDatabase(try Folder(), store)
        #expect(try models.everything(but: "event") == fresh.everything(but: "event"))
    }

    /// An account that is called otherwise is; one that was opened since is known at once.
    @Test func accounts() throws {
        let line = Given.line(300, "Bus", day: 3, account: 2)
        try append(.lineAdded(line))
        _ = try models.catchUp()
        try append(
            .accountOpened(
                AccountOpened(name: "Card", opening: Given.euros(0), day: Given.day(0))))
        try append(.lineAdded(Given.line(100, "Gum", day: 3, account: 7)))
        #expect(try outdated() == [:])
        try append(
            .accountChanged(
                AccountChanged(
                    target: .position(2), previous: .position(2),
                    facts: AccountOpened(
                        name: "Purse", opening: Given.euros(0), day: Given.day(0)),
                    isClosed: false)))
        #expect(try outdated() == ["report": .names, "expense": .names])
        let sql = "SELECT account FROM expense WHERE account <> '' ORDER BY 1"
        #expect(try models.rows(sql) == ["Card", "Cash"])
        try models.upgrade()
        #expect(try models.rows(sql) == ["Card", "Purse"])
    }

    /// Days are labels: what zone and currency the ledger has stands in no row.
    @Test func zoneAndCurrency() throws {
        try append(
            .settingsChanged(
                SettingsChanged(
                    baseCurrency: Given.currency("USD"), zoneName: "Asia/Tokyo", weekStart: nil)))
        #expect(try outdated() == [:])
        #expect(try models.list().allSatisfy { $0.state == .fresh || $0.optional })
    }

    /// What was built is not switched to once it is not what it should be any more.
    @Test func changesMeanwhile() throws {
        try rename("food", "meals")
        #expect(throws: Never.self) { try models.acceptUpgrade() == [] }
        _ = try models.prepareUpgrade()
        try rename("meals", "eating")
        #expect(throws: ModelError.notPrepared("report")) { try models.acceptUpgrade() }
        #expect(try models.rows("SELECT category FROM expense") == ["food:lunch", "food"])
        // Events that change no name are taken in by the switch.
        _ = try models.prepareUpgrade()
        try append(.lineAdded(Given.line(900, "Pie", day: 6, category: "food")))
        _ = try models.acceptUpgrade()
        #expect(
            try models.rows("SELECT category, amount FROM expense")
                == ["eating:lunch|1250", "eating|500", "eating|900"])
        #expect(try models.check().allSatisfy { $0.differing == 0 })
    }

    /// A week start that was changed and changed back: there is nothing to upgrade, and what was
    /// built for it goes.
    @Test func changedBack() throws {
        try append(.settingsChanged(SettingsChanged(weekStart: .sunday)))
        _ = try models.prepareUpgrade()
        try append(.settingsChanged(SettingsChanged(weekStart: .monday)))
        #expect(try outdated() == [:])
        #expect(try models.prepareUpgrade() == [])
        let left = try models.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'next%'")
        #expect(left == [])
    }

    /// One projection alone, and a rebuild that was asked for, which needs no question.
    @Test func oneAlone() throws {
        try rename("food", "meals")
        let cells = try #require(try models.prepareUpgrade(["report"], listing: true).first)
        #expect(cells.changes.allSatisfy { $0.events == [4] || $0.events == [5] })
        #expect(try models.prepareUpgrade(["expense"]).map(\.name) == ["expense"])
        #expect(try models.acceptUpgrade(["expense"]) == ["expense"])
        #expect(try outdated() == ["report": .names])
        _ = try models.prepareUpgrade()
        #expect(try models.catchUp(["report"], rebuilding: true).map(\.outdated) == [nil])
        #expect(try outdated() == [:])
        #expect(throws: ModelError.notPrepared("report")) { try models.acceptUpgrade(["report"]) }
        let fresh = ModelDatabase(try Folder(), store)
        #expect(try models.everything(but: "event") == fresh.everything(but: "event"))
    }
}
