import EventLog
import Ledger
import Support
import Testing

/// Version 1 of lines had one title, version 2 has a payee and a description.
@Suite("From one title to payee and description")
struct TitleEvolutionTests {
    /// Worked out by hand: the first ` | ` divides, where both sides say something.
    @Test(
        "a title is divided at the first bar between blanks",
        arguments: [
            ("Market | Apples", "Market", "Apples"), ("Apples", "", "Apples"), ("", "", ""),
            ("Market | Milk | 2 l", "Market", "Milk | 2 l"), (" | Tea", "", " | Tea"),
            ("Kiosk | ", "", "Kiosk | "), ("Left|Right", "", "Left|Right"),
            ("a| b | c", "a| b", "c"), ("a |b | c", "a |b", "c"), (" |  | x", "", " |  | x"),
            ("a |  | x", "a", " | x"), ("|", "", "|"), (" | ", "", " | "), (" |", "", " |"),
            ("| b", "", "| b"), ("Bäcker | Brötchen 🥐", "Bäcker", "Brötchen 🥐"),
            ("a  |  b", "a ", " b"),
        ])
    func divides(_ title: String, _ payee: String, _ description: String) {
        let details = LineDetails(title: title)
        #expect(details.payee == payee)
        #expect(details.description == description)
        #expect(Array(details.title.utf8) == Array(title.utf8))
    }

    @Test("a payee that is typed apart leaves the title whole; what is not typed stays")
    func setsApart() {
        var details = LineDetails(title: "Market | Apples")
        details.set(payee: "Shop", title: nil)
        #expect(details.title == "Shop | Apples")
        details.set(payee: "", title: "a | b")
        #expect([details.payee, details.description] == ["", "a | b"])
        details.set(payee: "Kiosk", title: "")
        #expect([details.payee, details.description] == ["Kiosk", ""])
        #expect(details.title == "Kiosk")
        // The title that is there does not change what it is made of.
        details.set(payee: nil, title: "Kiosk")
        #expect(details.payee == "Kiosk")
        details.set(payee: nil, title: nil)
        #expect(details.payee == "Kiosk")
    }

    /// An event as version 1 wrote it: the same columns, but the whole title in column 80.
    static func old(_ event: Event) -> Event {
        let title: String
        switch event {
        case .lineAdded(let line): title = line.details.title
        case .lineAmended(let change): title = change.details.title
        default: return event
        }
        let row = event.row
        var fields = row.fields.filter { $0.column != .payee && $0.column != .title }
        if !title.isEmpty { fields.append(Field(.title, .bytes(Array(title.utf8)))) }
        return .unknown(
            Row(type: row.type, schema: 1, isCritical: row.isCritical, fields: fields))
    }

    private static let parts = ["", "Market", " | ", "|", " ", "Äpfel", "a", " |", "| ", "\n"]

    private static func title(_ choices: inout RandomChoices) -> String {
        (0..<choices.choose(5)).map { _ in parts[choices.choose(parts.count)] }.joined()
    }

    /// Lines, some of them amended and voided, tasks, and an event that nobody knows.
    static func history(seed: UInt64, count: Int) -> [Event] {
        var choices = RandomChoices(seed: seed)
        var events = Given.ledger
        var lines: [(id: UInt64, version: UInt64, facts: LineFacts)] = []
        while events.count < count {
            let position = UInt64(events.count)
            let details = LineDetails(
                title: title(&choices), note: title(&choices),
                tags: choices.choose(3) == 0 ? ["a | b"] : [])
            switch choices.choose(8) {
            case 0 where !lines.isEmpty:
                let index = choices.choose(lines.count)
                let (id, version, facts) = lines[index]
                var new = facts
                new.amount = Given.euros(Int64(choices.choose(9_000)))
                events.append(
                    .lineAmended(
                        LineAmended(
                            target: .position(id), previous: .position(version), facts: new,
                            replaced: facts, changes: [.amount, .title],
                            details: LineDetails(title: details.title), reason: details.note)))
                lines[index] = (id, position, new)
            case 1: events.append(.taskAdded(TaskAdded(facts: TodoFacts(title: details.title))))
            case 2: events.append(Samples.unknown)
            default:
                var line = Given.line(
                    Int64(choices.choose(9_000)), day: Int32(choices.choose(40)),
                    category: choices.choose(2) == 0 ? "food" : nil)
                line.details = details
                lines.append((position, position, line.facts))
                events.append(.lineAdded(line))
            }
        }
        return events
    }

    @Test("an old event that is read is what a new program would have written", arguments: 1...20)
    func liftsToWhatIsWritten(_ seed: UInt64) throws {
        for event in TitleEvolutionTests.history(seed: seed, count: 200) {
            let old = TitleEvolutionTests.old(event).row
            let type = EventType(rawValue: old.type)
            let upcasted = Upcasting.current.upcast(old, to: type?.schema ?? old.schema)
            #expect(upcasted == event.row)
        }
    }

