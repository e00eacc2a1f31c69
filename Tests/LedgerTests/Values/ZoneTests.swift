import Ledger
import Support
import Testing

private func time(_ text: String) throws -> Timestamp {
    try #require(Timestamp(text))
}

private func day(_ text: String) throws -> Day {
    try #require(Day(text))
}

/// Whether this machine has zone files.
private let hasZones = !Zone.knownNames.isEmpty

/// From here on the rules of zones may still be changed by those who make them: the data sets say
/// what was planned, the machine's files may know better.
private let settledUntil = "2026-01-01"

@Suite("Zones of the system", .enabled(if: hasZones, "no time zone files: install tzdata"))
struct SystemZoneTests {
    @Test(.enabled(if: SharedData.has("cal-moment-timezone"), "shared data is missing"))
    func agreesWithTransitions() throws {
        let json = try #require(SharedData.json("cal-moment-timezone/transitions.json"))
        let zones = try #require(json["zones"]?.object)
        #expect(zones.count == 12)
        for (name, rows) in zones {
            let zone = try Zone(name: name)
            for row in try #require(rows.array) {
                let instant = try time(#require(row[0]?.string))
                if instant.description >= settledUntil { continue }
                let west = try #require(row[3]?.number.flatMap { Double($0) })
                let offset = zone.utcOffsetSeconds(at: instant)
                guard offset == Int((-west * 60).rounded()),
                    zone.timeOfDay(at: instant) == row[1]?.string.flatMap({ TimeOfDay($0) })
                else {
                    Issue.record("\(name) at \(instant): \(offset), expected \(row)")
                    return
                }
            }
        }
    }

