import Foundation
import Ledger
import Support
import Testing

@Suite("Reports as JSON")
struct ReportJSONTests {
    private func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func report(_ by: ReportGrouping, _ events: [Event]) throws
        -> SpendingReport
    {
        let parameters = ReportParameters(period: .monthly, kinds: [.expense], by: by)
        return try LedgerSnapshot(store: Given.store([events])).report(
            parameters, now: Given.day(0))
    }

    @Test("has every key, null where there is nothing")
    func keys() throws {
        let events = Given.ledger + [.lineAdded(Given.line(1250))]
        let report = try report(.none, events)
        let json = try encoded(report)
        let expected =
            #"{"by":null,"depth":null,"digest":"\#(report.digest)","end":"2026-01-02","#
            + #""kinds":["expense"],"period":"monthly","position":4,"root":"\#(report.root)","#
            + #""rows":[{"category":null,"count":1,"currency":"EUR","end":"2026-02-01","#
            + #""kind":"expense","partial":false,"running":true,"start":"2026-01-01","#
            + #""sum":"12.50"}],"settings":{"currency":"EUR","weekStart":"monday","#
            + #""zone":"Europe/Berlin"},"start":"2026-01-01"}"#
        #expect(json == expected)
        #expect(report.root.count == 64)
    }

    @Test("says what is uncategorised, and comes back as it was")
    func roundTrip() throws {
        let events = Given.ledger + [.lineAdded(Given.line(1250))]
        for by in [.none, .category(depth: 2), .account] as [ReportGrouping] {
            let report = try report(by, events)
            let json = try encoded(report)
            #expect(json.contains(#""category":"""#) == (by == .category(depth: 2)))
            #expect(json.contains(#""account":"""#) == (by == .account))
            let decoded = try JSONDecoder().decode(SpendingReport.self, from: Data(json.utf8))
            #expect(decoded == report)
        }
        let empty = try report(.none, Given.ledger)
        #expect(try encoded(empty).contains(#""end":null"#))
    }
}
