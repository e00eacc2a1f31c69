internal import Ledger

/// How the dates of a column are written, such as `DD-MM-YYYY`: with four digits for the year, one
/// or two for month and day, and `-`, `/` or `.` between them.
///
/// A time may follow each date after a space or a `T`: hours and minutes, or seconds too.
package struct DateForm: Hashable, Sendable {
    enum Order: CaseIterable {
        case dayMonthYear
        case monthDayYear
        case yearMonthDay
    }

    let order: Order
    let separator: UInt8

    private init(_ order: Order, _ separator: UInt8) {
        self.order = order
        self.separator = separator
    }

    /// The day of a cell; `nil` if it is not of this form or there is no such day.
    func day(of cell: DateCell) -> Day? {
        cell.separator == separator ? cell.day(order) : nil
    }
}

extension DateForm: CaseIterable {
    /// All forms; of two that a date fits, the one that is preferred comes first.
    package static let allCases: [DateForm] = [UInt8]("-/.".utf8).flatMap { separator in
        Order.allCases.map { DateForm($0, separator) }
    }
}

extension DateForm: RawRepresentable, Codable {
    /// The form as users write it, such as `DD-MM-YYYY`.
    package var rawValue: String {
        let parts =
            switch order {
            case .dayMonthYear: ["DD", "MM", "YYYY"]
            case .monthDayYear: ["MM", "DD", "YYYY"]
            case .yearMonthDay: ["YYYY", "MM", "DD"]
            }
        return parts.joined(separator: String(Unicode.Scalar(separator)))
    }

    /// The form that is written so, in upper or lower case; `nil` for any other text.
    package init?(rawValue: String) {
        let wanted = rawValue.uppercased()
        guard let form = DateForm.allCases.first(where: { $0.rawValue == wanted }) else {
            return nil
        }
        self = form
    }
}

/// The numbers of a date, before it is known which one is the day.
struct DateCell {
    let separator: UInt8
    let time: TimeOfDay?
    private let numbers: (first: Digits, second: Digits, third: Digits)

    /// `nil` if the text is no date of any form; spaces around it do not count.
    init?(_ text: String) {
        var reader = DigitReader(text)
        guard let first = reader.digits(1...4), let separator = reader.separator(),
            let second = reader.digits(1...2), reader.take(separator),
            let third = reader.digits(1...4)
        else { return nil }
        self.separator = separator
        numbers = (first, second, third)
        if reader.isAtEnd {
            time = nil
        } else {
            guard let time = reader.time(), reader.isAtEnd else { return nil }
            self.time = time
        }
    }

    func day(_ order: DateForm.Order) -> Day? {
        let (year, month, day) =
            switch order {
            case .dayMonthYear: (numbers.third, numbers.second, numbers.first)
            case .monthDayYear: (numbers.third, numbers.first, numbers.second)
            case .yearMonthDay: (numbers.first, numbers.second, numbers.third)
            }
        guard year.count == 4, month.count <= 2, day.count <= 2 else { return nil }
        return Day(year: year.value, month: month.value, day: day.value)
    }
}

/// A number and how many digits it was written with.
struct Digits {
    var value = 0
    var count = 0
}

/// Reads numbers and what stands between them.
private struct DigitReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) {
        bytes = Array(text.trimmed.utf8)
    }

    var isAtEnd: Bool { offset == bytes.count }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    mutating func separator() -> UInt8? {
        for byte in "-/.".utf8 where take(byte) { return byte }
        return nil
    }

    /// As many digits as stand here, at most the upper bound, which is at most 18.
    mutating func digits(_ counts: ClosedRange<Int>) -> Digits? {
        var digits = Digits()
        while digits.count < counts.upperBound, let byte = next, (0x30...0x39).contains(byte) {
            digits.value = digits.value * 10 + Int(byte - 0x30)
            digits.count += 1
            offset += 1
        }
        return counts.contains(digits.count) ? digits : nil
    }

    mutating func time() -> TimeOfDay? {
        guard take(UInt8(ascii: "T")) || skipSpaces(), let hour = digits(1...2),
            take(UInt8(ascii: ":")), let minute = digits(2...2)
        else { return nil }
        guard take(UInt8(ascii: ":")) else {
            return TimeOfDay(hour: hour.value, minute: minute.value)
        }
        guard let second = digits(2...2) else { return nil }
        return TimeOfDay(hour: hour.value, minute: minute.value, second: second.value)
    }

    private mutating func skipSpaces() -> Bool {
        let start = offset
        while take(UInt8(ascii: " ")) {}
        return offset > start
    }
}
