import Application
import Interchange
import Ledger
import Support
import Testing

/// The counts and sums were worked out from the files by a script of its own, with exact decimals.
@Suite("Queries over real files")
struct RealQueryTests {
    private func found(
        _ query: String, in env: Environment
    ) throws -> (count: UInt64, minor: Int64) {
        let list = try ListEntries.run(ListEntries.Input(query: query), in: env)
        #expect(list.count == UInt64(list.rows.count))
        let amounts = try list.rows.map { row in
            try #require(Int64(row.amount.replacing(".", with: "")))
        }
        return (list.count, amounts.reduce(0, +))
    }

    @Test(.enabled(if: SharedData.has("csv-gla-spend-28k"), "csv-gla-spend-28k is not there"))
    func councilSpending() throws {
        let env = try opened()
        let options = CSVImportOptions(
            title: "Vendor", category: ["AccountDescription"], currency: "GBP")
        let file = try #require(SharedData.bytes("csv-gla-spend-28k/data/all.csv"))
        _ = try ImportCSV.run(
            ImportCSV.Input(file: FileBytes(file), fileName: "all.csv", options: options), in: env)
        let cases: [(String, UInt64, Int64)] = [
            ("london", 2_388, 27_972_425_583),
            ("LONDON amt:>=100000", 340, 25_015_594_891),
            ("amt:1000..2000", 7_780, 1_054_436_796), ("amt:<0", 1_209, -1_581_392_454),
            ("amt:587.50", 15, 881_250), ("date:2010-03", 665, 715_076_994),
            ("date:2010-03 date:2011-03 not:london", 1_052, 984_818_035),
            ("grants ltd", 308, 6_253_500_055),
            ("cat:'catering charges'", 170, 52_203_299), ("not:cur:GBP", 0, 0),
        ]
        for (query, count, minor) in cases {
            let result = try found(query, in: env)
            #expect(result.count == count, "\(query)")
            #expect(result.minor == minor, "\(query)")
        }
    }

    @Test(.enabled(if: SharedData.has("csv-household-inr"), "csv-household-inr is not there"))
    func household() throws {
        let env = try opened()
        let name = "csv-household-inr/Daily Household Transactions.csv"
        let file = try #require(SharedData.bytes(name))
        _ = try ImportCSV.run(
            ImportCSV.Input(file: FileBytes(file), fileName: "household.csv"), in: env)
        let cases: [(String, UInt64, Int64)] = [
            ("milk", 184, 1_069_500), ("note:milk", 143, 837_300),
            ("cat:food", 907, 9_640_310), ("cat:=food", 85, 828_600),
            ("cat:food not:note:milk amt:>100", 198, 6_693_810), ("note:", 521, 223_899_859),
            ("kind:income", 125, 304_239_735),
        ]
        for (query, count, minor) in cases {
            let result = try found(query, in: env)
            #expect(result.count == count, "\(query)")
            #expect(result.minor == minor, "\(query)")
        }
    }
}
