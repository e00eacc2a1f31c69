import EventLog
import Ledger
import Support
import Testing

/// What only a store in files does with a stream.
@Suite("Streamed commits")
struct StreamedCommitTests {
    private func commit(
        _ count: Int, key: String? = nil, _ meanwhile: @escaping () throws(StoreError) -> Void
    ) -> CommitStream {
        CommitStream(
            id: CommitID(high: 8, low: 1), recordedAt: Timestamp(millisecondsSince1970: 1_000),
            key: key,
            events: { (emit) throws(StoreError) in
                for index in 0..<count {
                    try emit(.personAdded(PersonAdded(name: "p\(index)")))
                    if index == count - 1 { try meanwhile() }
                }
            })
    }

    private func other(_ number: Int, key: String? = nil) -> NewCommit {
        NewCommit(
            id: CommitID(high: 9, low: UInt64(number)),
            recordedAt: Timestamp(millisecondsSince1970: 2_000), key: key,
            events: [.personAdded(PersonAdded(name: "other \(number)"))])
    }

    @Test("a stream that is outrun each time is a conflict in the end")
    func outrun() throws {
        let store = try StoreKind.file.makeStore()
        var number = 0
        let stream = commit(5_000) { () throws(StoreError) in
            number += 1
            _ = try store.append(other(number), expecting: nil)
        }
        #expect(throws: StoreError.conflict(expected: 2, actual: 3)) {
            try store.append(stream, expecting: nil)
        }
        #expect(number == 3)
        #expect(try store.head().count == 3)
    }

    @Test("a key that is taken while a stream runs is seen")
    func keyMeanwhile() throws {
        let store = try StoreKind.file.makeStore()
        var isFirst = true
        let stream = commit(5_000, key: "k") { () throws(StoreError) in
            if isFirst { _ = try store.append(other(1, key: "k"), expecting: nil) }
            isFirst = false
        }
        #expect(throws: StoreError.keyConflict(key: "k", position: 0)) {
            try store.append(stream, expecting: nil)
        }
        #expect(try store.head().count == 1)
    }

    @Test("a repeat is found in a sealed log, whatever stands around it")
    func sealed() throws {
        let store = try #require(try StoreKind.file.makeStore() as? FileEventStore)
        _ = try store.append(other(1), expecting: nil)
        let stream = commit(9_000, key: "k") {}
        let first = try store.append(stream, expecting: 1)
        for number in 2..<4_000 { _ = try store.append(other(number), expecting: nil) }
        _ = try store.seal()
        let again = try store.append(stream, expecting: nil)
        #expect(again.isRepeat && again.positions == first.positions)
        #expect(throws: StoreError.keyConflict(key: "k", position: 1)) {
            try store.append(commit(9_001, key: "k") {}, expecting: nil)
        }
    }
}
