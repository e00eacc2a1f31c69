import Interchange
import Ledger
import Testing

@Suite struct FingerprintTests {
    private let header = "Date,Amount,Title,Note,Account,Currency,Kind,Category\n"

    private func rows(_ lines: [String]) throws -> [ImportRow] {
        try importing(Array((header + lines.joined(separator: "\n")).utf8)).rows
    }

    private func counts(_ rows: [ImportRow]) -> [RowFingerprint: Int] {
        rows.reduce(into: [:]) { $0[$1.fingerprint, default: 0] += 1 }
    }

    private let bus = "2026-01-02,2.50,Bus,home,Cash,EUR,Expense,Transport"

    @Test(arguments: [
        "2026-01-02,2.50,\"  Bus\",home ,Cash,EUR,Expense,Transport",
        "2026-01-02,2.50,Bus,home,Cash,EUR,Expense,Travel",
        "2026-01-02,2.5,Bus,\"\nhome\",Cash ,,Debit,",
    ])
    func isTheSame(_ line: String) throws {
        #expect(Set(try rows([bus, line]).map(\.fingerprint)).count == 1)
    }

    @Test(arguments: [
        "2026-01-03,2.50,Bus,home,Cash,EUR,Expense,Transport",
        "2026-01-02 00:00,2.50,Bus,home,Cash,EUR,Expense,Transport",
        "2026-01-02,2.51,Bus,home,Cash,EUR,Expense,Transport",
        "2026-01-02,-2.50,Bus,home,Cash,EUR,Expense,Transport",
        "2026-01-02,2.50,Bu s,home,Cash,EUR,Expense,Transport",
        "2026-01-02,2.50,bus,home,Cash,EUR,Expense,Transport",
        "2026-01-02,2.50,Bush,ome,Cash,EUR,Expense,Transport",
        "2026-01-02,2.50,,Bus home,Cash,EUR,Expense,Transport",
        "2026-01-02,2.50,Bus,home,,EUR,Expense,Transport",
        "2026-01-02,2.50,Bus,home,Card,EUR,Expense,Transport",
        "2026-01-02,2.50,Bus,home,Cash,USD,Expense,Transport",
        "2026-01-02,2.50,Bus,home,Cash,EUR,Income,Transport",
        "2026-01-02,2.50,Bus,home,Cash,EUR,Transfer,Transport",
    ])
    func isAnother(_ line: String) throws {
        #expect(Set(try rows([bus, line]).map(\.fingerprint)).count == 2)
    }

    @Test func tellsTransfersInFromTransfersOut() throws {
        let both = ["Transfer-Out", "Transfer-In"].map { "2026-01-02,1,,,Cash,EUR,\($0)," }
        #expect(Set(try rows(both).map(\.fingerprint)).count == 2)
    }

    @Test func isThatOfTheLineInTheLedger() throws {
        let row = try #require(try rows([bus]).first)
        var facts = row.facts
        facts.account = .position(7)
        let line = LineAdded(facts: facts, details: row.details)
        let fingerprint = RowFingerprint(
            facts: line.facts, details: line.details, accountName: "Cash")
        #expect(fingerprint == row.fingerprint)
    }

    /// Two cuts of one statement overlap on a day with two equal rows.
    @Test func keepsTheLargestNumberOfEqualRows() throws {
        let tea = "2026-01-02,1.00,Tea,,Cash,EUR,Expense,"
        let first = try rows([bus, bus, tea])
        let all = newRows(parsed: first, known: [:])
        #expect(all.new.map(\.line) == [2, 3, 4])
        #expect(all.known == 0)

        let again = newRows(parsed: first, known: counts(first))
        #expect(again.new == [])
        #expect(again.known == 3)

        let longer = newRows(parsed: try rows([bus, tea, bus, bus, tea]), known: counts(first))
        #expect(longer.new.map(\.line) == [5, 6])
        #expect(longer.known == 3)

        let shorter = newRows(parsed: try rows([bus]), known: counts(first))
        #expect(shorter.new == [])
        #expect(shorter.known == 1)
    }

    /// Whatever cuts of one statement come, in whatever order, the whole statement is the end.
    @Test func overlappingCutsEndWithTheStatement() throws {
        let titles = ["a", "b", "a", "a", "c", "b", "a", "d", "d", "a"]
        let statement = try rows(titles.map { "2026-01-02,1.00,\($0),,Cash,EUR,Expense," })
        let whole = counts(statement)
        var seed: UInt64 = 7
        func random(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        for _ in 0..<200 {
            var ledger: [RowFingerprint: Int] = [:]
            for _ in 0..<4 {
                let start = random(statement.count)
                let end = start + 1 + random(statement.count - start)
                add(Array(statement[start..<end]), to: &ledger)
                #expect(ledger.allSatisfy { $0.value <= whole[$0.key] ?? 0 })
            }
            add(statement, to: &ledger)
            #expect(ledger == whole)
        }
    }

    private func add(_ rows: [ImportRow], to ledger: inout [RowFingerprint: Int]) {
        for row in newRows(parsed: rows, known: ledger).new {
            ledger[row.fingerprint, default: 0] += 1
        }
    }
}
