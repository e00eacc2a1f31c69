import Application
import Foundation
import Interchange
import Ledger
import Support
import Testing

/// Exports of one account that overlap.
///
/// `LEDGER_REIMPORTS` says how many sequences of them are tried.
@Suite struct ReimportLawTests {
    private static let count =
        ProcessInfo.processInfo.environment["LEDGER_REIMPORTS"].flatMap { Int($0) } ?? 20

    private func run(
        _ rows: [String], _ env: Environment, _ proposals: ImportProposals?
    ) throws -> ImportReceipt {
        let text = (["Date,Amount,Title,Account,Transaction ID"] + rows).joined(separator: "\n")
        let input = ImportCSV.Input(
            file: FileBytes(bytes(text)), fileName: "bank.csv", proposals: proposals)
        return try ImportCSV.run(input, in: env).receipt
    }

    /// The live lines of imports, by id.
    private func lines(_ env: Environment) throws -> [UInt64: Bank.Key] {
        let first = try #require(Day("2026-03-01"))
        return try env.snapshot().lines().reduce(into: [:]) { found, line in
            if line.details.title == "by hand" { return }
            found[line.id] = Bank.Key(
                day: first.days(until: line.facts.day), cents: Int(line.facts.amount.minor))
        }
    }

    private func counts(_ keys: some Sequence<Bank.Key>) -> [Bank.Key: Int] {
        keys.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// Nothing is added as long as a line of its amount, a few days apart, is missing from the
    /// file.
    private func checkNothingDoubles(
        _ export: [Bank.Row], _ receipt: ImportReceipt, _ before: [UInt64: Bank.Key],
        _ after: [UInt64: Bank.Key]
    ) throws {
        let first = try #require(export.map(\.day).min())
        let added = after.filter { before[$0.key] == nil }.map(\.value)
        let changed = Set(receipt.changed.map(\.line))
        var known = counts(
            export.indices.filter { !changed.contains($0 + 2) }.map { export[$0].key })
        for key in added { known[key, default: 0] -= 1 }
        let restated = Set(receipt.changed.map(\.id))
        var left = counts(
            before.filter { $0.value.day >= first && !restated.contains($0.key) }.values)
        for (key, count) in known { left[key, default: 0] -= count }
        for row in added {
            let near = (-5...5).contains { apart in
                left[Bank.Key(day: row.day + apart, cents: row.cents)] ?? 0 > 0
            }
            #expect(!near, "\(row) was added although a line of its amount is missing")
        }
    }

    @Test(arguments: 0..<count)
    func theLastExportIsWhatThereIs(_ number: Int) throws {
        var bank = Bank(seed: UInt64(number), hasIDs: number % 2 == 0)
        let env = try opened()
        try env.add("5.00", "by hand", day: "2026-03-03")
        for _ in 0..<7 {
            bank.goOn()
            let export = bank.export()
            let text = export.map(bank.text)
            if export.isEmpty { continue }
            let before = try lines(env)
            let held = try run(text, env, nil)
            try checkNothingDoubles(export, held, before, try lines(env))
            _ = try run(text, env, .accept)
            let days = export.map(\.day)
            let whole = (days.min() ?? 0) + 1..<max((days.min() ?? 0) + 1, days.max() ?? 0)
            let wanted = export.map(\.key).filter { whole.contains($0.day) }.sorted()
            let found = try lines(env).values.filter { whole.contains($0.day) }.sorted()
            #expect(found == wanted)
            let again = try run(text, env, nil)
            #expect((again.new, again.changed.count) == (0, 0))
        }
        #expect(try env.snapshot().lines().contains { $0.details.title == "by hand" })
    }
}

/// One account of a bank that rewrites its texts, settles rows days later and, where it gives ids,
/// corrects amounts.
private struct Bank {
    struct Row: Hashable {
        let id: Int
        var day: Int
        var cents: Int
        var title: String
        var isSettled = false

        /// Day and amount.
        var key: Key { Key(day: day, cents: cents) }
    }

    struct Key: Hashable, Comparable {
        let day: Int
        let cents: Int

        static func < (one: Key, other: Key) -> Bool {
            (one.day, one.cents) < (other.day, other.cents)
        }
    }

    private var random: SeededRandom
    private let hasIDs: Bool
    private var rows: [Row] = []
    private var today = 0

    init(seed: UInt64, hasIDs: Bool) {
        random = SeededRandom(seed: seed)
        self.hasIDs = hasIDs
    }

    /// Some days pass.
    mutating func goOn() {
        for _ in 0...random.below(5) {
            today += 1
            for _ in 0..<random.below(4) {
                let title = ["tea", "bus", "pending tea", "books"][random.below(4)]
                let cents = 100 * (1 + random.below(6))
                rows.append(Row(id: rows.count, day: today, cents: cents, title: title))
            }
        }
        for index in rows.indices where rows[index].day >= today - 8 {
            if random.below(6) == 0 { rows[index].title = "text \(random.below(9))" }
            if random.below(5) == 0, !rows[index].isSettled {
                rows[index].day = min(today, rows[index].day + random.below(6))
                rows[index].isSettled = true
            }
            if hasIDs, random.below(8) == 0 { rows[index].cents += 25 }
        }
    }

    /// All rows from some day on, as lines of a file.
    mutating func export() -> [Row] {
        let start = random.below(2) == 0 ? 0 : max(0, today - 6 - random.below(9))
        return rows.filter { $0.day >= start }.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
    }

    func text(_ row: Row) -> String {
        let day = Day("2026-03-01")?.adding(days: row.day) ?? .min
        let amount = "\(row.cents / 100).\(row.cents % 100 < 10 ? "0" : "")\(row.cents % 100)"
        return "\(day),\(amount),\(row.title),Bank,\(hasIDs ? "TX\(row.id)" : "")"
    }
}
