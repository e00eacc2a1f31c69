internal import Ledger

/// What the cells of all rows say where one column, or none, has the words for kinds: signs and
/// balances mean something else beside each.
struct KindReading {
    /// The column of the words; `nil` for none.
    let column: CSVColumns.Column?
    private let constant: KindWord?
    private let incoming: ColumnValues?
    private(set) var signs = SignCollector()
    private(set) var balances = BalanceCollector()
    private var words = CellCache<KindWord?>()
    private(set) var known = 0
    private(set) var unknown = 0

    init(column: CSVColumns.Column?, constant: KindWord?, incoming: ColumnValues?) {
        (self.column, self.constant, self.incoming) = (column, constant, incoming)
    }

    /// Whether the cells are mostly words for kinds; blank ones say nothing.
    var isBelieved: Bool { unknown == 0 || known > unknown }

    /// The word of a row.
    mutating func word(in record: CSVRecord) -> KindWord? {
        if let incoming { return KindWord(isIncoming: incoming.has(record)) }
        guard let column else { return constant }
        let cell = record.bytes(column.index)
        let word = words.value(cell) { KindWord($0.text) }
        if word != nil {
            known += 1
        } else if !cell.trimmedCell.isEmpty {
            unknown += 1
        }
        return word
    }

    /// Adds the amount of a row.
    mutating func add(
        _ amount: AmountCell, side: Side?, word: KindWord?, _ record: CSVRecord, title: Int?
    ) {
        signs.add(amount, side: side ?? amount.side, word: word)
        signs.keep(amount, of: record, title: title)
        if let title, !amount.isNegative, side == nil, word == nil {
            signs.add(title: record, title)
        }
    }

    /// Adds the balance of a row.
    mutating func add(
        _ amount: AmountCell?, side: Side?, word: KindWord?, balance: Cell, account: String,
        line: Int
    ) {
        let wordSide: Side? = word.flatMap { $0.kind == .income ? .credit : .debit }
        balances.add(
            amount, side: side ?? amount?.side ?? wordSide, balance: balance, account: account,
            line: line)
    }
}