    /// A store with some events as version 1 wrote them, the rest as version 2 does.
    private static func store(
        _ kind: StoreKind, _ events: [Event], oldUpTo end: Int, isSealed: Bool
    ) throws -> any EventStore {
        let store = try kind.makeStore()
        let written = events.enumerated().map { $0 < end ? old($1) : $1 }
        for start in stride(from: 0, to: written.count, by: 37) {
            let commit = NewCommit(
                id: CommitID(high: 3, low: UInt64(start)),
                recordedAt: Timestamp(millisecondsSince1970: Int64(start)),
                events: Array(written[start..<min(start + 37, written.count)]),
                origin: .otherProgram)
            _ = try store.append(commit, expecting: nil)
        }
        if isSealed { _ = try (store as? FileEventStore)?.seal() }
        return store
    }

    @Test(
        "whatever is read is the same from old, mixed and new events, in every store",
        arguments: StoreKind.allCases, [0, 150, 300, 600])
    func readsAlike(_ kind: StoreKind, _ end: Int) throws {
        let events = TitleEvolutionTests.history(seed: UInt64(end), count: 600)
        let new = try TitleEvolutionTests.store(.memory, events, oldUpTo: 0, isSealed: false)
        let store = try TitleEvolutionTests.store(
            kind, events, oldUpTo: end, isSealed: end % 300 == 0)
        // Typed reading, batches, and columns as projections of others see them.
        #expect(try store.events(in: 0..<600).map(\.event) == events)
        var titles: [[String]] = [[], []]
        for (index, store) in [new, store].enumerated() {
            try store.read(0..<600, [.hot, .text]) { batch throws(StoreError) in
                try batch.forEachEvent { titles[index].append("\($0.payee)/\($0.title)") }
                return .next
            }
        }
        #expect(titles[0] == titles[1])
        var picks: [[String]] = [[], []]
        for (index, store) in [new, store].enumerated() {
            let pick = ScanRequest(types: .all, integers: [.target], bytes: [.title, .payee])
            try store.scan(0..<600, pick) {
                $0.type < 12
            } _: { picked in
                var target = picked.values(of: .target)
                for column in [ColumnID.title, .payee] {
                    guard let texts = picked.bytes[column] else { continue }
                    for row in picked.rows {
                        let text = texts.value(at: Int(row)) ?? []
                        let position = picked.firstPosition + UInt64(row)
                        if !text.isEmpty { picks[index].append("\(position) \(column) \(text)") }
                    }
                }
                for (row, code) in zip(picked.rows, picked.codes) {
                    let position = picked.firstPosition + UInt64(row)
                    let link = target.value(at: row) ?? -1
                    let kind = ScanResult.Kind(picked.keys[Int(code)])
                    picks[index].append("\(position) \(kind) \(link)")
                }
            }
        }
        #expect(picks[0].sorted() == picks[1].sorted())
        #expect(picks[0].count > 100)
        // Lists, searches, reports and history.
        let (snapshot, others) = (try LedgerSnapshot(store: store), try LedgerSnapshot(store: new))
        for query in ["", "market", "title:apf", "payee:äpfel", "'market | a'", "not:title:"] {
            let filter = LineFilter(
                try LineQuery(
                    parsing: query, referenceData: snapshot.referenceData, today: Given.day(0),
                    weekStart: .monday))
            let (lines, count) = try snapshot.search(filter)
            let (same, sameCount) = try others.search(filter)
            #expect(lines == same)
            #expect(count == sameCount)
        }
        #expect(try snapshot.spending() == others.spending())
        #expect(try snapshot.find("market") == others.find("market"))
        #expect(try snapshot.find("market äpfel") == others.find("market äpfel"))
        let ids = try new.events(in: 0..<600).filter { recorded in
            if case .lineAdded = recorded.event { true } else { false }
        }.map(\.position)
        for id in ids.prefix(40) {
            let (history, other) = (try snapshot.history(of: id), try others.history(of: id))
            #expect(history?.versions.map(\.changes) == other?.versions.map(\.changes))
        }
    }

    @Test("leaves are those of what is stored", arguments: StoreKind.allCases)
    func rootsStay(_ kind: StoreKind) throws {
        let events = TitleEvolutionTests.history(seed: 5, count: 100)
        let old = try TitleEvolutionTests.store(kind, events, oldUpTo: 100, isSealed: true)
        let raw = try TitleEvolutionTests.store(.memory, events, oldUpTo: 100, isSealed: false)
        let new = try TitleEvolutionTests.store(.memory, events, oldUpTo: 0, isSealed: false)
        #expect(try old.head().root == raw.head().root)
        #expect(try old.head().root != new.head().root)
        for count: UInt64 in [1, 37, 60] {
            #expect(try old.root(at: count) == raw.root(at: count))
        }
        // A root is made of what is stored, also where it is made of events that are read.
        var tree = MerkleFrontier()
        try old.extend(&tree, to: 100)
        #expect(try tree.root == old.head().root)
        var schemas: Set<UInt8> = []
        try old.readStored(0..<100, .hot, holding: .all) { batch in
            schemas.formUnion(batch.keys.filter { $0.type == 8 }.map(\.schema))
            return .next
        }
        #expect(schemas == [1])
    }

