import Application
import Ledger
import Support
import Testing

@Suite struct EnvironmentTests {
    @Test func isAValue() {
        let env = Environment.test
        let other = env.with { $0.user = 5 }
        #expect(env.user == nil)
        #expect(other.user == 5)
    }

    @Test func countsFromTheStartEachTime() throws {
        #expect(try opened().root() == opened().root())
        let now = Environment.test.now()
        #expect(now.description == "2026-01-15T12:00:00Z")
    }

    @Test func dependsOnTheLedgersZone() throws {
        let env = Environment.test.with {
            $0.now = { Timestamp("2026-03-29T23:30:00Z") ?? Timestamp(millisecondsSince1970: 0) }
        }
        _ = try InitLedger.run(InitLedger.Input(zone: "Asia/Tokyo"), in: env)
        #expect(try env.today(in: env.snapshot()).day.description == "2026-03-30")
        let id = try env.add("1")
        let row = try ShowEntry.run(EntryInput(id: "\(id)"), in: env).rows[0]
        #expect(row.day.description == "2026-03-30")
    }

    @Test func writesTheActingPerson() throws {
        let env = try opened()
        let id = try env.add("1")
        let history = try EntryHistory.run(EntryInput(id: "\(id)"), in: env)
        #expect(history.versions[0].actor == "Ada")
        #expect(history.versions[0].recordedAt.description == "2026-01-15T12:00:00Z")
        #expect(throws: ApplicationError.decision(.unknownPerson(99))) {
            try env.with { $0.user = 99 }.add("1")
        }
    }

    /// Many at once in two environments over one ledger: each is decided anew until it fits.
    @Test func writesFromManySidesAtOnce() async throws {
        let env = try opened()
        let other = env.with { $0.user = 1 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask {
                    try (number % 2 == 0 ? env : other).add("\(number)", account: "Cash")
                }
            }
            try await group.waitForAll()
        }
        #expect(try env.sums() == ["expense 36.00 EUR 8"])
        // One account only, whoever came first.
        #expect(try env.events() == 2 + 1 + 8)
    }

    @Test func keepsTwoLedgersApart() async throws {
        async let one = Task.detached { try opened().add("1") }.value
        async let two = Task.detached {
            let env = try opened()
            try env.add("1")
            return try env.add("2")
        }.value
        #expect(try await [one, two] == [2, 3])
    }
}
