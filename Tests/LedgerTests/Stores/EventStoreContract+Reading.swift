import EventLog
import Ledger
import Support
import Testing

extension EventStoreContract {
    private func filled(_ kind: StoreKind, _ count: Int = 10) throws -> any EventStore {
        let store = try kind.makeStore()
        for index in 0..<count {
            _ = try store.append(people(["p\(index)"], id: UInt64(index)), expecting: nil)
        }
        return store
    }

    /// The positions of the batches that a read hands out.
    private func batches(
        _ store: any EventStore, _ positions: Range<UInt64>
    ) throws -> [Range<UInt64>] {
        var batches: [Range<UInt64>] = []
        try store.read(positions, .all) { batch in
            batches.append(batch.positions)
            return .next
        }
        return batches
    }

    @Test("commanded read: reads from any position", arguments: StoreKind.allCases)
    func readsFromAnywhere(_ kind: StoreKind) throws {
        let store = try filled(kind)
        for start in 0...10 {
            let expected = (start..<10).map { "p\($0)" }
            #expect(try names(store, UInt64(start) ..< .max) == expected)
        }
    }

    @Test("commanded read: an unknown stream has no events", arguments: StoreKind.allCases)
    func readsNothingBehindEnd(_ kind: StoreKind) throws {
        let store = try filled(kind)
        #expect(try batches(store, 10..<20).isEmpty)
        #expect(try batches(store, 1_000_000 ..< .max).isEmpty)
        #expect(try batches(store, .max ..< .max).isEmpty)
        #expect(try batches(kind.makeStore(), 0..<1).isEmpty)
    }

