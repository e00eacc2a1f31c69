internal import Ledger

/// An entry of MT940: `:61:2603310401DR12,50NMSCref//bankref`.
struct MT940Entry {
    let line: Int
    /// The day of its value.
    let valued: Day
    /// The day on which it was booked; that of its value where none is told.
    let booked: Day
    /// With a point, and a minus for what went out.
    let amount: [UInt8]
    /// Whether it takes back one of the other side.
    let isReversal: Bool
    /// Whether it is only expected.
    let isExpected: Bool
    /// The reference of the bank; empty for none.
    let reference: [UInt8]
    /// What is on the lines behind.
    var supplement: [UInt8] = []
    var information: MT940Information?

    /// `nil` for anything else.
    init?(_ text: Cell, line: Int) {
        self.line = line
        var rest = text
        guard let valued = Day(mt940: rest.prefix(6)) else { return nil }
        rest = rest.dropFirst(6)
        let monthAndDay = rest.prefix(while: \.isDigit)
        guard monthAndDay.isEmpty || monthAndDay.count == 4 else { return nil }
        rest = rest.dropFirst(monthAndDay.count)
        var marks = Set<UInt8>()
        // `R` before the side reverses, `E` before it expects.
        if let first = rest.first, first == UInt8(ascii: "R") || first == UInt8(ascii: "E") {
            marks.insert(first)
            rest = rest.dropFirst()
        }
        guard let side = rest.first, side == UInt8(ascii: "C") || side == UInt8(ascii: "D") else {
            return nil
        }
        rest = rest.dropFirst()
        // The third letter of the currency may stand before the amount.
        if rest.first?.isDigit == false { rest = rest.dropFirst() }
        let number = rest.prefix { $0.isDigit || $0 == UInt8(ascii: ",") }
        guard number.first?.isDigit == true else { return nil }
        rest = rest.dropFirst(number.count)
        // Decimals behind a point would be left out.
        if rest.first == UInt8(ascii: ".") { return nil }
        self.valued = valued
        if monthAndDay.isEmpty {
            booked = valued
        } else {
            guard let day = MT940Entry.day(monthAndDay, near: valued) else { return nil }
            booked = day
        }
        isReversal = marks.contains(UInt8(ascii: "R"))
        isExpected = marks.contains(UInt8(ascii: "E"))
        let isOut = (side == UInt8(ascii: "D")) != isReversal
        amount = (isOut ? [UInt8(ascii: "-")] : []) + MT940Entry.plain(number)
        let slash = UInt8(ascii: "/")
        let mark = rest.indices.dropLast().first { rest[$0] == slash && rest[$0 + 1] == slash }
        let bank = mark.map { rest[($0 + 2)...].trimmedCell } ?? []
        let isNone = ["NONREF", "NOTPROVIDED"].contains { bank.elementsEqual($0.utf8) }
        reference = isNone ? [] : Array(bank)
    }

    /// Digits with a point before the decimals; the comma of a whole number goes.
    static func plain(_ text: Cell) -> [UInt8] {
        let point = text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
        return point.last == UInt8(ascii: ".") ? point.dropLast() : point
    }

    /// A day without its year: that which is nearest to another day.
    private static func day(_ digits: Cell, near day: Day) -> Day? {
        let year = Int(day.description.prefix(4)) ?? 2_000
        return (year - 1...year + 1).compactMap { year in
            Day("\(year)-\(digits.prefix(2).text)-\(digits.suffix(2).text)")
        }.min {
            abs($0.daysSince1970 - day.daysSince1970) < abs($1.daysSince1970 - day.daysSince1970)
        }
    }

    /// Its row.
    func row(account: [UInt8], currency: [UInt8]) -> StatementOutput.Row {
        let isOut = amount.first == UInt8(ascii: "-")
        let name = information?.name ?? []
        let texts = [information?.purpose ?? [], information?.posting ?? [], supplement]
        let note = texts.first { !$0.isEmpty } ?? []
        return StatementOutput.Row(
            line: line,
            cells: [
                Array(booked.description.utf8), amount, currency,
                Array((isOut == isReversal ? "income" : "expense").utf8),
                name.isEmpty ? note : name, name.isEmpty || name == note ? [] : note, reference,
                account, Array(valued.description.utf8), information?.posting ?? [],
                Array((isExpected ? "pending" : "booked").utf8), information?.account ?? [],
                information?.reference ?? [],
            ])
    }
}
