import EventLog
import Foundation
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

    /// Writes it where there is none and recording is asked for; never again.
    private static func record() throws {
        guard ProcessInfo.processInfo.environment["LEDGER_RECORD"] == "1",
            !SourceTree.isFolder(folder)
        else { return }
        let path = SourceTree.fullPath(folder)
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let store = try FileEventStore.create(
            at: path, id: CommitID(high: 1, low: 1), makeSeed: StoreKind.fixedSeed)
        for (number, events) in try [Samples.everyEvent(), olderEvents()].enumerated() {
            let time = 1_767_225_600_000 + Int64(number) * 1_000
            _ = try store.append(
                NewCommit(
                    id: CommitID(high: 1, low: UInt64(number)),
                    recordedAt: Timestamp(millisecondsSince1970: time), actor: nil, events: events))
        }
        let file = url.appending(path: "000000000000-0000.log")
        let bytes = try Data(contentsOf: file)
        let length = (bytes.lastIndex { $0 != 0 } ?? 0) + 8
        try bytes.prefix(length / 8 * 8).write(to: file)
        try FileManager.default.removeItem(at: url.appending(path: "lock"))
        Issue.record("recorded; run again without LEDGER_RECORD")
    }

    @Test("older versions are read as what they mean today") func lifts() throws {
        try FrozenEventsTests.record()
        let store = try FileEventStore.open(at: SourceTree.fullPath(FrozenEventsTests.folder))
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
