import EventLog
import Ledger
import Support
import Testing

@Suite("Events of other packages")
struct CustomEventTests {
    private let time = Timestamp(millisecondsSince1970: 1_775_000_000_000)

    private func append(_ events: [Event], to store: any EventStore) throws -> Range<UInt64> {
        try store.append(
            NewCommit(id: .random(), recordedAt: time, events: events), expecting: nil
        ).positions
    }

    private func notes(in store: any EventStore) throws -> [Note] {
        var notes: [Note] = []
        try store.forEachEvent(of: Note.self) { _, note in notes.append(note) }
        return notes
    }

    @Test("an event is declared, appended and read back", arguments: StoreKind.allCases)
    func roundTrips(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        #expect(try store.declare([Note.self, Other.self], at: time))
        #expect(try !store.declare([Other.self, Note.self], at: time))
        let notes = [
            Note(stars: 3, text: "Good", about: .position(0)),
            Note(stars: -1, text: "", about: nil),
        ]
        _ = try append([try Event(notes[0]), try Event(Other()), try Event(notes[1])], to: store)
        #expect(try self.notes(in: store) == notes)
        let recorded = try store.events(in: 0..<9)
        #expect(
            try recorded.map { try $0.decoded(as: Note.self) } == [nil, notes[0], nil, notes[1]])
        #expect(try recorded[1].event == Event(notes[0]) && recorded[1].event.type == nil)
        var viewed: [Note] = []
        try store.read(0..<9, .all) { batch throws(StoreError) in
            try batch.forEachEvent { view throws(StoreError) in
                if let note = try view.decoded(as: Note.self) { viewed.append(note) }
            }
            return .next
        }
        #expect(viewed == notes)
    }

    @Test("a reference may be to an event of the same commit, and to no later one")
    func references() throws {
        let store: any EventStore = MemoryEventStore()
        let note = { (about: Reference) in try Event(Note(stars: 1, text: "", about: about)) }
        _ = try append([try Event(Other()), try note(.inThisCommit(0))], to: store)
        #expect(try notes(in: store).map(\.about) == [.position(0)])
        #expect(throws: StoreError.badReference(index: 0)) {
            _ = try append([try note(.position(9))], to: store)
        }
    }

    @Test("what takes a number, a name or a version that the log has for something else is refused")
    func takenNumbers() throws {
        let store: any EventStore = MemoryEventStore()
        try store.declare([Note.self], at: time)
        func error(_ types: [any CustomEvent.Type]) -> CustomEventError? {
            do throws(CustomEventError) {
                try store.declare(types, at: time)
                return nil
            } catch { return error }
        }
        #expect(error([OtherName.self]) == .numberTaken(0x4001, by: "note-taken"))
        #expect(error([OtherNumber.self]) == .nameTaken("note-taken", by: 0x4001))
        #expect(error([OtherColumns.self]) == .versionTaken("note-taken", version: 1))
        #expect(error([LedgersName.self]) == .badName("line-added"))
        // Two of one program, too.
        #expect(error([Other.self, OthersTwin.self]) == .numberTaken(0x7FFF, by: "other-seen"))
        #expect(try store.head().count == 1)
    }

    @Test("declarations that cannot be are refused")
    func badDeclarations() {
        func error(_ type: CustomEventType) -> CustomEventError? {
            do throws(CustomEventError) {
                try type.check()
                return nil
            } catch { return error }
        }
        let fine: [EventSchema.Column] = [.integer(.customFact(0), "stars")]
        #expect(error(CustomEventType(0x4000, "a", "b", fine)) == nil)
        for number: UInt16 in [0, 8, 34, 63, 0x3FFF, 0x8000, .max] {
            #expect(error(CustomEventType(number, "a", "b", fine)) == .badNumber(number))
        }
        for (entity, action) in [("", "b"), ("a b", "c"), ("a-b", "c"), ("a", "1"), ("a", "ü")] {
            let name = "\(entity)-\(action)"
            #expect(error(CustomEventType(0x4000, entity, action, fine)) == .badName(name))
        }
        let columns: [EventSchema.Column] = [
            .integer(.day, "day"), .integer(.kind, "kind"), .integer(.target, "target"),
            .integer(.payer, "payer"), .text(.title, "title"), .text(.salt, "salt"),
            .integer(.recordedAt, "at"), .integer(.customFact(27), "far"),
            .text(.customText(93), "far"), .integer(.customLink(8), "far"),
            .integer(.customFact(0), "two words"), .text(.customLink(0), "link"),
            .text(.customText(0), "text", isRequired: true), .integer(.customText(0), "text"),
        ]
        for column in columns {
            #expect(
                error(CustomEventType(0x4000, "a", "b", [column])) == .badColumn("a-b", column.id))
        }
        let twice = fine + [.integer(.customFact(1), "stars")]
        #expect(error(CustomEventType(0x4000, "a", "b", twice)) != nil)
        #expect(error(CustomEventType(0x4000, "a", "b", fine + fine)) != nil)
        #expect(error(CustomEventType(0x4000, "a", "b", versions: [])) == .badVersions("a-b"))
        let stepless = [CustomEventType.Version(fine), CustomEventType.Version(fine)]
        #expect(error(CustomEventType(0x4000, "a", "b", versions: stepless)) == .badVersions("a-b"))
        let moved = [
            CustomEventType.Version(fine),
            CustomEventType.Version([.integer(.customFact(1), "stars")]) { _ in },
        ]
        #expect(
            error(CustomEventType(0x4000, "a", "b", versions: moved))
                == .badColumn("a-b", .customFact(1)))
    }

    @Test("all columns that custom events can have are different ones")
    func columns() {
        let columns =
            (UInt8(0)..<27).map(ColumnID.customFact) + (UInt8(0)..<93).map(ColumnID.customText)
            + (UInt8(0)..<8).map(ColumnID.customLink)
        #expect(Set(columns).count == 128 && !columns.contains(ColumnID(rawValue: 0)))
    }

    @Test("what is written otherwise than it is declared is refused")
    func wrongColumns() {
        #expect(throws: CustomEventError.badColumn("sloppy-done", .customFact(1))) {
            try Event(Sloppy(extra: true))
        }
        #expect(throws: CustomEventError.badColumn("sloppy-done", .customFact(0))) {
            try Event(Sloppy(extra: false))
        }
    }

    @Test("an event of a later version needs a later program, one of another form is named")
    func otherVersions() throws {
        let store: any EventStore = MemoryEventStore()
        let number = Note.type.number
        let later = Row(type: number, schema: 2, isCritical: false, fields: [])
        let empty = Row(type: number, schema: 1, isCritical: false, fields: [])
        _ = try append([.unknown(later)], to: store)
        #expect(
            throws: StoreError.needsNewerVersion(position: 0, type: number, schema: 2)
        ) { try notes(in: store) }
        // Who does not ask for notes is not hindered.
        #expect(try store.events(in: 0..<1).count == 1)
        let other: any EventStore = MemoryEventStore()
        _ = try append([.unknown(empty)], to: other)
        #expect(throws: StoreError.undecodable(position: 0, column: .customFact(0))) {
            try notes(in: other)
        }
    }

    @Test("the log page tells of them by the names that were declared, and finds them by these")
    func logPage() throws {
        let store: any EventStore = try Given.store([Given.ledger])
        let count = try store.head().count
        try store.declare([Note.self], at: time, actor: .position(1))
        let note = try Event(Note(stars: 3, text: "Good wine", about: .position(0)))
        _ = try append([note, try Event(Other())], to: store)
        let snapshot = try LedgerSnapshot(store: store)
        let rows = try snapshot.log(LogFilter()).rows
        #expect(rows[1].thing == "note" && rows[1].deed == "taken")
        #expect(rows[1].title == "Good wine" && rows[1].id == nil)
        #expect(
            rows[1].changes == [
                FieldChange(field: "about", was: nil, now: "0"),
                FieldChange(field: "stars", was: nil, now: "3"),
                FieldChange(field: "text", was: nil, now: "Good wine"),
            ])
        // What nobody declared has a number.
        #expect(rows[0].thing == "event" && rows[0].deed == "32767")
        var filter = LogFilter()
        let declared = DeclaredTypes(snapshot.referenceData.declarations)
        #expect(declared.named("note") == [0x4001] && declared.named("note-taken") == [0x4001])
        #expect(declared.named("Taken") == [0x4001] && declared.named("line").isEmpty)
        filter.customTypes = declared.named("note")
        #expect(try snapshot.log(filter).rows.map(\.position) == [count + 1])
        filter.customTypes = []
        filter.words = ["wine"]
        #expect(try snapshot.log(filter).rows.map(\.position) == [count + 1])
    }

    @Test("figures, undo and erasure go on beside them")
    func ledgersGoOn() throws {
        let store: any EventStore = try Given.store(Given.household)
        let report = try LedgerSnapshot(store: store).report(ReportParameters(), now: Given.day(40))
        _ = try append([try Event(Note(stars: 3, text: "Good", about: .position(5)))], to: store)
        let snapshot = try LedgerSnapshot(store: store)
        #expect(try snapshot.report(ReportParameters(), now: Given.day(40)).rows == report.rows)
        let position = try store.head().count - 1
        _ = try store.eraseText(at: [position])
        #expect(try notes(in: store) == [Note(stars: 3, text: "", about: .position(5))])
    }
}

