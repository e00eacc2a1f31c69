import EventLog
import Ledger
import Support
import Testing

/// Books whose reopening is taken back are closed as they were, or not at all.
@Suite("Taking back what closed and reopened books")
struct ClosingUndoTests {
    private static let days = DayRange(start: Given.day(0), end: Given.day(10))
    private static let lunch = Given.line(500, "Lunch", day: 3)

    /// A line (4), its closing (5), and the reopening (6).
    private static func reopened() throws -> Undoing {
        let given = try Undoing([[.lineAdded(lunch)]])
        let pin = try given.snapshot.pin(of: days)
        try given.append([
            .booksClosed(BooksClosed(days: days, digest: pin.digest, root: pin.root, pinned: 4))
        ])
        try given.append([.booksReopened(BooksReopened(target: .position(5), reason: "late"))])
        return given
    }

    private static func line(_ day: Int32) -> Event {
        .lineAdded(Given.line(700, "Late", day: day))
    }

    private func isClosed(_ given: Undoing) throws -> [UInt64] {
        try given.snapshot.referenceData.closingsInForce.map(\.position)
    }

    @Test("nothing changed, or only other days: they are closed again")
    func unchanged() throws {
        let given = try ClosingUndoTests.reopened()
        try given.append([ClosingUndoTests.line(10)])
        #expect(try given.conflicts(.events([6])) == [])
        try given.undo(.events([6]))
        #expect(try isClosed(given) == [9])
        #expect(try given.snapshot.closingList().rows.map(\.holds) == [true, true])
    }

    @Test("a category that was renamed meanwhile moves no figure")
    func renamed() throws {
        let given = try ClosingUndoTests.reopened()
        let category = try CategoryPath("food")
        try given.append([
            .categoryRenamed(CategoryRenamed(from: category, to: try CategoryPath("meals")))
        ])
        #expect(try given.conflicts(.events([6])) == [])
        try given.undo(.events([6]))
        #expect(try given.snapshot.closingList().rows.map(\.holds) == [true, true])
    }

    @Test("their days changed: that is in the way, unless it is taken back as well")
    func changed() throws {
        let given = try ClosingUndoTests.reopened()
        try given.append([ClosingUndoTests.line(2)])
        #expect(try given.conflicts(.events([6])) == ["closing 6 figures: -, now -, by 7"])
        #expect(try given.plan(.events([6])).changesCount == 0)
        #expect(try given.events(.events([6, 7])).count == 2)
        try given.undo(.events([6, 7]))
        #expect(try isClosed(given).count == 1)
        #expect(try given.snapshot.closingList().rows.map(\.holds) == [true, true])
    }

    @Test("what was changed and changed back does no harm")
    func changedBack() throws {
        let given = try ClosingUndoTests.reopened()
        try given.append([ClosingUndoTests.line(2)])
        try given.undo(.events([7]))
        #expect(try given.conflicts(.events([6])) == [])
        // With the undo taken back, too, the line would be there.
        #expect(
            try given.conflicts(.events([6, 8])) == ["closing 6 figures: -, now -, by 7"])
    }

    @Test("where a change stays, for it was changed since, they stay open")
    func left() throws {
        let given = try ClosingUndoTests.reopened()
        try given.append([ClosingUndoTests.line(2)])
        let facts = Given.line(700, "Late", day: 2).facts
        var more = facts
        more.amount = Given.euros(9)
        try given.append([Make.amended(7, after: 7, more, was: facts, .amount)])
        let both = try given.plan(.events([6, 7]))
        #expect(both.conflicts.map(\.field) == ["amount", "figures"])
        #expect(both.changesCount == 0)
    }

    @Test("a redo closes as before only what is as it was")
    func redone() throws {
        let given = try Undoing([[.lineAdded(ClosingUndoTests.lunch)]])
        let pin = try given.snapshot.pin(of: ClosingUndoTests.days)
        try given.append([
            .booksClosed(
                BooksClosed(
                    days: ClosingUndoTests.days, digest: pin.digest, root: pin.root, pinned: 4))
        ])
        try given.undo(.newest)
        try given.append([ClosingUndoTests.line(2)])
        #expect(try given.conflicts(.events([6])) == ["closing 7 figures: -, now -, by 8"])
    }

    @Test("a closing that an undo made again is ended by taking back the first")
    func successor() throws {
        let given = try ClosingUndoTests.reopened()
        try given.undo(.events([6]))
        #expect(try isClosed(given) == [8])
        #expect(try given.conflicts(.events([5])) == [])
        #expect(try given.events(.events([5, 8])).count == 1)
        try given.undo(.events([5]))
        #expect(try isClosed(given) == [])
    }

    @Test("one that somebody made again is not") func anew() throws {
        let given = try ClosingUndoTests.reopened()
        let closed = try #require(try given.snapshot.referenceData.closings.first).closed
        try given.append([.booksClosed(closed)])
        #expect(try given.conflicts(.events([5])) == ["closing 5 closed: -, now yes, by 7"])
    }

    @Test("what was closed again past that is named, and so are its corrections")
    func named() throws {
        let given = try ClosingUndoTests.reopened()
        let pin = try #require(try given.snapshot.referenceData.closings.first).closed
        try given.append([ClosingUndoTests.line(2)])
        // As earlier programs did.
        try given.append([.commitUndone(CommitUndone(commit: .position(6))), .booksClosed(pin)])
        let rows = try given.snapshot.closingList().rows
        #expect(rows.map(\.id) == [9, 5])
        #expect(rows.map(\.holds) == [false, true])
        #expect(rows.map(\.unrecorded) == [[7], nil])
        // Ended and made again by an undo it is still what it was.
        try given.append([.booksReopened(BooksReopened(target: .position(9), reason: "again"))])
        try given.undo(.events([10]))
        #expect(try given.snapshot.closingList().rows.map(\.holds) == [false, false, true])
    }

    @Test("corrections count for what is closed again")
    func corrections() throws {
        let given = try Undoing([[.lineAdded(ClosingUndoTests.lunch)]])
        let pin = try given.snapshot.pin(of: ClosingUndoTests.days)
        try given.append([
            .booksClosed(
                BooksClosed(
                    days: ClosingUndoTests.days, digest: pin.digest, root: pin.root, pinned: 4))
        ])
        try given.append([
            ClosingUndoTests.line(2),
            .booksReopened(
                BooksReopened(target: .position(5), isCorrection: true, reason: "found")),
        ])
        try given.append([.booksReopened(BooksReopened(target: .position(5), reason: "late"))])
        try given.undo(.newest)
        let rows = try given.snapshot.closingList().rows
        #expect(rows.map(\.corrections) == [[7], [7]])
        #expect(rows.map(\.holds) == [true, true])
        let report = try given.snapshot.report(
            ReportParameters(range: ClosingUndoTests.days), now: Given.day(0))
        #expect(report.closed?.closings.map(\.corrections) == [1])
    }
}
