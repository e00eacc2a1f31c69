internal import Ledger

/// How the dates of a column are written, such as `DD-MM-YYYY`.
///
/// A number of one or two digits stands for day and month, one of four or two for the year (70 to
/// 99 are 1970 to 1999, 00 to 69 are 2000 to 2069). Between them is `-`, `/`, `.`, a blank or, in
/// forms such as `YYYYMMDD`, nothing. With `MMM` the month is a word, and any of these stand
/// between. A weekday before the date and a time behind it belong to no form: both may be there in
/// some cells and not in others.
package struct DateForm: Hashable, Sendable {
    enum Part: Character {
        case day = "D"
        case month = "M"
        case year = "Y"
    }

    private let yearIndex: Int8
    private let monthIndex: Int8
    private let dayIndex: Int8
    /// Between the parts; 0 for nothing.
    private let separator: UInt8
    private let isMonthWord: Bool
    private let yearDigits: Int8

    private init(_ order: [Part], _ separator: UInt8, isMonthWord: Bool, yearDigits: Int) {
        func index(_ part: Part) -> Int8 { Int8(order.firstIndex(of: part) ?? 0) }
        (yearIndex, monthIndex, dayIndex) = (index(.year), index(.month), index(.day))
        self.separator = isMonthWord ? 0x20 : separator
        self.isMonthWord = isMonthWord
        self.yearDigits = yearDigits == 2 ? 2 : 4
    }

    /// The form with four digits for years.
    var ofWholeYears: DateForm {
        DateForm(rawValue: rawValue.replacing("YYYY", with: "YY").replacing("YY", with: "YYYY"))
            ?? self
    }

    /// The day of a cell; `nil` if it is not of this form or there is no such day.
    func day(of cell: DateCell) -> Day? {
        guard cell.hasWord == isMonthWord, isMonthWord || cell.separator == separator else {
            return nil
        }
        if separator == 0 { return day(compact: cell.first) }
        let (year, month, day) = (cell[yearIndex], cell[monthIndex], cell[dayIndex])
        guard year.digits == yearDigits, month.isWord == isMonthWord, month.digits <= 2,
            (1...2).contains(day.digits)
        else { return nil }
        return Day(year: fullYear(year.value), month: month.value, day: day.value)?.filledIn
    }

    /// The day of digits without anything between them.
    private func day(compact digits: DateCell.Part) -> Day? {
        guard digits.digits == Int(yearDigits) + 4 else { return nil }
        var rest = digits.value
        func take(_ count: Int8) -> Int {
            let power = count == 4 ? 10_000 : 100
            defer { rest /= power }
            return rest % power
        }
        var (year, month, day) = (0, 0, 0)
        for index in stride(from: Int8(2), through: 0, by: -1) {
            if index == yearIndex {
                year = take(yearDigits)
            } else if index == monthIndex {
                month = take(2)
            } else {
                day = take(2)
            }
        }
        return Day(year: fullYear(year), month: month, day: day)?.filledIn
    }

    private func fullYear(_ year: Int) -> Int {
        yearDigits == 4 ? year : year < 70 ? 2_000 + year : 1_900 + year
    }
}

extension DateForm: CaseIterable {
    /// The forms that are found without being named; of two that a date fits, the one that is
    /// preferred comes first.
    package static let allCases: [DateForm] = {
        let dayFirst: [Part] = [.day, .month, .year]
        let monthFirst: [Part] = [.month, .day, .year]
        let yearFirst: [Part] = [.year, .month, .day]
        let numbers = [UInt8]("-/.".utf8).flatMap { separator in
            [
                DateForm(dayFirst, separator, isMonthWord: false, yearDigits: 4),
                DateForm(monthFirst, separator, isMonthWord: false, yearDigits: 4),
                DateForm(yearFirst, separator, isMonthWord: false, yearDigits: 4),
                DateForm(dayFirst, separator, isMonthWord: false, yearDigits: 2),
                DateForm(monthFirst, separator, isMonthWord: false, yearDigits: 2),
            ]
        }
        // Only where it is usual, as the end of ISO's form: else each date would be open to it.
        let short = DateForm(yearFirst, UInt8(ascii: "-"), isMonthWord: false, yearDigits: 2)
        let words = [
            (dayFirst, 4), (dayFirst, 2), (monthFirst, 4), (monthFirst, 2), (yearFirst, 4),
        ]
        return numbers + [short, DateForm(yearFirst, 0, isMonthWord: false, yearDigits: 4)]
            + words.map { DateForm($0, 0x20, isMonthWord: true, yearDigits: $1) }
    }()
}

