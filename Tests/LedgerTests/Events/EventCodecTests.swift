import EventLog
import Ledger
import Testing

@Suite("Events as rows")
struct EventCodecTests {
    /// Where an event is decoded as if it stood in a log: behind all that samples refer to.
    private let position: UInt64 = 100

    private func decode(_ row: Row, at position: UInt64 = 100) -> Result<Event, StoreError> {
        do throws(StoreError) { return .success(try Event(row: row, at: position)) } catch {
            return .failure(error)
        }
    }

    @Test("every event comes back as it was")
    func roundTrips() throws {
        for event in try Samples.everyEvent() {
            #expect(decode(event.row) == .success(event))
        }
    }

    @Test("samples have every type, each with every column that is in use")
    func samplesAreComplete() throws {
        let rows = try Samples.everyEvent().map(\.row)
        #expect(Set(rows.map(\.type)).isSuperset(of: EventType.allCases.map(\.rawValue)))
        for row in rows where EventType(rawValue: row.type) != nil {
            #expect(row.schema == EventType(rawValue: row.type)?.schema)
            let calm: [EventType] = [
                .batchStarted, .statementAsserted, .assertionWithdrawn, .commitUndone,
                .schemasDeclared, .textErased, .budgetSet, .budgetEnded, .budgetWithdrawn,
                .budgetRestored, .repeatAdded, .repeatSkipped, .repeatWithdrawn, .repeatRestored,
                .priceSet, .priceWithdrawn, .priceRestored, .commitSetAside, .branchMerged,
                .taskAttributeDeclared, .accountTyped, .lineMarked, .goalSet, .fileAttached,
                .deviceRevoked, .commitSigned, .commitsVouched,
            ]
            #expect(row.isCritical == !calm.map(\.rawValue).contains(row.type))
        }
    }

    @Test("what is optional is absent from the row when it is not there")
    func leavesOutOptionals() throws {
        let columns = { (event: Event) in event.row.fields.map(\.column) }
        #expect(columns(.personAdded(PersonAdded(name: ""))).isEmpty)
        #expect(columns(.settingsChanged(SettingsChanged())).isEmpty)
        #expect(columns(.batchStarted(BatchStarted(origin: ""))) == [.origin])
        #expect(columns(try Samples.line()) == [.kind, .currency, .day, .amount])
        #expect(columns(.taskAdded(TaskAdded(facts: TodoFacts(title: "")))) == [.urgency, .colour])
        let change = TaskChange(target: .position(1), previous: .position(1))
        #expect(columns(.taskCompleted(change)) == [.target, .previous])
        for event: Event in [
            .personAdded(PersonAdded(name: "")), .settingsChanged(SettingsChanged()),
            .batchStarted(BatchStarted(origin: "")), try Samples.line(),
            .taskAdded(TaskAdded(facts: TodoFacts(title: ""))), .taskCompleted(change),
        ] {
            #expect(decode(event.row) == .success(event))
        }
    }

