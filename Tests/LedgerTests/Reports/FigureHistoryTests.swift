import EventLog
import Ledger
import Support
import Testing

/// Every figure of a report is the sum of what its events did.
@Suite("A figure explains itself")
struct FigureHistoryTests {
    private static let groupings: [ReportGrouping] = [
        .none, .category(depth: nil), .category(depth: 1), .category(depth: 2), .account,
    ]

    private func minor(_ text: String) -> Int128 {
        Int128(text.filter { $0 != "." }) ?? .min
    }

    /// Which figure a row of a report is.
    private func query(
        of row: SpendingReport.Row, _ parameters: ReportParameters, _ referenceData: ReferenceData
    ) throws -> FigureQuery {
        let days = DayRange(start: row.start, end: row.end)
        var query = FigureQuery(range: days.intersection(parameters.range), kind: row.kind)
        if let category = row.category {
            query.categories =
                category.isEmpty
                ? .none : .shown(try CategoryPath(category), depth: parameters.by.depth)
        }
        if let account = row.account {
            query.account = .some(referenceData.account(named: account)?.position)
        }
        return query
    }

    private func check(
        _ history: FigureHistory, sum: String, count: Int64
    ) {
        #expect(history.sum == sum)
        #expect(history.count == count)
        #expect(history.events == history.rows.count)
        #expect(!history.more)
        var running: Int128 = 0
        var last: UInt64?
        for step in history.rows {
            #expect(last.map { $0 < step.event.position } ?? true)
            last = step.event.position
            let change = minor(step.new ?? "0") - minor(step.old ?? "0")
            #expect(minor(step.amount) == change)
            running += change
            #expect(minor(step.running ?? "") == running)
        }
        #expect(running == minor(sum))
        #expect(history.rows.reduce(0) { $0 + $1.count } == count)
    }

    @Test(
        "cell by cell, in every report of a random ledger", arguments: 0..<2 as Range<UInt64>,
        StoreKind.allCases)
    func everyCell(_ seed: UInt64, _ kind: StoreKind) throws {
        var program = try RandomProgram(seed: 300 + seed, on: kind)
        for step in 0..<40 {
            try program.step()
            if step % 6 == 5 { _ = try program.undo(.newest) }
        }
        let snapshot = try program.snapshot
        let ranges = [DayRange.all, DayRange(start: Given.day(3), end: Given.day(11))]
        var cells = 0
        for by in FigureHistoryTests.groupings {
            for period in [nil, Period.weekly, .monthly] {
                for range in ranges {
                    let parameters = ReportParameters(period: period, range: range, by: by)
                    for row in try snapshot.report(parameters, now: Given.day(9)).rows {
                        let query = try query(of: row, parameters, snapshot.referenceData)
                        let currency = Given.currency(row.currency)
                        let history = try snapshot.history(of: query, in: currency)
                        check(history, sum: row.sum, count: row.count)
                        cells += 1
                    }
                }
            }
        }
        #expect(cells > 50)
    }

    @Test("page by page the same as at once", arguments: 0..<4 as Range<UInt64>)
    func pages(_ seed: UInt64) throws {
        var program = try RandomProgram(seed: 340 + seed, on: .memory)
        for _ in 0..<40 { try program.step() }
        let snapshot = try program.snapshot
        let query = FigureQuery(kind: nil)
        let euro = Given.currency("EUR")
        let whole = try snapshot.history(of: query, in: euro)
        var rows: [FigureStep] = []
        while true {
            let page = try snapshot.history(of: query, in: euro, skip: rows.count, limit: 3)
            #expect(page.skipped == (rows.isEmpty ? nil : rows.count))
            #expect(page.events == whole.events)
            #expect(page.sum == whole.sum)
            rows += page.rows
            #expect(page.more == (rows.count < whole.events))
            if !page.more { break }
        }
        #expect(rows == whole.rows)
    }

    /// A lunch of 12.50 that became one of 13.00 two days later, and one that was voided.
    @Test("with amendments, voids and restores told by hand")
    func byHand() throws {
        let lunch = Given.line(1250, "Lunch", category: "food")
        let soup = Given.line(400, "Soup", day: 1, category: "food:soup")
        var later = lunch.facts
        later.amount = Given.euros(1300)
        later.day = Given.day(40)
        let store = try Given.store([
            Given.ledger, [.lineAdded(lunch)], [.lineAdded(soup)],
            [
                .lineVoided(
                    LineVoided(
                        target: .position(5), previous: .position(5), replaced: soup.facts))
            ],
            [
                .lineAmended(
                    LineAmended(
                        target: .position(4), previous: .position(4), facts: later,
                        replaced: lunch.facts, changes: [.amount, .day]))
            ],
            [.lineAdded(Given.line(10_000, "Pay", day: 2, kind: .income))],
        ])
        let snapshot = try LedgerSnapshot(store: store)
        let january = DayRange(start: Given.day(0), end: Given.day(31))
        let euro = Given.currency("EUR")
        func told(_ query: FigureQuery, upTo count: UInt64 = 9) throws -> [String] {
            let snapshot = try LedgerSnapshot(store: store, upTo: count)
            return try snapshot.history(of: query, in: euro).rows.map { step in
                "\(step.event.position) \(step.event.deed) \(step.old ?? "-") "
                    + "\(step.new ?? "-") \(step.amount) \(step.count) \(step.running ?? "")"
            }
        }
        let food = FigureQuery.Categories.shown(try CategoryPath("food"), depth: 1)
        #expect(
            try told(FigureQuery(range: january, categories: food)) == [
                "4 added - 12.50 12.50 1 12.50", "5 added - 4.00 4.00 1 16.50",
                "6 voided 4.00 - -4.00 -1 12.50", "7 amended 12.50 - -12.50 -1 0.00",
            ])
        #expect(
            try told(FigureQuery(range: january, categories: food), upTo: 6) == [
                "4 added - 12.50 12.50 1 12.50", "5 added - 4.00 4.00 1 16.50",
            ])
        #expect(
            try told(FigureQuery(categories: .shown(try CategoryPath("food"), depth: nil))) == [
                "4 added - 12.50 12.50 1 12.50", "7 amended 12.50 13.00 0.50 0 13.00",
            ])
        #expect(
            try told(FigureQuery(range: january, kind: nil)) == [
                "4 added - -12.50 -12.50 1 -12.50", "5 added - -4.00 -4.00 1 -16.50",
                "6 voided -4.00 - 4.00 -1 -12.50", "7 amended -12.50 - 12.50 -1 0.00",
                "8 added - 100.00 100.00 1 100.00",
            ])
        #expect(try snapshot.figures(FigureQuery(range: january)).isEmpty)
        #expect(try snapshot.figures(FigureQuery(kind: nil))[euro]?.sum == 8_700)
    }
}
