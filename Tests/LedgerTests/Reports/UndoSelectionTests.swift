import EventLog
import Ledger
import Support
import Testing

/// Commits 4, 5 and 6 are a line each, of person 1 and a second apart.
@Suite("Finding what to undo")
struct UndoSelectionTests {
    private let lines = (1...3).map { [Event.lineAdded(Given.line(Int64($0), "Line \($0)"))] }

    private func given() throws -> Undoing { try Undoing(lines) }

    private func ids(_ undoing: Undoing, _ target: UndoTarget, by actor: UInt64 = 1) throws
        -> [UInt64]
    {
        try undoing.snapshot.commits(toUndo: target, by: actor).map(\.id)
    }

    private func offered(_ undoing: Undoing, by actor: UInt64 = 1) throws -> [[UInt64]] {
        try undoing.snapshot.undoableCommits(of: actor, limit: 100).map { $0.map(\.id) }
    }

    @Test func goesBackStepByStepAndForthAgain() throws {
        let given = try given()
        #expect(try ids(given, .newest) == [6])
        try given.undo(.newest)  // 7
        #expect(try ids(given, .newest) == [5])
        try given.undo(.newest)  // 9
        #expect(try offered(given) == [[4]])
        try given.undo(.newestUndo)  // 11 takes 9 back
        #expect(try offered(given) == [[5], [4]])
        try given.undo(.newestUndo)  // 13 takes 7 back
        #expect(try offered(given) == [[6], [5], [4]])
        #expect(given.refusal(.newestUndo) == .nothingToRedo)
        // An undo of the redo 13 puts the undo 7 in force again.
        try given.undo(.events([13]))  // 15
        #expect(try offered(given) == [[5], [4]])
        #expect(try ids(given, .newestUndo) == [15])
        try given.undo(.newestUndo)
        #expect(try offered(given) == [[6], [5], [4]])
        #expect(given.refusal(.newestUndo) == .nothingToRedo)
    }

    @Test func comesToAnEnd() throws {
        let given = try given()
        for _ in 0..<3 { try given.undo(.newest) }
        // What opened the accounts opened the ledger, too.
        #expect(given.refusal(.newest) == .nothingToUndo)
        #expect(try offered(given) == [])
    }

    @Test func refusesWhatIsUndoneAlready() throws {
        let given = try given()
        try given.undo(.events([5]))  // 7, the void 8
        #expect(given.refusal(.events([5])) == .alreadyUndone(5, by: 7))
        #expect(given.refusal(.events([6, 5])) == .alreadyUndone(5, by: 7))
        #expect(given.refusal(.undosOf([4])) == .notUndone(4))
        #expect(try ids(given, .undosOf([5])) == [7])
        #expect(try ids(given, .undosOf([8, 5])) == [7])
        // The undo and what it took back: first the one, then the other.
        #expect(try ids(given, .events([5, 8])) == [7, 5])
        try given.undo(.undosOf([5]))  // 9
        #expect(given.refusal(.events([7])) == .alreadyRedone(7, by: 9))
        #expect(given.refusal(.undosOf([7])) == .alreadyRedone(7, by: 9))
        #expect(given.refusal(.undosOf([5])) == .notUndone(5))
        #expect(given.refusal(.events([99])) == .unknownTarget(99))
        #expect(given.refusal(.batch(5)) == .notABatch(5))
        #expect(given.refusal(.events([])) == .nothingGiven)
    }

    @Test func leavesOthersAlone() throws {
        let given = try Undoing([[.personAdded(PersonAdded(name: "Bo"))]] + lines)  // 4, 5 … 7
        try given.append([.lineAdded(Given.line(9, "of Bo"))], by: 4)  // 8
        #expect(try ids(given, .newest) == [7])
        #expect(try ids(given, .newest, by: 4) == [8])
        #expect(try offered(given, by: 4) == [[8]])
        #expect(try ids(given, .since(Timestamp(millisecondsSince1970: 0)), by: 4) == [8])
        // By name anything can be taken back; a redo is for one's own undos.
        try given.undo(.events([8]))
        #expect(given.refusal(.newest, by: 4) == .nothingToUndo)
        #expect(given.refusal(.newestUndo, by: 4) == .nothingToRedo)
        #expect(try ids(given, .newestUndo) == [9])
        // Adding a person has no inverse, and does not stand in the way.
        #expect(try offered(given) == [[7], [6], [5]])
    }

