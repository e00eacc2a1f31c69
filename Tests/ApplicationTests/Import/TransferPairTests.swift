import Application
import Interchange
import Ledger
import Support
import Testing

/// Rows of a file that may be both sides of a transfer.
@Suite("Transfers that are proposed") struct TransferPairTests {
    private struct Row {
        let day: Int
        let account: String
        let amount: Int

        var text: String {
            "2026-03-\(day < 10 ? "0" : "")\(day),\(amount).00,Moved,\(account)"
        }
    }

    /// Day, account and amount of a row, and day and account of the other one.
    private func proposed(_ rows: [Row]) throws -> [String] {
        let text = (["Date,Amount,Title,Account"] + rows.map(\.text)).joined(separator: "\n")
        let input = ImportCSV.Input(
            file: FileBytes(bytes(text)), fileName: "bank.csv",
            options: CSVImportOptions(sign: .account))
        let notes = try ImportCSV.run(input, in: try opened()).understood.transfers ?? []
        return notes.map { note in
            "\(note.day) \(note.account) \(note.amount) \(note.otherDay) \(note.otherAccount)"
        }
    }

    /// The same, each row held against all others.
    private func compared(_ rows: [Row]) -> [String] {
        func date(_ row: Row) -> Substring { row.text.prefix(10) }
        var (found, taken) = ([String](), Set<Int>())
        for (index, row) in rows.enumerated() where !taken.contains(index) {
            let others = rows.indices.filter { other in
                !taken.contains(other) && rows[other].account != row.account
                    && rows[other].amount == -row.amount && abs(rows[other].day - row.day) <= 4
            }
            let nearest = others.min { abs(rows[$0].day - row.day) < abs(rows[$1].day - row.day) }
            guard let nearest else { continue }
            taken.formUnion([index, nearest])
            found.append(
                "\(date(row)) \(row.account) \(row.amount).00 \(date(rows[nearest])) "
                    + rows[nearest].account)
        }
        return found
    }

    @Test("the nearest row of another account, and of those the first", arguments: 0..<20)
    func nearest(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let rows = (0..<60).map { _ in
            Row(
                day: Int.random(in: 1...28, using: &random),
                account: ["Bank", "Card", "Cash"].randomElement(using: &random) ?? "",
                amount: [-5, 5, 5, 7, -7].randomElement(using: &random) ?? 1)
        }
        #expect(try proposed(rows) == compared(rows), "seed \(seed)")
    }

    @Test("as many rows of one amount as are looked at") func many() throws {
        let rows = (0..<10_000).flatMap { number in
            [
                Row(day: number % 28 + 1, account: "Bank", amount: -5),
                Row(day: number % 28 + 1, account: "Card", amount: 5),
            ]
        }
        let found = try proposed(rows)
        #expect(found.count == 10_000)
        #expect(found.first == "2026-03-01 Bank -5.00 2026-03-01 Card")
    }
}
