import Ledger
import Support
import Testing

@Suite("Timestamp")
struct TimestampTests {
    /// Examples of RFC 3339, section 5.8, and figures of `date -u +%s`.
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
            ("1985-04-12T23:20:50.52Z", 482_196_050_520, "1985-04-12T23:20:50.520Z"),
            ("1996-12-19T16:39:57-08:00", 851_042_397_000, "1996-12-20T00:39:57Z"),
            ("1990-12-31T23:59:60Z", 662_687_999_999, "1990-12-31T23:59:59.999Z"),
            ("1990-12-31T15:59:60-08:00", 662_687_999_999, "1990-12-31T23:59:59.999Z"),
            ("1990-12-31T23:59:60.999Z", 662_687_999_999, "1990-12-31T23:59:59.999Z"),
            ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130, "1937-01-01T11:40:27.870Z"),
            ("2026-04-09T12:00:00.000Z", 1_775_736_000_000, "2026-04-09T12:00:00Z"),
            ("2026-04-09t12:00:00.1239999z", 1_775_736_000_123, "2026-04-09T12:00:00.123Z"),
            ("2026-04-09 12:00:00-00:00", 1_775_736_000_000, "2026-04-09T12:00:00Z"),
            ("1969-12-31T23:59:59.999Z", -1, "1969-12-31T23:59:59.999Z"),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000, "0000-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(String, Int64, String)])
    func parses(text: String, milliseconds: Int64, shown: String) throws {
        let time = try #require(Timestamp(text))
        #expect(time.millisecondsSince1970 == milliseconds)
        #expect(time.description == shown)
        #expect(try JSONCoding.text(of: time) == "\"\(shown)\"")
    }

    @Test(arguments: [
        "", "2026-04-09", "2026-04-09T12:00:00", "2026-04-09T12:00Z", "2026-04-09T24:00:00Z",
        "2026-04-09T12:60:00Z", "2026-04-09T12:00:61Z", "2026-04-09T12:00:60Z",
        "2026-04-09T23:59:60+01:00", "2026-02-30T12:00:00Z", "2026-04-09T12:00:00.Z",
        "2026-04-09T12:00:00,5Z", "2026-04-09T12:00:00+0200", "2026-04-09T12:00:00+24:00",
        "2026-04-09T12:00:00+02:60", "2026-04-09T12:00:00Z ", "2026-04-09T12:00:00 Z",
        "2026-04-09_12:00:00Z", "+2026-04-09T12:00:00Z", "20260409T120000Z",
    ])
    func refuses(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func refusesEveryCut() {
        let text = "1996-12-19T16:39:57.123-08:00"
        for length in 0..<text.count {
            #expect(Timestamp(text.prefix(length)) == nil)
        }
    }

    @Test(arguments: [Int64.min, .min + 1, -62_167_219_200_001, 253_402_300_800_000, .max])
    func everyInstantHasAText(milliseconds: Int64) throws {
        let time = Timestamp(millisecondsSince1970: milliseconds)
        #expect(try JSONCoding.value(Timestamp.self, of: JSONCoding.text(of: time)) == time)
        #expect(Timestamp(time.description) == nil)
    }

    @Test func endsAtTheLimits() {
        let last = Timestamp(millisecondsSince1970: .max)
        #expect(last.adding(milliseconds: 1) == last)
        #expect(Timestamp(millisecondsSince1970: .min).adding(milliseconds: -1) < last)
        #expect(Timestamp(millisecondsSince1970: -1).secondsSince1970 == -1)
        #expect(Timestamp(millisecondsSince1970: 1_999).secondsSince1970 == 1)
        #expect(throws: DecodingError.self) {
            try JSONCoding.value(Timestamp.self, of: "\"+292278995-01-01T00:00:00Z\"")
        }
    }
}

@Suite("Time of day")
struct TimeOfDayTests {
    @Test(arguments: [
        ("00:00", 0, "00:00"), ("23:59", 86_340, "23:59"), ("23:59:59", 86_399, "23:59:59"),
        ("07:05:00", 25_500, "07:05"), ("12:34:56", 45_296, "12:34:56"),
    ])
    func parses(text: String, seconds: Int, shown: String) throws {
        let time = try #require(TimeOfDay(text))
        #expect(time.secondsSinceMidnight == seconds)
        #expect(time == TimeOfDay(secondsSinceMidnight: seconds))
        #expect(time == TimeOfDay(hour: time.hour, minute: time.minute, second: time.second))
        #expect(time.description == shown)
        #expect(try JSONCoding.value(TimeOfDay.self, of: "\"\(text)\"") == time)
    }

    @Test(arguments: [
        "", "7:05", "24:00", "12:60", "12:00:60", "12:00:00.5", "12", "12:", "12:00:", "1200",
        "12:00Z", " 12:00", "-1:00",
    ])
    func refuses(text: String) {
        #expect(TimeOfDay(text) == nil)
    }

    @Test func hasLimits() {
        #expect(TimeOfDay(secondsSinceMidnight: -1) == nil)
        #expect(TimeOfDay(secondsSinceMidnight: 86_400) == nil)
        #expect(TimeOfDay(hour: 0, minute: -1) == nil)
        #expect(TimeOfDay.midnight < TimeOfDay.noon)
        #expect(TimeOfDay.noon.description == "12:00")
    }
}
