import EventLog
import Ledger
import Support
import Testing

extension EventStoreContract {
    private func change(_ target: Reference, _ previous: Reference) -> Event {
        .taskCompleted(TaskChange(target: target, previous: previous))
    }

    private var task: Event { .taskAdded(TaskAdded(facts: TodoFacts(title: "t"))) }

    @Test("ruby_event_store lint: links to what is there", arguments: StoreKind.allCases)
    func linksToEarlierEvents(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(commit([task, task]), expecting: 0)
        let event = change(.position(0), .position(1))
        _ = try store.append(commit([event], id: 2), expecting: 2)
        #expect(try store.event(at: 2)?.event == event)
    }

    @Test("ruby_event_store lint: linking a non-existent event", arguments: StoreKind.allCases)
    func refusesLinksAhead(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(commit([task]), expecting: 0)
        for position in [2, 3, 1_000, UInt64(Int64.max), .max] as [UInt64] {
            for event in [
                change(.position(position), .position(0)),
                change(.position(0), .position(position)),
            ] {
                let error = try refusal(store, commit([task, event], id: 2))
                #expect(error == .badReference(index: 1))
            }
        }
    }

    @Test("ledger: links into the own commit become positions", arguments: StoreKind.allCases)
    func linksIntoOwnCommit(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(5), expecting: 0)
        let events = [task, task, change(.inThisCommit(0), .inThisCommit(1))]
        _ = try store.append(commit(events, id: 2), expecting: 5)
        #expect(try store.event(at: 7)?.event == change(.position(5), .position(6)))
    }

    @Test("ledger: positions may name the own commit", arguments: StoreKind.allCases)
    func linksToOwnPositions(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let events = [task, change(.position(0), .position(0))]
        _ = try store.append(commit(events), expecting: 0)
        #expect(try store.events(in: 0..<2).map(\.event) == events)
    }

    @Test("ledger: no event refers to itself or to a later one", arguments: StoreKind.allCases)
    func refusesLinksForward(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        for index in [1, 2, 3, Int.max, -1, Int.min] {
            let events = [task, change(.inThisCommit(index), .inThisCommit(0)), task]
            #expect(try refusal(store, commit(events)) == .badReference(index: 1))
        }
        #expect(
            try refusal(store, commit([change(.position(0), .position(0))]))
                == .badReference(index: 0))
    }

    @Test("ledger: lines of one entry are tied to its first", arguments: StoreKind.allCases)
    func tiesEntries(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(3), expecting: 0)
        let facts = try Samples.facts()
        let events: [Event] = [
            .lineAdded(LineAdded(facts: facts)),
            .lineAdded(LineAdded(facts: facts, entry: .inThisCommit(0))),
            .lineAdded(LineAdded(facts: facts, entry: .inThisCommit(0))),
        ]
        _ = try store.append(commit(events, id: 2), expecting: 3)
        var groups: [Int64?] = []
        try store.read(3..<6, .links) { batch in
            groups += (0..<batch.count).map { batch.links[.group]?.value(at: $0) }
            return .next
        }
        #expect(groups == [nil, 3, 3])
    }

    @Test("ledger: accounts and persons of the own commit", arguments: StoreKind.allCases)
    func resolvesFactReferences(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(2), expecting: 0)
        let facts = try Samples.facts(account: .inThisCommit(0))
        let events: [Event] = [
            .accountOpened(
                AccountOpened(
                    name: "Giro", opening: try Samples.euro(0), day: Day(daysSince1970: 0))),
            .personAdded(PersonAdded(name: "Ada")),
            .lineAdded(
                LineAdded(facts: facts, details: LineDetails(payer: .inThisCommit(1)))),
            .lineVoided(
                LineVoided(
                    target: .inThisCommit(2), previous: .inThisCommit(2), replaced: facts)),
            .taskAdded(TaskAdded(facts: TodoFacts(title: "t", assignee: .inThisCommit(1)))),
        ]
        _ = try store.append(commit(events, id: 2), expecting: 2)
        let rows = try rows(store, 2..<7)
        #expect(rows[2][.account] == .integer(2))
        #expect(rows[2][.payer] == .integer(3))
        #expect(rows[3][try #require(ColumnID.account.retracted)] == .integer(2))
        #expect(rows[4][.assignee] == .integer(3))
        #expect(try store.events(in: 2..<7).count == 5)
    }

    @Test("ledger: accounts and persons that are not there", arguments: StoreKind.allCases)
    func refusesFactReferencesAhead(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(2), expecting: 0)
        let missing = Reference.position(2)
        let events: [Event] = [
            .lineAdded(LineAdded(facts: try Samples.facts(account: missing))),
            .lineAdded(
                LineAdded(facts: try Samples.facts(), details: LineDetails(payer: missing))),
            .taskAdded(TaskAdded(facts: TodoFacts(title: "t", assignee: missing))),
            .lineVoided(
                LineVoided(
                    target: .position(0), previous: .position(0),
                    replaced: try Samples.facts(account: missing))),
        ]
        for event in events {
            #expect(try refusal(store, commit([event], id: 2)) == .badReference(index: 0))
        }
    }

    @Test(
        "ledger: shares are of those before, and together the amount",
        arguments: StoreKind.allCases, [0, 5_000])
    func refusesShares(_ kind: StoreKind, padding: Int) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(2), expecting: 0)
        let whole = try Samples.facts(cents: 1_250)
        func padded(_ shares: [Share]) -> NewCommit {
            let line = LineAdded(facts: whole, details: LineDetails(shares: shares))
            return commit(crowd(padding).events + [.lineAdded(line)], id: 2)
        }
        let bad: [[Share]] = [
            [Share(person: 0, minor: 1_249)], [Share(person: 1 << 40, minor: 1_250)],
            [Share(person: 0, minor: 1_000), Share(person: 1, minor: 251)],
            [Share(person: 1, minor: 1_000), Share(person: 0, minor: 250)],
        ]
        for shares in bad {
            #expect(try refusal(store, padded(shares)) == .badReference(index: padding))
        }
        let good = padded([Share(person: 0, minor: 1_000), Share(person: 1, minor: 250)])
        _ = try store.append(good, expecting: 2)
        #expect(try store.event(at: UInt64(padding) + 2)?.event == good.events[padding])
    }

    @Test("ledger: actor and batch of the own commit", arguments: StoreKind.allCases)
    func resolvesActorAndBatch(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        _ = try store.append(crowd(2), expecting: 0)
        let events: [Event] = [
            .batchStarted(BatchStarted(origin: "import")), .personAdded(PersonAdded(name: "Ada")),
        ]
        let own = commit(events, id: 2, actor: .inThisCommit(1), batch: .inThisCommit(0))
        _ = try store.append(own, expecting: 2)
        let header = try #require(try store.event(at: 2)).commit
        #expect(header.actor == 3)
        #expect(header.batch == 2)
    }

    @Test("ledger: actor and batch that are not there", arguments: StoreKind.allCases)
    func refusesActorAndBatchAhead(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        for reference in [.position(1), .position(.max), .inThisCommit(1), .inThisCommit(-1)]
            as [Reference]
        {
            let events = people(["a"]).events
            #expect(
                try refusal(store, commit(events, actor: reference)) == .badReference(index: 0))
            #expect(
                try refusal(store, commit(events, batch: reference)) == .badReference(index: 0))
        }
    }

    @Test("ledger: links of unknown events are links too", arguments: StoreKind.allCases)
    func resolvesUnknownLinks(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        let column = ColumnID(rawValue: 0x0F)
        func unknown(_ link: Int64) -> Event {
            .unknown(
                Row(
                    type: 900, schema: 1, isCritical: false,
                    fields: [Field(column, .integer(link))]))
        }
        _ = try store.append(crowd(4), expecting: 0)
        _ = try store.append(commit([task, unknown(-1), unknown(2)], id: 2), expecting: 4)
        #expect(try rows(store, 5..<7).map { $0[column] } == [.integer(4), .integer(2)])
        #expect(try refusal(store, commit([unknown(-1)], id: 3)) == .badReference(index: 0))
        #expect(try refusal(store, commit([unknown(7)], id: 3)) == .badReference(index: 0))
    }
}
