import EventLog
import Ledger
import Support
import Testing

/// Commits: the ledger (0…3); three lines of which 5 and 6 are one entry (4…6); an amendment of 4
/// (7); a void of the entry (8, 9); a task (10); its completion (11).
@Suite("Books")
struct BooksTests {
    private static let lunch = Given.line(1250, "Lunch with Bo", category: "food", account: 2)
    private static let first = Given.line(700, "Shop", day: 1, category: "food:raw")
    private static let second = Given.line(300, "Shop", day: 1, category: "home", entry: 5)

    private static func commits() -> [[Event]] {
        var facts = lunch.facts
        facts.amount = Given.euros(1300)
        facts.day = Given.day(2)
        return [
            Given.ledger, [.lineAdded(lunch), .lineAdded(first), .lineAdded(second)],
            [
                .lineAmended(
                    LineAmended(
                        target: .position(4), previous: .position(4), facts: facts,
                        replaced: lunch.facts, changes: [.amount, .day, .title],
                        details: LineDetails(title: "Dinner with Bo"), reason: "receipt"))
            ],
            [voided(5, first), voided(6, second)],
            [.taskAdded(TaskAdded(facts: TodoFacts(title: "Call Bo", priority: 2)))],
            [
                .taskCompleted(
                    TaskChange(target: .position(10), previous: .position(10), reason: "rang"))
            ],
        ]
    }

    private static func voided(_ position: UInt64, _ line: LineAdded) -> Event {
        .lineVoided(
            LineVoided(
                target: .position(position), previous: .position(position), replaced: line.facts))
    }

    private func snapshot(upTo count: UInt64? = nil) throws -> LedgerSnapshot {
        try LedgerSnapshot(store: Given.store(BooksTests.commits()), upTo: count)
    }

    @Test func knowsTheStateOfWhatIsNamed() throws {
        let state = try snapshot().state(for: [4, 6, 10, 2, 99])
        #expect(state.count == 12)
        #expect(state.lines.keys.sorted() == [4, 5, 6])
        let lunch = try #require(state.lines[4])
        #expect(lunch.version == 7)
        #expect(lunch.facts.amount == Given.euros(1300))
        #expect(lunch.facts.category == (try CategoryPath("food")))
        #expect(lunch.details.title == "Dinner with Bo")
        #expect(lunch.entry == [4])
        #expect(state.lines[5]?.entry == [5, 6])
        #expect(state.lines[6]?.entry == [5, 6])
        #expect(state.lines[6]?.isVoided == true)
        #expect(state.lines[6]?.version == 9)
        #expect(state.todos[10]?.status == .completed)
        #expect(state.todos[10]?.version == 11)
        #expect(state.categories.categories == [try CategoryPath("food")])
    }

    @Test("sees the past as it was")
    func seesThePast() throws {
        let past = try snapshot(upTo: 7)
        #expect(past.count == 7)
        let state = try past.state(for: [4, 6])
        #expect(state.lines[4]?.version == 4)
        #expect(state.lines[6]?.isVoided == false)
        #expect(try past.lines().map(\.id) == [6, 5, 4])
        #expect(try past.history(of: 4)?.versions.count == 1)
        #expect(try past.find("dinner").isEmpty)
        let ledger = try snapshot(upTo: 3)
        #expect(ledger.referenceData.accounts.count == 1)
        #expect(try ledger.spending().isEmpty)
        #expect(try snapshot(upTo: 0).referenceData.settings == nil)
        #expect(try snapshot(upTo: 1_000).count == 12)
    }

    @Test("a root of the past is the root of that time")
    func computesPastRoots() throws {
        let commits = BooksTests.commits()
        for count in 1...commits.count {
            let then = try Given.store(Array(commits.prefix(count))).head()
            #expect(try snapshot(upTo: then.count).head() == then)
        }
    }

    @Test func turnsTimesIntoPositions() throws {
        // Commits are a second apart from 2026-01-01T00:00:00Z on.
        let snapshot = try snapshot()
        let start: Int64 = 1_767_225_600_000
        for (offset, count) in [
            (-1, 0), (0, 4), (999, 4), (1_000, 7), (2_000, 8), (3_500, 10), (9_000, 12),
        ] as [(Int64, UInt64)] {
            let moment = Timestamp(millisecondsSince1970: start + offset)
            #expect(try snapshot.position(asOf: moment) == count)
        }
    }

    @Test func findsWordsOfTitles() throws {
        let snapshot = try snapshot()
        #expect(try snapshot.find("bo").map(\.id) == [10, 4])
        #expect(try snapshot.find("DINNER").map(\.id) == [4])
        #expect(try snapshot.find("with bo").map(\.id) == [4])
        #expect(try snapshot.find("lunch").isEmpty)
        #expect(try snapshot.find("sho").isEmpty)
        #expect(try snapshot.find(" - ").isEmpty)
        let shops = try snapshot.find("shop")
        #expect(shops.map(\.id) == [6, 5])
        #expect(shops.allSatisfy { !$0.live && $0.type == "line" })
        #expect(try snapshot.find("call").map(\.type) == ["task"])
    }

    @Test func tellsTheHistoryOfALine() throws {
        let history = try #require(try snapshot().history(of: 4))
        #expect(history.id == 4)
        #expect(history.type == "line")
        #expect(history.versions.map(\.position) == [4, 7])
        #expect(history.versions.map(\.action) == [.added, .amended])
        #expect(history.versions.map(\.actor) == ["Ada", "Ada"])
        #expect(history.versions.map(\.reason) == ["", "receipt"])
        #expect(
            history.versions[1].recordedAt.description == "2026-01-01T00:00:02Z")
        #expect(
            history.versions[0].changes == [
                FieldChange(field: "kind", was: nil, now: "expense"),
                FieldChange(field: "amount", was: nil, now: "12.50"),
                FieldChange(field: "currency", was: nil, now: "EUR"),
                FieldChange(field: "day", was: nil, now: "2026-01-01"),
                FieldChange(field: "category", was: nil, now: "food"),
                FieldChange(field: "account", was: nil, now: "Cash"),
                FieldChange(field: "title", was: nil, now: "Lunch with Bo"),
            ])
        #expect(
            history.versions[1].changes == [
                FieldChange(field: "amount", was: "12.50", now: "13.00"),
                FieldChange(field: "day", was: "2026-01-01", now: "2026-01-03"),
                FieldChange(field: "title", was: "Lunch with Bo", now: "Dinner with Bo"),
            ])
    }

    @Test func tellsTheHistoryOfOneLineOfAnEntryAndOfATask() throws {
        let second = try #require(try snapshot().history(of: 6))
        #expect(second.versions.map(\.position) == [6, 9])
        #expect(
            second.versions[1].changes == [FieldChange(field: "voided", was: nil, now: "yes")])
        let task = try #require(try snapshot().history(of: 10))
        #expect(task.type == "task")
        #expect(task.versions.map(\.action) == [.added, .completed])
        #expect(
            task.versions[1].changes == [
                FieldChange(field: "status", was: "open", now: "completed")
            ])
        #expect(task.versions[1].reason == "rang")
        for id in [0, 2, 7, 11, 99, .max] as [UInt64] {
            #expect(try snapshot().history(of: id) == nil)
        }
    }
}
