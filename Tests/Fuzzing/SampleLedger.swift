import EventLog
import Ledger

/// Small sound ledgers, as files in memory.
enum SampleLedger {
    static let logID = CommitID(high: 0x0123_4567_89AB_CDEF, low: 42)
    static let name = "000000000000-0000.log"

    static let options: Log.Options = {
        var options = Log.Options()
        options.makeSeed = { block in (0..<32).map { UInt8(truncatingIfNeeded: block &* 31 &+ $0) }
        }
        options.makeSalt = { 0x1234_5678 }
        options.lockWait = .zero
        return options
    }()

    /// A ledger of one commit for each event and one of many lines, of which some amend others: a
    /// frame of columns when they are more than 100. No files where it could not be made.
    ///
    /// - Parameter spread: How many times as far apart the amounts lie.
    static func files(rounds: Int, lines: Int = 0, spread: Int64 = 1) -> [String: [UInt8]] {
        let storage = MemoryStorage()
        do {
            let store = FileEventStore(try Log.create(in: storage, id: logID, options: options))
            var commits = opening.map { [$0] }
            for round in 0..<rounds {
                commits += events(from: UInt64(commits.count), round).map { [$0] }
            }
            if lines > 0 {
                let position = UInt64(commits.count)
                commits.append(
                    (0..<lines).map { statement($0, at: position + UInt64($0), spread) })
            }
            for (number, events) in commits.enumerated() {
                let commit = NewCommit(
                    id: CommitID(high: 1, low: UInt64(number)),
                    recordedAt: Timestamp(
                        millisecondsSince1970: 1_767_225_600_000 + Int64(number)),
                    actor: number > 1 ? .position(1) : nil,
                    key: number % 3 == 2 ? "k\(number)" : nil, events: events)
                _ = try store.append(commit, expecting: nil)
            }
            return Dictionary(
                uniqueKeysWithValues: try storage.list().map { name in
                    (name, trimmed(storage.bytes(of: name) ?? [], name))
                })
        } catch { return [:] }
    }

    /// The segment of such a ledger.
    static func segment(rounds: Int, lines: Int = 0, spread: Int64 = 1) -> SegmentBytes {
        SegmentBytes(files(rounds: rounds, lines: lines, spread: spread)[name] ?? [])
    }

    /// Without the zeros that were allocated ahead.
    private static func trimmed(_ bytes: [UInt8], _ name: String) -> [UInt8] {
        let end = SegmentBytes(bytes).frames().last?.upperBound ?? bytes.count
        return name.hasSuffix(".log") ? Array(bytes[..<end]) : bytes
    }

    private static let euro = currency("EUR")
    private static let dollar = currency("USD")

    private static func currency(_ code: String) -> Currency {
        Currency.iso(code) ?? Currency.isoAll[0]
    }

    private static let day = Day(daysSince1970: 20_454)

    private static let opening: [Event] = [
        .ledgerOpened(
            LedgerOpened(
                ledgerID: Array(repeating: 7, count: 16),
                settings: Settings(
                    baseCurrency: euro, zoneName: "Europe/Berlin", weekStart: .monday))),
        .personAdded(PersonAdded(name: "Ada")),
        .accountOpened(
            AccountOpened(name: "Cash", opening: Money(minor: 0, currency: euro), day: day)),
        .taskAdded(TaskAdded(facts: TodoFacts(title: "Ring", deadline: .day(day), tags: ["a"]))),
        .taskCompleted(TaskChange(target: .position(3), previous: .position(3), reason: "x")),
    ]

    private static func events(from position: UInt64, _ round: Int) -> [Event] {
        let first = line(round)
        let amended = LineFacts(
            kind: .expense, amount: Money(minor: 80_000_000_000, currency: dollar),
            day: day.adding(days: 40), category: try? CategoryPath("food"))
        return [
            .lineAdded(first),
            .lineAmended(
                LineAmended(
                    target: .position(position), previous: .position(position), facts: amended,
                    replaced: first.facts, changes: [.amount, .day, .category, .account],
                    reason: "wrong")),
            .lineVoided(
                LineVoided(
                    target: .position(position), previous: .position(position + 1),
                    replaced: amended)),
            .lineRestored(
                LineRestored(
                    target: .position(position), previous: .position(position + 2),
                    facts: amended)),
            .lineAdded(LineAdded(facts: amended)),
        ]
    }

    /// Every ninth event amends the one before it, every tenth then voids that.
    private static func statement(
        _ number: Int, at position: UInt64, _ spread: Int64
    ) -> Event {
        guard spread > 1, number > 8, number % 10 >= 8 else {
            return .lineAdded(line(number, spread))
        }
        let target = position - UInt64(number % 10 - 7)
        let old = line(number / 10 * 10 + 7, spread).facts
        let new = line(number, spread).facts
        guard number % 10 == 8 else {
            return .lineVoided(
                LineVoided(
                    target: .position(target), previous: .position(target + 1),
                    replaced: line(number - 1, spread).facts))
        }
        return .lineAmended(
            LineAmended(
                target: .position(target), previous: .position(target), facts: new, replaced: old,
                changes: [.amount, .day], reason: "wrong"))
    }

    /// Some amounts are so far from the others that they are stored apart.
    private static func line(_ number: Int, _ spread: Int64 = 1) -> LineAdded {
        let isFar = number % 37 == 11 && spread < 1 << 20
        return LineAdded(
            facts: LineFacts(
                kind: number % 5 == 4 ? .income : .expense,
                amount: Money(
                    minor: (Int64(number * 7_919 % 10_007) - 50) * spread * (isFar ? spread : 1),
                    currency: number % 7 == 0 ? dollar : euro),
                day: day.adding(days: number / 3),
                category: number % 3 == 0 ? nil : try? CategoryPath("food:bread"),
                account: number % 2 == 0 ? .position(2) : nil),
            details: LineDetails(
                externalID: number % 4 == 0 ? "x\(number)" : nil,
                title: number % 6 == 0 ? "" : "Bread", tags: number % 8 == 1 ? ["daily"] : []))
    }
}
