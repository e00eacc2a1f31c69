package import Ledger

extension Day {
    /// The day; `nil` for one of the year 0000, which files have where nobody filled in a date.
    package var filledIn: Day? { self < Day.first ? nil : self }

    /// 0001-01-01.
    private static let first = Day(daysSince1970: -719_162)
}
