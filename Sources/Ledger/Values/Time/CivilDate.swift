/// Year, month and day of the proleptic Gregorian calendar, and the way from and to a day number.
///
/// Integer arithmetic on 400-year cycles of 146,097 days with years that begin in March
/// (the method of Howard Hinnant, "chrono-compatible low-level date algorithms").
struct CivilDate {
    let year: Int
    let month: Int
    let day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = shifted.flooredDivision(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear.flooredDivision(by: 400)
        let yearOfEra = marchYear - era * 400
        let marchMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// `YYYY-MM-DD`; years outside 0…9999 carry a sign (ISO 8601, expanded representation).
    var text: String {
        let years = (0...9_999).contains(year) ? "" : (year < 0 ? "-" : "+")
        return "\(years)\(abs(year).padded(4))-\(month.padded(2))-\(day.padded(2))"
    }

    /// Reads `YYYY-MM-DD`, and with `expanded` also what `text` gives for other years.
    init?(from reader: inout TextReader, expanded: Bool = false) {
        var sign = 1
        var isSigned = false
        if expanded {
            if reader.take("-") { (sign, isSigned) = (-1, true) }
            if !isSigned, reader.take("+") { isSigned = true }
        }
        guard let year = reader.digits(isSigned ? 4...9 : 4...4), reader.take("-"),
            let month = reader.digits(2), reader.take("-"), let day = reader.digits(2),
            CivilDate.isValid(year: sign * year, month: month, day: day)
        else { return nil }
        self.init(year: sign * year, month: month, day: day)
    }

    static func isValid(year: Int, month: Int, day: Int) -> Bool {
        (1...12).contains(month) && day >= 1 && day <= monthLength(year: year, month: month)
    }

    static func isLeap(year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Days of a month 1…12.
    static func monthLength(year: Int, month: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension BinaryInteger {
    /// The quotient rounded down (`/` rounds towards zero), for a positive divisor.
    func flooredDivision(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// What `flooredDivision` leaves: 0 ..< divisor.
    func flooredRemainder(by divisor: Self) -> Self {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
