import Application
import Interchange
import Ledger
import Support
import Testing

/// A row of a bank's file takes the place of what was expected; it is noon of 2026-01-15.
@Suite("What was expected comes with a file") struct ExpectedRowTests {
    private func rent(_ env: Environment, account: String? = "giro") throws {
        var line = LineInput(amount: "980", title: "Rent", category: "home:rent")
        line.account = account
        _ = try AddRepeat.run(
            AddRepeat.Input(
                line: line, every: "month on the 1st", from: "2025-11", post: true), in: env)
    }

    @discardableResult
    private func run(_ rows: String, _ env: Environment, account: String = "giro") throws
        -> ImportReceipt
    {
        var options = CSVImportOptions()
        options.account = "=\(account)"
        options.sign = .account
        let input = ImportCSV.Input(
            file: FileBytes(bytes("Date,Payee,Amount\n" + rows)), fileName: "bank.csv",
            options: options)
        return try ImportCSV.run(input, in: env).receipt
    }

    private func due(_ env: Environment) throws -> [String] {
        try PostRepeats.run(.init(), in: env.dryRun()).rows.map { "\($0.day)" }
    }

    private func came(_ receipt: ImportReceipt) -> [String] {
        receipt.notes.filter { $0.kind == .expectedCame }.map { "\($0.used) \($0.given)" }
    }

    @Test("the row that is meant, and no other, is expected no more") func comes() throws {
        let env = try opened()
        try rent(env)
        #expect(try due(env) == ["2025-11-01", "2025-12-01", "2026-01-01"])
        // The second is of Monday; of the others the amount, the day or the sign is another.
        let receipt = try run(
            """
            2025-11-03,Housing Ltd,-980.00
            2025-12-01,Housing Ltd,-981.00
            2025-12-20,Housing Ltd,-980.00
            2026-01-02,Housing Ltd,980.00

            """, env)
        #expect(came(receipt) == ["Rent 2025-11-01"])
        #expect(try due(env) == ["2025-12-01", "2026-01-01"])
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(try due(env) == ["2025-11-01", "2025-12-01", "2026-01-01"])
    }

    @Test("what was recorded already is not expected with a file") func recorded() throws {
        let env = try opened()
        try rent(env)
        _ = try PostRepeats.run(.init(), in: env)
        #expect(came(try run("2026-01-02,Housing Ltd,-980.00\n", env)) == [])
    }

    @Test("a row of which the line was recorded already is proposed as that line, and never twice")
    func recordedBefore() throws {
        for account in ["giro", nil] {
            let env = try opened()
            try rent(env, account: account)
            _ = try PostRepeats.run(.init(), in: env)
            #expect(try env.sums() == ["expense 2940.00 EUR 3"])
            let rows = """
                2025-11-03,Rent,-980.00
                2025-12-01,Rent,-980.00
                2026-01-02,Rent,-980.00
                2026-01-14,Rent,-980.00

                """
            // The last one is no first of a month: it is a payment of its own.
            let receipt = try run(rows, env)
            #expect(receipt.new == 1)
            #expect(try env.sums() == ["expense 3920.00 EUR 4"])
            #expect(try run(rows, env).id == nil)
        }
        // A name too short for words is one all the same.
        let env = try opened()
        let line = LineInput(amount: "20", title: "O2")
        _ = try AddRepeat.run(
            AddRepeat.Input(line: line, every: "month on the 1st", from: "2026-01", post: true),
            in: env)
        _ = try PostRepeats.run(.init(), in: env)
        #expect(try run("2026-01-02,O2,-20.00\n", env).new == 0)
    }

    @Test("one row takes one day, and the same file again takes none") func once() throws {
        let env = try opened()
        try rent(env)
        let rows = "2026-01-01,Housing Ltd,-980.00\n2026-01-02,Housing Ltd,-980.00\n"
        #expect(came(try run(rows, env)) == ["Rent 2026-01-01"])
        #expect(try run(rows, env).id == nil)
        #expect(try due(env) == ["2025-11-01", "2025-12-01"])
    }

    @Test("of another account, or of none without a word in common, is something else")
    func others() throws {
        let env = try opened()
        try rent(env)
        #expect(came(try run("2026-01-02,Rent,-980.00\n", env, account: "card")) == [])
        let free = try opened()
        try rent(free, account: nil)
        #expect(came(try run("2025-12-02,Housing Ltd,-980.00\n", free)) == [])
        #expect(came(try run("2026-01-02,Rent of January,-980.00\n", free)) == ["Rent 2026-01-01"])
    }

    /// Files of a bank that overlap, in any order, and what is due recorded in between.
    @Test(
        "over twenty years each month is there once, whatever came first",
        arguments: 0..<4 as Range<UInt64>)
    func anyOrder(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let env = try opened()
        let line = LineInput(amount: "980", title: "Rent", category: "home:rent", account: "giro")
        _ = try AddRepeat.run(
            AddRepeat.Input(line: line, every: "month on the 1st", from: "2006-02", post: true),
            in: env)
        let months = (1...240).map { "\(2006 + $0 / 12)-" + String(101 + $0 % 12).dropFirst() }
        let rows = months.map { "\($0)-0\(Int.random(in: 1...3, using: &random)),Rent,-980.00\n" }
        for step in 0..<24 {
            let start = Int.random(in: 0..<240, using: &random)
            let end = min(240, start + Int.random(in: 1...30, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1: try run(rows[start..<end].joined(), env)
            case 2: _ = try? PostRepeats.run(.init(id: "rent", day: "\(months[start])-01"), in: env)
            default: _ = try PostRepeats.run(.init(until: months[step * 6]), in: env)
            }
        }
        _ = try PostRepeats.run(.init(), in: env)
        #expect(try due(env) == [])
        let found = try env.snapshot().lines().map { String("\($0.facts.day)".prefix(7)) }
        #expect(found.sorted() == months, "seed \(seed)")
    }
}