    @Test func takesWhatWasRecordedSince() throws {
        let given = try given()
        let second: (Int64) -> Timestamp = {
            Timestamp(millisecondsSince1970: 1_767_225_600_000 + $0 * 1_000)
        }
        #expect(try ids(given, .since(second(2))) == [6, 5])
        #expect(try ids(given, .since(second(3))) == [6])
        #expect(given.refusal(.since(second(4))) == .nothingToUndo)
        #expect(try ids(given, .since(second(0))) == [6, 5, 4])
        // An undo since then is taken back, and what it took back with it.
        try given.undo(.events([6]))  // 7
        #expect(try ids(given, .since(second(2))) == [7, 6, 5])
        #expect(try given.changes(.since(second(2))) == ["line 5 voided: - → yes"])
        try given.undo(.since(second(2)))  // 9
        #expect(try offered(given) == [[4]])
        try given.undo(.newestUndo)
        #expect(try offered(given) == [[5], [4]])
    }

    @Test func takesBatchesWhole() throws {
        let given = try Undoing([])
        for (index, amount) in [1, 2].enumerated() {
            let started = Event.batchStarted(BatchStarted(origin: "import", fileName: "a.csv"))
            let line = Event.lineAdded(Given.line(Int64(amount), "Row"))
            let commit = NewCommit(
                id: CommitID(high: 3, low: UInt64(index)),
                recordedAt: Timestamp(millisecondsSince1970: 1_767_225_601_000),
                actor: .position(1), batch: index == 0 ? .inThisCommit(0) : .position(4),
                events: index == 0 ? [started, line] : [line])
            _ = try given.store.append(commit, expecting: nil)
            try given.append(lines[0])
        }
        // 4 and 5 with 7 are the batch, 6 and 8 are not.
        #expect(try given.snapshot.commits(ofBatch: 4).map(\.positions) == [4..<6, 7..<8])
        #expect(try offered(given) == [[8], [4, 7], [6]])
        #expect(try ids(given, .events([7])).sorted() == [4, 7])
        #expect(try ids(given, .batch(4)) == [4, 7])
        let rows = try given.snapshot.rows(of: given.snapshot.undoableCommits(of: 1, limit: 9))
        #expect(rows.map(\.action) == [.added, .imported, .added])
        #expect(rows.map(\.id) == [8, 4, 6])
        #expect(rows[1].title == "a.csv")
        #expect(rows[1].things == 2)
        #expect(rows[1].events == 3)
        try given.undo(.batch(4))
        #expect(given.refusal(.batch(4)) == .alreadyUndone(4, by: 9))
        #expect(given.refusal(.events([5])) == .alreadyUndone(4, by: 9))
    }

    @Test func findsCommitsByAnyOfTheirEvents() throws {
        let given = try Undoing([[], lines[0] + lines[1], lines[2]].filter { !$0.isEmpty })
        let snapshot = try given.snapshot
        #expect(try snapshot.commit(at: 0)?.positions == 0..<4)
        #expect(try snapshot.commit(at: 3)?.positions == 0..<4)
        #expect(try snapshot.commit(at: 5)?.positions == 4..<6)
        #expect(try snapshot.commit(at: 6)?.positions == 6..<7)
        #expect(try snapshot.commit(at: 7) == nil)
        var walked: [Range<UInt64>] = []
        try snapshot.forEachCommit { commit in
            walked.append(commit.positions)
            return .next
        }
        #expect(walked == [6..<7, 4..<6, 0..<4])
    }

    @Test(arguments: [1, 1_000, 12_000])
    func walksBackOverLargeCommits(_ size: Int) throws {
        let many = Array(repeating: Event.lineAdded(Given.line(1, "x")), count: size)
        let given = try Undoing([many, lines[0], many, lines[1]])
        var walked: [Int] = []
        try given.snapshot.forEachCommit { commit in
            walked.append(commit.positions.count)
            return .next
        }
        #expect(walked == [1, size, 1, size, 4])
    }

    @Test func tellsWhichLinesAnUndoVoided() throws {
        let given = try given()
        func voided() throws -> [UInt64] {
            let snapshot = try given.snapshot
            let set = try snapshot.linesVoidedByUndo()
            return (0..<snapshot.count).filter { set.contains($0) }
        }
        #expect(try voided() == [])
        let line = Given.line(2, "Line 2")
        try given.append([Make.voided(5, line.facts)])  // 7, by hand
        #expect(try voided() == [])
        try given.undo(.events([6]))  // 8, 9
        #expect(try voided() == [6])
        try given.undo(.events([4]))  // 10, 11
        #expect(try voided() == [4, 6])
        // Restored by hand, and voided again by hand.
        let facts = Given.line(1, "Line 1").facts
        try given.append([Make.restored(4, after: .position(11), facts)])  // 12
        #expect(try voided() == [6])
        try given.append([Make.voided(4, after: .position(12), facts)])  // 13
        #expect(try voided() == [6])
        try given.undo(.undosOf([6]))  // 14, 15
        #expect(try voided() == [])
        // The redo is undone: the line is voided by an undo once more.
        try given.undo(.events([14]))
        #expect(try voided() == [6])
        // A restore that is undone voids what was voided by hand.
        try given.append([Make.restored(5, after: .position(7), line.facts)])
        try given.undo(.newest)
        #expect(try voided() == [6])
    }
}
