import EventLog
import Foundation
import Ledger
import Support
import Testing

/// A log in `Fixtures` that is made of events instead of commands.
enum FixtureLog {
    /// Writes it, a commit for each list of events, by the second event but for the first.
    ///
    /// - Parameters:
    ///   - id: What the ids of the log and of its commits begin with.
    ///   - folder: The folder of the log; what is there is replaced.
    static func record(_ commits: [[Event]], id: UInt64, in folder: String) throws {
        let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { TestFolder.remove(place) }
        let store = try FileEventStore.create(
            at: place, id: CommitID(high: id, low: id), makeSeed: StoreKind.fixedSeed)
        for (number, events) in commits.enumerated() {
            let time = 1_767_225_600_000 + Int64(number) * 1_000
            _ = try store.append(
                NewCommit(
                    id: CommitID(high: id, low: UInt64(number)),
                    recordedAt: Timestamp(millisecondsSince1970: time),
                    actor: number > 0 ? .position(1) : nil, events: events,
                    origin: .otherProgram))
        }
        try Recording.keep(log: place, in: folder)
        Issue.record("recorded; run again without LEDGER_RECORD")
    }
}
