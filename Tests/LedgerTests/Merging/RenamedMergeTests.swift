import EventLog
import Foundation
import Ledger
import LedgerTesting
import Support
import Testing

/// Copies of which one renames a category.
@Suite("Merging renamed categories")
struct RenamedMergeTests {
    private static let start: Int64 = 1_767_225_600_000

    /// A line of a category.
    private static func line(_ category: String) -> Event {
        .lineAdded(Given.line(100, category, category: category))
    }

    private static func renamed(_ from: String, _ to: String) throws -> Event {
        .categoryRenamed(CategoryRenamed(from: try CategoryPath(from), to: try CategoryPath(to)))
    }

    private static func append(_ events: [[Event]], to store: FileEventStore, id: UInt64) throws {
        for (number, events) in events.enumerated() {
            let low = id + UInt64(number)
            let commit = NewCommit(
                id: CommitID(high: 9, low: low),
                recordedAt: Timestamp(millisecondsSince1970: start + Int64(low) * 1_000),
                actor: low == 0 ? nil : .position(1), events: events)
            _ = try store.append(commit, expecting: nil)
        }
    }

    /// What the categories of all lines are called when two copies are one again, and how many
    /// commits were set aside.
    private func merged(
        _ shared: [[Event]] = [], here: [[Event]], there: [[Event]]
    ) throws -> (names: Set<String>, asides: [String]) {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "renames-\(UUID().uuidString)").path
        defer { TestFolder.remove(folder) }
        let mine = try FileEventStore.create(at: "\(folder)/here", id: CommitID(high: 1, low: 2))
        try Self.append([Given.ledger] + shared, to: mine, id: 0)
        try mine.copy(to: "\(folder)/there").release()
        let theirs = try FileEventStore.open(at: "\(folder)/there")
        try Self.append(here, to: mine, id: 100)
        try Self.append(there, to: theirs, id: 200)
        var made: UInt64 = 300
        let plan = try #require(
            try mine.mergePlan(
                with: theirs, at: Timestamp(millisecondsSince1970: Self.start),
                id: {
                    made += 1
                    return CommitID(high: 9, low: made)
                }))
        guard case .merge(let merge) = plan.step else { throw StoreError.emptyCommit }
        let base = merge.base == .mine ? mine : theirs
        for commit in merge.commits { _ = try base.append(commit, expecting: nil) }
        let snapshot = try LedgerSnapshot(store: base)
        let names = try snapshot.categories().categories.map {
            snapshot.referenceData.renamed($0).text
        }
        let asides = merge.outcomes.flatMap { $0.aside.values.map(\.code) }
        return (Set(names), asides)
    }

    @Test(
        "two categories stay two where who renamed one knew nothing of the other",
        arguments: [true, false], [0, 5])
    func apart(isHere: Bool, more: Int) throws {
        let food = [Self.line("food")]
        let uses = [[Self.line("eat")]] + Array(repeating: [Self.line("tea")], count: more)
        let renames = [[try Self.renamed("food", "eat")], [Self.line("eat")], [Self.line("pet")]]
        let done = try merged(
            [food], here: isHere ? renames : uses, there: isHere ? uses : renames)
        #expect(done.names.isSuperset(of: ["food", "eat", "pet"]))
        #expect(done.asides == ["otherwise"])
    }

    @Test("what goes on from a rename that does not come in does not, either")
    func goesOn() throws {
        let done = try merged(
            [[Self.line("food")]],
            here: [[Self.line("eat")], [Self.line("tea")], [Self.line("tea")], [Self.line("tea")]],
            there: [
                [try Self.renamed("food", "eat")], [try Self.renamed("eat", "meals")],
                [try Self.renamed("meals", "food")], [try Self.renamed("food", "board")],
            ])
        // There food is called board in the end, and so it is here.
        #expect(done.names == ["board", "eat", "tea"])
        #expect(done.asides == ["otherwise", "baseless", "baseless"])
    }

    @Test("a category that nobody else has gets its name, as do two that were to be one")
    func comesIn() throws {
        let rename = [try Self.renamed("food", "eat")]
        let free = try merged(
            [[Self.line("food")]], here: [[Self.line("tea")], [Self.line("food")]],
            there: [rename])
        #expect(free.names == ["eat", "tea"] && free.asides.isEmpty)
        let meant = try merged(
            [[Self.line("food")], [Self.line("eat")]], here: [[Self.line("eat")]],
            there: [rename, [Self.line("tea")]])
        #expect(meant.names == ["eat", "tea"] && meant.asides.isEmpty)
        let both = try merged(
            [[Self.line("food")]], here: [rename, [Self.line("eat")]],
            there: [rename, [Self.line("eat")], [Self.line("tea")]])
        #expect(both.names == ["eat", "tea"] && both.asides.isEmpty)
    }
}