private struct Note: CustomEvent {
    var stars: Int64
    var text: String
    var about: Reference?

    static let columns: [EventSchema.Column] = [
        .integer(.customLink(0), "about", isRequired: false), .integer(.customFact(0), "stars"),
        .text(.customText(0), "text"),
    ]
    static let type = CustomEventType(0x4001, "note", "taken", columns)

    init(stars: Int64, text: String, about: Reference?) {
        (self.stars, self.text, self.about) = (stars, text, about)
    }

    func write(to writer: inout CustomEventWriter) {
        writer.set(text, in: .customText(0))
        writer.set(stars, in: .customFact(0))
        writer.set(about, in: .customLink(0))
    }

    init(from reader: CustomEventReader) throws(StoreError) {
        stars = try reader.integer(.customFact(0))
        text = try reader.text(.customText(0))
        about = try reader.reference(.customLink(0))
    }
}

private struct Sloppy: CustomEvent {
    var extra: Bool

    static let type = CustomEventType(
        0x4002, "sloppy", "done", [.integer(.customFact(0), "stars")])

    init(extra: Bool) { self.extra = extra }

    func write(to writer: inout CustomEventWriter) {
        if extra { writer.set(1, in: .customFact(1)) }
    }

    init(from reader: CustomEventReader) throws(StoreError) { extra = false }
}

/// A type without columns.
private protocol Bare: CustomEvent { init() }

extension Bare {
    func write(to writer: inout CustomEventWriter) {}

    init(from reader: CustomEventReader) throws(StoreError) { self.init() }
}

private struct Other: Bare {
    static let type = CustomEventType(0x7FFF, "other", "seen", [])
}

private struct OthersTwin: Bare {
    static let type = CustomEventType(0x7FFF, "twin", "seen", [])
}

private struct OtherName: Bare {
    static let type = CustomEventType(0x4001, "memo", "taken", Note.columns)
}

private struct OtherNumber: Bare {
    static let type = CustomEventType(0x4009, "note", "taken", Note.columns)
}

private struct OtherColumns: Bare {
    static let type = CustomEventType(0x4001, "note", "taken", [])
}

private struct LedgersName: Bare {
    static let type = CustomEventType(0x4001, "line", "added", Note.columns)
}
