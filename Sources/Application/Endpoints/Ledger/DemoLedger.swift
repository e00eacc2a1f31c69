internal import EventLog
package import Ledger

/// Fills a new ledger with a year of made-up entries up to today, the same all day.
package enum DemoLedger: Endpoint {
    package typealias Input = NoInput

    /// What the sample consists of.
    package struct Output: Codable, Hashable, Sendable {
        /// Where it is kept.
        package let home: String
        /// All events.
        package let events: UInt64
        /// Lines that count.
        package let lines: Int64
        /// The first day with an entry.
        package let start: Day
        /// The day after the last with an entry.
        package let end: Day
        /// The position of the last event.
        package let position: UInt64
        /// The root over all events, lower-case hex.
        package let root: String
    }

    package static let path = "demo"
    package static let summary = "make a sample ledger to look at"
    package static let needs: Set<Permission> = [.create]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        guard let euro = Currency.iso("EUR"), let yen = Currency.iso("JPY") else {
            throw .unknownCurrency("JPY", suggestions: [])
        }
        let today = Zone.utc.day(at: env.now())
        let teller = Teller(env)
        let opening = InitLedger.Input(
            currency: "EUR", zone: "UTC", weekStart: "monday", owner: "Robin")
        _ = try InitLedger.run(opening, in: teller.env(on: DemoStory.start(of: today)))
        var ids: [String: UInt64] = [:]
        for entry in DemoStory(until: today, euro: euro, yen: yen).entries {
            let command: Command
            switch entry.step {
            case .command(let given): command = given
            case .change(let key, let make):
                guard let id = ids[key] else { continue }
                command = make(id)
            }
            let recorded = try teller.env(on: entry.day).record { _, _ in command }
            if let key = entry.key { ids[key] = recorded.written().id }
        }
        return try summary(env, today)
    }

    private static func summary(
        _ env: Environment, _ today: Day
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let (table, head) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            (try snapshot.spending(), try snapshot.head())
        }
        var lines: Int64 = 0
        for entry in table.entries { lines += entry.cell.count }
        let days = table.days ?? DayRange(start: today, end: today)
        return Output(
            home: env.home.place, events: head.count, lines: lines, start: days.start,
            end: days.end, position: head.count - 1, root: head.root.hex)
    }
}

/// Tells the story: ids, salts and clocks are the same every time, so the root is, too. What would
/// be recorded in the evening of the last day is recorded now where that has not come.
private struct Teller {
    private let env: Environment
    private let commits = Counter()

    init(_ env: Environment) { self.env = env }

    /// The environment of the next step: some seconds later on a day.
    func env(on day: Day) -> Environment {
        let commits = commits
        let evening = min(
            env.now(), Zone.utc.timestamp(of: day, .noon).adding(milliseconds: 6 * 3_600_000))
        let bytes = Counter()
        return env.with { env in
            env.now = { evening }
            env.newCommitID = { CommitID(high: 0, low: commits.next()) }
            env.randomBytes = { count in
                (0..<count).map { _ in UInt8(truncatingIfNeeded: bytes.next() &* 37) }
            }
            env.makeSeed = { block in
                Seeds.tree(
                    over: (0..<32).map {
                        UInt8(truncatingIfNeeded: block &* 29 &+ $0 &* 11 &+ 3)
                    })
            }
            env.user = nil
        }
    }
}
