import EventLog
import Ledger
import Support
import Testing

@Suite("Event schemas")
struct EventSchemaTests {
    @Test("the table has every version of every type that was ever written, once")
    func isComplete() {
        for type in EventType.allCases {
            let own = EventSchema.all.filter { $0.type == type.rawValue }
            #expect(own.map(\.version) == Array(1...type.schema))
            #expect(own.allSatisfy { $0.name == "\(type)" && $0.isCritical == type.isCritical })
        }
        let numbers = EventSchema.all.map { [Int($0.type), Int($0.version)] }
        #expect(Set(numbers).count == numbers.count)
        #expect(EventSchema.all.filter { EventType(rawValue: $0.type) == nil }.map(\.type) == [22])
    }

    @Test("what is written has the columns of its schema, of their kinds, and all that it needs")
    func samplesFit() throws {
        var used: [UInt16: Set<ColumnID>] = [:]
        var texts = 0
        for row in try Samples.everyEvent().map(\.row) where EventType(rawValue: row.type) != nil {
            let schema = try #require(EventSchema.known(row.type, row.schema))
            for field in row.fields {
                let column = try #require(schema.columns.first { $0.id == field.column })
                #expect((column.kind == .integer) == (field.value.integer != nil))
                if column.kind == .text {
                    texts += 1
                    #expect(String(validating: field.value.bytes ?? [], as: UTF8.self) != nil)
                }
            }
            for column in schema.columns where column.isRequired {
                #expect(row[column.id] != nil, "\(schema.name) \(column.name)")
            }
            used[row.type, default: []].formUnion(row.fields.map(\.column))
        }
        #expect(texts > 40)
        #expect(used.keys.sorted() == EventType.allCases.map(\.rawValue).sorted())
        // Samples have as much in them as there can be, so no column is made up.
        for schema in EventSchema.all
        where EventType(rawValue: schema.type)?.schema == schema.version {
            let unused = Set(schema.columns.map(\.id)).subtracting(used[schema.type] ?? [])
            #expect(unused.isSubset(of: EventSchemaTests.unused[schema.name] ?? [.toldBy]))
        }
    }

    /// What the samples of a type do not have; `told_by` is for salvaged ledgers.
    private static let unused: [String: Set<ColumnID>] = [
        "lineAmended": [
            .toldBy, .category, .account, .timeOfDay, .payer, .externalID, .note, .tags, .payee,
            .shares,
        ],
        "lineVoided": [.toldBy, ColumnID(rawValue: 0x32), ColumnID(rawValue: 0x33)],
        "lineRestored": [.toldBy, .category, .account],
        "taskAdded": [.toldBy, .deadlineInstant], "taskEdited": [.toldBy, .deadlineDay],
        "taskRescheduled": [.toldBy, .deadlineInstant], "taskReopened": [.toldBy, .reason],
    ]

    @Test("lines come back, and nothing else is one")
    func linesComeBack() {
        for schema in EventSchema.all { #expect(EventSchema(line: schema.line) == schema) }
        for text in [
            "", "2", "2 1 a", "2 1 a maybe", "x 1 a critical", "2 256 a critical",
            "2 1 a critical ", "2 1 a critical 84:b", "2 1 a critical 8:b:text",
            "2 1 a critical 84:b:real", "2 1 a critical 84:b:text!", "02 1 a critical",
            "2 1 a critical 84:b:text 10:a:text", "2 1 a critical 84:b:text ",
        ] {
            #expect(EventSchema(line: text) == nil, "\(text)")
        }
        let texts = "2 1 a critical\n?\n3 1 b optional\n"
        #expect(EventSchema.schemas(in: texts).map(\.name) == ["a", "b"])
        #expect(EventSchema.schemas(in: texts, of: 3...7).map(\.name) == ["b"])
    }

    /// Worked out by `printf '…' | sha256sum`.
    @Test(
        "fingerprints are those of the lines",
        arguments: [
            (
                "2 1 personAdded critical 64:told_by:integer? 84:person_name:text?",
                "ec8a70c963b6726e46405bfcaea14f6514e2b65ea93ff6a0d49be133c5c1fdc2"
            ),
            (
                "22 1 lost optional",
                "ed6d9f93946af0fac82dd20cde43681dd88a9c85c36411aff019d3dd9bdc5cd2"
            ),
        ])
    func fingerprints(_ line: String, _ hex: String) throws {
        let schema = try #require(EventSchema.all.first { $0.line == line })
        #expect(schema.fingerprint.hex == hex)
    }

    /// What a ledger was told once is told for ever: a change here is a change of what events look
    /// like, and needs another version.
    @Test("versions that were written never change")
    func neverChange() {
        expectGolden(EventSchema.all.map { $0.line + "\n" }.joined(), "ledgers/schemas.txt")
    }

    @Test("a ledger is told once, and by every program that writes something else")
    func undeclared() throws {
        var referenceData = ReferenceData()
        #expect(
            referenceData.undeclared
                == .schemasDeclared(SchemasDeclared(schemas: EventSchema.written)))
        let old = Event.schemasDeclared(SchemasDeclared(schemas: "2 1 personAdded critical\n"))
        let store = try Given.store([[old]])
        referenceData = try store.project(0..<1)
        #expect(referenceData.undeclared != nil)
        _ = try store.append(
            NewCommit(
                id: CommitID(high: 1, low: 9), recordedAt: Timestamp(millisecondsSince1970: 0),
                events: [try #require(referenceData.undeclared), old]), expecting: nil)
        referenceData = try store.project(0..<3)
        #expect(referenceData.undeclared == nil)
        #expect(referenceData.declarations.map(\.position) == [0, 1, 2])
        #expect(
            try LedgerSnapshot(store: Given.store([Given.ledger])).referenceData.undeclared == nil)
    }

    @Test("steps lead over facts and text only, so that figures need no lifting")
    func stepsLeaveFiguresAlone() {
        for step in Upcasting.current.steps.values {
            #expect(!step.summary.isEmpty)
            #expect(step.changes.keys.allSatisfy { $0.kind == .fact || $0.kind == .text })
        }
    }
}
