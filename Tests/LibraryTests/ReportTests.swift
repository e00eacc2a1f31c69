import Ledger
import LedgerTesting
import Testing

/// What a ledger is asked.
@Suite("Reports")
struct ReportTests {
    private func snapshot(upTo end: UInt64? = nil) throws -> LedgerSnapshot {
        try LedgerSnapshot(store: Given.store(Given.household), upTo: end)
    }

    @Test("sums by period and category") func spending() throws {
        let january = DayRange(start: Given.day(0), end: Given.day(31))
        let parameters = ReportParameters(
            period: Period.monthly, range: january, kinds: [EntryKind.expense],
            by: ReportGrouping.category(depth: 1))
        let report: SpendingReport = try snapshot().report(parameters, now: Given.day(40))
        let rows = report.rows.map { "\($0.category ?? "none") \($0.sum) \($0.count)" }
        #expect(rows.sorted() == ["food 54.20 2", "home 980.00 1"])
        #expect(report.position == 10)
    }

    @Test("as it was before an event") func earlier() throws {
        let report = try snapshot(upTo: 5).report(ReportParameters(), now: Given.day(40))
        #expect(report.rows.map(\.sum) == ["2450.00"])
    }

    @Test("balances of accounts, in a currency of one's own") func balances() throws {
        let books = try snapshot()
        let bank: ReferenceData.Account = try #require(books.referenceData.account(named: "Bank"))
        let report: BalanceReport = try books.balanceReport(of: bank.position, on: Given.day(31))
        #expect(report.rows.map(\.balance) == ["1470.00"])
        let prices: PriceBook = try books.priceBook()
        let exchange = Exchange(
            Given.currency("USD"), at: Exchange.Moment.day, prices, today: Given.day(31))
        let priced = try books.balanceReport(on: Given.day(31), in: exchange)
        let note: ExchangeNote? = priced.exchange
        #expect(note?.currency == "USD")
    }

    @Test("names and settings in force") func names() throws {
        let data: ReferenceData = try snapshot().referenceData
        let settings: Settings = try #require(data.settings)
        #expect(settings.weekStart == .monday)
        #expect(data.owner?.name == "Ada")
    }

    @Test("rules that events appended by hand break") func rules() throws {
        #expect(try snapshot().brokenRules().isEmpty)
        let wrong = LineAmended(
            target: .position(1), previous: .position(1), facts: Given.line(1).facts,
            replaced: Given.line(2).facts, changes: .amount)
        let store = try Given.store([Given.ledger, [.lineAmended(wrong)]])
        let broken: [BrokenRule] = try LedgerSnapshot(store: store).brokenRules()
        let rules: [LedgerRule] = broken.map(\.rule)
        #expect(!rules.isEmpty && broken.allSatisfy { $0.position == 4 })
    }

    @Test("a store that is no ledger has no report") func notOpened() throws {
        let empty = try LedgerSnapshot(store: MemoryEventStore())
        #expect(throws: BooksError.report(ReportError.notOpened)) {
            try empty.report(ReportParameters(query: LineQuery()), now: Given.day(0))
        }
    }
}
