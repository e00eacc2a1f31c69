import EventLog
import Ledger
import Support
import Testing

/// Sums are trusted as little as anything else: those that do not fit change no figure.
@Suite("Wrong sums cost time, and no figure")
struct WrongSumsTests {
    private static let parameters = [
        ReportParameters(period: .monthly, by: .category(depth: nil)),
        ReportParameters(period: .daily), ReportParameters(),
    ]

    /// A ledger with sums of most of it.
    private static func ledger(_ seed: UInt64 = 3, count: Int = 250) throws -> SummedLedger {
        var random = SeededRandom(seed: seed)
        let ledger = try SummedLedger()
        let history = RandomHistory(seed: seed, count: count, days: 19_990...20_060)
        try ledger.append(history.events, &random)
        try ledger.store.keepSums()
        return ledger
    }

    private static func reports(
        _ store: FileEventStore, withSums: Bool
    ) throws -> [SpendingReport] {
        let snapshot = try LedgerSnapshot(store: store)
        return try parameters.map {
            try snapshot.report($0, now: Day(daysSince1970: 20_000), withSums: withSums)
        }
    }

    /// Holds reports of a copy against those of a fold.
    private static func check(
        _ storage: MemoryStorage, _ expected: [SpendingReport],
        secret: [UInt8]? = SummedLedger.secret, _ note: Comment
    ) throws {
        let store = try SummedLedger.open(storage, secret: secret)
        #expect(try reports(store, withSums: true) == expected, note)
    }

    @Test("whatever byte is changed") func flips() throws {
        let ledger = try WrongSumsTests.ledger()
        let expected = try WrongSumsTests.reports(ledger.store, withSums: false)
        let name = try #require(try ledger.files.first)
        let bytes = try #require(ledger.storage.bytes(of: name))
        #expect(name == "000000000240.sums" && bytes.count > 500)
        for place in Soak.places(in: bytes.count) {
            let copy = ledger.storage.copy()
            var changed = bytes
            changed[place] ^= 1 << UInt8(place % 8)
            copy.replace(name, bytes: changed)
            try WrongSumsTests.check(copy, expected, "byte \(place)")
            let store = try SummedLedger.open(copy)
            // Of another content it says nothing; it is not believed either.
            #expect(try store.dropFalseSums() == [name], "byte \(place)")
            #expect(try store.keepSums())
            #expect(copy.bytes(of: name) == bytes, "byte \(place)")
        }
    }

    @Test("wherever it is cut, and whatever follows it") func cuts() throws {
        let ledger = try WrongSumsTests.ledger()
        let expected = try WrongSumsTests.reports(ledger.store, withSums: false)
        let name = try #require(try ledger.files.first)
        let bytes = try #require(ledger.storage.bytes(of: name))
        for end in Soak.places(in: bytes.count) {
            let copy = ledger.storage.copy()
            copy.replace(name, bytes: Array(bytes.prefix(end)))
            try WrongSumsTests.check(copy, expected, "cut at \(end)")
            #expect(try SummedLedger.open(copy).dropFalseSums() == [name], "cut at \(end)")
        }
        let copy = ledger.storage.copy()
        copy.replace(name, bytes: bytes + [0])
        try WrongSumsTests.check(copy, expected, "longer")
        #expect(try SummedLedger.open(copy).dropFalseSums() == [name])
    }