extension DateForm: RawRepresentable, Codable {
    /// The form as users write it, such as `DD-MM-YYYY` or `DD MMM YY`.
    package var rawValue: String {
        var parts = ["", "", ""]
        parts[Int(dayIndex)] = "DD"
        parts[Int(monthIndex)] = isMonthWord ? "MMM" : "MM"
        parts[Int(yearIndex)] = yearDigits == 4 ? "YYYY" : "YY"
        return parts.joined(separator: separator == 0 ? "" : String(Unicode.Scalar(separator)))
    }

    /// The form that is written so, in upper or lower case, or with the signs of `strftime`, such
    /// as `%d/%m/%Y`; what follows a blank and is no part of a date, such as `HH:MM`, is left out.
    /// `nil` for any other text.
    package init?(rawValue: String) {
        guard let text = DateForm.letters(rawValue) else { return nil }
        var parts: [(part: Part, count: Int)] = []
        var separators: [UInt8] = []
        for character in text {
            if let part = Part(rawValue: character) {
                if let last = parts.last, last.part == part, separators.count < parts.count {
                    parts[parts.count - 1].count += 1
                } else {
                    if separators.count < parts.count { separators.append(0) }
                    parts.append((part, 1))
                }
            } else {
                guard let byte = character.asciiValue, "-/. ,".utf8.contains(byte),
                    !parts.isEmpty
                else { return nil }
                if separators.count < parts.count { separators.append(byte) }
            }
        }
        guard parts.count == 3, separators.count == 2,
            let month = parts.first(where: { $0.part == .month }),
            let year = parts.first(where: { $0.part == .year }),
            let day = parts.first(where: { $0.part == .day }),
            day.count <= 2, month.count <= 4, year.count == 2 || year.count == 4
        else { return nil }
        let isWord = month.count > 2
        guard isWord || separators[0] == separators[1] else { return nil }
        if separators[0] == 0 {
            guard day.count == 2, month.count == 2 else { return nil }
        } else if !isWord, separators[0] == UInt8(ascii: ",") {
            return nil
        }
        self.init(
            parts.map(\.part), separators[0], isMonthWord: isWord, yearDigits: year.count)
    }

    /// A form in letters `D`, `M` and `Y`, without a time.
    private static func letters(_ text: String) -> String? {
        guard text.contains("%") else {
            let upper = text.trimmed.uppercased()
            let end = upper.firstIndex { $0 == "H" } ?? upper.endIndex
            let date = upper[..<end]
            return String(end < upper.endIndex && date.last == "T" ? date.dropLast() : date).trimmed
        }
        var letters = ""
        var isSign = false
        for character in text.trimmed {
            if character == "%" {
                isSign = true
            } else if isSign, character == "-" {
                continue
            } else if isSign {
                switch character {
                case "d", "e": letters += "DD"
                case "m": letters += "MM"
                case "b", "B", "h": letters += "MMM"
                case "y": letters += "YY"
                case "Y": letters += "YYYY"
                case "F": letters += "YYYY-MM-DD"
                case "D": letters += "MM/DD/YY"
                case "H", "I", "T", "R": return letters.trimmed
                default: return nil
                }
                isSign = false
            } else {
                letters.append(character)
            }
        }
        return letters.trimmed
    }
}
