import EventLog
import Ledger
import Testing

@Suite("Upcasting")
struct UpcastingTests {
    private func row(_ schema: UInt8, _ fields: [Field], type: EventType = .personAdded) -> Row {
        Row(type: type.rawValue, schema: schema, isCritical: true, fields: fields)
    }

    /// Version 1 had the name in the title, version 2 had it in the note, version 3 has it where it
    /// belongs.
    private let upcasting = Upcasting([
        Upcasting.Version(.personAdded, 1): Upcasting.Step(
            "the title is the note", [.title: .bytes { [Field(.note, .bytes(Array($0)))] }]),
        Upcasting.Version(.personAdded, 2): Upcasting.Step(
            "the note is the name", [.note: .bytes { [Field(.personName, .bytes(Array($0)))] }]),
    ])

    private let ada = FieldValue.bytes(Array("Ada".utf8))

    @Test(
        "steps are chained from any older version",
        arguments: [(1, .title), (2, .note), (3, .personName)] as [(UInt8, ColumnID)])
    func chains(_ schema: UInt8, _ column: ColumnID) {
        let upcasted = upcasting.upcast(row(schema, [Field(column, ada)]), to: 3)
        #expect(upcasted == row(3, [Field(.personName, ada)]))
    }

    @Test("a step may drop a value, make several of it, and let others be")
    func changesValues() {
        let upcasting = Upcasting([
            Upcasting.Version(.personAdded, 1): Upcasting.Step(
                "",
                [
                    .priority: .integers {
                        [Field(.urgency, .integer(-$0)), Field(.colour, .integer(2 * $0))]
                    },
                    .note: .bytes { $0.isEmpty ? nil : [] },
                ])
        ])
        let old = [
            Field(.priority, .integer(3)), Field(.title, ada), Field(.note, ada),
            Field(.weekStart, .integer(1)),
        ]
        let new = [
            Field(.urgency, .integer(-3)), Field(.colour, .integer(6)), Field(.title, ada),
            Field(.weekStart, .integer(1)),
        ]
        #expect(upcasting.upcast(row(1, old), to: 2) == row(2, new))
        let empty = Field(.note, .bytes([]))
        #expect(upcasting.upcast(row(1, [empty]), to: 2) == row(2, [empty]))
    }

    @Test("the way ends where a step is missing, and never goes back")
    func endsAtGaps() {
        #expect(upcasting.upcast(row(1, []), to: 4) == nil)
        #expect(upcasting.upcast(row(0, []), to: 1) == nil)
        #expect(upcasting.upcast(row(3, []), to: 2) == nil)
        #expect(upcasting.upcast(row(1, [], type: .lineAdded), to: 2) == nil)
        let unknown = Row(type: 999, schema: 1, isCritical: false, fields: [])
        #expect(upcasting.upcast(unknown, to: 2) == nil)
        #expect(upcasting.upcast(unknown, to: 1) == unknown)
    }

    @Test("events are decoded from upcasted rows")
    func liftsOnDecoding() throws {
        let before = Upcasting([
            Upcasting.Version(.personAdded, 0): Upcasting.Step(
                "", [.title: .bytes { [Field(.personName, .bytes(Array($0)))] }])
        ])
        let event = try Event(row: row(0, [Field(.title, ada)]), at: 3, upcasting: before)
        #expect(event == .personAdded(PersonAdded(name: "Ada")))
    }

    @Test("every version that this program ever wrote can be read", arguments: EventType.allCases)
    func currentIsComplete(_ type: EventType) {
        for schema in 1...type.schema {
            #expect(Upcasting.current.upcast(row(schema, [], type: type), to: type.schema) != nil)
        }
    }
}
