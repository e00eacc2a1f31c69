package import Ledger

extension Day {
    /// The day; `nil` for one of the year 0000, which files have where nobody filled in a date.
    package var filledIn: Day? { self < Day.first ? nil : self }

    /// The day of a word `YYYY-MM-DD`, of a year from 0001 on; `nil` for anything else.
    init?(filledIn word: Substring) {
        var (digits, place) = (0, 0)
        for byte in word.utf8 {
            switch place {
            case 4, 7: if byte != UInt8(ascii: "-") { return nil }
            case 0...9:
                guard byte.isDigit else { return nil }
                digits = digits * 10 + Int(byte) - 0x30
            default: return nil
            }
            place += 1
        }
        let (month, day) = (digits / 100 % 100, digits % 100)
        guard place == 10, let found = Day(year: digits / 10_000, month: month, day: day),
            found >= Day.first
        else { return nil }
        self = found
    }

    /// 0001-01-01.
    private static let first = Day(daysSince1970: -719_162)
}
