internal import Ledger

/// Moments as Taskwarrior and calendars write them: `20260301T230000Z`.
enum TaskMoment {
    /// A day and a time of day, in UTC where `isUTC`; `nil` for anything else. Dashes and colons
    /// between the digits are passed over.
    static func parts(_ text: String) -> (day: Day, time: TimeOfDay?, isUTC: Bool)? {
        var digits: [Int] = []
        var (isUTC, mark) = (false, 0)
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case 0x30...0x39:
                if isUTC || digits.count == 14 { return nil }
                digits.append(Int(byte) - 0x30)
            case UInt8(ascii: "-") where digits.count == 4 || digits.count == 6: continue
            case UInt8(ascii: ":") where digits.count == 10 || digits.count == 12: continue
            case UInt8(ascii: "T") where digits.count == 8 && mark == 0: mark = index
            case UInt8(ascii: "Z") where digits.count == 14: isUTC = true
            default: return nil
            }
        }
        func number(_ start: Int, _ count: Int) -> Int {
            digits[start..<(start + count)].reduce(0) { $0 * 10 + $1 }
        }
        guard digits.count == 8 && mark == 0 || digits.count == 14 && mark > 0,
            let day = Day(year: number(0, 4), month: number(4, 2), day: number(6, 2))?.filledIn
        else { return nil }
        if digits.count == 8 { return (day, nil, false) }
        // A leap second is the last that clocks here show.
        let second = min(number(12, 2), 59)
        guard number(12, 2) <= 60,
            let time = TimeOfDay(hour: number(8, 2), minute: number(10, 2), second: second)
        else { return nil }
        return (day, time, isUTC)
    }

    /// An instant in UTC; `nil` for anything else.
    static func instant(_ text: String) -> Timestamp? {
        guard let parts = parts(text), parts.isUTC, let time = parts.time else { return nil }
        return Zone.utc.timestamp(of: parts.day, time)
    }

    /// A deadline at an instant: a day where that begins at it.
    static func deadline(_ instant: Timestamp, in zone: Zone) -> Deadline {
        let day = zone.day(at: instant)
        return zone.start(of: day) == instant ? .day(day) : .instant(instant)
    }

    /// `20260301T230000Z`.
    static func text(_ instant: Timestamp) -> String {
        let time = Zone.utc.timeOfDay(at: instant).secondsSinceMidnight
        var digits = bytes(Zone.utc.day(at: instant))
        digits.append(UInt8(ascii: "T"))
        for part in [time / 3_600, time / 60 % 60, time % 60] {
            digits.append(0x30 + UInt8(part / 10))
            digits.append(0x30 + UInt8(part % 10))
        }
        digits.append(UInt8(ascii: "Z"))
        return String(decoding: digits, as: UTF8.self)
    }

    /// `20260301`.
    static func text(_ day: Day) -> String { String(decoding: bytes(day), as: UTF8.self) }

    private static func bytes(_ day: Day) -> [UInt8] {
        day.description.utf8.filter { $0 != UInt8(ascii: "-") }
    }
}
