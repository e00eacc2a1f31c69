import EventLog
import Ledger
import Support
import Testing

/// `Fixtures/log-v1/events`: every version of every event, as it was written when the format was
/// frozen. What commands tell of it is held by `FrozenLedgerTests`.
@Suite("Every version of every event")
struct FrozenEventsTests {
    private static let folder = "Fixtures/log-v1/events/log"

    /// A line and an amendment, in the two versions of each that this program lifts.
    private static func olderEvents() throws -> [Event] {
        let facts = try Samples.facts()
        let details = LineDetails(title: "Market | Apples", note: "red", tags: ["fruit"])
        let added = Event.lineAdded(LineAdded(facts: facts, details: details))
        let amended = Event.lineAmended(
            LineAmended(
                target: .position(8), previous: .position(8), facts: facts, replaced: facts,
                changes: [.title], details: details, reason: "typed wrong"))
        return [added, amended].flatMap { event in
            let row = event.row
            let second = Row(
                type: row.type, schema: 2, isCritical: row.isCritical, fields: row.fields)
            return [TitleEvolutionTests.old(event), .unknown(second)]
        }
    }

    @Test("older versions are read as what they mean today") func lifts() throws {
        let folder = SourceTree.fullPath(FrozenEventsTests.folder)
        if Recording.isOn, !SourceTree.isFolder(FrozenEventsTests.folder) {
            let commits = try [Samples.everyEvent(), FrozenEventsTests.olderEvents()]
            try FixtureLog.record(commits, id: 1, in: folder)
        }
        let store = try FileEventStore.open(at: folder)
        let count = try store.verify().events
        let details = try (count - 4..<count).map { position in
            switch try store.event(at: position)?.event {
            case .lineAdded(let line): line.details
            case .lineAmended(let change): change.details
            default: LineDetails()
            }
        }
        #expect(details.map(\.payee) == Array(repeating: "Market", count: 4))
        #expect(details.map(\.description) == Array(repeating: "Apples", count: 4))
        #expect(details.map(\.note) == Array(repeating: "red", count: 4))
        #expect(details.map(\.tags) == Array(repeating: ["fruit"], count: 4))
    }
}
