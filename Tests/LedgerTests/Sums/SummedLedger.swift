import EventLog
import Ledger
import Support
import Testing

/// A ledger in files in memory that keeps sums of every few events, and reports on it made with
/// sums and without.
struct SummedLedger {
    /// How many events a step of the sums has.
    static let step: UInt64 = 16
    static let secret: [UInt8] = Array(repeating: 9, count: 32)

    let storage: MemoryStorage
    var store: FileEventStore

    init(_ storage: MemoryStorage = MemoryStorage(), step: UInt64 = step) throws {
        self.storage = storage
        let log = try Log.create(
            in: storage, id: CommitID(high: 5, low: 5), options: SummedLedger.options(step))
        store = FileEventStore(log)
    }

    static func options(_ step: UInt64 = step, secret: [UInt8]? = secret) -> Log.Options {
        var options = Log.Options()
        options.sumEvents = step
        options.sumShare = 0
        options.secret = { secret }
        options.makeSeed = Seeds.fixed
        return options
    }

    /// The same files, opened anew.
    static func open(
        _ storage: MemoryStorage, step: UInt64 = step, secret: [UInt8]? = secret
    ) throws -> FileEventStore {
        FileEventStore(try Log.open(in: storage, options: options(step, secret: secret)))
    }

    /// Events as some program wrote them, in commits of random sizes.
    func append(_ events: [Event], _ random: inout SeededRandom) throws {
        var rest = events[...]
        while !rest.isEmpty {
            let count = try store.head().count
            let size = min(rest.count, count == 0 ? 4 : Int.random(in: 1...130, using: &random))
            let commit = NewCommit(
                id: CommitID(high: 1, low: count),
                recordedAt: Timestamp(millisecondsSince1970: 1_767_225_600_000 + Int64(count)),
                actor: count > 0 ? .position(1) : nil, events: Array(rest.prefix(size)),
                origin: .otherProgram)
            _ = try store.append(commit, expecting: nil)
            rest = rest.dropFirst(size)
        }
    }

    /// The names of the files with sums.
    var files: [String] { get throws { try storage.list().filter { $0.hasSuffix(".sums") } } }
}

/// Reports of all kinds, made with sums and without.
struct ReportPairs {
    private static let periods: [Period?] = [
        nil, .daily, .weekly, .monthly, .quarterly, .halfyearly, .yearly, .weekdays,
        .payCycle(dayOfMonth: 25), .everyMonths(1, anchor: Day(daysSince1970: 20_000)),
    ]
    private static let groupings: [ReportGrouping] = [
        .none, .category(depth: nil), .category(depth: 1), .account,
        ReportGrouping([.account, .category(depth: nil)]), ReportGrouping([.person]),
    ]

    /// What is asked for at random.
    static func parameters(_ random: inout SeededRandom) throws -> ReportParameters {
        let days = (0..<2).map { _ in Int32.random(in: 19_900...20_460, using: &random) }.sorted()
        var range = DayRange(
            start: Bool.random(using: &random) ? .min : Day(daysSince1970: days[0]),
            end: Bool.random(using: &random) ? .max : Day(daysSince1970: days[1]))
        if Int.random(in: 0..<4, using: &random) == 0, range.hasStart {
            range = Period.quarterly.interval(containing: range.start, weekStart: .monday)
        }
        let kind = EntryKind.allCases.randomElement(using: &random) ?? .expense
        let kinds: Set<EntryKind> = Bool.random(using: &random) ? [] : [kind]
        var query = LineQuery()
        switch Int.random(in: 0..<6, using: &random) {
        case 0: query.require(.kind(.income))
        case 1: query.require(.currency("JPY"))
        case 2: query.require(.days(DayRange(start: Day(daysSince1970: days[0]), end: .max)))
        default: break
        }
        return ReportParameters(
            period: try #require(periods.randomElement(using: &random)), range: range,
            kinds: kinds, by: try #require(groupings.randomElement(using: &random)),
            query: query)
    }

    /// Compares some reports, as of the end and as of events before it.
    ///
    /// - Returns: In how many of them sums took part.
    static func compare(
        _ store: FileEventStore, _ random: inout SeededRandom, times: Int, _ note: Comment
    ) throws -> Int {
        let end = try store.head().count
        var summed = 0
        for _ in 0..<times {
            let isNow = Bool.random(using: &random)
            let count = isNow ? end : UInt64.random(in: 4...max(4, end), using: &random)
            let snapshot = try LedgerSnapshot(store: store, upTo: count)
            let asked = try parameters(&random)
            let now = Day(daysSince1970: 20_100)
            let plain = try snapshot.report(asked, now: now)
            let quick = try snapshot.report(asked, now: now, withSums: true)
            #expect(quick == plain, "\(note), as of \(count): \(asked)")
            #expect(quick.digest == plain.digest, "\(note)")
            if try store.summedEvents(upTo: count) > 0 { summed += 1 }
        }
        return summed
    }
}
