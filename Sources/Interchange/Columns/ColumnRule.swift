internal import Ledger

/// What rows become that have something in some of their columns, as in `Type=Fee then
/// category=bank:fees`.
struct ColumnRule: Hashable {
    /// What has to hold of a row.
    struct Condition: Hashable {
        /// What a cell is held against.
        enum Test: Hashable {
            /// It is one of these, without regard to case.
            case values(Set<String>)
            /// It has this in it, without regard to case.
            case part(String)
            case pattern(TextPattern)
        }

        let column: CSVColumns.Column
        let test: Test
        /// Whether the test must not hold.
        let isNegated: Bool

        func holds(_ record: CSVRecord) -> Bool {
            let cell = FormulaMark.undone(record[column.index])
            let holds =
                switch test {
                case .values(let keys): keys.contains(ColumnValues.key(cell))
                case .part(let part): cell.lowercased().contains(part)
                case .pattern(let pattern): pattern.occurs(in: cell)
                }
            return holds != isNegated
        }
    }

    /// What a row is given; `nil` for what stays.
    struct Changes: Hashable {
        var payee: String?
        var title: String?
        var note: String?
        /// Empty for none.
        var account: String?
        /// None for a row that is to have no category.
        var category: [CategoryPath]?
        var kind: KindWord?
        var tags: [String] = []
    }

    /// What has to hold, all of it.
    let conditions: [Condition]
    let changes: Changes

    /// What a row is given by several rules: of each field what the first says that holds, and the
    /// tags of all.
    static func changes(_ rules: [ColumnRule], to record: CSVRecord) -> Changes {
        var all = Changes()
        for rule in rules where rule.conditions.allSatisfy({ $0.holds(record) }) {
            let own = rule.changes
            all.payee = all.payee ?? own.payee
            all.title = all.title ?? own.title
            all.note = all.note ?? own.note
            all.account = all.account ?? own.account
            all.category = all.category ?? own.category
            all.kind = all.kind ?? own.kind
            all.tags += own.tags.filter { !all.tags.contains($0) }
        }
        return all
    }
}

/// Why a text is no rule on columns.
package enum ColumnRuleFault: Hashable, Sendable {
    /// What a row can be given.
    package static let fields = [
        "category", "payee", "title", "note", "account", "tag", "kind",
    ]

    /// Nothing says what rows are to become: there is no `then`.
    case noThen
    /// A part names no column with what is to be in it.
    case noCondition(String)
    /// Not an expression.
    case badPattern(String)
    /// Not something that a row can be given; the nearest that is.
    case unknownField(String, near: String?)
    /// The field cannot be this.
    case badValue(field: String, String)
}
