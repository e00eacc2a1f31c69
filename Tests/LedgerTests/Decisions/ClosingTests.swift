import EventLog
import Ledger
import Support
import Testing

/// Books that were closed change by corrections only, and reports show both figures.
@Suite("Closing the books")
struct ClosingTests {
    private static let january = DayRange(start: Given.day(0), end: Given.day(10))
    private static let closed = BooksClosed(
        days: january, digest: Array(repeating: 1, count: 32), root: Array(repeating: 2, count: 32),
        pinned: 5)
    /// A line of a closed day (4), one of an open day (5), and the closing (6).
    private static let given =
        Given.ledger + [
            .lineAdded(Given.line(100, "In", day: 3)), .lineAdded(Given.line(200, "Out", day: 10)),
            .booksClosed(closed),
        ]

    private static func line(_ day: Int32) -> NewLine {
        NewLine(
            kind: .expense, amount: Given.euros(5), day: Given.day(day),
            details: LineDetails(title: "New"))
    }

    private static func changes(_ change: (inout LineChanges) -> Void) -> LineChanges {
        var changes = LineChanges()
        change(&changes)
        return changes
    }

    private static func refused(_ day: Int32) -> DecisionError {
        .closedPeriod(january, closing: 6, day: Given.day(day))
    }

    @Test(
        "refuses what would change a figure of closed days",
        arguments: [
            (Command.addEntry([line(0)]), 0), (.addEntry([line(20), line(9)]), 9),
            (.amend(4, changes { $0.amount = Given.euros(7) }, reason: ""), 3),
            (.amend(4, changes { $0.category = .set("food") }, reason: ""), 3),
            (.amend(4, changes { $0.day = Given.day(12) }, reason: ""), 3),
            (.amend(5, changes { $0.day = Given.day(8) }, reason: ""), 8),
            (.amendAll([4, 5], changes { $0.account = .set("Cash") }, reason: ""), 3),
            (.void([4], reason: ""), 3), (.voidAll([5, 4], reason: ""), 3),
        ] as [(Command, Int32)])
    func refuses(_ command: Command, _ day: Int32) throws {
        expect(given: ClosingTests.given, when: command, refused: ClosingTests.refused(day))
    }

    @Test(
        "leaves everything else free",
        arguments: [
            .addEntry([line(10)]), .void([5], reason: ""),
            .amend(4, changes { $0.note = "seen" }, reason: ""),
            .amend(4, changes { $0.title = "Else" }, reason: ""),
            .amend(5, changes { $0.day = Given.day(11) }, reason: ""),
            .addTask(TodoFacts(title: "Task")),
        ] as [Command])
    func allows(_ command: Command) throws {
        let decision = try decision(given: ClosingTests.given, when: command)
        #expect(!decision.events.isEmpty)
        #expect(!decision.events.contains { $0.row.type == EventType.booksReopened.rawValue })
    }

    @Test("records a correction with its reason, once for each closing")
    func corrects() throws {
        let other = BooksClosed(
            days: DayRange(start: Given.day(20), end: Given.day(25)),
            digest: Array(repeating: 1, count: 32), root: Array(repeating: 2, count: 32), pinned: 6)
        let store = try Given.store([ClosingTests.given + [.booksClosed(other)]])
        var snapshot = try LedgerSnapshot(store: store)
        snapshot.correction = "late bill"
        func corrections(_ command: Command) throws -> [Event] {
            try decide(command, snapshot.state(for: command)).events.filter { event in
                if case .booksReopened = event { true } else { false }
            }
        }
        func correction(_ closing: UInt64) -> Event {
            .booksReopened(
                BooksReopened(
                    target: .position(closing), isCorrection: true, reason: "late bill"))
        }
        let line = ClosingTests.line
        #expect(try corrections(.addEntry([line(1), line(2)])) == [correction(6)])
        #expect(try corrections(.addEntry([line(21), line(2)])) == [correction(6), correction(7)])
        #expect(try corrections(.addEntry([line(15)])) == [])
    }

