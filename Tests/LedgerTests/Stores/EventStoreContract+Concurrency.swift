import EventLog
import Ledger
import Support
import Testing

extension EventStoreContract {
    @Test("ruby_event_store lint: unlimited concurrency for any", arguments: StoreKind.allCases)
    func losesNothing(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 as Range<UInt64> {
                group.addTask {
                    for number in 0..<50 as Range<UInt64> {
                        let commit = people(
                            ["\(writer).\(number)a", "\(writer).\(number)b"],
                            id: writer * 50 + number)
                        let positions = try store.append(commit, expecting: nil).positions
                        #expect(positions.count == 2)
                    }
                }
            }
            try await group.waitForAll()
        }
        let names = try names(store)
        #expect(names.count == 800)
        #expect(Set(names).count == 800)
        for index in stride(from: 0, to: 800, by: 2) {
            #expect(names[index].dropLast() == names[index + 1].dropLast())
        }
        for writer in 0..<8 {
            let own = names.filter { $0.hasPrefix("\(writer).") && $0.hasSuffix("a") }
            #expect(own == (0..<50).map { "\(writer).\($0)a" })
        }
    }

    @Test("ruby_event_store lint: limited concurrency for auto", arguments: StoreKind.allCases)
    func retriesConflicts(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 as Range<UInt64> {
                group.addTask {
                    for number in 0..<25 as Range<UInt64> {
                        let commit = people(["\(writer).\(number)"], id: writer * 25 + number)
                        try appendRetrying(commit, to: store)
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try Set(names(store)).count == 100)
        #expect(try store.head().count == 100)
    }

    private func appendRetrying(_ commit: NewCommit, to store: any EventStore) throws(StoreError) {
        while true {
            let expected = try store.head().count
            do throws(StoreError) {
                let appended = try store.append(commit, expecting: expected)
                #expect(appended.positions == expected..<(expected + 1))
                return
            } catch {
                guard case .conflict(expected, let actual) = error, actual > expected else {
                    throw error
                }
            }
        }
    }

    @Test("ledger: of concurrent repeats one is appended", arguments: StoreKind.allCases)
    func appendsKeyOnce(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        let results = try await withThrowingTaskGroup(of: Appended.self) { group in
            for writer in 0..<8 as Range<UInt64> {
                group.addTask {
                    try store.append(people(["a", "b"], id: writer, key: "k"), expecting: nil)
                }
            }
            return try await group.reduce(into: [Appended]()) { $0.append($1) }
        }
        #expect(results.count { !$0.isRepeat } == 1)
        #expect(results.allSatisfy { $0.positions == 0..<2 })
        #expect(try names(store) == ["a", "b"])
    }

    @Test("ledger: readers see whole commits while others append", arguments: StoreKind.allCases)
    func readsWholeCommits(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for id in 0..<200 as Range<UInt64> {
                    _ = try store.append(crowd(3, id: id), expecting: nil)
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    var seen = 0
                    while seen < 600 {
                        seen = try store.events(in: 0 ..< .max).count
                        #expect(seen % 3 == 0)
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(
        "ledger: root and count belong together while others append", arguments: StoreKind.allCases)
    func headsAreConsistent(_ kind: StoreKind) async throws {
        let store = try kind.makeStore()
        let heads = try await withThrowingTaskGroup(of: [LogHead].self) { group in
            group.addTask {
                try (0..<100 as Range<UInt64>).map { id in
                    let appended = try store.append(people(["p"], id: id), expecting: nil)
                    return LogHead(
                        count: appended.positions.upperBound, root: appended.root, logClock: 1_000)
                }
            }
            group.addTask { try (0..<100).map { _ in try store.head() } }
            return try await group.reduce(into: [LogHead]()) { $0 += $1 }
        }
        let roots = Dictionary(grouping: heads.filter { $0.count > 0 }, by: \.count)
        #expect(roots.values.allSatisfy { Set($0).count == 1 })
    }
}
