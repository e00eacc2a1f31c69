internal import Interchange
package import Ledger

extension ImportCSV {
    /// A category that rows without one got, and why.
    package struct Learned: Codable, Hashable, Sendable {
        /// The title of the first of the rows.
        package let title: String
        /// The category.
        package let category: String
        /// How many rows got it.
        package let rows: Int
        /// The newest line of the same payee or text that has it.
        package let like: UInt64
        /// How many such lines have it.
        package let agreeing: Int
        /// How many such lines have a category.
        package let of: Int
    }

    /// A row and a line of another account that may be the two sides of a transfer.
    package struct TransferNote: Codable, Hashable, Sendable {
        /// The row's line: its id, once it is recorded.
        package let id: UInt64?
        /// The row's day.
        package let day: Day
        /// The row's account.
        package let account: String
        /// Decimal, below zero for what left that account.
        package let amount: String
        /// Code of the currency.
        package let currency: String
        /// The line on the other side; of a row of the same file its id, once it is recorded.
        package let other: UInt64?
        /// Its day.
        package let otherDay: Day
        /// Its account.
        package let otherAccount: String
    }

    /// A rule that says a category.
    struct CategoryRule {
        let name: String
        let category: String
        let test: LineTest
    }

    /// The rules that say a category.
    static func categoryRules(
        _ reader: LineReader, _ env: Environment
    ) -> [CategoryRule] {
        guard let file: KeptFile<Rule> = try? env.home.kept() else { return [] }
        return file.items.compactMap { rule in
            guard let category = rule.changes.category, !category.isEmpty else { return nil }
            let query = try? reader.today.query(rule.query, reader.snapshot.referenceData)
            return query.map {
                CategoryRule(name: rule.name, category: category, test: LineTest($0))
            }
        }
    }
}
