internal import Ledger

/// What a statement of MT940 says of itself, and what its entries add up to.
struct MT940Statement {
    let line: Int
    var account: [UInt8] = []
    /// The currency that is told where no balance is, in messages of a day (MT942).
    var currency: [UInt8] = []
    var opening: MT940Balance?
    var closing: MT940Balance?
    private var entries = 0
    /// The sum of the booked entries; `nil` if one cannot be added.
    private var sum: StatementAmount? = .zero

    init(line: Int) {
        self.line = line
    }

    /// Adds an entry.
    mutating func add(_ entry: MT940Entry) {
        entries += 1
        if entry.isExpected { return }
        guard let change = StatementAmount(entry.amount), let known = sum else {
            sum = nil
            return
        }
        sum = known + change
    }

    /// What there is to say at its end.
    ///
    /// - Throws: ``ImportError/incompleteStatement(_:line:)``.
    func note(_ shape: StatementShape, line: Int) throws(ImportError) -> StatementNote {
        let code = opening?.currency ?? closing?.currency ?? currency
        var isProven = false
        if let opening, let closing, let sum, opening.currency == closing.currency {
            isProven = try shape.proves(
                opening.value, sum, closing.value, account: account, currency: code, line: line)
        }
        return StatementNote(
            account: account[...].text, currency: code[...].text, entries: entries,
            opening: opening?.value.description, closing: closing?.value.description,
            day: closing?.day.description, isProven: isProven)
    }
}

/// A balance of MT940: `C260331EUR1234,56`.
struct MT940Balance {
    let day: Day
    let currency: [UInt8]
    /// With a minus where the account is overdrawn.
    let value: StatementAmount

    /// `nil` for anything else.
    init?(_ text: Cell) {
        let (side, rest) = (text.first, text.dropFirst())
        guard side == UInt8(ascii: "C") || side == UInt8(ascii: "D"),
            let day = Day(mt940: rest.prefix(6)), rest.count > 9,
            let value = StatementAmount(MT940Entry.plain(rest.dropFirst(9)))
        else { return nil }
        self.day = day
        currency = Array(rest.dropFirst(6).prefix(3))
        self.value = side == UInt8(ascii: "D") ? -value : value
    }
}

extension Day {
    /// The day of `YYMMDD`; `nil` for anything else.
    init?(mt940 digits: Cell) {
        guard digits.count == 6, digits.allSatisfy(\.isDigit) else { return nil }
        let number: Int = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        let (year, rest) = number.quotientAndRemainder(dividingBy: 10_000)
        self.init(year: year < 70 ? 2_000 + year : 1_900 + year, month: rest / 100, day: rest % 100)
    }
}
