import EventLog
import Ledger
import Support
import Testing

extension EventStoreContract {
    @Test("ruby_event_store lint: metadata attributes are retrieved", arguments: StoreKind.allCases)
    func keepsMetadata(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["Ada", "batch"], id: 1), expecting: 0)
        let id = CommitID(high: 0xFEDC_BA98_7654_3210, low: .max)
        let appended = NewCommit(
            id: id, recordedAt: Timestamp(millisecondsSince1970: 1_785_492_000_123),
            actor: .position(0),
            batch: .position(1), key: "import/Mai ✓", events: people(["c", "d"]).events)
        _ = try store.append(appended, expecting: 2)
        for recorded in try store.events(in: 2..<4) {
            #expect(recorded.commit.id == id)
            #expect(recorded.commit.firstPosition == 2)
            #expect(recorded.commit.recordedAt == 1_785_492_000_123)
            #expect(recorded.commit.actor == 0)
            #expect(recorded.commit.batch == 1)
            #expect(recorded.commit.key == Array("import/Mai ✓".utf8))
        }
    }

    @Test("marten compliance: metadata that was not given is absent", arguments: StoreKind.allCases)
    func keepsMissingMetadata(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a"], at: 0), expecting: 0)
        let header = try #require(try store.event(at: 0)).commit
        #expect(header.fields == [Field(.recordedAt, .integer(0))])
    }

    @Test(
        "marten compliance: events of one commit share its metadata", arguments: StoreKind.allCases)
    func sharesMetadata(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        for id in 1...3 as ClosedRange<UInt64> {
            _ = try store.append(crowd(3, id: id), expecting: nil)
        }
        let recorded = try store.events(in: 0..<9)
        #expect(recorded.map(\.commit.id.low) == [1, 1, 1, 2, 2, 2, 3, 3, 3])
        #expect(
            recorded.map { $0.position - $0.commit.firstPosition } == [0, 1, 2, 0, 1, 2, 0, 1, 2])
    }

    @Test("ruby_event_store lint: data attributes are retrieved", arguments: StoreKind.allCases)
    func keepsEveryEvent(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let events = try Samples.everyEvent()
        _ = try store.append(commit(events), expecting: 0)
        #expect(try store.events(in: 0..<100).map(\.event) == events)
    }

    @Test(
        "ledger: a wall clock that goes back, a log clock that does not",
        arguments: StoreKind.allCases)
    func keepsBothClocks(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let told: [Int64] = [5_000, 5_000, 3_000, -2_208_988_800_000, 6_000, 5_999]
        for (index, time) in told.enumerated() {
            _ = try store.append(people(["p"], id: UInt64(index), at: time), expecting: nil)
        }
        let headers = try store.events(in: 0..<6).map(\.commit)
        #expect(headers.map(\.recordedAt) == told)
        #expect(headers.map(\.logClock) == [5_000, 5_000, 5_000, 5_000, 6_000, 6_000])
        #expect(headers.map { $0[.clockLead] == nil } == [true, true, false, false, true, false])
        #expect(try store.head().logClock == 6_000)
    }

    @Test("ledger: the first clock may lie before 1970", arguments: StoreKind.allCases)
    func keepsEarlyClock(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["p"], at: -1), expecting: 0)
        #expect(try store.head().logClock == -1)
        #expect(try store.event(at: 0)?.commit.logClock == -1)
    }

    @Test("commanded read: events come back as they went in", arguments: StoreKind.allCases)
    func keepsTextByBytes(_ kind: StoreKind) throws {
        let texts = [
            "", "\0", "a\0b", "\u{FEFF}bom", "\r\n", "line\n", "  spaces  ", "👩‍👩‍👧‍👦", "e\u{301}",
            "\u{E9}", "\u{1E9B}\u{323}", "\u{202E}right to left", "𝄞", "\u{10FFFF}", "اَلْعَرَبِيَّةُ",
            String(repeating: "é", count: 30_000),
        ]
        let store = try kind.makeStore()
        _ = try store.append(people(texts), expecting: 0)
        #expect(try names(store).map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    }

    @Test("ledger: tags are kept one by one", arguments: StoreKind.allCases)
    func keepsTags(_ kind: StoreKind) throws {
        let lists = [[], [""], ["", ""], ["a"], ["a", ""], ["b\r", "\rc", "ä ö"]]
        let store = try kind.makeStore()
        let events = lists.map {
            Event.taskAdded(TaskAdded(facts: TodoFacts(title: "t", tags: $0)))
        }
        _ = try store.append(commit(events), expecting: 0)
        let found: [[String]] = try store.events(in: 0..<6).map { recorded in
            guard case .taskAdded(let task) = recorded.event else { return ["?"] }
            return task.facts.tags
        }
        #expect(found == lists)
    }

    @Test("ruby_event_store lint: can store arbitrary binary data", arguments: StoreKind.allCases)
    func keepsBinary(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let row = Row(
            type: 16_383, schema: 255, isCritical: false,
            fields: [
                Field(ColumnID(rawValue: 0x1F), .bytes([])),
                Field(ColumnID(rawValue: 0x50), .integer(.min)),
                Field(ColumnID(rawValue: 0x51), .integer(.max)),
                Field(ColumnID(rawValue: 0x80), .bytes([0xB0])),
                Field(ColumnID(rawValue: 0xFC), .bytes(Array(0...255))),
            ])
        _ = try store.append(commit([.unknown(row)]), expecting: 0)
        #expect(try rows(store) == [row])
        #expect(try store.event(at: 0)?.event == .unknown(row))
    }

    @Test("marten compliance: unknown event types are carried", arguments: StoreKind.allCases)
    func carriesUnknown(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let unknown = Samples.unknown
        _ = try store.append(commit([unknown] + people(["a"]).events), expecting: 0)
        #expect(
            try store.events(in: 0..<2).map(\.event)
                == [unknown, .personAdded(PersonAdded(name: "a"))])
    }

    @Test("ledger: unknown critical events are kept but not read", arguments: StoreKind.allCases)
    func keepsCriticalUnknown(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let row = Row(type: 900, schema: 4, isCritical: true, fields: [])
        var newer = commit(people(["a"]).events + [.unknown(row)])
        newer.origin = .otherProgram
        _ = try store.append(newer, expecting: 0)
        #expect(try rows(store)[1] == row)
        #expect(throws: StoreError.needsNewerVersion(position: 1, type: 900, schema: 4)) {
            try store.events(in: 0..<2)
        }
        #expect(try names(store, 0..<1) == ["a"])
    }

    /// What would make a ledger useless for good: rows that must not be passed over, rows in the
    /// place of events that the program knows, and values that their types do not take.
    private var unreadable: [Event] {
        let name = Field(.name, .bytes([]))
        var task = TodoFacts(title: "t")
        task.priority = 10
        return [
            .unknown(Row(type: 2_000, schema: 1, isCritical: true, fields: [])),
            .unknown(Row(type: 12, schema: 9, isCritical: true, fields: [])),
            .unknown(Row(type: 12, schema: 1, isCritical: true, fields: [])),
            .unknown(Row(type: 12, schema: 1, isCritical: false, fields: [name])),
            .unknown(Samples.unknown.row.copy(type: 6, schema: 1)),
            .unknown(Event.personAdded(PersonAdded(name: "b")).row),
            .taskAdded(TaskAdded(facts: task)),
            .booksClosed(
                BooksClosed(
                    days: .all, digest: [1], root: Array(repeating: 2, count: 32), pinned: 0)),
        ]
    }

    @Test(
        "ledger: what could not be read again is refused, whole and streamed",
        arguments: StoreKind.allCases, [1, 5_000])
    func refusesUnreadable(_ kind: StoreKind, _ count: Int) throws {
        let store = try kind.makeStore()
        for event in unreadable {
            let bad = commit(crowd(count).events + [event])
            let error = StoreError.unreadable(index: count, type: event.row.type)
            #expect(try refusal(store, bad) == error)
            let stream = CommitStream(
                id: bad.id, recordedAt: bad.recordedAt,
                events: { (emit) throws(StoreError) in
                    for event in bad.events { try emit(event) }
                })
            #expect(throws: error) { try store.append(stream, expecting: nil) }
            #expect(try store.head().count == 0)
        }
    }

    @Test("ledger: an id stands for one commit", arguments: StoreKind.allCases, [1, 5_000])
    func refusesKnownIDs(_ kind: StoreKind, _ count: Int) throws {
        let store = try kind.makeStore()
        _ = try store.append(people(["a"], id: 1, key: "k"), expecting: 0)
        _ = try store.append(crowd(count, id: 2), expecting: 1)
        let end = UInt64(count) + 1
        // The very same commit under its key is a repeat.
        #expect(try store.append(people(["a"], id: 1, key: "k"), expecting: nil).isRepeat)
        for id in 1...2 as ClosedRange<UInt64> {
            let known = StoreError.log(.knownCommit(position: id - 1))
            for again in [people(["a"], id: id), crowd(count, id: id)] {
                #expect(try refusal(store, again) == known)
                #expect(try refusal(store, again, expecting: end) == known)
            }
        }
        #expect(try store.append(people(["b"], id: 3), expecting: end).positions.count == 1)
        #expect(
            try refusal(store, people(["b"], id: 3)) == .log(.knownCommit(position: end)))
    }

    @Test("ledger: columns that are not an event's own are refused", arguments: StoreKind.allCases)
    func refusesForeignColumns(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let bad: [Field] =
            [0x00, 0x70, 0x74, 0x7D, 0x7E, 0x7F, 0xFF].map {
                Field(ColumnID(rawValue: $0), .integer(0))
            }
            + [0x01, 0x0F, 0x20, 0x2F, 0x40, 0x4F].map { Field(ColumnID(rawValue: $0), .bytes([])) }
        for field in bad {
            let row = Row(type: 900, schema: 1, isCritical: false, fields: [field])
            let error = try refusal(store, commit(people(["a"]).events + [.unknown(row)]))
            #expect(error == .log(.badColumn(field.column, index: 1)))
        }
    }
}
