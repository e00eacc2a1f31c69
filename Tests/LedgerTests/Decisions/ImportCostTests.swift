import EventLog
import Ledger
import LedgerTesting
import Testing

/// What a row of an import costs.
@Suite("The cost of rows")
struct ImportCostTests {
    /// The time of rows of new categories, in a ledger that has some already.
    private func time(rows: Int, categories: Int) throws -> Duration {
        let known = (0..<categories).map {
            Event.lineAdded(Given.line(100, "x", category: "Known:K\($0)"))
        }
        let snapshot = try LedgerSnapshot(store: Given.store([Given.ledger, known]))
        var decision = try ImportDecision(ImportStart(origin: "import"), snapshot.state(for: []))
        func row(_ number: Int) throws {
            let line = NewLine(
                kind: .expense, amount: Given.euros(100), day: Given.day(1),
                category: "known:New \(number)", account: nil, isIncoming: false,
                details: LineDetails())
            _ = try decision.event(of: line)
        }
        // What is known is gone through once, for the first row.
        try row(rows)
        let clock = ContinuousClock()
        return try clock.measure { for number in 0..<rows { try row(number) } }
    }

    /// Going through 10,000 categories for each row would take some hundred times as long as going
    /// through 10.
    @Test("does not grow with the categories that there are")
    func isTheSame() throws {
        let rounds = try (0..<3).map { _ in
            (try time(rows: 2_000, categories: 10), try time(rows: 2_000, categories: 10_000))
        }
        let few = try #require(rounds.map(\.0).min())
        let many = try #require(rounds.map(\.1).min())
        #expect(many < few * 8, "\(few) with 10 categories, \(many) with 10,000")
    }
}
