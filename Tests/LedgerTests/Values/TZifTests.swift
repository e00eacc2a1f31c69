import Ledger
import Testing

@Suite("TZif")
struct TZifTests {
    @Test(arguments: [
        ("1890-01-01T00:00:00Z", -37_886), ("1896-01-13T22:31:25Z", -37_886),
        ("1896-01-13T22:31:26Z", -37_800), ("1933-04-30T12:30:00Z", -34_200),
        ("1933-05-21T21:30:00Z", -37_800), ("1945-09-30T11:29:59Z", -34_200),
        ("1945-09-30T11:30:00Z", -37_800), ("1947-06-08T12:29:59Z", -37_800),
        ("1947-06-08T12:30:00Z", -36_000), ("2500-01-01T00:00:00Z", -36_000),
    ])
    func readsTheExampleOfTheRFC(instant: String, seconds: Int) throws {
        #expect(try offset(TZif.honolulu.zone(), instant) == seconds)
    }

    @Test(arguments: [0x00, 0x32, 0x33, 0x34] as [UInt8])
    func readsEveryVersion(version: UInt8) throws {
        var file = TZif(version: version)
        file.changes = [(1_000_000_000, 1)]
        file.types = [(3_600, 0, 0), (7_200, 1, 4)]
        file.letters = "CET\0CEST\0"
        let zone = try file.zone()
        #expect(try offset(zone, "2001-09-09T01:46:39Z") == 3_600)
        #expect(try offset(zone, "2001-09-09T01:46:40Z") == 7_200)
    }

    @Test func refusesEveryCut() throws {
        for file in [TZif.honolulu, TZif(version: 0)] {
            let bytes = file.bytes
            _ = try file.zone()
            for length in bytes.indices {
                let error = #expect(throws: ZoneError.self) {
                    try Zone(name: "Cut", tzif: Array(bytes[..<length]))
                }
                guard case .damaged("Cut", let offset) = error, offset <= length else {
                    Issue.record("cut at \(length): \(String(describing: error))")
                    return
                }
            }
        }
    }

    /// Whatever one byte says, it is refused, or time goes forward: later instants have no earlier
    /// days, later days no earlier starts, and what comes before a day's start is no part of it.
    @Test func survivesEveryWrongByte() throws {
        let instants = [
            Int64.min, -9_000_000_000_000, 0, 1_720_000_000_000, 4_000_000_000_000, .max,
        ]
        .map(Timestamp.init(millisecondsSince1970:))
        let numbers: [Int32] = [-70_000, -11_000, 0, 10_957, 20_000, 20_001, 20_179, 40_000]
        let days = numbers.map(Day.init(daysSince1970:))
        var (read, refused) = (0, 0)
        var file = TZif.honolulu
        file.footer = "\nCET-1CEST,M3.5.0,M10.5.0/3\n"
        let bytes = file.bytes
        for index in bytes.indices {
            for value in [0x00, 0x01, 0x0A, 0x2D, 0x35, 0x7F, 0x80, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[index] = value
                guard let zone = try? Zone(name: "Damaged", tzif: damaged) else {
                    refused += 1
                    continue
                }
                read += 1
                let found = instants.map { zone.day(at: $0) }
                #expect(zip(found, found.dropFirst()).allSatisfy(<=), "\(index) \(value)")
                let starts = ([.min] + days + [.max]).map { zone.start(of: $0) }
                #expect(zip(starts, starts.dropFirst()).allSatisfy(<=), "\(index) \(value)")
                for day in days {
                    let start = zone.start(of: day)
                    #expect(zone.day(at: start) >= day, "\(index) \(value) \(day)")
                    let before = zone.day(at: start.adding(milliseconds: -1))
                    #expect(before < day, "\(index) \(value) \(day)")
                    #expect(zone.timestamp(of: day, .noon) >= start, "\(index) \(value) \(day)")
                }
            }
        }
        #expect(read > 100 && refused > 100)
    }

    @Test func refusesIllegalContents() throws {
        var files: [TZif] = []
        for change in 0..<8 {
            var file = TZif.honolulu
            switch change {
            case 0: file.changes[1].type = 6  // no such type
            case 1: file.changes[2].seconds = file.changes[1].seconds  // not ascending
            case 2: file.types[1].offset = 93_600  // 26 hours
            case 3: file.types[1].offset = -90_000
            case 4: file.types[1].isDaylight = 2
            case 5: file.types[1].letter = 20  // behind the letters
            case 6: file.types = []
            default: file.leapSeconds = 1
            }
            files.append(file)
        }
        for file in files {
            #expect(throws: ZoneError.self) { try file.zone() }
        }
        #expect(throws: ZoneError.damaged(name: "Text", offset: 1)) {
            try Zone(name: "Text", tzif: Array("no zone".utf8))
        }
    }

    @Test func sizesBeyondTheFileAreRefused() {
        var bytes = TZif(version: 0).bytes
        for index in 20..<44 where index % 4 == 0 {
            bytes[index] = 0x7F
        }
        #expect(throws: ZoneError.self) { try Zone(name: "Huge", tzif: bytes) }
    }
}

/// The parts of a TZif file, to be written as RFC 9636 says.
private struct TZif {
    var version: UInt8 = 0x32
    var changes: [(seconds: Int64, type: UInt8)] = []
    var types: [(offset: Int32, isDaylight: UInt8, letter: UInt8)] = [(0, 0, 0)]
    var letters = "LMT\0"
    var footer = "\n\n"
    var leapSeconds: UInt32 = 0

