import Application
import EventLog
import Ledger
import Support
import Testing

@Suite("Undo and redo from end to end")
struct UndoTests {
    private static let statement = """
        Date,Amount,Title,Account
        2026-01-03,12.50,Lunch,Card
        2026-01-03,12.50,Lunch,Card
        2026-01-05,40,Shoes,Card
        """

    private func importStatement(_ env: Environment) throws -> UInt64 {
        let input = ImportCSV.Input(
            file: FileBytes(bytes(UndoTests.statement)), fileName: "card.csv")
        return try #require(try ImportCSV.run(input, in: env).receipt.id)
    }

    private func undo(
        _ env: Environment, _ ids: String..., skip: Bool = false
    ) throws -> UndoReceipt {
        try UndoCommits.run(UndoCommits.Input(ids: ids, skipConflicts: skip), in: env)
    }

    @Test func takesAnImportBackAndBringsItBack() throws {
        let env = try opened()
        try env.add("7", "Tea")
        let id = try importStatement(env)
        let sums = try env.sums()
        #expect(sums == ["expense 72.00 EUR 4"])
        let list = try ListUndoable.run(ListUndoable.Input(), in: env)
        #expect(list.rows.map(\.id) == [3, 2])
        #expect(list.rows.map(\.action) == [.imported, .added])
        #expect(list.rows.map(\.title) == ["card.csv", "Tea"])
        #expect(list.rows.map(\.things) == [3, 1])
        let receipt = try undo(env)
        #expect(receipt.undone.map(\.id) == [id])
        // The account and three lines.
        #expect(receipt.changesCount == 4)
        #expect(receipt.position - receipt.id == 4)
        #expect(try env.sums() == ["expense 7.00 EUR 1"])
        #expect(try env.snapshot().referenceData.accounts.map(\.isClosed) == [true])
        let redone = try RedoCommits.run(RedoCommits.Input(), in: env)
        #expect(redone.undone.map(\.action) == [.undone])
        #expect(try env.sums() == sums)
        #expect(try env.snapshot().referenceData.accounts.map(\.isClosed) == [false])
        // By any of its lines, and by name.
        #expect(try undo(env, "@5").undone.map(\.id) == [id])
        _ = try RedoCommits.run(RedoCommits.Input(ids: ["shoes"]), in: env)
        let batch = UndoCommits.Input(batch: "6")
        #expect(try UndoCommits.run(batch, in: env).undone.map(\.id) == [id])
        #expect(try env.sums() == ["expense 7.00 EUR 1"])
    }

