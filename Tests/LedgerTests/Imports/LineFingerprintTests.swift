import Ledger
import Support
import Testing

@Suite struct LineFingerprintTests {
    private static let bus = LineFacts(kind: .expense, amount: Given.euros(250), day: Given.day(1))
    private static let said = LineDetails(title: "Bus", note: "home")

    private func fingerprint(
        _ facts: LineFacts = bus, _ details: LineDetails = said,
        _ account: LineFingerprint.Account = .known(2)
    ) -> LineFingerprint {
        LineFingerprint(facts, details, account: account)
    }

    @Test(
        "spaces do not count",
        arguments: [
            ("  Bus", "home "), ("Bus", "\nhome"), ("\tBus ", " home\r\n"),
            ("\u{A0}Bus\u{2003}", "home"),
        ])
    func isTheSame(_ title: String, _ note: String) {
        let details = LineDetails(externalID: "7", title: title, note: note, tags: ["x"])
        #expect(fingerprint(details: details) == fingerprint())
    }

    private func fingerprint(details: LineDetails) -> LineFingerprint {
        fingerprint(LineFingerprintTests.bus, details)
    }

    @Test("spaces between words are one", arguments: ["Bus  home", "Bus\u{2009}\u{A0}home"])
    func collapses(_ title: String) {
        #expect(
            fingerprint(details: LineDetails(title: title))
                == fingerprint(details: LineDetails(title: "Bus home")))
    }

    @Test(
        "other texts are others",
        arguments: ["Bu s", "bus", "Bush", "", "Bus home", "Bu", "B\u{FC}s"])
    func tellsTitles(_ title: String) {
        let details = LineDetails(title: title, note: "home")
        #expect(fingerprint(details: details) != fingerprint())
    }

    @Test("other notes are others", arguments: ["", "home 2", "work"])
    func tellsNotes(_ note: String) {
        let details = LineDetails(title: "Bus", note: note)
        #expect(fingerprint(details: details) != fingerprint())
    }

    @Test func textsOfEightBytesAreTold() {
        var seen: Set<LineFingerprint> = []
        for length in 0..<40 {
            for letter in ["a", "\u{0}"] {
                let title = String(repeating: letter, count: length)
                seen.insert(fingerprint(details: LineDetails(title: title)))
            }
        }
        // Both letters make the same empty title.
        #expect(seen.count == 79)
    }

    @Test func tellsTitleFromNote() {
        let one = LineDetails(title: "Bus", note: "")
        let other = LineDetails(title: "", note: "Bus")
        #expect(fingerprint(details: one) != fingerprint(details: other))
    }

    @Test func tellsFactsApart() throws {
        var seen: Set<LineFingerprint> = [fingerprint()]
        func add(_ change: (inout LineFacts) -> Void) {
            var facts = LineFingerprintTests.bus
            change(&facts)
            seen.insert(fingerprint(facts))
        }
        add { $0.kind = .income }
        add { $0.kind = .transfer }
        add { ($0.kind, $0.flags) = (.transfer, .incoming) }
        add { $0.amount = Given.euros(-250) }
        add { $0.amount = Given.euros(251) }
        add { $0.amount = Money(minor: 250, currency: Given.currency("USD")) }
        add { $0.day = Given.day(2) }
        var details = LineFingerprintTests.said
        details.time = TimeOfDay(hour: 0, minute: 0)
        seen.insert(fingerprint(details: details))
        for account in [LineFingerprint.Account.none, .known(3), .new("2")] {
            seen.insert(fingerprint(LineFingerprintTests.bus, LineFingerprintTests.said, account))
        }
        #expect(seen.count == 12)
        var facts = LineFingerprintTests.bus
        facts.category = try CategoryPath("travel")
        #expect(fingerprint(facts) == fingerprint())
    }
}

@Suite struct FingerprintIndexTests {
    private func fingerprint(_ number: Int) -> LineFingerprint {
        let facts = LineFacts(
            kind: .expense, amount: Given.euros(Int64(number)), day: Given.day(0))
        return LineFingerprint(facts, LineDetails(), account: nil)
    }

    @Test(arguments: [0, 1, 2, 7, 300, 5_000])
    func givesEachLineOnce(_ count: Int) {
        var index = FingerprintIndex()
        for number in 0..<count {
            // Number n is there n % 5 times, and 0 as often as there are others.
            for _ in 0..<(number % 5) { index.add(fingerprint(number)) }
            index.add(fingerprint(0))
        }
        index.close()
        for number in stride(from: count - 1, through: 1, by: -1) {
            var taken = 0
            while index.take(fingerprint(number)) { taken += 1 }
            #expect(taken == number % 5)
        }
        #expect(index.left == count)
        var taken = 0
        while index.take(fingerprint(0)) { taken += 1 }
        #expect(taken == count)
        #expect(index.left == 0)
    }
}
