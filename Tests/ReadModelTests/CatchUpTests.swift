import EventLog
import Ledger
import ReadModels
import Support
import Testing

/// Rows that were brought up to date step by step, rows that were made at once, and what the
/// ledger itself says are the same.
@Suite struct CatchUpTests {
    @Test(arguments: 0..<12)
    func stepByStepIsAtOnce(seed: UInt64) throws {
        var program = try RandomProgram(seed: seed, on: .file)
        let folder = try Folder()
        let models = ModelDatabase(folder, program.store)
        _ = try models.catchUp(["event"])
        for _ in 0..<12 {
            for _ in 0..<8 { try program.step() }
            if program.number(below: 3) == 0 { _ = try program.undo(.newest) }
            // Names and settings of some moment: everything goes on with them until an upgrade.
            _ = try models.catchUp()
            if program.number(below: 4) == 0 { try models.upgrade() }
            #expect(try models.check().allSatisfy { $0.differing == 0 })
        }
        try models.upgrade()
        let found = try models.everything()
        let other = ModelDatabase(try Folder(), program.store)
        _ = try other.catchUp(["event"])
        #expect(try other.everything() == found)
        #expect(try models.check().allSatisfy { $0.differing == 0 })
        #expect(try models.check().map(\.name) == ModelCatalog.all.map { $0.name } + ["chart"])
        try compare(found, program.snapshot)
    }

