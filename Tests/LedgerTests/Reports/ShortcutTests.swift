import EventLog
import Ledger
import Support
import Testing

/// Whatever is found without reading everything must be what reading everything finds.
@Suite("Shortcuts")
struct ShortcutTests {
    /// A store with frames of columns, small frames behind them, and a draft where asked for.
    private static func stores(_ events: [Event], commits size: Int) throws -> [any EventStore] {
        let store = try FrameFoldTests.store(events, commits: size)
        let fresh = try FrameFoldTests.store(events, commits: size)
        try store.seal()
        let draft = try OverlayEventStore(over: store)
        let coffee = NewLine(
            kind: .expense, amount: Given.euros(4), day: Given.day(3), category: "food",
            details: LineDetails(title: "Draft"))
        let state = try LedgerSnapshot(store: draft).state(for: .addEntry([coffee]))
        let commit = NewCommit(
            id: CommitID(high: 8, low: 8), recordedAt: Timestamp(millisecondsSince1970: 1 << 41),
            actor: .position(1), events: try decide(.addEntry([coffee]), state).events)
        _ = try draft.append(commit)
        return [store, fresh, draft]
    }

    private static func filters() throws -> [LineFilter] {
        var filters = [LineFilter()]
        for limit in [0, 1, 60, 5_000] {
            filters.append(LineFilter(limit: limit))
            filters.append(LineFilter(withVoided: true, limit: limit))
            var kind = LineQuery()
            kind.require(.kind(.income))
            filters.append(LineFilter(kind, limit: limit))
            var category = LineQuery()
            category.require(.category(try CategoryPath("food"), exactly: false))
            category.require(anyOf: [.currency("EUR"), .kind(.transfer)])
            filters.append(LineFilter(category, limit: limit))
            var days = LineQuery()
            days.require(.days(DayRange(start: Given.day(3), end: Given.day(30))))
            filters.append(LineFilter(days, limit: limit))
            let ranges = [(3, 4), (.min, 12), (20, .max), (9, 9), (60, 70)] as [(Int32, Int32)]
            for (first, end) in ranges {
                var days = LineQuery()
                let start = first == .min ? Day.min : Given.day(first)
                days.require(
                    .days(DayRange(start: start, end: end == .max ? Day.max : Given.day(end))))
                filters.append(LineFilter(days, limit: limit))
                filters.append(LineFilter(days, withVoided: true, limit: limit))
                filters.append(LineFilter(days, order: .amount, limit: limit))
                filters.append(LineFilter(days, order: .position, limit: limit))
                days.require(.kind(.income))
                filters.append(LineFilter(days, limit: limit))
                days.require(anyOf: [.currency("EUR"), .id(77)])
                filters.append(LineFilter(days, limit: limit))
            }
            filters.append(LineFilter(order: .amount, limit: limit))
            filters.append(LineFilter(order: .position, limit: limit))
        }
        return filters
    }

    private static func text(_ sum: LineSum) -> String {
        "\(sum.kind.rawValue) \(sum.incoming) \(sum.currency) \(sum.sum) \(sum.count)"
    }

    /// What lines come to that count, added up one by one.
    private static func sums(of lines: [LineState]) -> [String] {
        struct Key: Hashable {
            let kind: EntryKind
            let incoming: Bool
            let currency: Currency
        }
        var sums: [Key: (sum: Int128, count: Int)] = [:]
        for line in lines where !line.isVoided {
            let key = Key(
                kind: line.facts.kind, incoming: line.facts.flags.contains(.incoming),
                currency: line.facts.amount.currency)
            sums[key, default: (0, 0)].sum += Int128(line.facts.amount.minor)
            sums[key, default: (0, 0)].count += 1
        }
        return sums.map { key, total in
            let sum = MoneyTotal(minor: total.sum, currency: key.currency).text
            return (
                key,
                "\(key.kind.rawValue) \(key.incoming) \(key.currency.code) "
                    + "\(sum) \(total.count)"
            )
        }.sorted { left, right in
            // The ledger's own currency stands first.
            let codes = [left, right].map { $0.0.currency.code == "EUR" ? "" : $0.0.currency.code }
            return (left.0.kind.rawValue, left.0.incoming ? 1 : 0, codes[0])
                < (right.0.kind.rawValue, right.0.incoming ? 1 : 0, codes[1])
        }.map(\.1)
    }