    @Test("commanded read: reads in batches, none twice", arguments: StoreKind.allCases)
    func readsInBatches(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(3, id: 1), expecting: nil)
        _ = try store.append(crowd(10_000, id: 2), expecting: nil)
        var next: UInt64 = 1
        for positions in try batches(store, 1..<10_002) {
            #expect(positions.lowerBound == next)
            #expect((1...65_536).contains(positions.count))
            next = positions.upperBound
        }
        #expect(next == 10_002)
    }

    @Test(
        "ruby_event_store lint: reads batch of events forward", arguments: StoreKind.allCases)
    func readsLimited(_ kind: StoreKind) throws {
        let store = try filled(kind)
        #expect(try names(store, 0..<3) == ["p0", "p1", "p2"])
        #expect(try names(store, 0..<100).count == 10)
        #expect(try names(store, 5..<9) == ["p5", "p6", "p7", "p8"])
        #expect(try names(store, 5..<105) == ["p5", "p6", "p7", "p8", "p9"])
        #expect(try names(store, 9..<10) == ["p9"])
        #expect(try names(store, 4..<4).isEmpty)
    }

    @Test("ruby_event_store lint: first and last", arguments: StoreKind.allCases)
    func readsOneEvent(_ kind: StoreKind) throws {
        let store = try filled(kind, 5)
        for index in 0..<5 {
            #expect(
                try store.event(at: UInt64(index))?.event
                    == .personAdded(PersonAdded(name: "p\(index)")))
        }
        #expect(try store.event(at: 5) == nil)
        #expect(try store.event(at: .max) == nil)
    }

    @Test("ruby_event_store lint: limited batches end there", arguments: StoreKind.allCases)
    func readsNothingOutsideRange(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(400), expecting: nil)
        for range in [0..<199, 100..<199, 199..<400, 399..<400] as [Range<UInt64>] {
            let found = try batches(store, range)
            #expect(found.first?.lowerBound == range.lowerBound)
            #expect(found.last?.upperBound == range.upperBound)
            #expect(try names(store, range) == range.map { "p\($0)" })
        }
    }

    @Test("ruby_event_store lint: reading changes nothing", arguments: StoreKind.allCases)
    func readsRepeatably(_ kind: StoreKind) throws {
        let store = try filled(kind)
        let head = try store.head()
        #expect(try rows(store) == rows(store))
        #expect(try store.head() == head)
    }

    @Test("marten compliance: a version of the past stays", arguments: StoreKind.allCases)
    func readsThePast(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(5, "old", id: 1), expecting: nil)
        let past = try store.events(in: 0..<5)
        _ = try store.append(crowd(200, "new", id: 2), expecting: nil)
        #expect(try store.events(in: 0..<5) == past)
    }

    @Test("marten compliance: many small commits read as one log", arguments: StoreKind.allCases)
    func readsManyCommits(_ kind: StoreKind) throws {
        let store = try filled(kind, 300)
        let recorded = try store.events(in: 0..<300)
        #expect(recorded.map(\.commit.firstPosition) == Array(0..<300))
        #expect(recorded.map(\.commit.id.low) == Array(0..<300))
    }

    @Test("ledger: a reader that stops gets no more", arguments: StoreKind.allCases)
    func stopsReading(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        for id in 1...3 as ClosedRange<UInt64> {
            _ = try store.append(crowd(5_000, id: id), expecting: nil)
        }
        var calls = 0
        try store.read(0..<15_000, .hot) { _ in
            calls += 1
            return .stop
        }
        #expect(calls == 1)
    }

    @Test("ledger: a reader's own error comes out", arguments: StoreKind.allCases)
    func passesErrorsOn(_ kind: StoreKind) throws {
        let store = try filled(kind)
        let own = StoreError.undecodable(position: 3, column: .title)
        #expect(throws: own) {
            try store.read(0..<10, .all) { (_) throws(StoreError) in throw own }
        }
    }

    @Test("ledger: a reader may append, and does not see it", arguments: StoreKind.allCases)
    func appendsWhileReading(_ kind: StoreKind) throws {
        let store = try filled(kind)
        var seen = 0
        try store.read(0 ..< .max, .all) { (batch) throws(StoreError) in
            seen += batch.count
            _ = try store.append(people(["late"], id: 99), expecting: nil)
            return .next
        }
        #expect(seen == 10)
        #expect(try store.head().count > 10)
    }

    @Test("ledger: sections that are not asked for are empty", arguments: StoreKind.allCases)
    func readsSections(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(commit(Samples.everyEvent()), expecting: 0)
        let all: [Sections] = [.links, .hot, .commits, .facts, .text]
        for sections in all + [.report, []] {
            try store.read(0 ..< .max, sections) { batch in
                // Facts and text cannot be upcast without knowing of what type they are.
                let hasValues = !sections.isDisjoint(with: [.facts, .text])
                let sections = hasValues ? sections.union(.hot) : sections
                #expect(batch.sections == sections)
                #expect(batch.count > 0)
                #expect(batch.links.isEmpty != sections.contains(.links))
                #expect(batch.retractions.rows.isEmpty != sections.contains(.links))
                #expect(batch.keys.isEmpty != sections.contains(.hot))
                #expect(batch.numbers.isEmpty != sections.contains(.hot))
                #expect(batch.commits.isEmpty != sections.contains(.commits))
                #expect(batch.integers.isEmpty != sections.contains(.facts))
                #expect((batch.bytes[.origin] == nil) != sections.contains(.facts))
                #expect((batch.bytes[.title] == nil) != sections.contains(.text))
                return .next
            }
        }
    }

    @Test("ledger: hot columns are what lines said", arguments: StoreKind.allCases)
    func readsHotColumns(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let lines = try (1...3).map {
            try Samples.line(cents: Int64($0) * 125, day: 20_000 + Int32($0))
        }
        _ = try store.append(commit(lines), expecting: 0)
        var amounts: [Int64] = []
        var days: [Int64] = []
        try store.read(0..<3, .report) { batch in
            amounts += batch.numbers[.amount] ?? []
            days += batch.numbers[.day] ?? []
            #expect(batch.keys.map { $0[.currency] } == [.bytes(Array("EUR".utf8) + [2])])
            return .next
        }
        #expect(amounts == [125, 250, 375])
        #expect(days == [20_001, 20_002, 20_003])
    }

    @Test("ledger: reading inside a commit still names it", arguments: StoreKind.allCases)
    func readsInsideCommit(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(4, id: 1), expecting: nil)
        _ = try store.append(crowd(9_000, id: 2), expecting: nil)
        for position in [5, 4_095, 4_096, 9_003] as [UInt64] {
            let recorded = try #require(try store.event(at: position))
            #expect(recorded.commit.firstPosition == 4)
            #expect(recorded.commit.id == CommitID(high: 7, low: 2))
        }
    }

    @Test("ledger: picked events are those of their types", arguments: StoreKind.allCases)
    func picksEvents(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        for id in 1...3 as ClosedRange<UInt64> {
            let first = try store.head().count
            _ = try store.append(commit(Samples.everyEvent(), id: id), expecting: first)
        }
        let columns: [ColumnID] = [
            .target, .previous, .deadlineDay, .deadlineInstant, .day, .amount,
        ]
        let texts: [ColumnID] = [.title, .project, .tags, .note]
        let all = try rows(store)
        for type in EventType.allCases {
            let range = UInt64(2)..<UInt64(all.count - 1)
            var found: [UInt64] = []
            let pick = ScanRequest(
                types: TypeSet([type.rawValue]), integers: columns, bytes: texts)
            try store.scan(range, pick) {
                $0.type == type.rawValue
            } _: { picked in
                let codes = Set(picked.codes)
                #expect(codes.allSatisfy { picked.keys[Int($0)].type == type.rawValue })
                var cursors = columns.map { picked.values(of: $0) }
                for row in picked.rows {
                    let position = picked.firstPosition + UInt64(row)
                    found.append(position)
                    for place in columns.indices {
                        let value = all[Int(position)][columns[place]]?.integer
                        #expect(cursors[place].value(at: row) == value)
                    }
                    for column in texts {
                        let value = all[Int(position)][column]?.bytes
                        #expect(picked.bytes[column]?.value(at: Int(row)) == value)
                    }
                }
            }
            #expect(found == range.filter { all[Int($0)].type == type.rawValue })
            guard let day = all[Int(found.first ?? 2)][.day]?.integer else { continue }
            var ofDay: [UInt64] = []
            try store.scan(range, ScanRequest(types: .all, days: day...day)) { _ in
                true
            } _: { picked in
                ofDay += picked.rows.map { picked.firstPosition + UInt64($0) }
            }
            #expect(ofDay == range.filter { all[Int($0)][.day]?.integer == day })
        }
    }
}
