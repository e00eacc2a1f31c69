import EventLog
import Ledger
import Support
import Testing

/// A hand-computed ledger. 2026-01-01 is a Thursday; days count from there.
///
/// | position | day            | kind     | category       | cents |
/// |----------|----------------|----------|----------------|-------|
/// | 4        | 0  (Thu 01-01) | expense  | food:lunch     | 1250  |
/// | 5        | 3  (Sun 01-04) | expense  | food           | 250   |
/// | 6        | 4  (Mon 01-05) | expense  | home           | -100  |
/// | 7        | 4  (Mon 01-05) | expense  | (none)         | 5     |
/// | 8        | 31 (Sun 02-01) | income   | work           | 90000 |
/// | 9        | 31 (Sun 02-01) | transfer | (none)         | 700   |
/// | 10       | 31 (Sun 02-01) | transfer | counterpart    | 700   |
@Suite("Spending report")
struct SpendingReportTests {
    static let events: [Event] =
        Given.ledger
        + [
            Given.line(1250, day: 0, category: "food:lunch", account: 2),
            Given.line(250, day: 3, category: "food", account: 3),
            Given.line(-100, day: 4, category: "home", account: 2),
            Given.line(5, day: 4),
            Given.line(90_000, day: 31, category: "work", kind: .income),
            Given.line(700, day: 31, kind: .transfer, account: 2),
            Given.line(
                700, day: 31, kind: .transfer, account: 3, flags: [.incoming, .counterpart],
                entry: 9),
        ].map { .lineAdded($0) }

    private func report(
        _ parameters: ReportParameters, events: [Event] = events, now: Day = Given.day(4)
    ) throws -> SpendingReport {
        try LedgerSnapshot(store: Given.store([events])).report(parameters, now: now)
    }

    private func texts(_ report: SpendingReport) -> [String] {
        report.rows.map { row in
            let marks = (row.partial ? "partial " : "") + (row.running ? "running " : "")
            let group = (row.category ?? "") + (row.account ?? "")
            return "\(row.start) \(row.end) \(marks)\(row.kind.name) \(group) \(row.currency) "
                + "\(row.sum) \(row.count)"
        }
    }