    @Test("a void only takes back, a restore only states, an amendment does both")
    func statesAndRetracts() throws {
        let facts = try Samples.facts(account: .position(4))
        let stated: [ColumnID] = [.kind, .currency, .account, .day, .amount]
        let retracted = stated.compactMap(\.retracted)
        let links: [ColumnID] = [.target, .previous]
        let (target, previous) = (Reference.position(7), Reference.position(8))
        let voided = LineVoided(target: target, previous: previous, replaced: facts)
        #expect(Event.lineVoided(voided).row.fields.map(\.column) == links + retracted)
        let restored = LineRestored(target: target, previous: previous, facts: facts)
        #expect(Event.lineRestored(restored).row.fields.map(\.column) == links + stated)
        let amended = LineAmended(
            target: target, previous: previous, facts: facts, replaced: facts, changes: [])
        #expect(
            Event.lineAmended(amended).row.fields.map(\.column)
                == links + stated + retracted + [.changes])
    }

    @Test("references into the same commit are negative")
    func encodesOwnReferences() {
        let change = TaskChange(target: .inThisCommit(0), previous: .inThisCommit(41))
        let row = Event.taskDropped(change).row
        #expect(row[.target] == .integer(-1))
        #expect(row[.previous] == .integer(-42))
        #expect(Reference.inThisCommit(-1).link == .min)
        #expect(Reference.position(.max).link == .max)
        #expect(Reference.position(5).position == 5)
        #expect(Reference.inThisCommit(5).position == nil)
    }

    @Test("a row without one of its columns is an event or an error that names the column")
    func survivesMissingColumns() throws {
        for event in try Samples.everyEvent() where event != Samples.unknown {
            for field in event.row.fields {
                var row = event.row
                row[field.column] = nil
                switch decode(row) {
                case .success(let other): #expect(other != event)
                case .failure(let error):
                    #expect(error == .undecodable(position: position, column: field.column))
                }
            }
        }
    }

    @Test("what a type needs")
    func namesMissingColumns() throws {
        let stated: [ColumnID] = [.kind, .currency, .day, .amount]
        let retracted = stated.compactMap(\.retracted)
        let links: [ColumnID] = [.target, .previous]
        let needed: [EventType: [ColumnID]] = [
            .ledgerOpened: [.currency, .ledgerID, .zone, .weekStart],
            .personAdded: [],
            .settingsChanged: [],
            .currencyDeclared: [.currency],
            .accountOpened: [.currency, .day, .amount, .name],
            .batchStarted: [.origin],
            .categoryRenamed: [.name, .formerName],
            .lineAdded: stated,
            .lineAmended: links + stated + retracted + [.changes],
            .lineVoided: links + retracted,
            .lineRestored: links + stated,
            .taskAdded: [.urgency, .colour],
            .taskEdited: links + [.urgency, .colour],
            .taskCompleted: links,
            .taskReopened: links,
            .taskRescheduled: links,
            .taskDropped: links, .taskTimed: links + [.mode],
            .taskLinked: links + [.prerequisite], .taskStarted: links, .taskStopped: links,
            .taskFinished: links + [.deadlineInstant],
            .taskValued: links + [.name, .mode], .taskAttributeDeclared: [.name, .mode],
            .accountChanged: links + [.currency, .day, .amount, .name],
            .statementAsserted: [.currency, .account, .day, .amount],
            .assertionWithdrawn: [.target],
            .commitUndone: [.undone], .schemasDeclared: [.schemas],
            .booksClosed: [.closedFrom, .closedUntil, .digest, .root, .pinned],
            .booksReopened: [.target], .textErased: [.erased],
            .personChanged: links, .unitAdded: [.name], .unitChanged: links + [.name],
            .membershipSet: [.target, .unit], .membershipEnded: [.target, .unit],
            .rightsGranted: [.target, .rights], .rightsRevoked: [.target, .rights],
            .budgetSet: [.currency, .day, .amount, .name, .every],
            .budgetEnded: [.currency, .day, .name],
            .budgetWithdrawn: [.target], .budgetRestored: [.target],
            .repeatAdded: [.day, .every], .repeatSkipped: [.target, .day],
            .repeatWithdrawn: [.target], .repeatRestored: [.target],
            .priceSet: [.currency, .day, .amount, .name],
            .priceWithdrawn: [.target], .priceRestored: [.target],
            .commitSetAside: [.digest], .branchMerged: [.root, .pinned],
            .accountTyped: [.target], .lineMarked: [.target], .fileAttached: [.target],
            .goalSet: [.currency, .account, .day, .amount, .name],
            .deviceAdded: [.name, .digest], .deviceRevoked: [.counts, .digest],
            .commitSigned: [.counts, .digest], .commitsVouched: [.digest],
        ]
        for event in try Samples.everyEvent() where event != Samples.unknown {
            let type = try #require(EventType(rawValue: event.row.type))
            let found = event.row.fields.map(\.column).filter { column in
                var row = event.row
                row[column] = nil
                return (try? decode(row).get()) == nil
            }
            var all = Set(needed[type] ?? [])
            // What comes again is a line, or else a task.
            if type == .repeatAdded {
                all.formUnion(
                    event.row[.kind] != nil ? [.kind, .currency, .amount] : [.urgency, .colour])
            }
            // A value is a number, an amount, a day or a time, or else none or a text.
            if type == .taskValued {
                let values: [ColumnID] = [.currency, .amount, .deadlineDay, .deadlineInstant]
                all.formUnion(values.filter { event.row[$0] != nil })
            }
            #expect(Set(found) == all, "\(type)")
        }
    }

    @Test("a column of the other wire type is an error that names it")
    func refusesOtherWireTypes() throws {
        for event in try Samples.everyEvent() where event != Samples.unknown {
            for field in event.row.fields {
                var row = event.row
                row[field.column] = field.value.integer == nil ? .integer(1) : .bytes([1])
                #expect(
                    decode(row)
                        == .failure(.undecodable(position: position, column: field.column)))
            }
        }
    }

    @Test(
        "values that cannot be are errors that name the column",
        arguments: [
            (.lineAdded, .kind, [.integer(0), .integer(4), .integer(257), .integer(-1)]),
            (.lineAdded, .flags, [.integer(256), .integer(-1)]),
            (.lineAdded, .day, [.integer(1 << 31), .integer(.min)]),
            (.lineAdded, .currency, [.bytes([]), .bytes([2]), .bytes([0xFF, 0xFF, 2])]),
            (.lineAdded, .currency, [.bytes(Array("EUR".utf8) + [200])]),
            (.lineAdded, .category, [.bytes([]), .bytes([0xC3]), .bytes(Array("a::b".utf8))]),
            (.lineAdded, .category, [.bytes(Array(" a".utf8)), .bytes(Array(":".utf8))]),
            (.lineAdded, .account, [.integer(-1), .integer(100), .integer(.max)]),
            (.lineAdded, .group, [.integer(-1), .integer(100)]),
            (.lineAdded, .timeOfDay, [.integer(86_400), .integer(-1), .integer(.max)]),
            (.lineAdded, .payer, [.integer(-1), .integer(100)]),
            (.lineAdded, .externalID, [.bytes([0x80])]),
            (.lineAdded, .title, [.bytes([0xED, 0xA0, 0x80]), .bytes([0x61, 0xC0, 0xAF])]),
            (.lineAdded, .tags, [.bytes([]), .bytes([0x61]), .bytes([0xFF, 0x0A])]),
            (.lineAmended, .changes, [.integer(65_536), .integer(-1)]),
            (.lineAmended, .reason, [.bytes([0xF5])]),
            (.ledgerOpened, .ledgerID, [.bytes([]), .bytes(Array(1...15)), .bytes(Array(1...17))]),
            (.ledgerOpened, .weekStart, [.integer(0), .integer(8)]),
            (.batchStarted, .counts, [.bytes([]), .bytes([1]), .bytes([1, 0, 0x61, 1])]),
            (.taskAdded, .urgency, [.integer(0), .integer(4)]),
            (.taskAdded, .colour, [.integer(0), .integer(6)]),
            (.taskAdded, .priority, [.integer(0), .integer(10), .integer(300)]),
            (.taskAdded, .assignee, [.integer(-1), .integer(100)]),
            (.unitAdded, .unit, [.integer(-1), .integer(100)]),
            (.unitChanged, .isClosed, [.integer(2), .integer(-1)]),
            (.rightsGranted, .rights, [.integer(0), .integer(16), .integer(-1), .integer(256)]),
            (.taskAdded, .deadlineInstant, [.integer(0)]),
        ] as [(EventType, ColumnID, [FieldValue])])
    func refusesImpossibleValues(
        _ type: EventType, _ column: ColumnID, _ values: [FieldValue]
    ) throws {
        let events = try Samples.everyEvent()
        let event = try #require(events.first { $0.row.type == type.rawValue })
        for value in values {
            var row = event.row
            row[column] = value
            #expect(decode(row) == .failure(.undecodable(position: position, column: column)))
        }
    }

    @Test("references are to earlier events only")
    func refusesReferencesAhead() {
        let row = Event.taskCompleted(TaskChange(target: .position(7), previous: .position(6))).row
        #expect(decode(row, at: 7) == .failure(.undecodable(position: 7, column: .target)))
        #expect((try? decode(row, at: 8).get()) != nil)
    }

    @Test("counts are in order, each name once")
    func checksCounts() {
        let entry = { (name: String, count: UInt8) -> [UInt8] in
            [UInt8(name.utf8.count), 0] + Array(name.utf8) + [count, 0, 0, 0, 0, 0, 0, 0]
        }
        func counts(_ bytes: [UInt8]) -> Result<Event, StoreError> {
            var row = Event.batchStarted(BatchStarted(origin: "import")).row
            row[.counts] = .bytes(bytes)
            return decode(row)
        }
        let good = BatchStarted(origin: "import", counts: ["a": 1, "b": 2])
        let bad = Result<Event, StoreError>.failure(
            .undecodable(position: position, column: .counts))
        #expect(counts(entry("a", 1) + entry("b", 2)) == .success(.batchStarted(good)))
        #expect(counts(entry("b", 2) + entry("a", 1)) == bad)
        #expect(counts(entry("a", 1) + entry("a", 1)) == bad)
        #expect(counts(entry("e\u{301}", 1) + entry("\u{E9}", 1)) == bad)
        let whole = entry("a", 1) + entry("b", 2)
        for length in 1..<whole.count where length != whole.count / 2 {
            #expect(counts(Array(whole.prefix(length))) == bad)
        }
    }

    @Test("columns that a type does not know are passed over")
    func passesOverColumns() throws {
        let event = try Samples.line()
        var row = event.row
        row[ColumnID(rawValue: 0x6F)] = .bytes([0xFF])
        row[ColumnID(rawValue: 0x0F)] = .integer(-9)
        #expect(decode(row) == .success(event))
    }

    @Test(
        "types and versions that are not known",
        arguments: [(22, 1), (16_383, 255), (1, 2), (8, 255), (0, 1)] as [(UInt16, UInt8)])
    func carriesOrRefusesUnknown(_ type: UInt16, _ schema: UInt8) {
        let fields = [Field(.amount, .integer(1))]
        let calm = Row(type: type, schema: schema, isCritical: false, fields: fields)
        #expect(decode(calm) == .success(.unknown(calm)))
        let critical = Row(type: type, schema: schema, isCritical: true, fields: fields)
        #expect(
            decode(critical)
                == .failure(.needsNewerVersion(position: position, type: type, schema: schema)))
    }

    @Test("a version that never was")
    func refusesVersionZero() {
        let row = Row(type: 2, schema: 0, isCritical: true, fields: [])
        #expect(decode(row) == .failure(.undecodable(position: position, column: .wholeEvent)))
    }
}
