import Application
import EventLog
import Foundation
import Ledger
import Support
import Testing

/// Every request that writes, made on a copy that knows nothing of a closing: a merge lets in of it
/// what may be typed where the books are closed.
@Suite("Closed books and what merges bring")
struct MergedBooksTests {
    /// Does something in a ledger of which a copy has closed January, merges it into that one, and
    /// returns what was set aside there, with the reasons.
    private func merged(_ request: ClosedBooksTests.Request) throws -> [String] {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "books-\(UUID().uuidString)").path
        defer { TestFolder.remove(root) }
        let tests = ClosedBooksTests()
        let world = try ClosedBooksTests.world(in: "\(root)/other", isClosed: false)
        _ = try BackUpLedger.run(
            BackUpLedger.Input(destination: "\(root)/closed"), in: world.env)
        let closed = world.env.with { $0.home = FileHome("\(root)/closed") }
        _ = try answer("close", #"{"period":"2026-01"}"#, in: closed)
        // The longer one stays as it is.
        for number in 1...12 {
            try closed.add("\(number)", "Later \(number)", day: "2026-02-20")
        }
        let before = try tests.figures(closed)
        _ = try answer(request.path, world.filled(request.json), in: world.env)
        let other = MergeCopy.Input(other: "\(root)/other")
        let done = try MergeCopy.run(other, in: closed)
        #expect(try tests.figures(closed) == before, "\(request)")
        let closings = try Router.call(ListClosings.self, DaysInput(), in: closed)
        #expect(closings.rows.allSatisfy { $0.holds && $0.corrections.isEmpty }, "\(request)")
        return done.aside.map(\.why)
    }

    @Test(
        "what changes a figure is set aside",
        arguments: ClosedBooksTests.pinned.indices)
    func setAside(_ index: Int) throws {
        let why = try merged(ClosedBooksTests.pinned[index])
        #expect(why.contains("rule.closedDays"), "\(ClosedBooksTests.pinned[index]): \(why)")
    }

    @Test("everything else comes in", arguments: ClosedBooksTests.free.indices)
    func comesIn(_ index: Int) throws {
        let why = try merged(ClosedBooksTests.free[index])
        #expect(!why.contains("rule.closedDays"), "\(ClosedBooksTests.free[index]): \(why)")
    }
}
