import Application
import Interchange
import Ledger
import Support
import Testing

/// Statements that overlap, come late, change and lose rows.
@Suite struct ReimportTests {
    private func run(
        _ rows: [String], _ env: Environment, _ proposals: ImportProposals? = nil,
        skipsRefused: Bool? = nil
    ) throws -> ImportReceipt {
        let text = (["Date,Amount,Title,Account,Id"] + rows).joined(separator: "\n")
        let input = ImportCSV.Input(
            file: FileBytes(bytes(text)), fileName: "bank.csv", proposals: proposals,
            skipsRefused: skipsRefused)
        return try ImportCSV.run(input, in: env).receipt
    }

    /// What the live lines say, sorted.
    private func lines(_ env: Environment) throws -> [String] {
        try env.snapshot().lines().map { line in
            "\(line.facts.day),\(line.facts.amount),\(line.details.title)"
        }.sorted()
    }

    private static let march = [
        "2026-03-01,1.00,Tea,Bank", "2026-03-02,4.00,PENDING COFFEE,Bank",
        "2026-03-03,9.00,Books,Bank", "2026-03-04,2.00,Bus,Bank", "2026-03-05,1.00,Tea,Bank",
    ]

    @Test func aChangedRowIsProposedAndNothingIsCountedTwice() throws {
        let env = try opened()
        _ = try run(ReimportTests.march, env)
        var rows = ReimportTests.march
        rows[1] = "2026-03-02,4.00,Coffee Corner,Bank"
        rows[2] = "2026-03-04,9.00,books,Bank"
        rows.swapAt(2, 3)
        // The coffee's title has nothing of the old one but the amount and the day. The book came
        // a day later.
        let receipt = try run(rows, env)
        #expect((receipt.read, receipt.known, receipt.new) == (5, 3, 0))
        #expect(receipt.changed.map(\.id) == [5, 6])
        #expect(receipt.changed.map(\.line) == [3, 5])
        #expect(
            receipt.changed.last?.changes == [
                FieldChange(field: "day", was: "2026-03-03", now: "2026-03-04"),
                FieldChange(field: "title", was: "Books", now: "books"),
            ])
        #expect(receipt.missing == [])
        #expect(try lines(env).contains("2026-03-03,9.00,Books"))
        #expect(try lines(env).count == 5)
    }

    @Test func acceptedProposalsAreKnownFromThenOn() throws {
        let env = try opened()
        _ = try run(ReimportTests.march, env)
        var rows = ReimportTests.march
        rows[1] = "2026-03-02,4.50,pending coffee,Bank"
        rows.remove(at: 2)
        let listed = try run(rows, env)
        #expect((listed.new, listed.known) == (0, 3))
        #expect((listed.changed.count, listed.missingCount) == (1, 1))
        #expect(listed.id == nil)
        let receipt = try run(rows, env, .accept)
        #expect(receipt.accepted)
        #expect(receipt.notes == [])
        #expect(receipt.id != nil)
        #expect(
            try lines(env) == [
                "2026-03-01,1.00,Tea", "2026-03-02,4.50,pending coffee", "2026-03-04,2.00,Bus",
                "2026-03-05,1.00,Tea",
            ])
        let again = try run(rows, env)
        #expect((again.new, again.known, again.changed.count, again.missingCount) == (0, 4, 0, 0))
        // The first statement knows what was restated; the row that was taken back is new again.
        let first = try run(ReimportTests.march, env)
        #expect((first.new, first.known, first.changed.count) == (1, 4, 0))
        #expect(try lines(env).filter { $0.hasSuffix("Books") }.count == 1)
    }

    @Test func rowsOfAnUndoneImportAreNewAgain() throws {
        let env = try opened()
        _ = try run(ReimportTests.march, env)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(try lines(env) == [])
        let again = try run(ReimportTests.march, env)
        #expect((again.new, again.known) == (5, 0))
        // What was voided by hand stays known.
        let line = try #require(env.snapshot().lines().first)
        _ = try VoidEntry.run(EntriesInput(ids: [String(line.id)]), in: env)
        #expect(try run(ReimportTests.march, env).new == 0)
        // An undone import whose undo was taken back is known, too.
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(try lines(env) == [])
        _ = try RedoCommits.run(RedoCommits.Input(), in: env)
        #expect(try run(ReimportTests.march, env).known == 5)
    }

    @Test func anUndoTakesBackAcceptedProposals() throws {
        let env = try opened()
        _ = try run(ReimportTests.march, env)
        let before = try lines(env)
        var rows = ReimportTests.march
        rows[1] = "2026-03-02,4.50,pending coffee,Bank"
        rows.remove(at: 2)
        _ = try run(rows, env, .accept)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(try lines(env) == before)
        let listed = try run(rows, env)
        #expect((listed.new, listed.changed.count, listed.missingCount) == (0, 1, 1))
    }

    @Test func ignoredProposalsAreNewRows() throws {
        let env = try opened()
        _ = try run(ReimportTests.march, env)
        var rows = ReimportTests.march
        rows[2] = "2026-03-03,9.50,Books,Bank"
        #expect(try run(rows, env).changed.count == 1)
        let receipt = try run(rows, env, .ignore)
        #expect((receipt.new, receipt.known) == (1, 4))
        #expect(try lines(env).filter { $0.hasSuffix("Books") }.count == 2)
        #expect(try run(rows, env).new == 0)
    }

    @Test func whatWasAmendedByHandToTheSameIsKnown() throws {
        let env = try opened()
        _ = try run(ReimportTests.march, env)
        var change = AmendEntry.Input(id: "6")
        change.amount = "9.50"
        _ = try AmendEntry.run(change, in: env)
        var rows = ReimportTests.march
        rows[2] = "2026-03-03,9.50,Books,Bank"
        let receipt = try run(rows, env)
        #expect((receipt.new, receipt.changed.count, receipt.missingCount) == (0, 0, 0))
    }

    @Test func onTheFirstAndLastDayNothingIsMissing() throws {
        let env = try opened()
        _ = try run(ReimportTests.march, env)
        let cut = try run(Array(ReimportTests.march[1...2]), env)
        #expect((cut.known, cut.missingCount) == (2, 0))
        // Nor in a file that is not in the order of its days.
        let mixed = [2, 0, 4].map { ReimportTests.march[$0] }
        #expect(try run(mixed, env).missingCount == 0)
        let sorted = [0, 2, 4].map { ReimportTests.march[$0] }
        #expect(try run(sorted, env).missing.map(\.title) == ["PENDING COFFEE", "Bus"])
        #expect(try run(sorted.reversed(), env).missingCount == 2)
        // Nor of another account.
        let other = sorted.map { $0.replacing(",Bank", with: ",Card") }
        let receipt = try run(other, env)
        #expect((receipt.new, receipt.known, receipt.missingCount) == (3, 0, 0))
    }

    @Test func ofAnotherFileOfTheSameDaysNothingIsMissing() throws {
        let env = try opened()
        _ = try run(ReimportTests.march, env)
        let others = (1...4).map { "2026-03-0\($0),7.0\($0),Card \($0),Bank" }
        _ = try run(others, env)
        let longer = ReimportTests.march + ["2026-03-09,3.00,Tea,Bank"]
        let receipt = try run(longer, env)
        #expect((receipt.new, receipt.missingCount) == (1, 0))
    }

    @Test func refusedRowsStopEverythingUnlessLeftOut() throws {
        let env = try opened()
        let rows = ReimportTests.march + ["2026-03-06,abc,Never,Bank"]
        #expect(try run(rows, env).id == nil)
        #expect(try env.events() == 2)
        let receipt = try run(rows, env, skipsRefused: true)
        #expect((receipt.read, receipt.new, receipt.refusedCount) == (6, 5, 1))
        #expect(receipt.id == 2)
        guard case .batchStarted(let batch) = try env.store().event(at: 2)?.event else {
            Issue.record("no batch")
            return
        }
        #expect(batch.counts == ["read": 5, "new": 5, "refused": 1])
    }

    @Test func spellsNewCategoriesOfOneFileAlike() throws {
        let env = try opened()
        let text = "Date,Amount,Title,Category\n2026-03-01,1,a,Food\n2026-03-02,2,b,food\n"
        _ = try ImportCSV.run(ImportCSV.Input(file: FileBytes(bytes(text))), in: env)
        let found = try env.snapshot().lines().compactMap { $0.facts.category?.text }
        #expect(found == ["Food", "Food"])
    }

    /// Whatever cuts of one statement come, in whatever order, with amendments and voids between,
    /// the whole statement is the end; a cut may lack a line that looks like one of its rows, so
    /// what is held is told to be new.
    @Test(arguments: 0..<40)
    func overlappingCutsEndWithTheStatement(_ number: Int) throws {
        var random = SeededRandom(seed: UInt64(number))
        let titles = ["a", "b", "c", "pending a", "d"]
        var day = 0
        let statement = (0..<30).map { _ in
            day += random.below(3) == 0 ? 1 : 0
            let title = titles[random.below(titles.count)]
            // In the order of another day, as in many statements.
            let shown = number % 2 == 0 ? day : max(0, day - random.below(3))
            return "2026-03-\(10 + shown),\(1 + random.below(2)).00,\(title),Bank"
        }
        let rows = number % 3 == 0 ? statement.reversed() : statement
        let env = try opened()
        var cuts = (0..<5).map { _ in
            let start = random.below(rows.count)
            return start..<(start + 1 + random.below(rows.count - start))
        }
        cuts.insert(0..<rows.count, at: random.below(cuts.count + 1))
        for cut in cuts {
            let receipt = try run(Array(rows[cut]), env, .ignore)
            #expect(receipt.missingCount == 0)
            let live = try env.snapshot().lines()
            if random.below(2) == 0, let line = live.first {
                var change = AmendEntry.Input(id: String(line.id))
                (change.title, change.day) = ("changed", "2026-05-01")
                _ = try? AmendEntry.run(change, in: env)
            }
            if random.below(3) == 0, let line = live.last {
                _ = try VoidEntry.run(EntriesInput(ids: [String(line.id)]), in: env)
            }
        }
        let first = try env.snapshot().store.events(in: 0..<10_000).compactMap { recorded in
            if case .lineAdded(let line) = recorded.event {
                "\(line.facts.day),\(line.facts.amount),\(line.details.title),Bank"
            } else {
                nil
            }
        }
        #expect(first.sorted() == rows.sorted())
    }
}