    @Test("closes what is over and open, and reopens what is closed")
    func closes() throws {
        func close(_ start: Int32, _ end: Int32, today: Int32) -> Command {
            .closeBooks(
                CloseBooks(
                    days: DayRange(start: Given.day(start), end: Given.day(end)),
                    digest: Array(repeating: 3, count: 32), root: Array(repeating: 4, count: 32),
                    reason: "r", today: Given.day(today)))
        }
        let given = ClosingTests.given
        try expect(
            given: given, when: close(10, 20, today: 20),
            then: [
                .booksClosed(
                    BooksClosed(
                        days: DayRange(start: Given.day(10), end: Given.day(20)),
                        digest: Array(repeating: 3, count: 32),
                        root: Array(repeating: 4, count: 32), pinned: 6, reason: "r"))
            ])
        let days = DayRange(start: Given.day(10), end: Given.day(20))
        expect(given: given, when: close(10, 20, today: 19), refused: .notOver(days))
        expect(
            given: given, when: close(9, 20, today: 20),
            refused: .alreadyClosed(ClosingTests.january, closing: 6))
        expect(
            given: given,
            when: .closeBooks(
                CloseBooks(days: .all, digest: [], root: [], reason: "", today: Given.day(20))),
            refused: .notOver(.all))
        expect(given: given, when: .reopenBooks(5, reason: ""), refused: .notAClosing(5))
        let reopened = Event.booksReopened(BooksReopened(target: .position(6), reason: "why"))
        try expect(given: given, when: .reopenBooks(6, reason: "why"), then: [reopened])
        expect(
            given: given + [reopened], when: .reopenBooks(6, reason: ""),
            refused: .alreadyReopened(ClosingTests.january, by: 7))
        #expect(
            try decision(given: given + [reopened], when: .void([4], reason: "")).events.count == 1)
        // A correction reopens for its own commit only.
        let corrected = Event.booksReopened(
            BooksReopened(target: .position(6), isCorrection: true, reason: "late"))
        expect(
            given: given + [corrected], when: .void([4], reason: ""),
            refused: ClosingTests.refused(3))
    }

    private func totals(_ snapshot: LedgerSnapshot) throws -> [String] {
        var totals: [String] = []
        for by in [ReportGrouping.none, .account] {
            let parameters = ReportParameters(range: ClosingTests.january, by: by)
            totals += try snapshot.report(parameters, now: Given.day(0)).rows.map { row in
                "\(row.kind) \(row.account ?? "-") \(row.sum) \(row.count)"
            }
        }
        return totals
    }

    /// Closes the days in a random program.
    private func close(_ program: inout RandomProgram) throws -> UInt64 {
        let snapshot = try program.snapshot
        let pin = try snapshot.pin(of: ClosingTests.january)
        let command = Command.closeBooks(
            CloseBooks(
                days: ClosingTests.january, digest: pin.digest, root: pin.root, reason: "",
                today: Given.day(90)))
        try program.append(decide(command, snapshot.state(for: command)).events)
        return snapshot.count
    }

    @Test("whatever happens, the figures of closed days stay until they are reopened")
    func holds() throws {
        var (held, reopened) = (0, 0)
        for seed in 0..<8 as Range<UInt64> {
            if try holds(seed) { held += 1 } else { reopened += 1 }
        }
        #expect(held >= 4 && reopened >= 1)
    }

    /// - Returns: Whether the closing stays in force to the end.
    private func holds(_ seed: UInt64) throws -> Bool {
        var program = try RandomProgram(seed: 500 + seed, on: .memory)
        for _ in 0..<25 { try program.step() }
        let closing = try close(&program)
        let before = try totals(program.snapshot)
        for step in 0..<40 {
            try program.step()
            if step % 4 == 3, try program.snapshot.referenceData.closingsInForce.count == 1 {
                let count = Int(try program.snapshot.count)
                let target = UInt64(4 + program.number(below: count - 4))
                do {
                    _ = try program.undo(.events([target]), skipsConflicts: true)
                } catch UndoError.decision {}
            }
            // An undo of the closing itself is allowed: then it is over.
            guard try !program.snapshot.referenceData.closingsInForce.isEmpty else { return false }
            #expect(try totals(program.snapshot) == before, "\(seed) \(step)")
        }
        let found = try #require(try program.snapshot.closingList().rows.first { $0.id == closing })
        #expect(found.holds)
        #expect(found.corrections.isEmpty)
        let parameters = ReportParameters(range: ClosingTests.january)
        let report = try program.snapshot.report(parameters, now: Given.day(0))
        #expect(report.closed?.restated == [])
        return true
    }

    @Test(
        "reports show what was closed beside what was corrected",
        arguments: 0..<8 as Range<UInt64>)
    func restates(_ seed: UInt64) throws {
        var program = try RandomProgram(seed: 540 + seed, on: .memory)
        for _ in 0..<25 { try program.step() }
        let closing = try close(&program)
        let then = try program.snapshot
        program.correction = "late"
        for _ in 0..<30 { try program.step() }
        let snapshot = try program.snapshot
        // Nothing that these programs do reopens for good.
        #expect(snapshot.referenceData.closingsInForce.map(\.position) == [closing])
        for by in [ReportGrouping.none, .account] {
            // Wider than what was closed: lines of other days are in both figures.
            for range in [ClosingTests.january, .all] {
                let parameters = ReportParameters(range: range, by: by)
                var expected: [String: Int128] = [:]
                func add(_ snapshot: LedgerSnapshot, _ range: DayRange, _ sign: Int128) throws {
                    var parameters = parameters
                    parameters.range = range.intersection(parameters.range)
                    for row in try snapshot.report(parameters, now: Given.day(0)).rows {
                        let minor = Int128(row.sum.filter { $0 != "." }) ?? 0
                        expected["\(row.kind) \(row.account ?? "-")", default: 0] += sign * minor
                    }
                }
                try add(then, ClosingTests.january, 1)
                try add(snapshot, .all, 1)
                try add(snapshot, ClosingTests.january, -1)
                let report = try snapshot.report(parameters, now: Given.day(0))
                var found: [String: Int128] = [:]
                for row in report.rows {
                    let minor = Int128(row.sum.filter { $0 != "." }) ?? 0
                    found["\(row.kind) \(row.account ?? "-")"] = minor
                }
                for row in report.closed?.restated ?? [] {
                    let key = "\(row.kind) \(row.account ?? "-")"
                    #expect(Int128(row.restated.filter { $0 != "." }) == found[key] ?? 0)
                    found[key] = Int128(row.original.filter { $0 != "." })
                }
                // Names of accounts stay in these programs.
                #expect(found.filter { $0.value != 0 } == expected.filter { $0.value != 0 })
            }
        }
        let row = try #require(try snapshot.closingList().rows.first { $0.id == closing })
        #expect(row.holds)
        // Every change of a closed day stands in a commit with a correction.
        var corrected: Set<UInt64> = []
        var touched: Set<UInt64> = []
        for recorded in try snapshot.store.events(in: then.count..<snapshot.count) {
            let commit = recorded.commit.firstPosition
            switch recorded.event {
            case .booksReopened(let event) where event.isCorrection: corrected.insert(commit)
            case .lineAdded(let line) where ClosingTests.january.contains(line.facts.day):
                touched.insert(commit)
            case .lineVoided(let line) where ClosingTests.january.contains(line.replaced.day):
                touched.insert(commit)
            case .lineRestored(let line) where ClosingTests.january.contains(line.facts.day):
                touched.insert(commit)
            case .lineAmended(let line) where line.facts != line.replaced:
                let days = [line.facts.day, line.replaced.day]
                if days.contains(where: ClosingTests.january.contains) { touched.insert(commit) }
            default: break
            }
        }
        // Payers, splits and accounts are corrected, too.
        #expect(corrected.isSuperset(of: touched))
        #expect(!touched.isEmpty)
    }

    @Test("an undo of a closing reopens, and a redo closes as before")
    func undoes() throws {
        let store = try Given.store([
            Given.ledger, Array(ClosingTests.given.dropFirst(4).dropLast()),
            [.booksClosed(ClosingTests.closed)],
        ])
        func undo(_ target: UndoTarget) throws -> [Event] {
            let snapshot = try LedgerSnapshot(store: store)
            let plan = try UndoPlan(
                of: snapshot.commits(toUndo: target, by: 1), in: snapshot, reason: "r", limit: 5)
            var events: [Event] = []
            try plan.events { events.append($0) }
            let head = store.head()
            let commit = NewCommit(
                id: CommitID(high: 5, low: head.count),
                recordedAt: Timestamp(millisecondsSince1970: head.logClock),
                actor: .position(1), events: events)
            _ = try store.append(commit, expecting: head.count)
            return events
        }
        #expect(
            try undo(.newest) == [
                .commitUndone(CommitUndone(commit: .position(6), reason: "r")),
                .booksReopened(BooksReopened(target: .position(6), reason: "r")),
            ])
        #expect(try LedgerSnapshot(store: store).referenceData.closingsInForce.isEmpty)
        #expect(
            try undo(.newestUndo) == [
                .commitUndone(CommitUndone(commit: .position(7), reason: "r")),
                .booksClosed(ClosingTests.closed),
            ])
        let referenceData = try LedgerSnapshot(store: store).referenceData
        #expect(referenceData.closingsInForce.map(\.position) == [10])
        #expect(referenceData.closing(of: Given.day(9))?.position == 10)
        #expect(referenceData.closing(of: Given.day(10)) == nil)
    }
}