    @Test("of another ledger, of another end, of another device, or missing") func others() throws {
        let ledger = try WrongSumsTests.ledger()
        let expected = try WrongSumsTests.reports(ledger.store, withSums: false)
        let name = try #require(try ledger.files.first)
        let bytes = try #require(ledger.storage.bytes(of: name))
        // The same id and the same number of events.
        let other = try WrongSumsTests.ledger(4)
        let foreign = try #require(other.storage.bytes(of: name))
        let shorter = try WrongSumsTests.ledger(count: 230)
        let earlier = try #require(shorter.storage.bytes(of: "000000000224.sums"))
        for (wrong, note) in [(foreign, "foreign"), (earlier, "earlier"), ([], "empty")] {
            let copy = ledger.storage.copy()
            copy.replace(name, bytes: wrong)
            try WrongSumsTests.check(copy, expected, "\(note)")
            #expect(try SummedLedger.open(copy).dropFalseSums() == [name], "\(note)")
        }
        let stale = ledger.storage.copy()
        stale.replace("000000000224.sums", bytes: earlier)
        try stale.remove(name)
        try WrongSumsTests.check(stale, expected, "stale")
        // Of two the later one.
        stale.replace(name, bytes: bytes)
        #expect(try SummedLedger.open(stale).summedEvents(upTo: 250) == 240)
        #expect(try SummedLedger.open(stale).summedEvents(upTo: 239) == 224)
        for secret in [nil, DeviceHash.noSecret, Array(repeating: 8, count: 32)] {
            let copy = ledger.storage.copy()
            try WrongSumsTests.check(copy, expected, secret: secret, "another secret")
            let store = try SummedLedger.open(copy, secret: secret)
            #expect(try store.summedEvents(upTo: 250) == 0)
        }
        try ledger.storage.remove(name)
        try WrongSumsTests.check(ledger.storage, expected, "missing")
    }

    @Test("without a secret, and where nothing can be written, none are made") func none() throws {
        for secret in [nil, DeviceHash.noSecret] {
            let ledger = try WrongSumsTests.ledger()
            let name = try #require(try ledger.files.first)
            try ledger.storage.remove(name)
            let store = try SummedLedger.open(ledger.storage, secret: secret)
            #expect(try !store.keepSums(anew: true))
            #expect(try ledger.files == [])
        }
        let ledger = try WrongSumsTests.ledger()
        let copy = ledger.storage.copy(isWritable: false)
        #expect(try !SummedLedger.open(copy).keepSums(anew: true))
        #expect(try SummedLedger.open(copy).dropFalseSums() == [])
        #expect(try SummedLedger.open(copy).summedEvents(upTo: 250) == 240)
    }

    /// Sums that say something else, with all checksums right: who has the secret could make them.
    private static func forged() throws -> (ledger: SummedLedger, name: String) {
        let ledger = try WrongSumsTests.ledger()
        let other = try WrongSumsTests.ledger(4)
        let name = try #require(try ledger.files.first)
        let foreign = try #require(other.storage.bytes(of: name))
        let own = try #require(ledger.storage.bytes(of: name))
        // The header of this ledger over the list and the blocks of the other.
        var bytes = Array(own.prefix(80)) + Array(foreign[80..<120])
        let hash = DeviceHash(secret: SummedLedger.secret, for: "ledger sums")
        let checksum = hash.checksum(bytes)
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: checksum >> (8 * UInt64($0))) }
        ledger.storage.replace(name, bytes: bytes + Array(foreign[128...]))
        return (ledger, name)
    }

    @Test("under a right checksum they are found by who adds up, and not read by what is proved")
    func forgery() throws {
        let (ledger, name) = try WrongSumsTests.forged()
        let store = try SummedLedger.open(ledger.storage)
        let expected = try WrongSumsTests.reports(store, withSums: false)
        // Who has the device's secret is believed: this is why it lies outside.
        #expect(try store.summedEvents(upTo: 250) == 240)
        #expect(try WrongSumsTests.reports(store, withSums: true) != expected)
        let proved = try store.proved(upTo: nil) { _ in }
        let provedReports = try WrongSumsTests.parameters.map {
            try LedgerSnapshot(store: proved).report(
                $0, now: Day(daysSince1970: 20_000), withSums: true)
        }
        #expect(provedReports == expected)
        #expect(try store.dropFalseSums() == [name])
        #expect(try WrongSumsTests.reports(store, withSums: true) == expected)
        #expect(try store.keepSums())
        #expect(try store.dropFalseSums() == [])
        #expect(try WrongSumsTests.reports(store, withSums: true) == expected)
    }

    @Test("a log that lost its end and went on otherwise is not mistaken for the old one")
    func rollback() throws {
        let ledger = try WrongSumsTests.ledger()
        let name = try #require(try ledger.files.first)
        let sums = try #require(ledger.storage.bytes(of: name))
        let other = try WrongSumsTests.ledger(5)
        let expected = try WrongSumsTests.reports(other.store, withSums: false)
        other.storage.replace(name, bytes: sums)
        try WrongSumsTests.check(other.storage, expected, "another history")
    }
}
