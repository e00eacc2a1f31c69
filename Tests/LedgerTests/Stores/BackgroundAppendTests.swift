import EventLog
import Ledger
import Support
import Testing

/// Appending from tasks, whose threads must not wait for a disk.
@Suite("Appending from tasks")
struct BackgroundAppendTests {
    private func commit(_ number: Int, key: String? = nil) -> NewCommit {
        NewCommit(
            id: CommitID(high: 9, low: UInt64(number)),
            recordedAt: Timestamp(millisecondsSince1970: 2_000), key: key,
            events: [.personAdded(PersonAdded(name: "person \(number)"))])
    }

    @Test("what many tasks append at the same time is there once, in the order of its positions")
    func manyTasks() async throws {
        let store = try #require(try StoreKind.file.makeStore() as? FileEventStore)
        var found: [(number: Int, position: UInt64)] = []
        try await withThrowingTaskGroup(of: (Int, UInt64).self) { group in
            for number in 0..<200 {
                group.addTask {
                    let done = try await store.appendInBackground(commit(number))
                    return (number, done.positions.lowerBound)
                }
            }
            for try await (number, position) in group { found.append((number, position)) }
        }
        found.sort { $0.position < $1.position }
        #expect(found.map(\.position) == Array(0..<200))
        var names: [String] = []
        try store.read(0..<200, .all) { batch in
            for index in 0..<batch.count {
                let text = batch.row(at: index).fields.compactMap { $0.value.bytes }.first ?? []
                names.append(String(decoding: text, as: UTF8.self))
            }
            return .next
        }
        #expect(names == found.map { "person \($0.number)" })
    }

    @Test("a refusal reaches the task whose commit it is")
    func refusals() async throws {
        let store = try #require(try StoreKind.file.makeStore() as? FileEventStore)
        _ = try await store.appendInBackground(commit(1, key: "one"))
        await #expect(throws: StoreError.conflict(expected: 7, actual: 1)) {
            try await store.appendInBackground(commit(2), expecting: 7)
        }
        await #expect(throws: StoreError.keyConflict(key: "one", position: 0)) {
            try await store.appendInBackground(commit(3, key: "one"))
        }
        #expect(try await store.appendInBackground(commit(1, key: "one")).isRepeat)
    }
}
