import EventLog
import Ledger
import Support
import Testing

@Suite("The whole log")
struct LogPageTests {
    private func program(_ seed: UInt64, _ kind: StoreKind) throws -> RandomProgram {
        var program = try RandomProgram(seed: seed, on: kind)
        for _ in 0..<40 { try program.step() }
        return program
    }

    @Test(
        "given a history, when it is paged, then every event comes once, newest first",
        arguments: StoreKind.allCases, [1, 7, 1_000])
    func pages(_ kind: StoreKind, _ size: Int) throws {
        let snapshot = try program(1, kind).snapshot
        var seen: [UInt64] = []
        while true {
            let page = try snapshot.log(LogFilter(), skip: seen.count, limit: size)
            seen += page.rows.map(\.position)
            #expect(
                page.skipped == (seen.count > page.rows.count ? seen.count - page.rows.count : nil))
            if !page.more { break }
        }
        #expect(seen == (0..<snapshot.count).reversed())
        #expect(try snapshot.log(LogFilter()).rows.map(\.position) == seen)
        #expect(try snapshot.log(LogFilter(), skip: seen.count, limit: 5).rows.isEmpty)
    }

    @Test("what a row says is what the history of its thing says", arguments: 1...6)
    func changes(_ seed: Int) throws {
        let snapshot = try program(UInt64(seed), .memory).snapshot
        var compared = 0
        for row in try snapshot.log(LogFilter()).rows {
            guard ["line", "task", "account"].contains(row.thing), let id = row.id else { continue }
            let history =
                row.thing == "account"
                ? try snapshot.history(ofAccount: id) : try snapshot.history(of: id)
            let version = history?.versions.first { $0.position == row.position }
            if row.deed != "opened" { #expect(version?.changes == row.changes) }
            #expect(version?.reason == row.reason && version?.actor == row.actor)
            #expect(version?.batch == row.batch && version?.recordedAt == row.recordedAt)
            compared += 1
        }
        #expect(compared > 20)
    }

    @Test("filters keep what a look at every event keeps", arguments: 1...6)
    func filters(_ seed: Int) throws {
        let snapshot = try program(UInt64(seed), .memory).snapshot
        let events = try snapshot.store.events(in: 0..<snapshot.count)
        func check(_ filter: LogFilter, _ keeps: (RecordedEvent) -> Bool) throws -> Int {
            let found = try snapshot.log(filter).rows.map(\.position)
            #expect(found == events.filter(keeps).map(\.position).reversed())
            return found.count
        }
        var filter = LogFilter()
        filter.types = [.lineAmended, .lineVoided]
        _ = try check(filter) { recorded in
            switch recorded.event {
            case .lineAmended, .lineVoided: true
            default: false
            }
        }
        let middle = events[events.count / 2].commit.logClock
        filter = LogFilter()
        filter.since = Timestamp(millisecondsSince1970: middle)
        let late = try check(filter) { $0.commit.logClock >= middle }
        filter = LogFilter()
        filter.until = Timestamp(millisecondsSince1970: middle)
        #expect(late + (try check(filter) { $0.commit.logClock < middle }) == events.count)
        filter = LogFilter()
        filter.actors = [1]
        _ = try check(filter) { $0.commit.actor == 1 }
        for batch in Set(events.compactMap(\.commit.batch)) {
            filter = LogFilter()
            filter.batch = batch
            #expect(try check(filter) { $0.commit.batch == batch } > 0)
        }
        filter = LogFilter()
        filter.positions = 3..<9
        #expect(try check(filter) { (3..<9).contains($0.position) } == 6)
    }

    @Test("words are found in titles, notes, tags, names and reasons, in any case")
    func words() throws {
        var first = Given.line(100, "Tea")
        first.details.note = "with Milk"
        first.details.tags = ["Daily"]
        first.facts.category = try CategoryPath("food:out")
        let store = try Given.store([
            Given.ledger,
            [
                .lineAdded(first),
                .lineVoided(
                    LineVoided(
                        target: .position(4), previous: .position(4), replaced: first.facts,
                        reason: "Typed twice")),
            ],
        ])
        let snapshot = try LedgerSnapshot(store: store)
        for (words, positions) in [
            (["tea"], [4]), (["MILK", "tea"], [4]), (["daily"], [4]), (["FOOD"], [4]),
            (["typed"], [5]), (["tea", "typed"], []),
        ] as [([String], [UInt64])] {
            var filter = LogFilter()
            filter.words = words
            #expect(try snapshot.log(filter).rows.map(\.position) == positions, "\(words)")
        }
    }

    @Test("every type has a name of its own") func names() {
        let names = EventType.allCases.map { "\($0.entity)-\($0.action)" }
        #expect(Set(names).count == names.count)
        for type in EventType.allCases {
            #expect(EventType.named("\(type.entity)-\(type.action)") == [type])
            #expect(EventType.named(type.entity.uppercased()).contains(type))
            #expect(EventType.named(type.action).contains(type))
        }
        #expect(EventType.named("nothing").isEmpty)
    }
}
