import EventLog
import Ledger
import Support
import Testing

/// Types, versions and columns that a newer program would write: kept, counted and passed over, or
/// refused where they are critical.
@Suite("Events that this program does not know", .serialized)
struct UnknownEventTests {
    private static let cold = ColumnID(rawValue: 0x6A)
    private static let text = ColumnID(rawValue: 0x9A)

    /// What a newer program declares: two types and a version of this program's own.
    private static let schemas =
        EventSchema.written + "61 1 mood optional 9A:words:text\n"
        + "61 2 envelope critical 12:category:text 21:amount:integer\n"

    /// A ledger that was not told of the last type of this program.
    private static var ledger: [Event] {
        Given.ledger.map { event in
            guard case .ledgerOpened(var opened) = event else { return event }
            opened.schemas = EventSchema.written.split(separator: "\n").dropLast()
                .map { $0 + "\n" }.joined()
            return .ledgerOpened(opened)
        }
    }

    private static func row(
        _ type: UInt16, _ schema: UInt8, isCritical: Bool, _ fields: [Field]
    ) -> Event {
        .unknown(Row(type: type, schema: schema, isCritical: isCritical, fields: fields))
    }

    /// Positions 0 … 3 the ledger, 4 … 6 lines, the last with two columns more, 7 a mood, 8 a batch
    /// of a newer version, 9 the declaration; 10 an envelope, where it is wanted.
    private static func commits(critical: Bool) -> [[Event]] {
        let words = Field(text, .bytes(Array("sunny".utf8)))
        var line = Given.line(300, "Market | Apples", category: "food").rowOfLine
        line += [Field(cold, .integer(7)), words]
        let envelope = [
            Field(.category, .bytes(Array("food".utf8))), Field(.amount, .integer(50_000)),
        ]
        return [
            ledger,
            [
                .lineAdded(Given.line(100, "Tea", category: "food")),
                .lineAdded(Given.line(20, "Bus")), row(8, 2, isCritical: true, line),
            ],
            [
                row(61, 1, isCritical: false, [words]),
                row(6, 9, isCritical: false, [Field(.origin, .bytes(Array("import".utf8)))]),
                .schemasDeclared(SchemasDeclared(schemas: schemas)),
            ],
        ] + (critical ? [[row(61, 2, isCritical: true, envelope)]] : [])
    }

    private static func folder(critical: Bool) -> String {
        SourceTree.fullPath("Fixtures/ledgers/unknown\(critical ? "-critical" : "")/log")
    }

    private func store(critical: Bool) throws -> FileEventStore {
        let folder = UnknownEventTests.folder(critical: critical)
        if Recording.isOn {
            let commits = UnknownEventTests.commits(critical: critical)
            try FixtureLog.record(commits, id: 5, in: folder)
        }
        return try FileEventStore.open(at: folder)
    }

    @Test("what is not critical is kept, counted and passed over")
    func passesOver() throws {
        let store = try store(critical: false)
        #expect(try store.verify().events == 10)
        // Figures by hand: 1.00 + 0.20 + 3.00.
        let snapshot = try LedgerSnapshot(store: store)
        let (lines, _) = try snapshot.search(LineFilter())
        #expect(lines.map(\.facts.amount.minor).reduce(0, +) == 420)
        #expect(lines.contains { $0.details.payee == "Market" && $0.id == 6 })
        let list = try store.schemaList(upTo: store.head())
        let passed = list.rows.filter { $0.state == .passed }
        #expect(passed.map(\.name) == ["batchStarted", "mood"])
        #expect(passed.map(\.version) == [9, 1])
        #expect(passed.map(\.events) == [1, 1])
        #expect(passed.map(\.first) == [8, 7])
        #expect(passed.last?.declared == 9)
        #expect(list.rows.filter { $0.state == .refused }.map(\.name) == ["envelope"])
        #expect(list.strange.map(\.column) == ["6A", "9A"])
        #expect(
            list.strange.allSatisfy { $0.name == "lineAdded" && $0.version == 2 && $0.events == 1 })
        // What is stored is all there, in what is read as well.
        let row = try #require(store.event(at: 7)?.event)
        guard case .unknown(let mood) = row else {
            Issue.record("known")
            return
        }
        #expect(mood[UnknownEventTests.text]?.bytes == Array("sunny".utf8))
        try store.read(6..<7, .all) { batch in
            #expect(batch.row(at: 0)[UnknownEventTests.cold] == .integer(7))
            return .next
        }
    }

    @Test("a ledger with what is not critical can be gone on with")
    func goesOn() throws {
        let draft = try OverlayEventStore(over: store(critical: false))
        let command = Command.addEntry([
            NewLine(
                kind: .expense, amount: Given.euros(80), day: Given.day(0),
                details: LineDetails(title: "Milk"))
        ])
        let decision = try decide(command, LedgerSnapshot(store: draft).state(for: command))
        let commit = NewCommit(
            id: CommitID(high: 6, low: 6), recordedAt: Timestamp(millisecondsSince1970: 0),
            actor: .position(1), events: decision.events)
        #expect(try draft.append(commit, expecting: 10).positions == 10..<11)
        #expect(try LedgerSnapshot(store: draft).search(LineFilter()).count == 4)
        // What the declarations that are there leave out is said once.
        #expect(
            try LedgerSnapshot(store: draft).referenceData.declarations.map(\.position) == [0, 9])
        let missing = try #require(LedgerSnapshot(store: draft).referenceData.undeclared)
        let declared = NewCommit(
            id: CommitID(high: 6, low: 7), recordedAt: Timestamp(millisecondsSince1970: 0),
            actor: .position(1), events: [missing])
        #expect(try draft.append(declared, expecting: 11).positions == 11..<12)
        #expect(try LedgerSnapshot(store: draft).referenceData.undeclared == nil)
    }

    @Test("what is critical is refused, but can be told of, verified and copied")
    func refuses() throws {
        let store = try store(critical: true)
        let error = StoreError.needsNewerVersion(position: 10, type: 61, schema: 2)
        #expect(throws: error) { _ = try LedgerSnapshot(store: store) }
        #expect(throws: error) { let _: SpendingTable = try store.project(0..<11) }
        // Before it the ledger is as it was.
        #expect(try LedgerSnapshot(store: store, upTo: 10).search(LineFilter()).count == 3)
        #expect(try store.verify().events == 11)
        let list = try store.schemaList(upTo: store.head())
        let refused = try #require(list.rows.first { $0.state == .refused })
        #expect(refused.name == "envelope" && refused.version == 2 && refused.critical)
        #expect(refused.events == 1 && refused.first == 10 && refused.declared == 9)
        #expect(try store.event(at: 6) != nil)
    }
}

extension LineAdded {
    /// The columns of the line.
    fileprivate var rowOfLine: [Field] { Event.lineAdded(self).row.fields }
}