    /// The rows as the reports, lists and tasks of the ledger say them.
    private func compare(_ found: [String: [String]], _ snapshot: LedgerSnapshot) throws {
        for (period, table) in [
            (Period.daily, "daily_report"), (.weekly, "weekly_report"),
            (.monthly, "monthly_report"),
        ] {
            for by in [ReportGrouping.category(depth: nil), .account] {
                let report = try snapshot.report(
                    ReportParameters(period: period, by: by), now: Given.day(0))
                let category = by == .account ? 5 : 4
                var sums: [String: Int64] = [:]
                for row in try #require(found[table]) {
                    let cells = row.split(separator: "|", omittingEmptySubsequences: false)
                        .map(String.init)
                    let label = [cells[0], cells[1], cells[2], cells[category]]
                    sums[label.joined(separator: "|"), default: 0] += try #require(Int64(cells[6]))
                }
                let expected = report.rows.map { row in
                    let name = (by == .account ? row.account : row.category) ?? ""
                    let minor = row.sum.filter { $0 != "." }
                    return
                        "\(row.start)|\(row.kind.name)|\(row.currency)|\(name)=\(Int64(minor) ?? 0)"
                }
                #expect(sums.map { "\($0)=\($1)" }.sorted() == expected.sorted())
            }
        }
        let filter = LineFilter()
        let live = try snapshot.list(filter).rows.map(text)
        #expect(try #require(found["expense"]) == live.sorted { id($0) < id($1) })
        let tasks = try snapshot.todos().entries.map { "\($0.state.id)|\($0.state.version)" }
        let rows = try #require(found["task"])
        #expect(rows.map { $0.split(separator: "|").prefix(2).joined(separator: "|") } == tasks)
        #expect(found["person"] == ["1|Ada|1"])
        #expect(found["event"]?.count == Int(snapshot.count))
    }

    private func id(_ row: String) -> Int { Int(row.prefix { $0 != "|" }) ?? 0 }

    private func text(_ row: LineRow) -> String {
        let tags = "[" + row.tags.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        let cells: [String] = [
            "\(row.id)", "\(row.version)", "\(row.entry[0])", "\(row.day)", row.kind.name,
            row.amount.filter { $0 != "." && $0 != "-" }.drop { $0 == "0" }.description, "2",
            row.currency, row.category, row.account, row.incoming ? "1" : "0",
            row.counterpart ? "1" : "0", row.time, row.title, row.note, tags, row.payer,
            row.externalId, "[]",
        ]
        return cells.joined(separator: "|")
    }

    @Test func tellsWhatItDid() throws {
        let store = try Given.store([Given.ledger, [.lineAdded(Given.line(1_250, "Lunch"))]])
        let folder = try Folder()
        let models = ModelDatabase(folder, store)
        #expect(try models.list().allSatisfy { $0.state == .missing })
        let first = try models.catchUp()
        #expect(first.map(\.name) == ["report", "expense", "task", "person", "chart"])
        #expect(first.allSatisfy { $0.cause == .missing && $0.events == 5 })
        #expect(try models.catchUp().allSatisfy { $0.cause == nil && $0.events == 0 })
        _ = try store.append(
            NewCommit(
                id: .init(high: 7, low: 7), recordedAt: Timestamp(millisecondsSince1970: 0),
                events: [.lineAdded(Given.line(250, "Tea"))]), expecting: nil)
        #expect(try models.list().filter { $0.state == .stale }.allSatisfy { $0.lag == 1 })
        #expect(try models.catchUp().allSatisfy { $0.cause == nil && $0.events == 1 })
        #expect(
            try models.rows("SELECT * FROM daily_report") == ["2026-01-01|expense|EUR|2|||1500|2"])
        #expect(
            try models.rows("SELECT year, amount FROM yearly_report") == ["2026-01-01|1500"])
        #expect(try models.list().filter { $0.state == .fresh }.count == 5)
    }

    @Test func tellsWhoBearsALine() throws {
        var dinner = Given.line(1_000, "Dinner")
        dinner.details.shares = [Share(person: 1, minor: 999), Share(person: 3, minor: 1)]
        let amended = LineAmended(
            target: .position(4), previous: .position(4), facts: dinner.facts,
            replaced: dinner.facts, changes: .note, details: LineDetails(note: "late"))
        let ended = LineAmended(
            target: .position(4), previous: .position(5), facts: dinner.facts,
            replaced: dinner.facts, changes: .shares)
        let models = ModelDatabase(
            nil, try Given.store([Given.ledger, [.lineAdded(dinner)], [.lineAmended(amended)]]))
        _ = try models.catchUp()
        let query = "SELECT shares FROM expense"
        #expect(try models.rows(query) == ["[[1,999],[3,1]]"])
        let none = ModelDatabase(
            nil,
            try Given.store([
                Given.ledger, [.lineAdded(dinner)], [.lineAmended(amended)], [.lineAmended(ended)],
            ]))
        _ = try none.catchUp()
        #expect(try none.rows(query) == ["[]"])
    }

    /// A log that was put back to an earlier state and went on otherwise.
    @Test func noticesAnotherLog() throws {
        let folder = try Folder()
        let lunch = Event.lineAdded(Given.line(1_250, "Lunch"))
        let tea = Event.lineAdded(Given.line(300, "Tea"))
        _ = try ModelDatabase(folder, Given.store([Given.ledger, [lunch]])).catchUp()
        let shorter = ModelDatabase(folder, try Given.store([Given.ledger]))
        #expect(try shorter.list().filter { $0.state == .outdated }.count == 5)
        #expect(try shorter.catchUp().allSatisfy { $0.cause == .diverged })
        let same = ModelDatabase(folder, try Given.store([Given.ledger, [lunch, tea]]))
        #expect(try same.catchUp().allSatisfy { $0.cause == nil && $0.events == 2 })
        let other = ModelDatabase(folder, try Given.store([Given.ledger, [tea, lunch], [tea]]))
        #expect(try other.catchUp().allSatisfy { $0.cause == .diverged })
        #expect(try other.rows("SELECT sum(amount) FROM expense") == ["1850"])
    }

    @Test func namesASumThatIsTooLarge() throws {
        let huge = Event.lineAdded(Given.line(.max))
        let models = ModelDatabase(nil, try Given.store([Given.ledger, [huge, huge]]))
        #expect(throws: ModelError.sumTooLarge(table: "daily_report", day: Given.day(0))) {
            try models.catchUp()
        }
    }

    /// Other tables can be asked, and a statement that cannot be run is not blamed on the sum.
    @Test func aSumThatIsTooLargeIsToldWhereItIsAskedFor() throws {
        let huge = Event.lineAdded(Given.line(.max))
        let models = ModelDatabase(nil, try Given.store([Given.ledger, [huge, huge]]))
        let tooLarge = ModelError.sumTooLarge(table: "daily_report", day: Given.day(0))
        for table in ["daily_report", "Daily_Report", "main.daily_report"] {
            #expect(throws: tooLarge, "\(table)") { try models.query("SELECT 1 FROM \(table)") }
        }
        #expect(throws: ModelError.badStatement("no such table: nowhere")) {
            try models.query("SELECT 1 FROM nowhere")
        }
        #expect(throws: ModelError.badStatement("integer overflow")) {
            try models.query("SELECT sum(amount) FROM expense")
        }
        #expect(try models.query("SELECT amount FROM expense").rows.count == 2)
    }
}