    @Test("a follower sees the newest version", arguments: StoreKind.allCases)
    func follows(_ kind: StoreKind) async throws {
        let events = TitleEvolutionTests.history(seed: 6, count: 60)
        let store = try TitleEvolutionTests.store(kind, events, oldUpTo: 60, isSealed: false)
        var seen: [Event] = []
        for try await batch in store.follow(from: 4) {
            try batch.forEachEvent { view throws(StoreError) in seen.append(try view.event()) }
            if seen.count == 56 { break }
        }
        #expect(seen == Array(events[4...]))
    }

    @Test("an amendment by a new program changes what an old one wrote")
    func amendsOldLines() throws {
        let old = TitleEvolutionTests.old(.lineAdded(Given.line(500, "Market | Apples")))
        let store = try Given.store([Given.ledger, [old]])
        var changes = LineChanges()
        changes.title = "Apples"
        let command = Command.amend(4, changes, reason: "")
        let decision = try decide(command, LedgerSnapshot(store: store).state(for: command))
        guard case .lineAmended(let amended)? = decision.events.first else {
            Issue.record("no amendment")
            return
        }
        #expect(amended.changes == .title)
        #expect(amended.details == LineDetails(title: "Apples"))
        #expect(Event.lineAmended(amended).row.schema == 3)
        changes.title = "Market | Apples"
        #expect(throws: DecisionError.nothingChanged) {
            let command = Command.amend(4, changes, reason: "")
            _ = try decide(command, LedgerSnapshot(store: store).state(for: command))
        }
        changes = LineChanges()
        changes.payee = "Shop"
        let other = Command.amend(4, changes, reason: "")
        let events = try decide(other, LedgerSnapshot(store: store).state(for: other)).events
        guard case .lineAmended(let paid)? = events.first else {
            Issue.record("no amendment")
            return
        }
        #expect(paid.details == LineDetails(title: "Shop | Apples"))
    }

    @Test(
        "a repeat under a key is known across versions and declarations",
        arguments: StoreKind.allCases, [1, 5_000])
    func repeatsAcrossVersions(_ kind: StoreKind, _ count: Int) throws {
        for hasDeclaration in [false, true] { try repeats(kind, hasDeclaration, count) }
    }

    private func repeats(_ kind: StoreKind, _ hasDeclaration: Bool, _ count: Int) throws {
        let store = try kind.makeStore()
        let lines = (0..<count).map { Event.lineAdded(Given.line(Int64($0), "Market | Apples")) }
        let told = Event.schemasDeclared(SchemasDeclared(schemas: EventSchema.written))
        func commit(_ events: [Event]) -> NewCommit {
            NewCommit(
                id: CommitID(high: 3, low: 1), recordedAt: Timestamp(millisecondsSince1970: 0),
                key: "k", events: events, origin: .otherProgram)
        }
        let old = lines.map(TitleEvolutionTests.old)
        let first = try store.append(commit(hasDeclaration ? old + [told] : old), expecting: nil)
        for events in [lines, lines + [told]] {
            let again = try store.append(commit(events), expecting: nil)
            #expect(again.isRepeat)
            #expect(again.positions == first.positions)
            #expect(throws: StoreError.keyConflict(key: "k", position: 0)) {
                _ = try store.append(commit(events.dropFirst() + [told]), expecting: nil)
            }
        }
        #expect(throws: StoreError.keyConflict(key: "k", position: 0)) {
            _ = try store.append(commit(lines + lines), expecting: nil)
        }
    }

    @Test("what differs is told, and nothing else")
    func diff() throws {
        let events = ["Market | Apples", "Plain"].map { Event.lineAdded(Given.line(1, $0)) }
        let store = try Given.store([
            Given.ledger, events.map(TitleEvolutionTests.old), [events[0]],
        ])
        let diff = try store.schemaDiff(upTo: store.head(), limit: 9)
        #expect(diff.older == 2)
        #expect(diff.changed == 1)
        #expect(!diff.more)
        #expect(diff.rows.map(\.position) == [4, 4])
        #expect(diff.rows.map(\.field) == ["description", "payee"])
        #expect(diff.rows.map(\.was) == ["Market | Apples", nil])
        #expect(diff.rows.map(\.now) == ["Apples", "Market"])
        let none = try store.schemaDiff(upTo: store.head(), limit: 0)
        #expect(none.rows.isEmpty)
        #expect(none.more)
    }
}
