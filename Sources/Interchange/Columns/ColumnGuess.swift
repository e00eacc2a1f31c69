internal import Ledger

/// What the columns of a file seem to hold, by their first cells.
struct ColumnGuess: Hashable {
    /// Columns all of whose cells are dates, by index.
    private(set) var dates: [Int] = []
    /// Columns of numbers with decimals that are no dates, else those of any numbers.
    private(set) var amounts: [Int] = []
    /// Columns of words for kinds.
    private(set) var kinds: [Int] = []
    /// Of these the ones whose words go either way.
    private(set) var directions: [Int] = []
    /// Two columns of amounts of which each row has one; that of money out first, if the signs say
    /// so.
    private(set) var sides: (first: Int, second: Int)?

    init(_ records: ArraySlice<CSVSample.Record>, width: Int) {
        let rows = records.filter { $0.fault == nil && $0.fields.count == width }
        guard !rows.isEmpty else { return }
        var filled: [Int: [Bool]] = [:]
        var numbers: [Int] = []
        var negative: Set<Int> = []
        for column in 0..<width {
            let cells = rows.map { Array($0.fields[column].utf8)[...].trimmedCell }
            let said = cells.filter { !$0.isEmpty }
            if said.isEmpty { continue }
            if said.count == cells.count, said.allSatisfy(ColumnGuess.isDate) {
                dates.append(column)
            } else if said.allSatisfy({ KindWord($0.text) != nil }),
                said.contains(where: { $0.count > 1 || $0.first != UInt8(ascii: "-") })
            {
                kinds.append(column)
                let sides = Set(said.compactMap { KindWord($0.text)?.kind })
                if sides.isSuperset(of: [.expense, .income]) { directions.append(column) }
            } else if said.allSatisfy({ AmountCell($0) != nil }) {
                numbers.append(column)
                if said.contains(where: ColumnGuess.hasDecimals) { amounts.append(column) }
                filled[column] = cells.map { !$0.isEmpty && AmountCell($0)?.isZero == false }
                if said.contains(where: { AmountCell($0)?.isNegative == true }) {
                    negative.insert(column)
                }
            }
        }
        if amounts.isEmpty { amounts = numbers }
        // Numbers of checks are in half of the rows, too.
        let halves = amounts.sorted().filter { column in
            filled[column]?.contains(false) == true && filled[column]?.contains(true) == true
        }
        for (index, first) in halves.enumerated() where sides == nil {
            let second = halves[(index + 1)...].first { second in
                zip(filled[first] ?? [], filled[second] ?? []).allSatisfy { $0 != $1 }
            }
            sides = second.map { second in
                let isReversed = negative.contains(second) && !negative.contains(first)
                return isReversed ? (second, first) : (first, second)
            }
        }
    }

    /// What goes beside or in the place of one column of amounts.
    var others: [ProposedColumn] {
        if let sides {
            return [
                ProposedColumn(.debit, sides.first + 1), ProposedColumn(.credit, sides.second + 1),
            ]
        }
        return kinds.prefix(1).map { ProposedColumn(.kind, $0 + 1) }
    }

    private static func isDate(_ cell: Cell) -> Bool {
        // A number of eight digits may be a date or something else.
        guard let date = DateCell(cell), date.separator != 0 || cell.count == 8 else {
            return false
        }
        return DateForm.allCases.contains { $0.day(of: date) != nil }
    }

    private static func hasDecimals(_ cell: Cell) -> Bool {
        guard let mark = AmountCell(cell)?.number.suffix(3).first else { return false }
        return mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",")
    }

    static func == (left: ColumnGuess, right: ColumnGuess) -> Bool {
        left.dates == right.dates && left.amounts == right.amounts
            && left.sides?.first == right.sides?.first
            && left.sides?.second == right.sides?.second
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(dates)
        hasher.combine(amounts)
        hasher.combine(sides?.first)
        hasher.combine(sides?.second)
    }
}