    /// Every odd day has the expected pieces, and every other day from 1990 on is 24 h in one
    /// piece.
    @Test(.enabled(if: SharedData.has("cal-moment-timezone"), "shared data is missing"))
    func agreesWithOddDays() throws {
        let json = try #require(SharedData.json("cal-moment-timezone/expected-odd-days.json"))
        let zones = try #require(json["zones"]?.object)
        #expect(zones.count == 12)
        for (name, rows) in zones {
            let zone = try Zone(name: name)
            var odd: Set<Day> = []
            for row in try #require(rows.array) {
                let date = try day(#require(row["local_date"]?.string))
                if date.description >= settledUntil { continue }
                odd.insert(date)
                let pieces = try #require(row["utc_intervals"]?.array).map { piece in
                    (try time(#require(piece[0]?.string)), try time(#require(piece[1]?.string)))
                }
                expect(pieces, are: date, in: zone)
            }
            var date = try day("1990-01-03")
            let end = try day(settledUntil)
            while date < end {
                let (start, next) = (zone.start(of: date), zone.start(of: date.adding(days: 1)))
                if !odd.contains(date), next != start.adding(milliseconds: 86_400_000) {
                    Issue.record("\(name) \(date): \(start) to \(next)")
                }
                date = date.adding(days: 1)
            }
        }
    }

    private func expect(_ pieces: [(Timestamp, Timestamp)], are date: Day, in zone: Zone) {
        let first = pieces.first?.0 ?? zone.start(of: date.adding(days: 1))
        #expect(zone.start(of: date) == first, "\(zone) \(date)")
        for (start, end) in pieces {
            let inside = [start, end.adding(milliseconds: -1)]
            let outside = [start.adding(milliseconds: -1), end]
            #expect(inside.allSatisfy { zone.day(at: $0) == date }, "\(zone) \(date)")
            #expect(outside.allSatisfy { zone.day(at: $0) != date }, "\(zone) \(date)")
        }
    }

    @Test func apiaSkippedADay() throws {
        let apia = try Zone(name: "Pacific/Apia")
        let skip = try time("2011-12-30T10:00:00Z")
        let skipped = try day("2011-12-30")
        #expect(apia.start(of: skipped) == skip)
        #expect(apia.start(of: skipped.adding(days: 1)) == skip)
        #expect(apia.day(at: skip).description == "2011-12-31")
        #expect(apia.day(at: skip.adding(milliseconds: -1)).description == "2011-12-29")
        // Noon on the skipped day moves forward by the gap, 24 hours.
        #expect(apia.timestamp(of: skipped, .noon) == (try time("2011-12-30T22:00:00Z")))
    }

    @Test(arguments: [
        // A gap (02:00 to 03:00) and a fold (03:00 back to 02:00) of central Europe.
        ("Europe/Berlin", "2026-03-29", "01:59:59", "2026-03-29T00:59:59Z"),
        ("Europe/Berlin", "2026-03-29", "02:00", "2026-03-29T01:00:00Z"),
        ("Europe/Berlin", "2026-03-29", "02:30", "2026-03-29T01:30:00Z"),
        ("Europe/Berlin", "2026-03-29", "03:00", "2026-03-29T01:00:00Z"),
        ("Europe/Berlin", "2026-10-25", "01:59:59", "2026-10-24T23:59:59Z"),
        ("Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T00:30:00Z"),
        ("Europe/Berlin", "2026-10-25", "03:00", "2026-10-25T02:00:00Z"),
        // Midnight in a gap.
        ("America/Sao_Paulo", "2018-11-04", "00:00", "2018-11-04T03:00:00Z"),
        // Half an hour of daylight time.
        ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00Z"),
        // Beyond the last change in the file: the footer's rule.
        ("Europe/Berlin", "2100-03-28", "02:30", "2100-03-28T01:30:00Z"),
        ("America/New_York", "2400-11-05", "01:30", "2400-11-05T05:30:00Z"),
        ("Pacific/Auckland", "2075-01-01", "00:00", "2074-12-31T11:00:00Z"),
        ("Asia/Kolkata", "9999-12-31", "05:30", "9999-12-31T00:00:00Z"),
        // Before the first: local mean time.
        ("Europe/Paris", "1800-01-01", "00:00", "1799-12-31T23:50:39Z"),
    ])
    func placesLocalTimes(name: String, date: String, clock: String, instant: String) throws {
        let zone = try Zone(name: name)
        let clock = try #require(TimeOfDay(clock))
        #expect(zone.timestamp(of: try day(date), clock) == (try time(instant)))
    }

    @Test(arguments: [
        ("Europe/Berlin", "2050-03-27T00:59:59Z", 3_600),
        ("Europe/Berlin", "2050-03-27T01:00:00Z", 7_200),
        ("America/New_York", "2100-03-14T06:59:59Z", -18_000),
        ("America/New_York", "2100-03-14T07:00:00Z", -14_400),
        ("Asia/Kathmandu", "2026-01-01T00:00:00Z", 20_700),
        ("Africa/Casablanca", "2026-03-01T00:00:00Z", 0),
    ])
    func offsets(name: String, instant: String, seconds: Int) throws {
        #expect(try Zone(name: name).utcOffsetSeconds(at: time(instant)) == seconds)
    }

    @Test(arguments: ["Europe/Berln", "europe/berlin", "berlin", "Berlin"])
    func suggestsNames(name: String) throws {
        let error = #expect(throws: ZoneError.self) { try Zone(name: name) }
        guard case .unknownName(name, let suggestions) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(suggestions.first == "Europe/Berlin")
    }

    @Test(arguments: [
        "", "/etc/passwd", "../../etc/passwd", "Europe/../../zoneinfo/Europe/Berlin", "Europe",
        "zone.tab", "Europe/Berlin\0", "/usr/share/zoneinfo/Europe/Berlin",
        "Europe/Berlin/", ".",
    ])
    func refusesNames(name: String) throws {
        let error = #expect(throws: ZoneError.self) { try Zone(name: name) }
        guard case .unknownName(name, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func codesAsItsName() throws {
        let berlin = try Zone(name: "Europe/Berlin")
        #expect(try JSONCoding.text(of: berlin) == "\"Europe/Berlin\"")
        #expect(try JSONCoding.value(Zone.self, of: "\"Europe/Berlin\"") == berlin)
        #expect(throws: ZoneError.self) { try JSONCoding.value(Zone.self, of: "\"Nowhere\"") }
    }
}

@Suite("Zones without files")
struct FilelessZoneTests {
    @Test(arguments: ["UTC", "Etc/UTC"])
    func utcNeedsNoFiles(name: String) throws {
        let zone = try Zone(name: name, folders: [])
        let instant = try time("2026-04-09T23:59:59.999Z")
        #expect(zone.utcOffsetSeconds(at: instant) == 0)
        #expect(zone.day(at: instant).description == "2026-04-09")
        #expect(zone.timeOfDay(at: instant).description == "23:59:59")
        #expect(zone.start(of: zone.day(at: instant)) == (try time("2026-04-09T00:00:00Z")))
        #expect(
            zone.timestamp(of: try day("2026-04-09"), .noon) == (try time("2026-04-09T12:00:00Z")))
    }

    @Test func missingDataIsAnErrorAndNotUTC() {
        let error = ZoneError.dataMissing(
            name: "Europe/Berlin", searched: ["/nonexistent"], package: "tzdata")
        #expect(throws: error) { try Zone(name: "Europe/Berlin", folders: ["/nonexistent"]) }
    }

    @Test(arguments: [Int64.min, -1, 0, .max])
    func everyInstantHasADay(milliseconds: Int64) {
        let instant = Timestamp(millisecondsSince1970: milliseconds)
        #expect(Zone.utc.timeOfDay(at: instant) >= .midnight)
        _ = Zone.utc.day(at: instant)
    }

    @Test(arguments: [Day.min, .max])
    func everyDayHasAStart(day: Day) {
        #expect(Zone.utc.day(at: Zone.utc.start(of: day)) == day)
    }
}
