import Application
import Interchange
import Ledger
import LedgerTesting
import Support
import Testing

/// A journal of everything, made of random ledgers, is imported into new ones.
@Suite("A ledger that imports a journal of another one")
struct JournalTwinTests {
    private func journal(_ env: Environment) throws -> String {
        var (text, input) = ("", ExportJournal.Input(form: "hledger"))
        while true {
            let part = try ExportJournal.run(input, in: env)
            text += part.text
            guard let next = part.next else { return text }
            (input.next, input.events) = (next, part.events)
        }
    }

    /// What was spent and earned by month and category.
    private func cells(_ env: Environment) throws -> [String] {
        let input = SpendingReportEndpoint.Input(
            period: "monthly", by: "category", kinds: [.expense, .income])
        return try SpendingReportEndpoint.run(input, in: env).rows.map { row in
            "\(row.start) \(row.kind.name) \(row.category ?? "") \(row.sum) \(row.currency) "
                + "\(row.count)"
        }
    }

    private func balances(_ env: Environment) throws -> Set<String> {
        var input = ShowBalances.Input()
        (input.on, input.all) = ("2099-01-01", true)
        let rows = try ShowBalances.run(input, in: env).rows
        return Set(
            rows.filter { $0.balance.map { $0.contains { "123456789".contains($0) } } ?? false }
                .map { "\($0.account) \($0.balance ?? "") \($0.currency)" })
    }

    @Test("has its figures", arguments: 0..<12 as Range<UInt64>)
    func figures(_ seed: UInt64) throws {
        var program = try RandomProgram(seed: seed, on: .memory, splits: seed % 2 == 1)
        for step in 0..<80 {
            try program.step()
            if step % 7 == 6 { _ = try program.undo(.newest) }
        }
        let env = Environment.test.with { $0.home = MemoryHome(program.store) }
        let text = try journal(env)
        let other = Environment.test
        _ = try InitLedger.run(InitLedger.Input(), in: other)
        for person in try ListPeople.run(ListPeople.Input(), in: env).rows.map(\.name) {
            _ = try? answer("people/add", "{\"person\":{\"name\":\"\(person)\"}}", in: other)
        }
        let input = ImportCSV.Input(file: FileBytes(bytes(text)), fileName: "l.journal")
        let done = try ImportCSV.run(input, in: other)
        #expect(done.receipt.refused.isEmpty)
        #expect(try cells(other) == cells(env), "seed \(seed)")
        #expect(try balances(other) == balances(env), "seed \(seed)")
        #expect(try ImportCSV.run(input, in: other).receipt.new == 0)
        // A law of nothing would hold.
        #expect(try cells(env).count > 3)
    }
}
