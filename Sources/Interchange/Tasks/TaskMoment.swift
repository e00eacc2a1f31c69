internal import Ledger

/// Moments as Taskwarrior and calendars write them: `20260301T230000Z`.
enum TaskMoment {
    /// A day and a time of day, in UTC where `isUTC`; `nil` for anything else. Dashes and colons
    /// between the digits are passed over.
    static func parts(_ text: String) -> (day: Day, time: TimeOfDay?, isUTC: Bool)? {
        var (digits, count) = (0, 0)
        var (isUTC, mark, index) = (false, 0, 0)
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39:
                if isUTC || count == 14 { return nil }
                digits = digits * 10 + Int(byte) - 0x30
                count += 1
            case UInt8(ascii: "-") where count == 4 || count == 6: break
            case UInt8(ascii: ":") where count == 10 || count == 12: break
            case UInt8(ascii: "T") where count == 8 && mark == 0: mark = index
            case UInt8(ascii: "Z") where count == 14: isUTC = true
            default: return nil
            }
            index += 1
        }
        guard count == 8 && mark == 0 || count == 14 && mark > 0 else { return nil }
        let (date, clock) = count == 8 ? (digits, 0) : (digits / 1_000_000, digits % 1_000_000)
        let day = Day(year: date / 10_000, month: date / 100 % 100, day: date % 100)?.filledIn
        guard let day else { return nil }
        if count == 8 { return (day, nil, false) }
        // A leap second is the last that clocks here show.
        let second = min(clock % 100, 59)
        guard clock % 100 <= 60,
            let time = TimeOfDay(hour: clock / 10_000, minute: clock / 100 % 100, second: second)
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
