import EventLog
import Ledger
import Support
import Testing

/// Reports of some lines, and by what lines say in text, beside plain bookkeeping that adds up
/// every line that passes.
@Suite("Reports of terms")
struct ReportTermsTests {
    private static let queries = [
        "", "tea", "cat:food", "cat:food acct:bank", "tag:work or note:milk", "not tag:work",
        "date:2026-01-03..2026-01-06", "date:2026-01-05 cat:food", "amt:>1 kind:expense", "/t.a/",
        "cur:JPY", "who:bob", "(cat:food or cat:) not acct:",
    ]

    private static let groupings: [ReportGrouping] = [
        .none, .category(depth: 1), .account, ReportGrouping([.payee]), ReportGrouping([.tag]),
        ReportGrouping([.person]), ReportGrouping([.category(depth: nil), .payee]),
        ReportGrouping([.account, .tag]), ReportGrouping([.tagValue("trip")]),
    ]

    /// What distinguishes a row.
    private struct Key: Hashable {
        var start: Day?
        var kind: EntryKind
        var currency: String
        var names: [String]
    }

    private static func names(
        _ line: LineState, _ by: ReportGrouping, _ referenceData: ReferenceData
    ) -> [[String]] {
        var rows: [[String]] = [[]]
        for key in by.keys {
            let values: [String] =
                switch key {
                case .category(let depth):
                    [
                        line.facts.category.map {
                            referenceData.renamed($0).depth(depth ?? 9).text
                        } ?? ""
                    ]
                case .account:
                    [
                        line.facts.account?.position.flatMap(referenceData.account(at:))?.facts.name
                            ?? ""
                    ]
                case .payee: [line.details.payee.isEmpty ? line.details.title : line.details.payee]
                case .tag: line.details.tags.isEmpty ? [""] : Array(Set(line.details.tags))
                case .tagValue: [""]
                case .person:
                    [line.details.payer?.position.flatMap(referenceData.person(at:))?.name ?? ""]
                }
            rows = rows.flatMap { row in values.map { row + [$0] } }
        }
        return rows
    }

    private static func names(_ row: SpendingReport.Row, _ by: ReportGrouping) -> [String] {
        by.keys.map { key in
            switch key {
            case .category: row.category ?? "?"
            case .account: row.account ?? "?"
            case .payee: row.payee ?? "?"
            case .tag, .tagValue: row.tag ?? "?"
            case .person: row.person ?? "?"
            }
        }
    }

    @Test("add up the lines that pass, and no others", arguments: 0..<4)
    func equalPlainBookkeeping(_ seed: UInt64) throws {
        let history = TextHistory(seed: seed + 40, commits: 120)
        let store = try history.store()
        let snapshot = try LedgerSnapshot(store: store)
        let plain = try PlainBook(store)
        var rows = 0
        for text in ReportTermsTests.queries {
            let query = try LineQuery(
                parsing: text, referenceData: snapshot.referenceData, today: Given.day(7),
                weekStart: .monday)
            let ids = plain.ids(query, withVoided: false)
            for by in ReportTermsTests.groupings {
                for period in [nil, Period.daily] {
                    var expected: [Key: (sum: Int128, count: Int64)] = [:]
                    for line in plain.lines.values
                    where ids.contains(line.id) && !line.facts.flags.contains(.counterpart) {
                        for names in ReportTermsTests.names(line, by, snapshot.referenceData) {
                            let key = Key(
                                start: period == nil ? nil : line.facts.day, kind: line.facts.kind,
                                currency: line.facts.amount.currency.code, names: names)
                            expected[key, default: (0, 0)].sum += Int128(line.facts.amount.minor)
                            expected[key, default: (0, 0)].count += 1
                        }
                    }
                    let report = try snapshot.report(
                        ReportParameters(
                            period: period, by: by, query: query,
                            terms: text.isEmpty ? nil : text), now: Given.day(7))
                    #expect(report.rows.count == expected.count, "\(text) \(by)")
                    for row in report.rows {
                        let key = Key(
                            start: period == nil ? nil : row.start, kind: row.kind,
                            currency: row.currency, names: ReportTermsTests.names(row, by))
                        let sum = Int128(row.sum.filter { $0 != "." })
                        #expect(expected[key]?.sum == sum, "\(text) \(key)")
                        #expect(expected[key]?.count == row.count)
                        rows += 1
                    }
                }
            }
        }
        #expect(rows > 1_000)
    }

    @Test("explain themselves from the lines that pass", arguments: 0..<4)
    func explained(_ seed: UInt64) throws {
        let store = try TextHistory(seed: seed + 60, commits: 120).store()
        let snapshot = try LedgerSnapshot(store: store)
        var steps = 0
        for text in ReportTermsTests.queries {
            let query = try LineQuery(
                parsing: text, referenceData: snapshot.referenceData, today: Given.day(7),
                weekStart: .monday)
            let report = try snapshot.report(
                ReportParameters(kinds: [.expense], query: query), now: Given.day(7))
            for row in report.rows {
                let range = DayRange(start: row.start, end: row.end)
                let told = try snapshot.history(
                    of: FigureQuery(range: range, query: query),
                    in: Given.currency(row.currency))
                #expect(told.sum == row.sum, "\(text)")
                #expect(told.count == row.count)
                #expect(told.rows.last?.running == row.sum)
                steps += told.rows.count
            }
        }
        #expect(steps > 200)
    }

    @Test("differ from before by what events did", arguments: 0..<4)
    func differences(_ seed: UInt64) throws {
        let store = try TextHistory(seed: seed + 80, commits: 120).store()
        let new = try LedgerSnapshot(store: store)
        let old = try LedgerSnapshot(store: store, upTo: new.count / 2)
        func minor(_ text: String) -> Int128 { Int128(text.filter { $0 != "." }) ?? .min }
        for text in ["cat:food", "acct:bank kind:expense", "not cur:JPY", "date:2026-01-05"] {
            let query = try LineQuery(
                parsing: text, referenceData: new.referenceData, today: Given.day(7),
                weekStart: .monday)
            let parameters = ReportParameters(by: .category(depth: nil), query: query)
            let diff = try new.diff(from: old, parameters, eventsMax: 10_000)
            for row in diff.rows {
                let change = row.events.reduce(Int128(0)) { $0 + minor($1.amount) }
                #expect(change == minor(row.change), "\(text)")
            }
            let sums = try [old, new].map { snapshot in
                try snapshot.report(parameters, now: Given.day(7)).rows.reduce(Int128(0)) {
                    $0 + minor($1.sum)
                }
            }
            let change = diff.rows.reduce(Int128(0)) { $0 + minor($1.change) }
            #expect(change == sums[1] - sums[0], "\(text)")
            #expect(!diff.rows.isEmpty)
        }
    }

    @Test("say their terms in the digest, and only they")
    func digest() throws {
        let snapshot = try LedgerSnapshot(store: TextHistory(seed: 9, commits: 40).store())
        let plain = try snapshot.report(ReportParameters(), now: Given.day(7))
        #expect(!plain.canonicalText.contains("terms"))
        let query = try LineQuery(
            parsing: "not cur:CHF", referenceData: snapshot.referenceData, today: Given.day(7),
            weekStart: .monday)
        let told = try snapshot.report(
            ReportParameters(query: query, terms: "not cur:CHF"), now: Given.day(7))
        #expect(told.rows == plain.rows)
        #expect(told.canonicalText.contains("\nterms 11:not cur:CHF\n"))
        #expect(told.digest != plain.digest)
    }
}
