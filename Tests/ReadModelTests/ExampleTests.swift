import EventLog
import Ledger
import ReadModels
import Support
import Testing
import Weekdays

/// The projection of the package in `tools/examples/weekdays`, which knows the public interface
/// only: what is promised to whoever adds one comes without another line.
@Suite struct ExampleTests {
    /// 2026-01-01 is a Thursday: a line on it, one on the Friday that moves to the Saturday, and an
    /// income that does not count.
    @Test func countsWhatIsLeft() throws {
        let friday = Given.line(500, day: 1)
        let saturday = Given.line(700, day: 2)
        let store = try Given.store([
            Given.ledger,
            [
                .lineAdded(Given.line(1_250)), .lineAdded(friday),
                .lineAdded(Given.line(9_900, kind: .income)),
            ],
            [
                .lineAmended(
                    LineAmended(
                        target: .position(5), previous: .position(5), facts: saturday.facts,
                        replaced: friday.facts, changes: [.amount, .day]))
            ],
        ])
        let models = ModelDatabase(try Folder(), store, models: [WeekdayModel.self])
        #expect(try models.rows("SELECT * FROM weekday") == ["4|EUR|2|1250|1", "6|EUR|2|700|1"])
    }

    /// Step by step, at once, as checked, and as the program's own lines say.
    @Test(arguments: 0..<6)
    func stepByStepIsAtOnce(seed: UInt64) throws {
        var program = try RandomProgram(seed: seed, on: .memory)
        let all = ModelCatalog.all + [WeekdayModel.self]
        let models = ModelDatabase(try Folder(), program.store, models: all)
        for _ in 0..<8 {
            for _ in 0..<8 { try program.step() }
            _ = try models.catchUp()
        }
        let found = try models.rows("SELECT * FROM weekday")
        let fresh = ModelDatabase(try Folder(), program.store, models: [WeekdayModel.self])
        #expect(try fresh.rows("SELECT * FROM weekday") == found)
        #expect(try models.check(["weekday"]).map(\.differing) == [0])
        let lines = try models.rows(
            """
            SELECT (strftime('%w', day) + 6) % 7 + 1, currency, exponent, sum(amount), count(*)
            FROM expense WHERE kind = 'expense' GROUP BY 1, 2, 3
            """)
        // In parts at the same time, as a rebuild of a large ledger does.
        let end = try program.store.head().count
        let whole: WeekdaySums = try program.store.project(0..<end)
        #expect(try program.store.project(0..<end, threads: 4) == whole)
        // Days on which nothing is left but lines of nothing would be kept, and are.
        #expect(found == lines)
    }
}