    @Test func daily() throws {
        let report = try report(ReportParameters(period: .daily, kinds: [.expense]))
        #expect(
            texts(report) == [
                "2026-01-01 2026-01-02 expense  EUR 12.50 1",
                "2026-01-04 2026-01-05 expense  EUR 2.50 1",
                "2026-01-05 2026-01-06 running expense  EUR -0.95 2",
            ])
        #expect(report.start == Given.day(0))
        #expect(report.end == Given.day(5))
    }

    @Test("weekly, from Monday and from Sunday")
    func weekly() throws {
        let monday = try report(ReportParameters(period: .weekly, kinds: [.expense]))
        #expect(
            texts(monday) == [
                "2025-12-29 2026-01-05 expense  EUR 15.00 2",
                "2026-01-05 2026-01-12 running expense  EUR -0.95 2",
            ])
        #expect(monday.settings.weekStart == "monday")
        let sunday = try report(
            ReportParameters(period: .weekly, kinds: [.expense], weekStart: .sunday))
        #expect(
            texts(sunday) == [
                "2025-12-28 2026-01-04 expense  EUR 12.50 1",
                "2026-01-04 2026-01-11 running expense  EUR 1.55 3",
            ])
        #expect(sunday.settings.weekStart == "sunday")
    }

    @Test func monthlyByCategory() throws {
        let report = try report(
            ReportParameters(period: .monthly, by: .category(depth: nil)))
        #expect(
            texts(report) == [
                "2026-01-01 2026-02-01 running expense  EUR 0.05 1",
                "2026-01-01 2026-02-01 running expense food EUR 2.50 1",
                "2026-01-01 2026-02-01 running expense food:lunch EUR 12.50 1",
                "2026-01-01 2026-02-01 running expense home EUR -1.00 1",
                "2026-02-01 2026-03-01 income work EUR 900.00 1",
                "2026-02-01 2026-03-01 transfer  EUR 7.00 1",
            ])
    }

    @Test func rollsUpByDepth() throws {
        let report = try report(
            ReportParameters(period: .yearly, kinds: [.expense], by: .category(depth: 1)))
        #expect(
            texts(report) == [
                "2026-01-01 2027-01-01 running expense  EUR 0.05 1",
                "2026-01-01 2027-01-01 running expense food EUR 15.00 2",
                "2026-01-01 2027-01-01 running expense home EUR -1.00 1",
            ])
    }

    @Test func byAccount() throws {
        let report = try report(ReportParameters(kinds: [.expense], by: .account))
        #expect(
            texts(report) == [
                "2026-01-01 2026-01-06 running expense  EUR 0.05 1",
                "2026-01-01 2026-01-06 running expense Bank EUR 2.50 1",
                "2026-01-01 2026-01-06 running expense Cash EUR 11.50 2",
            ])
        #expect(report.rows.allSatisfy { $0.category == nil })
    }

    @Test("money outside the asked range never counts, and cut buckets are marked")
    func cutsBuckets() throws {
        let range = DayRange(start: Given.day(3), end: Given.day(31))
        let report = try report(ReportParameters(period: .monthly, range: range))
        #expect(texts(report) == ["2026-01-01 2026-02-01 partial running expense  EUR 1.55 3"])
        #expect(report.start == Given.day(3))
        #expect(report.end == Given.day(31))
        let week = DayRange(start: Given.day(4), end: Given.day(11))
        let weekly = try self.report(ReportParameters(period: .weekly, range: week))
        #expect(texts(weekly) == ["2026-01-05 2026-01-12 running expense  EUR -0.95 2"])
    }

    @Test("without an interval there is one bucket")
    func oneBucket() throws {
        let range = DayRange(start: Given.day(-10), end: Given.day(100))
        let asked = try report(ReportParameters(range: range, kinds: [.expense]))
        #expect(texts(asked) == ["2025-12-22 2026-04-11 running expense  EUR 14.05 4"])
        let open = try report(ReportParameters(), now: Given.day(50))
        #expect(
            texts(open) == [
                "2026-01-01 2026-02-02 expense  EUR 14.05 4",
                "2026-01-01 2026-02-02 income  EUR 900.00 1",
                "2026-01-01 2026-02-02 transfer  EUR 7.00 1",
            ])
        let none = try report(
            ReportParameters(range: DayRange(start: Given.day(60), end: .max)))
        #expect(none.rows.isEmpty)
        #expect(none.start == Given.day(60))
        #expect(none.end == nil)
    }

    @Test func appliesRenames() throws {
        let rename = CategoryRenamed(
            from: try CategoryPath("food:lunch"), to: try CategoryPath("home"))
        let report = try report(
            ReportParameters(kinds: [.expense], by: .category(depth: nil)),
            events: SpendingReportTests.events + [.categoryRenamed(rename)])
        #expect(report.rows.map(\.category) == ["", "food", "home"])
        #expect(report.rows.map(\.sum) == ["0.05", "2.50", "11.50"])
    }

    @Test("sums have the digits of their currency")
    func digits() throws {
        var events = Given.ledger
        for (code, minor) in [("JPY", 1250), ("KWD", 1250), ("EUR", -5)] as [(String, Int64)] {
            var line = Given.line(0)
            line.facts.amount = Money(minor: minor, currency: Given.currency(code))
            events.append(.lineAdded(line))
        }
        let report = try report(ReportParameters(period: .daily), events: events)
        #expect(report.rows.map(\.currency) == ["EUR", "JPY", "KWD"])
        #expect(report.rows.map(\.sum) == ["-0.05", "1250", "1.250"])
    }

    @Test("a million cents are 10000.00")
    func millionCents() throws {
        var builder = BatchBuilder(firstPosition: 4, sections: .report)
        let row = Event.lineAdded(Given.line(1)).row
        for _ in 0..<50_000 { builder.append(row) }
        let batch = builder.finish()
        var table = SpendingTable()
        for _ in 0..<20 { try table.apply(batch) }
        let referenceData: ReferenceData = try Given.store([Given.ledger]).project(0..<4)
        let head = LogHead(count: 4, root: try Given.store([]).head().root, logClock: 0)
        let report = try SpendingReport(
            table: table, parameters: ReportParameters(), referenceData: referenceData,
            now: Given.day(0),
            head: head)
        #expect(report.rows.map(\.sum) == ["10000.00"])
        #expect(report.rows.map(\.count) == [1_000_000])
    }

    @Test func needsAnOpenedLedger() throws {
        let store = try Given.store([])
        #expect(throws: BooksError.report(.notOpened)) {
            try LedgerSnapshot(store: store).report(ReportParameters(), now: Given.day(0))
        }
    }

    @Test("the digest is of the figures alone")
    func digest() throws {
        let parameters = ReportParameters(
            period: .monthly, kinds: [.expense], by: .category(depth: 1))
        let one = try report(parameters)
        let text = """
            spending report 1
            period 7:monthly
            by 8:category
            depth 1
            kinds expense
            start 2026-01-01
            end 2026-01-06
            settings 3:EUR 13:Europe/Berlin 6:monday
            row 2026-01-01 2026-02-01 whole expense 0: - 3:EUR 0.05 1
            row 2026-01-01 2026-02-01 whole expense 4:food - 3:EUR 15.00 2
            row 2026-01-01 2026-02-01 whole expense 4:home - 3:EUR -1.00 1

            """
        #expect(one.canonicalText == text)
        // sha256sum of the text above.
        #expect(one.digest == "cf4b576e38c6fae7b77ce050a8b007164147718e7a1fad5187442ea541a8325a")
        let later = try report(
            parameters,
            events: SpendingReportTests.events + [.personAdded(PersonAdded(name: "Bo"))],
            now: Given.day(400))
        #expect(later.digest == one.digest)
        #expect(later.root != one.root)
        #expect(later.position == 11)
        #expect(one.position == 10)
    }
}