    @Test func writesNothingInConflict() throws {
        let env = try opened()
        _ = try importStatement(env)
        var change = AmendEntry.Input(id: "shoes")
        change.amount = "39"
        _ = try AmendEntry.run(change, in: env)
        let before = (try env.events(), try env.root())
        #expect(
            throws: ApplicationError.decision(
                .undoConflicts([
                    UndoConflict(
                        id: 6, type: "line", title: "Shoes", field: "amount", set: "40.00",
                        now: "39.00", by: 7)
                ]))
        ) { try undo(env, "2") }
        #expect(try (env.events(), env.root()) == before)
        let receipt = try undo(env, "2", skip: true)
        #expect(receipt.skipped.map(\.id) == [6])
        #expect(receipt.notes == [DecisionNote(.accountStaysOpen, given: "Card", used: "1")])
        #expect(try env.sums() == ["expense 39.00 EUR 1"])
        // Nothing but a conflict: even what is to be skipped leaves nothing.
        let tea = try env.add("7", "Tea")
        change = AmendEntry.Input(id: "\(tea)")
        change.amount = "8"
        _ = try AmendEntry.run(change, in: env)
        #expect(throws: ApplicationError.self) { try undo(env, "\(tea)", skip: true) }
    }

    @Test func rehearses() throws {
        let env = try opened()
        let id = try env.add("7", "Tea")
        let root = try env.root()
        let receipt = try undo(env.dryRun())
        #expect(receipt.dryRun == true)
        #expect(receipt.changes.map(\.id) == [id])
        #expect(receipt.position == 4)
        #expect(try env.root() == root)
        let written = try undo(env)
        #expect(written.position == receipt.position)
        #expect(written.changes == receipt.changes)
        #expect(written.dryRun == nil)
    }

    @Test func writesOnceUnderAKey() throws {
        let env = try opened()
        try env.add("7", "Tea")
        try env.add("8", "Cake")
        let input = UndoCommits.Input()
        let keyed = env.with { $0.key = "back" }
        let first = try UndoCommits.run(input, in: keyed)
        #expect(try UndoCommits.run(input, in: keyed).position == first.position)
        #expect(try env.sums() == ["expense 7.00 EUR 1"])
        #expect(throws: ApplicationError.store(.keyConflict(key: "back", position: first.id))) {
            try UndoCommits.run(UndoCommits.Input(ids: ["2"]), in: keyed)
        }
    }

    /// It is 2026-01-15T12:00:00Z; the entries were made at 9, 10, 11 and 11:45.
    @Test(arguments: [
        ("15m", 1), ("20m", 1), ("1h", 2), ("7200s", 3), ("1d", 4), ("1w", 4),
        ("2026-01-15T10:30:00Z", 2), ("10:00", 3), ("today", 4), ("2026-01-15", 4), ("0m", 0),
    ])
    func takesBackWhatWasDoneSince(_ text: String, _ count: Int) throws {
        let env = try opened {
            $0.now = { Timestamp("2026-01-15T08:00:00Z") ?? .init(millisecondsSince1970: 0) }
        }
        for time in ["09:00", "10:00", "11:00", "11:45"] {
            let moment = try #require(Timestamp("2026-01-15T\(time):00Z"))
            try env.with { $0.now = { moment } }.add("1")
        }
        let now = Environment.test.now
        let input = UndoCommits.Input(since: text)
        let later = env.with { $0.now = now }
        if count == 0 {
            #expect(throws: ApplicationError.decision(.nothingToUndo)) {
                try UndoCommits.run(input, in: later)
            }
        } else {
            #expect(try UndoCommits.run(input, in: later).undoneCount == count)
        }
    }

    @Test func refusesTimesThatAreNone() throws {
        let env = try opened()
        for text in ["h", "1x", "99999999999999999999h", "someday", ""] {
            #expect(throws: ApplicationError.self) {
                try UndoCommits.run(UndoCommits.Input(since: text), in: env)
            }
        }
        #expect(throws: ApplicationError.outOfRange(field: "limit", -1)) {
            try UndoCommits.run(UndoCommits.Input(limit: -1), in: env)
        }
        #expect(throws: ApplicationError.readOnlyPast) {
            try UndoCommits.run(UndoCommits.Input(), in: env.with { $0.asOf = .position(1) })
        }
    }

    @Test func showsUndoInTheHistory() throws {
        let env = try opened()
        let id = try env.add("7", "Tea")
        let undone = try undo(env)
        _ = try RedoCommits.run(RedoCommits.Input(reason: "right after all"), in: env)
        let history = try EntryHistory.run(EntryInput(id: "\(id)"), in: env)
        #expect(history.versions.map(\.action) == [.added, .voided, .restored])
        #expect(history.versions.map(\.undoes) == [nil, [id], [undone.id]])
        #expect(history.versions.map(\.redo) == [nil, nil, true])
        #expect(history.versions.last?.reason == "right after all")
    }

    @Test func tellsSoManyChanges() throws {
        let env = try opened()
        _ = try importStatement(env)
        let receipt = try UndoCommits.run(UndoCommits.Input(limit: 2), in: env)
        #expect(receipt.changes.count == 2)
        #expect(receipt.changesCount == 4)
    }

    @Test func answersInJSON() throws {
        let env = try opened()
        try env.add("7", "Tea")
        let list = try answer("undo/list", in: env)
        #expect(list["rows"]?[0]?["action"]?.string == "added")
        let undone = try answer("undo", in: env)
        #expect(undone["changes"]?[0]?["now"]?.string == "yes")
        #expect(undone["undone"]?[0]?["id"]?.integer == 2)
        #expect(undone["id"]?.integer == 3)
        let redone = try answer("redo", #"{"ids":["2"]}"#, in: env)
        #expect(redone["undone"]?[0]?["undoes"]?[0]?.integer == 2)
    }

    /// More events than are held at once go as a stream.
    @Test func takesBackThousands() throws {
        let env = try opened()
        let rows = (0..<5_000).map { "2026-01-03,1,Row \($0)\n" }.joined()
        let input = ImportCSV.Input(file: FileBytes(bytes("Date,Amount,Title\n" + rows)))
        _ = try ImportCSV.run(input, in: env)
        let receipt = try undo(env)
        #expect(receipt.changesCount == 5_000)
        #expect(try env.sums() == [])
        _ = try RedoCommits.run(RedoCommits.Input(), in: env)
        #expect(try env.sums() == ["expense 5000.00 EUR 5000"])
    }
}
