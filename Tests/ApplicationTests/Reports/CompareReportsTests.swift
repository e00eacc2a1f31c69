import Application
import Ledger
import Support
import Testing

@Suite("A report beside the one of earlier days")
struct CompareReportsTests {
    private static let groupings = [
        nil, "category", "payee", "account,category", "tag", "kind", "person",
    ]

    private func input(_ by: String?, begin: String, end: String, query: String? = nil)
        -> SpendingReportEndpoint.Input
    {
        SpendingReportEndpoint.Input(begin: begin, end: end, by: by, query: query)
    }

    /// By hand: food 12.50 + 4 in February, 7.50 in March; rent the same; books new.
    @Test func byHand() throws {
        let env = try opened()
        try env.add("12.50", day: "2026-02-10", category: "food")
        try env.add("4", day: "2026-02-28", category: "food:market")
        try env.add("7.50", day: "2026-03-31", category: "food")
        try env.add("900", "Rent", day: "2026-02-01", category: "rent")
        try env.add("900", "Rent", day: "2026-03-01", category: "rent")
        try env.add("21", "Novel", day: "2026-03-15", category: "books")
        try env.add("5", day: "2026-04-01", category: "food")
        let report = SpendingReportEndpoint.Input(range: "2026-03", by: "category", depth: 1)
        let found = try CompareReports.run(CompareReports.Input(report: report), in: env)
        let rows = found.rows.map { row in
            [row.category ?? "-", row.was, row.now, row.change, row.percent ?? "-"]
        }
        #expect(
            rows == [
                ["books", "0.00", "21.00", "21.00", "-"],
                ["food", "16.50", "7.50", "-9.00", "-54.5"],
                ["rent", "900.00", "900.00", "0.00", "0.0"],
            ])
        #expect(found.rows.map(\.wasCount) == [0, 2, 1])
        #expect(found.wasStart.description == "2026-02-01")
        // A term of days says which days, and stands in no one's way.
        let terms = try CompareReports.run(
            CompareReports.Input(
                report: SpendingReportEndpoint.Input(
                    by: "category", depth: 1, query: "date:2026-03")), in: env)
        #expect(terms.rows == found.rows)
    }

    /// Each side is the report of its days.
    @Test(arguments: [7, 8, 9] as [UInt64]) func isTwoReports(seed: UInt64) throws {
        let env = try opened()
        var random = SeededRandom(seed: seed)
        for _ in 0..<120 {
            let day = try #require(Day("2026-01-01")).adding(days: random.below(90))
            let line = LineInput(
                amount: "\(random.below(900) + 1)", title: "T\(random.below(4))",
                category: ["food", "food:out", "rent", nil][random.below(4)],
                day: day.description, tags: random.below(2) == 0 ? ["trip"] : nil,
                account: [nil, "card"][random.below(2)],
                kind: random.below(5) == 0 ? .income : .expense)
            _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: env)
        }
        for by in Self.groupings {
            for query in [nil, "cat:food", "T1 or tag:trip"] {
                let now = input(by, begin: "2026-02-10", end: "2026-03-05", query: query)
                let was = input(by, begin: "2026-01-18", end: "2026-02-10", query: query)
                let both = try CompareReports.run(CompareReports.Input(report: now), in: env)
                let later = both.rows.filter { $0.nowCount > 0 }.map { row in
                    "\(row.kind) \(key(row)) \(row.now) \(row.nowCount)"
                }
                let earlier = both.rows.filter { $0.wasCount > 0 }.map { row in
                    "\(row.kind) \(key(row)) \(row.was) \(row.wasCount)"
                }
                for (side, input) in [(later, now), (earlier, was)] {
                    let report = try SpendingReportEndpoint.run(input, in: env)
                    let rows = report.rows.map { row in
                        let names = [row.category, row.account, row.payee, row.tag, row.person]
                        return "\(row.kind) \(names.map { $0 ?? "-" }) \(row.sum) \(row.count)"
                    }
                    #expect(side == rows, "\(by ?? "none") \(query ?? "")")
                }
            }
        }
    }

    private func key(_ row: ReportComparison.Row) -> [String] {
        [row.category, row.account, row.payee, row.tag, row.person].map { $0 ?? "-" }
    }
}
