internal import Ledger

extension RowBuilder {
    /// The amount of a row, and what kind of entry it makes.
    mutating func amount(in record: CSVRecord) throws(Refusal) -> (Direction, Money) {
        let word = try word(in: record)
        let own = try currency(in: record)
        let (column, side) = try amountColumn(in: record)
        let cell = record.bytes(column.index)
        guard let amount = AmountCell(cell) else {
            throw Refusal(column, .badAmount(cell.text))
        }
        let currency =
            amount.unit.isEmpty
            ? own ?? currencies.base : try self.currency(beside: amount, own: own, cell, column)
        let value: UInt64
        do throws(NumberFormat.Fault) {
            let exponent = evidence.areMinorUnits ? 0 : currency.exponent
            value = try evidence.format(of: amount.number).value(
                of: amount.number, exponent: exponent)
        } catch {
            switch error {
            case .notOfFormat: throw Refusal(column, .badAmount(cell.text))
            case .tooPrecise:
                let decimals = evidence.areMinorUnits ? 0 : currency.exponent
                throw Refusal(column, .tooPrecise(cell.text, decimalsMax: decimals))
            case .overflow: throw Refusal(column, .amountOverflow(cell.text))
            }
        }
        let direction = Direction(
            isNegative: amount.isNegative, isZero: value == 0, side: side ?? amount.side,
            word: word, signs: evidence.signs)
        let isNegative = amount.isNegative != direction.isNegated
        let limit = Int64.max.magnitude + (isNegative ? 1 : 0)
        guard value <= limit else { throw Refusal(column, .amountOverflow(cell.text)) }
        let bits = Int64(truncatingIfNeeded: value)
        return (direction, Money(minor: isNegative ? 0 &- bits : bits, currency: currency))
    }

    /// The column that has the amount of a row, and its side.
    private func amountColumn(
        in record: CSVRecord
    ) throws(Refusal) -> (CSVColumns.Column, Side?) {
        if let amount = columns.amount { return (amount, nil) }
        var found: (column: CSVColumns.Column, side: Side, isZero: Bool)?
        for (column, side) in [(columns.debit, Side.debit), (columns.credit, .credit)] {
            guard let column else { continue }
            let cell = record.bytes(column.index).trimmedCell
            if cell.isEmpty { continue }
            let isZero = AmountCell(cell)?.isZero ?? false
            if let before = found {
                if isZero { continue }
                guard !before.isZero else {
                    found = (column, side, isZero)
                    continue
                }
                let (debit, credit) = (record[before.column.index], cell.text)
                throw Refusal(before.column, .bothSides(debit: debit, credit: credit))
            }
            found = (column, side, isZero)
        }
        guard let found else { throw Refusal(columns.debit ?? columns.credit, .noAmount) }
        return (found.column, found.side)
    }

    private func currency(
        beside amount: AmountCell, own: Currency?, _ cell: Cell, _ column: CSVColumns.Column
    ) throws(Refusal) -> Currency {
        switch currencies.currency(beside: amount.unit, own: own) {
        case .currency(let currency): return currency
        case .other(let own):
            throw Refusal(column, .otherCurrency(cell.text, own: own.code))
        case .unknown(let code): throw Refusal(column, .unknownCurrency(code))
        case .nothing: throw Refusal(column, .badAmount(cell.text))
        }
    }
}

/// Finds currencies by their codes, and by what is beside numbers.
struct CurrencyFinder: Sendable {
    /// The currency of rows that name none.
    let base: Currency
    /// The currency that was given for all rows.
    let fixed: Currency?
    private let named: @Sendable (String) -> Currency?

    init(base: Currency, fixed: Currency?, named: @escaping @Sendable (String) -> Currency?) {
        self.base = base
        self.fixed = fixed
        self.named = named
    }

    /// The currency of a cell with a code or a symbol; `nil` for none of the ledger.
    func currency(_ cell: Cell) -> Currency? {
        if let currency = named(cell.text) { return currency }
        if case .currency(let currency) = currency(beside: cell, own: nil) { return currency }
        return nil
    }

    /// What a text beside a number says.
    enum Beside: Hashable {
        case currency(Currency)
        /// It stands for a currency that the row does not have, or for one of several.
        case other(than: Currency)
        /// The code of no currency of the ledger.
        case unknown(String)
        /// Neither symbol nor code.
        case nothing
    }

    /// The currency of a row with a text beside its number; `own` is what the row says besides.
    func currency(beside unit: Cell, own: Currency?) -> Beside {
        let codes = CurrencySymbol.codes(of: unit)
        if let own = own ?? (codes.contains(base.code) ? base : nil) {
            if codes.contains(own.code) { return .currency(own) }
            return codes.isEmpty ? .nothing : .other(than: own)
        }
        guard let code = codes.first else { return .nothing }
        guard codes.count == 1 else { return .other(than: base) }
        return named(code).map { .currency($0) } ?? .unknown(code)
    }
}

/// What kind of entry a row is.
struct Direction: Hashable {
    let kind: EntryKind
    let flags: LineFlags
    /// Whether the amount, as written, is to be negated.
    let isNegated: Bool

    init(_ kind: EntryKind, _ flags: LineFlags = [], isNegated: Bool) {
        self.kind = kind
        self.flags = flags
        self.isNegated = isNegated
    }

    /// By the table of ``AmountSign``.
    init(isNegative: Bool, isZero: Bool, side: Side?, word: KindWord?, signs: SignEvidence) {
        guard let side = side ?? word?.side else {
            self.init(alone: isNegative, isZero: isZero, word: word, signs.sign)
            return
        }
        let isCredit = side == .credit
        // Whether the amount as written, or its opposite, is the change of the account.
        let isOpposite = isCredit ? signs.isCreditNegative : !signs.isDebitNegative
        guard let word, word.side == nil else {
            let isRefund = isCredit && signs.given == .spend
            self.init(
                isCredit && !isRefund ? .income : .expense,
                isNegated: isCredit && !isRefund ? isOpposite : !isOpposite)
            return
        }
        let isIncoming = word.isOpen ? isCredit : word.flags.contains(.incoming)
        let isIn = word.kind == .income || (word.kind == .transfer && isIncoming)
        self.init(
            word.kind, word.kind == .transfer && isIncoming ? .incoming : [],
            isNegated: isIn ? isOpposite : !isOpposite)
    }

    private init(alone isNegative: Bool, isZero: Bool, word: KindWord?, _ sign: AmountSign) {
        guard sign == .account else {
            self.init(word?.kind ?? .expense, word?.flags ?? [], isNegated: false)
            return
        }
        let isPositive = !isNegative && !isZero
        guard let word else {
            self.init(isPositive ? .income : .expense, isNegated: !isPositive)
            return
        }
        switch word.kind {
        case .expense: self.init(.expense, isNegated: true)
        case .income: self.init(.income, isNegated: false)
        case .transfer:
            let isIncoming = word.isOpen ? isPositive : word.flags.contains(.incoming)
            self.init(.transfer, isIncoming ? .incoming : [], isNegated: !isIncoming)
        }
    }
}
