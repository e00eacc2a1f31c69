import EventLog
import Ledger
import Support
import Testing

/// What a report said, and what changed in it, come to what it says now.
@Suite("A report and its changes")
struct ReportDiffTests {
    private typealias Figure = (sum: Int128, count: Int64)

    private static let parameters: [ReportParameters] = [
        ReportParameters(), ReportParameters(period: .daily, by: .category(depth: nil)),
        ReportParameters(period: .weekly, by: .account),
        ReportParameters(period: .weekly, by: .category(depth: 1), weekStart: .sunday),
        ReportParameters(
            period: .monthly, range: DayRange(start: Given.day(2), end: Given.day(12)),
            kinds: [.expense], by: .category(depth: 1)),
        ReportParameters(range: DayRange(start: Given.day(2), end: Given.day(12)), by: .account),
    ]

    private func minor(_ text: String) -> Int128 { Int128(text.filter { $0 != "." }) ?? .min }

    private func key(
        _ start: Day?, _ kind: EntryKind, _ category: String?, _ account: String?,
        _ parameters: ReportParameters
    ) -> String {
        let bucket = parameters.period == nil ? "" : start?.description ?? ""
        return "\(bucket) \(kind) \(category ?? "-") \(account ?? "-")"
    }

    private func figures(
        _ snapshot: LedgerSnapshot, _ parameters: ReportParameters
    ) throws -> [String: Figure] {
        var figures: [String: Figure] = [:]
        for row in try snapshot.report(parameters, now: Given.day(9)).rows {
            let key = key(row.start, row.kind, row.category, row.account, parameters)
            figures[key] = (minor(row.sum), row.count)
        }
        return figures
    }

    @Test(
        "cell for cell, between any two states", arguments: 0..<4 as Range<UInt64>,
        StoreKind.allCases)
    func addsUp(_ seed: UInt64, _ kind: StoreKind) throws {
        var program = try RandomProgram(seed: 400 + seed, on: kind)
        for step in 0..<40 {
            try program.step()
            if step % 6 == 5 { _ = try program.undo(.newest) }
        }
        let end = try program.snapshot.count
        var changed = 0
        for _ in 0..<6 {
            let cuts = [0, 0].map { _ in UInt64(4 + program.number(below: Int(end) - 4)) }.sorted()
            let old = try LedgerSnapshot(store: program.store, upTo: cuts[0])
            let new = try LedgerSnapshot(store: program.store, upTo: cuts[1] + 1)
            for parameters in ReportDiffTests.parameters {
                let diff = try new.diff(from: old, parameters, eventsMax: .max)
                var sums = try figures(old, parameters)
                for row in diff.rows {
                    let key = key(row.start, row.kind, row.category, row.account, parameters)
                    #expect(minor(row.was) == sums[key]?.sum ?? 0)
                    #expect(row.wasCount == sums[key]?.count ?? 0)
                    #expect(minor(row.change) == minor(row.now) - minor(row.was))
                    #expect(row.events.count == row.eventCount)
                    #expect(row.events.reduce(0) { $0 + minor($1.amount) } == minor(row.change))
                    #expect(
                        row.events.reduce(0) { $0 + $1.count } == row.nowCount - row.wasCount)
                    for step in row.events {
                        #expect((old.count..<new.count).contains(step.event.position))
                    }
                    sums[key] = row.nowCount == 0 ? nil : (minor(row.now), row.nowCount)
                    changed += 1
                }
                let now = try figures(new, parameters)
                #expect(sums.mapValues(\.sum) == now.mapValues(\.sum))
                #expect(sums.mapValues(\.count) == now.mapValues(\.count))
            }
        }
        #expect(changed > 40)
    }

    @Test("names the events, renames as well") func byHand() throws {
        let lunch = Given.line(1250, "Lunch", category: "food")
        var later = lunch.facts
        later.amount = Given.euros(1300)
        let store = try Given.store([
            Given.ledger, [.lineAdded(lunch)],
            [
                .categoryRenamed(
                    CategoryRenamed(from: try CategoryPath("food"), to: try CategoryPath("meals")))
            ],
            [
                .lineAmended(
                    LineAmended(
                        target: .position(4), previous: .position(4), facts: later,
                        replaced: lunch.facts, changes: .amount))
            ],
            [.lineAdded(Given.line(300, "Tea", day: 1, category: "meals"))],
        ])
        func told(_ from: UInt64, _ to: UInt64, max: Int = 9) throws -> [String] {
            let old = try LedgerSnapshot(store: store, upTo: from)
            let new = try LedgerSnapshot(store: store, upTo: to)
            let parameters = ReportParameters(by: .category(depth: nil))
            return try new.diff(from: old, parameters, eventsMax: max).rows.map { row in
                "\(row.category ?? "") \(row.was) \(row.now) \(row.change) \(row.eventCount): "
                    + row.events.map { "\($0.event.position) \($0.amount)" }
                    .joined(separator: ", ")
            }
        }
        #expect(
            try told(5, 8) == [
                "food 12.50 0.00 -12.50 1: 5 -12.50",
                "meals 0.00 16.00 16.00 3: 5 12.50, 6 0.50, 7 3.00",
            ])
        #expect(
            try told(5, 8, max: 1) == [
                "food 12.50 0.00 -12.50 1: 5 -12.50", "meals 0.00 16.00 16.00 3: 5 12.50",
            ])
        #expect(try told(0, 5) == ["food 0.00 12.50 12.50 1: 4 12.50"])
        #expect(try told(7, 8) == ["meals 13.00 16.00 3.00 1: 7 3.00"])
        #expect(try told(6, 6).isEmpty)
    }
}
