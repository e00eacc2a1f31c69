import EventLog
import Ledger
import Support
import Testing

extension EventStoreContract {
    private var interval: Duration { .milliseconds(1) }

    /// The positions that a follower shows, until there are `count` of them.
    private func follow(
        _ store: any EventStore, from position: UInt64, count: Int
    ) async throws -> [UInt64] {
        var seen: [UInt64] = []
        for try await batch in store.follow(from: position, pollEvery: interval) {
            #expect(batch.count > 0)
            seen += Array(batch.positions)
            if seen.count >= count { break }
        }
        return seen
    }

    private func grow(_ store: any EventStore, commits: Int, of count: Int) async throws {
        for id in 0..<UInt64(commits) {
            _ = try store.append(crowd(count, id: 1_000 + id), expecting: nil)
            try await Task.sleep(for: .microseconds(200))
        }
    }

    @Test(
        "commanded subscription: receives events already appended",
        arguments: StoreKind.allCases)
    func catchesUp(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        try await grow(store, commits: 3, of: 2)
        #expect(try await follow(store, from: 0, count: 6) == Array(0..<6))
    }

    @Test(
        "commanded subscription: receives events as they are appended",
        arguments: StoreKind.allCases)
    func showsNewEvents(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        async let seen = follow(store, from: 0, count: 20)
        try await grow(store, commits: 10, of: 2)
        #expect(try await seen == Array(0..<20))
    }

    @Test(
        "commanded subscription: old events, then new ones, none twice",
        arguments: StoreKind.allCases)
    func goesFromOldToNew(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(5_000), expecting: 0)
        async let seen = follow(store, from: 0, count: 5_060)
        try await grow(store, commits: 20, of: 3)
        #expect(try await seen == Array(0..<5_060))
    }

    @Test(
        "commanded subscription: skips existing events from the current position",
        arguments: StoreKind.allCases)
    func skipsOldEvents(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(7), expecting: 0)
        let end = try store.head().count
        async let seen = follow(store, from: end, count: 4)
        try await grow(store, commits: 2, of: 2)
        #expect(try await seen == [7, 8, 9, 10])
    }

    @Test(
        "commanded subscription: resumes where it left off",
        arguments: StoreKind.allCases)
    func resumes(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(5), expecting: 0)
        let first = try await follow(store, from: 0, count: 5)
        try await grow(store, commits: 3, of: 2)
        let next = try #require(first.last) + 1
        #expect(try await first + follow(store, from: next, count: 6) == Array(0..<11))
    }

    @Test(
        "commanded subscription: shows nothing after it was ended",
        arguments: StoreKind.allCases)
    func endsWhenCancelled(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(2), expecting: 0)
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let follower = Task {
            var seen = 0
            for try await batch in store.follow(from: 0, pollEvery: .seconds(60)) {
                seen += batch.count
                continuation.yield()
            }
            return seen
        }
        for await _ in started { break }
        follower.cancel()
        #expect(try await follower.value == 2)
        _ = try store.append(crowd(2, id: 2), expecting: 2)
    }

    @Test(
        "commanded subscription: a slow subscriber misses nothing",
        arguments: StoreKind.allCases)
    func waitsForSlowReaders(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        let writer = Task { try await grow(store, commits: 60, of: 5) }
        var seen: [UInt64] = []
        for try await batch in store.follow(from: 0, pollEvery: interval) {
            seen += Array(batch.positions)
            if seen.count >= 300 { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        try await writer.value
        #expect(seen == Array(0..<300))
    }

    @Test(
        "commanded subscription: two subscribers do not disturb each other",
        arguments: StoreKind.allCases)
    func followersAreIndependent(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        async let all = follow(store, from: 0, count: 12)
        async let some = follow(store, from: 4, count: 8)
        try await grow(store, commits: 6, of: 2)
        #expect(try await all == Array(0..<12))
        #expect(try await some == Array(4..<12))
    }

    @Test(
        "marten compliance: waiting for a version that is still to come",
        arguments: StoreKind.allCases)
    func waitsForFuture(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        async let seen = follow(store, from: 5, count: 3)
        try await grow(store, commits: 4, of: 2)
        #expect(try await seen == [5, 6, 7])
    }

    @Test(
        "ledger: a follower sees whole commits",
        arguments: StoreKind.allCases)
    func followsWholeCommits(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        let writer = Task { try await grow(store, commits: 40, of: 3) }
        var seen = 0
        for try await batch in store.follow(from: 0, sections: .commits, pollEvery: interval) {
            #expect(batch.keys.isEmpty)
            #expect(batch.commits.allSatisfy { ($0.firstIndex + seen) % 3 == 0 })
            seen += batch.count
            #expect(seen % 3 == 0)
            if seen >= 120 { break }
        }
        try await writer.value
        #expect(seen == 120)
    }
}