    var bytes: [UInt8] {
        if version == 0 { return header + block(timeBytes: 4) }
        var first = TZif(version: version)
        first.footer = ""
        return first.header + first.block(timeBytes: 4) + header + block(timeBytes: 8)
            + Array(footer.utf8)
    }

    private var header: [UInt8] {
        let counts =
            [0, 0, leapSeconds, changes.count, types.count, letters.utf8.count]
            as [any BinaryInteger]
        return Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
            + counts.flatMap { TZif.bigEndian(Int64($0), count: 4) }
    }

    private func block(timeBytes: Int) -> [UInt8] {
        changes.flatMap { TZif.bigEndian($0.seconds, count: timeBytes) } + changes.map(\.type)
            + types.flatMap {
                TZif.bigEndian(Int64($0.offset), count: 4) + [$0.isDaylight, $0.letter]
            }
            + Array(letters.utf8)
            + [UInt8](repeating: 0, count: Int(leapSeconds) * (timeBytes + 4))
    }

    private static func bigEndian(_ value: Int64, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    func zone() throws -> Zone {
        try Zone(name: "Test", tzif: bytes)
    }

    /// Pacific/Honolulu, the example of RFC 9636, appendix B.2.
    static let honolulu = TZif(
        changes: [
            (-2_334_101_314, 1), (-1_157_283_000, 2), (-1_155_436_200, 1), (-880_198_200, 3),
            (-769_395_600, 4), (-765_376_200, 1), (-712_150_200, 5),
        ],
        types: [
            (-37_886, 0, 0), (-37_800, 0, 4), (-34_200, 1, 8), (-34_200, 1, 12), (-34_200, 1, 16),
            (-36_000, 0, 4),
        ],
        letters: "LMT\0HST\0HDT\0HWT\0HPT\0", footer: "\nHST10\n")
}

private func offset(_ zone: Zone, _ text: String) throws -> Int {
    zone.utcOffsetSeconds(at: try #require(Timestamp(text)))
}

@Suite("TZif footer")
struct TZifFooterTests {
    private func zone(_ rule: String) throws -> Zone {
        var file = TZif()
        file.footer = "\n\(rule)\n"
        return try file.zone()
    }

    /// Rules of POSIX and RFC 9636, section 3.3.1, with dates counted by hand.
    @Test(arguments: [
        ("HST10", "2026-07-01T00:00:00Z", -36_000),
        ("<+0545>-5:45", "2026-07-01T00:00:00Z", 20_700),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3_600),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7_200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7_200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3_600),
        // Southern: daylight time over new year.
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-01-01T00:00:00Z", 46_800),
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-04-04T14:00:00Z", 43_200),
        // Negative hours: the change lies on the day before.
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7_200),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3_600),
        // More than 24 hours: Friday 02:00 after the fourth Thursday.
        ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-26T23:59:59Z", 7_200),
        ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00:00Z", 10_800),
        // All year daylight time.
        ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:59:59Z", -14_400),
        ("XXX3EDT4,0/0,J365/23", "2026-12-31T23:00:00Z", -14_400),
        ("XXX3EDT4,0/0,J365/23", "2027-01-01T03:00:00Z", -14_400),
        // Day 60 is March 1 in every year with J, February 29 or March 2 counted from 0.
        ("AAA0BBB,J60/0,J300/0", "2024-02-29T23:59:59Z", 0),
        ("AAA0BBB,J60/0,J300/0", "2024-03-01T00:00:00Z", 3_600),
        ("AAA0BBB,59/0,300/0", "2024-02-28T23:59:59Z", 0),
        ("AAA0BBB,59/0,300/0", "2024-02-29T00:00:00Z", 3_600),
        ("AAA0BBB,59/0,300/0", "2026-02-28T23:59:59Z", 0),
        ("AAA0BBB,59/0,300/0", "2026-03-01T00:00:00Z", 3_600),
        ("AAA0BBB-2:30:15,J1/0,J300/0", "2026-06-01T00:00:00Z", 9_015),
    ])
    func follows(rule: String, instant: String, seconds: Int) throws {
        #expect(try offset(zone(rule), instant) == seconds)
    }

    @Test(arguments: [
        "C-1", "CET", "CET-25", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1",
        "CET-1CEST,366,J1", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0,",
        "<+01-1", "CET-1:60", " CET-1", "CET-1 ", "CET-1CEST,M3.5.0/,M10.5.0", "CET--1",
    ])
    func refuses(rule: String) {
        #expect(throws: ZoneError.self) { try zone(rule) }
    }

    @Test func theFileCountsBeforeTheFooter() throws {
        var file = TZif()
        file.changes = [(0, 1), (4_102_444_800, 0)]  // 2100-01-01
        file.types = [(0, 0, 0), (1_800, 0, 0)]
        file.footer = "\nCET-1CEST,M3.5.0,M10.5.0/3\n"
        let zone = try file.zone()
        #expect(try offset(zone, "1969-12-31T23:59:59Z") == 0)
        #expect(try offset(zone, "2099-07-01T00:00:00Z") == 1_800)
        #expect(try offset(zone, "2100-07-01T00:00:00Z") == 7_200)
    }
}
