internal import Ledger

/// Moments as they stand in `events.csv`: `2016-01-01T00:00:38Z`.
enum Civil {
    /// The text of a moment in seconds since 1970.
    static func text(_ seconds: Int64) -> String {
        Timestamp(millisecondsSince1970: seconds * 1_000).description
    }

    /// The first ten characters of a moment's text.
    static func day(_ seconds: Int64) -> String {
        Day(daysSince1970: Int32(truncatingIfNeeded: seconds.quotient(by: 86_400))).description
    }

    /// The moment that twenty bytes mean.
    static func seconds(_ text: ArraySlice<UInt8>) -> Int64? {
        guard text.count == 20 else { return nil }
        func number(_ from: Int, _ count: Int) -> Int {
            text.dropFirst(from).prefix(count).reduce(0) { $0 * 10 + Int($1) - 48 }
        }
        guard let day = Day(year: number(0, 4), month: number(5, 2), day: number(8, 2)) else {
            return nil
        }
        let time = number(11, 2) * 3_600 + number(14, 2) * 60 + number(17, 2)
        return Int64(day.daysSince1970) * 86_400 + Int64(time)
    }
}