    @Test("Lists are the same however they are found", arguments: [9, 700, 4_200])
    func lists(commits size: Int) throws {
        let history = RandomHistory(seed: UInt64(size), count: 4_500, oneWildIn: 300)
        for store in try ShortcutTests.stores(history.events, commits: size) {
            let snapshot = try LedgerSnapshot(store: store)
            let plain = try LedgerSnapshot(store: PlainStore(base: store))
            // All lines, sorted by hand, are what the first of them are taken from.
            let all = try plain.lines()
            let sorted = all.sorted { left, right in
                (left.facts.day, left.id) > (right.facts.day, right.id)
            }
            #expect(all == sorted)
            for filter in try ShortcutTests.filters() {
                let fast = try snapshot.search(filter)
                // Without a limit every line is looked at.
                var unlimited = filter
                unlimited.limit = nil
                let slow = try plain.search(unlimited)
                #expect(fast.lines == Array(slow.lines.prefix(filter.limit ?? .max)))
                #expect(fast.count == slow.count)
                #expect(fast.count == UInt64(slow.lines.count))
                let shared = try snapshot.search(filter, threads: 3)
                #expect(shared.lines == fast.lines)
                #expect(shared.count == fast.count)
                let sums = ShortcutTests.sums(of: slow.lines)
                #expect(try snapshot.list(filter).sums.map(ShortcutTests.text) == sums)
                #expect(shared.sums.map(ShortcutTests.text) == sums)
            }
        }
    }

    @Test("The latest lines of a name are the same however they are found", arguments: [9, 4_200])
    func latest(commits size: Int) throws {
        let history = NamedHistory(seed: 20 + UInt64(size), count: 4_500)
        for store in try ShortcutTests.stores(history.events, commits: size) {
            let snapshot = try LedgerSnapshot(store: store)
            let all = try LedgerSnapshot(store: PlainStore(base: store)).lines()
            func name(_ line: LineState) -> String {
                line.details.payee.isEmpty ? line.details.title : line.details.payee
            }
            let names = Set(all.map(name)).subtracting([""]).sorted()
            for limit in [0, 1, 60, all.count / 2, all.count + 1] {
                for wanted in [Set(names), Set(names.prefix(1)), Set(names.suffix(3)), []] {
                    let found = try snapshot.latestLines(limit) { bytes in
                        wanted.contains(String(decoding: bytes, as: UTF8.self))
                    }
                    #expect(found == all.prefix(limit).filter { wanted.contains(name($0)) })
                }
            }
        }
    }

    @Test("States and histories are the same however they are found", arguments: [9, 4_200])
    func things(commits size: Int) throws {
        let history = RandomHistory(seed: 40 + UInt64(size), count: 4_500)
        for store in try ShortcutTests.stores(history.events, commits: size) {
            let snapshot = try LedgerSnapshot(store: store)
            let plain = try LedgerSnapshot(store: PlainStore(base: store))
            #expect(snapshot.referenceData == plain.referenceData)
            for id in [1, 4, 60, 1_777, 4_100, 4_499, 9_999] as [UInt64] {
                #expect(try snapshot.history(of: id) == plain.history(of: id))
                let ids = [id, id / 2, id + 3]
                #expect(
                    try snapshot.state(for: ids, withCategories: false)
                        == plain.state(for: ids, withCategories: false))
            }
        }
    }

    @Test("After any program of commands nothing differs", arguments: StoreKind.allCases)
    func programs(_ kind: StoreKind) throws {
        var program = try RandomProgram(seed: 90, on: kind)
        for round in 0..<6 {
            for _ in 0..<12 { try program.step() }
            if round == 3 { _ = try program.undo(.newest, skipsConflicts: true) }
            let snapshot = try program.snapshot
            let plain = try LedgerSnapshot(store: PlainStore(base: program.store))
            #expect(snapshot.referenceData == plain.referenceData)
            for id in stride(from: UInt64(round), to: snapshot.count, by: 3) {
                #expect(try snapshot.history(of: id) == plain.history(of: id))
            }
            for filter in try ShortcutTests.filters() {
                let fast = try snapshot.search(filter)
                var unlimited = filter
                unlimited.limit = nil
                let slow = try plain.search(unlimited)
                #expect(fast.lines == Array(slow.lines.prefix(filter.limit ?? .max)))
                #expect(fast.count == slow.count)
            }
        }
    }
}

/// A store of which only the ordinary way of reading is left: what shortcuts are held against.
private struct PlainStore: EventStore {
    let base: any EventStore

    func head() throws(StoreError) -> LogHead { try base.head() }

    func append(_ commit: NewCommit, expecting: UInt64?) throws(StoreError) -> Appended {
        try base.append(commit, expecting: expecting)
    }

    /// Whole frames only, cut by the batches themselves.
    func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        try base.readStored(0..<(try head().count), .all, holding: .all) {
            batch throws(StoreError) in
            let wanted = positions.clamped(to: batch.positions)
            return wanted.isEmpty ? .next : try body(batch.slice(wanted))
        }
    }

    func frontier() throws(StoreError) -> MerkleFrontier { try base.frontier() }

    func seed(of block: UInt64) throws(StoreError) -> [UInt8]? { try base.seed(of: block) }
}
