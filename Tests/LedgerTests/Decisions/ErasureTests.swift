import EventLog
import Ledger
import Support
import Testing

/// Text that is erased: what is decided, which events lose it, and what an audit of it finds.
@Suite("Erasing text")
struct ErasureTests {
    /// A line (4), another version of it (5), a task (6), and an entry of two lines (7, 8).
    private static let given =
        Given.ledger + [
            .lineAdded(Given.line(100, "Doctor")),
            .lineAmended(
                LineAmended(
                    target: .position(4), previous: .position(4), facts: Given.line(100).facts,
                    replaced: Given.line(100).facts, changes: .title,
                    details: LineDetails(title: "Dr. Moss"), reason: "the name")),
            .taskAdded(TaskAdded(facts: TodoFacts(title: "Call", note: "Dr. Moss"))),
            .lineAdded(Given.line(5, "One")), .lineAdded(Given.line(6, "Two", entry: 7)),
        ]

    private static func erased(
        _ target: UInt64, _ reason: String = "", isRecorder: Bool = false
    ) -> Event {
        .textErased(
            TextErased(target: .position(target), isRecorder: isRecorder, reason: reason))
    }

    @Test("an erasure names each thing once, an entry by all of its lines")
    func decides() throws {
        try expect(
            given: ErasureTests.given,
            when: .eraseTexts(EraseTexts(ids: [4, 6, 4, 8], reason: "asked for")),
            then: [4, 6, 7, 8].map { ErasureTests.erased($0, "asked for") })
        try expect(
            given: ErasureTests.given,
            when: .eraseTexts(EraseTexts(ids: [1], isRecorder: true)),
            then: [ErasureTests.erased(1, isRecorder: true)])
    }

    @Test func refuses() {
        let given = ErasureTests.given
        expect(given: given, when: .eraseTexts(EraseTexts(ids: [])), refused: .nothingGiven)
        expect(given: given, when: .eraseTexts(EraseTexts(ids: [99])), refused: .unknownTarget(99))
        expect(
            given: given, when: .eraseTexts(EraseTexts(ids: [4], isRecorder: true)),
            refused: .unknownPerson(4))
        expect(given: [], when: .eraseTexts(EraseTexts(ids: [4])), refused: .notOpened)
    }

    @Test("every version before the erasure loses its text, and nothing else does")
    func findsTheEvents() throws {
        let later = Event.lineAmended(
            LineAmended(
                target: .position(4), previous: .position(5), facts: Given.line(100).facts,
                replaced: Given.line(100).facts, changes: .title,
                details: LineDetails(title: "Health")))
        let store = try Given.store([ErasureTests.given, [ErasureTests.erased(4)], [later]])
        let snapshot = try LedgerSnapshot(store: store)
        let events = try snapshot.events(of: snapshot.erasures())
        #expect(events == [4, 5])
        #expect(try snapshot.checkErasures().pending == [4, 5])
        #expect(store.eraseText(at: events).texts == 2)
        let check = try snapshot.checkErasures()
        #expect(check.holds && check.erased == 2 && check.erasures == 1)
        let history = try #require(try snapshot.history(of: 4))
        #expect(history.versions.map(\.action) == [.added, .amended, .erased, .amended])
        let titles = history.versions.flatMap(\.changes).filter { $0.field == "title" }
        #expect(titles.map(\.now) == ["Health"])
    }

    @Test("a person's erasure takes the name and everything that the person recorded")
    func recorder() throws {
        let store = try Given.store([
            Given.ledger, [.lineAdded(Given.line(100, "Mine"))],
            [ErasureTests.erased(1, isRecorder: true)], [.lineAdded(Given.line(7, "Later"))],
        ])
        let snapshot = try LedgerSnapshot(store: store)
        let events = try snapshot.events(of: snapshot.erasures())
        // The opening commit names nobody; the person is its second event.
        #expect(events == [1, 4])
        store.eraseText(at: events)
        #expect(try LedgerSnapshot(store: store).referenceData.owner?.name == "")
        #expect(try snapshot.withText([1, 4, 6]) == [6])
    }

    @Test("text that is gone without an erasure is found") func unexplained() throws {
        let store = try Given.store([ErasureTests.given])
        store.eraseText(at: [5])
        let check = try LedgerSnapshot(store: store).checkErasures()
        #expect(check.unexplained == [5] && !check.holds)
    }

    @Test("figures, as-of reports and undoing are as they were, whatever is erased")
    func figures() throws {
        for seed in 0..<20 as Range<UInt64> {
            let kind = StoreKind.allCases[Int(seed) % 3]
            var program = try RandomProgram(seed: 7_000 + seed, on: kind)
            for _ in 0..<40 { try program.step() }
            let before = try ErasureTests.figures(program.snapshot)
            let targets = try (0..<program.snapshot.count).filter { $0 % 5 == seed % 5 }
            let lines = targets.map { ErasureTests.erased($0) }
            try program.append(lines)
            let snapshot = try program.snapshot
            let events = try snapshot.events(of: snapshot.erasures())
            try program.store.eraseText(at: events)
            #expect(try ErasureTests.figures(program.snapshot) == before)
            #expect(try program.snapshot.checkErasures().holds)
            var tree = MerkleFrontier()
            try program.store.extend(&tree, to: snapshot.count)
            #expect(try program.store.head().root == tree.root)
            for _ in 0..<20 { try program.step() }
            _ = try program.undo(.newest, skipsConflicts: true)
        }
    }

    private static func figures(_ snapshot: LedgerSnapshot) throws -> [String] {
        let parameters = ReportParameters(
            period: .daily, range: .all, by: .category(depth: nil))
        return try snapshot.report(parameters, now: Given.day(30)).rows.map { "\($0)" }
    }
}
