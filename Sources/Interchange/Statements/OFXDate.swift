internal import Ledger

/// A date of OFX: `YYYYMMDD`, perhaps with `HHMM`, `SS`, a fraction, and `[-5:EST]`, the hours from
/// UTC.
///
/// Banks write midnight or noon where they only mean a day, so these say no time.
struct OFXDate {
    private let day: Day
    /// `nil` where only a day is meant.
    private let time: TimeOfDay?
    private let offsetSeconds: Int?

    /// `nil` for anything else.
    init?(_ text: [UInt8]) {
        let digits = text.prefix(while: \.isDigit)
        func number(_ start: Int, _ count: Int) -> Int {
            digits.dropFirst(start).prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        guard digits.count == 8 || digits.count == 12 || digits.count == 14,
            let day = Day(year: number(0, 4), month: number(4, 2), day: number(6, 2))?.filledIn,
            let time = TimeOfDay(hour: number(8, 2), minute: number(10, 2), second: number(12, 2))
        else { return nil }
        self.day = day
        self.time = time == .midnight || time == .noon ? nil : time
        var rest = text.dropFirst(digits.count)
        if rest.first == 0x2E { rest = rest.dropFirst().drop(while: \.isDigit) }
        if rest.isEmpty {
            offsetSeconds = nil
        } else {
            guard let offset = OFXDate.offset(rest) else { return nil }
            offsetSeconds = offset
        }
    }

    /// The seconds of `[-5:EST]`, `[+5.5:IST]` or `[0]`.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") else { return nil }
        var number = text.dropFirst().dropLast().prefix { $0 != UInt8(ascii: ":") }
        let isNegative = number.first == 0x2D
        if isNegative || number.first == 0x2B { number = number.dropFirst() }
        let parts = number.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard let hours = parts.first, (1...2).contains(hours.count), parts.count <= 2,
            parts.allSatisfy({ $0.allSatisfy(\.isDigit) && $0.count <= 2 }),
            let whole = Int(Cell(hours).text), whole <= 14
        else { return nil }
        var seconds = whole * 3_600
        if parts.count == 2 {
            // Hundredths of an hour.
            let digits = (Array(parts[1]) + [0x30, 0x30]).prefix(2)
            seconds += digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } * 36
        }
        return isNegative ? -seconds : seconds
    }

    /// The day, and the time if there is one, in a zone; as written where no zone is named.
    func told(in zone: Zone) -> [UInt8] {
        guard let time else { return Array(day.description.utf8) }
        guard let offsetSeconds else { return Array("\(day) \(time)".utf8) }
        let moment = Zone.utc.timestamp(of: day, time)
            .adding(milliseconds: Int64(-offsetSeconds) * 1_000)
        return Array("\(zone.day(at: moment)) \(zone.timeOfDay(at: moment))".utf8)
    }
}
